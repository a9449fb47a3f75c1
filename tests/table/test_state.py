"""The state: one buffer, cheap copies, views that stay views."""

import copy
import pickle

import numpy as np
import pytest

from resolver.table.board import Board
from resolver.table.columns import layout
from resolver.table.state import State, distances


@pytest.fixture
def state() -> State:
    state = State(6, 3, Board(60, 44), markers=2)
    state.unit[:] = [0, 0, 1, 1, 1, 2]
    state.owner[:] = [0, 1, 1]
    state.alive[:] = [1, 1, 1, 0, 1, 1]
    state.on_table[:] = [1, 1, 1, 1, 0, 1]
    state.radius[:], state.x[:] = 0.5, np.arange(6) * 3
    return state


def test_it_starts_with_nothing():
    state = State(2, 1, Board(60, 44), 1)
    assert (state.winner, state.first, state.round, state.over) == (-1, -1, 0, 0)
    assert state.unit.tolist() == [-1, -1]
    assert state.embarked_in.tolist() == [-1]
    assert np.isnan(state.markers).all()
    assert not state.alive.any()


def test_a_copy_is_independent(state):
    twin = state.copy()
    twin.x[0], twin.turn, twin.unit_marks[1] = 9.0, 1, 4
    assert (state.x[0], state.turn, state.unit_marks[1]) == (0.0, 0, 0)
    assert twin.board is state.board
    assert twin.to_bytes() != state.to_bytes()


def test_views_of_different_columns_never_overlap(state):
    names = [name for name in layout(*state.size).columns if name != "poses"]
    for name in names:
        state.buffer[:] = 0
        getattr(state, name).view(np.uint8)[...] = 255
        used = int((state.buffer == 255).sum())
        assert used == getattr(state, name).nbytes
        assert all(not getattr(state, other).view(np.uint8).any() for other in names if other != name)


def test_restoring_shows_the_old_values_in_arrays_that_are_held(state):
    held, saved = state.wounds, state.copy()
    state.wounds[2], state.round = 5, 3
    state.restore(saved)
    assert (held[2], state.round) == (0, 0)
    assert state.to_bytes() == saved.to_bytes()


@pytest.mark.parametrize("again", [lambda s: pickle.loads(pickle.dumps(s)), copy.deepcopy])
def test_it_travels_between_processes(state, again):
    assert state.x[1] == 3.0
    twin = again(state)
    twin.x[1] = 7.0
    assert twin.to_bytes() != state.to_bytes()
    assert (twin.size, twin.board) == (state.size, state.board)
    with pytest.raises(AttributeError):
        twin.luck  # noqa: B018


def test_who_belongs_and_who_stands(state):
    assert state.models_of(1).tolist() == [2, 4]
    assert state.standing(1).tolist() == [2]
    assert state.standing_of(1).tolist() == [2, 5]
    assert state.standing_of(0).tolist() == [0, 1]
    state.unit[0] = -1
    assert state.standing_of(0).tolist() == [1]


def test_distances_between_models_by_index(state):
    assert distances(state, np.array([0, 1]), np.array([2])).tolist() == [[5.0], [2.0]]
    body = state.bodies([5])
    body.x[0] = 1.0
    assert state.x[5] == 15.0
