"""Proposed moves: a few sensible ones for a unit, every one of which is legal. Nothing here decides what is legal.

Source of the ways themselves: `resolver.table.advance` and `resolver.table.paths`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import cos, pi, sin
from typing import Any

import numpy as np

from resolver.engine.decision import Data, Refusal
from resolver.engine.game import Game
from resolver.rulesets.wh40k_9e import engagement, moving, objectives
from resolver.rulesets.wh40k_9e.coherency import COHERENCY
from resolver.rulesets.wh40k_9e.engagement import ACROSS
from resolver.rulesets.wh40k_9e.moving import Limits, Manner, Mover
from resolver.table.advance import Paths, shifted, together
from resolver.table.bases import Bodies, Floats
from resolver.table.geometry import EPSILON, distances
from resolver.table.ground import fits
from resolver.table.paths import PLACES, toward

MARGIN = 0.02
SHARES, TURNS = (1.0, 0.6, 0.3), (0.0, 0.5, -0.5, 1.0, -1.0)
HIDING = 2.0
"""Terrain higher than this gives cover from sight."""
ESCAPES = 3
SLOTS, MOST_SLOTS = 12, 6
"""Places looked at around an enemy model, and how many of those that are free are tried."""

Moves = list[dict[str, Any]]
Accept = Callable[[Mover], Refusal | None]


def drifts(game: Game, unit: int, manner: Manner, limits: Limits) -> Iterator[Data]:
    """Propose moves of a unit: towards the enemy, towards markers, into cover, back."""
    mover = Mover(game, unit, manner, limits)
    if min(limits.values(), default=0.0) <= MARGIN:
        return
    seen: list[Moves] = []
    for goal in goals(game, unit, mover):
        paths = _straight(mover, goal)
        if paths is None and len(mover.models) == 1:
            way = toward(mover.start, goal, mover.rules(), mover.surroundings)
            paths = None if way is None else [(0, way)]
        elif paths is None and not seen:
            paths = together(mover.start, goal, mover.rules(), mover.surroundings, COHERENCY)
        yield from _new(mover, paths, seen)


def _straight(mover: Mover, goal: Floats) -> Paths | None:
    """The whole unit goes straight to the goal, or a little to the side of it, or not so far."""
    run = goal - _middle(mover)
    far = float(np.hypot(*run))
    reach = min(far, mover.rules().most - MARGIN)
    if reach <= MARGIN:
        return None
    for share, turn in product(SHARES, TURNS if len(mover.models) > 1 else TURNS[:1]):
        step = _turned(run / far * reach * share, turn)
        if fits(mover.start.moved(mover.start.x + step[0], mover.start.y + step[1]), mover.surroundings).all():
            paths = shifted(mover.start, step, mover.rules(), mover.surroundings, COHERENCY)
            if paths:
                return paths
    return None


def _turned(step: Floats, angle: float) -> Floats:
    return np.array([step[0] * cos(angle) - step[1] * sin(angle), step[0] * sin(angle) + step[1] * cos(angle)])


def goals(game: Game, unit: int, mover: Mover) -> Iterator[Floats]:
    """Points worth going to: the closest enemy, the closest markers that we do not hold, cover, and away from the enemy."""
    here = _middle(mover)
    gaps, enemies = moving.nearest_enemy(game, unit, mover.start)
    foe = None
    if len(enemies):
        closest = int(gaps.min(0).argmin())
        foe = np.array([enemies.x[closest], enemies.y[closest]])
        yield foe
    markers = objectives.placed(game)
    order = np.argsort(np.hypot(*(markers - here).T), kind="stable")
    wanted = [marker for marker in order if objectives.holder(game, int(marker)) != game.owner(unit)]
    yield from (markers[marker] for marker in (wanted or list(order))[:2])
    if foe is not None:
        if (cover := _cover(game, here, foe)) is not None:
            yield cover
        yield here + (here - foe)


def _middle(mover: Mover) -> Floats:
    return np.array([mover.start.x.mean(), mover.start.y.mean()])


def _cover(game: Game, here: Floats, foe: Floats) -> Floats | None:
    """Return the point behind the closest terrain that hides, seen from an enemy."""
    hiding = [t for t in game.state.board.terrain if t.blocks_sight and t.height > HIDING]
    pieces = [np.mean(piece.footprint.points, axis=0) for piece in hiding]
    if not pieces:
        return None
    piece = min(pieces, key=lambda point: (float(np.hypot(*(point - here))), tuple(point)))
    away = piece - foe
    behind: Floats = piece + away / max(float(np.hypot(*away)), MARGIN) * 4.0
    return behind


def slide(mover: Mover, step: Floats) -> Moves | None:
    """Return the move of all models by the same step, those in front first; None if that is not legal."""
    paths = shifted(mover.start, step, mover.rules(), mover.surroundings, COHERENCY)
    return next((offer["moves"] for offer in _new(mover, paths, [])), None)


def escapes(game: Game, unit: int, manner: Manner, limits: Limits) -> Iterator[Data]:
    """Propose ways out of Engagement Range: away from the enemy, and in directions around that."""
    mover = Mover(game, unit, manner, limits)
    most = min(limits.values(), default=0.0) - MARGIN
    foes = game.state.bodies(engagement.enemies(game, game.owner(unit)))
    if most <= MARGIN or not len(foes):
        return
    gaps = distances(mover.start, foes).min(0)
    near = gaps <= gaps.min() + 3.0
    away = _middle(mover) - np.array([foes.x[near].mean(), foes.y[near].mean()])
    base, found = float(np.arctan2(away[1], away[0])), 0
    for turn in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6):
        angle = base + turn * pi / 6
        moves = slide(mover, np.array([cos(angle), sin(angle)]) * most)
        if moves:
            yield {"moves": moves}
            found += 1
        if found == ESCAPES:
            return
    if not found:
        yield from _new(
            mover, together(mover.start, _middle(mover) + away, mover.rules(), mover.surroundings, COHERENCY), []
        )


def closing_in(game: Game, unit: int, manner: Manner, limits: Limits, accept: Accept) -> Iterator[Data]:
    """Propose a short move of each model towards its closest enemy model: of all of them, else of as many as go together."""
    mover = Mover(game, unit, manner, limits)
    gaps, enemies = moving.nearest_enemy(game, unit, mover.start)
    if not len(enemies) or min(limits.values(), default=0.0) <= MARGIN:
        return
    rows = [int(row) for row in np.argsort(gaps.min(1), kind="stable") if gaps[row].min() > MARGIN]
    moves: Moves = []
    for row in rows:
        step = approach(mover, row, enemies[np.flatnonzero(gaps[row] <= gaps[row].min() + EPSILON)])
        if step:
            moves.append(step)
            mover.go(step["model"], step["path"])
    for count in range(len(moves), 0, -1):
        offer: Data = {"moves": moves[:count]}
        mover.restart()
        if moving.refusal(mover, offer) is None and accept(mover) is None:
            yield offer
            return


def approach(mover: Mover, row: int, foes: Bodies, *, leads: bool = False) -> dict[str, Any] | None:
    """Return a straight step of one model to a free place at the closest of these enemy models, or on the way to it.

    Where that is barred a model that `leads` goes round what is in its way.
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
    path = toward(body, np.array([foes.x[closest], foes.y[closest]]), mover.rules(model), mover.ground(row))
    return None if path is None else _step(model, path)


def _slots(mover: Mover, row: int, foes: Bodies, most: float) -> Floats:
    """Return free places around enemy models that the model might reach, the nearest first: touching, then engaged."""
    body = mover.bodies[[row]]
    here, reach = np.array([body.x[0], body.y[0]]), float(body.half[0] + body.radius[0])
    turns = np.arange(SLOTS) * 2 * pi / SLOTS
    ring = np.stack((np.cos(turns), np.sin(turns)), axis=1)
    axis = np.stack((np.cos(foes.facing), np.sin(foes.facing)), axis=1)
    lean = np.sign(axis @ ring.T)[..., None] * (foes.half[:, None] * axis)[:, None]
    centres = np.stack((foes.x, foes.y), axis=1)[:, None] + lean
    wide = (foes.radius + reach)[:, None, None]
    points: Floats = np.concatenate([(centres + (wide + away) * ring).reshape(-1, 2) for away in (MARGIN, ACROSS - MARGIN)])
    far = np.hypot(*(points - here).T)
    order = np.argsort(far, kind="stable")
    near: Floats = points[order[far[order] <= most]]
    if not len(near):
        return near
    spots = body[np.zeros(len(near), dtype=np.intp)].moved(near[:, 0], near[:, 1])
    good = fits(spots, mover.ground(row)) & engagement.in_engagement(spots, foes).any(1)
    free: Floats = near[good]
    return free[:MOST_SLOTS]


def charges(game: Game, unit: int, targets: frozenset[int], limits: Limits, accept: Accept) -> Iterator[Data]:
    """Propose charge moves: the unit slides into a target, or its models go in one after the other, the closest first."""
    mover = Mover(game, unit, moving.charge(targets), limits)
    if min(limits.values(), default=0.0) <= MARGIN:
        return
    seen: list[Moves] = []
    for paths in _slides_in(mover, targets):
        for offer in _new(mover, paths, seen):
            if accept(mover) is None:
                yield offer
    swarm: Data = {"moves": _swarm(mover, targets)}
    mover.restart()
    if swarm["moves"] and swarm["moves"] not in seen and moving.refusal(mover, swarm) is None and accept(mover) is None:
        yield swarm


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
            if MARGIN < reach <= most and gap - reach <= ACROSS + EPSILON:
                paths = shifted(mover.start, run * reach, mover.rules(), mover.surroundings, COHERENCY)
            if paths:
                yield paths
                break


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


def _step(model: int, path: Floats) -> dict[str, Any]:
    return {"model": model, "path": [[round(float(value), PLACES) for value in pose] for pose in path[1:]]}


def _new(mover: Mover, paths: Paths | None, seen: list[Moves]) -> Iterator[dict[str, Moves]]:
    """Yield the move along these legal paths if the unit may stand at its end and it was not seen.

    The mover then stands there.
    """
    moves = [_step(int(mover.models[row]), path) for row, path in paths or ()]
    if moves and moves not in seen:
        mover.restart()
        for step in moves:
            mover.go(step["model"], step["path"])
        if moving.end_refusal(mover) is None:
            seen.append(moves)
            yield {"moves": moves}
