"""What declared attacks are worth: by exact odds of all of them together."""

from __future__ import annotations

from collections.abc import Sequence

from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Goals
from resolver.engine.game import Game
from resolver.rulesets.aos_1e.forecast import forecast
from resolver.rulesets.aos_1e.valuation import forces
from resolver.rulesets.aos_1e.valuation.weights import GREEDY, PLANNED, Weights

KILL = 0.4
"""What it is worth more to take a unit whole, for a program that plans."""


def strike(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Weigh declarations by the worth that they are expected to take."""
    return [_value(game, decision, data, GREEDY, 0.0) for data in options]


def plan_strike(game: Game, decision: Decision, options: Sequence[Data], goals: Goals) -> list[float]:
    """Weigh declarations, those that take a unit whole or spare its answer the more."""
    return [_value(game, decision, data, PLANNED, KILL) for data in options]


def _value(game: Game, decision: Decision, data: Data, weights: Weights, kill: float) -> float:
    total = 0.0
    for each in forecast(game, decision, data):
        foe = game.unit(each.target)
        total += forces.loss(game, foe, each.wounds, weights)
        total += kill * each.whole * forces.worth_left(game, foe, weights)
        if kill and not decision.data["ranged"] and not game.has_mark(foe, "acted"):
            total += min(each.wounds / max(forces.wounds_left(game, foe), 1), 1.0) * forces.answer(game, foe)
    return total
