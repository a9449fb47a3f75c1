"""Where each column of a `State` lies in its buffer.

There are four spans, each of which begins where the buffer begins and contains the one before: to know whether what a
span says has changed is to compare two strings of bytes. What is asked most depends on the shortest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from resolver.table.bases import ROWS

ROLL, FORCES, FIELD, ALL = range(4)
"""Who belongs to whom, who is on the table and where the markers are; what models are and what is left of them; where they
stand; everything."""
HEADER = ("game", "round", "turn", "phase", "first", "over", "winner")

_Columns = tuple[tuple[str, str, tuple[int, ...]], ...]
_OF_MODELS: dict[int, _Columns] = {
    ROLL: (("unit", "i8", ()), ("alive", "?", ()), ("on_table", "?", ())),
    FORCES: (("profile", "i8", ()), ("loadout", "i8", ()), ("wounds", "i8", ()), ("marks", "u8", ())),
    FIELD: tuple((name, "f8", ()) for name in ROWS),
    ALL: (("counters", "i8", (4,)),),
}
_OF_UNITS: dict[int, _Columns] = {
    ROLL: (("owner", "i8", ()),),
    FORCES: (("starting_strength", "i8", ()),),
    FIELD: (("embarked_in", "i8", ()),),
    ALL: (("unit_marks", "u8", ()), ("unit_counters", "i8", (16,))),
}
_OF_PLAYERS: _Columns = (("command_points", "i8", ()), ("victory_points", "i8", ()), ("player_counters", "i8", (32,)))


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns by name: (offset, dtype, shape); and where each span ends, the last of them the buffer."""

    columns: dict[str, tuple[int, np.dtype[Any], tuple[int, ...]]]
    ends: tuple[int, int, int, int]


@lru_cache(maxsize=64)
def layout(models: int, units: int, markers: int) -> Layout:
    """Lay out the state of a battle of so many models, units and markers."""
    columns: dict[str, tuple[int, np.dtype[Any], tuple[int, ...]]] = {}
    ends: list[int] = []
    end = 0
    for span in (ROLL, FORCES, FIELD, ALL):
        rows = [(name, kind, (models, *more)) for name, kind, more in _OF_MODELS[span]]
        rows += [(name, kind, (units, *more)) for name, kind, more in _OF_UNITS[span]]
        for name, kind, shape in (*rows, *_further(span, units, markers)):
            columns[name] = (end, np.dtype(kind), shape)
            end += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 8) * 8
        ends.append(end)
    columns["poses"] = (columns["x"][0], np.dtype("f8"), (len(ROWS), models))
    return Layout(columns, (ends[0], ends[1], ends[2], ends[3]))


def _further(span: int, units: int, markers: int) -> list[tuple[str, str, tuple[int, ...]]]:
    """The columns of a span that are neither of models nor of units."""
    if span == ROLL:
        return [("markers", "f8", (markers, 2))]
    if span != ALL:
        return []
    players = [(name, kind, (2, *more)) for name, kind, more in _OF_PLAYERS]
    return [*players, ("header", "i8", (len(HEADER),)), ("header_counters", "i8", (16,)), ("pairs", "u1", (units, units))]
