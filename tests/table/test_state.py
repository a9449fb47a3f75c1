"""The state: one buffer, cheap copies, views that stay views."""

import copy
import pickle

import numpy as np
import pytest

from resolver.table.board import Board
from resolver.table.columns import layout
from resolver.table.names import Bits, Counters, Names
from resolver.table.state import State, distances


@pytest.fixture
def state() -> State:
    state = State(6, 3, Board(60, 44), markers=2)
    state.write("unit", ..., [0, 0, 1, 1, 1, 2])
    state.write("owner", ..., [0, 1, 1])
    state.write("alive", ..., [1, 1, 1, 0, 1, 1])
    state.write("on_table", ..., [1, 1, 1, 1, 0, 1])
    state.write("radius", ..., 0.5)
    state.write("x", ..., np.arange(6) * 3)
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


def test_a_state_has_room_for_each_name():
    names = Names(
        unit_marks=Bits({f"mark {number}": "battle" for number in range(33)}),
        pairs=Bits({f"pair {number}": "battle" for number in range(9)}),
        unit_counters=Counters({f"count {number}": "battle" for number in range(17)}, {"one more": "battle"}),
    )
    state = State(6, 3, Board(60, 44), names=names)
    state.write("unit_marks", 2, names.unit_marks["mark 32"])
    state.write("pairs", (0, 2), names.pairs["pair 8"])
    state.write("unit_counters", (2, names.unit_counters["one more"]), 7)
    assert (int(state.unit_marks[2]), int(state.pairs[0, 2])) == (1 << 32, 1 << 8)
    assert state.unit_counters.sum() == state.unit_counters[2, 17] == 7
    assert state.player_counters.shape == (2, 0)


def test_names_said_twice_and_too_many_marks_are_refused():
    with pytest.raises(ValueError, match="said twice: moved"):
        Counters({"moved": "turn", "held": "battle"}, {"moved": "phase"})
    with pytest.raises(ValueError, match="65 marks where 64 fit"):
        Bits({f"mark {number}": "battle" for number in range(65)})


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
    state.write("unit", 0, -1)
    assert state.standing_of(0).tolist() == [1]


def test_distances_between_models_by_index(state):
    assert distances(state, np.array([0, 1]), np.array([2])).tolist() == [[5.0], [2.0]]
    body = state.bodies([5])
    body.x[0] = 1.0
    assert state.x[5] == 15.0
