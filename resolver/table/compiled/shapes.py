"""Distances between points, segments and bases: scalars for other loops, and matrices over two sets of models."""

from __future__ import annotations

from math import cos, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from resolver.table.compiled import EPSILON, EXTENT, FACING, HALF, HEIGHT, RADIUS, X, Y, Z, compiled, inlined

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]


@compiled
def distance(x: float, y: float) -> float:
    """Return how long a step is: `hypot` takes many times as long, for numbers that no battlefield has."""
    return sqrt(x * x + y * y)


@compiled
def point_to_segment(x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> float:
    """Return the distance from a point to a segment."""
    along_x, along_y, to_x, to_y = x1 - x0, y1 - y0, x - x0, y - y0
    length = along_x * along_x + along_y * along_y
    share = (to_x * along_x + to_y * along_y) / (length if length > 0.0 else 1.0)
    share = min(max(share, 0.0), 1.0)
    return distance(to_x - share * along_x, to_y - share * along_y)


@compiled
def side(x0: float, y0: float, x1: float, y1: float, x: float, y: float) -> float:
    """Return on which side of a line a point lies: its sign says."""
    return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)


@compiled
def segment_gap(ax0: float, ay0: float, ax1: float, ay1: float, bx0: float, by0: float, bx1: float, by1: float) -> float:
    """Return the distance between two segments, 0 where they cross."""
    if (
        side(ax0, ay0, ax1, ay1, bx0, by0) * side(ax0, ay0, ax1, ay1, bx1, by1) < 0.0
        and side(bx0, by0, bx1, by1, ax0, ay0) * side(bx0, by0, bx1, by1, ax1, ay1) < 0.0
    ):
        return 0.0
    return min(
        min(point_to_segment(ax0, ay0, bx0, by0, bx1, by1), point_to_segment(ax1, ay1, bx0, by0, bx1, by1)),
        min(point_to_segment(bx0, by0, ax0, ay0, ax1, ay1), point_to_segment(bx1, by1, ax0, ay0, ax1, ay1)),
    )


@inlined
def middle_gap(a: Floats, i: int, b: Floats, j: int) -> float:
    """Return the distance between the middle lines of two bases."""
    if a[HALF, i] == 0.0 and b[HALF, j] == 0.0:
        return distance(a[X, i] - b[X, j], a[Y, i] - b[Y, j])
    ax, ay = cos(a[FACING, i]) * a[HALF, i], sin(a[FACING, i]) * a[HALF, i]
    bx, by = cos(b[FACING, j]) * b[HALF, j], sin(b[FACING, j]) * b[HALF, j]
    if a[HALF, i] == 0.0:
        return point_to_segment(a[X, i], a[Y, i], b[X, j] - bx, b[Y, j] - by, b[X, j] + bx, b[Y, j] + by)
    if b[HALF, j] == 0.0:
        return point_to_segment(b[X, j], b[Y, j], a[X, i] - ax, a[Y, i] - ay, a[X, i] + ax, a[Y, i] + ay)
    return segment_gap(
        a[X, i] - ax, a[Y, i] - ay, a[X, i] + ax, a[Y, i] + ay, b[X, j] - bx, b[Y, j] - by, b[X, j] + bx, b[Y, j] + by
    )


@inlined
def flat_gap(a: Floats, i: int, b: Floats, j: int) -> float:
    """Return the gap between two bases seen from above."""
    return max(middle_gap(a, i, b, j) - a[RADIUS, i] - b[RADIUS, j], 0.0)


@inlined
def rise(a: Floats, i: int, b: Floats, j: int) -> float:
    """Return the gap between the heights of two models that count for measuring."""
    return max(max(a[Z, i] - (b[Z, j] + b[EXTENT, j]), b[Z, j] - (a[Z, i] + a[EXTENT, i])), 0.0)


@inlined
def gap(a: Floats, i: int, b: Floats, j: int) -> float:
    """Return the distance between two models."""
    flat, up = flat_gap(a, i, b, j), rise(a, i, b, j)
    return distance(flat, up) if up > 0.0 else flat


@inlined
def nearer(a: Floats, i: int, b: Floats, j: int, found: float) -> float:
    """Return the distance between two models if it is less than what was found so far, else that."""
    far = found + a[RADIUS, i] + b[RADIUS, j] + a[HALF, i] + b[HALF, j]
    if abs(a[X, i] - b[X, j]) >= far or abs(a[Y, i] - b[Y, j]) >= far:
        return found
    return min(found, gap(a, i, b, j))


@inlined
def reaches(a: Floats, i: int, b: Floats, j: int, across: float, up: float) -> bool:
    """Tell whether two models are within `across` and `up` inches; `up` below 0: within `across` through the air."""
    far = across + EPSILON + a[RADIUS, i] + b[RADIUS, j] + a[HALF, i] + b[HALF, j]
    if abs(a[X, i] - b[X, j]) > far or abs(a[Y, i] - b[Y, j]) > far:
        return False
    if up < 0.0:
        return gap(a, i, b, j) <= across + EPSILON
    return rise(a, i, b, j) <= up + EPSILON and flat_gap(a, i, b, j) <= across + EPSILON


@inlined
def overlap(a: Floats, i: int, b: Floats, j: int) -> bool:
    """Tell whether two models share a piece of the table at the same height; touching is no overlap."""
    far = a[RADIUS, i] + b[RADIUS, j] + a[HALF, i] + b[HALF, j]
    if abs(a[X, i] - b[X, j]) >= far or abs(a[Y, i] - b[Y, j]) >= far:
        return False
    if not middle_gap(a, i, b, j) < a[RADIUS, i] + b[RADIUS, j] - EPSILON:
        return False
    if abs(a[Z, i] - b[Z, j]) <= EPSILON:
        return True
    above = a[Z, i] > b[Z, j] + b[HEIGHT, j] - EPSILON
    return not (above or b[Z, j] > a[Z, i] + a[HEIGHT, i] - EPSILON)


@compiled
def middle_gaps(a: Floats, b: Floats) -> Floats:
    """Return the distances between middle lines."""
    found = np.empty((a.shape[1], b.shape[1]))
    for i in range(a.shape[1]):
        for j in range(b.shape[1]):
            found[i, j] = middle_gap(a, i, b, j)
    return found


@compiled
def flat_gaps(a: Floats, b: Floats) -> Floats:
    """Return the gaps between bases seen from above."""
    found = np.empty((a.shape[1], b.shape[1]))
    for i in range(a.shape[1]):
        for j in range(b.shape[1]):
            found[i, j] = flat_gap(a, i, b, j)
    return found


@compiled
def gaps(a: Floats, b: Floats) -> Floats:
    """Return the distances between models."""
    found = np.empty((a.shape[1], b.shape[1]))
    for i in range(a.shape[1]):
        for j in range(b.shape[1]):
            found[i, j] = gap(a, i, b, j)
    return found


@compiled
def least_gap(poses: Floats, models: Indices, others: Indices) -> float:
    """Return the distance between the closest of two sets of models, infinite where one is empty."""
    found = np.inf
    for model in models:
        for other in others:
            found = nearer(poses, model, poses, other, found)
    return found


@compiled
def nearest(poses: Floats, models: Indices, points: Floats) -> Floats:
    """Return how far the closest of these models' centres is from each of the points (n, 2)."""
    found = np.full(len(points), np.inf)
    for model in models:
        for point in range(len(points)):
            away = distance(poses[X, model] - points[point, 0], poses[Y, model] - points[point, 1])
            found[point] = min(found[point], away)
    return found


@compiled
def unit_gaps(poses: Floats, models: Indices, others: Indices, columns: Indices, number: int) -> Floats:
    """Return the distance from each model (rows) to the closest of the others in each of so many columns.

    `models` and `others` are indices into the poses; `columns` says for each of the others where it belongs.
    """
    found = np.full((len(models), number), np.inf)
    for i in range(len(models)):
        for j in range(len(others)):
            found[i, columns[j]] = nearer(poses, models[i], poses, others[j], found[i, columns[j]])
    return found


@compiled
def all_reaches(a: Floats, b: Floats, across: float, up: float) -> Flags:
    """Tell which pairs are within reach."""
    found = np.empty((a.shape[1], b.shape[1]), dtype=np.bool_)
    for i in range(a.shape[1]):
        for j in range(b.shape[1]):
            found[i, j] = reaches(a, i, b, j, across, up)
    return found


@compiled
def overlaps(a: Floats, b: Floats) -> Flags:
    """Tell which pairs overlap."""
    found = np.empty((a.shape[1], b.shape[1]), dtype=np.bool_)
    for i in range(a.shape[1]):
        for j in range(b.shape[1]):
            found[i, j] = overlap(a, i, b, j)
    return found
