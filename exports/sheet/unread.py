"""What of a unit Muster's battles leave out: texts without effects that are not understood, weapons that nobody can use."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.effects.recognition.recognise import Bearer, has_tables, recognise
from datasheets.systems import system
from datasheets.systems.rows import unreadable
from exports.document import Army, Unit


def unread(army: Army, unit: Unit) -> list[str]:
    """Return the names of the weapons, abilities and wargear with such a row or text, in that order; each once."""
    if not has_tables(army.system):
        return []
    columns = system(army.system).weapon_characteristics
    useless = [each.name for each in unit.weapons if any(unreadable(row.characteristics, columns) for row in each.profiles)]
    rows = ((name, recognise(text, bearer, army.system)) for name, text, bearer in _texts(unit))
    return list(dict.fromkeys([*useless, *(name for name, found in rows if not found.understood)]))


def _texts(unit: Unit) -> Iterator[tuple[str, str, Bearer]]:
    for weapon in unit.weapons:
        yield weapon.name, weapon.note, "weapon"
        yield from ((weapon.name, row.abilities, "weapon") for row in weapon.profiles if not row.effects)
    yield from ((row.name, row.text, "unit") for row in unit.abilities if not row.effects)
    yield from ((row.name, row.text, "wargear") for row in unit.wargear if not row.effects)
