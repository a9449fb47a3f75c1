"""Lines of sight between models, past terrain and other models; what is aside is sorted out before lines are drawn."""

from __future__ import annotations

from math import cos, sin

import numpy as np
from numpy.typing import NDArray

from resolver.table.compiled import EPSILON, FACING, HALF, HEIGHT, RADIUS, X, Y, Z, compiled, inlined
from resolver.table.compiled.shapes import Flags, Floats, distance, nearer, point_to_segment, segment_gap

Indices = NDArray[np.intp]
Ints = NDArray[np.int64]


@compiled
def clip(entry: float, leave: float, first: float, last: float) -> tuple[float, float]:
    """Narrow the share of a line, `entry` to `leave`, to where a value that runs from `first` to `last` is positive."""
    rise = last - first
    if rise > 0.0:
        return max(entry, -first / rise), leave
    if rise < 0.0:
        return entry, min(leave, -first / rise)
    return entry, (-1.0 if first <= 0.0 else leave)


@inlined
def half_width(models: Floats, i: int, across_x: float, across_y: float) -> tuple[float, float]:
    """From the centre of a base to its point that lies farthest `across`."""
    x, y = models[RADIUS, i] * across_x, models[RADIUS, i] * across_y
    if models[HALF, i] > 0.0:
        axis_x, axis_y = cos(models[FACING, i]), sin(models[FACING, i])
        lean = np.sign(axis_x * across_x + axis_y * across_y) * models[HALF, i]
        x, y = x + lean * axis_x, y + lean * axis_y
    return x, y


@inlined
def inside(models: Floats, i: int, normals: Floats, offsets: Floats, heights: Floats, piece: int) -> bool:
    """Tell whether a model stands in a piece of terrain."""
    if not models[Z, i] < heights[piece] - EPSILON:
        return False
    for k in range(normals.shape[0]):
        depth = models[X, i] * normals[k, piece, 0] + models[Y, i] * normals[k, piece, 1] - offsets[k, piece]
        if not depth > -EPSILON:
            return False
    return True


@inlined
def behind_piece(line: Floats, normals: Floats, offsets: Floats, heights: Floats, piece: int) -> bool:
    """Tell whether a line (x, y, z to x, y, z) runs through a piece, for more than a touch."""
    entry, leave = clip(0.0, 1.0, heights[piece] - line[2], heights[piece] - line[5])
    for k in range(normals.shape[0]):
        if leave <= entry:
            return False
        across, along = normals[k, piece, 0], normals[k, piece, 1]
        first = line[0] * across + line[1] * along - offsets[k, piece]
        entry, leave = clip(entry, leave, first, line[3] * across + line[4] * along - offsets[k, piece])
    return (leave - entry) * max(distance(line[3] - line[0], line[4] - line[1]), EPSILON) > EPSILON


@inlined
def behind_model(line: Floats, models: Floats, j: int) -> bool:
    """Tell whether a line passes through the cylinder of a model; an equally tall head obstructs."""
    reach = models[HALF, j] + models[RADIUS, j]
    if min(line[0], line[3]) >= models[X, j] + reach or max(line[0], line[3]) <= models[X, j] - reach:
        return False
    if min(line[1], line[4]) >= models[Y, j] + reach or max(line[1], line[4]) <= models[Y, j] - reach:
        return False
    head = models[Z, j] + models[HEIGHT, j]
    if min(line[2], line[5]) > head:
        return False
    entry, leave = clip(0.0, 1.0, head + EPSILON - line[2], head + EPSILON - line[5])
    entry, leave = clip(entry, leave, line[2] - models[Z, j], line[5] - models[Z, j])
    if not leave > entry:
        return False
    run_x, run_y = line[3] - line[0], line[4] - line[1]
    x0, y0, x1, y1 = line[0] + entry * run_x, line[1] + entry * run_y, line[0] + leave * run_x, line[1] + leave * run_y
    if models[HALF, j] > 0.0:
        along_x, along_y = cos(models[FACING, j]) * models[HALF, j], sin(models[FACING, j]) * models[HALF, j]
        x, y = models[X, j], models[Y, j]
        away = segment_gap(x0, y0, x1, y1, x - along_x, y - along_y, x + along_x, y + along_y)
    else:
        away = point_to_segment(models[X, j], models[Y, j], x0, y0, x1, y1)
    return away < models[RADIUS, j] - EPSILON


@inlined
def free_line(
    line: Floats, pieces: Indices, normals: Floats, offsets: Floats, heights: Floats, blockers: Floats, models: Indices
) -> bool:
    """Tell whether nothing is in the way of a line, of these pieces and models."""
    for piece in pieces:
        if behind_piece(line, normals, offsets, heights, piece):
            return False
    for j in models:  # noqa: SIM110, a generator does not compile
        if behind_model(line, blockers, j):
            return False
    return True


@compiled
def pieces_between(
    a: Floats, i: int, b: Floats, j: int, wide: float, normals: Floats, offsets: Floats, heights: Floats
) -> Indices:
    """Return the pieces that lines between two models may run through: none in which one of them stands, none aside."""
    found, count = np.empty(len(heights), dtype=np.intp), 0
    for piece in range(len(heights)):
        if inside(a, i, normals, offsets, heights, piece) or inside(b, j, normals, offsets, heights, piece):
            continue
        aside = False
        for k in range(normals.shape[0]):
            across, up, offset = normals[k, piece, 0], normals[k, piece, 1], offsets[k, piece] - wide
            aside = aside or max(a[X, i] * across + a[Y, i] * up, b[X, j] * across + b[Y, j] * up) < offset
        if not aside:
            found[count] = piece
            count += 1
    return found[:count].copy()


@compiled
def models_between(a: Floats, i: int, b: Floats, j: int, wide: float, blockers: Floats) -> Indices:
    """Return the blockers that lines between two models may pass: the models themselves do not stand among them."""
    found, count = np.empty(blockers.shape[1], dtype=np.intp), 0
    left, right = min(a[X, i], b[X, j]), max(a[X, i], b[X, j])
    low, high = min(a[Y, i], b[Y, j]), max(a[Y, i], b[Y, j])
    for k in range(blockers.shape[1]):
        x, y, far = blockers[X, k], blockers[Y, k], wide + blockers[HALF, k] + blockers[RADIUS, k]
        if not (left - far < x < right + far and low - far < y < high + far):
            continue
        if point_to_segment(x, y, a[X, i], a[Y, i], b[X, j], b[Y, j]) < far:
            found[count] = k
            count += 1
    return found[:count].copy()


@compiled
def sees(
    a: Floats,
    i: int,
    b: Floats,
    j: int,
    views: Floats,
    normals: Floats,
    offsets: Floats,
    heights: Floats,
    blockers: Floats,
    same: int | np.int64,
) -> bool:
    """Tell whether a model sees another one by one of the views; `same` is the blocker that is the other one, or -1.

    Views are shares of the half widths of both and of the target's height.
    """
    dx, dy = b[X, j] - a[X, i], b[Y, j] - a[Y, i]
    length = distance(dx, dy)
    across = length if length > 0.0 else 1.0
    from_x, from_y = half_width(a, i, -dy / across, dx / across)
    to_x, to_y = half_width(b, j, -dy / across, dx / across)
    wide = max(a[HALF, i] + a[RADIUS, i], b[HALF, j] + b[RADIUS, j]) + EPSILON
    pieces = pieces_between(a, i, b, j, wide, normals, offsets, heights)
    near = models_between(a, i, b, j, wide, blockers)
    near = near[near != same]
    line = np.empty(6)
    for view in range(len(views)):
        line[0], line[1] = a[X, i] + views[view, 0] * from_x, a[Y, i] + views[view, 0] * from_y
        line[2] = a[Z, i] + a[HEIGHT, i]
        line[3], line[4] = b[X, j] + views[view, 1] * to_x, b[Y, j] + views[view, 1] * to_y
        line[5] = b[Z, j] + b[HEIGHT, j] * views[view, 2]
        if free_line(line, pieces, normals, offsets, heights, blockers, near):
            return True
    return False


@compiled
def sight(
    shooters: Floats,
    targets: Floats,
    views: Floats,
    normals: Floats,
    offsets: Floats,
    heights: Floats,
    blockers: Floats,
    same: Flags,
) -> Flags:
    """Tell which shooters see which targets; `same[t, b]`: blocker b is target t."""
    seen = np.zeros((shooters.shape[1], targets.shape[1]), dtype=np.bool_)
    for j in range(targets.shape[1]):
        itself: int | np.int64 = np.int64(-1)
        for k in range(blockers.shape[1]):
            itself = k if same[j, k] else itself
        for i in range(shooters.shape[1]):
            seen[i, j] = sees(shooters, i, targets, j, views, normals, offsets, heights, blockers, itself)
    return seen


@compiled
def closest(gaps: Floats, number: int) -> Indices:
    """Return the places of the smallest numbers, the smallest first."""
    return np.argsort(gaps, kind="mergesort")[:number]


@compiled
def in_the_way(standing: Flags, units: Ints, unit: int) -> Indices:
    """Return the models that are standing, by the flags, and are not of this unit."""
    found, count = np.empty(len(units), dtype=np.intp), 0
    for model in range(len(units)):
        if standing[model] and units[model] != unit:
            found[count] = model
            count += 1
    return found[:count].copy()


@compiled
def glimpse(
    poses: Floats,
    models: Indices,
    targets: Indices,
    number: int,
    views: Floats,
    normals: Floats,
    offsets: Floats,
    heights: Floats,
    blocking: Indices,
    blockers: Floats,
) -> bool:
    """Tell what `glimpsed` tells; `blocking` are the indices of the models that obstruct, `blockers` their bodies."""
    rows, columns = np.full(len(models), np.inf), np.full(len(targets), np.inf)
    for i in range(len(models)):
        for j in range(len(targets)):
            away = nearer(poses, models[i], poses, targets[j], max(rows[i], columns[j]))
            rows[i], columns[j] = min(rows[i], away), min(columns[j], away)
    for i in closest(rows, number):
        for j in closest(columns, number):
            same: int | np.int64 = np.int64(-1)
            for place in range(len(blocking)):
                same = place if blocking[place] == targets[j] else same
            if sees(poses, models[i], poses, targets[j], views, normals, offsets, heights, blockers, same):
                return True
    return False


@compiled
def can_glimpse(
    poses: Floats,
    standing: Flags,
    units: Ints,
    models: Indices,
    targets: Indices,
    number: int,
    views: Floats,
    normals: Floats,
    offsets: Floats,
    heights: Floats,
) -> bool:
    """Tell whether one of the `number` models that are closest to the targets sees one of the closest targets.

    All models that are `standing` (by the flags) obstruct, but those of the same unit. Models and targets are indices.
    """
    blocking = in_the_way(standing, units, units[models[0]])
    return glimpse(poses, models, targets, number, views, normals, offsets, heights, blocking, poses[:, blocking])


@compiled
def glimpsed_units(
    poses: Floats,
    standing: Flags,
    units: Ints,
    models: Indices,
    others: Indices,
    columns: Indices,
    wanted: Flags,
    number: int,
    views: Floats,
    normals: Floats,
    offsets: Floats,
    heights: Floats,
) -> Flags:
    """Tell for each unit that is `wanted` what `glimpsed` tells of its models: those of the others in its column."""
    blocking, found = in_the_way(standing, units, units[models[0]]), np.zeros(len(wanted), dtype=np.bool_)
    blockers = poses[:, blocking]
    for column in range(len(wanted)):
        if wanted[column]:
            targets = others[columns == column]
            found[column] = glimpse(poses, models, targets, number, views, normals, offsets, heights, blocking, blockers)
    return found
