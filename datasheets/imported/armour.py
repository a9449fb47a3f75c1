"""What profiles of armour say: the save that nothing modifies, or the armour save."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from datasheets.closure import Closure
from datasheets.imported import tables
from datasheets.imported.datafaxes import armour_of, field_of
from datasheets.model import Profile
from datasheets.systems import System

SAVE, SPECIAL = "Saving Throw", "Special"


def field_in(closure: Closure, profiles: Iterable[Profile], system: System) -> dict[str, Any] | None:
    """Return the first unmodified save among profiles of any kind, None for none."""
    armour = (each for each in profiles if tables.kind_of(closure, each, system) == "armour")
    saves = (field_of(*_values(closure, each, system), each.name) for each in armour)
    return next((each for each in saves if each), None)


def armour_in(closure: Closure, profiles: Iterable[Profile], system: System) -> dict[str, Any] | None:
    """Return the best armour save of profiles of armour, None for none."""
    found = [each for each in (armour_of(*_values(closure, p, system), p.name) for p in profiles) if each]
    return min(found, key=lambda each: (-each["dice"], each["save"])) if found else None


def _values(closure: Closure, profile: Profile, system: System) -> tuple[str, str]:
    values = dict(tables.with_headings(closure, profile, system))
    return values.get(SAVE, ""), values.get(SPECIAL, "")
