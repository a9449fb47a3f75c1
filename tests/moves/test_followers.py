"""Charges that are found by looking for longer: how the others of a unit follow the models that lead."""

from __future__ import annotations

import numpy as np
import pytest

from resolver.families.wh40k.moves import charge
from resolver.families.wh40k.moves.movement import FALL_BACK
from resolver.shared.moves import followers, moving, proposals
from resolver.shared.moves.allowance import equal_limits
from resolver.table.advance import Paths
from resolver.table.bases import Bodies
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


def led_by_two() -> tuple[moving.Mover, Bodies, Paths]:
    """Four models, of which the first has gone 4 inches north and the second as far east."""
    field = Field([unit("x", 4)], [unit("y", 1)], "charges")
    field.put("a.x", (10.0, 20.0), (30.0, 20.0), (10.0, 18.0), (30.0, 17.0))
    field.put("b.y", (30.0, 30.0))
    game, x = field.game, field.game.unit("a.x")
    mover = moving.Mover(game, x, charge.manner(game, frozenset({game.unit("b.y")})), equal_limits(game, x, 11))
    led = [(0, np.array([[10.0, 20.0, 0.0], [10.0, 24.0, 0.0]])), (1, np.array([[30.0, 20.0, 0.0], [34.0, 20.0, 0.0]]))]
    return mover, mover.start.with_poses(np.array([10.0, 34.0, 10.0, 30.0]), np.array([24.0, 20.0, 18.0, 17.0])), led


def test_models_that_go_along_go_as_far_and_the_same_way_as_the_nearest_that_lead() -> None:
    mover, now, led = led_by_two()
    goals, order = followers.go_along(mover, now, led)
    assert goals[2] - mover.start.centres()[2] == pytest.approx([0.4, 3.6], abs=0.1)
    assert goals[3] - mover.start.centres()[3] == pytest.approx([3.5, 0.5], abs=0.1)
    assert list(order) == [1, 3, 0, 2], "those in front first"


@pytest.mark.parametrize(
    ("follow", "goals", "first"),
    [
        (followers.close_up, [[10, 24], [34, 20]], 3),  # 5 inches from where the second is, not 6
        (followers.stay_back, [[10, 18], [30, 17]], 3),
        (followers.stretch_out, [[34, 20], [34, 20]], 2),  # nearer to the first that leads
    ],
)
def test_models_follow_to_the_nearest_that_leads_or_to_the_last_or_not_at_all(
    follow: followers.Follow, goals: list[list[float]], first: int
) -> None:
    mover, now, led = led_by_two()
    found, order = follow(mover, now, led)
    assert found[2:].tolist() == goals
    assert next(row for row in order if row > 1) == first


def test_a_unit_whose_way_back_is_not_straight_still_falls_back() -> None:
    """It stands in a pen of walls: no way out of the enemy's reach leads as far as it may go, but a shorter one does."""
    pen = [wall(12, 17, 18, 18, HIGH), wall(12, 22, 18, 23, HIGH), wall(12, 18, 13, 22, HIGH)]
    field = Field([unit("x", 1)], [unit("y", 1)], "move-units", terrain=pen)
    (model,) = field.put("a.x", (17.0, 20.0))
    field.put("b.y", (18.5, 20.0))
    game, x = field.game, field.game.unit("a.x")
    [offer] = proposals.escapes(game, x, FALL_BACK, equal_limits(game, x, 6))
    [step] = offer["moves"]
    end = step["path"][-1]
    assert (step["model"], end[1]) == (model, pytest.approx(20.0, abs=1.6))
    assert 13.5 <= end[0] < 16.5
