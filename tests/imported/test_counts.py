"""As many of each weapon as the selection tree says, on the models that it says: real units (`test_oracle.py`: rosters)."""

from __future__ import annotations

from random import Random

import pytest

from tests.imported.real import EDITIONS, edition
from tests.imported.sweeping import wrong_counts

pytestmark = pytest.mark.shared
QUICK = {"wh40k-9e": "Imperium - Adeptus Astartes - Space Wolves", "wh40k-8e": "Chaos - Death Guard"}
UNITS, LOADOUTS = 10, 2
"""How many units of one catalogue of each edition stand for all, and in how many loadouts; `make sweep` tries everything."""


@pytest.mark.parametrize("name", EDITIONS)
def test_units_carry_what_their_trees_say(name: str) -> None:
    data = edition(name, QUICK[name])
    units = Random(name).sample(data.units(QUICK[name]), UNITS)
    assert not list(wrong_counts(data, QUICK[name], units, LOADOUTS))
