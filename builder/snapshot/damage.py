"""The damage table of an imported model by the wounds it has suffered: what changes of it and of its weapons.

A heading that is neither a characteristic nor a weapon with values that change (an ability) stays a column of its own name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from builder.snapshot.cleaning import line, value
from builder.snapshot.sorting import VARIES, Read
from datasheets.imported import tables
from datasheets.imported.suffered import Line, Starred, lines_of, weapons_for
from datasheets.model import Profile
from datasheets.systems.parts import model_parts

Weapons = Mapping[str, Mapping[str, Any]]
NONE: Weapons = MappingProxyType({})


def damage_lines(
    read: Read, profiles: Sequence[Profile], values: Mapping[str, str], weapons: Weapons = NONE
) -> list[dict[str, Any]]:
    """Return the lines of a damage table as a document has them; none where the profiles are no whole table.

    Args:
        read: the unit.
        profiles: what may be its lines.
        values: the characteristics of the unhurt model.
        weapons: those of the unit by id, as the document has them.
    """
    wounds = tables.number_in(values.get(model_parts(read.system.id)["wounds"].key, "")) or 0
    found = lines_of(read.closure, profiles, read.system, wounds)
    places = _places(read, found, weapons)
    return [_as_written(each, places) for each in found]


def _places(read: Read, lines: Sequence[Line], weapons: Weapons) -> dict[str, tuple[str, str]]:
    """Return for each heading the weapon that it is about ("" for the model), and the column."""
    starred = [_starred_columns(read, weapon) for weapon in weapons.values()]
    starred = [each for each in starred if each.columns]
    known = {column.key for column in read.system.characteristics}
    headings = list(dict.fromkeys(heading for each in lines for heading in each.values))
    others = {each: [row.values.get(each, "") for row in lines] for each in headings if each not in known}
    of_weapons = weapons_for(others, starred)
    return {heading: of_weapons.get(heading, ("", line(heading))) for heading in headings}


def _starred_columns(read: Read, weapon: Mapping[str, Any]) -> Starred:
    rows = [way["characteristics"] for way in weapon["profiles"]]
    columns = (column for column in read.system.weapon_characteristics if any(row.get(column.key) == VARIES for row in rows))
    return Starred(weapon["id"], weapon["name"], tuple(columns))


def _as_written(each: Line, places: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    own: dict[str, str] = {}
    of_weapons: dict[str, dict[str, str]] = {}
    for heading, printed in each.values.items():
        weapon, column = places[heading]
        (of_weapons.setdefault(weapon, {}) if weapon else own)[column] = value(printed)
    row = {"wounds": list(each.wounds), "characteristics": own}
    return {**row, "weapons": of_weapons} if of_weapons else row
