"""What is kept of what was worked out: dropped when what it was worked out from differs, and worked out from no more."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from exports.document import RosterDocument
from resolver.engine.battle import Battle
from resolver.engine.game import Game
from resolver.players import BOTS, Stuck, play
from resolver.table.board import Board
from resolver.table.columns import ALL, FIELD, FORCES, PLACES, ROLL, layout
from resolver.table.names import Counters, Names
from resolver.table.state import State
from tests.armies import few
from tests.gate import Guarded

SETS = (ROLL, PLACES, FORCES, FIELD, ALL)
FLAGS = ("alive", "on_table")
ONE = Counters({"one": "battle"})
NAMES = Names(unit_counters=ONE, model_counters=ONE, player_counters=ONE, battle_counters=ONE)


def few_units() -> tuple[RosterDocument, RosterDocument]:
    return few("sunward-patrol", "Dawn Marshal", "Host Guard"), few("gloam-patrol", "Pale Regent", "Gloam Guard")


def columns(groups: int) -> set[str]:
    """The columns of some groups."""
    return {name for name, group in layout(2, 2, 1).groups.items() if group & groups}


@pytest.mark.parametrize("groups", SETS)
def test_groups_are_forgotten_with_each_of_their_columns_and_with_no_other(groups: int) -> None:
    for name in columns(ALL):
        state = State(2, 2, Board(60, 44), 1, NAMES)
        state.memory[groups]["answer"] = 1
        state.write(name, ..., 1, by=None if name == "markers" else np.add if name not in FLAGS else np.logical_xor)
        assert ("answer" in state.memory[groups]) is (name not in columns(groups)), name


def test_a_write_that_changes_nothing_forgets_nothing() -> None:
    state = State(2, 2, Board(60, 44), 1)
    state.memory[ALL]["answer"] = 1
    state.write("on_table", 0, False)
    state.round = 0
    assert state.memory[ALL] == {"answer": 1}
    state.round = 1
    assert state.memory[ALL] == {}


@pytest.mark.parametrize("groups", SETS)
def test_another_board_is_another_state(groups: int) -> None:
    state = State(2, 2, Board(60, 44), 1)
    state.memory[groups]["answer"] = 1
    state.board = Board(60, 44)
    assert state.memory[groups] == {}


def test_copies_know_the_same_until_one_is_written() -> None:
    state = State(2, 2, Board(60, 44), 1)
    state.memory[FIELD]["answer"] = 1
    ignorant, twin = state.copy(), state.copy(knowing=True)
    assert (ignorant.memory[FIELD], twin.memory[FIELD]) == ({}, {"answer": 1})
    twin.memory[FIELD]["another"] = 2
    assert state.memory[FIELD] == {"answer": 1, "another": 2}
    twin.write("x", 0, 5.0)
    state.write("x", 0, 5.0)
    twin.memory[FIELD]["answer"] = 3
    assert state.memory[FIELD] == {}


class Watched(State):
    """A state that notes which of its columns are read."""

    read: set[str]

    def __getattribute__(self, name: str) -> Any:
        if name in layout(0, 0, 0).columns:
            self.read.add(name)
        return object.__getattribute__(self, name)

    def copy(self, *, knowing: bool = False) -> State:
        self.read.update(columns(ALL))
        return super().copy(knowing=knowing)


def watch_state(state: State) -> Watched:
    """Make another state out of the same bytes: nothing is known of it yet."""
    twin = Watched.__new__(Watched)
    twin.read = set()
    twin.__setstate__((state.size, state.names, state.board, state.buffer))
    twin.read.clear()
    return twin


def test_a_battle_writes_columns_by_the_gate_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    hold = State._hold

    def hold_guarded(state: State, buffer: Any) -> None:
        hold(state, buffer)
        state.memory = Guarded(state)

    monkeypatch.setattr(State, "_hold", hold_guarded)
    battle = Battle.start(few_units(), seed=8)
    play(battle, (BOTS["greedy"](1), BOTS["greedy"](1)))
    assert {"unit.fights", "mortal-wounds.suffered"} <= {event["kind"] for event in battle.events}


def test_a_write_past_the_gate_is_found() -> None:
    state = State(2, 2, Board(60, 44), 1)
    state.memory = Guarded(state)
    state.standing(0)
    state.on_table[0] = True
    with pytest.raises(AssertionError, match="stale"):
        state.standing(0)


def test_what_is_known_is_worked_out_from_its_groups_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()

    def cache_and_check(game: Game, groups: int, key: tuple[object, ...], make: Callable[[], Any]) -> Any:
        asked.add(str(key[0]))
        state = game.state
        if key in state.memory[groups]:
            value = state.memory[groups][key]
        else:
            game.state = watch_state(state)
            try:
                value = make()
                beyond = game.state.read - columns(groups)
            finally:
                game.state = state
            assert not beyond, f"{key} reads {sorted(beyond)}"
            state.memory[groups][key] = value
        if isinstance(state, Watched):
            state.read |= columns(groups)
        return value

    monkeypatch.setattr(Game, "cache", cache_and_check)
    battle = Battle.start(few_units(), seed=1)
    with suppress(Stuck):
        play(battle, (BOTS["planning"](1), BOTS["greedy"](1)), most=50)
    greedy = "outlook presence distance engaged keywords speed speeds fighting surroundings near placed markers stake"
    planning = "ahead risk army worth present away coming counts rival threat gaps nearest visible"
    assert {*greedy.split(), *planning.split()} <= asked
