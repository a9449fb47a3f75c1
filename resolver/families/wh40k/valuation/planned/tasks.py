"""The goals of a plan: objective markers, and what each is worth to each unit."""

from __future__ import annotations

from math import ceil

from resolver.engine.game import Game
from resolver.engine.ruleset import Prospects
from resolver.families.wh40k.valuation import reach
from resolver.families.wh40k.valuation.planned import campaign, passengers, scoring, shooting
from resolver.families.wh40k.valuation.planned.weights import PLAN
from resolver.families.wh40k.valuation.worth import worth_left as worth_left
from resolver.shared.field import holding, objectives
from resolver.shared.units import engagement
from resolver.table.geometry import EPSILON

LATE = 0.75
"""What is left of a marker's worth for each turn that it takes to get there."""
HELD = 1.4
"""How much more a marker is worth that the enemy controls: it is won and taken."""
STANDS = 1.15
"""How much more a marker is worth to a unit that is there already: nobody changes places for nothing."""
CHARGE = 12.0
STUCK = 2.0
"""So many turns a unit needs that has to get out of combat first."""


def prospects(game: Game, player: int) -> Prospects:
    """Return what each marker is worth to each of a player's units that may control one."""
    units = [unit for unit in game.units_of(player) if _counts(game, unit)]
    holders = holding.holders(game)
    worth = [[_worth(game, unit, place, holder) for place, holder in enumerate(holders)] for unit in units]
    return Prospects(units, worth, (1.0, PLAN.second, PLAN.third))


def _counts(game: Game, unit: int) -> bool:
    models = game.state.standing(unit)
    return not len(models) or bool(models[0] in holding.counting_models(game, game.owner(unit)))


def _worth(game: Game, unit: int, place: int, holder: int | None) -> float:
    marker = objectives.on_field(game)[place]
    there = campaign.present(game, marker)[game.owner(unit)][unit] > 0
    held, stands = HELD if holder == 1 - game.owner(unit) else 1.0, STANDS if there else 1.0
    worth = PLAN.marker * scoring.goal(game, game.owner(unit)) * held * stands
    harm, taken = _exchange(game, unit, marker)
    risk = min(taken / max(worth_left(game, unit), EPSILON), 1.0)
    found = worth * float(LATE ** turns_to(game, unit, marker)) * (1.0 - PLAN.lost * risk)
    return found + PLAN.role * (harm - PLAN.threat * taken) - PLAN.idle


def _exchange(game: Game, unit: int, marker: int) -> tuple[float, float]:
    """What a unit at a marker would take in a turn, from one enemy unit, and what all enemies would take from it."""
    taken, harm = 0.0, 0.0
    for enemy in game.units_on_table(1 - game.owner(unit)) if game.on_table(unit) else ():
        away = campaign.away(game, enemy, marker)
        harm = max(harm, _attack(game, unit, enemy, away))
        taken += _attack(game, enemy, unit, away)
    return harm, min(taken, worth_left(game, unit))


def _attack(game: Game, unit: int, enemy: int, away: float) -> float:
    """What a unit takes from an enemy that is so far away, moving and then shooting or charging."""
    gap = away - reach.speed(game, unit)
    chance = reach.charge_chance(game, gap) if gap <= CHARGE else 0.0
    return min(
        max(shooting.from_afar(game, unit, enemy, gap), chance * reach.melee_loss(game, unit, enemy)),
        worth_left(game, enemy),
    )


def turns_to(game: Game, unit: int, marker: int) -> float:
    """Return how many of its turns a unit needs until it is in range of a marker; few where it is not on the table."""
    state = game.state
    models = state.standing(unit)
    if (vehicle := int(state.embarked_in[unit])) >= 0 and state.on_table[vehicle]:
        return passengers.turns_from(game, unit, vehicle, state.markers[marker])
    if not len(models):
        return 1.0
    away = campaign.away(game, unit, marker) - objectives.numbers(game).range_in
    if away <= EPSILON:
        return 0.0
    stuck = STUCK if engagement.is_engaged(game, unit) else 0.0
    return stuck + ceil(away / max(reach.speed(game, unit), 1.0))
