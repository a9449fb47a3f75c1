"""Exact odds of units against units on many terms are what they were when they were recorded."""

from __future__ import annotations

import pytest

from tests.recorded.duels import ATTACKERS, duel_lines
from tests.recorded.files import compare_lines, read_lines


@pytest.mark.sample(5, "edition")
@pytest.mark.parametrize("edition", ["9e", "8e"])
@pytest.mark.parametrize("attacker", ATTACKERS)
def test_odds_are_what_they_were(attacker: str, edition: str) -> None:
    name = f"duels-{edition}"
    recorded = [line for line in read_lines(name) if line.startswith(f"{attacker} ")]
    compare_lines(name, recorded, list(duel_lines(f"wh40k-{edition}", attacker)))
