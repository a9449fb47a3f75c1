"""Places beside other models, and legal ways of one model to them: thoroughly, for when what is quick finds nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import pi

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.compiled import around, contacts, way_points, ways
from resolver.table.geometry import EPSILON, Flags, distances, in_reach
from resolver.table.ground import Ground
from resolver.table.movement import MoveRules
from resolver.table.paths import NO_WAY, PLACES

TURNS = 48
"""So many places are looked at around a model, at each distance; twice as many for a long base."""
SHARES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""How far away from a model, as shares of how near is near enough."""
TOUCHING = 0.005
FACINGS = 12
"""So many facings of a long base are looked at, besides those along its way."""
STEP, NEAR = 0.25, (0.02, 0.1)
"""Of inches: how long steps are looked at that bring a model closer; and very short ones."""
APART = 0.7
"""Places nearer to one another are nearly the same, in inches."""
MOST, MORE = 20, 3
"""Out of so many times as many places are they chosen, and so many times as many nearly the same ones come after them."""

FAR, THIN = 60, 0.2
"""Of all poses, so many are tried that lie so far apart."""


def places(
    body: Bodies, foes: Bodies, most: float, ground: Ground, mates: Bodies, reach: tuple[float, float | None]
) -> Floats:
    """Return poses (n, 3) within `most` in which a model may end a move and is in reach of one of the foes, nearest first.

    Args:
        body: a set of one model. `mates` stand in its way besides what is on the ground.
        reach: how near is near enough: across and up, as `in_reach` takes it.
    """
    poses = _beside(body, foes, reach[0] - TOUCHING, most)
    return poses[_fit(body, poses, ground, mates) & in_reach(stand_in_poses(body, poses, ground), foes, *reach).any(1)]


def closer(body: Bodies, foes: Bodies, most: float, ground: Ground, mates: Bodies) -> Floats:
    """Return poses (n, 3) within `most` in which a model may end a move and is closer to one of the foes, closest first.

    The foes are all as close to the model as the closest.
    """
    below = float(distances(body, foes).min()) - TOUCHING
    poses = np.concatenate((_beside(body, foes, below, most), _around(body, most)))
    poses = contacts.closer(body.data, poses, foes.data, below, ground.around)
    return poses[_fit(body, poses, ground, mates)]


def _beside(body: Bodies, foes: Bodies, farthest: float, most: float) -> Floats:
    """Poses from touching the foes to so far away from them, the nearest to the model first."""
    gaps = TOUCHING + SHARES * max(farthest - TOUCHING, 0.0)
    number = 2 * TURNS if body.half[0] else TURNS
    return contacts.beside(body.data, _facings(body, foes), foes.data, gaps, number, float(most))


def _around(body: Bodies, most: float) -> Floats:
    """Poses in all directions from where a model stands, facing as it does."""
    turns, far = np.arange(TURNS) * 2 * pi / TURNS, np.append(np.arange(STEP, most, STEP), [*NEAR, most])
    poses = np.empty((len(far), TURNS, 3))
    poses[..., 0] = np.round(body.x[0] + far[:, None] * np.cos(turns), PLACES)
    poses[..., 1] = np.round(body.y[0] + far[:, None] * np.sin(turns), PLACES)
    poses[..., 2] = body.facing[0]
    return poses.reshape(-1, 3)[np.repeat(far, TURNS) <= most]


def _facings(body: Bodies, foes: Bodies) -> Floats:
    """How a model may face: as it does and, on a long base, in all directions, along the way, and as the nearest foe."""
    own = float(body.facing[0])
    if not body.half[0]:
        return np.array([own])
    nearest = int(distances(body, foes)[0].argmin())
    way = float(np.arctan2(foes.y[nearest] - body.y[0], foes.x[nearest] - body.x[0]))
    wanted = (way, way + pi / 2, float(foes.facing[nearest]), *(own + pi * turn / FACINGS for turn in range(1, FACINGS)))
    return np.array([own, *(own + (angle - own + pi / 2) % pi - pi / 2 for angle in wanted)])


def stand_in_poses(body: Bodies, poses: Floats, ground: Ground) -> Bodies:
    """Return the model in each of these poses, at the height of what is under it."""
    found = body[np.zeros(len(poses), dtype=np.intp)].with_poses(poses[:, 0], poses[:, 1], facing=poses[:, 2])
    found.data[2] = around.floors(found.data, ground.around)
    return found


def _fit(body: Bodies, poses: Floats, ground: Ground, mates: Bodies) -> Flags:
    return around.fits(stand_in_poses(body, poses, ground).data, ground.around, mates.data)


def space_out(poses: Floats, number: int) -> tuple[Floats, Floats]:
    """Return so many of these poses that are not nearly the same, and some others; both in their order."""
    kept, rest = contacts.space_out(poses, number, APART, MOST * number, MORE * number)
    return poses[kept], poses[rest]


class Ways:
    """All legal ways of one model from where it stands; `mates` stand in its way besides what is on the ground.

    Poses of a round base, to which ways are asked for, all face as it does: `_ways_round` looks at them together.
    """

    def __init__(self, body: Bodies, rules: MoveRules, ground: Ground, mates: Bodies) -> None:
        self.body, self.rules, self.ground, self.mates = body, rules, ground, mates
        self._found: dict[float, tuple[Floats, Floats, Floats]] = {}

    def first(self, poses: Floats, number: int) -> Iterator[Floats]:
        """Yield legal paths to so many of these poses, straight ones first; for want of any to others of them."""
        few, more = space_out(poses, number)
        near, found = np.concatenate((few, more)), False
        for some in (few, more):
            left = np.ones(len(some), dtype=np.bool_)
            for place, path in self._straights(some):
                left[place], found = False, True
                yield path
            for path in self._ways_round(some[left], near):
                found = True
                yield path
            if found:
                return

    def any(self, poses: Floats) -> Iterator[Floats]:
        """Yield the first straight path to one of all these poses, then others round what is in the way."""
        yield from (path for _, path in islice(self._straights(poses), 1))
        goals = poses[contacts.space_out(poses, FAR, THIN, len(poses), 0)[0]]
        self._found.clear()
        yield from self._ways_round(goals, goals)

    def _straights(self, goals: Floats) -> Iterator[tuple[int, Floats]]:
        """Yield the legal straight paths to these goals, each with the place of its goal."""
        after = 0
        while after < len(goals):
            place, path = ways.first_straight(
                self.body.data, goals[after:], self.rules.limits, self.ground.around, self.mates.data
            )
            if place < 0:
                return
            after += place + 1
            yield after - 1, path

    def _ways_round(self, some: Floats, goals: Floats) -> Iterator[Floats]:
        """Yield a legal path to each of some of these goals to which one leads round what is in the way.

        All goals of a round base are looked at together; how a long one faces there says which ways lead to it.
        """
        after, alike = 0, 1 if self.body.half[0] else len(some)
        while after < len(some):
            place, path = self._way_round(some[after : after + alike], goals)
            if place >= 0:
                yield path
            after += place + 1 if place >= 0 else alike

    def _way_round(self, some: Floats, goals: Floats) -> tuple[int, Floats]:
        """Return the first of some goals, which face alike, to which a way leads, and its path; -1 and no poses for none."""
        limits, ground = self.rules.limits, self.ground.around
        place, path = -1, NO_WAY
        for facing in dict.fromkeys((float(some[0, 2]), float(self.body.facing[0]))):
            points, costs, came = self._spread(facing, goals)
            place, path = ways.first_path(self.body.data, some, points, costs, came, facing, limits, ground, self.mates.data)
            if place >= 0:
                break
        return place, path

    def _spread(self, facing: float, goals: Floats) -> tuple[Floats, Floats, Floats]:
        """Points on ways to the goals, what it costs to get there, and over which point: always for the same goals."""
        if facing not in self._found:
            body, ground, mates, limits = self.body, self.ground.around, self.mates.data, self.rules.limits
            corners = self.ground.board.walls(self.ground.free_height).corners(_reach(body))
            points = way_points.corners_round(body.data, facing, limits.most, limits.over_models, ground, mates, corners)
            goals = goals if facing == body.facing[0] else goals[goals[:, 2] == facing]
            points = way_points.useful(body.data, facing, points, goals, limits, ground, mates)
            costs, came = ways.spread(body.data, facing, points, goals, limits, ground, mates)
            self._found[facing] = points, costs, came
        return self._found[facing]


def _reach(body: Bodies) -> float:
    return float(body.half[0] + body.radius[0]) + EPSILON + way_points.CLEAR
