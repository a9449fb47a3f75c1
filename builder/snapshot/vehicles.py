"""Vehicles, support weapons, cards and saves of a native unit, as a roster document has them.

The datasheet's details name rows and weapons by their entries; the document names its own profiles and weapons.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from builder.rules.army import ArmyUnit
from datasheets.evaluation.modified import Effective

Ids = Mapping[str, str]


def special_parts(unit: ArmyUnit, profiles: Mapping[str, list[str]], weapons: Ids) -> dict[str, Any]:
    """Return what only some games have of a unit; nothing where it has none of it.

    Args:
        unit: the unit.
        profiles: the ids of the document's profiles by the entry of their models.
        weapons: the ids of the document's weapons by their entries; others are carried by no model.
    """
    details = unit.details
    vehicles = [_vehicle(each, profiles, weapons) for each in _list(details.get("vehicles"))]
    found = {
        "vehicles": [each for each in vehicles if each["profiles"]],
        "support_weapon": _support_weapon(details.get("support_weapon"), profiles, weapons),
        "cards": _cards(details.get("cards"), profiles),
        "strategy_rating": details.get("strategy_rating"),
    }
    return {key: value for key, value in found.items() if value}


def item_parts(item: Effective) -> dict[str, Any]:
    """Return what wargear gives besides its text, and what a Wargear Card costs."""
    details: Mapping[str, Any] = item.entry.entry.details if item.entry else {}
    found = {key: details.get(key) for key in ("armour", "field_save", "grants", "card")}
    if details.get("card"):
        found["costs"] = details.get("costs")
    return {key: value for key, value in found.items() if value}


def _vehicle(vehicle: Mapping[str, Any], profiles: Mapping[str, list[str]], weapons: Ids) -> dict[str, Any]:
    guns = [{**gun, "weapon": weapons[gun["weapon"]]} for gun in vehicle["guns"] if gun["weapon"] in weapons]
    kept = {key: value for key, value in vehicle.items() if key != "models"}
    return {"profiles": _of(vehicle["models"], profiles), **kept, "guns": guns}


def _support_weapon(weapon: Any, profiles: Mapping[str, list[str]], weapons: Ids) -> dict[str, Any] | None:
    if not isinstance(weapon, Mapping) or weapon["weapon"] not in weapons:
        return None
    return {
        "weapon": weapons[weapon["weapon"]],
        "profiles": _of(weapon["models"], profiles),
        "crew": _of(weapon["crew"], profiles),
        **{key: weapon[key] for key in ("armour", "move", "note")},
    }


def _cards(cards: Any, profiles: Mapping[str, list[str]]) -> dict[str, int]:
    found = cards.items() if isinstance(cards, Mapping) else ()
    return {profile: most for entry, most in found for profile in profiles.get(entry, ())}


def _of(entries: Iterable[str], profiles: Mapping[str, list[str]]) -> list[str]:
    return [profile for entry in entries for profile in profiles.get(entry, ())]


def _list(value: Any) -> Iterable[Mapping[str, Any]]:
    return value if isinstance(value, (list, tuple)) else ()
