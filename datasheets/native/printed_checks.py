"""Checks of printed values: every characteristic of the system is there and can be read; damage tables are complete.

Where the system has weapons that grow weaker with their bearer (AOS-Q-30), "*" may stand in a weapon's profile, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from datasheets.fields import document_message, unknown
from datasheets.native.schema import DamageRow, DatasheetWeapon, ProfileRow
from datasheets.problems import Problem, escape
from datasheets.systems import System
from datasheets.systems.rows import is_within, with_usual_values
from datasheets.systems.system import Characteristic
from datasheets.values import Dice, Distance, Mark, Value, mark, read
from datasheets.values.printed import MARKED, how_written

Parts = Mapping[str, Any]


def profile_values(parts: Parts, system: System) -> Iterator[Problem]:
    """Check the characteristics of all rows of the profiles, and that those are alike which a unit shares (GRW-Q-91)."""
    for place, row in enumerate(parts["profiles"]):
        path = f"/profiles/{place}/characteristics"
        yield from check_values(path, row.characteristics, system.characteristics, table=has_tables(system))
        yield from _check_shared(path, row.characteristics, parts["profiles"][0].characteristics, system)


def weapon_values(parts: Parts, system: System) -> Iterator[Problem]:
    """Check the characteristics of all weapon profiles, and that a melee weapon is one in all of them."""
    for place, weapon in enumerate(parts["weapons"]):
        for number, profile in enumerate(weapon.profiles):
            path = f"/weapons/{place}/profiles/{number}/characteristics"
            table = bool(system.rule("weapon-table"))
            values = with_usual_values(profile.characteristics, system.weapon_characteristics)
            found = list(check_values(path, values, system.weapon_characteristics, table=table))
            yield from found or _melee(path, values, system.weapon_characteristics)
            yield from () if found else _bands(path, values, system.weapon_characteristics)
            yield from () if found else _least_of_its_type(path, values, system)


def damage_tables(parts: Parts, system: System) -> Iterator[Problem]:
    """Check that a row with "*" has a damage table for all its wounds, without gap or overlap (9E-DMG-01, 9E-Q-44)."""
    rows: list[ProfileRow] = parts["profiles"]
    names = [row.name for row in rows]
    table: list[DamageRow] = parts["damage_table"]
    for place, line in enumerate(table):
        path = f"/damage_table/{place}"
        if line.profile not in names:
            yield Problem(f"{path}/profile", unknown(line.profile, names, "row of the profiles"))
        elif line.wounds[0] > line.wounds[1]:
            yield Problem(f"{path}/wounds", document_message("lower-first"))
        else:
            row = rows[names.index(line.profile)]
            yield from _line(f"{path}/characteristics", line, row, system.characteristics)
    for place, row in enumerate(rows if has_tables(system) else ()):
        yield from _coverage(place, row, [line for line in table if line.profile == row.name], system)


def weapon_tables(parts: Parts, system: System) -> Iterator[Problem]:
    """Check that the damage tables say every "*" of a weapon for the models that can carry it, and nothing else of it."""
    columns = {column.key: column for column in system.weapon_characteristics}
    there_is_one = bool(system.rule("weapon-table"))
    starred = {weapon.name: set(_starred_keys(weapon)) if there_is_one else set() for weapon in parts["weapons"]}
    for place, line in enumerate(parts["damage_table"]):
        for name, values in line.weapons.items():
            path = f"/damage_table/{place}/weapons/{escape(name)}"
            if name not in starred:
                yield Problem(path, unknown(name, list(starred), "weapon or wargear"))
                continue
            for key, text in values.items():
                if key not in starred[name]:
                    yield Problem(f"{path}/{escape(key)}", document_message("not-starred", name=name))
                else:
                    yield from _value(f"{path}/{escape(key)}", text, columns[key], table=False)
    for row in parts["profiles"]:
        lines = [(place, line) for place, line in enumerate(parts["damage_table"]) if line.profile == row.name]
        carried = obtainable(parts, row.name)
        wanted = [(name, key) for name, keys in starred.items() if name in carried for key in sorted(keys)]
        for name, key in wanted:
            missing = [place for place, line in lines if key not in line.weapons.get(name, {})]
            if not lines:
                yield Problem("/damage_table", document_message("weapon-table", weapon=name, key=key, name=row.name))
            for place in missing:
                yield Problem(f"/damage_table/{place}/weapons", document_message("weapon-starred", weapon=name, key=key))


def obtainable(parts: Parts, row: str) -> set[str]:
    """Return the names of the weapons and wargear that models of a row can have."""
    found = {item for each in parts["composition"].wargear if row in each.models for item in each.items}
    return found | {
        item for option in parts["options"] if row in option.models for choice in option.choices for item in choice
    }


def _starred_keys(weapon: DatasheetWeapon) -> Iterator[str]:
    for profile in weapon.profiles:
        yield from (key for key, text in profile.characteristics.items() if mark(text) is Mark.TABLE)


def has_tables(system: System) -> bool:
    """Whether models of a system may have damage tables, so that "*" stands for what these say."""
    return bool(system.rule("damage-table") or system.rule("weapon-table"))


def check_values(
    path: str, printed: Mapping[str, str], columns: Iterable[Characteristic], *, table: bool = False
) -> Iterator[Problem]:
    """Check that every column is there and can be read; `table`: that "*" may stand in it."""
    by_key = {column.key: column for column in columns}
    for key in by_key:
        if key not in printed:
            yield Problem(path, document_message("characteristic", key=key, name=by_key[key].name))
    for key, text in printed.items():
        if key not in by_key:
            yield Problem(f"{path}/{escape(key)}", unknown(key, list(by_key), "characteristic"))
        else:
            yield from _value(f"{path}/{escape(key)}", text, by_key[key], table=table)


def _value(path: str, text: str, column: Characteristic, *, table: bool) -> Iterator[Problem]:
    if table and mark(text) is Mark.TABLE and column.kind != "wounds" and not column.choices:
        return
    marks = ("" if column.needed else "-") + ("*" if table else "")
    try:
        value = read(column.kind, text)
    except ValueError as error:
        marked = column.kind in MARKED
        yield Problem(path, how_written(column.kind, text, marks, fixed=column.fixed) if marked else str(error))
    else:
        if value is Mark.TABLE:
            yield Problem(path, document_message("star"))
        elif column.choices and text not in column.choices:
            yield Problem(path, unknown(text, column.choices, "choice"))
        elif _is_missing(value, column) or (column.fixed and _is_open(value)):
            yield Problem(path, how_written(column.kind, text, marks, fixed=column.fixed))
        elif not is_within(value, column):
            yield Problem(path, _out_of_bounds(text, column))


def _is_missing(value: Value, column: Characteristic) -> bool:
    """Whether a "-" stands for a value that is needed; of one that is bounded, its bounds say how to write it."""
    return column.needed and value is Mark.NONE and column.most is None


def _is_open(value: Value) -> bool:
    """Whether a value is rolled, or a span."""
    if isinstance(value, Distance):
        return value.random or bool(value.minimum)
    return isinstance(value, Dice) and not value.fixed


def _out_of_bounds(text: str, column: Characteristic) -> str:
    if column.most is None:
        return document_message("value-least", text=text, least=column.least)
    return document_message("value-range", text=text, least=column.least, most=column.most)


def _check_shared(path: str, printed: Mapping[str, str], first: Mapping[str, str], system: System) -> Iterator[Problem]:
    for column in system.characteristics:
        if column.shared and column.key in printed and column.key in first and printed[column.key] != first[column.key]:
            message = document_message("shared-value", text=first[column.key], name=column.name)
            yield Problem(f"{path}/{escape(column.key)}", message)


def _least_of_its_type(path: str, printed: Mapping[str, str], system: System) -> Iterator[Problem]:
    """Check what is at least so much for weapons of one type: a ranged weapon's rate of fire (GRW-RANGED-04)."""
    types = [column for column in system.weapon_characteristics if column.part == "type"]
    for column in system.weapon_characteristics if types else ():
        type, text = printed[types[0].key], printed[column.key]
        least = column.least_of.get(type)
        if least is not None and not is_within(read(column.kind, text), replace(column, least=least)):
            values = {"text": text, "least": least, "kind": types[0].name_of(type), "rule": column.rule}
            yield Problem(f"{path}/{escape(column.key)}", document_message("value-least-of", **values))


def _melee(path: str, printed: Mapping[str, str], columns: Iterable[Characteristic]) -> Iterator[Problem]:
    ranges = [read(column.kind, printed[column.key]) for column in columns if column.kind in ("range", "weapon-type")]
    said = {getattr(value, "melee", getattr(value, "name", "") == "Melee") for value in ranges}
    if len(said) > 1:
        yield Problem(path, document_message("melee"))


def _bands(path: str, printed: Mapping[str, str], columns: Iterable[Characteristic]) -> Iterator[Problem]:
    """Check that each further range reaches at least as far as the one before it (2E-Q-69)."""
    bands = [(column, read(column.kind, printed[column.key])) for column in columns if column.kind == "band"]
    numbers = [(column, value) for column, value in bands if isinstance(value, Fraction)]
    for (near, least), (far, most) in pairwise(numbers):
        if most < least:
            yield Problem(
                f"{path}/{far.key}", document_message("band-short", near=near.name, far=far.name, least=str(least))
            )


def _line(path: str, line: DamageRow, row: ProfileRow, columns: Iterable[Characteristic]) -> Iterator[Problem]:
    changing = _table_columns(row)
    for key in changing:
        if key not in line.characteristics:
            yield Problem(path, document_message("characteristic-starred", key=key))
    by_key = {column.key: column for column in columns}
    for key, text in line.characteristics.items():
        if key not in changing:
            yield Problem(f"{path}/{escape(key)}", document_message("not-starred", name=row.name))
        elif key in by_key:
            yield from _value(f"{path}/{escape(key)}", text, by_key[key], table=False)


def _coverage(place: int, row: ProfileRow, lines: list[DamageRow], system: System) -> Iterator[Problem]:
    wounds = next((column.key for column in system.characteristics if column.kind == "wounds"), "")
    if not lines and not _table_columns(row):
        return
    try:
        most = int(read("wounds", row.characteristics.get(wounds, "")))  # type: ignore[arg-type]
    except ValueError:
        return
    covered = [wound for line in lines for wound in range(line.wounds[0], line.wounds[1] + 1)]
    if sorted(covered) != list(range(1, most + 1)):
        yield Problem("/damage_table", document_message("coverage", name=row.name, most=most))


def _table_columns(row: ProfileRow) -> list[str]:
    return [key for key, text in row.characteristics.items() if mark(text) is Mark.TABLE]
