"""The immutable tables that a battle is played from: units, profiles, loadouts, weapons and models of both armies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from datasheets.effects.effect import Effect
from datasheets.keywords import Keywords
from exports import document
from exports.document import RosterDocument
from resolver.engine.abilities import Ability
from resolver.table.bases import Base
from resolver.table.board import Board
from resolver.table.names import Names
from resolver.table.state import State

ARMIES = "ab"


@dataclass(frozen=True, slots=True)
class BattleProfile:
    """A row of characteristics as printed, with the base of its models. `damage_table` rows are (low, high, values).

    `wounds` is what a model has that lost none, 0 where that cannot be read. `weapon_table` has the same rows for its
    weapons, by their names: what their columns say while so many wounds are left.
    """

    name: str
    characteristics: Mapping[str, str]
    base: Base
    height: float
    keywords: Keywords
    damage_table: tuple[tuple[int, int, Mapping[str, str]], ...]
    wounds: int
    weapon_table: tuple[tuple[int, int, Mapping[str, Mapping[str, str]]], ...] = ()


@dataclass(frozen=True, slots=True)
class WeaponProfile:
    """A row of a weapon's table, as printed. `index` numbers all rows of both armies; equal rows of one unit are one."""

    index: int
    weapon: str
    name: str
    characteristics: Mapping[str, str]
    ability: Ability

    @property
    def label(self) -> str:
        """The weapon's name, with the profile's where it has one."""
        return f"{self.weapon} ({self.name})" if self.name else self.weapon


@dataclass(frozen=True, slots=True)
class BattleWeapon:
    """A weapon with one profile or several to choose from. What its `note` says is in the effects of each profile."""

    name: str
    profiles: tuple[WeaponProfile, ...]
    note: Ability


@dataclass(frozen=True, slots=True)
class Loadout:
    """Equally equipped models: a slot for each weapon that one of them carries, and its wargear."""

    id: str
    name: str
    profile: int
    slots: tuple[BattleWeapon, ...]
    wargear: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class Power:
    """A power or spell that a unit knows, as in the roster document; `keywords` are those its target must have."""

    id: str
    name: str
    value: int
    step: int
    range: float | None
    target: str
    duration: str
    keywords: Keywords
    text: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleUnit:
    """A unit as a battle begins with it. `spare_of` is the unit from which a spare row may be split off, else None."""

    key: str
    id: str
    player: int
    name: str
    datasheet: str
    role: str | None
    keywords: Keywords
    abilities: tuple[Ability, ...]
    transport: document.Transport | None
    powers: tuple[Power, ...]
    casts: int
    denies: int
    spare_of: int | None = None


@dataclass(frozen=True, slots=True)
class Model:
    """Where a model belongs at first."""

    unit: int
    loadout: int
    index: int


@dataclass(frozen=True, eq=False)
class BattleArmies:
    """Both armies. Compared and hashed by identity: what is worked out from it once can be kept."""

    documents: tuple[RosterDocument, RosterDocument]
    units: tuple[BattleUnit, ...]
    profiles: tuple[BattleProfile, ...]
    loadouts: tuple[Loadout, ...]
    weapons: tuple[WeaponProfile, ...]
    models: tuple[Model, ...]
    assumed: tuple[dict[str, Any], ...] = ()
    unread: tuple[dict[str, Any], ...] = ()

    @cached_property
    def by_key(self) -> Mapping[str, int]:
        """The units by their keys."""
        return {unit.key: index for index, unit in enumerate(self.units)}

    @cached_property
    def abilities(self) -> tuple[tuple[str, Ability], ...]:
        """Every ability of units, wargear and weapons, with the key of its unit; of models' equipment equal ones once."""
        return tuple(_abilities(self))

    @cached_property
    def unresolved(self) -> tuple[dict[str, Any], ...]:
        """Every printed text of an ability that has no effect here, and every weapon's row that nobody can use.

        Each says unit, name, text, external.
        """
        return tuple(_list_unresolved(self))

    def model(self, player: int, loadout: str, index: int = 0) -> int | None:
        """Return the model that a declaration's subject and index mean, or None."""
        for number, model in enumerate(self.models):
            owner = self.units[model.unit].player
            if owner == player and self.loadouts[model.loadout].id == loadout and model.index == index:
                return number
        return None

    def unit_of(self, player: int, id: str) -> int | None:
        """Return the unit with this id in a player's document, or None."""
        return self.by_key.get(f"{ARMIES[player]}.{id}")

    def state(self, board: Board, markers: int, names: Names) -> State:
        """Return the state before the battle: every model alive, none on the table; `names` are its ruleset's."""
        state = State(len(self.models), len(self.units), board, markers, names)
        profiles = [self.loadouts[model.loadout].profile for model in self.models]
        found = [self.profiles[profile] for profile in profiles]
        sizes = [(p.base.half, p.base.radius, p.height, p.height if p.base.hull else 0.0) for p in found]
        state.write("unit", ..., [model.unit for model in self.models])
        state.write("loadout", ..., [model.loadout for model in self.models])
        state.write("profile", ..., profiles)
        state.write("alive", ..., True)
        state.write("wounds", ..., [profile.wounds for profile in found])
        state.write("poses", np.s_[4:], np.array(sizes).T)
        state.write("owner", ..., [unit.player for unit in self.units])
        state.write("starting_strength", ..., [len(state.models_of(unit)) for unit in range(len(self.units))])
        return state


def _list_unresolved(armies: BattleArmies) -> Iterable[dict[str, Any]]:
    yield from armies.unread
    for key, ability in armies.abilities:
        if not ability.understood:
            yield {"unit": key, "name": ability.name, "text": ability.text, "external": ability.external}


def _abilities(armies: BattleArmies) -> Iterable[tuple[str, Ability]]:
    for unit in armies.units:
        if unit.spare_of is None:
            yield from ((unit.key, ability) for ability in unit.abilities)
    seen = set()
    for model in armies.models:
        loadout, key = armies.loadouts[model.loadout], armies.units[model.unit].key
        weapons = [profile.ability for weapon in loadout.slots for profile in weapon.profiles]
        weapons += [weapon.note for weapon in loadout.slots]
        for ability in (*loadout.wargear, *weapons):
            known = key, ability.name, ability.text, ability.understood
            if known not in seen:
                seen.add(known)
                yield key, ability
