"""The goals of a plan: enemy units, and what each is worth to each unit that goes for it."""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.engine.ruleset import Prospects
from resolver.rulesets.aos_1e.valuation import forces, standing
from resolver.rulesets.aos_1e.valuation.weights import PLANNED
from resolver.shared.units import engagement

SHARES = (1.0, 0.8, 0.5)
LATE = 0.8


def prospects(game: Game, player: int) -> Prospects:
    """Return what each enemy unit is worth as a goal; goals are numbered as units are."""
    units, foes = game.units_on_table(player), game.units_on_table(1 - player)
    every = range(len(game.armies.units))
    worth = [[_worth(game, unit, foe) if foe in foes else 0.0 for foe in every] for unit in units]
    return Prospects(units, worth, SHARES)


def _worth(game: Game, unit: int, foe: int) -> float:
    gap = engagement.distance(game, unit, foe)
    turns = max(gap - 8.0, 0.0) / max(forces.stride(game, unit), 1.0)
    shot = forces.loss(game, foe, forces.expected_wounds(game, unit, foe, ranged=True), PLANNED)
    return max(shot, standing.combat(game, unit, foe, PLANNED), 0.0) * float(LATE**turns)
