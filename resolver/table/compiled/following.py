"""One model of a unit after the others: where it may stand beside those that have gone, and what it reaches straight."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from resolver.table.compiled import EPSILON, FACING, HALF, RADIUS, X, Y, compiled, inlined
from resolver.table.compiled.around import LEGAL, Around, PathLimits, at_end, breach, fits
from resolver.table.compiled.shapes import Floats, distance, reaches
from resolver.table.compiled.together import FINEST, Coherency, one_of, others_of

Indices = NDArray[np.intp]
TURNS = 12
DIRECTIONS = np.array([(cos(turn * 2 * pi / TURNS), sin(turn * 2 * pi / TURNS)) for turn in range(TURNS)])
AT_ONCE = 16
"""So many points are looked at together."""
SHARES = np.array([1.0, 0.75, 0.5, 0.25, 0.0])
BESIDE = np.array([0.1, 1.0])
"""How far from a model that has gone before the next one may stand."""


@compiled
def points_of(models: Floats, model: int, goal: Floats, gone: Indices, most: float) -> Floats:
    """Return points where a model may end: on its way to the goal, or around those that have gone; none too far away."""
    found, count = np.empty((len(SHARES) + len(gone) * len(BESIDE) * TURNS, 2)), 0
    x, y = models[X, model], models[Y, model]
    share = min(1.0, most / max(distance(goal[0] - x, goal[1] - y), EPSILON))
    for part in SHARES:
        found[count, 0], found[count, 1] = x + part * (goal[0] - x) * share, y + part * (goal[1] - y) * share
        count += 1
    own = models[HALF, model] + models[RADIUS, model]
    for other in gone:
        for away in BESIDE:
            wide = models[HALF, other] + models[RADIUS, other] + own + away
            for turn in range(TURNS):
                found[count, 0] = models[X, other] + wide * DIRECTIONS[turn, 0]
                found[count, 1] = models[Y, other] + wide * DIRECTIONS[turn, 1]
                count += 1
    found = np.rint(found * FINEST) / FINEST
    near = np.empty(count, dtype=np.bool_)
    for point in range(count):
        near[point] = distance(found[point, 0] - x, found[point, 1] - y) <= most
    return found[near]


@compiled
def standing_on(mover: Floats, points: Floats) -> Floats:
    """Return the model on each of the points."""
    found = np.empty((mover.shape[0], len(points)))
    for point in range(len(points)):
        found[:, point] = mover[:, 0]
        found[X, point], found[Y, point] = points[point, 0], points[point, 1]
    return found


@inlined
def close_enough(level: Floats, point: int, models: Floats, gone: Indices, rules: Coherency) -> bool:
    """Tell whether a model on a point has as many of those that have gone for neighbours as it needs."""
    neighbours = 0
    for other in gone:
        neighbours += reaches(level, point, models, other, rules.across, rules.up)
    return neighbours >= min(rules.neighbours, len(gone))


@compiled
def spots_of(
    models: Floats, model: int, goal: Floats, gone: Indices, most: float, around: Around, rules: Coherency, enough: int
) -> Floats:
    """Return where a model may end, the nearest to the goal first, about `enough` of them or more."""
    points, mates, mover = points_of(models, model, goal, gone, most), others_of(models, model), one_of(models, model)
    away = np.empty(len(points))
    for point in range(len(points)):
        away[point] = np.rint(distance(points[point, 0] - goal[0], points[point, 1] - goal[1]) * FINEST)
    points = points[np.argsort(away, kind="mergesort")]
    found, count = np.empty((len(points), 2)), 0
    for first in range(0, len(points), AT_ONCE):
        some = points[first : first + AT_ONCE]
        level = standing_on(mover, some)
        good = fits(level, around, mates)
        for point in range(len(some)):
            if good[point] and close_enough(level, point, models, gone, rules):
                found[count] = some[point]
                count += 1
        if count >= enough:
            break
    return found[:count].copy()


@compiled
def at_once(
    models: Floats, model: int, goal: Floats, gone: Indices, limits: PathLimits, around: Around, rules: Coherency
) -> Floats:
    """Return the straight way of a model to its goal if it may end just there, no poses if not: most may."""
    x, y, none = models[X, model], models[Y, model], np.empty((0, 3))
    spot = np.empty((1, 2))
    spot[0, 0], spot[0, 1] = np.rint(goal[0] * FINEST) / FINEST, np.rint(goal[1] * FINEST) / FINEST
    if distance(goal[0] - x, goal[1] - y) > limits.most or distance(spot[0, 0] - x, spot[0, 1] - y) > limits.most:
        return none
    level = standing_on(one_of(models, model), spot)
    if not (fits(level, around, others_of(models, model))[0] and close_enough(level, 0, models, gone, rules)):
        return none
    return straight_to(models, model, spot, limits, around)


@compiled
def straight_to(models: Floats, model: int, spots: Floats, limits: PathLimits, around: Around) -> Floats:
    """Return the straight way to the first of these places that a model may go to, no poses if there is none."""
    mover, mates, path = one_of(models, model), others_of(models, model), np.empty((2, 3))
    path[0, 0], path[0, 1], path[:, 2] = mover[X, 0], mover[Y, 0], mover[FACING, 0]
    for spot in range(len(spots)):
        path[1, 0], path[1, 1] = spots[spot, 0], spots[spot, 1]
        if breach(mover, path, limits, around, mates)[0] == LEGAL:
            return path
    return np.empty((0, 3))


@compiled
def one_after_other(
    models: Floats,
    order: Indices,
    goals: Floats,
    gone: Indices,
    limits: PathLimits,
    around: Around,
    rules: Coherency,
    tries: int,
) -> tuple[Floats, Floats]:
    """Move models straight, one after the other, each as near to its goal as it gets beside those that have gone before it.

    `gone` are models that went before the first. Each tries the `tries` best places or so.

    Returns:
        The paths (n, 2, 3) of the first of them, up to one that finds no straight way, and where all models stand then.
    """
    now, paths = models.copy(), np.empty((len(order), 2, 3))
    went = np.empty(len(gone) + len(order), dtype=np.intp)
    went[: len(gone)] = gone
    for place in range(len(order)):
        model, before = order[place], went[: len(gone) + place].copy()
        goal = goals[model]
        path = at_once(now, model, goal, before, limits, around, rules)
        if not len(path):
            spots = spots_of(now, model, goal, before, limits.most, around, rules, tries)[:tries]
            path = straight_to(now, model, spots, limits, around)
        if not len(path):
            return paths[:place].copy(), now
        paths[place], went[len(gone) + place] = path, model
        now[:, model] = at_end(one_of(now, model), path, around)[:, 0]
    return paths, now
