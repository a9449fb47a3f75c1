"""Setting up models together: near a point, in coherency, clear of everything, and wherever else they are allowed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.coherency import CoherencyRules, coherent
from resolver.table.compiled import together
from resolver.table.geometry import Flags
from resolver.table.ground import Ground, fits, ground_heights

GAP = 0.1
"""Between neighbouring bases, in inches."""
STARTS = 12
PLACES = 4
Allowed = Callable[[Bodies], Flags]


def place(
    models: Bodies,
    near: Floats,
    ground: Ground,
    rules: CoherencyRules,
    *,
    allowed: Allowed | None = None,
    spread: float = 12.0,
) -> Bodies:
    """Stand models around a point, the first as close to it as it can, the others close to the first.

    None stands further from the point than `spread`; that they stand close together leaves room for other units.

    Args:
        models: their bases and facings; their positions do not matter.
        near: the point (x, y).
        allowed: which of many models, each by itself, are allowed where they stand (a zone, a distance from another model).

    Returns:
        The models in their places and on their feet. If there is no room for all of them, the first ones, as many as go.
    """
    best = models[slice(0, 0)]
    if len(models) == 0:
        return best
    for shift in product((0.0, 0.5), repeat=2):
        points = _grid(models, np.asarray(near, dtype=np.float64), spread, shift)
        found = _grow(models, points, ground, rules, allowed)
        best = found if len(found) > len(best) else best
        if len(best) == len(models):
            break
    return best


def _grid(models: Bodies, near: Floats, spread: float, shift: tuple[float, ...]) -> Floats:
    """Points on which these models fit side by side, the closest to `near` first."""
    long, wide = float((models.half + models.radius).max()) * 2 + GAP, float(models.radius.max()) * 2 + GAP
    points: Floats = np.round(
        near + _offsets(long, wide, float(models.facing[0]), not models.half.any(), spread, shift), PLACES
    )
    return points


@lru_cache(maxsize=256)
def _offsets(long: float, wide: float, facing: float, is_round: bool, spread: float, shift: tuple[float, ...]) -> Floats:
    """The points of a grid around the origin, the closest first; every second row of round bases is set off."""
    if is_round:
        wide *= np.sqrt(3) / 2
    rows = int(np.ceil(spread / wide)) + 1
    columns = int(np.ceil(spread / long)) + 1
    row, column = np.meshgrid(np.arange(-rows, rows + 1), np.arange(-columns, columns + 1), indexing="ij")
    along = (column + shift[0] + np.where(row % 2, 0.5, 0.0) * is_round) * long
    across = (row + shift[1]) * wide
    turn = np.array([[np.cos(facing), np.sin(facing)], [-np.sin(facing), np.cos(facing)]])
    offsets = np.stack((along.ravel(), across.ravel()), axis=1) @ turn
    away = np.hypot(*offsets.T)
    order = np.lexsort((offsets[:, 1], offsets[:, 0], np.round(away, PLACES)))
    found: Floats = offsets[order[away[order] <= spread]]
    return found


def _grow(models: Bodies, points: Floats, ground: Ground, rules: CoherencyRules, allowed: Allowed | None) -> Bodies:
    """Put one model after the other on the first free point that is near enough to those that stand already."""
    best = models[slice(0, 0)]
    if len(points) == 0:
        return best
    shapes = list(zip(models.half.tolist(), models.radius.tolist(), strict=True))
    kinds = sorted(set(shapes))
    shape = np.array([kinds.index(each) for each in shapes], dtype=np.intp)
    at = [_stand_at(models[np.full(len(points), shapes.index(kind))], points, ground) for kind in kinds]
    good = np.stack([fits(each, ground) & (True if allowed is None else allowed(each)) for each in at])
    asked = rules.for_models(len(models))
    for first in np.flatnonzero(good[shape[0]])[:STARTS]:
        # how near points are is measured for the largest models alone: `coherent` decides
        taken = together.grow(points, good, shape, at[-1].data, first, asked)
        some = _stand_at(models[slice(0, len(taken))], points[taken], ground)
        if len(taken) > len(best) and coherent(some, rules):
            best = some
        if len(best) == len(models):
            break
    return best


def _stand_at(models: Bodies, points: Floats, ground: Ground) -> Bodies:
    """Stand each model on its point, at the height of what is under it."""
    found = models.with_poses(points[:, 0], points[:, 1])
    found.z[:] = ground_heights(found, ground.board, ground.free_height)
    return found
