"""Lines of sight between models, past terrain and other models."""

from __future__ import annotations

from math import cos, hypot, sin

import numpy as np

from resolver.table.compiled import EPSILON, FACING, HALF, HEIGHT, RADIUS, X, Y, Z, compiled
from resolver.table.compiled.shapes import Flags, Floats, point_to_segment, segment_gap


@compiled
def clip(entry: float, leave: float, first: float, last: float) -> tuple[float, float]:
    """Narrow the share of a line, `entry` to `leave`, to where a value that runs from `first` to `last` is positive."""
    rise = last - first
    if rise > 0.0:
        return max(entry, -first / rise), leave
    if rise < 0.0:
        return entry, min(leave, -first / rise)
    return entry, (-1.0 if first <= 0.0 else leave)


@compiled
def half_width(models: Floats, i: int, across_x: float, across_y: float) -> tuple[float, float]:
    """From the centre of a base to its point that lies farthest `across`."""
    x, y = models[RADIUS, i] * across_x, models[RADIUS, i] * across_y
    if models[HALF, i] > 0.0:
        axis_x, axis_y = cos(models[FACING, i]), sin(models[FACING, i])
        lean = np.sign(axis_x * across_x + axis_y * across_y) * models[HALF, i]
        x, y = x + lean * axis_x, y + lean * axis_y
    return x, y


@compiled
def inside(models: Floats, i: int, normals: Floats, offsets: Floats, heights: Floats, piece: int) -> bool:
    """Tell whether a model stands in a piece of terrain."""
    if not models[Z, i] < heights[piece] - EPSILON:
        return False
    for k in range(normals.shape[0]):
        depth = models[X, i] * normals[k, piece, 0] + models[Y, i] * normals[k, piece, 1] - offsets[k, piece]
        if not depth > -EPSILON:
            return False
    return True


@compiled
def behind_piece(line: Floats, normals: Floats, offsets: Floats, heights: Floats, piece: int) -> bool:
    """Tell whether a line (x, y, z to x, y, z) runs through a piece, for more than a touch."""
    entry, leave = clip(0.0, 1.0, heights[piece] - line[2], heights[piece] - line[5])
    for k in range(normals.shape[0]):
        if leave <= entry:
            return False
        across, along = normals[k, piece, 0], normals[k, piece, 1]
        first = line[0] * across + line[1] * along - offsets[k, piece]
        entry, leave = clip(entry, leave, first, line[3] * across + line[4] * along - offsets[k, piece])
    return (leave - entry) * max(hypot(line[3] - line[0], line[4] - line[1]), EPSILON) > EPSILON


@compiled
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


@compiled
def free_line(
    line: Floats, around: Flags, normals: Floats, offsets: Floats, heights: Floats, blockers: Floats, same: Flags
) -> bool:
    """Tell whether nothing is in the way of a line: no piece but those `around` its ends, no model but the `same`."""
    for piece in range(len(heights)):
        if not around[piece] and behind_piece(line, normals, offsets, heights, piece):
            return False
    for j in range(blockers.shape[1]):  # noqa: SIM110, a generator does not compile
        if not same[j] and behind_model(line, blockers, j):
            return False
    return True


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
    """Tell which shooters see which targets by one of the views: shares of the half widths and of the target's height."""
    seen = np.zeros((shooters.shape[1], targets.shape[1]), dtype=np.bool_)
    line, around = np.empty(6), np.empty(len(heights), dtype=np.bool_)
    for i in range(shooters.shape[1]):
        for j in range(targets.shape[1]):
            dx, dy = targets[X, j] - shooters[X, i], targets[Y, j] - shooters[Y, i]
            length = hypot(dx, dy)
            wide = length if length > 0.0 else 1.0
            from_x, from_y = half_width(shooters, i, -dy / wide, dx / wide)
            to_x, to_y = half_width(targets, j, -dy / wide, dx / wide)
            for piece in range(len(heights)):
                around[piece] = inside(shooters, i, normals, offsets, heights, piece) or inside(
                    targets, j, normals, offsets, heights, piece
                )
            for view in range(len(views)):
                line[0] = shooters[X, i] + views[view, 0] * from_x
                line[1] = shooters[Y, i] + views[view, 0] * from_y
                line[2] = shooters[Z, i] + shooters[HEIGHT, i]
                line[3] = targets[X, j] + views[view, 1] * to_x
                line[4] = targets[Y, j] + views[view, 1] * to_y
                line[5] = targets[Z, j] + targets[HEIGHT, j] * views[view, 2]
                if free_line(line, around, normals, offsets, heights, blockers, same[j]):
                    seen[i, j] = True
                    break
    return seen
