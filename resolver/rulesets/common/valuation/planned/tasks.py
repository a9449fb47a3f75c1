"""The goals of a plan: objective markers, and what each is worth to each unit."""

from __future__ import annotations

from math import ceil

import numpy as np

from resolver.engine.game import Game
from resolver.engine.ruleset import Prospects
from resolver.rulesets.common.field import holding, objectives
from resolver.rulesets.common.units import engagement
from resolver.rulesets.common.valuation import reach
from resolver.rulesets.common.valuation.planned import campaign
from resolver.rulesets.common.valuation.planned.weights import PLAN
from resolver.rulesets.common.valuation.worth import left as worth_left
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
    return not len(models) or bool(models[0] in holding.counting(game, game.owner(unit)))


def _worth(game: Game, unit: int, place: int, holder: int | None) -> float:
    marker = objectives.on_field(game)[place]
    there = campaign.present(game, marker)[game.owner(unit)][unit] > 0
    worth = PLAN.marker * (HELD if holder == 1 - game.owner(unit) else 1.0) * (STANDS if there else 1.0)
    return worth * float(LATE ** turns_to(game, unit, marker)) * (1.0 - PLAN.lost * risk(game, unit, marker))


def risk(game: Game, unit: int, marker: int) -> float:
    """Return the share of a unit that enemies would take at a marker in a turn, moving and shooting or charging."""
    state = game.state
    point, taken = state.markers[marker], 0.0
    for enemy in game.fielded(1 - game.owner(unit)) if game.on_table(unit) else ():
        models = state.standing(enemy)
        away = float(np.hypot(state.x[models] - point[0], state.y[models] - point[1]).min()) - reach.speed(game, enemy)
        shot = sum(arm.taken * arm.number for arm in reach.shooting(game, enemy, unit) if away <= arm.range)
        struck = reach.charge_chance(game, max(away, 1.0)) * reach.fighting(game, enemy, unit) if away <= CHARGE else 0.0
        taken += max(shot, struck)
    return min(taken / max(worth_left(game, unit), EPSILON), 1.0)


def turns_to(game: Game, unit: int, marker: int) -> float:
    """Return how many of its turns a unit needs until it is in range of a marker; few where it is not on the table."""
    state = game.state
    models = state.standing(unit)
    if not len(models):
        return 1.0
    point = state.markers[marker]
    away = float(np.hypot(state.x[models] - point[0], state.y[models] - point[1]).min()) - objectives.numbers(game).range_in
    if away <= EPSILON:
        return 0.0
    stuck = STUCK if engagement.engaged(game, unit) else 0.0
    return stuck + ceil(away / max(reach.speed(game, unit), 1.0))
