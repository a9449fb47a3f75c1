"""The weapons of models: rate of fire, FP and range of each, and those that are destroyed.

Source: GRW-RANGED-04, GRW-MELEE-03, -04, GRW-VEHICLE-10, GRW-SPECIAL-07, -08, GRW-Q-37, -38, -41, -62, -89.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from datasheets.systems.parts import weapon_parts
from datasheets.values import Distance, Range, read
from resolver.engine.battle_armies import BattleArmies, WeaponProfile
from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk import profiles, traits
from resolver.rulesets.grundregelwerk.names import SYSTEM
from resolver.rulesets.grundregelwerk.profiles import skill

REACH = 1.0
"""How far a melee weapon reaches whose range is not printed, and a model without one, in inches (GRW-Q-37)."""


@dataclass(frozen=True, slots=True)
class Arms:
    """One row of a weapon, read: inches of `reach`, `rate` of fire (after Twin-linked), `fp`."""

    name: str
    ranged: bool
    reach: float
    rate: int
    fp: int
    slot: int = -1
    profile: int = 0


BARE = Arms("", False, REACH, 0, 0)
"""A model without a melee weapon fights with its Attacks alone (GRW-Q-38)."""


def _read(row: WeaponProfile, slot: int, profile: int) -> Arms:
    columns = weapon_parts(SYSTEM)
    printed = row.characteristics
    rate, fp = (_whole(printed.get(columns[part].key, "")) for part in ("number", "penetration"))
    ranged = printed.get(columns["type"].key, "ranged") != "melee"
    twice = 2 if "twin-linked" in traits.of_weapon(row) else 1
    reach = _inches(read(columns["reach"].kind, printed[columns["reach"].key]))
    return Arms(row.label, ranged, reach or (0.0 if ranged else REACH), rate * twice, fp, slot, profile)


def _whole(printed: str) -> int:
    return int(printed) if printed.isdigit() else 0


def _inches(found: object) -> float:
    if isinstance(found, Range):
        return float(found.maximum)
    return float(found.inches[1]) if isinstance(found, Distance) else 0.0


def arms_of(row: WeaponProfile, slot: int = -1, profile: int = 0) -> Arms:
    """Return one row of a weapon, read."""
    return _read(row, slot, profile)


@lru_cache(maxsize=1024)
def _of_loadout(armies: BattleArmies, loadout: int) -> tuple[Arms, ...]:
    return tuple(
        _read(row, slot, place)
        for slot, weapon in enumerate(armies.loadouts[loadout].slots)
        for place, row in enumerate(weapon.profiles)
    )


def slots(game: Game, model: int) -> list[Arms]:
    """Return all rows of the weapons that a model has left, whatever they are for."""
    broken = game.model_count(model, "broken")
    return [arms for arms in _of_loadout(game.armies, int(game.state.loadout[model])) if not broken >> arms.slot & 1]


def guns(game: Game, model: int) -> list[Arms]:
    """Return the ranged weapons that a model has left; none where it cannot shoot."""
    return [arms for arms in slots(game, model) if arms.ranged] if skill(game, model, ranged=True) else []


def blades(game: Game, model: int) -> list[Arms]:
    """Return the melee weapons that a model has left; BARE where it has none."""
    return [arms for arms in slots(game, model) if not arms.ranged] or [BARE]


def melee_dice(game: Game, model: int, arms: Arms, fury: int = 0) -> int:
    """Return how many dice a model rolls with a melee weapon: A + RoF; a vehicle with A 0 rolls none (GRW-Q-38, -41)."""
    attacks = profiles.attacks(game, model)
    idle = not attacks and traits.is_vehicle(game, int(game.state.unit[model]))
    return 0 if idle else attacks + arms.rate + fury


def is_broken(game: Game, model: int, slot: int) -> bool:
    """Tell whether a vehicle has lost the weapon in this slot."""
    return bool(game.model_count(model, "broken") >> slot & 1)
