"""What an attack inflicts: the Damage characteristic of its weapon, with what replaces it and what changes it.

A Damage characteristic may be replaced by dice ("D6+2 at half range"); against some models it may be another one.
Source: 9E-WPN-06, 9E-DAMAGE-01, 9E-MODC-01..04, 9E-MODC-07.
"""

from __future__ import annotations

from dataclasses import replace

from datasheets.values import Dice
from resolver.attack.check import Changes
from resolver.attack.profile import NONE
from resolver.engine.game import Game
from resolver.families.wh40k.attacks import weapons
from resolver.shared.effects import abilities
from resolver.shared.effects.conditions import OF_STRUCK
from resolver.shared.effects.context import AttackContext
from resolver.shared.effects.effect_rules import Source
from resolver.shared.units import characteristics


def of_weapon(game: Game, now: AttackContext) -> tuple[Dice, Changes]:
    """Return the damage of an attack, rolled or not, and what then changes it, whoever is struck."""
    return _join_changes(printed_damage(game, now), _effects(game, now), _times(game, now))


def against(game: Game, model: int, now: AttackContext) -> tuple[Dice | None, Changes]:
    """Return the damage that the attack has against this model alone, None for its own, and what else changes it there."""
    if now.weapon is None or not characteristics.may_change(game, now.unit, "damage", "weapons"):
        return None, ()
    there = now._replace(struck=model, struck_save=characteristics.value(game, model, "save", now))
    special = [source for source in _effects(game, there) if any(c.name in OF_STRUCK for c in source.effect.when)]
    own = of_weapon(game, now)[0]
    damage, changes = _join_changes(own, special, own.times)
    return None if damage == own else damage, changes


def printed_damage(game: Game, now: AttackContext) -> Dice:
    """Return the weapon's Damage characteristic as printed, nothing where there is no weapon."""
    return weapons.arm_of(game, now.weapon).damage if now.weapon else NONE


def _effects(game: Game, now: AttackContext) -> list[Source]:
    return abilities.changing_effects(game, characteristics.of_weapon(game, "damage").key, now.attacker, now, "weapons")


def _times(game: Game, now: AttackContext) -> int:
    """Return how many times the damage of an attack is rolled; the highest roll counts."""
    rolls = [source.effect for source in abilities.effects(game, "best-roll", now.unit, now.attacker, now)]
    return max((effect["times"] for effect in rolls if effect["of"] == "damage"), default=1)


def _join_changes(damage: Dice, every: list[Source], times: int) -> tuple[Dice, Changes]:
    for source in every:
        if source.effect["operation"] == "set":
            damage = Dice.parse(source.effect["value"])
    damage = damage if damage.fixed else replace(damage, times=times)
    return damage, tuple(source.change for source in every if source.effect["operation"] != "set")
