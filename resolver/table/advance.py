"""Moving a unit together: legal paths for all its models towards a point, in coherency. For proposals and bots."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.board import Area
from resolver.table.coherency import CoherencyRules, coherent
from resolver.table.formation import place
from resolver.table.geometry import EPSILON, point_to_segment
from resolver.table.ground import Ground
from resolver.table.movement import MoveRules, check, standing
from resolver.table.paths import DETOUR, MARGIN, PLACES, along, at, find, ways

SHARES = (1.0, 0.75, 0.5, 0.25)
Paths = list[tuple[int, Floats]]
"""Which model (its place among the unit's) goes which path, in the order in which they go."""


def together(models: Bodies, goal: Floats, rules: MoveRules, ground: Ground, coherency: CoherencyRules) -> Paths | None:
    """Return how the whole unit gets as near to the goal as it can with `rules.most`, None if it cannot move at all.

    `ground` is without the unit itself. First the formation is tried as it is, then a new one round where its middle comes.
    """
    middle = np.array([models.x.mean(), models.y.mean()])
    centre = int(np.argmin(np.hypot(models.x - middle[0], models.y - middle[1])))
    away = float(np.hypot(goal[0] - middle[0], goal[1] - middle[1]))
    if away < EPSILON:
        return None
    for way in ways(models[[centre]], goal, rules, ground, DETOUR * away + rules.most):
        for share in SHARES:
            far = min(float(along(way)[-1]), rules.most * share)
            step = at(way, far)[:2] - way[0, :2]
            paths = None
            if far > 0.0:
                paths = shifted(models, step, rules, ground, coherency)
                paths = paths or regrouped(models, middle + step, rules, ground, coherency)
            if paths:
                return paths
    return None


def shifted(models: Bodies, step: Floats, rules: MoveRules, ground: Ground, coherency: CoherencyRules) -> Paths | None:
    """Move every model by the same step, those in front first; None if one of them cannot."""
    ahead = models.centres() @ step
    paths: Paths = []
    for model in np.lexsort((np.arange(len(models)), -ahead)):
        start = np.array([models.x[model], models.y[model], models.facing[model]])
        end = np.array([*np.round(start[:2] + step, PLACES), start[2]])
        paths.append((int(model), np.vstack((start, end))))
    if _nothing_near(models, step, rules, ground) and coherent(models, coherency):
        return paths
    return paths if legal(models, paths, rules, ground, coherency) else None


def _nothing_near(models: Bodies, step: Floats, rules: MoveRules, ground: Ground) -> bool:
    """Tell whether a step is legal for sure: on the board, and far from all terrain and models that could matter.

    All bases are taken for discs. Round models of one unit that step alike, those in front first, never meet; long ones may.
    """
    if float(np.hypot(*step)) > rules.most or (len(models) > 1 and models.half.any()):
        return False
    starts = np.stack((models.x, models.y), axis=1)
    ends, reach = starts + step, models.half + models.radius
    around = [(ground.crossed, 0.0), (ground.occupied, 0.0), *((band.models, band.across) for band in ground.bands)]
    for others, away in around:
        centres = np.stack((others.x, others.y), axis=1)
        gaps = point_to_segment(centres[None], starts[:, None], ends[:, None])
        if (gaps < reach[:, None] + (others.half + others.radius)[None] + away + MARGIN).any():
            return False
    if (ground.board.area.depths(np.vstack((starts, ends))) < np.tile(reach, 2)).any():
        return False
    high = [piece.footprint for piece in ground.board.terrain if piece.blocks_movement and piece.height > ground.free_height]
    return all(_passes(footprint, starts, ends, reach) for footprint in high)


def _passes(footprint: Area, starts: Floats, ends: Floats, reach: Floats) -> bool:
    """Tell whether each disc stays wholly on the outer side of one side of the area from start to end."""
    normals, offsets = footprint.sides
    outside = [points @ normals.T - offsets < -reach[:, None] - MARGIN for points in (starts, ends)]
    return bool((outside[0] & outside[1]).any(1).all())


def regrouped(models: Bodies, near: Floats, rules: MoveRules, ground: Ground, coherency: CoherencyRules) -> Paths | None:
    """Form the unit anew around a point that all its models can reach; None if it was not found how."""
    formed = place(models, near, ground, coherency, spread=rules.most + 6.0)
    if len(formed) < len(models):
        return None
    left, paths = set(range(len(models))), Paths()
    now = models
    for slot in np.argsort(np.hypot(formed.x - near[0], formed.y - near[1]), kind="stable"):
        goal = np.array([formed.x[slot], formed.y[slot]])
        order = sorted(left, key=lambda model: (float(np.hypot(*(goal - (models.x[model], models.y[model])))), model))
        same = [m for m in order if (models.half[m], models.radius[m]) == (formed.half[slot], formed.radius[slot])]
        for model in same[:3]:
            path = find(now[[model]], goal, rules, _among(ground, now, model))
            if path is not None:
                break
        else:
            return None
        left.discard(model)
        paths.append((model, path))
        now = _after(now, model, standing(now[[model]], path[-1], ground))
    return paths if coherent(now, coherency) else None


def legal(models: Bodies, paths: Paths, rules: MoveRules, ground: Ground, coherency: CoherencyRules) -> bool:
    """Tell whether the paths are legal one after the other and leave the unit in coherency."""
    now = models
    for model, path in paths:
        if check(now[[model]], path, rules, _among(ground, now, model)) is not None:
            return False
        now = _after(now, model, standing(now[[model]], path[-1], ground))
    return coherent(now, coherency)


def _among(ground: Ground, models: Bodies, mover: int) -> Ground:
    """The ground for one model of the unit: the others are in its way too."""
    others = models[[model for model in range(len(models)) if model != mover]]
    return replace(ground, crossed=ground.crossed.joined(others), occupied=ground.occupied.joined(others))


def _after(models: Bodies, model: int, moved: Bodies) -> Bodies:
    arrays = [getattr(models, name).copy() for name in Bodies.__slots__]
    for array, name in zip(arrays, Bodies.__slots__, strict=True):
        array[model] = getattr(moved, name)[0]
    return Bodies(*arrays)
