"""Who is to score for the markers: who holds them at the end of this turn, and who after the enemy's next one."""

from __future__ import annotations

import numpy as np

from resolver.engine.game import Game
from resolver.rulesets.common.field import holding, objectives
from resolver.rulesets.common.valuation import reach
from resolver.rulesets.common.valuation.planned import campaign
from resolver.rulesets.common.valuation.planned.weights import PLAN


def scorings(game: Game, player: int) -> int:
    """Return about how many more times a player scores for markers after this turn: at the start of each of its turns."""
    state = game.state
    if not state.round:
        return PLAN.rounds
    late = state.turn != player and state.first == state.turn
    return max(PLAN.rounds - state.round + late, 0)


def stake(game: Game, player: int) -> float:
    """Return what it counts that a player holds a marker when it scores next: less when that is only the end."""
    return 1.0 if scorings(game, player) else PLAN.end


def worth(known: Game, there: Game, player: int, unit: int | None = None, risk: float = 0.0) -> float:
    """Return what the markers are worth to a player as they are held there, in markers.

    One that the enemy holds it scores for next; one's own must be kept through the enemy's turn. A unit runs this risk
    of losing its models until then.
    """
    mine, theirs = stake(known, player), stake(known, 1 - player)
    total = 0.0
    for marker, holder in zip(objectives.on_field(there), holding.holders(there), strict=True):
        if holder == player:
            total += mine * kept(known, there, player, marker, unit, risk)
        elif holder is not None:
            total -= theirs
    return total


def kept(known: Game, there: Game, player: int, marker: int, unit: int | None, risk: float) -> float:
    """Return the chance that a marker that a player holds is still held after the enemy's turn."""
    if not campaign.answered(known, player):
        return 1.0
    sides = campaign.present(there, marker)
    own = sum(
        models * (1.0 - PLAN.lost * (risk if each == unit else PLAN.usual)) for each, models in enumerate(sides[player])
    )
    foes = sum(sides[1 - player]) + PLAN.coming * coming(known, 1 - player, marker)
    return own**2 / max(own**2 + foes**2, 1e-9)


def coming(game: Game, player: int, marker: int) -> float:
    """Return how many models of a player that are not at a marker could be there after a move."""

    def counted() -> float:
        there = campaign.present(game, marker)[player]
        state, point = game.state, game.state.markers[marker]
        able = set(state.unit[holding.counting(game, player)].tolist())
        total = 0
        for unit in able:
            models = state.standing(unit)
            away = np.hypot(state.x[models] - point[0], state.y[models] - point[1])
            near = away <= objectives.numbers(game).range_in + reach.speed(game, unit)
            total += 0 if there[unit] else int(near.sum())
        return float(total)

    return game.cached(("coming", player, marker), counted)
