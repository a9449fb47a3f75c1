"""Units' cards as pages show them: of a datasheet as it is written, and of a unit as it was mustered.

Both become a `Card`, which one macro draws. A card of a datasheet has everything that may be chosen, a unit's what it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from builder.web.special_parts import VehicleView, armour_of, facts_of, vehicles_of
from datasheets.model import Entry, Profile
from datasheets.systems import System
from datasheets.systems.shape import plain
from datasheets.systems.system import Characteristic
from exports.document.damage import DamageTable, damage_table
from exports.document.model import Profile as UnitProfile
from exports.document.model import Unit
from exports.document.shape import plain as plain_data

Plain = Mapping[str, Any]
LINE = ("wounds", "characteristics", "weapons")


@dataclass(frozen=True, slots=True)
class Card:
    """What a card shows, in the order of paper. `profiles`, `weapons`, `wargear`, `abilities` are rows of plain data.

    `system` is the id of the game, whose own words a card says.
    """

    columns: tuple[Characteristic, ...]
    weapon_columns: tuple[Characteristic, ...]
    profiles: Sequence[Plain]
    weapons: Sequence[Plain]
    system: str = ""
    wargear: Sequence[Plain] = ()
    abilities: Sequence[Plain] = ()
    psyker: Plain | None = None
    commands: Sequence[Plain] = ()
    transport: Plain | None = None
    composition: str = ""
    options: Sequence[str] = ()
    vehicles: Sequence[VehicleView] = ()
    facts: Sequence[tuple[str, str]] = ()
    keywords: Sequence[tuple[str, Sequence[str]]] = field(default_factory=tuple)

    @property
    def damage_tables(self) -> list[tuple[str, DamageTable]]:
        """The damage tables that also say what becomes of weapons, each with the name of its model."""
        rows = [(row["name"], row["damage"]) for row in self.profiles]
        order = [column.key for column in (*self.columns, *self.weapon_columns)]
        tables = [(name, damage_table(map(itemgetter(*LINE), lines), order)) for name, lines in rows]
        return [(name, table) for name, table in tables if table.has_weapons]


def card_of_entry(entry: Entry, system: System, faction: str, other: str) -> Card:
    """Return the card of a native datasheet. `faction` and `other` are the headings of its two groups of keywords."""
    models = [model for model in entry.entries if model.type == "model"]
    items = [item for item in (models[0].entries if models else ()) if not item.details.get("card")]
    details: Plain = entry.details
    names = {each.id: each.name for model in models for each in (model, *model.entries)}
    return Card(
        columns=system.characteristics,
        weapon_columns=system.weapon_characteristics,
        system=system.id,
        profiles=[_row(model, {item.id: item.name for item in items}) for model in models],
        weapons=[_weapon(item) for item in items if item.details.get("kind") == "weapon"],
        wargear=[_text(each.name, each.details["text"]) for each in items if each.details.get("kind") == "wargear"],
        abilities=[_text(each.name, each.description, each.details) for each in entry.rules],
        psyker=_psyker(details.get("psyker")),
        commands=[_text(each["name"], each["text"]) for each in details.get("commands", ())],
        transport=details.get("transport"),
        composition=details.get("composition", ""),
        options=[bullet.text for bullet in entry.loadout.bullets if "/card/" not in bullet.id] if entry.loadout else (),
        vehicles=vehicles_of(details.get("vehicles"), names, system),
        facts=facts_of(details, names),
        keywords=_keywords(details.get("keywords", {}), faction, other, models),
    )


def card_of_unit(unit: Unit, system: System, faction: str, other: str, *, leads: bool = True) -> Card:
    """Return the card of a unit of a roster document: what its models have, and its keywords as they were chosen.

    `leads`: whether the army's leader is in it; only then its Strategy Rating is the army's (2E-R-SETUP-07).
    """
    names = {profile.id: profile.name for profile in unit.profiles} | {weapon.id: weapon.name for weapon in unit.weapons}
    return Card(
        columns=system.characteristics,
        weapon_columns=system.weapon_characteristics,
        system=system.id,
        profiles=[
            {
                "name": each.name,
                "number": "",
                "characteristics": each.characteristics,
                "damage": _damage(unit, each),
                "armour": armour_of(plain_document(each)),
            }
            for each in unit.profiles
        ],
        weapons=[
            {"name": each.name, "note": each.note, "profiles": [_profile(way) for way in each.profiles]}
            for each in unit.weapons
        ],
        wargear=[_text(each.name, each.text) for each in unit.wargear],
        abilities=[_text(each.name, each.text, plain(each)) for each in unit.abilities],
        psyker=_psyker(plain(unit.psyker)),
        commands=[_text(each.name, each.text) for each in unit.commands],
        transport={"capacity": unit.transport.capacity, "text": unit.transport.text} if unit.transport else None,
        vehicles=vehicles_of([plain_document(each) for each in unit.vehicles], names, system),
        facts=facts_of(plain_document(unit if leads else replace(unit, strategy_rating=None)), names),
        keywords=((faction, unit.keywords.faction), (other, unit.keywords.other)),
    )


def plain_document(value: object) -> Plain:
    """Return a part of a roster document as plain data."""
    made = plain_data(value)
    return made if isinstance(made, dict) else {}


def _row(model: Entry, items: Mapping[str, str]) -> Plain:
    numbers = {constraint.type: constraint.value for constraint in model.constraints}
    least, most = numbers.get("min"), numbers.get("max")
    profile = model.profiles[0]
    lines: Any = profile.details.get("damage_table", ())
    return {
        "name": model.name,
        "number": f"{least}" if least == most else f"{least}–{most}",
        "characteristics": profile.characteristics,
        "damage": [{**line, "weapons": _by_name(line.get("weapons", {}), items)} for line in lines],
        "armour": armour_of(profile.details),
    }


def _weapon(item: Entry) -> Plain:
    return {"name": item.name, "note": item.details.get("note", ""), "profiles": [_way(each) for each in item.profiles]}


def _way(profile: Profile) -> Plain:
    return {"characteristics": profile.characteristics, "name": "", "abilities": "", **profile.details}


def _profile(way: Any) -> Plain:
    return {"name": way.name, "characteristics": way.characteristics, "abilities": way.abilities}


def _damage(unit: Unit, row: UnitProfile) -> list[Plain]:
    names = {weapon.id: weapon.name for weapon in unit.weapons}
    return [
        {"wounds": line.wounds, "characteristics": line.characteristics, "weapons": _by_name(line.weapons, names)}
        for line in row.damage_table
    ]


def _by_name(weapons: Mapping[str, Plain], names: Mapping[str, str]) -> Plain:
    return {names.get(id, id): values for id, values in weapons.items()}


def _psyker(found: Plain | None) -> Plain | None:
    return found and {**found, "powers": [_text(power["name"], power["text"]) for power in found["powers"]]}


def _text(name: str, text: Any, marks: Plain = MappingProxyType({})) -> Plain:
    return {"name": name, "text": text, "aura": marks.get("aura", False), "external": marks.get("external", False)}


def _keywords(groups: Plain, faction: str, other: str, models: Iterable[Entry]) -> list[tuple[str, Sequence[str]]]:
    own: list[tuple[str, Sequence[str]]] = [(model.name, _words(model.details.get("keywords"))) for model in models]
    return [(faction, groups.get("faction", ())), (other, groups.get("other", ())), *own]


def _words(found: object) -> Sequence[str]:
    return [str(word) for word in found] if isinstance(found, Sequence) else ()
