"""Distances between bases, edge to edge, in bulk.

Every function takes two sets of models (`Bodies`) and answers with a matrix, a row for each of the first and a column for
each of the second. "Within x" is `distance <= x + EPSILON` everywhere; nothing else compares lengths.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from resolver.table.bases import Bodies, Floats
from resolver.table.compiled import EPSILON as SMALLEST
from resolver.table.compiled import HALF, shapes

EPSILON = SMALLEST
UP_IN_THE_AIR = -1.0
"""What the compiled loops are told where height counts as part of the distance."""
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]


def horizontal(a: Bodies, b: Bodies) -> Floats:
    """Return the gaps between the footprints seen from above, 0 where they touch or overlap."""
    return shapes.flat_gaps(a.data, b.data)


def distances(a: Bodies, b: Bodies) -> Floats:
    """Return the distances between closest points: horizontal and vertical gap together."""
    return shapes.gaps(a.data, b.data)


def least_gap(poses: Floats, models: Indices, others: Indices) -> float:
    """Return the distance between the closest of two sets of models, infinite if one is empty; `poses` are a state's."""
    return shapes.least_gap(poses, models, others)


def unit_gaps(poses: Floats, models: Indices, others: Indices, columns: Indices, number: int) -> Floats:
    """Return the distance from each model (rows) to the closest of the others in each of so many columns.

    `models` and `others` are indices into the poses of a state; `columns` says for each of the others where it belongs.
    """
    return shapes.unit_gaps(poses, models, others, columns, number)


def nearest(poses: Floats, models: Indices, points: Floats) -> Floats:
    """Return how far the closest of these models' centres is from each of the points (n, 2); `poses` are a state's."""
    return shapes.nearest(poses, models, points)


def within(distance: Floats, inches: float | Floats) -> Flags:
    """Tell which distances are not more than `inches`; the boundary counts."""
    return distance <= np.asarray(inches) + EPSILON


def in_reach(a: Bodies, b: Bodies, across: float, up: float | None) -> Flags:
    """Tell which pairs are within `across` inches horizontally and `up` inches vertically; None: within `across` in all."""
    return shapes.all_reaches(a.data, b.data, float(across), UP_IN_THE_AIR if up is None else float(up))


def overlaps(a: Bodies, b: Bodies) -> Flags:
    """Tell which pairs share a piece of the table at the same height; touching is no overlap.

    Two models stand at the same height when the bodies, feet to head, meet.
    """
    return shapes.overlaps(a.data, b.data)


def farthest(a: Bodies, b: Bodies) -> Floats:
    """Return for each pair how far the farthest part of a's footprint is from b: what "wholly within" measures."""
    ends = a.ends()
    points = [a.with_poses(ends[:, end, 0], ends[:, end, 1]) for end in (0, 1)]
    reach = np.maximum(*(shapes.middle_gaps(_round(p).data, b.data) for p in points)) + a.radius[:, None] - b.radius[None, :]
    top = np.maximum((a.z + a.extent)[:, None] - (b.z + b.extent)[None, :], b.z[None, :] - a.z[:, None])
    return np.hypot(np.maximum(reach, 0.0), np.maximum(top, 0.0))


def wholly_within(a: Bodies, b: Bodies, inches: float) -> Flags:
    """Tell which of a have every part of the base within `inches` of the model b."""
    return within(farthest(a, b), inches)


def closest(distance: Floats) -> Indices:
    """Return the indices of all equally close entries of one row; the player chooses among them."""
    if distance.size == 0:
        return np.zeros(0, dtype=np.intp)
    return np.flatnonzero(within(distance, float(distance.min())))


def _round(a: Bodies) -> Bodies:
    data = a.data.copy()
    data[HALF] = 0.0
    return Bodies(data)


def segment_gaps(a0: Floats, a1: Floats, b0: Floats, b1: Floats) -> Floats:
    """Return the distances between segments, 0 where they cross; all arrays end in an axis of 2 and are broadcast."""
    nearest = np.minimum(
        np.minimum(point_to_segment(a0, b0, b1), point_to_segment(a1, b0, b1)),
        np.minimum(point_to_segment(b0, a0, a1), point_to_segment(b1, a0, a1)),
    )
    return np.where(_cross(a0, a1, b0, b1), 0.0, nearest)


def point_to_segment(point: Floats, start: Floats, end: Floats) -> Floats:
    """Return the distance from points to segments; all arrays end in an axis of 2 and are broadcast."""
    along_x, along_y = end[..., 0] - start[..., 0], end[..., 1] - start[..., 1]
    to_x, to_y = point[..., 0] - start[..., 0], point[..., 1] - start[..., 1]
    length = along_x * along_x + along_y * along_y
    share = (to_x * along_x + to_y * along_y) / np.where(length > 0.0, length, 1.0)
    share = np.minimum(np.maximum(share, 0.0), 1.0)
    gap: Floats = np.hypot(to_x - share * along_x, to_y - share * along_y)
    return gap


def _cross(a0: Floats, a1: Floats, b0: Floats, b1: Floats) -> Flags:
    """Tell which segments properly cross."""
    return (_side(a0, a1, b0) * _side(a0, a1, b1) < 0.0) & (_side(b0, b1, a0) * _side(b0, b1, a1) < 0.0)


def _side(start: Floats, end: Floats, point: Floats) -> Floats:
    along_x, along_y = end[..., 0] - start[..., 0], end[..., 1] - start[..., 1]
    side: Floats = along_x * (point[..., 1] - start[..., 1]) - along_y * (point[..., 0] - start[..., 0])
    return side


def clip(entry: Floats, leave: Floats, first: Floats, last: Floats) -> tuple[Floats, Floats]:
    """Narrow the shares of lines, `entry` to `leave`, to where a value that runs from `first` to `last` is positive."""
    rise = last - first
    zero = -first / np.where(rise != 0.0, rise, 1.0)
    entry = np.where(rise > 0.0, np.maximum(entry, zero), entry)
    leave = np.where(rise < 0.0, np.minimum(leave, zero), leave)
    return entry, np.where((rise == 0.0) & (first <= 0.0), -1.0, leave)
