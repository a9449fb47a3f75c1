"""Effects of every kind on every trigger: which of them a battle resolves, which last, is as it was recorded."""

from __future__ import annotations

import pytest

from datasheets.effects.vocabulary import KINDS
from tests.recorded.files import compare_lines, read_lines
from tests.recorded.kinds import effect_lines


@pytest.mark.sample(8, "edition")
@pytest.mark.parametrize("edition", ["9e", "8e"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_resolved_is_what_was(kind: str, edition: str) -> None:
    name = f"effects-{edition}"
    recorded = [line for line in read_lines(name) if line.startswith(f"{kind} ")]
    assert recorded, f"nothing is recorded of {kind}"
    compare_lines(name, recorded, list(effect_lines(f"wh40k-{edition}", kind)))
