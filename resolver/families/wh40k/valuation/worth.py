"""What units, models and wounds are worth, and what attacks are expected to take away of it: exact, overkill and all."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from datasheets.values import Dice
from resolver.attack import exact
from resolver.attack.profile import AttackRules, TargetProfile, Volley
from resolver.engine.battle_armies import ARMIES, BattleArmies, WeaponProfile
from resolver.engine.game import Game
from resolver.families.wh40k.attacks import target_profiles, weapons
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.valuation.weights import WEIGHTS
from resolver.shared.attacks.arms import carried_weapons
from resolver.shared.effects.context import AttackContext
from resolver.table.bases import Floats
from resolver.table.columns import ALL, FORCES

KEPT = 20_000
USUAL_STRENGTH = 4.0


@lru_cache(maxsize=16)
def powers(armies: BattleArmies) -> tuple[float, ...]:
    """Return the Power of each unit; 1 where the roster says none. A part split off has that of the whole."""
    found = {
        f"{ARMIES[player]}.{row.id}": float(row.costs.get("power") or 1.0)
        for player, document in enumerate(armies.documents)
        for row in document.army.units
    }
    return tuple(found[unit.key.removesuffix("+")] for unit in armies.units)


def power(game: Game, unit: int) -> float:
    """Return what a unit was worth at full strength."""
    return powers(game.armies)[unit]


def per_model(game: Game, unit: int) -> float:
    """Return what one model of a unit is worth."""
    return power(game, unit) / max(int(game.state.starting_strength[unit]), 1)


def worth_left(game: Game, unit: int) -> float:
    """Return what is left of a unit's worth."""
    return game.cache(FORCES, ("left", unit), lambda: per_model(game, unit) * len(game.state.models_of(unit)))


def per_wound(game: Game, unit: int) -> float:
    """Return what one wound of a unit is worth as it stands."""
    wounds = int(game.state.wounds[game.state.models_of(unit)].sum())
    return worth_left(game, unit) / wounds if wounds else 0.0


def target(game: Game, unit: int, ranged: bool) -> TargetProfile:
    """Return a unit on the table as a target."""
    return game.cache(
        ALL, ("valued", unit, ranged), lambda: target_profiles.target(game, unit, AttackContext(target=unit, ranged=ranged))
    )


def expected_loss(game: Game, volleys: tuple[Volley, ...], unit: int, ranged: bool) -> float:
    """Return the expected worth that these volleys, one after the other, take from a unit on the table."""
    struck = target(game, unit, ranged)
    return (
        share(edition(game).attacks, volleys, struck) * per_model(game, unit) * len(struck.models) if struck.models else 0.0
    )


@lru_cache(maxsize=KEPT)
def share(rules: AttackRules, volleys: tuple[Volley, ...], struck: TargetProfile) -> float:
    """Return the expected share of a unit's worth that volleys take."""
    return float(exact.damage(rules, volleys, struck) @ _shares(struck))


@lru_cache(maxsize=KEPT)
def _shares(struck: TargetProfile) -> Floats:
    """The share of the unit's worth that is gone with each number of wounds lost."""
    ends = np.cumsum([model.wounds for model in struck.models])
    places = np.arange(int(ends[-1]) + 1)
    kills = np.searchsorted(ends, places, side="right") / len(ends)
    found: Floats = WEIGHTS.kills * kills + WEIGHTS.wounds * places / ends[-1] + WEIGHTS.wiped * (kills == 1.0)
    return found


def weapons_value(game: Game, model: int) -> float:
    """Return roughly what a model's weapons can do, to say which of several models is the cheapest."""
    return sum(max(_arm(game, row) for row in weapon.profiles) for weapon in carried_weapons(game, model))


def _arm(game: Game, row: WeaponProfile) -> float:
    arm = weapons.arm_of(game, row)
    value = arm.strength.value if arm.strength else None
    return _mean(arm.number) * _mean(arm.damage) * (_mean(value) if value else USUAL_STRENGTH)


def _mean(value: Dice | None) -> float:
    return 1.0 if value is None else float(value.mean)


def cheapness(game: Game, model: int) -> float:
    """Return a higher number for models that are a smaller loss: fewer wounds left, weaker weapons, no Warlord."""
    unit = int(game.state.unit[model])
    warlord = 1.0 if game.model_marked(model, "warlord") else 0.0
    return -(int(game.state.wounds[model]) * per_wound(game, unit) + weapons_value(game, model) * WEIGHTS.arms + warlord)
