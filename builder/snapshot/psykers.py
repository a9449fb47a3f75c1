"""The psychic part of an imported unit: how many powers it tries and denies, and those that it knows in full."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from builder.snapshot.cleaning import line, prose
from datasheets.closure import Closure
from datasheets.evaluation.result import Effective
from datasheets.imported import tables
from datasheets.model import Profile
from datasheets.systems import System
from datasheets.systems.armoury import Power
from datasheets.systems.imports import ProfileKind
from datasheets.systems.shape import plain

CASTS, DENIES = ("Cast", "Can Cast"), ("Deny", "Can Deny")
MOST_POWERS = 50

Shown = tuple[Mapping[ProfileKind | None, Sequence[Profile]], Effective]


def psyker_of(parts: Iterable[Shown], closure: Closure, system: System) -> dict[str, Any] | None:
    """Return the psyker of a unit, None where there is neither a table of one nor a power."""
    profiles = [(kind, profile) for found, _ in parts for kind, each in found.items() for profile in each]
    psykers = [tables.values_of(closure, profile, system) for kind, profile in profiles if kind == "psyker"]
    powers = {profile.name: _power(closure, profile, system) for kind, profile in profiles if kind == "power"}
    for power in system.powers:
        texts = " ".join(value for values in psykers for value in values.values()).casefold()
        if power.name.casefold() in texts and power.name not in powers:
            powers[power.name] = _known(power)
    if not psykers and not powers:
        return None
    return {
        "casts": max((_first(values, CASTS) for values in psykers), default=0),
        "denies": max((_first(values, DENIES) for values in psykers), default=0),
        "powers": [{**power, "id": power["id"] or f"k{at}"} for at, power in enumerate(powers.values(), 1)][:MOST_POWERS],
    }


def _power(closure: Closure, profile: Profile, system: System) -> dict[str, Any]:
    """Return a power: as our system has it where it is one of the core rules, else as it is written."""
    core = next((each for each in system.powers if each.name.casefold() == profile.name.strip().casefold()), None)
    if core:
        return _known(core)
    values = tables.values_of(closure, profile, system)
    inches = values.get("Range", "").strip()
    return {
        "id": "",
        "name": line(profile.name),
        "value": tables.number_in(values.get("Warp Charge", "")) or 0,
        "step": 0,
        "range_in": tables.number_in(inches) if inches[:1].isdigit() else None,
        "target": "",
        "duration": "",
        "keywords": [],
        "text": prose("\n".join(value for heading, value in values.items() if heading not in ("Warp Charge", "Range"))),
        "effects": [],
    }


def _known(power: Power) -> dict[str, Any]:
    return {
        "id": power.id,
        "name": power.name,
        "value": power.value,
        "step": power.step,
        "range_in": power.range_in,
        "target": power.target,
        "duration": power.duration,
        "keywords": list(power.keywords),
        "text": power.text,
        "effects": plain(power.effects),
    }


def _first(values: Mapping[str, str], headings: Iterable[str]) -> int:
    return next((tables.number_in(values[each]) or 0 for each in headings if each in values), 0)
