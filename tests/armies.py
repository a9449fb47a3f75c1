"""Armies as roster documents: golden ones, those that come with Muster, and of these some units alone."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from builder.operations.table import apply_all
from builder.services.bundled import samples
from builder.snapshot.document import snapshot
from datasheets.evaluation.tree import Roster
from exports.document import RosterDocument, document_from
from tests.rules.playing import BUNDLED, judge_roster

GOLDEN = Path(__file__).parent / "golden" / "roster"


def army(name: str = "sunward-host") -> dict[str, Any]:
    """Return a golden roster document."""
    document: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return document


@cache
def sample(id: str) -> RosterDocument:
    """A sample roster as a document."""
    found = next(each for each in samples() if each.id == id)
    if not isinstance(found.written, list):
        return document_from(found.written)
    roster = apply_all(Roster(found.system, id), found.written, BUNDLED)
    return snapshot(roster, BUNDLED, judge_roster(roster, fixes=False))


def few(id: str, *names: str, **abilities: dict[str, Any]) -> RosterDocument:
    """Some units of a sample roster, each with an effect more: the unit's id or "every" is the key."""
    data = json.loads(sample(id).to_bytes())
    army = data["army"]
    army["units"] = [unit for unit in army["units"] if not names or unit["name"] in names]
    kept = {each["id"] for unit in army["units"] for each in (unit, *unit["models"])}
    army["declarations"] = [each for each in army["declarations"] if each["subject"] in kept]
    army["model_count"] = sum(group["number"] for unit in army["units"] for group in unit["models"])
    for unit in army["units"]:
        for effect in (abilities[key] for key in ("every", unit["id"]) if key in abilities):
            row = {"name": "Given", "text": "Given for a test.", "aura": False, "external": False, "effects": [effect]}
            unit["abilities"].append(row)
    return document_from(data)
