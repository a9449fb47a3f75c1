"""Charge moves and short moves that are found by looking for longer: any model leads, to any place in contact.

Only for when `contact` finds nothing quickly. Every move that comes out is legal; nothing here decides what is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np

from resolver.engine.decision import Data, Refusal
from resolver.shared.moves import moving, proposals
from resolver.shared.moves.followers import SPOTS, Search, close_up, gather, go_along, rules_of, stay_back, stretch_out
from resolver.shared.moves.moving import Mover
from resolver.shared.moves.proposals import MARGIN
from resolver.shared.rules import shared_rules
from resolver.table import reaching
from resolver.table.advance import Paths, first_step
from resolver.table.bases import Bodies, Floats
from resolver.table.coherency import coherent_with
from resolver.table.geometry import EPSILON, horizontal, in_reach
from resolver.table.movement import stand_in_pose

LEADERS, PLACES, NARROW = 5, 4, 3
"""So many models are tried to lead, to so many places each; to targets after the first so many in all."""
PLANS = 40
"""So many ways in which models lead are tried."""
STEPS = 400
"""So many steps are tried that all models take together."""
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
    search = Search(mover)
    for led in islice(_lead(mover, mover.start, foes, []), PLANS):
        for follow in (go_along, close_up, stay_back, *([stretch_out] if len(led) > 1 else [])):
            if (paths := gather(search, led, follow)) is not None:
                yield paths
                break
        if search.over:
            return


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
    rules = rules_of(mover, row)
    body, mates, ground = now[[row]], now.without(row), mover.surroundings
    poses = reaching.places(body, aim, rules.most, ground, mates, mover.reach)
    if not len(poses):
        return
    there = reaching.stand_in_poses(body, poses, ground)
    also = sum(in_reach(there, some, *mover.reach).any(1).astype(np.int64) for some in left.values())
    poses = poses[np.argsort(-also, kind="stable")]
    yield from reaching.Ways(body, rules, ground, mates).first(poses, SPOTS)


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
    said, rules, body, mates = shared_rules(mover.game), rules_of(mover, row), now[[row]], now.without(row)
    poses = reaching.closer(body, foes, rules.most, mover.surroundings, mates)
    ends = reaching.stand_in_poses(body, poses, mover.surroundings)
    ways = reaching.Ways(body, rules, mover.surroundings, mates)
    few = coherent_with(now, row, ends, said.coherency, SPOTS * reaching.MOST)
    path = next(ways.first(poses[few], SPOTS), None)
    if path is not None or not few.any():
        return path
    return next(ways.any(poses[coherent_with(now, row, ends, said.coherency, len(poses))]), None)
