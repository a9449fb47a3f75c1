"""Recorded battles as they are shown: sentences and options (their codes and values), a glance, expectations, pointing."""

from __future__ import annotations

import pytest

from tests.recorded.battles import BATTLES
from tests.recorded.log import choices, compare, read
from tests.recorded.words import in_codes, worded


@pytest.mark.parametrize("name", BATTLES)
def test_a_recorded_battle_is_shown_as_it_was(name: str) -> None:
    made = choices(read(name))
    with in_codes():
        compare(f"{name}-words", read(f"{name}-words"), list(worded(BATTLES[name].begun(), made)))
