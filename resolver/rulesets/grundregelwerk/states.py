"""The states of units: pinned, fleeing, in close combat, and what results of the damage table keep vehicles from.

Source: GRW-PINNED-01, GRW-FLEE-03, GRW-VEHICLE-07..09, GRW-Q-35, -78, -83, -87.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from resolver.engine.game import Game
from resolver.shared.units import engagement
from resolver.table.columns import ALL
from resolver.table.geometry import Indices

TOUCH = 0.001
"""Gaps up to this many inches are none, and every "within" allows so much (GRW-Q-87)."""


def is_pinned(game: Game, unit: int) -> bool:
    """Tell whether a unit is pinned."""
    return game.count(unit, "pinned") > 0


def is_fleeing(game: Game, unit: int) -> bool:
    """Tell whether a unit flees."""
    return game.count(unit, "fleeing") > 0


def foes_in_combat(game: Game, unit: int) -> list[int]:
    """Return the enemy units with which a unit is in close combat (GRW-Q-78)."""
    return list(game.cache(ALL, ("in combat", unit), lambda: _foes_in_combat(game, unit)))


def _foes_in_combat(game: Game, unit: int) -> list[int]:
    bit = game.ruleset.names.pairs["combat"]
    others = np.flatnonzero(game.state.pairs[unit] & bit).tolist()
    return [int(other) for other in others if game.on_table(int(other))] if game.on_table(unit) else []


def in_combat(game: Game, unit: int) -> bool:
    """Tell whether a unit is in close combat."""
    return bool(foes_in_combat(game, unit))


def foes_in_contact(game: Game, unit: int) -> list[int]:
    """Return the enemy units of which a model is in base contact with one of a unit's (GRW-Q-87)."""
    return engagement.enemies_in_engagement(game, unit)


def foes_to_fight(game: Game, unit: int) -> list[int]:
    """Return the enemy units that a unit may fight: in close combat with it, or in base contact (GRW-MELEE-01)."""
    return sorted({*foes_in_combat(game, unit), *foes_in_contact(game, unit)})


def able_to_move(game: Game, unit: int) -> Indices:
    """Return the models of a unit that no result of the damage table keeps from moving (GRW-Q-83)."""
    return _without(game, unit, ("stunned", "immobilised"))


def able_to_shoot(game: Game, unit: int) -> Indices:
    """Return the models of a unit that no result of the damage table keeps from shooting (GRW-Q-83)."""
    return _without(game, unit, ("shaken", "stunned"))


def _without(game: Game, unit: int, marks: tuple[str, ...]) -> Indices:
    bits, models = game.ruleset.names.model_marks, game.state.standing(unit)
    mask = sum(int(bits[mark]) for mark in marks)
    found: Indices = models[(game.state.marks[models].astype(np.int64) & mask) == 0]
    return found


def _all_marked(game: Game, unit: int, mark: str) -> bool:
    return all(game.model_marked(int(model), mark) for model in game.state.standing(unit))


CONDITIONS: Mapping[str, Callable[[Game, int], bool]] = {
    "stunned": lambda game, unit: _all_marked(game, unit, "stunned"),
    "shaken": lambda game, unit: not len(able_to_shoot(game, unit)),
    "immobilised": lambda game, unit: _all_marked(game, unit, "immobilised"),
}
"""What all models of a vehicle unit may suffer from, beside its state."""


def state_of(game: Game, unit: int) -> str:
    """Return the state that says what a unit may do: "fleeing" before "pinned" before "in-combat", else "free"."""
    if is_fleeing(game, unit):
        return "fleeing"
    if is_pinned(game, unit):
        return "pinned"
    return "in-combat" if in_combat(game, unit) else "free"


def conditions_of(game: Game, unit: int) -> list[str]:
    """Return what all of a unit's vehicles suffer from."""
    return [name for name, holds in CONDITIONS.items() if holds(game, unit)]
