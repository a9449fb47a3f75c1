"""Which models belong to a unit or a player: asked more often than anything else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from resolver.table.compiled import compiled

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]


@compiled
def of_unit(units: Ints, alive: Flags, unit: int) -> Indices:
    """Return the living models of a unit."""
    found, count = np.empty(len(units), dtype=np.intp), 0
    for model in range(len(units)):
        if units[model] == unit and alive[model]:
            found[count] = model
            count += 1
    return found[:count].copy()


@compiled
def standing(units: Ints, alive: Flags, on_table: Flags, unit: int) -> Indices:
    """Return the living models of a unit that are on the table."""
    found, count = np.empty(len(units), dtype=np.intp), 0
    for model in range(len(units)):
        if units[model] == unit and alive[model] and on_table[model]:
            found[count] = model
            count += 1
    return found[:count].copy()


@compiled
def standing_of(units: Ints, alive: Flags, on_table: Flags, owners: Ints, player: int) -> Indices:
    """Return all living models of a player that are on the table."""
    found, count = np.empty(len(units), dtype=np.intp), 0
    for model in range(len(units)):
        if alive[model] and on_table[model] and units[model] >= 0 and owners[units[model]] == player:
            found[count] = model
            count += 1
    return found[:count].copy()
