"""What places are worth where units are set up: before the battle, and when reserves come in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Goals
from resolver.engine.game import Game
from resolver.rulesets.aos_1e import territories
from resolver.rulesets.aos_1e.valuation import standing
from resolver.rulesets.aos_1e.valuation.standing import Stance
from resolver.rulesets.aos_1e.valuation.weights import GREEDY, PLANNED, Weights
from resolver.shared.field import borders
from resolver.shared.moves import placing
from resolver.table.bases import Floats

Options = Sequence[Data]


def set_up(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh places by what can be reached from there; forward and in the middle while nobody is there yet."""
    return [_place(game, decision, data, GREEDY) for data in options]


def plan_set_up(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh places in the light of what the enemy may do there."""
    return [_place(game, decision, data, PLANNED) for data in options]


def _place(game: Game, decision: Decision, data: Data, weights: Weights) -> float:
    if data["poses"] is None:
        return -1000.0
    unit = game.unit(decision.subject)
    place = standing.poses_of(game, unit, data["poses"], weights)
    board = game.state.board
    rows = np.array(data["poses"], dtype=np.float64)
    away = float(np.hypot(rows[:, 1].mean() - board.width / 2, rows[:, 2].mean() - board.depth / 2))
    return place.value(Stance()) - 0.01 * away


def summon(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh places at which a reserve may come in."""
    return [_place(game, decision, data, GREEDY) for data in options]


def set_ups(game: Game, decision: Decision, goals: Goals) -> Iterator[Data]:
    """Propose places along the front of the zone, in the middle and at the back."""
    unit, player = game.unit(decision.subject), decision.player
    zone = territories.zone(game, player)
    left, bottom, right, top = zone.box
    forward = borders.forward(game, player)
    middle: Floats = np.array([(left + right) / 2, (bottom + top) / 2])
    along, ahead = np.array([-np.sin(forward), np.cos(forward)]), np.array([np.cos(forward), np.sin(forward)])
    wide, deep = abs(along[0]) * (right - left) + abs(along[1]) * (top - bottom), 0.0
    deep = abs(ahead[0]) * (right - left) + abs(ahead[1]) * (top - bottom)
    points = [
        middle + along * wide * across + ahead * deep * up for up in (0.35, 0.0, -0.3) for across in (-0.3, -0.1, 0.1, 0.3)
    ]
    for poses in placing.proposals(game, unit, [p.tolist() for p in points], (round(forward, 4),), zone.holds, spread=6.0):
        yield {"poses": poses, "reserves": False}
