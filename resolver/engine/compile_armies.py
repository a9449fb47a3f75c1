"""Compiling armies: two roster documents become the immutable tables that a battle is played from.

One table each of units, profiles, loadouts, weapons and models, both armies in one, army a first, in the order of the
documents. Characteristics stay as printed (a ruleset reads them); abilities are read once (`abilities`), and those that are
not understood are listed as unresolved, never dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from datasheets.effects.vocabulary import DIVIDES
from datasheets.keywords import Keywords
from datasheets.systems import UnknownSystem, system
from datasheets.systems.imports import UNKNOWN_BASE, UsualBase
from datasheets.systems.parts import model_parts
from datasheets.systems.rows import unusable
from datasheets.systems.system import Characteristic
from datasheets.values import read as read_value
from datasheets.words import Message
from exports import document
from exports.document import RosterDocument
from resolver.engine.abilities import Ability, ability_of, effects_of, gives_for_good, of_unit, of_wargear
from resolver.engine.battle_armies import (
    ARMIES,
    BattleArmies,
    BattleProfile,
    BattleUnit,
    BattleWeapon,
    Loadout,
    Model,
    Power,
    WeaponProfile,
)
from resolver.table.bases import Base

MOST_MODELS, MOST_UNITS, MOST_SLOTS = 1000, 200, 60


class NotPlayable(ValueError):
    """Two documents that no battle can be played with; one sentence says why."""


def compile_armies(documents: tuple[RosterDocument, RosterDocument]) -> BattleArmies:
    """Read two roster documents into tables.

    The same documents are read once: what is worked out from the tables is kept with them.

    Raises:
        NotPlayable: a battle cannot be played with them; one sentence says why.
    """
    return _compile(_Pair(documents))


class _Pair:
    """Two documents, known by identity."""

    def __init__(self, documents: tuple[RosterDocument, RosterDocument]) -> None:
        self.documents = documents

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.documents)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Pair) and all(a is b for a, b in zip(self.documents, other.documents, strict=True))


@lru_cache(maxsize=16)
def _compile(pair: _Pair) -> BattleArmies:
    documents, tables = pair.documents, _Tables()
    for player, roster in enumerate(documents):
        sheets = [sheet for sheet in roster.army.units if any(_takes_part(group, sheet) for group in sheet.models)]
        for sheet in sheets:
            _compile_unit(player, sheet, roster.army.system, tables)
        if not sheets:
            raise NotPlayable(Message("refused.battle.no-unit", {"army": roster.army.name}))
    if len(tables.units) > MOST_UNITS or len(tables.models) > MOST_MODELS:
        found = {"units": len(tables.units), "models": len(tables.models)}
        raise NotPlayable(Message("refused.battle.most", found | {"most_units": MOST_UNITS, "most_models": MOST_MODELS}))
    lists = (tables.units, tables.profiles, tables.loadouts, tables.weapons, tables.models)
    listed = (tables.assumed, tables.unread)
    return BattleArmies(documents, *(tuple(rows) for rows in (*lists, *listed)))  # type: ignore[arg-type]


class _Tables:
    def __init__(self) -> None:
        self.units: list[BattleUnit] = []
        self.profiles: list[BattleProfile] = []
        self.loadouts: list[Loadout] = []
        self.weapons: list[WeaponProfile] = []
        self.models: list[Model] = []
        self.assumed: list[dict[str, Any]] = []
        self.unread: list[dict[str, Any]] = []


def _compile_unit(player: int, sheet: document.Unit, system: str, tables: _Tables) -> None:
    """Add a unit, and behind it an empty one where it may be divided, then its profiles, weapons and models."""
    number, unit = len(tables.units), _unit(player, sheet, system)
    tables.units.append(unit)
    if any(effect.kind == DIVIDES for ability in unit.abilities for effect in ability.effects):
        tables.units.append(replace(unit, key=f"{unit.key}+", spare_of=number))
    used = [row for row in sheet.profiles if _is_used(row.id, sheet)]
    profiles = {row.id: _profile(unit, row, sheet, system, tables) for row in used}
    falling = [line.weapons for row in used for line in row.damage_table]
    weapons = {row.id: _weapon(unit.key, row, system, tables, falling) for row in sheet.weapons}
    gear = {row.id: of_wargear(row, sheet, system) for row in sheet.wargear}
    for group in sheet.models:
        if _takes_part(group, sheet):
            loadout = _loadout(group, sheet, profiles[group.profile], weapons, gear)
            tables.loadouts.append(loadout)
            tables.models += [Model(number, len(tables.loadouts) - 1, index) for index in range(group.number)]
        else:
            silent = {"unit": unit.key, "profile": group.name, "what": "characteristics", "value": "does not take part"}
            tables.assumed.append(silent)


def _unit(player: int, sheet: document.Unit, system: str) -> BattleUnit:
    abilities = tuple(of_unit(row, sheet, system) for row in sheet.abilities)
    psyker = sheet.psyker
    return BattleUnit(
        key=f"{ARMIES[player]}.{sheet.id}",
        id=sheet.id,
        player=player,
        name=sheet.title or sheet.name,
        datasheet=sheet.datasheet,
        role=sheet.role,
        keywords=Keywords((*sheet.keywords.faction, *sheet.keywords.other, *_given_keywords(abilities))),
        abilities=abilities,
        transport=sheet.transport,
        powers=tuple(_power(row) for row in psyker.powers) if psyker else (),
        casts=psyker.casts if psyker else 0,
        denies=psyker.denies if psyker else 0,
    )


def _loadout(
    group: document.ModelGroup,
    sheet: document.Unit,
    profile: int,
    weapons: Mapping[str, BattleWeapon],
    gear: Mapping[str, Ability],
) -> Loadout:
    """Return what each model of a group holds; a weapon that is held twice has two slots.

    Raises:
        NotPlayable: more slots than the bits by which is remembered which weapons have been used.
    """
    usable = [row.id for row in sheet.weapons if weapons[row.id].profiles]
    slots = tuple(weapons[id] for id in usable for _ in range(group.weapons.get(id, 0)))
    if len(slots) > MOST_SLOTS:
        values = {"model": group.name, "unit": sheet.title or sheet.name, "found": len(slots), "most": MOST_SLOTS}
        raise NotPlayable(Message("refused.battle.weapons", values))
    wargear = tuple(gear[row.id] for row in sheet.wargear if group.wargear.get(row.id))
    return Loadout(group.id, group.name, profile, slots, wargear)


def _takes_part(group: document.ModelGroup, sheet: document.Unit) -> bool:
    """Whether models have characteristics; what is only listed (settings of an imported army, scenery) does not play."""
    return any(row.id == group.profile for row in sheet.profiles)


def _is_used(profile: str, sheet: document.Unit) -> bool:
    return any(group.profile == profile for group in sheet.models)


def _power(row: document.Power) -> Power:
    effects = effects_of(row.effects, "target")
    words = Keywords(row.keywords)
    return Power(row.id, row.name, row.value, row.step, row.range_in, row.target, row.duration, words, row.text, effects)


def _given_keywords(abilities: Iterable[Ability]) -> Iterable[str]:
    """Yield the keywords that abilities give to all models of their unit for good."""
    for effect in (effect for ability in abilities for effect in ability.effects):
        if effect.kind == "add-keywords" and gives_for_good(effect):
            yield from effect["keywords"]


def _profile(unit: BattleUnit, row: document.Profile, sheet: document.Unit, of: str, tables: _Tables) -> int:
    """Add a row of characteristics and return its place; a base or height that is not printed is assumed, and listed."""
    usual = usual_base(row, sheet.model_count, of)
    base, height = row.base or document.Base(usual.shape, usual.mm), usual.height if row.height is None else row.height
    size = f"{' x '.join(f'{length:g}' for length in base.mm)} mm"
    for what, known, shown in (("base", row.base, size), ("height", row.height, f'{height:g}"')):
        if known is None:
            tables.assumed.append({"unit": unit.key, "profile": row.name, "what": what, "value": shown})
    names = {weapon.id: weapon.name for weapon in sheet.weapons}
    table = tuple((line.wounds[0], line.wounds[1], line.characteristics) for line in row.damage_table)
    armed = tuple((line.wounds[0], line.wounds[1], _by_name(line.weapons, names)) for line in row.damage_table)
    made = BattleProfile(
        row.name,
        row.characteristics,
        Base.from_print(base.shape, base.mm),
        float(height),
        Keywords((*row.keywords, *_given_keywords(unit.abilities))),
        table,
        _wounds(row.characteristics, of),
        tuple(line for line in armed if line[2]),
    )
    tables.profiles.append(made)
    return len(tables.profiles) - 1


def _by_name(rows: Mapping[str, Mapping[str, str]], names: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    """Return what a row of a damage table says of weapons, by their names."""
    return {names[id]: values for id, values in rows.items() if id in names}


def _wounds(characteristics: Mapping[str, str], of: str) -> int:
    """Return how many wounds a model has that lost none, 0 where that cannot be read: no battle begins with it."""
    try:
        column = model_parts(of)["wounds"]
        found = read_value(column.kind, characteristics[column.key])
    except (KeyError, ValueError):
        return 0
    return found if isinstance(found, int) else 0


def usual_base(row: document.Profile, models: int, of: str) -> UsualBase:
    """Return the base that models with the keywords of a row usually have, in a unit of so many models of a system."""
    try:
        return system(of).imports.usual_base(Keywords(row.keywords), models)
    except UnknownSystem:
        return UNKNOWN_BASE


def _weapon(
    unit: str, row: document.Weapon, system: str, tables: _Tables, falling: Iterable[Mapping[str, Mapping[str, str]]]
) -> BattleWeapon:
    """Read a weapon; a row of it that nobody can use, such as one of an unknown type, is listed instead.

    What damage tables say of its columns (`falling`) is read there: as wounds are left.
    """
    said: dict[str, str] = {}
    for line in falling:
        said |= line.get(row.id, {})
    made, note, columns = [], ability_of(row.name, row.note, (), "weapon", system), _columns(system)
    for profile in row.profiles:
        ability = ability_of(row.name, profile.abilities, profile.effects, "weapon", system)
        ability = replace(ability, effects=(*ability.effects, *note.effects))
        read = WeaponProfile(len(tables.weapons), row.name, profile.name, profile.characteristics, ability)
        if wrong := unusable({**profile.characteristics, **said}, columns):
            text = f"{wrong.name}: {profile.characteristics.get(wrong.key) or '-'}"
            tables.unread.append({"unit": unit, "name": read.label, "text": text, "external": False})
        else:
            made.append(read)
            tables.weapons.append(read)
    return BattleWeapon(row.name, tuple(made), note)


def _columns(of: str) -> tuple[Characteristic, ...]:
    """Return the columns that a weapon's row has in a system; none where it is unknown."""
    try:
        return system(of).weapon_characteristics
    except UnknownSystem:
        return ()
