"""A real roster that goes out as text comes back with the same models and weapons at the same costs."""

from random import Random
from typing import Any

import pytest

from tests.placing.real import oracle
from tests.placing.roundtrips import changes

pytestmark = pytest.mark.shared
SAMPLE = 2
"""How many rosters stand for all; `make sweep` tries every one."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "row", [pytest.param(row, id=row["id"]) for row in Random(13).sample(oracle(), min(SAMPLE, len(oracle())))]
)
def test_a_roster_comes_back_from_every_text(row: dict[str, Any]) -> None:
    assert [(format, how) for format, how in changes(row) if how != "explained"] == []
