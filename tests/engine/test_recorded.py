"""Recorded battles as they are shown: sentences and options (their codes and values), a glance, expectations, pointing."""

from __future__ import annotations

import pytest

from tests.recorded.battles import BATTLES, OWN
from tests.recorded.files import compare_blocks, read_record
from tests.recorded.words import in_codes, word_battle


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", [name for name in BATTLES if name not in OWN])
def test_a_recorded_battle_is_shown_as_it_was(name: str) -> None:
    record = read_record(name)
    with in_codes():
        shown = word_battle(BATTLES[name].begin(), record.choices)
        compare_blocks(name, [entry.words for entry in record.entries], enumerate(shown))
