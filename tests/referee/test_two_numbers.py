"""Weapon types with two numbers of attacks: the referee reads them, and sees where they are mistaken."""

from __future__ import annotations

import json
from functools import cache

import pytest

from exports.document import document_from
from tests.armies import few
from tests.referee.battles import Documents, faults, play_and_referee
from tests.referee.test_faults import FAMILY
from tests.referee.values import Dice, two_numbers, weapon_kind


@cache
def documents() -> Documents:
    """Two patrols whose weapons are all of such a type."""
    made = []
    for id in ("sunward-patrol", "gloam-patrol"):
        data = json.loads(few(id).to_bytes())
        rows = [row for unit in data["army"]["units"] for weapon in unit["weapons"] for row in weapon["profiles"]]
        for row in rows:
            if row["characteristics"]["Range"] != "Melee":
                row["characteristics"]["Type"] = "Dakka 4/D3"
        made.append(document_from(data))
    return made[0], made[1]


def test_two_numbers_are_read() -> None:
    assert two_numbers("Dakka 5/3") == (Dice(0, 0, 5), Dice(0, 0, 3))
    assert two_numbers("dakka 2D6/D3") == (Dice(2, 6, 0), Dice(1, 3, 0))
    assert two_numbers("Assault 3") is two_numbers("Heavy 5/3") is None
    assert (weapon_kind("Dakka 5/3"), weapon_kind("Heavy 3")) == ("Assault", "Heavy")


@pytest.mark.slow
def test_nothing_is_wrong_with_a_battle() -> None:
    assert list(map(str, faults(documents(), "greedy", 1))) == []


@pytest.mark.parametrize("near", [True, False])
def test_the_wrong_number_makes_the_referee_speak(near: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{FAMILY}.attacks.targets.TargetOptions.half_range", lambda *_: near)
    found = (
        finding.rule for seed in (1, 2, 3) for some in play_and_referee(documents(), "greedy", seed) for finding in some
    )
    assert "9E-NUMATT-01" in found
