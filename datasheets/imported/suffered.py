"""Damage tables by the wounds that a model has suffered, as authors write them: what changes, of the model and its weapons.

A line is a profile that is called as its band ("04-06", "10+"), or one whose first value is the band; a line whose first
value is no band says what the columns are. Columns are characteristics, weapons, or whatever else wounds change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from datasheets.closure import Closure
from datasheets.imported.naming import words_of
from datasheets.imported.tables import BAND, with_headings
from datasheets.model import Profile
from datasheets.systems import System
from datasheets.systems.system import Characteristic, Part

ALIKE, AKIN = 0.8, 0.4
"""How much of two names must be the same, where nothing else tells, and where the values fit, too."""


class Line(NamedTuple):
    """A line: the wounds that are left, lowest and highest, and what stands below each heading."""

    wounds: tuple[int, int]
    values: Mapping[str, str]


class Starred(NamedTuple):
    """A weapon with values that wounds change: its name, and the columns of these values."""

    id: str
    name: str
    columns: tuple[Characteristic, ...]


def lines_of(closure: Closure, profiles: Iterable[Profile], system: System, wounds: int) -> tuple[Line, ...]:
    """Return the damage table of a model with so many wounds, the unhurt line first.

    Nothing where the profiles are not one whole table: every number of wounds left stands in one line.
    """
    tables: dict[str, list[Profile]] = {}
    for profile in profiles:
        tables.setdefault(profile.type, []).append(profile)
    for rows in tables.values():
        written = _lines([(row.name, with_headings(closure, row, system)) for row in rows], wounds)
        found = sorted((line for line in written if line.wounds[0] <= line.wounds[1]), key=_lowest, reverse=True)
        covered = [left for (low, high), _ in found for left in range(low, high + 1)]
        if covered and sorted(covered) == list(range(1, wounds + 1)):
            return tuple(found)
    return ()


def _lowest(line: Line) -> int:
    return line.wounds[0]


def _lines(rows: Sequence[tuple[str, list[tuple[str, str]]]], wounds: int) -> Iterable[Line]:
    """Yield the lines of profiles of one type, given as names and headings with values."""
    by_name = [(BAND.fullmatch(name.strip()), cells) for name, cells in rows]
    if all(band for band, _ in by_name):
        yield from (_line(band, dict(cells), wounds) for band, cells in by_name if band)
        return
    heads = next((cells for _, cells in rows if cells and not BAND.fullmatch(cells[0][1])), [])
    names = {heading: value for heading, value in heads[1:] if value.strip(" -–")}
    for _, cells in rows:
        band = BAND.fullmatch(cells[0][1]) if cells else None
        if band:
            yield _line(band, {names[key]: value for key, value in cells[1:] if key in names}, wounds)


def _line(band: re.Match[str], values: Mapping[str, str], wounds: int) -> Line:
    low, high = int(band[1]), int(band[2]) if band[2] else wounds - 1
    low, high = max(low, 0), min(high, wounds - 1)
    return Line((wounds - high, wounds - low), {heading.strip(): value for heading, value in values.items() if value})


def weapons_for(headings: Mapping[str, Sequence[str]], weapons: Sequence[Starred]) -> dict[str, tuple[str, str]]:
    """Return the weapon (by id) and the column that headings of a damage table are about, by heading.

    First those that a heading names; then, of what is left, the likest pairs where all values have the form of the column.
    """
    pairs = [(_likeness(words_of(heading), each), heading, each) for heading in headings for each in weapons]
    pairs.sort(key=lambda pair: -pair[0])
    found: dict[str, tuple[str, str]] = {}
    taken: set[tuple[str, str]] = set()
    for likeness, heading, weapon in pairs:
        column = _column_for(heading, headings[heading], weapon)
        sure = likeness >= ALIKE or (likeness >= AKIN and len(weapon.columns) == 1 and _fits(column, headings[heading]))
        if sure and heading not in found and (weapon.id, column.key) not in taken:
            found[heading] = weapon.id, column.key
            taken.add(found[heading])
    return found


def _column_for(heading: str, values: Sequence[str], weapon: Starred) -> Characteristic:
    said = [column for column in weapon.columns if words_of(column.key) <= words_of(heading)]
    return said[0] if said else _column(weapon.columns, values)


def _fits(column: Characteristic, values: Sequence[str]) -> bool:
    """Whether values are written as those of a column are."""
    forms = [form for form, parts in FORMS if column.part in parts]
    return any(all(form.fullmatch(value) for value in values if value) for form in forms)


def _likeness(about: frozenset[str], weapon: Starred) -> float:
    """Return how well a heading names a weapon: 1 with all words of one in the other, besides those of its columns."""
    own = words_of(weapon.name)
    plain = about - {word for column in weapon.columns for word in words_of(column.key)} or about
    if plain <= own or own <= plain:
        return 1 + len(plain & own) / len(plain | own)
    return SequenceMatcher(None, " ".join(sorted(plain)), " ".join(sorted(own))).ratio()


FORMS: Sequence[tuple[re.Pattern[str], tuple[Part, ...]]] = (
    (re.compile(r'\A[^"”]*+["”]'), ("reach",)),
    (re.compile(r"\d\+"), ("hit", "wound")),
    (re.compile(r"-\d?"), ("penetration",)),
    (re.compile(r"\d*+D?\d*+(?:\+\d++)?"), ("number", "damage")),
)
"""What a value looks like, and the parts that such values play."""


def _column(columns: Sequence[Characteristic], values: Sequence[str]) -> Characteristic:
    """Return the column of a weapon that values stand in, by how they are written."""
    return next((column for column in columns if _fits(column, values)), columns[0])
