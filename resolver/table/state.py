"""The state of a battle in arrays: everything that outlives an activation, in one buffer.

A copy copies the buffer and nothing else (about a microsecond); the arrays are views, made when first asked for.
Models and units have one global index each; `-1` is "none". What marks, counters and pairs mean, a ruleset says.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from resolver.table import geometry
from resolver.table.bases import ROWS, Bodies, Floats
from resolver.table.board import Board
from resolver.table.compiled import members
from resolver.table.geometry import Flags, Indices

Ints = NDArray[np.int64]
Bits = NDArray[np.uint64]

_PER_MODEL = (
    *((name, "f8", ()) for name in ROWS),
    *((name, "i8", ()) for name in ("unit", "profile", "loadout", "wounds")),
    ("marks", "u8", ()),
    ("counters", "i8", (4,)),
    ("alive", "?", ()),
    ("on_table", "?", ()),
)
_PER_UNIT = (
    *((name, "i8", ()) for name in ("owner", "starting_strength", "embarked_in")),
    ("unit_marks", "u8", ()),
    ("unit_counters", "i8", (16,)),
)
_PER_PLAYER = (("command_points", "i8", ()), ("victory_points", "i8", ()), ("player_counters", "i8", (32,)))
_HEADER = ("game", "round", "turn", "phase", "first", "over", "winner")
_NONE_AT_FIRST = ("unit", "owner", "embarked_in")


@lru_cache(maxsize=64)
def _layout(models: int, units: int, markers: int) -> tuple[dict[str, tuple[int, str, tuple[int, ...]]], int]:
    """Where each array lies in the buffer: name -> (offset, dtype, shape); and the size of the buffer."""
    rows = [
        ("header", "i8", (len(_HEADER),)),
        ("header_counters", "i8", (16,)),
        ("markers", "f8", (markers, 2)),
        *((name, kind, (2, *more)) for name, kind, more in _PER_PLAYER),
        *((name, kind, (units, *more)) for name, kind, more in _PER_UNIT),
        *((name, kind, (models, *more)) for name, kind, more in _PER_MODEL),
        ("pairs", "u1", (units, units)),
    ]
    offsets: dict[str, tuple[int, str, tuple[int, ...]]] = {}
    end = 0
    for name, kind, shape in rows:
        offsets[name] = (end, kind, shape)
        end += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 8) * 8
    offsets["poses"] = (offsets["x"][0], "f8", (len(ROWS), models))
    return offsets, end


class _Header:
    """One whole number of the header as an attribute."""

    def __init__(self, place: int) -> None:
        self._place = place

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
        *_layout(0, 0, 0)[0],
    )

    board: Board
    buffer: NDArray[np.uint8]
    size: tuple[int, int, int]
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

    game = _Header(0)
    round = _Header(1)
    turn = _Header(2)
    phase = _Header(3)
    first = _Header(4)
    over = _Header(5)
    winner = _Header(6)

    def __init__(self, models: int, units: int, board: Board, markers: int = 0) -> None:
        """Make room for so many models, units and objective markers; all is zero or "none"."""
        self.size, self.board = (models, units, markers), board
        self.buffer = np.zeros(_layout(*self.size)[1], dtype=np.uint8)
        for name in _NONE_AT_FIRST:
            getattr(self, name)[:] = -1
        self.winner = self.first = -1
        self.markers[:] = np.nan

    def __getattr__(self, name: str) -> Any:
        """Make the view of an array when it is first asked for."""
        if name in ("size", "board", "buffer") or name not in State.__slots__:
            raise AttributeError(name)
        offset, kind, shape = _layout(*self.size)[0][name]
        view: NDArray[Any] = np.ndarray(shape, kind, self.buffer, offset)
        setattr(self, name, view)
        return view

    def copy(self) -> State:
        """Return an independent copy; the board is shared."""
        twin = State.__new__(State)
        twin.size, twin.board = self.size, self.board
        twin.buffer = self.buffer.copy()
        return twin

    def restore(self, saved: State) -> None:
        """Become equal to a saved copy, in place: arrays that somebody holds show the old values again."""
        self.buffer[:] = saved.buffer
        self.board = saved.board

    def __getstate__(self) -> tuple[tuple[int, int, int], Board, NDArray[np.uint8]]:
        return self.size, self.board, self.buffer

    def __setstate__(self, saved: tuple[tuple[int, int, int], Board, NDArray[np.uint8]]) -> None:
        self.size, self.board, self.buffer = saved

    def to_bytes(self) -> bytes:
        """Return everything but the board; equal states give equal bytes."""
        return self.buffer.tobytes()

    def models_of(self, unit: int) -> Indices:
        """Return the models of the unit that are alive, on the table or not, in the order of the roster."""
        return members.of_unit(self.unit, self.alive, unit)

    def standing(self, unit: int) -> Indices:
        """Return the models of the unit that are alive and on the table."""
        return members.standing(self.unit, self.alive, self.on_table, unit)

    def standing_of(self, player: int) -> Indices:
        """Return all models of a player that are alive and on the table."""
        return members.standing_of(self.unit, self.alive, self.on_table, self.owner, player)

    def bodies(self, models: Indices | list[int]) -> Bodies:
        """Return footprints and poses of some models, as copies."""
        return Bodies(self.poses.take(models, 1))


def distances(state: State, models_a: Indices, models_b: Indices) -> Floats:
    """Return the distances between models, edge to edge, a row for each of a and a column for each of b."""
    return geometry.distances(state.bodies(models_a), state.bodies(models_b))
