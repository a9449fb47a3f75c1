"""Proposed moves into contact with the enemy: charges, and short moves towards it.

Every one of them is legal; nothing here decides what is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from resolver.engine.decision import Data, Refusal
from resolver.engine.game import Game
from resolver.shared.moves import moving, proposals, reaching
from resolver.shared.moves.moving import Limits, Manner, Mover
from resolver.shared.moves.proposals import MARGIN, Moves
from resolver.shared.rules import shared_rules
from resolver.table.advance import Paths, follow_each, shift_all
from resolver.table.bases import Bodies, Floats
from resolver.table.geometry import EPSILON, distances, in_reach
from resolver.table.ground import fits
from resolver.table.paths import PLACES, find, toward

LEADERS = 3
"""So many models, the closest first, are tried to lead the others into a charge."""
SLOTS, MOST_SLOTS = 12, 6
"""Places looked at around an enemy model, and how many of those that are free are tried."""

Accept = Callable[[Mover, Data], Refusal | None]


def closing_in(game: Game, unit: int, manner: Manner, limits: Limits, accept: Accept) -> Iterator[Data]:
    """Propose a short move of each model towards its closest enemy model; where they do not go together, one by one."""
    mover = Mover(game, unit, manner, limits)
    gaps, enemies = moving.nearest_enemy(game, unit, mover.start)
    able = [limits[int(model)] > MARGIN for model in mover.models]
    if not len(enemies) or not any(able):
        return
    rows = [int(row) for row in np.argsort(gaps.min(1), kind="stable") if able[row] and gaps[row].min() > MARGIN]
    moves: Moves = []
    for row in rows:
        step = approach(mover, row, enemies[np.flatnonzero(gaps[row] <= gaps[row].min() + EPSILON)])
        if step:
            moves.append(step)
            mover.go(step["model"], step["path"])
    offer: Data = {"moves": moves}
    mover.restart()
    if moves and moving.refusal(mover, offer) is None and accept(mover, offer) is None:
        yield offer
    else:
        yield from reaching.closing_in(mover, rows, enemies, gaps, accept)


def approach(mover: Mover, row: int, foes: Bodies, *, leads: bool = False) -> dict[str, Any] | None:
    """Return a straight step of one model to a free place at the closest of these enemy models, or on the way to it.

    Where that is barred a model that `leads` goes round what is in its way. None where it gets nowhere.
    """
    model, body = int(mover.models[row]), mover.bodies[[row]]
    here, facing = np.array([body.x[0], body.y[0]]), float(body.facing[0])
    most = mover.limits[model] - MARGIN
    gaps = distances(body, foes)[0]
    closest = int(gaps.argmin())
    run = np.array([foes.x[closest], foes.y[closest]]) - here
    run = run / max(float(np.hypot(*run)), MARGIN)
    straight = [here + run * reach for reach in (min(most, float(gaps[closest])), min(most, float(gaps[closest])) / 2)]
    for point in (straight[0], *_slots(mover, row, foes, most), *([] if leads else straight[1:])):
        pose = [*(round(float(value), PLACES) for value in point), facing]
        if float(np.hypot(*(point - here))) > MARGIN and mover.breach(model, [pose]) is None:
            return {"model": model, "path": [pose]}
    if not leads:
        return None
    for point in _slots(mover, row, foes, most):
        way = find(body, point, mover.rules(model), mover.ground(row))
        if len(way) > 1:
            return proposals.submission(model, way)
    path = toward(body, np.array([foes.x[closest], foes.y[closest]]), mover.rules(model), mover.ground(row))
    return proposals.submission(model, path) if len(path) > 1 else None


def _slots(mover: Mover, row: int, foes: Bodies, most: float) -> Floats:
    """Return free places around enemy models that the model might reach, the nearest first: touching, then engaged."""
    body = mover.bodies[[row]]
    here, reach = np.array([body.x[0], body.y[0]]), float(body.half[0] + body.radius[0])
    turns = np.arange(SLOTS) * 2 * np.pi / SLOTS
    ring = np.stack((np.cos(turns), np.sin(turns)), axis=1)
    axis = np.stack((np.cos(foes.facing), np.sin(foes.facing)), axis=1)
    lean = np.sign(axis @ ring.T)[..., None] * (foes.half[:, None] * axis)[:, None]
    centres = np.stack((foes.x, foes.y), axis=1)[:, None] + lean
    wide = (foes.radius + reach)[:, None, None]
    points: Floats = np.concatenate(
        [(centres + (wide + away) * ring).reshape(-1, 2) for away in (MARGIN, mover.reach[0] - MARGIN)]
    )
    far = np.hypot(*(points - here).T)
    order = np.argsort(far, kind="stable")
    near: Floats = points[order[far[order] <= most]]
    if not len(near):
        return near
    spots = body[np.zeros(len(near), dtype=np.intp)].with_poses(near[:, 0], near[:, 1])
    good = fits(spots, mover.ground(row)) & in_reach(spots, foes, *mover.reach).any(1)
    free: Floats = near[good]
    return free[:MOST_SLOTS]


def charges(
    game: Game,
    unit: int,
    manner: Manner,
    targets: frozenset[int],
    limits: Limits,
    accept: Accept,
    *,
    all_targets: bool,
) -> Iterator[Data]:
    """Propose charge moves into all targets or, where none of them is good, into one of them.

    Where nothing is found quickly, one is looked for longer. `all_targets`: a move that reaches only one is none.
    """
    if max(limits.values(), default=0.0) <= MARGIN:
        return
    mover = Mover(game, unit, manner, limits)
    alone = [frozenset({target}) for target in sorted(targets)] if len(targets) > 1 else []
    offers = list(_into(mover, targets, accept)) or [offer for aims in alone for offer in _into(mover, aims, accept)]
    if offers:
        yield from offers
        return
    for aims in (targets, *(() if all_targets else alone)):
        for offer in reaching.charges(mover, aims, accept):
            yield offer
            return


def _into(mover: Mover, aims: frozenset[int], accept: Accept) -> Iterator[Data]:
    """The unit slides into a target, or its models go in one after the other, the closest first."""
    seen: list[Moves] = []
    for paths in _slides_in(mover, aims):
        for offer in proposals.new(mover, paths, seen):
            if accept(mover, offer) is None:
                yield offer
    swarm: Data = {"moves": _swarm(mover, aims)}
    mover.restart()
    fresh = swarm["moves"] and swarm["moves"] not in seen
    if fresh and moving.refusal(mover, swarm) is None and accept(mover, swarm) is None:
        yield swarm
    elif not seen:
        for offer in proposals.new(mover, _column(mover, aims), seen):
            if accept(mover, offer) is None:
                yield offer


def _slides_in(mover: Mover, targets: frozenset[int]) -> Iterator[Paths]:
    state, most = mover.game.state, min(mover.limits.values())
    for target in sorted(targets):
        foes = state.bodies(state.standing(target))
        gaps = distances(mover.start, foes)
        row, column = np.unravel_index(int(gaps.argmin()), gaps.shape)
        run = np.array([foes.x[column] - mover.start.x[row], foes.y[column] - mover.start.y[row]])
        run = run / max(float(np.hypot(*run)), MARGIN)
        gap = float(gaps[row, column])
        for reach in (gap - MARGIN, gap - 0.5, gap - 0.95, most, most - 10**-PLACES):
            paths = None
            if MARGIN < reach <= most and gap - reach <= mover.reach[0] + EPSILON:
                paths = shift_all(
                    mover.start, run * reach, mover.rules(), mover.surroundings, shared_rules(mover.game).coherency
                )
            if paths:
                yield paths
                break


def _column(mover: Mover, targets: frozenset[int]) -> Paths | None:
    """One model reaches each target, by any way, and the others close up to them."""
    state, led, chosen = mover.game.state, Paths(), list[int]()
    mover.restart()
    for target in sorted(targets):
        foes = state.bodies(state.standing(target))
        order = np.argsort(distances(mover.bodies, foes).min(1), kind="stable")
        for row in [int(row) for row in order if int(row) not in chosen][:LEADERS]:
            step = approach(mover, row, foes, leads=True)
            if step is not None:
                led.append((row, mover.path(row, step["path"])))
                chosen.append(row)
                mover.go(step["model"], step["path"])
                break
    if not led:
        return None
    first = led[0][1][-1, :2]
    mover.restart()
    rest = [int(row) for row in np.argsort(np.hypot(*(mover.start.centres() - first).T), kind="stable") if row not in chosen]
    goals = np.tile(first, (len(mover.models), 1))
    return follow_each(mover.start, rest, goals, mover.rules(), mover.surroundings, shared_rules(mover.game).coherency, led)


def _swarm(mover: Mover, targets: frozenset[int]) -> Moves:
    """Each model goes to the closest target model; first the model closest to each target, so that all are reached.

    Those in front go straight or round what is in the way, the others straight.
    """
    state = mover.game.state
    foes = {target: state.bodies(state.standing(target)) for target in sorted(targets)}
    gaps = {target: distances(mover.start, foes[target]) for target in foes}
    aim: dict[int, int] = {}
    for target in foes:
        order = [int(row) for row in np.argsort(gaps[target].min(1), kind="stable") if int(row) not in aim]
        if order:
            aim[order[0]] = target
    leaders = len(aim)
    nearest = {row: min(foes, key=lambda t: (float(gaps[t][row].min()), t)) for row in range(len(mover.models))}
    rest = sorted((float(gaps[nearest[row]][row].min()), row) for row in nearest if row not in aim)
    aim.update({row: nearest[row] for _, row in rest})
    moves: Moves = []
    mover.restart()
    for number, (row, target) in enumerate(aim.items()):
        step = approach(mover, row, foes[target], leads=number < leaders)
        if step:
            moves.append(step)
            mover.go(step["model"], step["path"])
    return moves
