"""The datasheets that a new one can begin as: nothing at all, or small complete ones of a system, to be overwritten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from builder.web.rendering import t
from datasheets.systems import System
from datasheets.systems.system import Characteristic
from datasheets.values import Kind

PRINTED: Mapping[Kind, str] = {
    "text": "-",
    "distance": '6"',
    "target": "4+",
    "number": "4",
    "whole": "1",
    "wounds": "1",
    "damage": "1",
    "penetration": "0",
    "strength": "4",
    "range": '24"',
    "reach": '1"',
    "weapon-type": "Rapid Fire 1",
    "score": "3",
    "band": "12",
    "radius": "-",
    "hit-modifier": "0",
    "hit-strength": "4",
    "hit-damage": "1",
    "save-modifier": "-1",
    "armour-penetration": "D6+4",
    "count": "-",
}
"""A value of every kind as it is printed."""


def first_draft(system: System, catalogue: str) -> dict[str, Any]:
    """Return a datasheet with one model and one weapon."""
    model, weapon = t("draft.model"), t("draft.weapon")
    return {
        "schema": "muster.datasheet/1",
        "id": "new-unit",
        "system": system.id,
        "catalogue": catalogue,
        "name": t("draft.unit"),
        "role": system.roles[0].id if system.roles else None,
        "costs": {cost.id: {"base": 1, "steps": []} for cost in system.costs if not cost.optional},
        "profiles": [
            {
                "name": model,
                "number": {"min": 1, "max": 1},
                "characteristics": printed_values(system.characteristics),
                "base": {"shape": "round", "mm": [32]},
                "height": 1.5,
                "keywords": [],
            }
        ],
        "composition": {"text": "", "wargear": [{"models": [model], "items": {weapon: 1}}]},
        "abilities": [],
        "weapons": [{"name": weapon, "profiles": [{"characteristics": printed_values(system.weapon_characteristics)}]}],
        "wargear": [],
        "options": [],
        "keywords": {"faction": [], "other": ["INFANTRY"]},
        "damage_table": [],
        "transport": None,
        "psyker": None,
        "source": {"title": t("draft.source"), "provenance": "homebrew"},
    }


def printed_values(columns: tuple[Characteristic, ...]) -> dict[str, str]:
    """Return a value for each of the columns, as it is printed."""
    return {each.key: each.choices[0] if each.choices else PRINTED[each.kind] for each in columns}


def blank_draft(system: System, catalogue: str) -> dict[str, Any]:
    """Return a datasheet in which nothing is said yet; it is not right before something is."""
    nothing = dict.fromkeys((each.key for each in system.characteristics), "")
    row = {
        "name": "",
        "number": {"min": 1, "max": 1},
        "characteristics": nothing,
        "base": _ROUND,
        "height": 1.5,
        "keywords": [],
    }
    costs = {cost.id: {"base": 0} for cost in system.costs if not cost.optional}
    empty = {
        "id": "",
        "name": "",
        "costs": costs,
        "profiles": [row],
        "weapons": [],
        "keywords": {"faction": [], "other": []},
    }
    return first_draft(system, catalogue) | empty | {"composition": {"text": "", "wargear": []}}


def squad_draft(system: System, catalogue: str) -> dict[str, Any]:
    """Return a unit of two kinds of models with a choice of weapons and an ability."""
    made = first_draft(system, catalogue)
    model, leader, weapon, better = (t(f"draft.{each}") for each in ("model", "leader", "weapon", "special-weapon"))
    (row,) = made["profiles"]
    (gun,) = made["weapons"]
    return made | {
        "id": "",
        "name": t("draft.squad"),
        "profiles": [row | {"name": leader}, row | {"number": {"min": 4, "max": 9}}],
        "composition": {"text": t("draft.composition"), "wargear": [{"models": [leader, model], "items": {weapon: 1}}]},
        "weapons": [gun, gun | {"name": better}],
        "options": [
            {
                "id": "option-1",
                "text": t("draft.option"),
                "models": [model],
                "replace": {weapon: 1},
                "with": [{better: 1}],
                "limit": {"per_models": 5, "each": 1},
            }
        ],
        "abilities": [{"name": t("draft.ability"), "text": t("draft.ability-text")}],
    }


def vehicle_draft(system: System, catalogue: str) -> dict[str, Any]:
    """Return one model with many wounds, a damage table and room for passengers."""
    made = first_draft(system, catalogue)
    (row,) = made["profiles"]
    wounds = next(each.key for each in system.characteristics if each.kind == "wounds")
    changing = next(each for each in system.characteristics if each.kind == "distance")
    name = t("draft.vehicle")
    bands = (([6, 10], '12"'), ([3, 5], '8"'), ([1, 2], '4"'))
    wargear = [{**each, "models": [name]} for each in made["composition"]["wargear"]]
    return made | {
        "id": "",
        "name": name,
        "profiles": [
            row
            | {
                "name": name,
                "characteristics": row["characteristics"] | {wounds: "10", changing.key: "*"},
                "base": {"shape": "hull", "mm": [120, 80]},
                "height": 3,
            }
        ],
        "composition": {"text": "", "wargear": wargear},
        "damage_table": [
            {"profile": name, "wounds": band, "characteristics": {changing.key: distance}} for band, distance in bands
        ],
        "transport": {"capacity": 10, "admits": [["INFANTRY"]]},
        "keywords": {"faction": [], "other": ["VEHICLE", "TRANSPORT"]},
    }


def psyker_draft(system: System, catalogue: str) -> dict[str, Any]:
    """Return one model that manifests psychic powers."""
    made = first_draft(system, catalogue)
    return made | {
        "id": "",
        "name": t("draft.psyker"),
        "psyker": {"casts": 1, "denies": 1, "powers": [power.id for power in system.powers[:1]]},
        "keywords": {"faction": [], "other": _keywords_of_psykers(system)},
    }


def _keywords_of_psykers(system: System) -> list[str]:
    """Return the keywords of a hero who knows the powers that the rules give to everybody of a kind."""
    leader, known_by = system.leader, (power.known_by for power in system.powers if power.known_by)
    return ["INFANTRY", *filter(None, [leader.usual if leader else ""]), *dict.fromkeys(known_by)]


def beginnings(system: System) -> tuple[str, ...]:
    """Return the names of what a new datasheet of a system can begin as."""
    kinds = {each.kind for each in system.characteristics}
    has_tables = {"wounds", "distance"} <= kinds and (system.rule("damage-table") or system.rule("weapon-table"))
    lacking = {name for name, there in (("vehicle", has_tables), ("psyker", system.powers)) if not there}
    return tuple(name for name in BEGINNINGS if name not in lacking)


_ROUND: Mapping[str, Any] = {"shape": "round", "mm": [32]}
BEGINNINGS: Mapping[str, Callable[[System, str], dict[str, Any]]] = {
    "blank": blank_draft,
    "model": first_draft,
    "squad": squad_draft,
    "vehicle": vehicle_draft,
    "psyker": psyker_draft,
}
"""What a new datasheet can begin as, by name."""
