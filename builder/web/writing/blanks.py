"""What a new row of a list begins as: what must be there, left blank where only the user can say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import fields

from builder.web.drafts import printed_values
from builder.web.writing.known import Document, options_at
from datasheets.effects.effect import ConditionField, EffectField
from datasheets.fields import Choice, Items, Part, Table
from datasheets.systems import System

Maker = Callable[[Document, System], Any]


def blank(field: fields.Field[Any], pattern: str, document: Document, system: System) -> Any:
    """Return a new value of a field."""
    if pattern in BLANKS:
        return BLANKS[pattern](document, system)
    if isinstance(field, EffectField):
        return {"kind": ""}
    if isinstance(field, ConditionField):
        return {"name": ""}
    if isinstance(field, Part):
        members = {each.data_key or name: each for name, each in field.schema.fields.items()}
        return {
            key: blank(each, f"{pattern}.{key}".lstrip("."), document, system)
            for key, each in members.items()
            if each.required
        }
    if isinstance(field, Items):
        return []
    if isinstance(field, Table):
        return {}
    if isinstance(field, Choice):
        return field.words[0]
    return getattr(field, "least", "") if field.required and hasattr(field, "strict") else ""


def key_for(pattern: str, written: Mapping[str, Any], document: Document, system: System) -> str:
    """Return the key of a new row of a table: the first that is not there yet, blank where users write keys."""
    known = options_at(pattern, document, system) or ()
    return next((value for value, _ in known if value not in written), "")


def free_id(stem: str, taken: Any) -> str:
    """Return an id that none of the rows has."""
    ids = {row.get("id") for row in taken if isinstance(row, dict)} if isinstance(taken, list) else set()
    return next(f"{stem}-{number}" for number in range(1, 1000) if f"{stem}-{number}" not in ids)


def _profile(document: Document, system: System) -> Any:
    return {
        "name": "",
        "number": {"min": 1, "max": 1},
        "characteristics": printed_values(system.characteristics),
        "base": {"shape": "round", "mm": [32]},
        "height": 1.5,
    }


def _way(document: Document, system: System) -> Any:
    return {"name": "", "characteristics": printed_values(system.weapon_characteristics)}


def _power(document: Document, system: System) -> Any:
    psyker = document.get("psyker")
    taken = psyker.get("own_powers") if isinstance(psyker, dict) else None
    return {"id": free_id("power", taken), "name": "", "value": 5, "target": "", "text": ""}


def _vehicle(document: Document, system: System) -> Any:
    hull = {"name": "", "roll": [1, 6], "part": "vehicle", "front": 10, "side": 10}
    return {"models": [], "kind": "tracked", "slow": 8, "combat": 16, "fast": 24, "locations": [hull]}


def _command(document: Document, system: System) -> Any:
    return {"id": free_id("command", document.get("commands")), "name": "", "text": ""}


BLANKS: Mapping[str, Maker] = {
    "commands": _command,
    "profiles": _profile,
    "weapons": lambda document, system: {
        "name": "",
        "profiles": [{"characteristics": printed_values(system.weapon_characteristics)}],
    },
    "weapons.profiles": _way,
    "options": lambda document, system: {
        "id": free_id("option", document.get("options")),
        "text": "",
        "models": [],
        "with": [{}],
    },
    "options.with": lambda document, system: {},
    "psyker": lambda document, system: {"casts": 1, "denies": 1, "powers": [power.id for power in system.powers[:1]]},
    "psyker.own_powers": _power,
    "vehicles": _vehicle,
    "vehicles.crew": lambda document, system: {
        "name": "",
        "number": 1,
        "position": "driver",
        "characteristics": printed_values(system.characteristics),
    },
    "vehicles.locations": lambda document, system: {"name": "", "roll": [1, 6], "part": "vehicle", "front": 10, "side": 10},
    "support_weapon": lambda document, system: {"weapon": _first_name(document, "weapons"), "models": [], "crew": []},
    "cards": lambda document, system: {"models": [], "most": 1},
    "transport": lambda document, system: {"capacity": 10, "admits": [["INFANTRY"]]},
    "costs.steps": lambda document, system: {"models": "", "value": ""},
    "damage_table": lambda document, system: {"profile": _first_row(document), "wounds": [1, 1], "characteristics": {}},
    "keyword_choices": lambda document, system: [],
    "composition.wargear": lambda document, system: {"models": [], "items": {}},
    "composition.wargear.items": lambda document, system: 1,
    "options.replace": lambda document, system: 1,
    "transport.slots": lambda document, system: 2,
}
"""By pattern; of a table, the value of a new key."""


def _first_row(document: Document) -> str:
    return _first_name(document, "profiles")


def _first_name(document: Document, member: str) -> str:
    rows = document.get(member)
    first = rows[0] if isinstance(rows, list) and rows else None
    return str(first.get("name", "")) if isinstance(first, dict) else ""
