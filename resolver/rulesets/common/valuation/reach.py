"""What units could do to each other: the expected worth that each weapon takes, and how far it reaches.

These are sums over single weapons, quick enough for every place that a unit might move to; declarations are weighed whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from resolver.attack.profile import Volley
from resolver.engine.enlist import WeaponProfile
from resolver.engine.game import Game
from resolver.rulesets.common.attacks import attack_profiles, melee, weapons
from resolver.rulesets.common.attacks.pools import Shots
from resolver.rulesets.common.edition import edition
from resolver.rulesets.common.units import characteristics
from resolver.rulesets.common.valuation import worth
from resolver.table.geometry import EPSILON


@dataclass(frozen=True, slots=True)
class Arm:
    """Equal weapons of a unit: how many, how far they reach, their type, and what one is expected to take."""

    number: int
    range: float
    type: str
    taken: float


def shooting(game: Game, unit: int, enemy: int) -> tuple[Arm, ...]:
    """Return what a unit can shoot at an enemy unit on the table, wherever both stand."""
    return game.cached(("shooting", unit, enemy), lambda: tuple(_ranged(game, unit, enemy)))


def _ranged(game: Game, unit: int, enemy: int) -> list[Arm]:
    found: list[Arm] = []
    if not game.on_table(enemy):
        return found
    for model, number in _kinds(game, unit):
        if characteristics.value(game, model, "BS") is None:
            continue
        for weapon in weapons.slots(game, model):
            arms = [
                Arm(number, float(held.range.maximum), held.type.name, _one(game, unit, enemy, model, row))
                for row in weapon.profiles
                if not (held := weapons.arms(game, row)).melee
            ]
            if arms:
                found.append(max(arms, key=lambda arm: arm.taken))
    return found


def _one(game: Game, unit: int, enemy: int, model: int, row: WeaponProfile, attacks: int = 0) -> float:
    """Return what one weapon takes, at long range and by itself."""
    numbers = (attacks,) if attacks else ()
    models = len(game.state.standing(enemy))
    shots = Shots(unit, enemy, (model,), row, not attacks, numbers, () if attacks else (False,), models)
    return worth.taken(game, (Volley(attack_profiles.attack(game, shots, 0), 1),), enemy, not attacks)


def fighting(game: Game, unit: int, enemy: int) -> float:
    """Return what a unit takes from an enemy unit on the table when all of its models fight."""
    return game.cached(("fighting", unit, enemy), lambda: _fought(game, unit, enemy))


def _fought(game: Game, unit: int, enemy: int) -> float:
    if not game.on_table(enemy):
        return 0.0
    total, brawl = 0.0, melee.Brawl(game, unit)
    for model, number in _kinds(game, unit):
        attacks = characteristics.value(game, model, "A")
        if attacks is None or not melee.can_fight(game, model):
            continue
        rows = [row for weapon in brawl.free(model).values() for row in weapon.profiles]
        total += number * max(_one(game, unit, enemy, model, row, attacks) for row in rows)
    return min(total, worth.left(game, enemy))


def _kinds(game: Game, unit: int) -> list[tuple[int, int]]:
    """The first model of each group of equally equipped models that are left, and how many there are."""
    groups: dict[int, list[int]] = {}
    for model in game.state.models_of(unit):
        groups.setdefault(int(game.state.loadout[model]), []).append(int(model))
    return [(models[0], len(models)) for models in groups.values()]


def speed(game: Game, unit: int) -> float:
    """Return the Move of a unit's slowest model, 0 where one cannot move."""
    spans = [characteristics.move(game, int(model)) for model in game.state.models_of(unit)]
    return min((0.0 if span is None else span[1] for span in spans), default=0.0)


def at_least(need: int) -> float:
    """Return the probability that 2D6 make at least so much."""
    return sum(6 - abs(7 - total) for total in range(max(need, 2), 13)) / 36


def charge_chance(game: Game, gap: float) -> float:
    """Return the probability that 2D6 bring a unit from this gap into Engagement Range."""
    return at_least(ceil(gap - edition(game).across - EPSILON))
