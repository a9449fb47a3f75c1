"""Whole units on the table, many of them measured at once: how near they are, and roughly whether they are seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from resolver.table import geometry
from resolver.table.bases import Floats
from resolver.table.columns import ROLL
from resolver.table.compiled import lines
from resolver.table.geometry import Flags, Indices
from resolver.table.sight import VIEWS
from resolver.table.state import State


def near_units(state: State, models: Indices, units: Sequence[int]) -> Floats:
    """Return the distance from each model (rows) to the closest model on the table of each unit (columns, rising)."""
    return geometry.unit_gaps(state.poses, models, *_those(state, units), len(units))


def glimpsed_units(state: State, models: Indices, units: Sequence[int], wanted: Flags, number: int) -> Flags:
    """Tell of which units the models glimpse one (`lines.glimpsed_units`): only of those that are `wanted`."""
    solid, standing = state.board.obstacles, state.alive & state.on_table
    pieces = solid.normals, solid.offsets, solid.heights
    whom = _those(state, units)
    return lines.glimpsed_units(state.poses, standing, state.unit, models, *whom, wanted, number, VIEWS, *pieces)


def _those(state: State, units: Sequence[int]) -> tuple[Indices, Indices]:
    """The models on the table of these units, and the column of each; nobody changes the arrays."""
    known = state.memory[ROLL]
    key = ("those", *units)
    if key not in known:
        models = np.concatenate([np.zeros(0, np.intp), *(state.standing(unit) for unit in units)])
        known[key] = models, np.searchsorted(units, state.unit[models])
    found: tuple[Indices, Indices] = known[key]
    return found
