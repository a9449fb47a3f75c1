"""Line of sight: is there a free line from a model to any part of another one? (9E-TARGET-06, 9E-Q-49)

Models are upright cylinders over their bases, terrain pieces solid prisms. Lines run from the shooter's head (its middle and
both sides) to the target's head and to half its height (middle and both sides). All pairs are worked out at once; pairs that
one line settles need no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.board import Board, Terrain
from resolver.table.geometry import EPSILON, Flags, Indices, point_to_segment, segment_gaps
from resolver.table.state import State

SIDES = (0.0, -0.98, 0.98)
"""Where on its outline, across the line of sight, a model looks from and is looked at: shares of its half width."""
HEIGHTS = (1.0, 0.5)
"""How high on the target: shares of its height."""


def visible(state: State, shooters: Indices, targets: Indices, *, models_block: bool = True) -> Flags:
    """Tell which of the shooters, models of one unit, see which of the targets: a row for each shooter.

    Models of the shooters' unit never obstruct (9E-TARGET-07); all other models do, if `models_block`, and terrain does.
    """
    blockers = np.zeros(0, dtype=np.intp)
    if models_block and len(shooters):
        standing = state.alive & state.on_table
        blockers = np.flatnonzero(standing & (state.unit != state.unit[shooters[0]]))
    same = blockers[None, :] == np.asarray(targets)[:, None]
    return sight(state.bodies(shooters), state.bodies(targets), state.board, state.bodies(blockers), same)


def sight(shooters: Bodies, targets: Bodies, board: Board, blockers: Bodies, same: Flags) -> Flags:
    """Tell which shooters (rows) see which targets (columns).

    `same[t, b]` says that blocker b is target t itself, which does not obstruct the view of its own parts.
    """
    seen = np.zeros((len(shooters), len(targets)), dtype=np.bool_)
    pieces = [piece for piece in board.terrain if piece.blocks_sight]
    for eye, side, height in product(SIDES, SIDES, HEIGHTS):
        rows, columns = np.nonzero(~seen)
        if len(rows) == 0:
            break
        start, end = _lines(shooters[rows], targets[columns], eye, side, height)
        free = ~_behind_terrain(start, end, shooters[rows], targets[columns], pieces)
        if len(blockers) and free.any():
            at = np.flatnonzero(free)
            free[at] = ~_behind_models(start[at], end[at], blockers, same[columns[at]])
        seen[rows[free], columns[free]] = True
    return seen


def _lines(shooters: Bodies, targets: Bodies, eye: float, side: float, height: float) -> tuple[Floats, Floats]:
    """Both ends of a line for each pair: arrays of shape (n, 3)."""
    along = np.stack((targets.x - shooters.x, targets.y - shooters.y), axis=1)
    length = np.hypot(along[:, 0], along[:, 1])
    across = np.stack((-along[:, 1], along[:, 0]), axis=1) / np.where(length > 0.0, length, 1.0)[:, None]
    start = np.column_stack((_outline(shooters, across, eye), shooters.z + shooters.height))
    return start, np.column_stack((_outline(targets, across, side), targets.z + targets.height * height))


def _outline(models: Bodies, across: Floats, share: float) -> Floats:
    """The point of each footprint that lies farthest `across`, or a share of that way from its centre."""
    axis = np.stack((np.cos(models.facing), np.sin(models.facing)), axis=1)
    lean = np.sign((axis * across).sum(1))[:, None] * models.half[:, None] * axis
    point: Floats = np.stack((models.x, models.y), axis=1) + share * (lean + models.radius[:, None] * across)
    return point


def _behind_terrain(start: Floats, end: Floats, shooters: Bodies, targets: Bodies, pieces: list[Terrain]) -> Flags:
    """Tell which lines pass through a piece in which neither model stands."""
    blocked = np.zeros(len(start), dtype=np.bool_)
    low, high = np.minimum(start, end), np.maximum(start, end)
    for piece in pieces:
        left, bottom, right, top = piece.footprint.box
        near = (
            (low[:, 0] < right)
            & (high[:, 0] > left)
            & (low[:, 1] < top)
            & (high[:, 1] > bottom)
            & (low[:, 2] < piece.height)
        )
        at = np.flatnonzero(near & ~blocked & ~_inside(shooters, piece) & ~_inside(targets, piece))
        if len(at):
            blocked[at] = _passes(start[at], end[at], piece)
    return blocked


def _inside(models: Bodies, piece: Terrain) -> Flags:
    centres = np.stack((models.x, models.y), axis=1)
    return (piece.footprint.depths(centres) > -EPSILON) & (models.z < piece.height - EPSILON)


def _passes(start: Floats, end: Floats, piece: Terrain) -> Flags:
    """Tell which lines run through the prism for more than a touch."""
    normals, offsets = piece.footprint.sides
    entry, leave = np.zeros(len(start)), np.ones(len(start))
    depths = ((p[:, :2] @ normals.T - offsets).T for p in (start, end))
    for first, last in (*zip(*depths, strict=True), (piece.height - start[:, 2], piece.height - end[:, 2])):
        entry, leave = _clipped(entry, leave, first, last)
    length = np.hypot(*(end - start)[:, :2].T)
    through: Flags = (leave - entry) * np.maximum(length, EPSILON) > EPSILON
    return through


def _clipped(entry: Floats, leave: Floats, first: Floats, last: Floats) -> tuple[Floats, Floats]:
    """Keep the shares of a line on which a value, running from `first` to `last`, is positive."""
    rise = last - first
    zero = -first / np.where(rise != 0.0, rise, 1.0)
    entry = np.where(rise > 0.0, np.maximum(entry, zero), entry)
    leave = np.where(rise < 0.0, np.minimum(leave, zero), leave)
    return entry, np.where((rise == 0.0) & (first <= 0.0), -1.0, leave)


def _behind_models(start: Floats, end: Floats, blockers: Bodies, same: Flags) -> Flags:
    """Tell which lines pass through the cylinder of a blocker other than the target; equally tall heads obstruct."""
    blocked = np.zeros(len(start), dtype=np.bool_)
    for at, some, near in _boxes(start, end, blockers):
        lines, others = start[at][:, None], end[at][:, None]
        entry, leave = np.zeros((len(at), len(some))), np.ones((len(at), len(some)))
        floor, head = blockers.z[some], blockers.z[some] + blockers.height[some] + EPSILON
        for first, last in ((head - lines[..., 2], head - others[..., 2]), (lines[..., 2] - floor, others[..., 2] - floor)):
            entry, leave = _clipped(entry, leave, first, last)
        run = (others - lines)[..., :2]
        from_, to = lines[..., :2] + entry[..., None] * run, lines[..., :2] + leave[..., None] * run
        if blockers.half[some].any():
            ends = blockers[some].ends()
            gaps = segment_gaps(from_, to, ends[None, :, 0], ends[None, :, 1])
        else:
            gaps = point_to_segment(np.stack((blockers.x[some], blockers.y[some]), axis=1), from_, to)
        through = (leave > entry) & (gaps < blockers.radius[some] - EPSILON) & ~same[at][:, some] & near
        blocked[at] = through.any(1)
    return blocked


def _boxes(start: Floats, end: Floats, blockers: Bodies) -> Iterator[tuple[Indices, Indices, Flags]]:
    """Lines and blockers whose boxes meet, some hundred lines at a time: (lines, blockers, which pairs)."""
    low, high, reach = np.minimum(start, end), np.maximum(start, end), blockers.half + blockers.radius
    for first in range(0, len(start), 256):
        at = np.arange(first, min(first + 256, len(start)))
        near = (
            (low[at, None, 0] < blockers.x + reach)
            & (high[at, None, 0] > blockers.x - reach)
            & (low[at, None, 1] < blockers.y + reach)
            & (high[at, None, 1] > blockers.y - reach)
            & (low[at, None, 2] < blockers.z + blockers.height)
        )
        some = np.flatnonzero(near.any(0))
        if len(some):
            yield at, some, near[:, some]
