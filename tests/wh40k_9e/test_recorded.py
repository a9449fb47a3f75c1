"""Recorded battles of this edition: the same choices lead to the same events, offers and refusals as they did."""

from __future__ import annotations

import pytest

from tests.recorded.battles import BATTLES
from tests.recorded.log import choices, compare, read, told


@pytest.mark.parametrize("name", [name for name in BATTLES if name.startswith("9e-")])
def test_a_recorded_battle_goes_as_it_went(name: str) -> None:
    recorded = read(name)
    compare(name, recorded, list(told(BATTLES[name].begun(), choices(recorded))))
