"""AIRCRAFT: the minimum move.

Source: 9E-AIRMIN-01..06, 9E-Q-12. What Engagement Range means for and near AIRCRAFT stands in `moving` and `movement`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

import numpy as np

from resolver.engine.decision import Data, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.wh40k_9e import characteristics, destruction, engagement, moving, proposals, transports
from resolver.rulesets.wh40k_9e.moving import Limits, Manner, Mover
from resolver.table.bases import Bodies, Floats
from resolver.table.geometry import EPSILON

DIRECTIONS = 16


def least(game: Game, model: int, extra: int = 0) -> float:
    """Return the minimum move of a model now, 0 if it has none; an Advance adds to it (9E-AIRMIN-04)."""
    if not engagement.model_has(game, model, "AIRCRAFT"):
        return 0.0
    span = characteristics.move(game, model, extra)
    return span[0] if span else 0.0


def must_move(game: Game, unit: int) -> bool:
    """Tell whether a unit has to make a minimum move in this phase: not if it has just arrived (9E-Q-12)."""
    return not game.marked(unit, "arrived") and any(least(game, int(model)) for model in game.state.standing(unit))


def too_near(game: Game, mover: Mover, extra: int = 0) -> Refusal | None:
    """All parts of a base must end at least the minimum move from where they started the phase (9E-AIRMIN-02)."""
    for model, row in mover.row.items():
        wanted = least(game, model, extra)
        if wanted and (found := shortest_way(mover.start[[row]], mover.bodies[[row]])) < wanted - EPSILON:
            return Refusal("9E-AIRMIN-02", "move.too-short", {"model": model, "wanted": wanted, "found": round(found, 3)})
    return None


def shortest_way(before: Bodies, after: Bodies) -> float:
    """Return how far that part of a base has got which has got least far."""
    return float(np.hypot(*(_rim(after) - _rim(before)).T).min())


def _rim(body: Bodies) -> Floats:
    facing, half, radius = float(body.facing[0]), float(body.half[0]), float(body.radius[0])
    turn = facing if half else 0.0
    ends = np.array([[half + radius, 0.0], [-half - radius, 0.0], [0.0, radius], [0.0, -radius]])
    rotated = ends @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    found: Floats = rotated + np.array([float(body.x[0]), float(body.y[0])])
    return found


def flights(game: Game, unit: int, manner: Manner, limits: Limits, extra: int = 0) -> Iterator[Data]:
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
    """An aircraft that does not make its minimum move is destroyed, and all aboard with it (9E-AIRMIN-05, -06)."""
    for model in game.state.standing(unit):
        wanted = least(game, int(model))
        if not wanted:
            continue
        yield from game.happen(
            "minimum-move.failed", unit=unit, model=int(model), least=wanted, rules=("9E-AIRMIN-02", "9E-AIRMIN-05")
        )
        for rider in transports.aboard(game, int(model)):
            yield from destruction.lose(game, rider, "minimum-move", ("9E-AIRMIN-06",))
        yield from destruction.remove(game, int(model), "model.destroyed", "minimum-move", None)
