"""What can be seen of a battle at a glance: who is engaged, hurt, aboard; who holds which marker; how far weapons reach.

For whoever draws or lists the table. Every edition that shares the steps of `rulesets/common` can be asked; it is asked of
the battle as it stands (`view.game`, or a battle that is told again) and throws nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from datasheets.values import Distance
from resolver.engine.enlisted import Enlisted
from resolver.engine.game import Game
from resolver.rulesets.common.attacks import weapons
from resolver.rulesets.common.field import holding, objectives
from resolver.rulesets.common.units import characteristics, engagement
from resolver.table.state import Ints

TOLD = ("held", "advanced", "fell-back", "charged")
"""The marks of units that a player at the table would put a counter beside."""
SIGNS = (*TOLD, "aboard", "hurt", "engaged")
"""All that a unit can show: those marks; that it is in a transport; that models lost wounds; that it is engaged."""


@dataclass(frozen=True, slots=True)
class UnitNow:
    """How a unit stands: living `models` of the `strength` it started with, `wounds` left of those the models have whole.

    `signs` are of `SIGNS`.
    """

    unit: int
    models: int
    strength: int
    wounds: int
    whole: int
    signs: tuple[str, ...]


def units(game: Game) -> list[UnitNow]:
    """Return how every unit stands that has models, and every one that had: none of those has `models`."""
    state = game.state
    full = whole_wounds(game)
    return [_unit(game, unit, full) for unit in range(len(game.armies.units)) if state.starting_strength[unit]]


def whole_wounds(game: Game) -> Ints:
    """Return how many wounds each model has that has lost none."""
    return _whole(game.armies)[game.state.profile]


@lru_cache(maxsize=16)
def _whole(armies: Enlisted) -> Ints:
    return np.array([characteristics.wounds(profile) for profile in armies.profiles], dtype=np.int64)


def _unit(game: Game, unit: int, full: Ints) -> UnitNow:
    state = game.state
    models = state.models_of(unit)
    left, whole = int(state.wounds[models].sum()), int(full[models].sum())
    signs = [mark for mark in TOLD if len(models) and game.marked(unit, mark)]
    if state.embarked_in[unit] >= 0:
        signs.append("aboard")
    if "held" in signs and game.on_table(unit):
        signs.remove("held")
    if left < whole:
        signs.append("hurt")
    if engagement.engaged(game, unit):
        signs.append("engaged")
    return UnitNow(unit, len(models), int(state.starting_strength[unit]), left, whole, tuple(signs))


def holders(game: Game) -> list[tuple[int, int | None]]:
    """Return the markers on the battlefield by their numbers, and the player who would control each now."""
    return list(zip(objectives.on_field(game), holding.holders(game), strict=True))


def control_range(game: Game) -> float:
    """Return how near a model must be to a marker, from its edge; and the radius of the marker is on top of that."""
    return objectives.numbers(game).range_in


def marker_radius(game: Game) -> float:
    """Return the radius of a marker in inches."""
    return objectives.marker_radius(game)


def ranges(game: Game, unit: int) -> list[tuple[str, float]]:
    """Return how far a unit's weapons reach, each by its name, and "M" how far it moves; what is not known is left out."""
    found: dict[str, float] = {}
    for model in game.state.models_of(unit):
        printed = characteristics.printed(game, int(model), "M")
        if isinstance(printed, Distance) and isinstance(printed.value, Fraction):
            found.setdefault("M", float(printed.value))
        for weapon in game.armies.loadouts[int(game.state.loadout[model])].slots:
            for profile in weapon.profiles:
                reach = weapons.arms(game, profile).range
                if not reach.melee:
                    found.setdefault(profile.label, float(reach.maximum))
    return list(found.items())
