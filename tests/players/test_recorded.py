"""What the options of recorded battles are worth to the programs that play, decision by decision."""

from __future__ import annotations

import pytest

from tests.recorded.battles import BATTLES
from tests.recorded.log import choices, compare, read, weighed

PARTS = 3


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", [name for name, battle in BATTLES.items() if battle.weighed])
def test_programs_weigh_options_as_they_did(name: str, part: int) -> None:
    made = choices(read(name))
    recorded = [line for line in read(f"{name}-worth") if int(line.split()[0]) % PARTS == part]
    compare(f"{name}-worth", recorded, list(weighed(BATTLES[name].begun(), made, part, PARTS)))
