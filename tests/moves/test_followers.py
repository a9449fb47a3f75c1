"""Charges that are found by looking for longer: how the others of a unit follow the models that lead."""

from __future__ import annotations

import numpy as np
import pytest

from resolver.families.wh40k.moves import charge
from resolver.shared.moves import followers, moving
from resolver.shared.moves.allowance import equal_limits
from tests.field import Field, unit, wall

HIGH = 9.0


def at_a_wall(models: int, gap: tuple[float, float]) -> Field:
    """A unit in rows of five before a wall with a gap, behind which the one model stands that it charges."""
    left, right = gap
    terrain = [wall(10.0, 22.0, left, 23.0, HIGH), wall(right, 22.0, 50.0, 23.0, HIGH)]
    field = Field([unit("x", models)], [unit("y", 1)], "charges", terrain=terrain)
    field.put("a.x", *((29.49 + 2.203 * (row % 5), 20.68 - 2.203 * (row // 5)) for row in range(models)))
    field.put("b.y", (27.28, 25.19))
    return field


@pytest.mark.rule("9E-CHGUNIT-04")
def test_twenty_models_charge_through_a_gap_in_a_wall() -> None:
    """More than forty searches for a way are in vain until enough of them are through."""
    field = at_a_wall(20, (32.616, 34.256))
    for _ in charge.note_start(field.game):
        pass
    field.go(5, 6)
    field.choose("select", unit="a.x")
    assert field.options("charge-move")[0]["moves"] is not None


def test_a_way_that_was_not_found_is_not_looked_for_again() -> None:
    field = at_a_wall(5, (32.0, 32.2))
    game, target = field.game, field.game.unit("b.y")
    mover = moving.Mover(
        game, game.unit("a.x"), charge.manner(game, frozenset({target})), equal_limits(game, game.unit("a.x"), 11)
    )
    search, behind = followers.Search(mover), np.array([[30.0, 25.0, 0.0], [31.0, 25.0, 0.0]])
    assert search.way(mover.start, 0, behind[:1]) is None
    assert search.way(mover.start, 0, behind[:1]) is None
    assert search.failures == 1
    assert search.way(mover.start, 0, behind) is None
    assert search.way(mover.start, 1, behind) is None
    assert search.failures == 3
    assert search.way(mover.start, 0, np.array([[29.49, 21.0, 0.0]])) is not None
    search.failures = followers.FAILURES
    assert search.way(mover.start, 0, np.array([[29.49, 21.0, 0.0]])) is None
