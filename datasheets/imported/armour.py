"""What profiles of armour, and texts that begin with a save, say: the save that nothing modifies, or the armour save."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from datasheets.closure import Closure
from datasheets.imported import tables
from datasheets.imported.datafaxes import armour_of, field_of, stated_save
from datasheets.model import Profile
from datasheets.systems import System

SAVE, SPECIAL = "Saving Throw", "Special"


def field_in(closure: Closure, profiles: Iterable[Profile], system: System) -> dict[str, Any] | None:
    """Return the first unmodified save among profiles of any kind, None for none."""
    saves = (field_of(*written) for written in _saves(closure, profiles, system))
    return next((each for each in saves if each), None)


def field_in_text(text: str, system: System) -> dict[str, Any] | None:
    """Return the unmodified save that a rule begins with, None for none, and where no game has such saves."""
    said = stated_save(text) if "armour" in system.imports.profiles.values() else ""
    return field_of(said, "") if said else None


def armour_in(closure: Closure, profiles: Iterable[Profile], system: System) -> dict[str, Any] | None:
    """Return the best armour save among profiles of any kind, None for none."""
    found = [each for each in (armour_of(*written) for written in _saves(closure, profiles, system)) if each]
    return min(found, key=lambda each: (-each["dice"], each["save"])) if found else None


def _saves(closure: Closure, profiles: Iterable[Profile], system: System) -> Iterator[tuple[str, str, str]]:
    """Yield saves as they are written, with what is said of them and the name of what gives them."""
    for profile in profiles:
        kind, values = tables.kind_of(closure, profile, system), dict(tables.with_headings(closure, profile, system))
        if kind == "armour":
            yield values.get(SAVE, ""), values.get(SPECIAL, ""), profile.name
        elif kind is None and "armour" in system.imports.profiles.values():
            yield from ((text, "", profile.name) for text in map(stated_save, values.values()) if text)
