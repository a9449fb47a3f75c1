"""Line of sight: is there a free line from a model to any part of another one?

Models are upright cylinders over their bases, terrain pieces solid prisms. Lines run from the shooter's head (its middle and
both sides) to the target's head and to half its height (middle and both sides). One free line is enough.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from resolver.table.bases import Bodies
from resolver.table.board import Board
from resolver.table.compiled import lines
from resolver.table.geometry import Flags, Indices
from resolver.table.state import State

SIDES = (0.0, -0.98, 0.98)
"""Where on its outline, across the line of sight, a model looks from and is looked at: shares of its half width."""
HEIGHTS = (1.0, 0.5)
"""How high on the target: shares of its height."""

VIEWS = np.array(list(product(SIDES, SIDES, HEIGHTS)))
"""The lines by their shares: of the shooter's half width, of the target's, of the target's height; the likeliest first."""


def visible(state: State, shooters: Indices, targets: Indices, *, models_block: bool = True) -> Flags:
    """Tell which of the shooters, models of one unit, see which of the targets: a row for each shooter.

    Models of the shooters' unit never obstruct; all other models do, if `models_block`, and terrain does.
    """
    blockers = np.zeros(0, dtype=np.intp)
    if models_block and len(shooters):
        standing = state.alive & state.on_table
        blockers = np.flatnonzero(standing & (state.unit != state.unit[shooters[0]]))
    same = blockers[None, :] == np.asarray(targets)[:, None]
    return sight(state.bodies(shooters), state.bodies(targets), state.board, state.bodies(blockers), same)


def visible_bodies(state: State, shooters: Indices, targets: Bodies, unit: int) -> Flags:
    """Tell which of the shooters would see which models of a unit if those stood there, past all others as they stand."""
    others, rows = state.alive & state.on_table & (state.unit != unit), []
    for shooter in shooters:
        blockers = np.flatnonzero(others & (state.unit != state.unit[shooter]))
        nobody = np.zeros((len(targets), len(blockers)), dtype=np.bool_)
        rows.append(sight(state.bodies([shooter]), targets, state.board, state.bodies(blockers), nobody)[0])
    return np.array(rows, dtype=np.bool_).reshape(len(shooters), len(targets))


def sight(shooters: Bodies, targets: Bodies, board: Board, blockers: Bodies, same: Flags) -> Flags:
    """Tell which shooters (rows) see which targets (columns).

    `same[t, b]` says that blocker b is target t itself, which does not obstruct the view of its own parts.
    """
    solid = board.obstacles
    return lines.sight(shooters.data, targets.data, VIEWS, solid.normals, solid.offsets, solid.heights, blockers.data, same)


def can_glimpse(state: State, models: Indices, targets: Indices, number: int) -> bool:
    """Tell whether one of the `number` models of a unit that are closest to the targets sees one of the closest of them.

    That is an estimate of whether the unit sees them, for players; rules ask `visible`.
    """
    solid, standing = state.board.obstacles, state.alive & state.on_table
    pieces = solid.normals, solid.offsets, solid.heights
    return lines.can_glimpse(state.poses, standing, state.unit, models, targets, number, VIEWS, *pieces)
