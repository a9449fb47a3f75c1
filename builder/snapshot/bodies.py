"""The rows of characteristics of an imported unit: which one each of its models goes by, and their damage tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.snapshot.cleaning import line
from builder.snapshot.damage import NONE, Weapons, damage_lines
from builder.snapshot.imported_vehicles import armour_for
from builder.snapshot.items import printed_values
from builder.snapshot.sorting import Read
from datasheets.evaluation.tree import Selection
from datasheets.imported import tables
from datasheets.imported.mending import invulnerable, is_by_attack
from datasheets.imported.naming import best_named
from datasheets.model import Profile
from datasheets.systems import System
from datasheets.systems.parts import key_of
from datasheets.systems.rows import unreadable
from resolver.engine.registry import playable

NO_SAVE = "-"
Family = list[Profile]
"""Unit profiles that are the rows of one damage table, the unhurt first; mostly it is one."""


@dataclass(frozen=True, slots=True)
class Bodies:
    """The rows of a unit, the id of the row that each model selection goes by, and the saves that its values say besides.

    A model whose row cannot be read has none where battles are played, which would be refused with it; where none are,
    sheets print its row as the data have it.
    """

    rows: list[dict[str, Any]]
    of_group: Mapping[str, str]
    saves: tuple[str, ...]


def bodies_of(read: Read, weapons: Weapons = NONE) -> Bodies:
    """Return the rows of characteristics of a unit; `weapons` are those that its models carry, as the document has them."""
    rows: list[dict[str, Any]] = []
    of_group: dict[str, str] = {}
    saves: dict[str, str] = {}
    save = key_of(read.system.characteristics, "save")
    for group in read.unit.groups:
        for at, family in enumerate(_of_model(read, group)):
            id = _keep(rows, _row(read, group, family, weapons, is_first=at == 0))
            if at == 0:
                saves[family[0].name] = read.values(family[0]).get(save, "")
                if _is_usable(_values(read, read.values(family[0])), read.system):
                    of_group[group.uid] = id
    return Bodies(rows, of_group, tuple(_told_saves(read, saves)))


def _is_usable(values: Mapping[str, str], system: System) -> bool:
    """Whether a model may go by a row: all of it can be read, or no battle reads it."""
    return system.id not in playable() or unreadable(values, system.characteristics) is None


def _of_model(read: Read, group: Selection) -> list[Family]:
    """Return the rows that a model shows, the one that it goes by first.

    One that shows none goes by the row of the unit that fits its name best, or else by that of another model, or of one that
    the unit may have.
    """
    own = _families(read.of("unit", group))
    if own:
        return _best_first(own, group.name)
    unit = read.unit.selection
    for others in (read.of("unit", None, unit), read.of("unit", *read.unit.groups), _of_entries(read)):
        if others:
            return _best_first(_families(others), group.name)[:1]
    return []


def _of_entries(read: Read) -> list[Profile]:
    """Return the rows of all models that a unit may have, as the data show them."""
    entries = read.unit.models.entries.values() if read.unit.models else ()
    shown = (profile for entry in entries for profile in tables.profiles_shown(read.closure, entry))
    return [profile for profile in shown if tables.kind_of(read.closure, profile, read.system) == "unit"]


def _best_first(families: Sequence[Family], name: str) -> list[Family]:
    best = best_named([tables.name_of(family[0]) for family in families], name)
    return [families[best], *(family for at, family in enumerate(families) if at != best)]


def _families(profiles: Sequence[Profile]) -> list[Family]:
    """Return profiles with those that are the rows of their damage table behind them, the unhurt first."""
    families: dict[str, list[tuple[int, Profile]]] = {}
    for profile in profiles:
        found = tables.wound_band(profile)
        families.setdefault(tables.name_of(profile), []).append((found[1][0] if found else 0, profile))
    return [[profile for _, profile in sorted(each, key=lambda row: -row[0])] for each in families.values()]


def _row(read: Read, group: Selection, family: Family, weapons: Weapons, *, is_first: bool) -> dict[str, Any]:
    """Return a row; a further one of a model, as its pilot's, has no damage table that begins above its wounds."""
    values = _values(read, read.values(family[0]))
    tracks = read.of("wounds", group) or read.of("wounds", None)
    if read.system.wounds_counted == "suffered":
        return {**_plain_row(read, group, family, values), "damage_table": damage_lines(read, tracks, values, weapons)}
    table = tables.damage_table(read.closure, tracks, read.system, read.varying)
    number = tables.number_in(values.get(key_of(read.system.characteristics, "wounds"), ""))
    if table and number and not is_first and number < max(low for low, _, _ in table.rows):
        table = None
    table, most = table or _table(read, family, values), number or 1
    return {
        **_plain_row(read, group, family, values),
        "damage_table": [
            {"wounds": [low, max(low, most) if high is None else high], "characteristics": changed}
            for low, high, changed in _readable(table, read.system)
        ],
    }


def _plain_row(read: Read, group: Selection, family: Family, values: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": "",
        "name": line(tables.name_of(family[0])),
        "type": "unit",
        "characteristics": values,
        "base": None,
        "height": None,
        "keywords": list(read.unit.keywords_of(group)),
        **({"armour": armour} if (armour := armour_for(read, group)) else {}),
    }


def _values(read: Read, written: Mapping[str, str]) -> dict[str, str]:
    """Return the values of a row, mended; without a Save where two saves are written, each for one kind of attack."""
    made = printed_values(written, read.system.characteristics)
    save = key_of(read.system.characteristics, "save")
    return {**made, save: NO_SAVE} if is_by_attack(written.get(save, ""), read.rules) else made


def _table(read: Read, family: Family, unhurt: Mapping[str, str]) -> tables.DamageTable | None:
    """Return the damage table that unit profiles are the rows of: what each says otherwise than the unhurt one."""
    rows, wounds = [], key_of(read.system.characteristics, "wounds")
    for profile in family:
        found = tables.wound_band(profile)
        if found:
            values = read.values(profile)
            stated = {each: value for each, value in values.items() if value not in tables.NOTHING and each != wounds}
            rows.append((*found[1], _values(read, stated)))
    varying = {heading for _, _, changed in rows for heading in changed if changed[heading] != unhurt.get(heading)}
    kept = [(low, high, {each: row[each] for each in row if each in varying}) for low, high, row in rows]
    return tables.DamageTable(tuple(kept)) if len(rows) > 1 and varying else None


def _readable(table: tables.DamageTable | None, system: System) -> Iterator[tuple[int, int | None, dict[str, str]]]:
    """Yield the rows of a damage table with what can be read of them, and what is no characteristic as it is written."""
    known = {column.key for column in system.characteristics}
    for low, high, values in table.rows if table else ():
        columns = [column for column in system.characteristics if column.key in values]
        changed = printed_values(values, columns)
        read = {each.key: changed[each.key] for each in columns if unreadable(changed, [each]) is None}
        yield low, high, read | {line(key): line(value) for key, value in values.items() if key not in known}


def _keep(rows: list[dict[str, Any]], row: dict[str, Any]) -> str:
    """Return the id of an equal row, or put this one there under a new one."""
    same = next((each for each in rows if {**each, "id": ""} == row), None)
    if same is None:
        same = {**row, "id": f"p{len(rows) + 1}"}
        rows.append(same)
    return str(same["id"])


def _told_saves(read: Read, saves: Mapping[str, str]) -> Iterator[str]:
    """Say in words what some authors write with the Save of models, by their name: "5+/4+"."""
    alike = len(set(saves.values())) == 1
    for name, value in saves.items():
        for save in invulnerable(value, read.rules):
            yield f"{'Models in this unit' if alike else f'{name} models'} have a {save}."
