"""Charge moves and short moves that are found by looking for longer: any model leads, to any place in contact.

Only for when `contact` finds nothing quickly. Every move that comes out is legal; nothing here decides what is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from resolver.engine.decision import Data, Refusal
from resolver.shared.moves import moving, proposals
from resolver.shared.moves.moving import Mover
from resolver.shared.moves.proposals import MARGIN
from resolver.shared.rules import shared_rules
from resolver.table import reaching
from resolver.table.advance import EVERY, Paths, first_step
from resolver.table.bases import Bodies, Floats
from resolver.table.coherency import coherent, coherent_with
from resolver.table.compiled import following
from resolver.table.geometry import EPSILON, horizontal, in_reach
from resolver.table.movement import MoveRules, stand_in_pose

LEADERS, PLACES, NARROW = 5, 4, 3
"""So many models are tried to lead, to so many places each; to targets after the first so many in all."""
PLANS = 40
"""So many ways in which models lead are tried."""
STEPS = 400
"""So many steps are tried that all models take together."""
SPOTS = 12
"""So many places are tried for each of the models that follow."""
ROUNDED = 0.001
"""So many inches rounding may add to a path."""

Accept = Callable[[Mover, Data], Refusal | None]
Foes = dict[int, Bodies]


def charges(mover: Mover, targets: frozenset[int], accept: Accept) -> Iterator[Data]:
    """Propose one charge move that reaches all of these units, if one is found."""
    state = mover.game.state
    foes = {target: state.bodies(state.standing(target)) for target in sorted(targets)}
    if all(_could_reach(mover, bodies) for bodies in foes.values()):
        yield from islice(_legal(mover, _candidates(mover, foes), accept), 1)


def _could_reach(mover: Mover, foes: Bodies) -> bool:
    """Tell whether the straight way is short enough for one of the models."""
    most = np.array([mover.limits[int(model)] for model in mover.models])
    return bool((horizontal(mover.start, foes).min(1) <= most + mover.reach[0] + MARGIN).any())


def _legal(mover: Mover, candidates: Iterator[Paths], accept: Accept) -> Iterator[Data]:
    for paths in candidates:
        moves = [proposals.submission(int(mover.models[row]), path) for row, path in paths]
        offer: Data = {"moves": moves}
        mover.restart()
        if moves and moving.refusal(mover, offer) is None and accept(mover, offer) is None:
            yield offer


def _candidates(mover: Mover, foes: Foes) -> Iterator[Paths]:
    """All models take the same step; or some lead, and the others stay, go with them, or up to them."""
    if paths := _slide(mover, foes):
        yield paths
    for led in islice(_lead(mover, mover.start, foes, []), PLANS):
        for follow in (_with_them, _to_them, _nowhere, *([_across] if len(led) > 1 else [])):
            if (paths := _gather(mover, led, follow)) is not None:
                yield paths
                break


def _slide(mover: Mover, foes: Foes) -> Paths | None:
    """All models take a step after which one of them is in reach of each target."""
    said, least = shared_rules(mover.game), min(mover.limits.values())
    if least <= MARGIN:
        return None
    every, found = _together(foes), []
    for row in range(len(mover.models)):
        body = mover.start[[row]]
        poses = reaching.places(body, every, least, mover.surroundings, mover.start[:0], mover.reach)
        found.append(poses[poses[:, 2] == body.facing[0], :2] - body.centres())
    steps = np.concatenate(found)
    steps = steps[np.argsort(np.hypot(*steps.T), kind="stable")][:STEPS]
    good = [step for step in steps if _reaches(mover, _shift(mover.start, step), foes)]
    return first_step(mover.start, np.array(good), mover.rules(), mover.surroundings, said.coherency) if good else None


def _shift(bodies: Bodies, step: Floats) -> Bodies:
    return bodies.with_poses(bodies.x + step[0], bodies.y + step[1])


def _together(foes: Foes) -> Bodies:
    return Bodies(np.concatenate([bodies.data for bodies in foes.values()], axis=1))


def _reaches(mover: Mover, bodies: Bodies, foes: Foes) -> bool:
    return all(in_reach(bodies, some, *mover.reach).any() for some in foes.values())


def _lead(mover: Mover, now: Bodies, foes: Foes, led: Paths) -> Iterator[Paths]:
    """Yield ways in which models reach all targets, one model after the other; `led` have gone."""
    rows = [row for row, _ in led]
    left = {target: some for target, some in foes.items() if not _reaches(mover, now[rows], {target: some})}
    if not left:
        yield led
        return
    aim = next(iter(left.values()))
    able = [row for row, model in enumerate(mover.models) if row not in rows and mover.limits[int(model)] > MARGIN]
    gaps = horizontal(now, aim).min(1)
    leaders = sorted(able, key=lambda row: (float(gaps[row]), row))[: None if led else LEADERS]
    ways = [_leading_paths(mover, now, row, aim, left) for row in leaders]
    for _ in range(PLACES):
        for row, paths in zip(leaders, ways, strict=True):
            path = next(paths, None)
            if path is not None:
                after = now.with_model(row, stand_in_pose(now[[row]], path[-1], mover.surroundings))
                yield from islice(_lead(mover, after, foes, [*led, (row, path)]), PLANS if not led else NARROW)


def _leading_paths(mover: Mover, now: Bodies, row: int, aim: Bodies, left: Foes) -> Iterator[Floats]:
    """Yield paths of one model to places in reach of a target, first to those that are in reach of others too."""
    rules = _rules(mover, row)
    body, mates, ground = now[[row]], now.without(row), mover.surroundings
    poses = reaching.places(body, aim, rules.most, ground, mates, mover.reach)
    if not len(poses):
        return
    there = reaching.stand_in_poses(body, poses, ground)
    also = sum(in_reach(there, some, *mover.reach).any(1).astype(np.int64) for some in left.values())
    poses = poses[np.argsort(-also, kind="stable")]
    yield from reaching.Ways(body, rules, ground, mates).first(poses, SPOTS)


Follow = Callable[[Mover, Bodies, Paths], tuple[Floats, Sequence[int]]]


def _with_them(mover: Mover, now: Bodies, led: Paths) -> tuple[Floats, Sequence[int]]:
    """Each goes as those went that stood nearest to it, those in front first."""
    start, rows = mover.start.centres(), [row for row, _ in led]
    steps = now.centres()[rows] - start[rows]
    near = 1.0 / (np.hypot(*(start[:, None] - start[rows]).transpose(2, 0, 1)) + MARGIN)
    run = (near / near.sum(1, keepdims=True)) @ steps
    return start + run, np.argsort(-(start @ steps.mean(0)), kind="stable").tolist()


def _to_them(mover: Mover, now: Bodies, led: Paths) -> tuple[Floats, Sequence[int]]:
    """Each closes up to the nearest of those that led, the nearest first."""
    ends = now.centres()[[row for row, _ in led]]
    away = np.hypot(*(mover.start.centres()[:, None] - ends).transpose(2, 0, 1))
    return ends[away.argmin(1)], np.argsort(away.min(1), kind="stable").tolist()


def _across(mover: Mover, now: Bodies, led: Paths) -> tuple[Floats, Sequence[int]]:
    """Each goes from the first that led as far as it can towards the last, the nearest to the first of them first."""
    first, last = now.centres()[[led[0][0], led[-1][0]]]
    order = np.argsort(np.hypot(*(mover.start.centres() - first).T), kind="stable")
    return np.tile(last, (len(mover.models), 1)), order.tolist()


def _nowhere(mover: Mover, now: Bodies, led: Paths) -> tuple[Floats, Sequence[int]]:
    """Each goes no further than it must, the nearest to those that led first."""
    return mover.start.centres(), _to_them(mover, now, led)[1]


def _gather(mover: Mover, led: Paths, follow: Follow) -> Paths | None:
    """Move one model after the other until the unit is in coherency; None if it never is. Who finds no place stays."""
    rules, now, paths = shared_rules(mover.game).coherency, mover.start, list(led)
    for row, path in led:
        now = now.with_model(row, stand_in_pose(now[[row]], path[-1], mover.surroundings))
    goals, order = follow(mover, now, led)
    for row in (row for row in order if row not in {row for row, _ in led}):
        if coherent(now, rules):
            break
        way = _beside(mover, now, row, goals[row], [row for row, _ in paths], len(paths) - len(led) + 1)
        if way is not None:
            paths.append((row, way))
            now = now.with_model(row, stand_in_pose(now[[row]], way[-1], mover.surroundings))
    return paths if coherent(now, rules) else None


def _beside(mover: Mover, now: Bodies, row: int, goal: Floats, gone: list[int], most: int) -> Floats | None:
    """Return a path of one model to a place beside those that have gone, as near to its goal as it finds one.

    It has as many neighbours there as coherency asks for, but no more than `most` have to be.
    """
    rules, ground = _rules(mover, row), mover.surroundings
    if rules.most <= MARGIN:
        return None
    body, mates, before = now[[row]], now.without(row), np.array(gone, dtype=np.intp)
    near = shared_rules(mover.game).coherency.for_models(len(mover.models))
    near, ways = near._replace(neighbours=min(near.neighbours, most)), reaching.Ways(body, rules, ground, mates)
    spots = following.spots_of(now.data, row, goal, before, float(rules.most), ground.around, near, EVERY)
    poses = np.column_stack((spots, np.full(len(spots), now.facing[row])))
    path = next(ways.first(poses, SPOTS), None)
    if path is not None or not now.half[row]:
        return path
    poses = reaching.places(body, now[before], rules.most, ground, mates, (near.across, near.up))
    beside = in_reach(reaching.stand_in_poses(body, poses, ground), now[before], near.across, near.up).sum(1)
    poses = poses[beside >= near.neighbours]
    order = np.argsort(np.hypot(*(poses[:, :2] - goal).T), kind="stable")
    return next(reaching.Ways(body, rules, ground, mates).first(poses[order], SPOTS), None)


def closing_in(mover: Mover, rows: Sequence[int], enemies: Bodies, gaps: Floats, accept: Accept) -> Iterator[Data]:
    """Propose a short move in which as many of these models as can end closer to their closest enemy, one by one."""
    now, paths = mover.start, Paths()
    for row in rows:
        path = _closer(mover, now, row, enemies[np.flatnonzero(gaps[row] <= gaps[row].min() + EPSILON)])
        if path is not None:
            paths.append((row, path))
            now = now.with_model(row, stand_in_pose(now[[row]], path[-1], mover.surroundings))
    yield from _legal(mover, iter([paths]), accept)


def _closer(mover: Mover, now: Bodies, row: int, foes: Bodies) -> Floats | None:
    """Return a path of one model to where it is closer to one of its closest enemies, in coherency; None without one."""
    said, rules, body, mates = shared_rules(mover.game), _rules(mover, row), now[[row]], now.without(row)
    poses = reaching.closer(body, foes, rules.most, mover.surroundings, mates)
    ends, ways = (
        reaching.stand_in_poses(body, poses, mover.surroundings),
        reaching.Ways(body, rules, mover.surroundings, mates),
    )
    few = coherent_with(now, row, ends, said.coherency, SPOTS * reaching.MOST)
    path = next(ways.first(poses[few], SPOTS), None)
    if path is not None or not few.any():
        return path
    return next(ways.any(poses[coherent_with(now, row, ends, said.coherency, len(poses))]), None)


def _rules(mover: Mover, row: int) -> MoveRules:
    """What one model may do, a long base a little less: the turns of a path are rounded when it is submitted."""
    rules = mover.rules(int(mover.models[row]))
    return replace(rules, most=rules.most - ROUNDED) if mover.start.half[row] else rules
