"""The models that follow those that lead into a charge: how they go, one after the other, until all are in coherency."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from resolver.shared.moves.moving import Mover
from resolver.shared.moves.proposals import MARGIN
from resolver.shared.rules import shared_rules
from resolver.table import reaching
from resolver.table.advance import EVERY, Paths
from resolver.table.bases import Bodies, Floats
from resolver.table.coherency import coherent
from resolver.table.compiled import following
from resolver.table.geometry import in_reach
from resolver.table.movement import MoveRules, stand_in_pose

SPOTS = 12
"""So many places are tried for each of the models that follow."""
FAILURES = 96
"""So many searches for a way may be in vain. Of 460 charges that could be made none took more than 43."""
ROUNDED = 0.001
"""So many inches rounding may add to a path."""

Follow = Callable[[Mover, Bodies, Paths], tuple[Floats, Sequence[int]]]


def go_along(mover: Mover, now: Bodies, led: Paths) -> tuple[Floats, Sequence[int]]:
    """Each goes as those went that stood nearest to it, those in front first."""
    start, rows = mover.start.centres(), [row for row, _ in led]
    steps = now.centres()[rows] - start[rows]
    near = 1.0 / (np.hypot(*(start[:, None] - start[rows]).transpose(2, 0, 1)) + MARGIN)
    run = (near / near.sum(1, keepdims=True)) @ steps
    return start + run, np.argsort(-(start @ steps.mean(0)), kind="stable").tolist()


def close_up(mover: Mover, now: Bodies, led: Paths) -> tuple[Floats, Sequence[int]]:
    """Each closes up to the nearest of those that led, the nearest first."""
    ends = now.centres()[[row for row, _ in led]]
    away = np.hypot(*(mover.start.centres()[:, None] - ends).transpose(2, 0, 1))
    return ends[away.argmin(1)], np.argsort(away.min(1), kind="stable").tolist()


def stretch_out(mover: Mover, now: Bodies, led: Paths) -> tuple[Floats, Sequence[int]]:
    """Each goes from the first that led as far as it can towards the last, the nearest to the first of them first."""
    first, last = now.centres()[[led[0][0], led[-1][0]]]
    order = np.argsort(np.hypot(*(mover.start.centres() - first).T), kind="stable")
    return np.tile(last, (len(mover.models), 1)), order.tolist()


def stay_back(mover: Mover, now: Bodies, led: Paths) -> tuple[Floats, Sequence[int]]:
    """Each goes no further than it must, the nearest to those that led first."""
    return mover.start.centres(), close_up(mover, now, led)[1]


class Search:
    """Finds ways of the models that follow those that lead: none is looked for twice, and none after `FAILURES`."""

    def __init__(self, mover: Mover) -> None:
        self.mover, self.failures = mover, 0
        self._barred: defaultdict[tuple[int, bytes], set[tuple[float, ...]]] = defaultdict(set)

    @property
    def over(self) -> bool:
        """Whether it has been in vain too often."""
        return self.failures >= FAILURES

    def way(self, now: Bodies, row: int, poses: Floats) -> Floats | None:
        """Return a path of one model to one of these poses as all stand `now`, None where none is found."""
        barred = self._barred[row, now.data.tobytes()]
        fresh = poses[[tuple(pose) not in barred for pose in poses.tolist()]]
        if self.over or not len(fresh):
            return None
        ways = reaching.Ways(now[[row]], rules_of(self.mover, row), self.mover.surroundings, now.without(row))
        path = next(ways.first(fresh, SPOTS), None)
        if path is None:
            self.failures += 1
            barred.update(tuple(pose) for some in reaching.space_out(fresh, SPOTS) for pose in some.tolist())
        return path


def gather(search: Search, led: Paths, follow: Follow) -> Paths | None:
    """Move one model after the other until the unit is in coherency; None if it never is. Who finds no place stays."""
    mover = search.mover
    rules, now, paths = shared_rules(mover.game).coherency, mover.start, list(led)
    for row, path in led:
        now = now.with_model(row, stand_in_pose(now[[row]], path[-1], mover.surroundings))
    goals, order = follow(mover, now, led)
    for row in (row for row in order if row not in {row for row, _ in led}):
        if search.over or coherent(now, rules):
            break
        places = _beside(mover, now, row, goals[row], [row for row, _ in paths], len(paths) - len(led) + 1)
        way = next((way for poses in places if (way := search.way(now, row, poses)) is not None), None)
        if way is not None:
            paths.append((row, way))
            now = now.with_model(row, stand_in_pose(now[[row]], way[-1], mover.surroundings))
    return paths if coherent(now, rules) else None


def _beside(mover: Mover, now: Bodies, row: int, goal: Floats, gone: list[int], most: int) -> Iterator[Floats]:
    """Yield poses of one model beside those that have gone, the nearest to its goal first; of a long base more of them then.

    It has as many neighbours there as coherency asks for, but no more than `most` have to be.
    """
    rules, ground = rules_of(mover, row), mover.surroundings
    if rules.most <= MARGIN:
        return
    body, mates, before = now[[row]], now.without(row), np.array(gone, dtype=np.intp)
    near = shared_rules(mover.game).coherency.for_models(len(mover.models))
    near = near._replace(neighbours=min(near.neighbours, most))
    spots = following.spots_of(now.data, row, goal, before, float(rules.most), ground.around, near, EVERY)
    yield np.column_stack((spots, np.full(len(spots), now.facing[row])))
    if now.half[row]:
        poses = reaching.places(body, now[before], rules.most, ground, mates, (near.across, near.up))
        beside = in_reach(reaching.stand_in_poses(body, poses, ground), now[before], near.across, near.up).sum(1)
        poses = poses[beside >= near.neighbours]
        yield poses[np.argsort(np.hypot(*(poses[:, :2] - goal).T), kind="stable")]


def rules_of(mover: Mover, row: int) -> MoveRules:
    """Return what one model may do, a long base a little less: the turns of a path are rounded when it is submitted."""
    rules = mover.rules(int(mover.models[row]))
    return replace(rules, most=rules.most - ROUNDED) if mover.start.half[row] else rules
