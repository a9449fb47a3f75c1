"""A unit strikes: its player picks one enemy unit, and every weapon that reaches a model of it that is seen is used."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from resolver.attack import exact
from resolver.engine.battle_armies import BattleWeapon, WeaponProfile
from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.attacks import volleys
from resolver.shared.attacks.arms import carried_weapons
from resolver.shared.attacks.pools import Shots
from resolver.shared.plain import reader
from resolver.shared.rules import shared_rules
from resolver.table.geometry import EPSILON, distances
from resolver.table.sight import visible


def strike(game: Game, unit: int) -> Script[None]:
    """Let the player of a unit pick a target, and resolve all attacks on it."""
    targets = [game.key(target) for target in find_targets(game, unit)]
    if not targets:
        return
    data = yield from game.ask("strike", game.owner(unit), "strike", unit, units=targets)
    if data["unit"] is not None:
        yield from volleys.resolve(game, unit, find_pools(game, unit, game.unit(data["unit"])))


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Every target that was found, and nobody."""
    yield from ({"unit": target} for target in (*decision.data["units"], None))


def find_targets(game: Game, unit: int) -> list[int]:
    """Return the enemy units that a weapon of a unit reaches."""
    return [enemy for enemy in game.units_on_table(1 - game.owner(unit)) if find_pools(game, unit, enemy)]


def find_pools(game: Game, unit: int, target: int) -> list[Shots]:
    """Return the attacks of a unit on another, from where both stand."""
    state, models = game.state, game.state.standing(unit)
    enemies = state.standing(target)
    if not len(models) or not len(enemies):
        return []
    gaps = distances(state.bodies(models), state.bodies(enemies)).min(1)
    seeing = np.flatnonzero(visible(state, models, enemies).any(1))
    reaches = {int(models[row]): float(gaps[row]) for row in seeing}
    return pools_at(game, unit, target, reaches)


def pools_at(game: Game, unit: int, target: int, gaps: dict[int, float], weapon: str = "") -> list[Shots]:
    """Return the attacks of models at these distances, each weapon with its best row that reaches; or of one weapon."""
    used: dict[int, tuple[WeaponProfile, list[int]]] = {}
    for model, gap in gaps.items():
        for slot in carried_weapons(game, model):
            if weapon in ("", slot.name) and (row := _best_row(game, unit, target, model, slot, gap)):
                used.setdefault(row.index, (row, []))[1].append(model)
    left = len(game.state.models_of(target))
    return [Shots(unit, target, tuple(models), row, True, target_models=left) for row, models in used.values()]


def _best_row(game: Game, unit: int, target: int, model: int, weapon: BattleWeapon, gap: float) -> WeaponProfile | None:
    rows = [row for row in weapon.profiles if reader.arm_of(game, row).reaches(gap, EPSILON)]
    if len(rows) < 2:
        return rows[0] if rows else None

    def damage(row: WeaponProfile) -> float:
        shots = Shots(unit, target, (model,), row, True)
        rules, struck = shared_rules(game).attacks, reader.target(game, target)
        return exact.mean(exact.damage(rules, reader.volleys(game, [shots]), struck))

    return max(rows, key=damage)
