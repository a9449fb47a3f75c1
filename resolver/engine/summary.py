"""What is shown of a battle as it stands, beside its table: how units stand, who holds what, how far weapons reach.

Every battle has units with models and wounds. What else there is to be seen a system says in its `Summary`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from resolver.engine.battle_armies import BattleArmies
from resolver.engine.game import Game
from resolver.table.state import Ints

HURT = "hurt"
"""The sign of a unit whose models lost wounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a system has to be seen; by default nothing.

    Args:
        signs: all signs that a unit may show, `sign.<name>` in words. HURT is one in every system.
        signs_of: those that a unit shows now, of `signs`, in their order.
        holders: the objective markers on the battlefield by their numbers, and the player who would control each now.
        control_range: how near a model must be to a marker, in inches from its edge; the marker's radius is on top.
        marker_radius: the radius of a marker in inches.
        ranges: how far a unit moves and its weapons reach, in inches, each by its name.
    """

    signs: tuple[str, ...] = ()
    signs_of: Callable[[Game, int], Iterable[str]] = lambda game, unit: ()
    holders: Callable[[Game], list[tuple[int, int | None]]] = lambda game: []
    control_range: Callable[[Game], float] = lambda game: 0.0
    marker_radius: Callable[[Game], float] = lambda game: 0.0
    ranges: Callable[[Game, int], list[tuple[str, float]]] = lambda game, unit: []


PLAIN = Summary()


@dataclass(frozen=True, slots=True)
class UnitSummary:
    """How a unit stands: living `models` of the `strength` it started with, `wounds` left of those the models have whole."""

    unit: int
    models: int
    strength: int
    wounds: int
    whole: int
    signs: tuple[str, ...]


def summarize_units(game: Game, summary: Summary) -> list[UnitSummary]:
    """Return how every unit stands that has models, and every one that had: none of those has `models`."""
    strengths = game.state.starting_strength
    full = whole_wounds(game)
    return [_unit(game, unit, full, summary) for unit in range(len(game.armies.units)) if strengths[unit]]


def whole_wounds(game: Game) -> Ints:
    """Return how many wounds each model has that has lost none."""
    return _whole(game.armies)[game.state.profile]


@lru_cache(maxsize=16)
def _whole(armies: BattleArmies) -> Ints:
    return np.array([profile.wounds for profile in armies.profiles], dtype=np.int64)


def _unit(game: Game, unit: int, full: Ints, summary: Summary) -> UnitSummary:
    state = game.state
    models = state.models_of(unit)
    left, whole = int(state.wounds[models].sum()), int(full[models].sum())
    shown = {*summary.signs_of(game, unit), *((HURT,) if left < whole else ())}
    signs = tuple(sign for sign in all_signs(summary) if sign in shown)
    return UnitSummary(unit, len(models), int(state.starting_strength[unit]), left, whole, signs)


def all_signs(summary: Summary) -> tuple[str, ...]:
    """Return every sign that a unit may show in a system."""
    return tuple(dict.fromkeys((*summary.signs, HURT)))
