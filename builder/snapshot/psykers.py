"""The psychic part of an imported unit: how many powers it tries and denies, and those that it knows in full."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from builder.snapshot.cleaning import line, prose
from datasheets.closure import Closure
from datasheets.imported import tables
from datasheets.model import Profile
from datasheets.systems import System
from datasheets.systems.armoury import Power
from datasheets.systems.imports import ProfileKind
from datasheets.systems.shape import plain

CASTS, DENIES = ("Cast", "Can Cast"), ("Deny", "Can Deny")
BOTH = ("Cast/Unbind",)
VALUES = ("Warp Charge", "Casting Value")
MOST_POWERS, MOST_ATTEMPTS = 50, 4

Shown = tuple[Mapping[ProfileKind | None, Sequence[Profile]], bool]
"""The profiles of a selection by kind, and whether a player chose it: it is an upgrade that the data do not ask for."""


def psyker_of(
    parts: Iterable[Shown], closure: Closure, system: System, keywords: Container[str] = ()
) -> dict[str, Any] | None:
    """Return the psyker of a unit, None where there is neither a table of one nor a power that it knows.

    A wizard by its keywords knows the powers that all of them know (AOS-SPELL-01). If its data say no number of spells it
    tries `imports.casts` (AOS-Q-04), and denies as many if they say no number of these either (AOS-WIZARD-03). A unit that
    is no wizard by its keywords knows no power but a chosen one: what its data show is one by which others summon it
    (`spells_of_others`).
    """
    parts = list(parts)
    if _knows_none(parts, system, keywords):
        return None
    profiles = [(kind, profile) for found, _ in parts for kind, each in found.items() for profile in each]
    own = (each for each in profiles if each[0] == "psyker" and not _is_power(closure, *each, system))
    psykers = [tables.values_of(closure, profile, system) for _, profile in own]
    spells = (each for each in profiles if each[0] == "power" or _is_power(closure, *each, system))
    powers = {profile.name: _power(closure, profile, system) for _, profile in spells}
    for power in system.powers:
        texts = " ".join(value for values in psykers for value in values.values()).casefold()
        if power.name.casefold() in texts and power.name not in powers:
            powers[power.name] = _power_row(power)
    if not psykers and not powers:
        return None
    known = [power for power in system.powers if power.known_by and power.known_by in keywords]
    powers |= {power.name: _power_row(power) for power in known if power.name not in powers}
    unsaid = system.imports.casts if known else 0
    is_silent = not any(heading in values for values in psykers for heading in (*DENIES, *BOTH))
    return {
        "casts": max((_first(values, CASTS) or _half(values, 0) for values in psykers), default=0) or unsaid,
        "denies": unsaid if is_silent else max(_first(values, DENIES) or _half(values, 1) for values in psykers),
        "powers": [{**power, "id": power["id"] or f"k{at}"} for at, power in enumerate(powers.values(), 1)][:MOST_POWERS],
    }


def spells_of_others(
    parts: Iterable[Shown], closure: Closure, system: System, keywords: Container[str]
) -> Iterator[tuple[str, str]]:
    """Yield names and texts of the powers that a unit shows without being one of those who know any."""
    parts = list(parts)
    shown = (found.get("power", ()) for found, _ in parts) if _knows_none(parts, system, keywords) else ()
    for profile in (each for profiles in shown for each in profiles):
        yield line(profile.name), prose(tables.text_of(closure, profile, system))


def _knows_none(parts: Sequence[Shown], system: System, keywords: Container[str]) -> bool:
    """Whether a unit is no wizard by its tables, its choices and its keywords, in a system where these say it."""
    words = [power.known_by for power in system.powers if power.known_by]
    is_told = any("psyker" in found or ("power" in found and is_chosen) for found, is_chosen in parts)
    return bool(words) and not is_told and not any(word in keywords for word in words)


def _is_power(closure: Closure, kind: ProfileKind | None, profile: Profile, system: System) -> bool:
    """Whether a table of a psyker is a power: authors write the value that it needs where the number of attempts stands."""
    written = tables.values_of(closure, profile, system)
    value = next((written[each] for each in BOTH if each in written), "") if kind == "psyker" else ""
    return value.isdecimal() and int(value) > MOST_ATTEMPTS


def _power(closure: Closure, profile: Profile, system: System) -> dict[str, Any]:
    """Return a power: as our system has it where it is one of the core rules, else as it is written."""
    core = next((each for each in system.powers if each.name.casefold() == profile.name.strip().casefold()), None)
    if core:
        return _power_row(core)
    values = tables.values_of(closure, profile, system)
    inches = values.get("Range", "").strip()
    return {
        "id": "",
        "name": line(profile.name),
        "value": _first(values, (*VALUES, *BOTH)),
        "step": 0,
        "range_in": tables.number_in(inches) if inches[:1].isdigit() else None,
        "target": "",
        "duration": "",
        "keywords": [],
        "text": prose("\n".join(value for heading, value in values.items() if heading not in (*VALUES, *BOTH, "Range"))),
        "effects": [],
    }


def _power_row(power: Power) -> dict[str, Any]:
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


def _half(values: Mapping[str, str], place: int) -> int:
    """Return one of two numbers in one column, "2/1"; a single one is both."""
    written = next((values[each] for each in BOTH if each in values), "").split("/")
    return tables.number_in(written[place] if place < len(written) else written[0]) or 0
