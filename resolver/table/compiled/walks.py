"""Models on the ground: where they may stand, and what a path leads over, across and near to."""

from __future__ import annotations

from math import cos, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from resolver.table.compiled import EPSILON, EXTENT, FACING, HALF, HEIGHT, RADIUS, X, Y, Z, compiled, inlined
from resolver.table.compiled.shapes import Flags, Floats, overlap, point_to_segment, reaches, segment_gap

Indices = NDArray[np.intp]
Box = tuple[float, float, float, float]


@inlined
def depth(x: float, y: float, normals: Floats, offsets: Floats, piece: int) -> float:
    """Return how deep a point lies in a piece; negative outside."""
    found = np.inf
    for k in range(normals.shape[0]):
        found = min(found, normals[k, piece, 0] * x + normals[k, piece, 1] * y - offsets[k, piece])
    return found


@inlined
def piece_gap(models: Floats, i: int, normals: Floats, offsets: Floats, edges: Floats, piece: int) -> float:
    """Return the distance from the middle line of a base to a piece, 0 where it reaches in."""
    x, y = models[X, i], models[Y, i]
    along_x, along_y = cos(models[FACING, i]) * models[HALF, i], sin(models[FACING, i]) * models[HALF, i]
    x0, y0, x1, y1 = x - along_x, y - along_y, x + along_x, y + along_y
    if max(depth(x0, y0, normals, offsets, piece), depth(x1, y1, normals, offsets, piece)) >= 0.0:
        return 0.0
    found = np.inf
    for k in range(edges.shape[0]):
        a, b, c, d = edges[k, piece]
        if models[HALF, i] > 0.0:
            found = min(found, segment_gap(x0, y0, x1, y1, a, b, c, d))
        else:
            found = min(found, point_to_segment(x, y, a, b, c, d))
    return found


@compiled
def ground_heights(
    models: Floats,
    normals: Floats,
    offsets: Floats,
    heights: Floats,
    edges: Floats,
    boxes: Floats,
    tops: Flags,
    free_height: float,
) -> Floats:
    """Return the height at which each model would stand, not a number where it cannot."""
    found = np.zeros(models.shape[1])
    for i in range(models.shape[1]):
        x, y, reach = models[X, i], models[Y, i], models[HALF, i] + models[RADIUS, i]
        height = climbing = 0.0
        for piece in range(len(heights)):
            if not (
                boxes[0, piece] < x + reach
                and boxes[2, piece] > x - reach
                and boxes[1, piece] < y + reach
                and boxes[3, piece] > y - reach
            ):
                continue
            over = depth(x, y, normals, offsets, piece) >= 0.0
            if heights[piece] <= free_height:
                height = max(height, heights[piece]) if over else height
            elif piece_gap(models, i, normals, offsets, edges, piece) < models[RADIUS, i] - EPSILON:
                climbing = max(climbing, heights[piece])
                if over and tops[piece]:
                    height = max(height, heights[piece])
        found[i] = np.nan if climbing > height + EPSILON else height
    return found


@compiled
def on_board(models: Floats, width: float, depth_in: float) -> Flags:
    """Tell which models stand wholly on the battlefield."""
    found = np.empty(models.shape[1], dtype=np.bool_)
    for i in range(models.shape[1]):
        along_x = abs(cos(models[FACING, i]) * models[HALF, i]) if models[HALF, i] > 0.0 else 0.0
        along_y = abs(sin(models[FACING, i]) * models[HALF, i]) if models[HALF, i] > 0.0 else 0.0
        across = min(models[X, i] - along_x, width - models[X, i] - along_x)
        found[i] = min(across, min(models[Y, i] - along_y, depth_in - models[Y, i] - along_y)) >= models[RADIUS, i] - EPSILON
    return found


@compiled
def room_of(models: Floats, chosen: Flags) -> Box:
    """Return the box round the bases of the models that are chosen: left, bottom, right, top."""
    left, low, right, high = np.inf, np.inf, -np.inf, -np.inf
    for i in range(models.shape[1]):
        if chosen[i]:
            x, y, wide = models[X, i], models[Y, i], models[HALF, i] + models[RADIUS, i]
            left, right, low, high = min(left, x - wide), max(right, x + wide), min(low, y - wide), max(high, y + wide)
    return left, low, right, high


@compiled
def way_of_discs(discs: Floats) -> Box:
    """Return the box round the centres of all discs of a path: left, bottom, right, top."""
    left, low, right, high = np.inf, np.inf, -np.inf, -np.inf
    for step in range(discs.shape[0]):
        for disc in range(discs.shape[1]):
            x, y = discs[step, disc]
            left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
    return left, low, right, high


@inlined
def is_aside(box: Box, others: Floats, j: int, away: float) -> bool:
    """Tell whether a base is certainly further than `away` from every point in a box: most are, and need no more looking."""
    x, y, far = others[X, j], others[Y, j], away + others[HALF, j] + others[RADIUS, j] + 2 * EPSILON
    return x < box[0] - far or y < box[1] - far or x > box[2] + far or y > box[3] + far


@compiled
def clear_of(models: Floats, others: Floats, good: Flags) -> None:
    """Note in `good` which models overlap one of the others."""
    box = room_of(models, good)
    for j in range(others.shape[1]):
        if is_aside(box, others, j, 0.0):
            continue
        for i in range(models.shape[1]):
            if good[i] and overlap(models, i, others, j):
                good[i] = False


@compiled
def apart_from(models: Floats, others: Floats, first: int, end: int, across: float, up: float, good: Flags) -> None:
    """Note in `good` which models are within reach of one of the others, from the first to before the end."""
    box = room_of(models, good)
    for j in range(first, end):
        if is_aside(box, others, j, across):
            continue
        for i in range(models.shape[1]):
            if good[i] and reaches(models, i, others, j, across, up):
                good[i] = False


@inlined
def disc_gap(x0: float, y0: float, x1: float, y1: float, others: Floats, j: int) -> float:
    """Return the distance between a straight line, such as the way of a point, and the middle line of a base."""
    if others[HALF, j] == 0.0:
        return point_to_segment(others[X, j], others[Y, j], x0, y0, x1, y1)
    along_x, along_y = cos(others[FACING, j]) * others[HALF, j], sin(others[FACING, j]) * others[HALF, j]
    x, y = others[X, j], others[Y, j]
    return segment_gap(x0, y0, x1, y1, x - along_x, y - along_y, x + along_x, y + along_y)


@inlined
def step_gap(discs: Floats, step: int, last: int, radius: float, others: Floats, j: int) -> float:
    """Return the gap between a model, whose base these discs cover, on its way from one step to another, and a model."""
    found = np.inf
    for disc in range(discs.shape[1]):
        here, there = discs[step, disc], discs[last, disc]
        found = min(found, disc_gap(here[0], here[1], there[0], there[1], others, j))
    if discs.shape[1] > 1:  # between its discs the side of a long base reaches a little further
        for row in (step, last):
            one, other = discs[row, 0], discs[row, -1]
            found = min(found, disc_gap(one[0], one[1], other[0], other[1], others, j))
    return found - radius - others[RADIUS, j]


@compiled
def first_crossed(discs: Floats, floors: Floats, radius: float, height: float, others: Floats) -> int:
    """Return the first model that a path crosses, -1 for none; touching is no crossing, nor is passing above or below."""
    box = way_of_discs(discs)
    for j in range(others.shape[1]):
        if is_aside(box, others, j, radius):
            continue
        for step in range(max(len(discs) - 1, 1)):
            low, high = others[Z, j], others[Z, j] + others[HEIGHT, j]
            meets = floors[step] < high - EPSILON and floors[step] + height > low + EPSILON
            if (meets or abs(floors[step] - low) <= EPSILON) and step_gap(
                discs, step, min(step + 1, len(discs) - 1), radius, others, j
            ) < -EPSILON:
                return j
    return -1


@inlined
def in_band(flat: float, floor: float, extent: float, others: Floats, j: int, across: float, up: float) -> bool:
    """Tell whether a model at this gap and height is within a band around another one."""
    low, high = others[Z, j], others[Z, j] + others[EXTENT, j]
    rise = max(max(floor - high, low - (floor + extent)), 0.0)
    if up < 0.0:
        away = max(flat, 0.0)
        return sqrt(away * away + rise * rise) <= across + EPSILON
    return flat <= across + EPSILON and rise <= up + EPSILON


@compiled
def first_entered(
    discs: Floats,
    floors: Floats,
    radius: float,
    extent: float,
    others: Floats,
    first: int,
    end: int,
    across: float,
    up: float,
    leaving: bool,
) -> int:
    """Return the first model, from `first` to before `end`, whose band a path enters, -1 for none.

    Who starts within may leave where that is allowed.
    """
    box = way_of_discs(discs)
    for j in range(first, end):
        if is_aside(box, others, j, radius + across):
            continue
        left = False
        for step in range(max(len(discs) - 1, 1)):
            last = min(step + 1, len(discs) - 1)
            if leaving and not left:
                began = step_gap(discs, step, step, radius, others, j)
                left = not in_band(began, floors[step], extent, others, j, across, up)
            if left or not leaving:
                away = step_gap(discs, step, last, radius, others, j)
                if in_band(away, floors[step], extent, others, j, across, up):
                    return j
    return -1


@compiled
def touch_span(
    x0: float, y0: float, x1: float, y1: float, radius: float, normals: Floats, offsets: Floats, edges: Floats, piece: int
) -> tuple[float, float]:
    """Return from where to where, in shares of its straight way, a disc reaches into a piece; (1, 0) where it does not.

    It is one stretch, as pieces are convex: between shares at which the disc may begin or cease to touch a side or corner.
    """
    along_x, along_y, sides = x1 - x0, y1 - y0, normals.shape[0]
    shares, count = np.empty(3 * sides + 2), 2
    shares[0], shares[1] = 0.0, 1.0
    square = along_x * along_x + along_y * along_y
    for k in range(sides):
        across, up = normals[k, piece, 0], normals[k, piece, 1]
        pace = across * along_x + up * along_y
        if pace != 0.0:
            shares[count] = (offsets[k, piece] - radius - across * x0 - up * y0) / pace
            count += 1 if 0.0 < shares[count] < 1.0 else 0
        back_x, back_y = x0 - edges[k, piece, 0], y0 - edges[k, piece, 1]
        slope = back_x * along_x + back_y * along_y
        root = slope * slope - square * (back_x * back_x + back_y * back_y - radius * radius)
        if root >= 0.0 and square > 0.0:
            for sign in (-1.0, 1.0):
                shares[count] = (-slope + sign * sqrt(root)) / square
                count += 1 if 0.0 < shares[count] < 1.0 else 0
    cuts = np.sort(shares[:count])
    first, last = 1.0, 0.0
    for place in range(count - 1):
        if cuts[place + 1] <= cuts[place]:
            continue
        middle = (cuts[place] + cuts[place + 1]) / 2
        x, y = x0 + middle * along_x, y0 + middle * along_y
        inside = depth(x, y, normals, offsets, piece) > 0.0
        for k in range(sides):
            if not inside:
                a, b, c, d = edges[k, piece]
                inside = point_to_segment(x, y, a, b, c, d) < radius - EPSILON
        if inside:
            first, last = min(first, cuts[place]), cuts[place + 1]
    return first, last


@compiled
def climbs(
    discs: Floats,
    radius: float,
    normals: Floats,
    offsets: Floats,
    heights: Floats,
    edges: Floats,
    boxes: Floats,
    free_height: float,
) -> Floats:
    """Return each stretch of a path, in steps, on which a base reaches into a piece that is climbed: (n, 3), height last."""
    found, count = np.empty((len(heights) * max(len(discs) - 1, 1), 3)), 0
    for piece in range(len(heights)):
        if heights[piece] <= free_height:
            continue
        for step in range(max(len(discs) - 1, 1)):
            first, last = 1.0, 0.0
            for disc in range(discs.shape[1]):
                x0, y0 = discs[step, disc]
                x1, y1 = discs[min(step + 1, len(discs) - 1), disc]
                if (
                    min(x0, x1) - radius < boxes[2, piece]
                    and max(x0, x1) + radius > boxes[0, piece]
                    and min(y0, y1) - radius < boxes[3, piece]
                    and max(y0, y1) + radius > boxes[1, piece]
                ):
                    start, end = touch_span(x0, y0, x1, y1, radius, normals, offsets, edges, piece)
                    if start < end:
                        first, last = min(first, start), max(last, end)
            if first < last:
                found[count] = step + first, step + last, heights[piece]
                count += 1
    return found[:count]
