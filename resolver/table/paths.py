"""Finding a way for one model: straight if it can, else round what is in its way. Good proposals, not the shortest of all.

Everything in the way is seen as a disc to keep clear of; the way leads over corners around these discs and around high
terrain, or over the terrain where climbing is shorter. What comes out has passed `movement.check`.
"""

from __future__ import annotations

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.compiled import search
from resolver.table.geometry import EPSILON
from resolver.table.ground import Ground
from resolver.table.movement import MoveRules, check

DETOUR = 1.5
NO_WAY: Floats = np.zeros((0, 3))
PLACES = 4
"""Positions are given in inches with so many places, so that every machine writes the same numbers."""


def find(mover: Bodies, goal: Floats, rules: MoveRules, ground: Ground) -> Floats:
    """Return a legal path that ends with the model's centre at the goal (x, y), no poses if none was found."""
    if np.hypot(goal[0] - mover.x[0], goal[1] - mover.y[0]) > rules.most + EPSILON:
        return NO_WAY
    for path in find_paths(mover, goal, rules, ground, rules.most):
        if check(mover, path, rules, ground) is None:
            return path
    return NO_WAY


def toward(mover: Bodies, goal: Floats, rules: MoveRules, ground: Ground) -> Floats:
    """Return a legal path that goes as far as it can along a way to the goal, no poses if it cannot get any further."""
    direct = float(np.hypot(goal[0] - mover.x[0], goal[1] - mover.y[0]))
    for way in find_paths(mover, goal, rules, ground, DETOUR * direct + rules.most):
        path = farthest(mover, way, rules, ground)
        if len(path):
            return path
    return NO_WAY


def farthest(mover: Bodies, way: Floats, rules: MoveRules, ground: Ground) -> Floats:
    """Return a legal path that goes as far as it can along a way, no poses if it cannot go at all."""
    return search.farthest(mover.data, way, rules.limits, ground.around)


def along(way: Floats) -> Floats:
    """Return how far each pose of a way is from its start, along it and seen from above."""
    return search.along(way)


def at(way: Floats, inches: float) -> Floats:
    """Return the pose that lies so far along a way, its position rounded."""
    return search.at(way, search.along(way), float(inches))


def find_paths(mover: Bodies, goal: Floats, rules: MoveRules, ground: Ground, most: float) -> list[Floats]:
    """Return ways that a model might take, the better one first: round what bars the straight way or is high, straight.

    A way round is at most `most` long. Nobody has looked at its end yet, nor at anything of the straight way where that is
    barred.
    """
    solid = ground.board.walls(ground.free_height)
    corners = solid.corners(float(mover.half[0] + mover.radius[0]) + search.MARGIN)
    pieces = solid.normals, solid.offsets, solid.heights, corners
    goal, limits = np.asarray(goal, dtype=np.float64), rules.limits._replace(most=float(most))
    found, straight = search.find_paths(mover.data, goal, limits, ground.around, *pieces)
    return [found, straight] if len(found) else [straight]
