"""Line of sight: is there a free line from a model to any part of another one? (9E-TARGET-06, 9E-Q-49)

Models are upright cylinders over their bases, terrain pieces solid prisms. Lines run from the shooter's head (its middle and
both sides) to the target's head and to half its height (middle and both sides). All pairs are worked out at once; pairs that
one line settles need no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.board import Board, Prisms
from resolver.table.geometry import EPSILON, Flags, Indices, clipped, point_to_segment, segment_gaps
from resolver.table.state import State

SIDES = (0.0, -0.98, 0.98)
"""Where on its outline, across the line of sight, a model looks from and is looked at: shares of its half width."""
HEIGHTS = (1.0, 0.5)
"""How high on the target: shares of its height."""

View = tuple[float, float, float]
"""A line by its shares: of the shooter's half width, of the target's, of the target's height."""


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
    first, *others = product(SIDES, SIDES, HEIGHTS)
    for views in ([first], others):
        rows, columns = np.nonzero(~seen)
        free = _free(shooters[rows], targets[columns], views, board, blockers, same[columns])
        seen[rows[free], columns[free]] = True
    return seen


def _free(shooters: Bodies, targets: Bodies, views: Sequence[View], board: Board, blockers: Bodies, same: Flags) -> Flags:
    """Tell for which pairs (shooter i and target i) one of the views is free."""
    start, end = _lines(shooters, targets, views)
    pair = np.tile(np.arange(len(shooters)), len(views))
    free = ~_behind_terrain(start, end, _around(shooters, targets, board)[pair], board)
    at = np.flatnonzero(free)
    if len(blockers):
        free[at] = ~_behind_models(start[at], end[at], blockers, same[pair[at]])
    return np.asarray(free.reshape(len(views), len(shooters)).any(0))


def _lines(shooters: Bodies, targets: Bodies, views: Sequence[View]) -> tuple[Floats, Floats]:
    """Both ends of a line for each view and pair, all pairs of the first view first: arrays of shape (views x pairs, 3)."""
    along = np.stack((targets.x - shooters.x, targets.y - shooters.y), axis=1)
    length = np.hypot(along[:, 0], along[:, 1])
    across = np.stack((-along[:, 1], along[:, 0]), axis=1) / np.where(length > 0.0, length, 1.0)[:, None]
    eye, side, height = np.array(views, dtype=np.float64).T[:, :, None]
    start, end = np.empty((len(views), len(shooters), 3)), np.empty((len(views), len(targets), 3))
    start[..., :2] = shooters.centres() + eye[..., None] * _half_width(shooters, across)
    start[..., 2] = shooters.z + shooters.height
    end[..., :2] = targets.centres() + side[..., None] * _half_width(targets, across)
    end[..., 2] = targets.z + targets.height * height
    return start.reshape(-1, 3), end.reshape(-1, 3)


def _half_width(models: Bodies, across: Floats) -> Floats:
    """From the centre of each footprint to its point that lies farthest `across`."""
    axis = np.stack((np.cos(models.facing), np.sin(models.facing)), axis=1)
    lean = np.sign((axis * across).sum(1))[:, None] * models.half[:, None] * axis
    width: Floats = lean + models.radius[:, None] * across
    return width


def _around(shooters: Bodies, targets: Bodies, board: Board) -> Flags:
    """Tell for each pair in which pieces (columns) one of the two stands: these do not obstruct."""
    return _inside(shooters, board.obstacles) | _inside(targets, board.obstacles)


def _inside(models: Bodies, solid: Prisms) -> Flags:
    """Tell which models (rows) stand in which pieces (columns)."""
    centres = models.centres()
    depths = np.full((len(models), len(solid.pieces)), np.inf)
    for normals, offsets in zip(solid.normals, solid.offsets, strict=True):
        depths = np.minimum(depths, centres @ normals.T - offsets)
    inside: Flags = (depths > -EPSILON) & (models.z[:, None] < solid.heights - EPSILON)
    return inside


def _behind_terrain(start: Floats, end: Floats, around: Flags, board: Board) -> Flags:
    """Tell which lines run through a prism, for more than a touch, in which neither model stands."""
    blocked = np.zeros(len(start), dtype=np.bool_)
    solid = board.obstacles
    for at in _some(len(start)):
        entry, leave = np.zeros((len(start[at]), len(solid.pieces))), np.ones((len(start[at]), len(solid.pieces)))
        for normal, offset in zip(solid.normals, solid.offsets, strict=True):
            entry, leave = clipped(entry, leave, *(p[at, :2] @ normal.T - offset for p in (start, end)))
        entry, leave = clipped(entry, leave, *(solid.heights - p[at, 2:] for p in (start, end)))
        length = np.hypot(*(end[at] - start[at])[:, :2].T)
        through = (leave - entry) * np.maximum(length, EPSILON)[:, None] > EPSILON
        blocked[at] = (through & ~around[at]).any(1)
    return blocked


def _some(n: int) -> Iterator[slice]:
    """Lines are worked on some hundred at a time."""
    return (slice(first, first + 256) for first in range(0, n, 256))


def _behind_models(start: Floats, end: Floats, blockers: Bodies, same: Flags) -> Flags:
    """Tell which lines pass through the cylinder of a blocker other than the target; equally tall heads obstruct."""
    blocked = np.zeros(len(start), dtype=np.bool_)
    line, model = np.nonzero(_near(start, end, blockers) & ~same)
    from_, to, near = start[line], end[line], blockers[model]
    entry, leave = np.zeros(len(line)), np.ones(len(line))
    head = near.z + near.height + EPSILON
    for first, last in ((head - from_[:, 2], head - to[:, 2]), (from_[:, 2] - near.z, to[:, 2] - near.z)):
        entry, leave = clipped(entry, leave, first, last)
    run = (to - from_)[:, :2]
    low, high = from_[:, :2] + entry[:, None] * run, from_[:, :2] + leave[:, None] * run
    if near.half.any():
        ends = near.ends()
        gaps = segment_gaps(low, high, ends[:, 0], ends[:, 1])
    else:
        gaps = point_to_segment(near.centres(), low, high)
    blocked[line[(leave > entry) & (gaps < near.radius - EPSILON)]] = True
    return blocked


def _near(start: Floats, end: Floats, blockers: Bodies) -> Flags:
    """Tell which lines (rows) and blockers (columns) have boxes that meet."""
    low, high, reach = np.minimum(start, end), np.maximum(start, end), blockers.half + blockers.radius
    return (
        (low[:, None, 0] < blockers.x + reach)
        & (high[:, None, 0] > blockers.x - reach)
        & (low[:, None, 1] < blockers.y + reach)
        & (high[:, None, 1] > blockers.y - reach)
        & (low[:, None, 2] <= blockers.z + blockers.height)
    )
