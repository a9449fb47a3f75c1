"""The minimum move: of AIRCRAFT or, in some editions, of every model whose Move characteristic has two values.

Source: 9E-AIRMIN-01..06, 9E-Q-12; 8E-MINMOVE-01..04, 8E-Q-51.
What Engagement Range means for and near AIRCRAFT stands in `moving` and `movement`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

import numpy as np

from resolver.engine.decision import Data, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.units import destruction
from resolver.shared.moves import moving, proposals
from resolver.shared.moves.moving import Limits, Manner, Mover
from resolver.shared.units import engagement
from resolver.table.bases import Bodies
from resolver.table.geometry import EPSILON, point_to_segment

DIRECTIONS = 16


def is_aircraft(game: Game, unit: int) -> bool:
    """Tell whether a unit is AIRCRAFT, in an edition that has rules about them."""
    return unit in edition(game).bypassed(game)


def flies(game: Game, unit: int) -> bool:
    """Tell whether a unit has FLY."""
    return engagement.has_keyword(game, unit, "FLY")


def least(game: Game, model: int, extra: int = 0) -> float:
    """Return the minimum move of a model now, 0 if it has none; `extra` is what an Advance adds to its Move."""
    return edition(game).moves.least(game, model, extra)


def must_move(game: Game, unit: int) -> bool:
    """Tell whether a unit has to make a minimum move in this phase: not if it has just arrived (9E-Q-12)."""
    return not game.has_mark(unit, "arrived") and any(least(game, int(model)) for model in game.state.standing(unit))


def too_near(game: Game, mover: Mover, extra: int) -> Refusal | None:
    """All parts of a base must end at least the minimum move from where they started the phase (9E-AIRMIN-02)."""
    for model, row in mover.row.items():
        wanted = least(game, model, extra)
        if wanted and (found := shortest_way(mover.start[[row]], mover.bodies[[row]])) < wanted - EPSILON:
            return Refusal("minimum-move", "move.too-short", {"model": model, "wanted": wanted, "found": round(found, 3)})
    return None


def shortest_way(before: Bodies, after: Bodies) -> float:
    """Return how far that part of a base has got which has got least far.

    A turn by an angle moves a point by `2 sin(angle / 2)` times its distance from the centre, at right angles to the mean
    of both facings; so what it adds to the way of the centre is again a stadium, of that size. Round bases do not turn.
    """
    way = np.array([after.x[0] - before.x[0], after.y[0] - before.y[0]])
    if not before.half[0]:
        return float(np.hypot(*way))
    first, last = float(before.facing[0]), float(after.facing[0])
    size, aim = 2 * sin((last - first) / 2), (first + last) / 2 + pi / 2
    end = np.array([cos(aim), sin(aim)]) * float(before.half[0]) * size
    return max(float(point_to_segment(way, -end, end)) - abs(size) * float(before.radius[0]), 0.0)


def flights(game: Game, unit: int, manner: Manner, limits: Limits, extra: int) -> Iterator[Data]:
    """Propose straight flights in several directions, short, middling and long."""
    mover = Mover(game, unit, manner, limits)
    low = max(least(game, int(model), extra) for model in mover.models)
    high = min(limits.values())
    for step in range(DIRECTIONS):
        angle = 2 * pi * step / DIRECTIONS
        for far in (low + 0.01, (low + high) / 2, high - 0.01):
            moves = proposals.slide(mover, np.array([cos(angle), sin(angle)]) * far)
            if moves:
                trial = Mover(game, unit, manner, limits)
                if moving.refusal(trial, {"moves": moves}) is None and too_near(game, trial, extra) is None:
                    yield {"moves": moves}
                    break


def fail(game: Game, unit: int) -> Script[None]:
    """A model that does not make its minimum move is destroyed (9E-AIRMIN-05, 8E-MINMOVE-04).

    The edition says whether those aboard go with it (9E-AIRMIN-06) or get out of it (8E-TRANSPORT-09).
    """
    for model in game.state.standing(unit):
        wanted = least(game, int(model))
        if not wanted:
            continue
        yield from game.happen(
            "minimum-move.failed", unit=unit, model=int(model), least=wanted, rules=("minimum-move", "minimum-move.failed")
        )
        riders = yield from edition(game).moves.crash(game, int(model))
        yield from destruction.remove(game, int(model), "model.destroyed", "minimum-move", None)
        yield from edition(game).moves.all_out(game, riders)
