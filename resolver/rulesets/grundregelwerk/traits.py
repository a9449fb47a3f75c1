"""What units and weapons have: unit types, armour, and the special rules by their names.

Source: GRW-SPECIAL-01..13, GRW-VEHICLE-01..03, GRW-Q-12, -67, -89.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from datasheets.systems import rulebook, system
from datasheets.systems.parts import model_parts
from datasheets.words import translate
from resolver.engine.battle_armies import BattleArmies, WeaponProfile
from resolver.engine.game import Game
from resolver.engine.ruleset import Ruleset
from resolver.rulesets.grundregelwerk.names import SYSTEM

ON_WEAPONS = frozenset({"twin-linked"})
"""The special rules that weapons have; all others are of units (GRW-Q-89)."""


@dataclass(frozen=True, slots=True)
class Armour:
    """What armour does to a hit: it takes `reduces` from its FP, and ignores it below `ignores`."""

    reduces: int
    ignores: int
    rule: str


ARMOUR = {
    "light-armour": Armour(3, 2, "GRW-VEHICLE-01"),
    "medium-armour": Armour(4, 3, "GRW-VEHICLE-02"),
    "heavy-armour": Armour(5, 4, "GRW-VEHICLE-03"),
}
VEHICLES = frozenset({"vehicle", "antigrav_vehicle"})


@lru_cache(maxsize=1)
def _ids() -> dict[str, str]:
    """The special rules by their names, in the words of the languages that the game is printed in."""
    rules = {ability.rule: ability.id for ability in system(SYSTEM).abilities}
    found = {
        translate(ability.name, language): ability.id for ability in system(SYSTEM).abilities for language in ("en", "de")
    }
    rows: Sequence[Mapping[str, Any]] = rulebook(SYSTEM).rule("GRW-SPECIAL-01").table  # type: ignore[assignment]
    for row in rows:
        found |= {str(row[name]): rules[row["rule"]] for name in ("name", "term") if row["rule"] in rules}
    return {name.casefold(): id for name, id in found.items()}


@lru_cache(maxsize=4096)
def _of_unit(armies: BattleArmies, unit: int) -> frozenset[str]:
    """The special rules that the datasheet of a unit names."""
    named = (_ids().get(ability.name.casefold()) for ability in armies.units[unit].abilities)
    return frozenset(id for id in named if id and id not in ON_WEAPONS)


def has(game: Game, unit: int, trait: str) -> bool:
    """Tell whether a unit has a special rule, by its id in `system.json`."""
    return trait in _of_unit(game.armies, unit)


def of_weapon(row: WeaponProfile) -> frozenset[str]:
    """Return the special rules of a weapon: those that its text begins with."""
    return _rules_in(row.ability.text)


@lru_cache(maxsize=1024)
def _rules_in(text: str) -> frozenset[str]:
    names = {part.partition(":")[0].strip().casefold() for part in text.replace("\n", ";").split(";")}
    return frozenset(_ids()[name] for name in names if name in _ids()) & ON_WEAPONS


def armour(game: Game, unit: int) -> Armour | None:
    """Return the armour of a unit, the heaviest where it has several, None where it has none."""
    found = [ARMOUR[trait] for trait in _of_unit(game.armies, unit) if trait in ARMOUR]
    return max(found, key=lambda each: each.reduces, default=None)


def unit_type(game: Game, unit: int) -> str:
    """Return the unit type of a unit, the same for all its models (GRW-Q-91)."""
    return _type(game.armies, unit)


@lru_cache(maxsize=4096)
def _type(armies: BattleArmies, unit: int) -> str:
    key = model_parts(SYSTEM)["type"].key
    loadout = next(model.loadout for model in armies.models if model.unit == unit)
    return str(armies.profiles[armies.loadouts[loadout].profile].characteristics[key])


def is_vehicle(game: Game, unit: int) -> bool:
    """Tell whether a unit's models are vehicles: by their type, and walkers that have armour (GRW-Q-67)."""
    found = unit_type(game, unit)
    return found in VEHICLES or (found == "walker" and armour(game, unit) is not None)


def find_unresolved(ruleset: Ruleset, armies: BattleArmies) -> list[dict[str, Any]]:
    """Return the abilities of two armies that are none of the special rules, and weapons that nobody can use."""
    return [*armies.unread, *_unknown_abilities(armies)]


def _unknown_abilities(armies: BattleArmies) -> Iterator[dict[str, Any]]:
    for key, ability in armies.abilities:
        known = ability.name.casefold() in _ids() or _rules_in(ability.text) or not (ability.text or ability.effects)
        if not known:
            yield {"unit": key, "name": ability.name, "text": ability.text, "external": ability.external}
