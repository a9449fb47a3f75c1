"""Recorded battles of this edition: the same choices lead to the same events, offers and refusals as they did."""

from __future__ import annotations

import pytest

from tests.recorded.battles import BATTLES
from tests.recorded.files import compare_blocks, read_record
from tests.recorded.log import log_battle


@pytest.mark.parametrize("name", [name for name in BATTLES if name.startswith("8e-")])
def test_a_recorded_battle_goes_as_it_went(name: str) -> None:
    record = read_record(name)
    blocks = list(log_battle(BATTLES[name].begin(), record.choices))
    compare_blocks(name, record.logs, enumerate(blocks))
    assert len(blocks) == len(record.logs)
