"""What a unit's shooting takes at a distance: Rapid Fire nearby, pistols or other weapons, one grenade."""

from __future__ import annotations

from collections.abc import Callable

from resolver.engine.game import Game
from resolver.families.wh40k.attacks.weapons import ASSAULT, GRENADE, PISTOL, RAPID_FIRE
from resolver.families.wh40k.valuation import reach, worth
from resolver.table.geometry import EPSILON

Within = Callable[[float], int]
"""How many models of a unit are within so many inches."""


def expected_loss(game: Game, unit: int, enemy: int, within: Within, assault_only: bool = False) -> float:
    """Return what a unit takes from an enemy by shooting, so many of its models being near it."""
    rifles, pistols, grenade = 0.0, 0.0, 0.0
    for arm in reach.ranged_batteries(game, unit, enemy):
        if assault_only and arm.type != ASSAULT:
            continue
        firing = min(arm.number, within(arm.range))
        if arm.type == GRENADE:
            grenade = max(grenade, arm.taken) if firing else grenade
        elif arm.type == PISTOL:
            pistols += arm.taken * firing
        else:
            again = min(arm.number, within(arm.range / 2.0)) if arm.type == RAPID_FIRE else 0
            rifles += arm.taken * (firing + again)
    return min(max(rifles, pistols, grenade), worth.worth_left(game, enemy))


def from_afar(game: Game, unit: int, enemy: int, away: float) -> float:
    """Return what a unit takes from an enemy by shooting, all of its models being so far away."""
    return expected_loss(game, unit, enemy, lambda inches: EVERYBODY if away <= inches + EPSILON else 0)


EVERYBODY = 1_000
