"""Who is to score for the markers: who holds them at the end of this turn, and who after the enemy's next one."""

from __future__ import annotations

import numpy as np

from resolver.engine.game import Game
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.mission_rules import MarkerScoring
from resolver.families.wh40k.valuation import reach
from resolver.families.wh40k.valuation.markers import sides
from resolver.families.wh40k.valuation.planned import campaign
from resolver.families.wh40k.valuation.planned.weights import PLAN
from resolver.shared.field import holding, objectives
from resolver.shared.field.holding import Presence
from resolver.table.columns import ALL
from resolver.table.geometry import EPSILON


def mission(game: Game) -> MarkerScoring:
    """Return when and how much the mission lets players score."""
    return edition(game).mission.scoring(game)


def scorings(game: Game, player: int) -> int:
    """Return about how many more times a player scores for markers, from the end of this turn on."""
    state, when = game.state, mission(game).when
    if when == "end":
        return 1
    both = when == "every-turn"
    if not state.round:
        return PLAN.rounds * (2 if both else 1)
    left = max(PLAN.rounds - state.round, 0)
    if both:
        return 2 * left + 1 + (state.turn == state.first)
    late = state.turn != player and state.first == state.turn
    return left + late


def value_at_risk(game: Game, player: int) -> float:
    """Return what it counts that a player holds a marker when it scores next: less when that is only the end."""
    how = mission(game)
    if how.when == "end":
        return how.points * PLAN.wait ** max(PLAN.rounds - max(game.state.round, 1), 0)
    if how.when == "every-turn":
        return how.points * PLAN.every * min(scorings(game, player), 2)
    return how.points if scorings(game, player) else how.points * PLAN.end


def goal(game: Game, player: int) -> float:
    """Return what it counts to get to a marker in the end, beside one that is scored once a turn."""
    how = mission(game)
    return how.points if how.when == "own-turn" else value_at_risk(game, player)


def lead(game: Game, player: int) -> float:
    """Return the points by which a player is ahead, with those that markers held now will bring."""
    points, holders, each = game.score, holding.holders(game), mission(game).points
    coming = [holders.count(side) * scorings(game, side) * PLAN.steady * each for side in (0, 1)]
    return float(points[player] - points[1 - player]) + coming[player] - coming[1 - player]


def leader(game: Game) -> float:
    """Return what a Warlord counts beside its Power, as a share of a marker."""
    return PLAN.warlord + PLAN.slain * mission(game).warlord


def worth(known: Game, there: Game, unit: int, risk: float = PLAN.usual, gone: tuple[int, float] | None = None) -> float:
    """Return what the markers are worth to a player whose unit stands there and runs this risk, in markers.

    One that the enemy holds it scores for next; one's own must be kept through the enemy's turn. `gone` is an enemy unit,
    and the share of it that is taken before.
    """
    player = known.owner(unit)
    rest, foes = holding.presence(known, player, without=unit), _presence_left(known, 1 - player, gone)
    own = near(there, unit)
    mine, theirs = value_at_risk(known, player), value_at_risk(known, 1 - player)
    total = 0.0
    for place, holder in enumerate(holding.controllers(sides(player, rest.join(own), foes))):
        if holder == player:
            steady = rest.models[place] * (1.0 - PLAN.lost * PLAN.usual) + own.models[place] * (1.0 - PLAN.lost * risk)
            total += mine * _expected_score(known, player, place, float(steady), float(foes.models[place]))
        elif holder is not None:
            total -= theirs
    return total


def near(game: Game, unit: int) -> Presence:
    """Return the presence of a unit's models near all markers."""

    def find() -> Presence:
        models = holding.counting_models(game, game.owner(unit))
        return holding.presence_of(game, models[game.state.unit[models] == unit])

    return game.cache(ALL, ("near", unit), find)


def _presence_left(game: Game, player: int, gone: tuple[int, float] | None) -> Presence:
    """The presence of a player's units, of one of which a share is gone."""
    if gone is None:
        return holding.presence(game, player)
    rest, loser = holding.presence(game, player, without=gone[0]), near(game, gone[0])
    left = np.rint(loser.models * (1.0 - gone[1])).astype(loser.models.dtype)
    return rest.join(Presence(left, loser.secured & (left > 0)))


def _expected_score(game: Game, player: int, place: int, own: float, foes: float) -> float:
    """The share of what is at stake that a player who holds a marker is expected to score."""
    after = hold_chance(game, player, place, own, foes)
    return (1.0 + after) / 2.0 if mission(game).when == "every-turn" else after


def hold_chance(game: Game, player: int, place: int, own: float, foes: float) -> float:
    """Return the chance that a marker that a player holds is still held after the enemy's turn.

    So many models of both are there then, and more enemies may come.
    """
    if not campaign.enemy_has_turn_left(game, player):
        return 1.0
    foes += PLAN.coming * count_arrivals(game, 1 - player, objectives.on_field(game)[place])
    return own**2 / max(own**2 + foes**2, EPSILON)


def count_arrivals(game: Game, player: int, marker: int) -> float:
    """Return how many models of a player that are not at a marker could be there after a move."""

    def count() -> float:
        there = campaign.present(game, marker)[player]
        state, point = game.state, game.state.markers[marker]
        total = 0
        for unit in sorted(set(state.unit[holding.counting_models(game, player)].tolist())):
            models = state.standing(unit)
            away = np.hypot(state.x[models] - point[0], state.y[models] - point[1])
            near = away <= objectives.numbers(game).range_in + reach.speed(game, unit)
            total += 0 if there[unit] else int(near.sum())
        return float(total)

    return game.cache(ALL, ("coming", player, marker), count)
