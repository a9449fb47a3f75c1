"""A program with a key plays: the token of its seat travels in a header of its own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.people import Club

BODY = {"a": {"roster": "sunward-patrol"}, "b": {"roster": "gloam-patrol"}, "players": ["human", "random"], "seed": 1}


@pytest.fixture
def battle(club: Club) -> dict[str, Any]:
    for name, role in (("Ada", "owner"), ("Bo", "")):
        club.person(name, role)
    made = club.call("POST", "/battles", club.key("Bo"), json=BODY)
    assert made.status_code == 201
    found: dict[str, Any] = made.get_json()
    return found


def test_a_key_reads_its_battles_and_with_a_seat_plays_them(club: Club, battle: dict[str, Any]) -> None:
    key, path = club.key("Bo"), f"/battles/{battle['id']}"
    for what in ("events?told=1", "view", "coverage"):
        assert club.call("GET", f"{path}/{what}", key).status_code == 200
    assert club.call("GET", f"{path}/decision", key).status_code == 401, "who plays says which seat is theirs"
    seat = key | {"Muster-Seat": battle["tokens"]["a"]}
    asked = club.call("GET", f"{path}/decision", seat)
    assert asked.status_code == 200
    choice = asked.get_json()["options"][0]
    assert club.call("POST", f"{path}/choices", seat, json=choice).status_code == 200
    assert club.call("GET", f"{path}/decision", key | {"Muster-Seat": "x" * 32}).status_code in (401, 403)


def test_a_seat_is_held_without_a_key_and_with_somebody_elses(club: Club, battle: dict[str, Any]) -> None:
    path, token = f"/battles/{battle['id']}/decision", battle["tokens"]["a"]
    assert club.call("GET", path, {"Muster-Seat": token}).status_code == 200
    assert club.call("GET", path, {"Authorization": f"Bearer {token}"}).status_code == 200
    assert club.call("GET", path, club.key("Ada") | {"Muster-Seat": token}).status_code == 200
    assert club.call("GET", path, club.key("Ada")).status_code in (401, 404)
    reading = club.key("Bo", writes=False) | {"Muster-Seat": token}
    assert club.call("GET", path, reading).status_code == 200
