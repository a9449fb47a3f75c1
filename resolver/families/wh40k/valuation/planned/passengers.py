"""Transports: when to get out, when to get in, weighed by the way that is left to a unit's goal."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Goals
from resolver.engine.game import Game
from resolver.families.wh40k.valuation import reach
from resolver.families.wh40k.valuation.planned import campaign, scoring
from resolver.families.wh40k.valuation.planned.position_score import place_value
from resolver.families.wh40k.valuation.planned.weights import PLAN
from resolver.families.wh40k.valuation.position import Stance, imagine_moved
from resolver.shared.field import objectives

Options = Sequence[Data]


def disembark(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh places around the transport against what the ride promises."""
    unit, vehicle = game.unit(decision.subject), int(decision.data["transport"])
    goal, out = goals.get(unit), Stance(moves=True)
    return [
        _aboard(game, unit, vehicle, goal)
        if (poses := option["poses"]) is None
        else place_value(game, unit, poses, out, goal)
        for option in options
    ]


def embark(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh getting in against standing where the unit stands."""
    unit = game.unit(decision.subject)
    goal = goals.get(unit)
    outside = place_value(game, unit, (), Stance(), goal)
    return [outside if (vehicle := o["transport"]) is None else _aboard(game, unit, int(vehicle), goal) for o in options]


def _aboard(game: Game, unit: int, vehicle: int, goal: int | None) -> float:
    """What it is worth to be aboard: unseen, doing and holding nothing, after one more move of the transport on the way."""
    there = imagine_moved(game, unit, ())
    there.state.write("on_table", there.state.models_of(unit), False)
    held = PLAN.marker * scoring.worth(game, there, unit) - PLAN.aboard * campaign.danger(game, unit)
    if goal is None:
        return held
    turns = turns_from(game, unit, vehicle, objectives.placed_markers(game)[goal])
    return held - PLAN.marker * PLAN.goal * min(turns, campaign.turns_left(game))


def turns_from(game: Game, unit: int, vehicle: int, point: Sequence[float]) -> float:
    """Return how many turns a unit needs to a point that rides a transport for a turn and then gets out and walks."""
    state = game.state
    away = float(np.hypot(state.x[vehicle] - point[0], state.y[vehicle] - point[1])) - objectives.numbers(game).range_in
    left = away - reach.speed(game, int(state.unit[vehicle])) - PLAN.out
    return 1.0 + max(left, 0.0) / max(reach.speed(game, unit), 1.0)
