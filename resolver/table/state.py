"""The state of a battle in arrays: everything that outlives an activation, in one buffer.

A copy copies the buffer and nothing else (about a microsecond); the arrays are views, made when first asked for. What was
worked out from a state is kept with it, for as long as the bytes from which it was worked out are the same.
Models and units have one global index each; `-1` is "none". What marks, counters and pairs mean, a ruleset says.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from resolver.table import geometry
from resolver.table.bases import Bodies, Floats
from resolver.table.board import Board
from resolver.table.columns import HEADER, ROLL, Layout, layout
from resolver.table.compiled import members
from resolver.table.geometry import Flags, Indices

Ints = NDArray[np.int64]
Bits = NDArray[np.uint64]
Kept = tuple[bytes, Board | None, dict[Any, Any]]

_NONE_AT_FIRST = ("unit", "owner", "embarked_in")
_NOTHING: Kept = (b"", None, {})


class _Header:
    """One whole number of the header as an attribute."""

    def __init__(self, name: str) -> None:
        self._place = HEADER.index(name)

    def __get__(self, state: State, _: type[State] | None = None) -> int:
        return int(state.header[self._place])

    def __set__(self, state: State, value: int) -> None:
        state.header[self._place] = value


class State:
    """A battle's state. Only the engine's `happen` writes it; anybody may read it and copy it.

    Models (arrays of n): `x, y, z, facing, half, radius, height, extent`, together `poses` (8, n; see `Bodies`);
    `unit, profile, loadout` (indices), `wounds` left, `marks` (bit field), `counters` (n, 4), `alive`, `on_table`.
    Units (arrays of m): `owner, starting_strength, embarked_in` (index of the transport's model), `unit_marks` (bit field),
    `unit_counters` (m, 16), `pairs` (m, m): bits that a unit has about another one, such as "is a charge target of".
    Players: `command_points, victory_points, player_counters` (2, 32).
    Header: `game, round, turn, phase, first, over, winner` (whole numbers), `header_counters` (16).
    Field: `board`, and `markers` (k, 2), which are not a number until they are placed.
    """

    __slots__ = (
        "board",
        "buffer",
        "size",
        *layout(0, 0, 0).columns,
        "_layout",
        "_spans",
        "_kept",
    )

    board: Board
    buffer: NDArray[np.uint8]
    size: tuple[int, int, int]
    _layout: Layout
    _spans: tuple[memoryview, ...]
    _kept: list[Kept]
    header: Ints
    header_counters: Ints
    markers: Floats
    command_points: Ints
    victory_points: Ints
    player_counters: Ints
    owner: Ints
    starting_strength: Ints
    embarked_in: Ints
    unit_marks: Bits
    unit_counters: Ints
    x: Floats
    y: Floats
    z: Floats
    facing: Floats
    half: Floats
    radius: Floats
    height: Floats
    extent: Floats
    poses: Floats
    unit: Ints
    profile: Ints
    loadout: Ints
    wounds: Ints
    marks: Bits
    counters: Ints
    alive: Flags
    on_table: Flags
    pairs: NDArray[np.uint8]

    game = _Header("game")
    round = _Header("round")
    turn = _Header("turn")
    phase = _Header("phase")
    first = _Header("first")
    over = _Header("over")
    winner = _Header("winner")

    def __init__(self, models: int, units: int, board: Board, markers: int = 0) -> None:
        """Make room for so many models, units and objective markers; all is zero or "none"."""
        self.size, self.board = (models, units, markers), board
        self._hold(np.zeros(layout(*self.size).ends[-1], dtype=np.uint8))
        for name in _NONE_AT_FIRST:
            getattr(self, name)[:] = -1
        self.winner = self.first = -1
        self.markers[:] = np.nan

    def __getattr__(self, name: str) -> Any:
        """Make the view of an array when it is first asked for."""
        if name == "_layout" or name not in self._layout.columns:
            raise AttributeError(name)
        offset, kind, shape = self._layout.columns[name]
        view: NDArray[Any] = np.ndarray(shape, kind, self.buffer, offset)
        setattr(self, name, view)
        return view

    def _hold(self, buffer: NDArray[np.uint8]) -> None:
        self.buffer, self._layout = buffer, layout(*self.size)
        (roll, forces, field, every), bytes_of = self._layout.ends, buffer.data
        self._spans = bytes_of[:roll], bytes_of[:forces], bytes_of[:field], bytes_of[:every]
        self._kept = [_NOTHING, _NOTHING, _NOTHING, _NOTHING]

    def copy(self, *, knowing: bool = False) -> State:
        """Return an independent copy; the board is shared, and where it is `knowing` what was worked out so far."""
        twin = State.__new__(State)
        twin.size, twin.board = self.size, self.board
        twin._hold(self.buffer.copy())
        if knowing:
            twin._kept = list(self._kept)
        return twin

    def kept(self, span: int) -> dict[Any, Any]:
        """Return what was worked out from a span of the state (`columns`) and nothing else, to be looked up and added to.

        It is empty as soon as a byte of the span differs, whoever wrote it. Knowing copies add to the same while they are
        equal: only values go in, nothing that holds a state or a game.
        """
        now = bytes(self._spans[span])
        then, board, known = self._kept[span]
        if now != then or board is not self.board:
            known = {}
            self._kept[span] = now, self.board, known
        return known

    def restore(self, saved: State) -> None:
        """Become equal to a saved copy, in place: arrays that somebody holds show the old values again."""
        self.buffer[:] = saved.buffer
        self.board = saved.board

    def __getstate__(self) -> tuple[tuple[int, int, int], Board, NDArray[np.uint8]]:
        return self.size, self.board, self.buffer

    def __setstate__(self, saved: tuple[tuple[int, int, int], Board, NDArray[np.uint8]]) -> None:
        self.size, self.board = saved[:2]
        self._hold(saved[2])

    def to_bytes(self) -> bytes:
        """Return everything but the board; equal states give equal bytes."""
        return self.buffer.tobytes()

    def models_of(self, unit: int) -> Indices:
        """Return the models of the unit that are alive, on the table or not, in the order of the roster.

        This and the next two hand the same array out again and again: nobody changes it.
        """
        known = self.kept(ROLL)
        key = ("of", unit)
        if key not in known:
            known[key] = members.of_unit(self.unit, self.alive, unit)
        found: Indices = known[key]
        return found

    def standing(self, unit: int) -> Indices:
        """Return the models of the unit that are alive and on the table."""
        known = self.kept(ROLL)
        if unit not in known:
            known[unit] = members.standing(self.unit, self.alive, self.on_table, unit)
        found: Indices = known[unit]
        return found

    def standing_of(self, player: int) -> Indices:
        """Return all models of a player that are alive and on the table."""
        known = self.kept(ROLL)
        key = ("player", player)
        if key not in known:
            known[key] = members.standing_of(self.unit, self.alive, self.on_table, self.owner, player)
        found: Indices = known[key]
        return found

    def bodies(self, models: Indices | list[int]) -> Bodies:
        """Return footprints and poses of some models, as copies."""
        return Bodies(self.poses.take(models, 1))


def distances(state: State, models_a: Indices, models_b: Indices) -> Floats:
    """Return the distances between models, edge to edge, a row for each of a and a column for each of b."""
    return geometry.distances(state.bodies(models_a), state.bodies(models_b))
