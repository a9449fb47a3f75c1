"""Where each column of a `State` lies in its buffer, and the groups that columns belong to.

Every battle has some columns; the others are a ruleset's own, by its `Names`.

What is worked out from some groups is kept until one of their columns is written (`State.memory`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from resolver.table.bases import ROWS
from resolver.table.names import NO_NAMES, Names

_WHO, _WHAT, _WHERE, _REST = 1, 2, 4, 8
ROLL = _WHO
"""Who belongs to whom, who is on the table and where the markers are."""
PLACES = _WHO | _WHERE
"""That, and where models stand."""
FORCES = _WHO | _WHAT
"""Who belongs to whom, what models are and what is left of them."""
FIELD = _WHO | _WHAT | _WHERE
"""All of that: what can be seen on the table."""
ALL = _WHO | _WHAT | _WHERE | _REST
HEADER = ("game", "round", "turn", "phase", "first", "go", "over", "winner")


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns by name: (offset, dtype, shape); the group of each; how many bytes they take together."""

    columns: dict[str, tuple[int, np.dtype[Any], tuple[int, ...]]]
    groups: dict[str, int]
    length: int


@lru_cache(maxsize=64)
def layout(models: int, units: int, markers: int, names: Names = NO_NAMES) -> Layout:
    """Lay out the state of a battle of so many models, units and markers, with a column for each of the names."""
    columns: dict[str, tuple[int, np.dtype[Any], tuple[int, ...]]] = {}
    groups: dict[str, int] = {}
    end = 0
    for group, rows in _rows(models, units, markers, names).items():
        for name, kind, *shape in rows:
            columns[name], groups[name] = (end, np.dtype(kind), tuple(shape)), group
            end += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 8) * 8
    columns["poses"], groups["poses"] = (columns["x"][0], np.dtype("f8"), (len(ROWS), models)), _WHERE
    return Layout(columns, groups, end)


def _rows(models: int, units: int, markers: int, names: Names) -> dict[int, list[tuple[Any, ...]]]:
    """The columns of each group: name, dtype, shape."""
    return {
        _WHO: [
            ("unit", "i8", models),
            ("alive", "?", models),
            ("on_table", "?", models),
            ("owner", "i8", units),
            ("markers", "f8", markers, 2),
        ],
        _WHAT: [
            ("profile", "i8", models),
            ("loadout", "i8", models),
            ("wounds", "i8", models),
            ("marks", names.model_marks.kind, models),
            ("starting_strength", "i8", units),
        ],
        _WHERE: [*((name, "f8", models) for name in ROWS), ("embarked_in", "i8", units)],
        _REST: [
            ("counters", "i8", models, len(names.model_counters)),
            ("unit_marks", names.unit_marks.kind, units),
            ("unit_counters", "i8", units, len(names.unit_counters)),
            ("pairs", names.pairs.kind, units, units),
            ("player_counters", "i8", 2, len(names.player_counters)),
            ("battle_counters", "i8", len(names.battle_counters)),
            ("header", "i8", len(HEADER)),
        ],
    }
