"""Line of sight: what hides a model and what does not."""

import numpy as np
import pytest

from resolver.table.board import Area, Board, Terrain
from resolver.table.sight import visible
from resolver.table.state import State
from resolver.table.units import glimpsed_units


def wall(left, bottom, right, top, height, **more) -> Terrain:
    return Terrain("wall", Area.rectangle(left, bottom, right, top), height, **more)


def table(models: list[tuple], *terrain: Terrain) -> State:
    """Models as (x, y, unit) or (x, y, unit, z) or (x, y, unit, z, radius, height); the first one shoots."""
    state = State(len(models), 1 + max(row[2] for row in models), Board(60, 44, terrain))
    for index, row in enumerate(models):
        x, y, unit, z, radius, height = (*row, *(0.0, 0.5, 2.0)[len(row) - 3 :])
        state.write("x", index, x)
        state.write("y", index, y)
        state.write("unit", index, unit)
        state.write("z", index, z)
        state.write("radius", index, radius)
        state.write("height", index, height)
    state.write("alive", ..., True)
    state.write("on_table", ..., True)
    return state


def can_see(state: State, shooter: int = 0, target: int = 1, **more) -> bool:
    return bool(visible(state, np.array([shooter]), np.array([target]), **more)[0, 0])


US, THEM, OTHERS = 0, 1, 2
PAIR = [(10, 20, US), (30, 20, THEM)]


@pytest.mark.rule("9E-TARGET-06")
def test_nothing_between_means_visible():
    assert can_see(table(PAIR))


@pytest.mark.rule("9E-TARGET-06")
@pytest.mark.parametrize(
    ("piece", "free"),
    [
        (wall(19, 10, 21, 30, 5.0), False),
        (wall(19, 10, 21, 30, 2.1), False),
        (wall(19, 10, 21, 30, 2.0), True),
        (wall(19, 10, 21, 30, 5.0, blocks_sight=False), True),
        (wall(19, 20.2, 21, 30, 5.0), True),
        (wall(19, 19.6, 21, 20.4, 5.0), True),
        (wall(19, 20.6, 21, 30, 5.0), True),
        (wall(35, 10, 37, 30, 5.0), True),
        (wall(29.3, 18, 29.4, 22, 1.9), True),
        (wall(29.3, 18, 29.4, 22, 2.5), False),
    ],
)
def test_terrain_higher_than_both_hides_what_is_wholly_behind_it(piece, free):
    assert can_see(table(PAIR, piece)) is free


def test_from_above_one_sees_over_a_wall():
    low = wall(19, 10, 21, 30, 4.0)
    tower = wall(5, 15, 12, 25, 12.0)
    assert not can_see(table([(10, 20, US), (35, 20, THEM)], low))
    assert can_see(table([(10, 20, US, 12.0), (35, 20, THEM)], low, tower))


def test_a_piece_in_which_one_stands_does_not_blind_but_hides_what_is_beyond():
    wood = wall(8, 15, 14, 25, 6.0, blocks_movement=False)
    assert can_see(table(PAIR, wood))
    assert can_see(table([(2, 20, US), (10, 20, THEM)], wood))
    assert not can_see(table([(2, 20, US), (30, 20, THEM)], wood))


@pytest.mark.rule("9E-TARGET-06")
@pytest.mark.parametrize(
    ("between", "free"),
    [
        ((20, 20, OTHERS, 0, 0.6, 2.0), False),
        ((20, 20, OTHERS, 0, 0.6, 1.9), True),
        ((20, 20, OTHERS, 0, 0.3, 2.0), True),
        ((20, 21.2, OTHERS, 0, 0.6, 2.0), True),
        ((20, 20, OTHERS, 3, 0.6, 2.0), True),
        ((40, 20, OTHERS, 0, 2.0, 9.0), True),
        ((20, 20, THEM, 0, 0.6, 2.0), False),
    ],
)
def test_other_models_hide_a_model(between, free):
    assert can_see(table([*PAIR, between])) is free
    assert can_see(table([*PAIR, between]), models_block=False)


@pytest.mark.rule("9E-TARGET-07")
def test_one_sees_through_the_own_unit():
    assert can_see(table([*PAIR, (20, 20, US, 0, 3.0, 9.0)]))
    assert not can_see(table([*PAIR, (20, 20, OTHERS, 0, 3.0, 9.0)]))


def test_models_off_the_table_or_dead_hide_nothing():
    for column in ("alive", "on_table"):
        state = table([*PAIR, (20, 20, OTHERS, 0, 3.0, 9.0)])
        getattr(state, column)[2] = False
        assert can_see(state)


def test_a_long_model_shows_its_ends():
    hull = table([*PAIR], wall(19, 18, 21, 22, 6.0))
    assert not can_see(hull)
    hull.half[1], hull.facing[1] = 6.0, np.pi / 2
    assert can_see(hull)
    hull.facing[1] = 0.0
    assert not can_see(hull)


def test_a_long_model_hides_by_its_length():
    state = table([*PAIR, (20, 25, OTHERS, 0, 0.6, 3.0)])
    assert can_see(state)
    state.write("half", 2, 6.0)
    state.write("facing", 2, np.pi / 2)
    assert not can_see(state)
    state.write("facing", 2, 0.0)
    assert can_see(state)


def test_all_pairs_at_once_are_the_pairs_one_by_one():
    rng = np.random.default_rng(3)
    pieces = [wall(x, y, x + 4, y + 3, h) for x, y, h in rng.uniform((0, 0, 1), (50, 40, 6), (12, 3))]
    rows = [
        (x, y, n // 8, 0.0, r, h) for n, (x, y, r, h) in enumerate(rng.uniform((1, 1, 0.4, 1), (59, 43, 1.5, 4), (40, 4)))
    ]
    state = table(rows, *pieces)
    shooters, targets = np.arange(8), np.arange(8, 40)
    found = visible(state, shooters, targets)
    assert 0.1 < found.mean() < 0.9
    one_by_one = [[can_see(state, int(s), int(t)) for t in targets] for s in shooters]
    assert found.tolist() == one_by_one


def test_nobody_and_nothing():
    state = table(PAIR)
    assert visible(state, np.array([], dtype=int), np.array([1])).shape == (0, 1)
    assert visible(state, np.array([0]), np.array([], dtype=int)).shape == (1, 0)


def test_of_many_units_those_are_told_apart_that_are_glimpsed() -> None:
    """One behind a wall, one in the open, one in the open of which nobody asks."""
    state = table([(10, 20, US), (30, 20, THEM), (10, 40, OTHERS), (30, 35, 3)], wall(19, 18, 21, 22, 5.0))
    seen = glimpsed_units(state, np.array([0]), (THEM, OTHERS, 3), np.array([True, True, False]), 3)
    assert seen.tolist() == [False, True, False]
    assert (np.array([True, False, False]) | seen).tolist() == [True, True, False], "what was seen before is added to it"
