"""Recorded battles of the games that are no editions of 40K: the same choices lead to the same events, words and worth."""

from __future__ import annotations

import pytest

from tests.recorded.battles import OWN
from tests.recorded.files import compare_blocks, read_record
from tests.recorded.log import log_battle
from tests.recorded.words import in_codes, word_battle
from tests.recorded.worth import weigh_battle

PARTS = 3


@pytest.mark.parametrize("name", OWN)
def test_a_recorded_battle_goes_as_it_went(name: str) -> None:
    record = read_record(name)
    blocks = list(log_battle(OWN[name].begin(), record.choices))
    compare_blocks(name, record.logs, enumerate(blocks))
    assert len(blocks) == len(record.logs)


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", OWN)
def test_a_recorded_battle_is_shown_as_it_was(name: str) -> None:
    record = read_record(name)
    with in_codes():
        compare_blocks(
            name, [entry.words for entry in record.entries], enumerate(word_battle(OWN[name].begin(), record.choices))
        )


@pytest.mark.sample(3)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", [name for name, battle in OWN.items() if battle.weighed])
def test_programs_weigh_options_as_they_did(name: str, part: int) -> None:
    record = read_record(name)
    weighed = weigh_battle(OWN[name].begin(), record.choices, part, PARTS)
    compare_blocks(name, [entry.worth for entry in record.entries], weighed)
