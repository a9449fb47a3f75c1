"""The Movement phase of 8th edition."""

import pytest

from tests.field import moves, unit
from tests.wh40k_8e.field import Field

rule, example = pytest.mark.rule, pytest.mark.example


@rule("8E-ENEMY-03")
@rule("8E-Q-02")
@example("8E-EX-81")
def test_a_model_may_not_end_within_an_inch_of_an_enemy() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "move-units")
    (model,) = field.put("a.x", (10.0, 10.0))
    field.put("b.y", (16.0, 10.0))
    field.go()
    field.choose("select", unit="a.x")
    refusal = field.refused("move", kind="normal", moves=moves((model, 14.0, 10.0)))
    assert refusal
    assert refusal.rule == "8E-ENEMY-03"
    assert field.refused("move", kind="normal", moves=moves((model, 13.99, 10.0))) is None
