"""The datasheet that a new one begins as: the smallest complete one of a system, to be overwritten."""

from __future__ import annotations

from collections.abc import Mapping
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
    "whole": "4",
    "wounds": "1",
    "damage": "1",
    "penetration": "0",
    "strength": "4",
    "range": '24"',
    "weapon-type": "Rapid Fire 1",
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
        "costs": {cost.id: {"base": 1, "steps": []} for cost in system.costs},
        "profiles": [
            {
                "name": model,
                "number": {"min": 1, "max": 1},
                "characteristics": _printed(system.characteristics),
                "base": {"shape": "round", "mm": [32]},
                "height": 1.5,
                "keywords": [],
            }
        ],
        "composition": {"text": "", "wargear": [{"models": [model], "items": {weapon: 1}}]},
        "abilities": [],
        "weapons": [{"name": weapon, "profiles": [{"characteristics": _printed(system.weapon_characteristics)}]}],
        "wargear": [],
        "options": [],
        "keywords": {"faction": [], "other": ["INFANTRY"]},
        "damage_table": [],
        "transport": None,
        "psyker": None,
        "source": {"title": t("draft.source"), "provenance": "homebrew"},
    }


def _printed(columns: tuple[Characteristic, ...]) -> dict[str, str]:
    return {each.key: each.choices[0] if each.choices else PRINTED[each.kind] for each in columns}
