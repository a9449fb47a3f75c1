"""What the options of recorded battles are worth to the programs that play, decision by decision."""

from __future__ import annotations

import pytest

from tests.recorded.battles import BATTLES, OWN
from tests.recorded.files import compare_blocks, read_record
from tests.recorded.worth import weigh_battle

PARTS = 3


@pytest.mark.sample(4)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", [name for name, battle in BATTLES.items() if battle.weighed and name not in OWN])
def test_programs_weigh_options_as_they_did(name: str, part: int) -> None:
    record = read_record(name)
    weighed = weigh_battle(BATTLES[name].begin(), record.choices, part, PARTS)
    compare_blocks(name, [entry.worth for entry in record.entries], weighed)
