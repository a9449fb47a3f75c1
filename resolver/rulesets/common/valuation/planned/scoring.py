"""Who is to score for the markers: who holds them at the end of this turn, and who after the enemy's next one."""

from __future__ import annotations

import numpy as np

from resolver.engine.game import Game
from resolver.rulesets.common.field import holding, objectives
from resolver.rulesets.common.field.holding import Presence
from resolver.rulesets.common.valuation import reach
from resolver.rulesets.common.valuation.markers import sides
from resolver.rulesets.common.valuation.planned import campaign
from resolver.rulesets.common.valuation.planned.weights import PLAN
from resolver.table.geometry import EPSILON


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


def worth(known: Game, there: Game, unit: int, risk: float = PLAN.usual, gone: tuple[int, float] | None = None) -> float:
    """Return what the markers are worth to a player whose unit stands there and runs this risk, in markers.

    One that the enemy holds it scores for next; one's own must be kept through the enemy's turn. `gone` is an enemy unit,
    and the share of it that is taken before.
    """
    player = known.owner(unit)
    rest, foes = holding.presence(known, player, without=unit), _left(known, 1 - player, gone)
    own = near(there, unit)
    mine, theirs = stake(known, player), stake(known, 1 - player)
    total = 0.0
    for place, holder in enumerate(holding.held(sides(player, rest.joined(own), foes))):
        if holder == player:
            steady = rest.models[place] * (1.0 - PLAN.lost * PLAN.usual) + own.models[place] * (1.0 - PLAN.lost * risk)
            total += mine * kept(known, player, place, float(steady), float(foes.models[place]))
        elif holder is not None:
            total -= theirs
    return total


def near(game: Game, unit: int) -> Presence:
    """Return the presence of a unit's models near all markers."""

    def found() -> Presence:
        models = holding.counting(game, game.owner(unit))
        return holding.presence_of(game, models[game.state.unit[models] == unit])

    return game.cached(("near", unit), found)


def _left(game: Game, player: int, gone: tuple[int, float] | None) -> Presence:
    """The presence of a player's units, of one of which a share is gone."""
    if gone is None:
        return holding.presence(game, player)
    rest, loser = holding.presence(game, player, without=gone[0]), near(game, gone[0])
    left = np.rint(loser.models * (1.0 - gone[1])).astype(loser.models.dtype)
    return rest.joined(Presence(left, loser.secured & (left > 0)))


def kept(game: Game, player: int, place: int, own: float, foes: float) -> float:
    """Return the chance that a marker that a player holds is still held after the enemy's turn.

    So many models of both are there then, and more enemies may come.
    """
    if not campaign.answered(game, player):
        return 1.0
    foes += PLAN.coming * coming(game, 1 - player, objectives.on_field(game)[place])
    return own**2 / max(own**2 + foes**2, EPSILON)


def coming(game: Game, player: int, marker: int) -> float:
    """Return how many models of a player that are not at a marker could be there after a move."""

    def counted() -> float:
        there = campaign.present(game, marker)[player]
        state, point = game.state, game.state.markers[marker]
        total = 0
        for unit in sorted(set(state.unit[holding.counting(game, player)].tolist())):
            models = state.standing(unit)
            away = np.hypot(state.x[models] - point[0], state.y[models] - point[1])
            near = away <= objectives.numbers(game).range_in + reach.speed(game, unit)
            total += 0 if there[unit] else int(near.sum())
        return float(total)

    return game.cached(("coming", player, marker), counted)
