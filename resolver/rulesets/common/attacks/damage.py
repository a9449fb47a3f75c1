"""What an attack inflicts: the Damage characteristic of its weapon, with what replaces it and what changes it.

A Damage characteristic may be replaced by dice ("D6+2 at half range"); against some models it may be another one.
Source: 9E-WPN-06, 9E-DAMAGE-01, 9E-MODC-01..04, 9E-MODC-07.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from datasheets.effects import Effect
from datasheets.values import Change, Dice, read
from resolver.attack.check import Changes
from resolver.attack.profile import NONE
from resolver.engine.game import Game
from resolver.rulesets.common.effects import abilities
from resolver.rulesets.common.effects.conditions import OF_STRUCK, Scene
from resolver.rulesets.common.units import characteristics


def of_weapon(game: Game, now: Scene) -> tuple[Dice, Changes]:
    """Return the damage of an attack, rolled or not, and what then changes it, whoever is struck."""
    return _joined(printed(now), _effects(game, now), _times(game, now))


def against(game: Game, model: int, now: Scene) -> tuple[Dice | None, Changes]:
    """Return the damage that the attack has against this model alone, None for its own, and what else changes it there."""
    if now.weapon is None or not abilities.may_concern(game, now.unit, "modify-characteristic/D/weapons"):
        return None, ()
    there = now._replace(struck=model, struck_save=characteristics.value(game, model, "Sv", now))
    special = [effect for effect in _effects(game, there) if any(c.name in OF_STRUCK for c in effect.when)]
    own = of_weapon(game, now)[0]
    damage, changes = _joined(own, special, own.times)
    return None if damage == own else damage, changes


def printed(now: Scene) -> Dice:
    """Return the weapon's Damage characteristic as printed, nothing where it has none."""
    found = _read(now.weapon.characteristics["D"]) if now.weapon else NONE
    return found if isinstance(found, Dice) else NONE


@lru_cache(maxsize=4096)
def _read(text: str) -> object:
    return read("damage", text)


def _effects(game: Game, now: Scene) -> list[Effect]:
    return abilities.changing(game, "D", now.attacker, now, "weapons")


def _times(game: Game, now: Scene) -> int:
    """Return how many times the damage of an attack is rolled; the highest roll counts."""
    rolls = [source.effect for source in abilities.effects(game, "best-roll", now.unit, now.attacker, now)]
    return max((effect["times"] for effect in rolls if effect["of"] == "damage"), default=1)


def _joined(damage: Dice, effects: list[Effect], times: int) -> tuple[Dice, Changes]:
    for effect in effects:
        if effect["operation"] == "set":
            damage = Dice.parse(effect["value"])
    damage = damage if damage.fixed else replace(damage, times=times)
    others = [effect for effect in effects if effect["operation"] != "set"]
    return damage, tuple(Change(effect["operation"], Fraction(effect["value"])) for effect in others)
