"""A club sees what its members share, and no more."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from builder.services.errors import Conflict
from builder.services.people import clubs
from builder.store import Store, migrate
from builder.store.people import people as people_rows
from builder.store.people import schema
from datasheets.words import languages, say
from tests.people import Browser, Club

HOST = {"system": "wh40k-9e", "name": "Sunny Host", "operations": [{"op": "add-force", "catalogue": "sunward-host"}]}


def club_of(browser: Browser, name: str = "Thursday") -> str:
    """Make a club on the page, and return its id."""
    answer = browser.post("/clubs", {"name": name})
    assert answer.status_code == 303
    return str(answer.location.rpartition("/")[2])


def link(browser: Browser, club: str) -> str:
    """Hand out a link, and return its path."""
    found = re.findall(r"https://muster\.example(/clubs/join/[\w-]+)", browser.post(f"/clubs/{club}/invite").text)
    assert len(set(found)) == 1
    return str(found[0])


@pytest.fixture
def people(club: Club) -> dict[str, Browser]:
    return {name: club.person(name, role) for name, role in (("Ada", ""), ("Olga", "organiser"), ("Bo", ""), ("Cy", ""))}


def create_roster(club: Club, name: str) -> str:
    return str(club.call("POST", "/rosters", club.key(name), json=HOST).get_json()["id"])


def member_roster(club: Club, thursday: str, name: str, roster: str) -> str:
    return f"/clubs/{thursday}/members/{club.accounts.people.get(name).id}/rosters/{roster}"


@pytest.mark.slow
def test_a_club_from_its_making_to_its_end(club: Club, people: dict[str, Browser]) -> None:
    olga, bo, cy = people["Olga"], people["Bo"], people["Cy"]
    thursday = club_of(olga)
    address = link(olga, thursday)
    for each in (bo, cy):
        assert "Thursday" in each.get(address).text
        assert each.post(address).location == f"/clubs/{thursday}"
    roster = create_roster(club, "Bo")
    assert "Sunny Host" in bo.get(f"/clubs/{thursday}").text
    assert "Sunny Host" not in cy.get(f"/clubs/{thursday}").text
    assert bo.post(f"/clubs/{thursday}/rosters", {"roster": roster}).status_code == 303
    page = cy.get(f"/clubs/{thursday}").text
    assert all(word in page for word in ("Sunny Host", "Bo", "Cy", "Olga", member_roster(club, thursday, "Bo", roster)))
    assert "Sunny Host" in cy.get(member_roster(club, thursday, "Bo", roster)).text
    assert cy.get(f"/rosters/{roster}").status_code == 404
    assert bo.post(f"/clubs/{thursday}/rosters/{roster}/take-back").status_code == 303
    assert cy.get(member_roster(club, thursday, "Bo", roster)).status_code == 404
    assert olga.get(f"/clubs/{thursday}/delete").status_code == 200
    assert olga.post(f"/clubs/{thursday}/delete").status_code == 303
    assert bo.get(f"/clubs/{thursday}").status_code == 404
    assert bo.get(f"/rosters/{roster}").status_code == 200


def test_a_shared_roster_is_seen_as_it_stands_and_printed(club: Club, people: dict[str, Browser], tmp_path: Any) -> None:
    thursday = club_of(people["Olga"])
    people["Bo"].post(link(people["Olga"], thursday))
    roster = create_roster(club, "Bo")
    people["Bo"].post(f"/clubs/{thursday}/rosters", {"roster": roster})
    rename = {"operations": [{"op": "rename", "name": "Newer Host"}]}
    club.call("POST", f"/rosters/{roster}/operations", club.key("Bo"), json=rename, headers={"If-Match": "*"})
    assert "Newer Host" in people["Olga"].get(f"/clubs/{thursday}").text
    sheet = tmp_path / "sheet.pdf"
    sheet.write_bytes(people["Olga"].get(f"{member_roster(club, thursday, 'Bo', roster)}/sheet.pdf").data)
    assert "Newer Host" in PdfReader(sheet).pages[0].extract_text()


def test_the_owner_shares_too(club: Club, people: dict[str, Browser]) -> None:
    """Whose things are the database of the machine itself."""
    thursday = club_of(people["Ada"])
    people["Bo"].post(link(people["Ada"], thursday))
    people["Ada"].post(f"/clubs/{thursday}/rosters", {"roster": "sunward-host"})
    assert "Sunward Host" in people["Bo"].get(member_roster(club, thursday, "Ada", "sunward-host")).text
    assert people["Bo"].get(member_roster(club, thursday, "Ada", "gloam-court")).status_code == 404


def test_who_leaves_takes_theirs_along(club: Club, people: dict[str, Browser]) -> None:
    thursday = club_of(people["Olga"])
    people["Bo"].post(link(people["Olga"], thursday))
    roster = create_roster(club, "Bo")
    people["Bo"].post(f"/clubs/{thursday}/rosters", {"roster": roster})
    answer = people["Bo"].post(f"/clubs/{thursday}/members/{club.accounts.people.get('Bo').id}/remove")
    assert answer.location == "/clubs"
    assert people["Olga"].get(member_roster(club, thursday, "Bo", roster)).status_code == 404
    assert "Sunny Host" not in people["Olga"].get(f"/clubs/{thursday}").text


def test_who_is_removed_from_muster_is_in_no_club(club: Club, people: dict[str, Browser]) -> None:
    thursday = club_of(people["Olga"])
    people["Bo"].post(link(people["Olga"], thursday))
    people["Bo"].post(f"/clubs/{thursday}/rosters", {"roster": create_roster(club, "Bo")})
    club.accounts.people.remove("Bo")
    page = people["Olga"].get(f"/clubs/{thursday}").text
    assert ("Sunny Host" in page, ">Bo<" in page) == (False, False)
    people["Cy"].post(link(people["Olga"], thursday))
    club.accounts.people.remove("Olga")
    assert people["Cy"].get(f"/clubs/{thursday}").status_code == 200


def test_a_club_whose_maker_left_is_run_by_another_and_goes_with_the_last(club: Club, people: dict[str, Browser]) -> None:
    thursday = club_of(people["Olga"])
    for name in ("Bo", "Cy"):
        people[name].post(link(people["Olga"], thursday))
    old, ids = link(people["Olga"], thursday), {each.name: each.id for each in club.accounts.people.every()}
    with club.accounts.store.writing() as db:
        db.execute("update club_members set joined = joined + 1 where person = ?", [ids["Cy"]])
    assert people["Bo"].post(f"/clubs/{thursday}/invite").status_code == 403
    people["Olga"].post(f"/clubs/{thursday}/members/{ids['Olga']}/remove")
    assert people["Ada"].post(old).status_code == 404
    runs = {
        each["name"]: each["runs"] for each in club.call("GET", f"/clubs/{thursday}", club.key("Cy")).get_json()["members"]
    }
    assert runs == {"Bo": True, "Cy": False}
    assert "runs the club" in people["Cy"].get(f"/clubs/{thursday}").text
    people["Olga"].post(link(people["Bo"], thursday))
    people["Bo"].post(f"/clubs/{thursday}/members/{ids['Bo']}/remove")
    assert people["Cy"].post(f"/clubs/{thursday}/invite").status_code == 403
    assert people["Olga"].post(f"/clubs/{thursday}/invite").status_code == 200  # an organiser before a player
    club.accounts.people.remove("Olga")
    assert people["Cy"].get(f"/clubs/{thursday}/delete").status_code == 200
    people["Cy"].post(f"/clubs/{thursday}/members/{ids['Cy']}/remove")
    with club.accounts.store.reading() as db:
        assert [row["id"] for row in db.query("select id from clubs where id = ?", [thursday])] == []


def test_a_roster_that_was_deleted_is_not_listed(club: Club, people: dict[str, Browser]) -> None:
    thursday = club_of(people["Olga"])
    roster = create_roster(club, "Olga")
    people["Olga"].post(f"/clubs/{thursday}/rosters", {"roster": roster})
    club.call("DELETE", f"/rosters/{roster}", club.key("Olga"), headers={"If-Match": "*"})
    assert people["Olga"].get(f"/clubs/{thursday}").status_code == 200
    assert people["Olga"].get(member_roster(club, thursday, "Olga", roster)).status_code == 404


def test_people_of_an_older_muster_come_over(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    migrate(path, 1, replace(schema.PEOPLE, migrations=[schema.m001_people]))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("insert into people values ('p1', 'Ada', 'ada', 'owner', '', '', 1)")
    migrate(path, 1, replace(schema.PEOPLE, migrations=[schema.m001_people, schema.m002_clubs]))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("insert into clubs values ('left', 'Left', null, 1), ('empty', 'Empty', null, 1)")
        db.execute("insert into club_members values ('left', 'p1', 1)")
    migrate(path, 1, schema.PEOPLE)
    store = Store(path, 1)
    clubs_of = clubs.Clubs(store, None)  # type: ignore[arg-type]
    with store.reading() as db:
        ada = people_rows.get(db, "p1")
    assert ada
    assert [(each.id, each.maker) for each in clubs_of.of(ada)] == [("left", "p1")]
    assert clubs_of.members(ada, clubs_of.make(ada, "Thursday").id) == [ada]
    with store.reading() as db:
        assert len(list(db.query("select id from clubs"))) == 2
    store.close()


def test_limits(club: Club, people: dict[str, Browser], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "MOST_CLUBS", 1)
    monkeypatch.setattr(clubs, "MOST_MEMBERS", 1)
    monkeypatch.setattr(clubs, "MOST_SHARED", 1)
    thursday = club_of(people["Olga"])
    assert people["Olga"].post("/clubs", {"name": "Second"}).status_code == 422
    assert people["Bo"].post(link(people["Olga"], thursday)).status_code == 409
    olga = club.accounts.people.get("Olga")
    club.accounts.clubs.share(olga, thursday, create_roster(club, "Olga"))
    first, second = (
        (each.roster.id for each in club.accounts.clubs.shared_rosters(olga, thursday)),
        create_roster(club, "Olga"),
    )
    with pytest.raises(Conflict):
        club.accounts.clubs.share(olga, thursday, second)
    for roster in first:  # what was deleted makes room
        club.call("DELETE", f"/rosters/{roster}", club.key("Olga"), headers={"If-Match": "*"})
    club.accounts.clubs.share(olga, thursday, second)
    club.accounts.clubs.share(olga, thursday, second)
    assert [each.roster.id for each in club.accounts.clubs.shared_rosters(olga, thursday)] == [second]
    assert people["Olga"].post("/clubs", {"name": " "}).status_code == 422
    assert people["Olga"].post("/clubs", {"name": "x" * 81}).status_code == 422


@pytest.mark.parametrize("language", languages())
def test_pages_speak_every_language(club: Club, people: dict[str, Browser], language: str) -> None:
    thursday = club_of(people["Olga"])
    page = people["Olga"].get(f"/clubs/{thursday}", headers={"Accept-Language": language}).text
    assert say("page.club.members", language=language) in page
