"""What is kept of what was worked out: dropped when what it was worked out from differs, and worked out from no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from exports.document import document_from
from resolver.engine.battle import Battle
from resolver.engine.game import Game
from resolver.players import BOTS, play
from resolver.table.board import Board
from resolver.table.columns import ALL, FIELD, FORCES, ROLL, layout
from resolver.table.state import State
from tests.armies import army

SPANS = (ROLL, FORCES, FIELD, ALL)


def columns(span: int) -> Iterator[str]:
    """The columns that lie in a span."""
    rows = layout(2, 2, 1)
    yield from (name for name, (offset, *_) in rows.columns.items() if offset < rows.ends[span])


@pytest.mark.parametrize("span", SPANS)
def test_a_span_is_forgotten_with_each_of_its_columns_and_with_no_other(span: int) -> None:
    for name in columns(ALL):
        state = State(2, 2, Board(60, 44), 1)
        state.kept(span)["answer"] = 1
        getattr(state, name).view(np.uint8)[...] ^= 1
        assert ("answer" in state.kept(span)) is (name not in set(columns(span))), name


@pytest.mark.parametrize("span", SPANS)
def test_another_board_is_another_state(span: int) -> None:
    state = State(2, 2, Board(60, 44), 1)
    state.kept(span)["answer"] = 1
    state.board = Board(60, 44)
    assert state.kept(span) == {}


def test_copies_know_the_same_while_they_are_equal() -> None:
    state = State(2, 2, Board(60, 44), 1)
    state.kept(FIELD)["answer"] = 1
    ignorant, twin = state.copy(), state.copy(knowing=True)
    assert (ignorant.kept(FIELD), twin.kept(FIELD)) == ({}, {"answer": 1})
    twin.x[0] = 5.0
    assert twin.kept(FIELD) == {}
    assert state.kept(FIELD) == {"answer": 1}
    twin.kept(FIELD)["answer"] = 2
    assert state.kept(FIELD) == {"answer": 1}


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


def watched(state: State) -> Watched:
    """Make another state out of the same bytes: nothing is known of it yet."""
    twin = Watched.__new__(Watched)
    twin.read = set()
    twin.__setstate__((state.size, state.board, state.buffer))
    twin.read.clear()
    return twin


def test_what_is_known_is_worked_out_from_its_span_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()

    def known(game: Game, span: int, key: tuple[object, ...], make: Callable[[], Any]) -> Any:
        state = game.state
        game.state = watched(state)
        try:
            value = make()
            beyond = game.state.read - set(columns(span))
        finally:
            game.state = state
        assert not beyond, f"{key} reads {sorted(beyond)}"
        if isinstance(state, Watched):
            state.read |= set(columns(span))
        asked.add(str(key[0]))
        return value

    monkeypatch.setattr(Game, "known", known)
    battle = Battle.start([document_from(army(name)) for name in ("sunward-host", "gloam-court")], seed=1)
    play(battle, (BOTS["greedy"](1), BOTS["greedy"](1)))
    assert {"outlook", "presence", "distance", "engaged", "keywords", "speed", "speeds", "fighting"} <= asked
    assert {"surroundings", "near", "placed", "markers", "stake"} <= asked
