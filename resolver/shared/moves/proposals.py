"""Proposed moves: a few sensible ones for a unit, every one of which is legal. Nothing here decides what is legal.

Source of the ways themselves: `resolver.table.advance` and `resolver.table.paths`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Any

import numpy as np

from resolver.engine.decision import Data
from resolver.engine.game import Game
from resolver.shared.field import holding, objectives
from resolver.shared.moves import moving
from resolver.shared.moves.moving import Limits, Manner, Mover
from resolver.shared.rules import shared_rules
from resolver.shared.units import engagement
from resolver.table.advance import Paths, first_step, shift_all, together
from resolver.table.bases import Floats
from resolver.table.columns import ROLL
from resolver.table.geometry import distances
from resolver.table.paths import PLACES, toward

MARGIN = 0.02
SHARES, TURNS = (1.0, 0.6, 0.3), (0.0, 0.5, -0.5, 1.0, -1.0)
ASIDE = np.array([(share, cos(turn), sin(turn)) for share in SHARES for turn in TURNS])
AHEAD = ASIDE[:: len(TURNS)]
"""What is tried of a step, in this order: how much of it, and turned by which angle, given by its cosine and sine."""
HIDING = 2.0
"""Terrain higher than this gives cover from sight."""
ESCAPES = 3

Moves = list[dict[str, Any]]


def move_candidates(game: Game, unit: int, manner: Manner, limits: Limits) -> Iterator[Data]:
    """Propose moves of a unit: towards the enemy, towards markers, into cover, back."""
    mover = Mover(game, unit, manner, limits)
    if min(limits.values(), default=0.0) <= MARGIN:
        return
    seen: list[Moves] = []
    for goal in goals(game, unit, mover):
        paths = _straight(mover, goal)
        if paths is None and (len(mover.models) == 1 or not seen):
            paths = find_path_around(mover, goal)
        yield from new(mover, paths, seen)


def _straight(mover: Mover, goal: Floats) -> Paths | None:
    """The whole unit goes straight to the goal, or a little to the side of it, or not so far."""
    run = goal - mover.middle
    far = float(np.hypot(*run))
    reach = min(far, mover.rules().most - MARGIN)
    if reach <= MARGIN:
        return None
    steps = _steps(run / far * reach, ASIDE if len(mover.models) > 1 else AHEAD)
    return first_step(mover.start, steps, mover.rules(), mover.surroundings, shared_rules(mover.game).coherency)


def find_path_around(mover: Mover, goal: Floats) -> Paths | None:
    """Return how the unit gets as near to the goal as it can, round what stands between; None if it cannot."""
    if len(mover.models) > 1:
        return together(mover.start, goal, mover.rules(), mover.surroundings, shared_rules(mover.game).coherency)
    way = toward(mover.start, goal, mover.rules(), mover.surroundings)
    return [(0, way)] if len(way) else None


def _steps(step: Floats, tries: Floats) -> Floats:
    """Return a step and what is tried in its place (`ASIDE`)."""
    x, y, (across, up) = tries[:, 0] * step[0], tries[:, 0] * step[1], tries[:, 1:].T
    found = np.empty((len(tries), 2))
    found[:, 0], found[:, 1] = x * across - y * up, x * up + y * across
    return found


def goals(game: Game, unit: int, mover: Mover) -> Iterator[Floats]:
    """Points worth going to: the closest enemy, the closest markers that we do not hold, cover, and away from the enemy."""
    here = mover.middle
    gaps, enemies = moving.nearest_enemy(game, unit, mover.start)
    foe = None
    if len(enemies):
        closest = int(gaps.min(0).argmin())
        foe = np.array([enemies.x[closest], enemies.y[closest]])
        yield foe
    yield from _markers(game, unit, here)
    if foe is not None:
        if (cover := _cover(game, here, foe)) is not None:
            yield cover
        yield here + (here - foe)


def _markers(game: Game, unit: int, here: Floats) -> Iterator[Floats]:
    """The two closest markers that a unit's player does not hold, else the two closest."""
    markers = objectives.placed_markers(game)
    if len(markers):
        order = np.argsort(np.hypot(*(markers - here).T), kind="stable")
        holders = holding.holders(game)
        wanted = [marker for marker in order if holders[marker] != game.owner(unit)]
        yield from (markers[marker] for marker in (wanted or list(order))[:2])


def _cover(game: Game, here: Floats, foe: Floats) -> Floats | None:
    """Return the point behind the closest terrain that hides, seen from an enemy."""
    pieces = game.cache(ROLL, ("hiding",), lambda: _hiding_places(game))
    if not len(pieces):
        return None
    far = np.hypot(pieces[:, 0] - here[0], pieces[:, 1] - here[1])
    piece = pieces[np.lexsort((pieces[:, 1], pieces[:, 0], far))[0]]
    away = piece - foe
    behind: Floats = piece + away / max(float(np.hypot(*away)), MARGIN) * 4.0
    return behind


def _hiding_places(game: Game) -> Floats:
    """The middles of the terrain pieces that give cover from sight."""
    hiding = [t for t in game.state.board.terrain if t.blocks_sight and t.height > HIDING]
    return np.array([np.mean(piece.footprint.points, axis=0) for piece in hiding]).reshape(-1, 2)


def slide(mover: Mover, step: Floats) -> Moves | None:
    """Return the move of all models by the same step, those in front first; None if that is not legal."""
    paths = shift_all(mover.start, step, mover.rules(), mover.surroundings, shared_rules(mover.game).coherency)
    return next((offer["moves"] for offer in new(mover, paths, [])), None)


def escapes(game: Game, unit: int, manner: Manner, limits: Limits) -> Iterator[Data]:
    """Propose ways out of the reach of enemies: away from the enemy, and in directions around that."""
    mover = Mover(game, unit, manner, limits)
    most = min(limits.values(), default=0.0) - MARGIN
    foes = game.state.bodies(engagement.enemies(game, game.owner(unit)))
    if most <= MARGIN or not len(foes):
        return
    gaps = distances(mover.start, foes).min(0)
    near = gaps <= gaps.min() + 3.0
    away = mover.middle - np.array([foes.x[near].mean(), foes.y[near].mean()])
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
        yield from new(
            mover,
            together(
                mover.start, mover.middle + away, mover.rules(), mover.surroundings, shared_rules(mover.game).coherency
            ),
            [],
        )


def submission(model: int, path: Floats) -> dict[str, Any]:
    """Return a path as the move of a model that is submitted."""
    return {"model": model, "path": [[round(float(value), PLACES) for value in pose] for pose in path[1:]]}


def new(mover: Mover, paths: Paths | None, seen: list[Moves]) -> Iterator[dict[str, Moves]]:
    """Yield the move along these legal paths if the unit may stand at its end and it was not seen.

    The mover then stands there.
    """
    moves = [submission(int(mover.models[row]), path) for row, path in paths or () if len(path) > 1]
    if moves and moves not in seen:
        mover.stand(moves)
        if moving.end_refusal(mover) is None:
            seen.append(moves)
            yield {"moves": moves}
