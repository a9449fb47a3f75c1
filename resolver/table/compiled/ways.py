"""The cheapest ways of one model over points round what is in its way, and paths along them."""

from __future__ import annotations

import numpy as np

from resolver.table.compiled import EPSILON, FACING, X, Y, compiled
from resolver.table.compiled.around import LEGAL, Around, PathLimits, breach, on_the_way
from resolver.table.compiled.shapes import Flags, Floats, distance

SETTLED, LEGS = 300, 8
"""So many points are gone to at most to find ways round, on ways of so many legs."""
ATTEMPTS = 8
"""From so many of these points, the cheapest first, a place is tried to be reached."""


@compiled
def spread(
    mover: Floats, facing: float, points: Floats, goals: Floats, limits: PathLimits, around: Around, mates: Floats
) -> tuple[Floats, Floats]:
    """Return what the cheapest way from the first of these points to each of them costs, and from which it comes.

    Each leg of it is legal. Points over which no way that is short enough leads to a goal cost infinitely much.
    A leg is looked at when it would be the next of a cheapest way, not before: most never are.
    """
    number, settled = len(points), 0
    costs, came, done = np.full(number, np.inf), np.full(number, -1.0), np.zeros(number, dtype=np.bool_)
    least, over, sure = np.full(number, np.inf), np.full(number, -1), np.zeros(number, dtype=np.bool_)
    order, legs, away = np.empty(SETTLED, dtype=np.intp), np.zeros(number, dtype=np.int64), nearest(points, goals)
    prices, known = np.empty((SETTLED, number)), np.zeros((SETTLED, number), dtype=np.bool_)
    body, path = mover.copy(), np.empty((2, 3))
    body[FACING, 0], path[:, 2] = facing, facing
    least[0], sure[0] = 0.0, True
    # `order`: the points whose cheapest way is settled. `prices`: what a leg from each of them costs, no less than its
    # length until it is `known`. `least`: the cheapest way to a point so far; `over`: its last leg; `sure`: that is known.
    for _ in range(SETTLED):
        node = next_point(least, done, limits.most)
        while node >= 0 and not sure[node]:
            before = order[over[node]]
            body[X, 0], body[Y, 0] = points[before, 0], points[before, 1]
            path[0, 0], path[0, 1], path[1, 0], path[1, 1] = body[X, 0], body[Y, 0], points[node, 0], points[node, 1]
            code, _, _, cost = on_the_way(body, path, limits, around, mates)
            in_time = costs[before] + cost + away[node] <= limits.most + EPSILON
            prices[over[node], node] = cost if code == LEGAL and in_time else np.inf
            known[over[node], node] = True
            least[node], over[node], sure[node] = np.inf, -1, False
            for row in range(settled):
                if costs[order[row]] + prices[row, node] < min(least[node], limits.most) - EPSILON:
                    least[node], over[node] = costs[order[row]] + prices[row, node], row
                    sure[node] = known[row, node]
            node = next_point(least, done, limits.most)
        if node < 0:
            break
        done[node], costs[node] = True, least[node]
        if node > 0:
            came[node], legs[node] = order[over[node]], legs[order[over[node]]] + 1
        if legs[node] >= LEGS:
            continue
        order[settled] = node
        for other in range(number):
            far = distance(points[other, 0] - points[node, 0], points[other, 1] - points[node, 1])
            in_time = far >= EPSILON and costs[node] + far + away[other] <= limits.most + EPSILON
            prices[settled, other] = far if in_time else np.inf
            if not done[other] and in_time and costs[node] + far < min(least[other], limits.most) - EPSILON:
                least[other], over[other], sure[other] = costs[node] + far, settled, False
        settled += 1
    return costs, came


@compiled
def nearest(points: Floats, goals: Floats) -> Floats:
    """Return how far each of the points is from the nearest goal."""
    found = np.full(len(points), np.inf)
    for point in range(len(points)):
        for goal in range(len(goals)):
            away = distance(goals[goal, 0] - points[point, 0], goals[goal, 1] - points[point, 1])
            found[point] = min(found[point], away)
    return found


@compiled
def next_point(costs: Floats, done: Flags, most: float) -> int:
    """Return the cheapest point that is not done and costs less than `most`, -1 for none."""
    found = -1
    for point in range(len(costs)):
        if not done[point] and costs[point] < most:
            found, most = point, costs[point]
    return found


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
    far, body, leg = np.empty(len(points)), mover.copy(), np.empty((2, 3))
    body[FACING, 0], leg[0, 2], leg[1] = facing, facing, goal
    for point in range(len(points)):
        far[point] = costs[point] + distance(goal[0] - points[point, 0], goal[1] - points[point, 1])
    for point in np.argsort(far, kind="mergesort")[:ATTEMPTS]:
        if far[point] > limits.most + EPSILON:
            break
        leg[0, 0], leg[0, 1] = body[X, 0], body[Y, 0] = points[point]
        if on_the_way(body, leg, limits, around, mates)[0] != LEGAL:
            continue  # the last leg alone tells: it is looked at before the whole path is put together
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
def first_path(
    mover: Floats,
    goals: Floats,
    points: Floats,
    costs: Floats,
    came: Floats,
    facing: float,
    limits: PathLimits,
    around: Around,
    mates: Floats,
) -> tuple[int, Floats]:
    """Return the first of the goals (n, 3) to which `path_to` finds a path, and that path; -1 and no poses for none."""
    for place in range(len(goals)):
        path = path_to(mover, goals[place], points, costs, came, facing, limits, around, mates)
        if len(path):
            return place, path
    return -1, np.empty((0, 3))


@compiled
def straight_turn(mover: Floats, goal: Floats, limits: PathLimits, around: Around, mates: Floats) -> Floats:
    """Return the straight path to a goal (x, y, facing), turning evenly, no poses if it is not legal."""
    path = np.empty((2, 3))
    path[0, 0], path[0, 1], path[0, 2], path[1] = mover[X, 0], mover[Y, 0], mover[FACING, 0], goal
    if breach(mover, path, limits, around, mates)[0] == LEGAL:
        return path
    return np.empty((0, 3))


@compiled
def first_straight(mover: Floats, goals: Floats, limits: PathLimits, around: Around, mates: Floats) -> tuple[int, Floats]:
    """Return the first of the goals (n, 3) to which the straight path is legal, and that path; -1 and no poses for none."""
    for place in range(len(goals)):
        path = straight_turn(mover, goals[place], limits, around, mates)
        if len(path):
            return place, path
    return -1, np.empty((0, 3))
