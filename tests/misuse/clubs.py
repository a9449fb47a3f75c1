"""Clubs; one's own data; what is left after a reset."""

from __future__ import annotations

import io
import json
import zipfile

from tests.misuse.town import Town
from tests.people import HTTPS, PASSWORD


def looks_into_a_club_of_others(town: Town) -> None:
    club, shared = _club(town)
    for path in ("", f"/members/{town.ids['Bo']}/rosters/{shared}", f"/members/{town.ids['Bo']}/rosters/{shared}/sheet.pdf"):
        assert town.mal.get(f"/clubs/{club}{path}").status_code == 404
        assert town.club.browser().get(f"/clubs/{club}{path}").status_code == 303
        asked = town.club.app.test_client().get(f"/clubs/{club}{path}", base_url=HTTPS, headers=town.bos)
        assert asked.status_code == 403  # no key opens these pages
    for path in ("", f"/members/{town.ids['Bo']}/rosters/{shared}"):
        assert town.status("GET", f"/clubs/{club}{path}", town.bos) == 200
        assert town.status("GET", f"/clubs/{club}{path}", town.mals) == 404
        assert town.status("GET", f"/clubs/{club}{path}") == 401
    assert town.call("GET", "/clubs", town.mals).get_json()["items"] == []
    for method, roster in (("PUT", town.roster), ("DELETE", shared)):
        assert town.status(method, f"/clubs/{club}/rosters/{roster}", town.mals) == 404


def runs_a_club_of_others(town: Town) -> None:
    club, shared = _club(town)
    assert town.mal.post("/clubs", {"name": "Mine"}).status_code == 403
    for path in ("invite", "rosters", f"rosters/{shared}/take-back", f"members/{town.ids['Bo']}/remove", "delete"):
        assert town.mal.post(f"/clubs/{club}/{path}", {"roster": town.roster}).status_code == 404
    town.mal.post(f"/clubs/join/{town.club.accounts.clubs.invite(town.club.accounts.people.get('Ada'), club)}")
    for path in ("invite", f"members/{town.ids['Bo']}/remove", "delete"):
        assert town.mal.post(f"/clubs/{club}/{path}").status_code == 403
    for path in ("rosters", f"rosters/{shared}/take-back"):  # of others it shares nothing and takes nothing back
        assert town.mal.post(f"/clubs/{club}/{path}", {"roster": shared}).status_code == 404
    assert town.mal.get(f"/clubs/{club}/members/{town.ids['Bo']}/rosters/{town.roster}").status_code == 404


def looks_into_a_club_after_it_was_removed(town: Town) -> None:
    club, shared = _club(town)
    ada = town.club.accounts.people.get("Ada")
    token = town.club.accounts.clubs.invite(ada, club)
    town.mal.post(f"/clubs/join/{token}")
    seen = f"/clubs/{club}/members/{town.ids['Bo']}/rosters/{shared}"
    assert town.mal.get(seen).status_code == 200
    town.club.accounts.clubs.remove(ada, club, town.ids["Mal"])
    assert town.mal.get(seen).status_code == 404
    town.club.accounts.clubs.remove(ada, club, town.ids["Bo"])
    assert town.ada.get(seen).status_code == 404


def comes_back_into_a_club_by_an_old_link(town: Town) -> None:
    club, _ = _club(town)
    ada, clubs = town.club.accounts.people.get("Ada"), town.club.accounts.clubs
    token = clubs.invite(ada, club)
    town.mal.post(f"/clubs/join/{token}")
    clubs.remove(ada, club, town.ids["Mal"])
    assert town.mal.post(f"/clubs/join/{token}").status_code == 404
    assert town.mal.get(f"/clubs/{club}").status_code == 404


def reads_coming_dice_out_of_its_own_data(town: Town) -> None:
    sides = {"a": {"roster": "sunward-patrol"}, "b": {"roster": "gloam-patrol"}}
    made = town.call("POST", "/battles", town.mals, json={**sides, "players": ["human", "human"]}).get_json()
    browser = town.club.browser()
    browser.sign_in("Mal")
    with zipfile.ZipFile(io.BytesIO(browser.get("/account/data").data)) as whole:
        assert made["id"].encode() not in whole.read("muster.db"), "seed and salt stand in its row"
        assert made["name"] in json.loads(whole.read("account.json"))["battles_left_out"]


def uses_a_key_from_before_a_reset(town: Town) -> None:
    town.club.person("Kim")
    key, people = town.club.key("Kim"), town.club.accounts.people
    assert town.status("GET", "/rosters", key) == 200
    people.accept(people.reset("Kim").token, PASSWORD)
    assert town.status("GET", "/rosters", key) == 401
    people.remove("Kim")


def guesses_links_of_clubs(town: Town) -> None:
    browser, (club, _) = town.club.browser(), _club(town)
    browser.sign_in("Mal")
    old = town.club.accounts.clubs.invite(town.club.accounts.people.get("Ada"), club)
    town.club.accounts.clubs.invite(town.club.accounts.people.get("Ada"), club)
    assert browser.post(f"/clubs/join/{old}").status_code == 404
    found = [browser.get(f"/clubs/join/{number:032d}").status_code for number in range(24)]
    assert found == [404] * 19 + [429] * 5


def _club(town: Town) -> tuple[str, str]:
    """Return the ids of a club of Ada and Bo, and of a roster that Bo shares with it."""
    clubs, people = town.club.accounts.clubs, town.club.accounts.people
    ada, bo = people.get("Ada"), people.get("Bo")
    for old in clubs.of(ada):
        clubs.delete(ada, old.id)
    club = clubs.make(ada, "Secret club").id
    clubs.join(bo, clubs.invite(ada, club))
    shared = town.club.services.spaces.open(bo.space).rosters.create("wh40k-9e", "Shared").row.id
    clubs.share(bo, club, shared)
    return club, shared
