"""Lines of sight seen from above, from anywhere on one base to anywhere on another, past pieces that block sight."""

from __future__ import annotations

from math import cos, sin

import numpy as np
from numpy.typing import NDArray

from resolver.table.compiled import EPSILON, FACING, HALF, RADIUS, X, Y, compiled
from resolver.table.compiled.lines import clip, half_width
from resolver.table.compiled.shapes import Floats, distance, point_to_segment, segment_gap

Indices = NDArray[np.intp]
TINY = 1e-12
"""Two directions whose cross product is less are the same."""
WITHIN = 1.0 + 1e-9
"""The share of a chord's half at which it ends, and what is lost by working that out."""


@compiled
def stands_in(models: Floats, i: int, normals: Floats, offsets: Floats, edges: Floats, piece: int) -> bool:
    """Tell whether any part of a base lies in a piece; touching is not enough."""
    x, y, half = models[X, i], models[Y, i], models[HALF, i]
    along_x, along_y = cos(models[FACING, i]) * half, sin(models[FACING, i]) * half
    for side in (-1.0, 1.0):
        within = True
        for k in range(normals.shape[0]):
            at = (x + side * along_x) * normals[k, piece, 0] + (y + side * along_y) * normals[k, piece, 1]
            within = within and at >= offsets[k, piece]
        if within:
            return True
    away = np.inf
    for k in range(edges.shape[0]):
        a, b, c, d = edges[k, piece, 0], edges[k, piece, 1], edges[k, piece, 2], edges[k, piece, 3]
        if half > 0.0:
            away = min(away, segment_gap(x - along_x, y - along_y, x + along_x, y + along_y, a, b, c, d))
        else:
            away = min(away, point_to_segment(x, y, a, b, c, d))
    return bool(away < models[RADIUS, i] - EPSILON)


@compiled
def flat_sees(a: Floats, i: int, b: Floats, j: int, shares: Floats, normals: Floats, offsets: Floats, edges: Floats) -> bool:
    """Tell whether a model sees another one seen from above: past pieces of any height in which neither stands.

    Lines run between the chords of both bases across the way from one to the other; those at `shares` are tried first.
    """
    dx, dy = b[X, j] - a[X, i], b[Y, j] - a[Y, i]
    length = distance(dx, dy)
    across = length if length > 0.0 else 1.0
    from_x, from_y = half_width(a, i, -dy / across, dx / across)
    to_x, to_y = half_width(b, j, -dy / across, dx / across)
    wide = max(a[HALF, i] + a[RADIUS, i], b[HALF, j] + b[RADIUS, j]) + EPSILON
    between, count = np.empty(offsets.shape[1], dtype=np.intp), 0
    for piece in range(offsets.shape[1]):
        aside = False
        for k in range(normals.shape[0]):
            east, north, offset = normals[k, piece, 0], normals[k, piece, 1], offsets[k, piece] - wide
            aside = aside or max(a[X, i] * east + a[Y, i] * north, b[X, j] * east + b[Y, j] * north) < offset
        if aside or stands_in(a, i, normals, offsets, edges, piece) or stands_in(b, j, normals, offsets, edges, piece):
            continue
        between[count] = piece
        count += 1
    ends = np.array([a[X, i], a[Y, i], from_x, from_y, b[X, j], b[Y, j], to_x, to_y])
    for view in range(len(shares)):
        if is_free(ends, shares[view, 0], shares[view, 1], between[:count], normals, offsets):
            return True
    return past_corners(ends, between[:count], normals, offsets, edges)


@compiled
def is_free(ends: Floats, first: float, last: float, between: Indices, normals: Floats, offsets: Floats) -> bool:
    """Tell whether no piece lies on a line between two chords, at shares of their halves.

    `ends` are the middle and the half of each chord.
    """
    x0, y0, x1, y1 = ends[0] + first * ends[2], ends[1] + first * ends[3], ends[4] + last * ends[6], ends[5] + last * ends[7]
    length = max(distance(x1 - x0, y1 - y0), EPSILON)
    for piece in between:
        entry, leave = 0.0, 1.0
        for k in range(normals.shape[0]):
            start = x0 * normals[k, piece, 0] + y0 * normals[k, piece, 1] - offsets[k, piece]
            end = x1 * normals[k, piece, 0] + y1 * normals[k, piece, 1] - offsets[k, piece]
            entry, leave = clip(entry, leave, start, end)
        if (leave - entry) * length > EPSILON:
            return False
    return True


@compiled
def past_corners(ends: Floats, between: Indices, normals: Floats, offsets: Floats, edges: Floats) -> bool:
    """Tell whether a line between two chords runs past the corners of pieces where those of `shares` do not.

    A free line can be turned until it touches two corners, or a corner and the end of a chord. So these are all to try.
    """
    points, count = np.empty((4 + edges.shape[0] * len(between), 2)), 4
    for place in range(4):
        of, sign = 4 * (place // 2), 1.0 - 2.0 * (place % 2)
        points[place, 0], points[place, 1] = ends[of] + sign * ends[of + 2], ends[of + 1] + sign * ends[of + 3]
    for piece in between:
        for k in range(edges.shape[0]):
            points[count, 0], points[count, 1] = edges[k, piece, 0], edges[k, piece, 1]
            if is_between(ends, points[count, 0], points[count, 1]):
                count += 1
    for one in range(4, count):
        for other in range(one):
            x, y, dx, dy = (
                points[one, 0],
                points[one, 1],
                points[other, 0] - points[one, 0],
                points[other, 1] - points[one, 1],
            )
            first, last = chord_share(ends, 0, x, y, dx, dy), chord_share(ends, 4, x, y, dx, dy)
            if abs(first) <= WITHIN and abs(last) <= WITHIN and is_free(ends, first, last, between, normals, offsets):
                return True
    return False


@compiled
def is_between(ends: Floats, x: float, y: float) -> bool:
    """Tell whether a point lies between two chords that stand across the same way, where lines from one to the other run."""
    dx, dy = ends[4] - ends[0], ends[5] - ends[1]
    length = distance(dx, dy)
    if length == 0.0:
        return False
    along, aside = ((x - ends[0]) * dx + (y - ends[1]) * dy) / length, ((x - ends[0]) * -dy + (y - ends[1]) * dx) / length
    lean = max(distance(ends[2], ends[3]), distance(ends[6], ends[7]))
    return bool(-lean <= along <= length + lean and abs(aside) <= lean + EPSILON)


@compiled
def chord_share(ends: Floats, of: int, x: float, y: float, dx: float, dy: float) -> float:
    """Return where a line through a point crosses a chord, as a share of its half from the middle; inf where it does not."""
    cross = ends[of + 2] * dy - ends[of + 3] * dx
    if abs(cross) < TINY:
        return np.inf
    return ((x - ends[of]) * dy - (y - ends[of + 1]) * dx) / cross


@compiled
def any_flat_sight(a: Floats, b: Floats, shares: Floats, normals: Floats, offsets: Floats, edges: Floats) -> bool:
    """Tell whether one of some models sees one of others, seen from above (`flat_sees`)."""
    for i in range(a.shape[1]):
        for j in range(b.shape[1]):
            if flat_sees(a, i, b, j, shares, normals, offsets, edges):
                return True
    return False
