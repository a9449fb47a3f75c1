"""The state of a battle in arrays: everything that outlives an activation, in one buffer.

A copy copies the buffer and nothing else (about a microsecond); the arrays are views, made when first asked for. What was
worked out from a state is kept with it (`memory`) until what it was worked out from is written (`write`).
Models and units have one global index each; `-1` is "none". Marks, counters and pairs are a ruleset's own, by its `names`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from resolver.table import geometry
from resolver.table.bases import Bodies, Floats
from resolver.table.board import Board
from resolver.table.columns import ALL, HEADER, ROLL, Layout, layout
from resolver.table.compiled import members
from resolver.table.geometry import Flags, Indices
from resolver.table.names import NO_NAMES, Names

Ints = NDArray[np.int64]
Bits = NDArray[np.unsignedinteger[Any]]

_NONE_AT_FIRST = ("unit", "owner", "embarked_in")


class _Header:
    """One whole number of the header as an attribute."""

    def __init__(self, name: str) -> None:
        self._place = HEADER.index(name)

    def __get__(self, state: State, _: type[State] | None = None) -> int:
        return int(state.header[self._place])

    def __set__(self, state: State, value: int) -> None:
        state.write("header", self._place, value)


class Memory(dict[int, dict[Any, Any]]):
    """What was worked out from a state, by the groups of columns that it was worked out from.

    The dictionary of some groups stands for what their columns say: who writes one puts a new dictionary in its place. So
    copies may hand on and share what they know, and part ways where one of them is written.
    """

    def __missing__(self, groups: int) -> dict[Any, Any]:
        known = self[groups] = {}
        return known

    def forget(self, group: int) -> None:
        """Forget what was worked out from this group, with others or alone."""
        for groups in self:
            if groups & group:
                self[groups] = {}


class State:
    """A battle's state. Only the engine's `happen` writes it; anybody may read it and copy it.

    Columns are written by `write` alone; the board and the numbers of the header are set.

    Models (arrays of n): `x, y, z, facing, half, radius, height, extent`, together `poses` (8, n; see `Bodies`);
    `unit, profile, loadout` (indices), `wounds` left, `marks` (bit field), `counters` (n, named), `alive`, `on_table`.
    Units (arrays of m): `owner, starting_strength, embarked_in` (index of the transport's model), `unit_marks` (bit field),
    `unit_counters` (m, named), `pairs` (m, m): bits that a unit has about another one, such as "is a charge target of".
    Players: `player_counters` (2, named). The battle: `battle_counters` (named).
    Header: `game, round, turn` (the player whose turn it is), `phase` (index of the step), `first` (who has the first turn),
    `go` (who acts next where players alternate), `over, winner` (whole numbers).
    Field: `board`, and `markers` (k, 2), which are not a number until they are placed.
    """

    __slots__ = (
        "buffer",
        "size",
        "names",
        "memory",
        *layout(0, 0, 0).columns,
        "_board",
        "_layout",
    )

    buffer: NDArray[np.uint8]
    size: tuple[int, int, int]
    names: Names
    memory: Memory
    _board: Board
    _layout: Layout
    header: Ints
    battle_counters: Ints
    markers: Floats
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
    pairs: Bits

    game = _Header("game")
    round = _Header("round")
    turn = _Header("turn")
    phase = _Header("phase")
    first = _Header("first")
    go = _Header("go")
    over = _Header("over")
    winner = _Header("winner")

    def __init__(self, models: int, units: int, board: Board, markers: int = 0, names: Names = NO_NAMES) -> None:
        """Make room for so many models, units and objective markers, and what a ruleset names; all is zero or "none"."""
        self.size, self.names, self._board = (models, units, markers), names, board
        self._layout = layout(*self.size, names)
        self._hold(np.zeros(self._layout.length, dtype=np.uint8))
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
        self.buffer, self.memory = buffer, Memory()

    @property
    def board(self) -> Board:
        """The battlefield; copies share it."""
        return self._board

    @board.setter
    def board(self, board: Board) -> None:
        self._board = board
        self.memory.forget(ALL)

    def write(self, name: str, where: Any, value: Any, by: np.ufunc | None = None) -> None:
        """Write into a column; unless that changes nothing, what was worked out from its group is forgotten.

        Args:
            where: index of what is written.
            by: what becomes of the old value and the given one (`np.add`); None: the given one takes its place.
        """
        column = getattr(self, name)
        before = column.tobytes()  # a few hundred bytes: to compare all is quicker than to find the same places again
        column[where] = value if by is None else by(column[where], value)
        if column.tobytes() != before:
            self.memory.forget(self._layout.groups[name])

    def copy(self, *, knowing: bool = False) -> State:
        """Return an independent copy; the board is shared, and where it is `knowing` what was worked out so far.

        What a knowing copy works out is known to this state, too, and the other way round, until one of them is written:
        only values go into `memory`, nothing that holds a state or a game.
        """
        twin = State.__new__(State)
        twin.size, twin.names, twin._board, twin._layout = self.size, self.names, self._board, self._layout
        twin._hold(self.buffer.copy())
        if knowing:
            twin.memory.update(self.memory)
        return twin

    def __getstate__(self) -> tuple[tuple[int, int, int], Names, Board, NDArray[np.uint8]]:
        return self.size, self.names, self._board, self.buffer

    def __setstate__(self, saved: tuple[tuple[int, int, int], Names, Board, NDArray[np.uint8]]) -> None:
        self.size, self.names, self._board = saved[:3]
        self._layout = layout(*self.size, self.names)
        self._hold(saved[3])

    def to_bytes(self) -> bytes:
        """Return everything but the board; equal states give equal bytes."""
        return self.buffer.tobytes()

    def models_of(self, unit: int) -> Indices:
        """Return the models of the unit that are alive, on the table or not, in the order of the roster.

        This and the next two hand the same array out again and again: nobody changes it.
        """
        known = self.memory[ROLL]
        key = ("of", unit)
        if key not in known:
            known[key] = members.of_unit(self.unit, self.alive, unit)
        found: Indices = known[key]
        return found

    def standing(self, unit: int) -> Indices:
        """Return the models of the unit that are alive and on the table."""
        known = self.memory[ROLL]
        if unit not in known:
            known[unit] = members.standing(self.unit, self.alive, self.on_table, unit)
        found: Indices = known[unit]
        return found

    def standing_of(self, player: int) -> Indices:
        """Return all models of a player that are alive and on the table."""
        known = self.memory[ROLL]
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
