"""Pieces of a unit in a roster document: profiles, weapons, wargear, abilities, with chosen keywords put into texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from builder.snapshot.vehicles import item_parts
from datasheets.evaluation.modified import Effective
from datasheets.keywords import substitute
from datasheets.model import Profile, Rule

Chosen = Mapping[str, str]


def amount(value: Decimal) -> int | float:
    """Return a decimal as a JSON number."""
    return int(value) if value == value.to_integral_value() else float(value)


def substituted_all(value: Any, chosen: Chosen) -> Any:
    """Return plain data with every angle-bracket keyword in its texts replaced by what was chosen (9E-KEY-08)."""
    if isinstance(value, str):
        return substitute(value, chosen)
    if isinstance(value, Mapping):
        return {key: substituted_all(each, chosen) for key, each in value.items()}
    if isinstance(value, Sequence):
        return [substituted_all(each, chosen) for each in value]
    return value


def ability(rule: Rule, chosen: Chosen) -> dict[str, Any]:
    """Return a rule of a unit."""
    return {
        "name": rule.name,
        "text": substitute(rule.description, chosen),
        "aura": bool(rule.details.get("aura", False)),
        "external": bool(rule.details.get("external", False)),
        "effects": substituted_all(rule.details.get("effects", ()), chosen),
    }


def profile(id: str, found: Profile, keywords: Iterable[str], weapons: Mapping[str, str]) -> dict[str, Any]:
    """Return a row of characteristics with its base, height and damage table, as far as the data know them.

    Args:
        id: its id in the document.
        found: the row.
        keywords: those of every model with it.
        weapons: the ids of the weapons that are there, by item; a damage table says nothing of others.
    """
    table: Any = found.details.get("damage_table", ())
    return {
        "id": id,
        "name": found.name,
        "type": found.type,
        "characteristics": dict(found.characteristics),
        "base": found.details.get("base"),
        "height": found.details.get("height"),
        "keywords": list(keywords),
        "damage_table": [_damage_row(line, weapons) for line in table],
        **{key: found.details[key] for key in ("armour", "steed", "size") if found.details.get(key)},
    }


def _damage_row(line: Mapping[str, Any], weapons: Mapping[str, str]) -> dict[str, Any]:
    of_weapons = {weapons[item]: values for item, values in line.get("weapons", {}).items() if item in weapons}
    kept = {key: value for key, value in line.items() if key != "weapons"}
    return {**kept, "weapons": of_weapons} if of_weapons else kept


def weapon(id: str, item: Effective, chosen: Chosen) -> dict[str, Any]:
    """Return a weapon that some model has."""
    details = item.entry.entry.details if item.entry else {}
    return {
        "id": id,
        "name": item.name,
        "note": substitute(str(details.get("note", "")), chosen),
        "profiles": [_weapon_profile(each, chosen) for each in item.profiles],
        **{key: value for key, value in item_parts(item).items() if key in ("card", "costs")},
    }


def wargear(id: str, item: Effective, chosen: Chosen) -> dict[str, Any]:
    """Return other equipment that some model has."""
    details = item.entry.entry.details if item.entry else {}
    return {
        "id": id,
        "name": item.name,
        "text": substitute(str(details.get("text", "")), chosen),
        "effects": substituted_all(details.get("effects", ()), chosen),
        **item_parts(item),
    }


def _weapon_profile(found: Profile, chosen: Chosen) -> dict[str, Any]:
    return {
        "name": str(found.details.get("name", found.name)),
        "characteristics": dict(found.characteristics),
        "abilities": substitute(str(found.details.get("abilities", "")), chosen),
        "effects": substituted_all(found.details.get("effects", ()), chosen),
        **({"traits": found.details["traits"]} if found.details.get("traits") else {}),
    }
