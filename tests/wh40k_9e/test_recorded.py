"""Recorded battles of this edition: the same choices lead to the same events, offers and refusals as they did."""

from __future__ import annotations

from itertools import chain

import pytest

from tests.recorded.battles import BATTLES
from tests.recorded.files import WHOLE, compare_blocks, compare_lines, read_lines, read_record
from tests.recorded.log import log_battle


@pytest.mark.parametrize("name", [name for name in BATTLES if name.startswith("9e-")])
def test_a_recorded_battle_goes_as_it_went(name: str) -> None:
    record = read_record(name)
    blocks = list(log_battle(BATTLES[name].begin(), record.choices))
    if name in WHOLE:
        compare_lines(name, read_lines(f"{name}-log"), list(chain.from_iterable(blocks)))
    compare_blocks(name, record.logs, enumerate(blocks))
    assert len(blocks) == len(record.logs)
