"""Everybody has what is theirs: rosters, data, collections, battles; what was there before is the first owner's."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.services.catalogues import CLOSURES
from builder.services.errors import Conflict, Invalid, NotFound
from builder.services.spaces import MOST_OPEN
from builder.settings import Settings
from tests.people import Club


@pytest.fixture
def both(club: Club) -> tuple[dict[str, str], dict[str, str]]:
    """The keys of the owner and of a player."""
    club.person("Ada")
    club.person("Bo")
    return club.key("Ada"), club.key("Bo")


def test_what_was_there_before_is_the_first_owners(club: Club, both: tuple[dict[str, str], dict[str, str]]) -> None:
    made = club.services.rosters.create("wh40k-9e", "From before")
    ada, bo = both
    assert club.call("GET", f"/rosters/{made.row.id}", ada).status_code == 200
    assert club.call("GET", f"/rosters/{made.row.id}", bo).status_code == 404


def test_rosters_are_seen_by_those_who_made_them(club: Club, both: tuple[dict[str, str], dict[str, str]]) -> None:
    ada, bo = both
    made = club.call("POST", "/rosters", bo, json={"system": "wh40k-9e", "name": "Bo's"}).get_json()
    names = [[each["name"] for each in club.call("GET", "/rosters?limit=200", key).get_json()["items"]] for key in both]
    assert ("Bo's" in names[0], "Bo's" in names[1]) == (False, True)
    for path in (f"/rosters/{made['id']}", f"/rosters/{made['id']}/sheet.pdf", f"/rosters/{made['id']}/history"):
        assert (club.call("GET", path, ada).status_code, club.call("GET", path, bo).status_code) == (404, 200)
    assert club.call("DELETE", f"/rosters/{made['id']}", ada, headers={"If-Match": '"1"'}).status_code == 404


def test_two_people_have_catalogues_of_one_id(club: Club, both: tuple[dict[str, str], dict[str, str]]) -> None:
    for key, name in zip(both, ("Ada's", "Bo's"), strict=True):
        header = {"schema": "muster.catalogue/1", "system": "wh40k-9e", "id": "mine", "name": name}
        assert club.call("POST", "/catalogues", key, json=header).status_code == 201
    names = [club.call("GET", "/catalogues/mine", key).get_json()["document"]["name"] for key in both]
    assert names == ["Ada's", "Bo's"]


def test_collections_are_apart(club: Club, both: tuple[dict[str, str], dict[str, str]]) -> None:
    ada, bo = both
    club.call("PUT", "/collection/wh40k-9e", bo, json={"owned": {"Warden": 3}})
    assert (
        club.call("GET", "/collection/wh40k-9e", ada).get_json() != club.call("GET", "/collection/wh40k-9e", bo).get_json()
    )


def test_a_closure_of_another_space_is_not_to_be_had_by_its_digest(
    club: Club, both: tuple[dict[str, str], dict[str, str]]
) -> None:
    """Compiled catalogues are kept in memory for all, by digest: only where it is in the own database may it be used."""
    ada, _ = both
    header = {"schema": "muster.catalogue/1", "system": "wh40k-9e", "id": "secret", "name": "Secret"}
    club.call("POST", "/catalogues", ada, json=header)
    digest = club.services.catalogues.closure("secret").digest
    other = club.services.spaces.open(club.accounts.people.get("Bo").space)
    assert CLOSURES.get(digest) is not None
    with other.store.reading() as db:
        assert other.catalogues._closure(db, digest) is None


def test_a_removed_person_leaves_nothing(club: Club, both: tuple[dict[str, str], dict[str, str]]) -> None:
    _, bo = both
    person = club.accounts.people.get("Bo")
    assert club.call("GET", "/systems", bo).status_code == 200
    copied = club.services.spaces.folder / f"{person.space}.db.before-20261127-213058"
    copied.write_bytes(b"what an upgrade copied")
    club.accounts.people.remove("bo")
    assert club.call("GET", "/systems", bo).status_code == 401
    assert [file.name for file in club.services.spaces.folder.iterdir() if person.space in file.name] == []
    with pytest.raises(NotFound):
        club.services.spaces.open(person.space)


def test_the_first_owner_is_not_removed(club: Club) -> None:
    with pytest.raises(Invalid):
        club.accounts.people.invite("Bo", "player")
    club.accounts.people.invite("Ada")
    with pytest.raises(Conflict):
        club.accounts.people.remove("Ada")
    with pytest.raises(Conflict):
        club.accounts.people.invite("ＡＤＡ")


@pytest.mark.parametrize("space", ["../muster", "template", "people", "0" * 12, "A" * 12, "x" * 13])
def test_what_is_no_space_is_not_opened(club: Club, space: str) -> None:
    with pytest.raises(NotFound):
        club.services.spaces.open(space)


def test_only_so_many_spaces_are_kept_open(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.services.spaces.MOST_OPEN", 2)
    assert MOST_OPEN > 2
    names = ("0" * 12, "1" * 12, "2" * 12)
    opened = []
    for name in names:
        club.services.spaces.create(name)
        opened.append(club.services.spaces.open(name))
    assert club.services.spaces.open(names[2]) is opened[2]
    assert club.services.spaces.open(names[0]) is not opened[0]
    assert opened[0].rosters.page().items == club.services.spaces.open(names[0]).rosters.page().items


def test_without_accounts_nothing_is_made_beside_the_database(settings: Settings, services: object) -> None:
    assert not settings.database.with_name("muster.db.people").exists()


def test_the_files_of_people_are_their_owners_alone(club: Club) -> None:
    club.person("Ada")
    club.person("Bo")
    files: list[Path] = [each for each in club.services.spaces.folder.iterdir() if each.stem not in ("template",)]
    assert files
    assert [each.name for each in files if each.stat().st_mode & 0o077] == []
