"""Moving a unit together: legal paths for all its models towards a point, in coherency. For proposals and bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.coherency import CoherencyRules, coherent
from resolver.table.compiled import following
from resolver.table.compiled import together as compiled
from resolver.table.geometry import EPSILON, Indices
from resolver.table.ground import Ground
from resolver.table.movement import MoveRules, check, stand_in_pose
from resolver.table.paths import DETOUR, NO_WAY, PLACES, along, at, find, find_paths, toward

SHARES = (1.0, 0.75, 0.5, 0.25)
TRIES, SEARCHES, EVERY = 8, 8, 1_000_000
"""How many places a model tries on a straight way, how many ways round are looked for in all; and all places."""
Paths = list[tuple[int, Floats]]
"""Which model (its place among the unit's) goes which path, in the order in which they go."""


def together(models: Bodies, goal: Floats, rules: MoveRules, ground: Ground, coherency: CoherencyRules) -> Paths | None:
    """Return how the whole unit gets as near to the goal as it can with `rules.most`, None if it cannot move at all.

    `ground` is without the unit itself. The formation goes as it is where it can; else one model after the other goes to
    its place in it, or behind the foremost, whichever brings them nearer.
    """
    middle = np.array([models.x.mean(), models.y.mean()])
    centre = int(np.argmin(np.hypot(models.x - middle[0], models.y - middle[1])))
    away = float(np.hypot(goal[0] - middle[0], goal[1] - middle[1]))
    if away < EPSILON:
        return None
    for way in find_paths(models[[centre]], goal, rules, ground, DETOUR * away + rules.most):
        for share in SHARES:
            far = min(float(along(way)[-1]), rules.most * share)
            step = at(way, far)[:2] - way[0, :2]
            if far > 0.0 and (paths := shift_all(models, step, rules, ground, coherency)):
                return paths
            order = np.lexsort((np.arange(len(models)), -(models.centres() @ step)))
            if far > 0.0 and (paths := follow_each(models, order, models.centres() + step, rules, ground, coherency)):
                return min(
                    (paths, *_behind(models, goal, rules, ground, coherency)), key=lambda some: _shortfall(some, goal)
                )
    return next(_behind(models, goal, rules, ground, coherency), None)


def _behind(models: Bodies, goal: Floats, rules: MoveRules, ground: Ground, coherency: CoherencyRules) -> Iterator[Paths]:
    """The foremost model goes as far as it can, or not so far, and the others close up to it."""
    order = np.argsort(np.hypot(*(models.centres() - goal).T), kind="stable")
    first = int(order[0])
    for share in SHARES:
        most = replace(rules, most=rules.most * share)
        path = toward(models[[first]], goal, most, _among(ground, models, first))
        if not len(path):
            return
        goals = np.tile(path[-1, :2], (len(models), 1))
        if paths := follow_each(models, order[1:], goals, rules, ground, coherency, [(first, path)]):
            yield paths
            return


def _shortfall(paths: Paths, goal: Floats) -> float:
    """How far it still is to the goal, on the mean of all models."""
    return round(float(np.mean([np.hypot(*(path[-1, :2] - goal)) for _, path in paths])), PLACES)


def follow_each(
    models: Bodies,
    order: Sequence[int] | Indices,
    goals: Floats,
    rules: MoveRules,
    ground: Ground,
    coherency: CoherencyRules,
    led: Paths | None = None,
) -> Paths | None:
    """Move the models one after the other, each as near to its goal as it gets beside those that have gone before it.

    `led` are legal paths of models that go first. None if one of the models finds no place.
    """
    now, paths, searches, asked = models, list(led or ()), SEARCHES, coherency.for_models(len(models))
    for leader, way in paths:
        now = now.with_model(leader, stand_in_pose(now[[leader]], way[-1], ground))
    goals, left = np.asarray(goals, dtype=np.float64), np.asarray(order, dtype=np.intp)
    while len(left):
        gone = np.array([each for each, _ in paths], dtype=np.intp)
        ways_of, data = following.one_after_other(now.data, left, goals, gone, rules.limits, ground.around, asked, TRIES)
        paths += zip(left.tolist(), ways_of, strict=False)
        now, left = Bodies(data), left[len(ways_of) :]
        if not len(left):
            break
        model, gone = int(left[0]), np.array([each for each, _ in paths], dtype=np.intp)
        spots = following.spots_of(now.data, model, goals[model], gone, float(rules.most), ground.around, asked, EVERY)
        path = NO_WAY
        for spot in (spots[0], spots[len(spots) // 2]) if len(spots) and searches else ():
            searches -= 1
            path = path if len(path) else find(now[[model]], spot, rules, _among(ground, now, model))
        if not len(path):
            return None
        paths.append((model, path))
        now, left = now.with_model(model, stand_in_pose(now[[model]], path[-1], ground)), left[1:]
    return paths if coherent(now, coherency) else None


def shift_all(models: Bodies, step: Floats, rules: MoveRules, ground: Ground, coherency: CoherencyRules) -> Paths | None:
    """Move every model by the same step, those in front first; None if one of them cannot."""
    return first_step(models, np.array([step]), rules, ground, coherency)


def first_step(models: Bodies, steps: Floats, rules: MoveRules, ground: Ground, coherency: CoherencyRules) -> Paths | None:
    """Move every model by the first of the steps (n, 2) that all of them can go, those in front first; None without one."""
    asked = coherency.for_models(len(models))
    order, paths = compiled.first_step(models.data, steps, rules.limits, ground.around, asked)
    return [(model, paths[model]) for model in order.tolist()] or None


def legal(models: Bodies, paths: Paths, rules: MoveRules, ground: Ground, coherency: CoherencyRules) -> bool:
    """Tell whether the paths are legal one after the other and leave the unit in coherency."""
    now = models
    for model, path in paths:
        if check(now[[model]], path, rules, _among(ground, now, model)) is not None:
            return False
        now = now.with_model(model, stand_in_pose(now[[model]], path[-1], ground))
    return coherent(now, coherency)


def _among(ground: Ground, models: Bodies, mover: int) -> Ground:
    """The ground for one model of the unit: the others are in its way too."""
    return ground.among(models.without(mover))
