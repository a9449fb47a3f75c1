"""Weapons of this edition: a missile weapon is used in the shooting phase, a melee weapon in the combat phase.

Both reach so many inches. What falls as its bearer is wounded is read when it is needed. Source: AOS-ATTACK-02..05,
AOS-Q-30, -31.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from datasheets.systems.parts import weapon_parts
from datasheets.values import Dice, apply_changes
from resolver.engine.battle_armies import BattleArmies, WeaponProfile
from resolver.engine.game import Game
from resolver.shared.attacks.arms import Arm, carried_weapons, read_arm
from resolver.shared.effects import abilities
from resolver.shared.effects.context import AttackContext
from resolver.shared.units import characteristics
from resolver.shared.units.strength import whole_wounds

MISSILE = "missile"


@dataclass(frozen=True, slots=True)
class Carried:
    """A row of a weapon that a model carries: its slot and place in it, the row, and what it comes to now."""

    slot: int
    profile: int
    row: WeaponProfile
    arm: Arm


def arm_of(game: Game, row: WeaponProfile, model: int) -> Arm:
    """Return a weapon's row as a model holds it, with what its wounds have left of it (AOS-Q-30)."""
    state = game.state
    profile = game.armies.profiles[int(state.profile[model])]
    suffered = whole_wounds(game, model) - int(state.wounds[model]) if profile.weapon_table else 0
    return _arm(game.armies, game.ruleset.id, row.index, int(state.profile[model]), max(suffered, 0))


@lru_cache(maxsize=8192)
def _arm(armies: BattleArmies, system: str, row: int, profile: int, suffered: int) -> Arm:
    weapon, bearer = armies.weapons[row], armies.profiles[profile]
    left = max(bearer.wounds - suffered, 1)
    values: Mapping[str, str] = weapon.characteristics
    for low, high, weapons in bearer.weapon_table:
        if low <= left <= high and weapon.weapon in weapons:
            values = {**values, **weapons[weapon.weapon]}
    found = read_arm(weapon_parts(system), values)
    return replace(found, ranged=found.type == MISSILE)


def find_carried(game: Game, model: int, *, ranged: bool) -> Iterator[Carried]:
    """Yield the rows of the missile weapons, or of the melee weapons, that a model carries (AOS-ATTACK-03, -04)."""
    for slot, weapon in enumerate(carried_weapons(game, model)):
        for place, row in enumerate(weapon.profiles):
            arm = arm_of(game, row, model)
            if arm.ranged is ranged:
                yield Carried(slot, place, row, arm)


def reach(game: Game, model: int, held: Carried, unit: int) -> tuple[float, float]:
    """Return beyond how many inches, and up to how many, a weapon can be used (AOS-TARGET-01)."""
    now = AttackContext(attacker=model, unit=unit, weapon=held.row, ranged=held.arm.ranged)
    key = characteristics.of_weapon(game, "reach").key
    changes = abilities.changes(game, key, model, now, of="weapons")
    return held.arm.inches[0], characteristics.modified_length(held.arm.reach, changes)


def number(game: Game, model: int, held: WeaponProfile, arm: Arm, now: AttackContext) -> Dice:
    """Return how many attacks a model makes with a weapon (AOS-ATTACK-05, AOS-Q-30)."""
    key = characteristics.of_weapon(game, "number").key
    changes = [
        *abilities.changes(game, key, model, now, of="weapons"),
    ]
    found = arm.number or Dice()
    more = [Dice.parse(source.effect["number"]) for source in abilities.effects(game, "extra-attacks", now.unit, model, now)]
    if not changes and not more:
        return found
    constant = sum(dice.constant for dice in more if dice.fixed)
    if found.fixed:
        return replace(found, constant=max(apply_changes(found.constant, changes) + constant, 0))
    added = [change for change in changes if change.operation in ("add", "subtract")]
    return replace(found, constant=apply_changes(found.constant, added) + constant)
