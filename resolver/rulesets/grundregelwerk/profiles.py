"""Values of models as printed: skills, saves, Attacks, Morale. Nothing in this game changes the profile itself.

Source: GRW-PROFILE-01..03, GRW-MORALE-05, GRW-Q-18.
"""

from __future__ import annotations

from functools import lru_cache

from datasheets.systems.parts import model_parts
from datasheets.systems.system import Part
from datasheets.values import Distance, read
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk.names import SYSTEM

NONE = 7
"""What no die shows: the need of who has no value."""


@lru_cache(maxsize=8192)
def _number(armies: BattleArmies, profile: int, part: Part) -> int | None:
    column = model_parts(SYSTEM)[part]
    found = read(column.kind, armies.profiles[profile].characteristics[column.key])
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def _of(game: Game, model: int, part: Part) -> int | None:
    return _number(game.armies, int(game.state.profile[model]), part)


def skill(game: Game, model: int, *, ranged: bool) -> int | None:
    """Return what a model needs to hit, from afar (FK) or in close combat (NK); None where it cannot."""
    return _of(game, model, "ranged-hit" if ranged else "melee-hit")


def save(game: Game, model: int) -> int | None:
    """Return the RW of a model; None where it has no save."""
    return _of(game, model, "save")


def attacks(game: Game, model: int) -> int:
    """Return the Attacks of a model."""
    return _of(game, model, "number") or 0


def life(game: Game, model: int) -> int:
    """Return the Life points of a model that has lost none."""
    return game.armies.profiles[int(game.state.profile[model])].wounds


def morale(game: Game, unit: int) -> int:
    """Return the best MW in a unit, the lowest number (GRW-MORALE-05, GRW-Q-18)."""
    return min((_of(game, int(model), "nerve") or NONE for model in game.state.models_of(unit)), default=NONE)


@lru_cache(maxsize=4096)
def _move(armies: BattleArmies, profile: int) -> float:
    column = model_parts(SYSTEM)["move"]
    found = read(column.kind, armies.profiles[profile].characteristics[column.key])
    return float(found.inches[1]) if isinstance(found, Distance) and found.inches else 0.0


def stride(game: Game, model: int) -> float:
    """Return the B of a model in inches."""
    return _move(game.armies, int(game.state.profile[model]))
