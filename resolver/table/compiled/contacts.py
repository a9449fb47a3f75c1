"""Places beside other models, and the cheapest ways of one model to many places: looked at one by one, each exactly."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from resolver.table.compiled import EPSILON, EXTENT, FACING, HALF, RADIUS, X, Y, Z, compiled
from resolver.table.compiled.around import LEGAL, NEARLY, Around, PathLimits, band_of, breach, floors, on_the_way, trace
from resolver.table.compiled.shapes import Floats, Indices, distance, flat_gap, gap, overlap
from resolver.table.compiled.together import FINEST
from resolver.table.compiled.walks import first_entered

CORNERS = 16
"""So many points are looked at around a model that is in the way."""
CLEAR = 0.005
"""How much clearer than necessary a way round keeps, in inches."""
LONG = 0.3
"""The straight sides of long bases are divided into parts no longer than this."""
SETTLED, LEGS = 80, 8
"""So many points are gone to at most to find ways round, on ways of so many legs."""
ATTEMPTS = 8
"""From so many of these points, the cheapest first, a place is tried to be reached."""


@compiled
def rim(mover: Floats, facing: float, others: Floats, j: int, away: float, number: int) -> Floats:
    """Return points at which a model that faces so stands so far away from another one, all round it: (n, 2).

    Where its centre may not be is a parallelogram, drawn by one middle line along the other, with rounded corners.
    """
    reach = mover[RADIUS, 0] + others[RADIUS, j] + away
    own_x, own_y = cos(facing) * mover[HALF, 0], sin(facing) * mover[HALF, 0]
    its_x, its_y = cos(others[FACING, j]) * others[HALF, j], sin(others[FACING, j]) * others[HALF, j]
    corners = np.empty((number + 1, 2))
    for turn in range(number + 1):
        x, y = cos(2 * pi * (turn % number) / number), sin(2 * pi * (turn % number) / number)
        own, its = 1.0 if own_x * x + own_y * y >= 0.0 else -1.0, 1.0 if its_x * x + its_y * y >= 0.0 else -1.0
        corners[turn, 0] = others[X, j] + own * own_x + its * its_x + x * reach
        corners[turn, 1] = others[Y, j] + own * own_y + its * its_y + y * reach
    more = int(4 * (mover[HALF, 0] + others[HALF, j]) / LONG) + 8
    found, count = np.empty((number + more, 2)), 0
    for turn in range(number):
        side = corners[turn + 1] - corners[turn]
        parts = max(int(distance(side[0], side[1]) / LONG), 1) if mover[HALF, 0] + others[HALF, j] > 0.0 else 1
        for part in range(parts):
            if count < len(found):
                found[count] = corners[turn] + side * (part / parts)
                count += 1
    return found[:count]


@compiled
def beside(mover: Floats, facings: Floats, foes: Floats, gaps: Floats, number: int, most: float) -> Floats:
    """Return poses (n, 3) so far away from these models, facing so, none further than `most`; the nearest first."""
    room = foes.shape[1] * len(gaps) * len(facings) * (number + 8 * int(4 * foes[HALF].max() + 4 * mover[HALF, 0] + 8))
    found, count = np.empty((room, 3)), 0
    for j in range(foes.shape[1]):
        if flat_gap(mover, 0, foes, j) > most + gaps.max() + 2 * mover[HALF, 0]:
            continue  # however it turns, it does not get there
        for facing in facings:
            for away in gaps:
                for point in rim(mover, facing, foes, j, away, number):
                    if distance(point[0] - mover[X, 0], point[1] - mover[Y, 0]) <= most and count < room:
                        found[count, 0], found[count, 1] = (
                            np.rint(point[0] * FINEST) / FINEST,
                            np.rint(point[1] * FINEST) / FINEST,
                        )
                        found[count, 2] = facing
                        count += 1
    found = found[:count]
    far = np.empty(count)
    for place in range(count):
        far[place] = distance(found[place, 0] - mover[X, 0], found[place, 1] - mover[Y, 0])
        far[place] += abs(found[place, 2] - mover[FACING, 0]) * (mover[HALF, 0] + mover[RADIUS, 0])
    return found[np.argsort(far, kind="mergesort")]


@compiled
def closer(mover: Floats, poses: Floats, foes: Floats, below: float, around: Around) -> Floats:
    """Return those of the poses (n, 3) in which a model is less than `below` away from one of the foes, closest first."""
    there, kept = np.empty((mover.shape[0], len(poses))), np.zeros(len(poses), dtype=np.bool_)
    for pose in range(len(poses)):
        there[:, pose] = mover[:, 0]
        there[X, pose], there[Y, pose], there[FACING, pose] = poses[pose, 0], poses[pose, 1], poses[pose, 2]
        for j in range(foes.shape[1]):
            kept[pose] = kept[pose] or flat_gap(there, pose, foes, j) < below
    poses, there = poses[kept], there[:, kept]
    there[Z] = floors(there, around)
    after, good = np.full(len(poses), np.inf), np.zeros(len(poses), dtype=np.bool_)
    for pose in range(len(poses)):
        if not np.isnan(there[Z, pose]):
            for j in range(foes.shape[1]):
                after[pose] = min(after[pose], gap(there, pose, foes, j))
        good[pose] = after[pose] < below
    return poses[good][np.argsort(after[good], kind="mergesort")]


@compiled
def space_out(poses: Floats, number: int, apart: float, most: int, more: int) -> tuple[Indices, Indices]:
    """Return so many of the first `most` poses, each so far apart from the others, and so many `more` of them."""
    kept, rest, count, others = np.empty(number, dtype=np.intp), np.empty(more, dtype=np.intp), 0, 0
    for pose in range(min(len(poses), most)):
        free = count < number
        for other in range(count):
            x, y = poses[pose, 0] - poses[kept[other], 0], poses[pose, 1] - poses[kept[other], 1]
            free = free and distance(x, y) >= apart
        if free:
            kept[count] = pose
            count += 1
        elif others < more:
            rest[others] = pose
            others += 1
    return kept[:count], rest[:others]


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
    if not over_models:
        count = rims(turned, most, around.crossed, 0, around.crossed.shape[1], 0.0, mates, found, count)
        count = rims(turned, most, mates, 0, mates.shape[1], 0.0, mates, found, count)
    for band in around.bands:
        if band[4] > 0.0:
            count = rims(turned, most, around.banded, int(band[0]), int(band[1]), band[2], mates, found, count)
    for side in range(sides):
        count = edge_rims(turned, most, around.edges[side], around.heights, around.free_height, found, count)
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
        for point in rim(mover, mover[FACING, 0], others, j, more, CORNERS):
            near = distance(point[0] - x, point[1] - y) <= most
            if near and count < len(found) and lies_free(point[0], point[1], mover, mates):
                found[count] = point
                count += 1
    return count


@compiled
def edge_rims(
    mover: Floats, most: float, edge: Floats, heights: Floats, free_height: float, found: Floats, count: int
) -> int:
    """Put points round one corner of each piece of terrain that is too high to cross; return how many there are then."""
    x, y, reach, spot = mover[X, 0], mover[Y, 0], mover[HALF, 0] + mover[RADIUS, 0], np.zeros((mover.shape[0], 1))
    more = CLEAR + mover[RADIUS, 0] * (1.0 / cos(pi / CORNERS) - 1.0)
    for piece in range(len(edge)):
        spot[X, 0], spot[Y, 0] = edge[piece, 0], edge[piece, 1]
        if heights[piece] > free_height and distance(spot[X, 0] - x, spot[Y, 0] - y) <= most + reach:
            for point in rim(mover, mover[FACING, 0], spot, 0, more, CORNERS):
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


@compiled
def spread(
    mover: Floats, facing: float, points: Floats, limits: PathLimits, around: Around, mates: Floats
) -> tuple[Floats, Floats]:
    """Return what the cheapest way from the first of these points to each of them costs, and from which it comes.

    Each leg of it is legal. Points that were not reached cost infinitely much.
    """
    number = len(points)
    costs, came, done = np.full(number, np.inf), np.full(number, -1.0), np.zeros(number, dtype=np.bool_)
    legs, body, path = np.zeros(number, dtype=np.int64), mover.copy(), np.empty((2, 3))
    body[FACING, 0], path[:, 2] = facing, facing
    costs[0] = 0.0
    for _ in range(SETTLED):
        node, least = -1, limits.most
        for other in range(number):
            if not done[other] and costs[other] < least:
                node, least = other, costs[other]
        if node < 0:
            break
        done[node] = True
        if legs[node] >= LEGS:
            continue
        body[X, 0], body[Y, 0] = points[node, 0], points[node, 1]
        path[0, 0], path[0, 1] = points[node, 0], points[node, 1]
        for other in range(number):
            far = distance(points[other, 0] - points[node, 0], points[other, 1] - points[node, 1])
            if done[other] or costs[node] + far >= min(costs[other], limits.most) - EPSILON or far < EPSILON:
                continue
            path[1, 0], path[1, 1] = points[other, 0], points[other, 1]
            code, _, _, cost = on_the_way(body, path, limits, around, mates)
            if code == LEGAL and costs[node] + cost < min(costs[other], limits.most) - EPSILON:
                costs[other], came[other], legs[other] = costs[node] + cost, node, legs[node] + 1
    return costs, came


@compiled
def path_to(
    mover: Floats,
    goal: Floats,
    points: Floats,
    costs: Floats,
    came: Floats,
    facing: float,
    limits: PathLimits,
    around: Around,
    mates: Floats,
) -> Floats:
    """Return a legal path to a goal (x, y, facing) over the points that were reached, no poses if none was found."""
    far = np.empty(len(points))
    for point in range(len(points)):
        far[point] = costs[point] + distance(goal[0] - points[point, 0], goal[1] - points[point, 1])
    for point in np.argsort(far, kind="mergesort")[:ATTEMPTS]:
        if far[point] > limits.most + EPSILON:
            break
        length, at = 2, point
        while at > 0:
            length, at = length + 1, int(came[at])
        spins = 1 if facing != mover[FACING, 0] else 0
        path = np.empty((length + spins, 3))
        path[:, 2], path[-1] = facing, goal
        row, at = length + spins - 2, point
        while at > 0:
            path[row, 0], path[row, 1] = points[at, 0], points[at, 1]
            row, at = row - 1, int(came[at])
        for row in range(1 + spins):
            path[row, 0], path[row, 1] = mover[X, 0], mover[Y, 0]
        path[0, 2] = mover[FACING, 0]
        if breach(mover, path, limits, around, mates)[0] == LEGAL:
            return path
    return np.empty((0, 3))


@compiled
def straight_turn(mover: Floats, goal: Floats, limits: PathLimits, around: Around, mates: Floats) -> Floats:
    """Return the straight path to a goal (x, y, facing), turning evenly, no poses if it is not legal."""
    path = np.empty((2, 3))
    path[0, 0], path[0, 1], path[0, 2], path[1] = mover[X, 0], mover[Y, 0], mover[FACING, 0], goal
    if breach(mover, path, limits, around, mates)[0] == LEGAL:
        return path
    return np.empty((0, 3))


@compiled
def first_straight(mover: Floats, goals: Floats, limits: PathLimits, around: Around, mates: Floats) -> Floats:
    """Return the straight path to the first of the goals (n, 3) to which it is legal, no poses if there is none."""
    for goal in goals:
        path = straight_turn(mover, goal, limits, around, mates)
        if len(path):
            return path
    return np.empty((0, 3))
