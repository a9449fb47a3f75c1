"""One person of many keeps no more than the host allows, by whatever way it comes; who has too much may make it less."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from builder.services.errors import quota_message
from builder.store.allowance import Allowance, OverAllowance
from datasheets.words import translate
from tests.people import Club


@pytest.fixture
def key(club: Club) -> dict[str, str]:
    club.person("Ada", "owner")
    return club.key("Ada")


def allow(club: Club, **most: int) -> None:
    club.services.store.allowance = Allowance(**most)


def count(club: Club, what: str) -> int:
    with club.services.store.reading() as db:
        return Allowance(**{what: 1}).measure(db)[what]


def roster(club: Club, key: dict[str, str], name: str = "One more") -> Any:
    return club.call("POST", "/rosters", key, json={"name": name, "system": "wh40k-9e"})


def test_rosters_are_made_copied_and_brought_in_up_to_the_number(club: Club, key: dict[str, str]) -> None:
    there = count(club, "rosters")
    allow(club, rosters=there + 1)
    assert roster(club, key).status_code == 201
    refused = roster(club, key)
    assert refused.status_code == 409
    assert str(there + 1) in refused.get_json()["detail"]
    assert club.call("POST", "/rosters/sunward-host/copies", key, json={"name": "Copy"}).status_code == 409
    document = club.call("GET", "/rosters/sunward-host/document", key).get_json()
    brought = {"documents": [{"name": "a", "document": document}], "again": True}
    assert club.call("POST", "/imports", key, json=brought).status_code == 409
    assert count(club, "rosters") == there + 1


def test_who_has_too_much_edits_and_deletes(club: Club, key: dict[str, str]) -> None:
    allow(club, rosters=1, bytes=1)
    edit = {"operations": [{"op": "rename", "subject": "", "name": "Renamed"}]}
    version = {"If-Match": club.call("GET", "/rosters/sunward-host", key).headers["ETag"]}
    assert club.call("DELETE", "/rosters/sunward-host", key, headers=version).status_code == 204
    allow(club, rosters=1)
    version = {"If-Match": club.call("GET", "/rosters/gloam-court", key).headers["ETag"]}
    assert club.call("POST", "/rosters/gloam-court/operations", key, json=edit, headers=version).status_code == 200


def test_battles_and_forks_count(club: Club, key: dict[str, str]) -> None:
    allow(club, battles=1)
    body = {"a": {"roster": "sunward-patrol"}, "b": {"roster": "gloam-patrol"}, "players": ["human", "random"], "seed": 1}
    made = club.call("POST", "/battles", key, json=body)
    assert made.status_code == 201
    assert club.call("POST", "/battles", key, json=body).status_code == 409
    fork = {"choices": 0, "players": ["random", "random"]}
    seat = {"Authorization": f"Bearer {made.get_json()['tokens']['a']}"}
    assert club.call("POST", f"/battles/{made.get_json()['id']}/forks", seat, json=fork).status_code in (401, 403, 409)
    assert count(club, "battles") == 1


def test_data_may_not_outgrow_the_disk(club: Club, key: dict[str, str]) -> None:
    allow(club, bytes=count(club, "bytes"))
    big = {
        "name": "A long note",
        "system": "wh40k-9e",
        "operations": [{"op": "annotate", "subject": "", "note": "x" * 1_900}],
    }
    answers = {club.call("POST", "/rosters", key, json=big).status_code for _ in range(30)}
    assert 409 in answers
    assert count(club, "bytes") <= club.services.store.allowance.bytes


def test_everybody_has_an_allowance_of_their_own_by_the_settings(club: Club, key: dict[str, str]) -> None:
    from builder.services.assembly import allowance_of

    settings = replace(club.services.settings, most_rosters=7, accounts=True)
    assert allowance_of(settings).rosters == 7
    assert allowance_of(replace(settings, accounts=False)) == Allowance()
    club.person("Bo")
    space = club.accounts.people.get("Bo").space
    assert club.services.spaces.open(space).store.allowance.rosters == club.services.settings.most_rosters


@pytest.mark.parametrize(
    ("what", "most", "told"),
    [
        ("rosters", 1, "you have 1 roster, as many as a person may have here; delete one first"),
        ("battles", 300, "you have 300 battles, as many as a person may have here; delete one first"),
        ("bytes", 1_500_000, "what you keep would take more than 1.5 MB, as much as a person may keep here; delete data "),
    ],
)
def test_a_limit_is_told_in_words(what: str, most: int, told: str) -> None:
    assert translate(quota_message(OverAllowance(what, most)), "en").startswith(told)
