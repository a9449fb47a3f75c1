"""What two armies differ in, in numbers that somebody who compares two sheets reads."""

from __future__ import annotations

import pytest

from builder.services.bundled import samples
from exports.document.differences import difference
from tests.armies import sample

SAMPLES = {each.system: each.id for each in samples()}


@pytest.mark.parametrize("system", SAMPLES)
def test_wounds_are_counted_whatever_the_game_calls_them(system: str) -> None:
    document = sample(SAMPLES[system])
    counted = next(change for change in difference(document.army, document.army).totals if change.what == "wounds")
    assert counted.before == counted.after
    assert counted.before[0] >= document.army.model_count > 0
