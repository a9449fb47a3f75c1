"""Finding a way for one model: straight if it can, else round what is in its way. Good proposals, not the shortest of all.

Everything in the way is seen as a disc to keep clear of; the way leads over corners around these discs and around high
terrain, or over the terrain where climbing is shorter. What comes out has passed `movement.check`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.compiled import search
from resolver.table.geometry import EPSILON
from resolver.table.ground import NOBODY, Ground, fits
from resolver.table.movement import MoveRules, check, length

MARGIN = 0.01
"""How much clearer than necessary a way keeps, in inches."""
CORNERS = 8
DETOUR = 1.5
STEP = 0.25
PLACES = 4
"""Positions are given in inches with so many places, so that every machine writes the same numbers."""


def find(mover: Bodies, goal: Floats, rules: MoveRules, ground: Ground) -> Floats | None:
    """Return a legal path that ends with the model's centre at the goal (x, y), or None if none was found."""
    if np.hypot(goal[0] - mover.x[0], goal[1] - mover.y[0]) > rules.most + EPSILON:
        return None
    for path in ways(mover, goal, rules, ground, rules.most):
        if check(mover, path, rules, ground) is None:
            return path
    return None


def toward(mover: Bodies, goal: Floats, rules: MoveRules, ground: Ground) -> Floats | None:
    """Return a legal path that goes as far as it can along a way to the goal, None if it cannot get any further."""
    direct = float(np.hypot(goal[0] - mover.x[0], goal[1] - mover.y[0]))
    for way in ways(mover, goal, rules, ground, DETOUR * direct + rules.most):
        stops = np.arange(min(along(way)[-1], rules.most), 0.0, -STEP)
        ends = np.stack([at(way, float(stop)) for stop in stops]) if len(stops) else np.zeros((0, 3))
        good = fits(mover[np.zeros(len(ends), dtype=np.intp)].moved(ends[:, 0], ends[:, 1], facing=ends[:, 2]), ground)
        for stop in np.flatnonzero(good):
            path = np.vstack((way[along(way) < stops[stop] - EPSILON], ends[stop]))
            if check(mover, path, rules, ground) is None:
                return path
    return None


def along(way: Floats) -> Floats:
    """Return how far each pose of a way is from its start, along it and seen from above."""
    return np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(way[:, :2], axis=0).T))))


def at(way: Floats, inches: float) -> Floats:
    """Return the pose that lies so far along a way, its position rounded."""
    pose = np.array([np.interp(inches, along(way), way[:, axis]) for axis in range(3)])
    return np.append(np.round(pose[:2], PLACES), pose[2])


def ways(mover: Bodies, goal: Floats, rules: MoveRules, ground: Ground, most: float) -> list[Floats]:
    """Return ways that a model might take, the better one first: round what bars the straight way or is high, straight.

    A way round is at most `most` long. Nobody has looked at its end yet, nor at anything of the straight way where that is
    barred.
    """
    facing = float(mover.facing[0])
    goal = np.array([round(float(goal[0]), PLACES), round(float(goal[1]), PLACES)])
    start = np.array([mover.x[0], mover.y[0]])
    straight = np.array([[*start, facing], [*goal, facing]])
    passing = tuple(band for band in ground.bands if band.passing)
    free = replace(ground, crossed=NOBODY if rules.over_models else ground.crossed, occupied=NOBODY, bands=passing)
    breach = check(mover, straight, replace(rules, most=most), free)
    level = breach is None and length(mover, straight, rules, free) <= float(np.hypot(*(goal - start))) + EPSILON
    if level or (breach is not None and breach.code == "mid-climb"):
        return [straight]
    found = _round(start, goal, mover, free, most)
    return [straight] if found is None else [np.column_stack((found, np.full(len(found), facing))), straight]


def _round(start: Floats, goal: Floats, mover: Bodies, ground: Ground, most: float) -> Floats | None:
    """The cheapest way over corners, by A*: points (k, 2)."""
    reach = float(mover.half[0] + mover.radius[0])
    centres, clear = _discs(start, goal, reach, ground, most)
    solid = ground.board.walls(ground.free_height)
    board = ground.board
    nodes = _nodes(start, goal, centres, clear, solid.corners(reach + MARGIN))
    nodes = search.free_nodes(nodes, 2, centres, clear, reach, board.width, board.depth)
    way = search.cheapest(nodes, centres, clear, solid.normals, solid.offsets, solid.heights, reach, most)
    if not len(way):
        return None
    points: Floats = np.round(way, PLACES)
    points[0] = start
    return points


def _discs(start: Floats, goal: Floats, reach: float, ground: Ground, most: float) -> tuple[Floats, Floats]:
    """What to keep clear of: centres (n, 2) and how far the mover's centre stays away. Nothing that start or goal lie in."""
    models = [(ground.crossed, 0.0)] + [(band.models, band.across) for band in ground.bands]
    centres = np.vstack([each.centres() for each, _ in models])
    clear = np.concatenate([reach + each.half + each.radius + across + 2 * EPSILON for each, across in models])
    away, ahead = np.hypot(*(centres - start).T), np.hypot(*(centres - goal).T)
    near = (away >= clear) & (ahead >= clear) & (away + ahead <= most + 2 * clear)
    return centres[near], clear[near]


def _nodes(start: Floats, goal: Floats, centres: Floats, clear: Floats, corners: Floats) -> Floats:
    """Start, goal, and corners round every disc and every piece."""
    turns = np.arange(CORNERS) * 2 * np.pi / CORNERS
    ring = np.stack((np.cos(turns), np.sin(turns)), axis=1) / np.cos(np.pi / CORNERS)
    found = np.vstack([(centres[:, None] + (clear + MARGIN)[:, None, None] * ring).reshape(-1, 2), corners])
    return np.vstack((start, goal, found))
