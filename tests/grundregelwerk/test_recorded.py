"""Recorded battles of the Grundregelwerk: the same choices lead to the same events, offers and refusals as they did."""

from __future__ import annotations

import pytest

from tests.recorded.battles import OWN
from tests.recorded.files import compare_blocks, read_record
from tests.recorded.log import log_battle


@pytest.mark.parametrize("name", OWN)
def test_a_recorded_battle_goes_as_it_went(name: str) -> None:
    record = read_record(name)
    blocks = list(log_battle(OWN[name].begun(), record.choices))
    compare_blocks(name, record.logs, enumerate(blocks))
    assert len(blocks) == len(record.logs)
