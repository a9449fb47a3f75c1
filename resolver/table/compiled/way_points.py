"""Points over which a way of one model may lead: round all that is in its way, and near enough to where it wants to go."""

from __future__ import annotations

from math import cos, pi

import numpy as np

from resolver.table.compiled import EPSILON, EXTENT, FACING, HALF, RADIUS, X, Y, compiled
from resolver.table.compiled.around import LEGAL, NEARLY, Around, PathLimits, band_of, on_the_way, trace
from resolver.table.compiled.contacts import LONG, directions, rim
from resolver.table.compiled.shapes import Floats, distance, overlap
from resolver.table.compiled.together import FINEST
from resolver.table.compiled.walks import first_entered

CORNERS = 16
"""So many points are looked at around a model that is in the way."""
CLEAR = 0.005
"""How much clearer than necessary a way round keeps, in inches."""


@compiled
def lies_free(x: float, y: float, mover: Floats, others: Floats) -> bool:
    """Tell whether a model may pass a point without touching one of the others there, as they stand."""
    there, free = mover.copy(), True
    there[X, 0], there[Y, 0] = x, y
    for j in range(others.shape[1]):
        free = free and not overlap(there, 0, others, j)
    return free


@compiled
def corners_round(
    mover: Floats, facing: float, most: float, over_models: bool, around: Around, mates: Floats, corners: Floats
) -> Floats:
    """Return where a model is, facing so, and points round all that may be in its way: (n, 2).

    `corners` are points round the pieces of terrain; long bases get more of them, close to the corners of the pieces.
    """
    turned = mover.copy()
    turned[FACING, 0] = facing
    x, y = mover[X, 0], mover[Y, 0]
    sides = len(around.edges) if mover[HALF, 0] > 0.0 else 0
    rows = around.crossed.shape[1] + mates.shape[1] + around.banded.shape[1] + sides * around.edges.shape[1]
    room = rows * (CORNERS + 8 * int(mover[HALF, 0] / LONG + 8)) + len(corners) + 1
    found, count = np.empty((room, 2)), 1
    found[0, 0], found[0, 1] = x, y
    ring = directions(CORNERS)
    if not over_models:
        count = rims(turned, most, around.crossed, 0, around.crossed.shape[1], 0.0, mates, ring, found, count)
        count = rims(turned, most, mates, 0, mates.shape[1], 0.0, mates, ring, found, count)
    for band in around.bands:
        if band[4] > 0.0:
            count = rims(turned, most, around.banded, int(band[0]), int(band[1]), band[2], mates, ring, found, count)
    for side in range(sides):
        count = edge_rims(turned, most, around.edges[side], around.heights, around.free_height, ring, found, count)
    for corner in range(len(corners)):
        if distance(corners[corner, 0] - x, corners[corner, 1] - y) <= most and count < room:
            found[count] = corners[corner]
            count += 1
    found = np.rint(found[:count] * FINEST) / FINEST
    found[0, 0], found[0, 1] = x, y
    return found


@compiled
def rims(
    mover: Floats,
    most: float,
    others: Floats,
    first: int,
    last: int,
    across: float,
    mates: Floats,
    ring: Floats,
    found: Floats,
    count: int,
) -> int:
    """Put points round these models that stand so near that a way leads round them; return how many there are then.

    `across` is how far a model stays away from them. Where it would stand on a mate is no point.
    """
    x, y, reach = mover[X, 0], mover[Y, 0], mover[HALF, 0] + mover[RADIUS, 0]
    for j in range(first, last):
        wide = mover[RADIUS, 0] + others[RADIUS, j] + across + CLEAR
        if distance(others[X, j] - x, others[Y, j] - y) - reach - others[HALF, j] - wide > most:
            continue
        more = across + CLEAR + wide * (1.0 / cos(pi / CORNERS) - 1.0)
        for point in rim(mover, mover[FACING, 0], others, j, more, ring):
            near = distance(point[0] - x, point[1] - y) <= most
            if near and count < len(found) and lies_free(point[0], point[1], mover, mates):
                found[count] = point
                count += 1
    return count


@compiled
def edge_rims(
    mover: Floats, most: float, edge: Floats, heights: Floats, free_height: float, ring: Floats, found: Floats, count: int
) -> int:
    """Put points round one corner of each piece of terrain that is too high to cross; return how many there are then."""
    x, y, reach, spot = mover[X, 0], mover[Y, 0], mover[HALF, 0] + mover[RADIUS, 0], np.zeros((mover.shape[0], 1))
    more = CLEAR + mover[RADIUS, 0] * (1.0 / cos(pi / CORNERS) - 1.0)
    for piece in range(len(edge)):
        spot[X, 0], spot[Y, 0] = edge[piece, 0], edge[piece, 1]
        if heights[piece] > free_height and distance(spot[X, 0] - x, spot[Y, 0] - y) <= most + reach:
            for point in rim(mover, mover[FACING, 0], spot, 0, more, ring):
                if distance(point[0] - x, point[1] - y) <= most and count < len(found):
                    found[count] = point
                    count += 1
    return count


@compiled
def too_near(mover: Floats, path: Floats, around: Around) -> bool:
    """Tell whether a model on a path is anywhere within a band that counts on the way."""
    discs, heights, _ = trace(mover, path, False, False, around)
    for band in range(len(around.bands)):
        (first, end), (across, up) = band_of(around, band), around.bands[band, 2:4]
        if around.bands[band, 4] > 0.0 and (
            first_entered(discs, heights, mover[RADIUS, 0], mover[EXTENT, 0], around.banded, first, end, across, up, False)
            >= 0
        ):
            return True
    return False


@compiled
def useful(
    mover: Floats, facing: float, points: Floats, goals: Floats, limits: PathLimits, around: Around, mates: Floats
) -> Floats:
    """Return the first of these points, and those over which a way to one of the goals may lead.

    Those that are too far out of the way, or where a model may not even be on its way, are left out.
    """
    found, count = np.empty_like(points), 1
    found[0] = points[0]
    turn = abs(facing - mover[FACING, 0])
    turns = limits.turning and mover[HALF, 0] > 0.0
    left = limits.most - (NEARLY * turn * (mover[HALF, 0] + mover[RADIUS, 0]) if turns else 0.0)
    body, path = mover.copy(), np.empty((2, 3))
    path[:, 0], path[:, 1], path[:, 2] = points[0, 0], points[0, 1], mover[FACING, 0]
    leaving = too_near(mover, path, around)
    body[FACING, 0], path[:, 2] = facing, facing
    for point in range(1, len(points)):
        x, y = points[point]
        far, near = distance(x - points[0, 0], y - points[0, 1]), False
        for goal in range(len(goals)):
            near = near or far + distance(goals[goal, 0] - x, goals[goal, 1] - y) <= left + EPSILON
        if not near:
            continue
        body[X, 0], body[Y, 0] = x, y
        path[:, 0], path[:, 1] = x, y
        plain = PathLimits(limits.most, False, False, limits.over_models, False)
        free = on_the_way(body, path, plain, around, mates)[0] == LEGAL
        if free and (leaving or not too_near(body, path, around)):
            found[count] = points[point]
            count += 1
    return found[:count]
