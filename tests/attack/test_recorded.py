"""Exact odds of units against units on many terms are what they were when they were recorded."""

from __future__ import annotations

import pytest

from tests.recorded.duels import ATTACKERS, dueled
from tests.recorded.log import compare, read


@pytest.mark.parametrize("edition", ["9e", "8e"])
@pytest.mark.parametrize("attacker", ATTACKERS)
def test_odds_are_what_they_were(attacker: str, edition: str) -> None:
    name = f"duels-{edition}"
    recorded = [line for line in read(name) if line.startswith(f"{attacker} ")]
    compare(name, recorded, list(dueled(f"wh40k-{edition}", attacker)))
