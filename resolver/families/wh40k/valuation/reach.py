"""What units could do to each other: the expected worth that each weapon takes, and how far it reaches.

These are sums over single weapons, quick enough for every place that a unit might move to; declarations are weighed whole.
What one weapon takes is worked out once: by its bearer, standing alone before the whole enemy unit on an empty table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from datasheets.systems.parts import model_parts
from resolver.attack.profile import Volley
from resolver.engine.battle_armies import BattleArmies, WeaponProfile
from resolver.engine.duel import Terms
from resolver.engine.game import Game
from resolver.engine.ruleset import Ruleset
from resolver.families.wh40k.attacks import attack_profiles, duel, melee, weapons
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.valuation import worth
from resolver.shared.attacks.arms import carried_weapons
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects.sources import collect, first_like
from resolver.shared.units import characteristics
from resolver.shared.valuation import at_least, unplayed_game
from resolver.table.columns import ALL, FORCES
from resolver.table.geometry import EPSILON

KEPT = 50_000
Kinds = tuple[tuple[int, int, int], ...]
"""What a unit is made of, as `_kinds` says."""


@dataclass(frozen=True, slots=True)
class Battery:
    """Equal weapons of a unit: how many, how far they reach, their type, and what one is expected to take."""

    number: int
    range: float
    type: str
    taken: float


def ranged_batteries(game: Game, unit: int, enemy: int) -> tuple[Battery, ...]:
    """Return what a unit can shoot at an enemy unit on the table, wherever both stand."""
    if not game.on_table(enemy):
        return ()
    return _ranged_batteries(game.armies, game.ruleset, game.mission, _kinds(game, unit), _whole(game, enemy))


@lru_cache(maxsize=KEPT)
def _ranged_batteries(armies: BattleArmies, ruleset: Ruleset, mission: str, kinds: Kinds, enemy: int) -> tuple[Battery, ...]:
    return tuple(
        Battery(number, *arm)
        for model, wounds, number in kinds
        for arm in _arms(armies, ruleset, mission, model, wounds, enemy)
    )


@lru_cache(maxsize=KEPT)
def _arms(
    armies: BattleArmies, ruleset: Ruleset, mission: str, model: int, wounds: int, enemy: int
) -> tuple[tuple[float, str, float], ...]:
    """For each weapon that a model shoots: its range and type, and what its best profile takes from an enemy unit."""
    game = _stage_duel(armies, ruleset, mission, model, wounds, enemy, fighting=False)
    if characteristics.value(game, model, "ranged-hit") is None:
        return ()
    found = []
    for weapon in carried_weapons(game, model):
        arms = [
            (held.inches[1], held.type, _one(game, model, enemy, row))
            for row in weapon.profiles
            if (held := weapons.arm_of(game, row)).ranged
        ]
        if arms:
            found.append(max(arms, key=lambda arm: arm[2]))
    return tuple(found)


def melee_loss(game: Game, unit: int, enemy: int) -> float:
    """Return what a unit takes from an enemy unit on the table when all of its models fight."""

    def work_out() -> float:
        if not game.on_table(enemy):
            return 0.0
        total = _expect_melee(game.armies, game.ruleset, game.mission, _kinds(game, unit), _whole(game, enemy))
        return min(total, worth.worth_left(game, enemy))

    return game.cache(FORCES, ("fighting", unit, enemy), work_out)


@lru_cache(maxsize=KEPT)
def _expect_melee(armies: BattleArmies, ruleset: Ruleset, mission: str, kinds: Kinds, enemy: int) -> float:
    return sum(number * _blows(armies, ruleset, mission, model, wounds, enemy) for model, wounds, number in kinds)


@lru_cache(maxsize=KEPT)
def _blows(armies: BattleArmies, ruleset: Ruleset, mission: str, model: int, wounds: int, enemy: int) -> float:
    """What a model takes from an enemy unit in close combat, with its best weapon."""
    game = _stage_duel(armies, ruleset, mission, model, wounds, enemy, fighting=True)
    attacks = characteristics.value(game, model, "number")
    if not attacks or not melee.can_fight(game, model):
        return 0.0
    free = melee.MeleeSituation(game, int(game.state.unit[model])).free(model)
    return max(_one(game, model, enemy, row, attacks) for weapon in free.values() for row in weapon.profiles)


def _one(game: Game, model: int, enemy: int, row: WeaponProfile, attacks: int = 0) -> float:
    """Return what one weapon takes, at long range and by itself."""
    numbers, unit = (attacks,) if attacks else (), int(game.state.unit[model])
    models = len(game.state.standing(enemy))
    shots = Shots(unit, enemy, (model,), row, not attacks, numbers, () if attacks else (False,), models)
    return worth.expected_loss(game, (Volley(attack_profiles.attack(game, shots, 0), 1),), enemy, not attacks)


def _stage_duel(
    armies: BattleArmies, ruleset: Ruleset, mission: str, model: int, wounds: int, enemy: int, *, fighting: bool
) -> Game:
    """A model's unit and an enemy unit, both whole, alone on an empty table; the model has so many wounds left."""
    game = unplayed_game(armies, ruleset, mission)
    game.state.write("wounds", model, wounds)
    duel.stage(game, int(game.state.unit[model]), enemy, Terms(fighting=fighting))
    return game


def _wounds(game: Game, model: int) -> int:
    """The wounds of a model that is the weaker the fewer it has; of others those that it starts with."""
    profile = game.armies.profiles[game.state.profile[model]]
    return int(game.state.wounds[model]) if profile.damage_table else profile.wounds


def _whole(game: Game, unit: int) -> int:
    """The unit of which a unit was divided off, else itself."""
    whole = game.armies.units[unit].spare_of
    return unit if whole is None else whole


def _kinds(game: Game, unit: int) -> Kinds:
    """A model of each group of equally equipped models that are left, its wounds, and how many there are."""

    def group() -> Kinds:
        groups: dict[int, list[int]] = {}
        models = game.state.models_of(unit)
        for model, loadout in zip(models.tolist(), game.state.loadout[models].tolist(), strict=True):
            groups.setdefault(loadout, []).append(model)
        return tuple((first_like(game, models[0]), _wounds(game, models[0]), len(models)) for models in groups.values())

    return game.cache(FORCES, ("kinds", unit), group)


def exchange_losses(
    game: Game, unit: int, others: Sequence[int]
) -> list[tuple[tuple[Battery, ...], tuple[Battery, ...], float]]:
    """Return what a unit on the table shoots at each of others there, what those shoot at it, and take from it in combat."""
    battle, found = (game.armies, game.ruleset, game.mission), []
    kinds, whole, left = _kinds(game, unit), _whole(game, unit), worth.worth_left(game, unit)
    for other in others:
        theirs, at = _kinds(game, other), _whole(game, other)
        fought = min(_expect_melee(*battle, theirs, whole), left)
        found.append((_ranged_batteries(*battle, kinds, at), _ranged_batteries(*battle, theirs, whole), fought))
    return found


def speed(game: Game, unit: int) -> float:
    """Return the Move of a unit's slowest model, 0 where one cannot move."""

    def slowest() -> float:
        return min((_speed(game, model) for model, _, _ in _kinds(game, unit)), default=0.0)

    return game.cache(speed_span(game.armies, game.ruleset, (unit,)), ("speed", unit), slowest)


@lru_cache(maxsize=KEPT)
def speed_span(armies: BattleArmies, ruleset: Ruleset, units: tuple[int, ...]) -> int:
    """Return the span of the state (`table.columns`) on which the Moves of units depend."""
    key = model_parts(ruleset.id)["move"].key
    changed = (collect(armies, ruleset).that_may_concern(unit, f"modify-characteristic/{key}/models") for unit in units)
    return ALL if any(changed) else FORCES


def _speed(game: Game, model: int) -> float:
    span = characteristics.move(game, model)
    return 0.0 if span is None else span[1]


def charge_chance(game: Game, gap: float) -> float:
    """Return the probability that 2D6 bring a unit from this gap into Engagement Range."""
    return at_least(ceil(gap - edition(game).across - EPSILON))
