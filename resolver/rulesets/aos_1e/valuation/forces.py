"""What units do to each other: the wounds that each weapon is expected to inflict, and how far it reaches.

Each weapon alone, by exact odds, both units on an empty table; worked out once for what is alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from resolver.engine.battle_armies import BattleArmies
from resolver.engine.duel import Terms
from resolver.engine.game import Game
from resolver.engine.ruleset import Ruleset
from resolver.rulesets.aos_1e import duel, reader, weapons
from resolver.rulesets.aos_1e.setting_up import general
from resolver.rulesets.aos_1e.valuation.weights import PLANNED, Weights
from resolver.shared import valuation
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects.sources import first_like, sources
from resolver.shared.units import characteristics, engagement
from resolver.table.columns import ALL, FORCES
from resolver.table.geometry import EPSILON, Indices

KEPT = 50_000
USUAL = 7.0
"""What a random Move of 2D6 comes to."""


@dataclass(frozen=True, slots=True)
class Battery:
    """One weapon of equal models: how far it reaches and how many wounds one of them inflicts."""

    reach: float
    wounds: float


@dataclass(frozen=True, slots=True)
class EqualModels:
    """Equal models of a unit: one that stands for them, its wounds where they matter, and all of them."""

    like: int
    wounds: int
    models: tuple[int, ...]


def kinds(game: Game, unit: int) -> tuple[EqualModels, ...]:
    """Return the groups of equal models of a unit that are left."""

    def group() -> tuple[EqualModels, ...]:
        groups: dict[tuple[int, int], list[int]] = {}
        for model in map(int, game.state.models_of(unit)):
            profile = game.armies.profiles[int(game.state.profile[model])]
            wounds = int(game.state.wounds[model]) if profile.damage_table else profile.wounds
            key = (model if sources(game).by_model else int(game.state.loadout[model]), wounds)
            groups.setdefault(key, []).append(model)
        return tuple(EqualModels(models[0], key[1], tuple(models)) for key, models in groups.items())

    return game.cache(FORCES, ("kinds", unit), group)


def batteries(game: Game, kind: EqualModels, foe: int, *, ranged: bool) -> tuple[Battery, ...]:
    """Return what each weapon of a model does to an enemy unit."""
    return _batteries(game.armies, game.ruleset, game.mission, first_like(game, kind.like), kind.wounds, foe, ranged)


@lru_cache(maxsize=KEPT)
def _batteries(
    armies: BattleArmies, ruleset: Ruleset, mission: str, model: int, wounds: int, foe: int, ranged: bool
) -> tuple[Battery, ...]:
    game = valuation.unplayed_game(armies, ruleset, mission)
    game.state.write("wounds", model, wounds)
    unit = int(game.state.unit[model])
    duel.stage(game, unit, foe, Terms(fighting=not ranged))
    slots: dict[int, list[Battery]] = {}
    for held in weapons.find_carried(game, model, ranged=ranged):
        shots = Shots(unit, foe, (model,), held.row, ranged)
        inflicted = duel.worth(game, reader.volleys(game, [shots])[0])
        slots.setdefault(held.slot, []).append(Battery(weapons.reach(game, model, held, unit)[1], inflicted))
    return tuple(max(rows, key=lambda row: row.wounds) for rows in slots.values())


def expected_wounds(game: Game, unit: int, foe: int, *, ranged: bool) -> float:
    """Return how many wounds a unit inflicts on another one when all of its models attack."""

    def total() -> float:
        groups = kinds(game, unit)
        return sum(
            len(kind.models) * sum(row.wounds for row in batteries(game, kind, foe, ranged=ranged)) for kind in groups
        )

    return game.cache(FORCES, ("inflicted", unit, foe, ranged), total)


def shot_at(game: Game, unit: int, foe: int, near: Mapping[int, float]) -> float:
    """Return how many wounds a unit inflicts by shooting, with its models so far from the enemy unit."""
    total = 0.0
    for models, rows in _missiles(game, unit, foe):
        for row in rows:
            total += row.wounds * sum(near.get(model, np.inf) <= row.reach + EPSILON for model in models)
    return total


def _missiles(game: Game, unit: int, foe: int) -> tuple[tuple[tuple[int, ...], tuple[Battery, ...]], ...]:
    """Return models and the missile weapons that each has; those without are left out."""

    def armed_models() -> tuple[tuple[tuple[int, ...], tuple[Battery, ...]], ...]:
        rows = ((kind.models, batteries(game, kind, foe, ranged=True)) for kind in kinds(game, unit))
        return tuple(row for row in rows if row[1])

    return game.cache(FORCES, ("missiles", unit, foe), armed_models)


def longest(game: Game, unit: int, foe: int) -> float:
    """Return how far the farthest missile weapon of a unit reaches, 0 without one."""
    return max((row.reach for _, rows in _missiles(game, unit, foe) for row in rows), default=0.0)


def wounds_left(game: Game, unit: int) -> int:
    """Return the wounds that a unit has left."""
    models: Indices = game.state.models_of(unit)
    return int(game.state.wounds[models].sum())


def worth(game: Game, unit: int) -> float:
    """Return what a whole unit is worth."""
    return valuation.unit_worth(game, unit)


def worth_left(game: Game, unit: int, weights: Weights) -> float:
    """Return what is left of the worth of a unit."""

    def work_out() -> float:
        models = game.state.models_of(unit)
        if not len(models):
            return 0.0
        whole = max(valuation.whole_wounds_of(game, unit), 1)
        shares = wounds_left(game, unit) / whole, len(models) / max(int(game.state.starting_strength[unit]), 1)
        found = worth(game, unit) * (weights.wounds * shares[0] + weights.models * min(shares[1], 1.0) + weights.whole)
        leads = general(game, game.owner(unit))
        if leads is not None and int(game.state.unit[leads]) == unit:
            found *= weights.general
        return found * (weights.objective if game.has_mark(unit, "sought") else 1.0)

    return game.cache(ALL, ("worth", unit, weights), work_out)


def loss(game: Game, foe: int, wounds: float, weights: Weights) -> float:
    """Return the worth that so many wounds take from a unit: more than their share where they take it whole."""
    left = max(wounds_left(game, foe), 1)
    share = min(wounds / left, 1.0)
    return worth_left(game, foe, weights) * share * (0.85 + 0.15 * share)


def relief(game: Game, unit: int, foe: int) -> float:
    """Return the worth that an enemy does not take any more in this phase where a unit fights it before it has attacked."""
    if game.has_mark(foe, "acted"):
        return 0.0
    share = min(expected_wounds(game, unit, foe, ranged=False) / max(wounds_left(game, foe), 1), 1.0)
    return share * answer(game, foe)


def answer(game: Game, foe: int) -> float:
    """Return the worth that an enemy takes when it attacks, of whom of its enemies near it it takes most."""

    def most() -> float:
        near = engagement.enemies_in_engagement(game, foe)
        return max((loss(game, each, expected_wounds(game, foe, each, ranged=False), PLANNED) for each in near), default=0.0)

    return game.cache(ALL, ("answer", foe), most)


def stride(game: Game, unit: int) -> float:
    """Return how far a unit moves: its slowest model, about, where that is rolled."""

    def slowest() -> float:
        found = []
        for kind in kinds(game, unit):
            span = characteristics.move(game, kind.models[0])
            found.append(0.0 if span is None else span[1] or USUAL)
        return min(found, default=0.0)

    return game.cache(ALL, ("stride", unit), slowest)
