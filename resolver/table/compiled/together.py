"""Units as a whole: are they in coherency, which step may all models take, where do they all find room."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from resolver.table.compiled import FACING, X, Y, compiled
from resolver.table.compiled.around import LEGAL, Around, PathLimits, at_end, breach, fits
from resolver.table.compiled.shapes import Flags, Floats, distance, reaches

Indices = NDArray[np.intp]
FINEST = 1e4
"""Positions are rounded to so many parts of an inch."""


class Coherency(NamedTuple):
    """What models of a unit need: so many neighbours, `across` inches away and `up` inches above or below at most.

    `group`: all of them are one group.
    """

    across: float
    up: float
    neighbours: int
    group: bool = True


@compiled
def coherent(models: Floats, rules: Coherency) -> bool:
    """Tell whether models are near enough to as many others as are needed, and one group where that is asked."""
    number = models.shape[1]
    if number < 2:
        return True
    near, neighbours = np.zeros((number, number), dtype=np.bool_), np.zeros(number, dtype=np.int64)
    for i in range(number):
        for j in range(number):
            near[i, j] = i != j and reaches(models, i, models, j, rules.across, rules.up)
            neighbours[i] += near[i, j]
    if neighbours.min() < rules.neighbours:
        return False
    if not rules.group:
        return True
    group, seen, count, done = np.zeros(number, dtype=np.intp), np.zeros(number, dtype=np.bool_), 1, 0
    seen[0] = True
    while done < count:
        for j in range(number):
            if near[group[done], j] and not seen[j]:
                seen[j] = True
                group[count] = j
                count += 1
        done += 1
    return count == number


@compiled
def coherent_with(models: Floats, row: int, ends: Floats, rules: Coherency, enough: int) -> Flags:
    """Tell at which ends (8, n) of one model the unit is in coherency; after so many say no."""
    mates, found = others_of(models, row), np.zeros(ends.shape[1], dtype=np.bool_)
    number, count = mates.shape[1], 0
    near, neighbours = np.zeros((number, number), dtype=np.bool_), np.zeros(number, dtype=np.int64)
    for i in range(number):
        for j in range(number):
            near[i, j] = i != j and reaches(mates, i, mates, j, rules.across, rules.up)
            neighbours[i] += near[i, j]
    group, seen, beside = np.empty(number, dtype=np.intp), np.empty(number, dtype=np.bool_), np.empty(number, dtype=np.bool_)
    for end in range(ends.shape[1]):
        if count == enough:
            break
        done, grown_to = 0, 0
        for j in range(number):
            beside[j] = seen[j] = reaches(ends, end, mates, j, rules.across, rules.up)
            if beside[j]:
                group[grown_to] = j
                grown_to += 1
        good = number == 0 or grown_to >= rules.neighbours
        for j in range(number):
            good = good and neighbours[j] + beside[j] >= rules.neighbours
        while good and done < grown_to:
            for j in range(number):
                if near[group[done], j] and not seen[j]:
                    seen[j] = True
                    group[grown_to] = j
                    grown_to += 1
            done += 1
        found[end] = good and (grown_to == number or not rules.group)
        count += found[end]
    return found


@compiled
def in_front_first(models: Floats, step: Floats) -> Indices:
    """Return the models in the order in which they take a step: those in front first."""
    return np.argsort(-(models[X] * step[0] + models[Y] * step[1]), kind="mergesort")


@compiled
def step_on(models: Floats, step: Floats) -> Floats:
    """Return the models a step further, their positions rounded."""
    moved = models.copy()
    moved[X] = np.rint((models[X] + step[0]) * FINEST) / FINEST
    moved[Y] = np.rint((models[Y] + step[1]) * FINEST) / FINEST
    return moved


@compiled
def others_of(models: Floats, model: int) -> Floats:
    """Return all models but one."""
    found = np.empty((models.shape[0], models.shape[1] - 1))
    found[:, :model], found[:, model:] = models[:, :model], models[:, model + 1 :]
    return found


@compiled
def one_of(models: Floats, model: int) -> Floats:
    """Return a set of one model."""
    return models[:, model : model + 1].copy()


@compiled
def may_step(models: Floats, step: Floats, limits: PathLimits, around: Around, rules: Coherency) -> bool:
    """Tell whether all models may go the same step, those in front first, and are in coherency then."""
    now, goals, path = models.copy(), step_on(models, step), np.empty((2, 3))
    if not fits(goals, around, np.empty((8, 0))).all():
        return False
    for model in in_front_first(models, step):
        mover, mates = one_of(now, model), others_of(now, model)
        path[0, 0], path[0, 1], path[0, 2] = mover[X, 0], mover[Y, 0], mover[FACING, 0]
        path[1, 0], path[1, 1], path[1, 2] = goals[X, model], goals[Y, model], mover[FACING, 0]
        if breach(mover, path, limits, around, mates)[0] != LEGAL:
            return False
        now[:, model] = at_end(mover, path, around)[:, 0]
    return coherent(now, rules)


@compiled
def first_step(
    models: Floats, steps: Floats, limits: PathLimits, around: Around, rules: Coherency
) -> tuple[Indices, Floats]:
    """Return the order in which all models may go the first of the steps (n, 2) that they may, and paths (models, 2, 3).

    Nothing where there is no such step.
    """
    for number in range(len(steps)):
        if may_step(models, steps[number], limits, around, rules):
            ends, paths = step_on(models, steps[number]), np.empty((models.shape[1], 2, 3))
            paths[:, 0, 0], paths[:, 0, 1], paths[:, 0, 2] = models[X], models[Y], models[FACING]
            paths[:, 1, 0], paths[:, 1, 1], paths[:, 1, 2] = ends[X], ends[Y], ends[FACING]
            return in_front_first(models, steps[number]), paths
    return np.empty(0, dtype=np.intp), np.empty((0, 2, 3))


@compiled
def grow(points: Floats, good: Flags, kinds: Indices, level: Floats, first: int, rules: Coherency) -> Indices:
    """Put one model after the other on the free point next to the first that is near enough to those that stand already.

    Args:
        points: (n, 2). `level`: a model on each of them.
        good: for each kind of model, on which points it may stand.
        kinds: the kind of each model.
        first: the point on which the first one stands.

    Returns:
        The points of the models, in their order; fewer where there is no room.
    """
    number = len(points)
    taken, count = np.empty(len(kinds), dtype=np.intp), 1
    neighbours, away, gone = np.zeros(number, dtype=np.int64), np.empty(number), np.zeros(number, dtype=np.bool_)
    taken[0] = first
    for point in range(number):
        away[point] = np.rint(distance(points[point, 0] - points[first, 0], points[point, 1] - points[first, 1]) * FINEST)
    while count < len(kinds):
        last, best = taken[count - 1], -1
        gone[last] = True
        for point in range(number):
            neighbours[point] += reaches(level, last, level, point, rules.across, rules.up)
            if gone[point] or neighbours[point] < min(rules.neighbours, count) or not good[kinds[count], point]:
                continue
            if best < 0 or away[point] < away[best]:
                best = point
        if best < 0:
            break
        taken[count] = best
        count += 1
    return taken[:count].copy()
