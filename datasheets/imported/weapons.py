"""Weapon profiles of one item sorted into weapons: one with several ways to use it, or several in one item.

Authors write both the same way. "Plasma gun" with "Plasma gun, Standard" and "Plasma gun, Supercharge" is one weapon;
"Laspistol and Chainsword" with "Laspistol" and "Chainsword" is two; "Grenade launcher" with "Frag shell" and "Krak shell" is
one again. Told apart by what the names of the profiles share, then by the item's own name.

Where an item's name counts what its profiles describe one of, there are as many: "2x Cannon", "Two cannons", "Cannon x2",
"Two cannons & Sword". A profile that is counted in its own name, like "Pair of pistols", is one weapon.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from datasheets.imported.naming import is_named_after

SEPARATOR = re.compile(r"(?:(?<!\s)\s++)?[(,:]\s*+|(?<!\s)\s++[-–—]\s*+|[-–—]\s++")
MARKER = re.compile(r"^[^\w(]+\s*|^\d+[).]\s+")
SEVERAL = re.compile(r"\s(?:&|and|with|w/|\+)\s|/|,\s", re.IGNORECASE)
COUNTED = (
    re.compile(r"^(?P<count>\d{1,2})\s?x\s+(?P<what>\S.*)$", re.IGNORECASE),
    re.compile(r"^(?P<count>two|three|four)\s+(?P<what>\S.*)$", re.IGNORECASE),
    re.compile(r"^(?P<what>.*\S)\s+\(?x(?P<count>\d{1,2})\)?$"),
)
NUMBERS = {"two": 2, "three": 3, "four": 4}
NOTHING = ("", "-", "–")
NO_TYPE = (*NOTHING, "*")


@dataclass(frozen=True, slots=True)
class ImportedWeaponRow:
    """A weapon profile: its name as written, and its characteristics by our headings."""

    name: str
    characteristics: Mapping[str, str]
    abilities: str


@dataclass(frozen=True, slots=True)
class ImportedWeapon:
    """A weapon: rows with the names of the ways to use it ("" where there is one). `times` of it are one item."""

    name: str
    note: str
    rows: tuple[tuple[str, ImportedWeaponRow], ...]
    times: int = 1


def weapons_of(item: str, rows: Sequence[ImportedWeaponRow]) -> tuple[ImportedWeapon, ...]:
    """Return the weapons that an item's weapon profiles are.

    Args:
        item: the name of what carries the profiles.
        rows: its weapon profiles in order. Equal ones, as where an author links a profile and writes it too, are one.
    """
    rows = [row for at, row in enumerate(rows) if row not in rows[:at]]
    pieces = [_split_count(piece) for piece in SEVERAL.split(item)]
    item = _split_count(item).what
    stems: dict[str, list[ImportedWeaponRow]] = {}
    for row in rows:
        stems.setdefault(_stem(row.name).casefold(), []).append(row)
    if len(stems) == 1 or SEVERAL.search(item) is None:
        name = item if len(stems) > 1 else _common(rows)
        return (_weapon(name, rows, _times(name, pieces)),)
    named = [(_common(own), own) for own in stems.values()]
    return tuple(_weapon(name, own, _times(name, pieces)) for name, own in named)


def is_text(row: ImportedWeaponRow) -> bool:
    """Whether a row has no values: it says something about a weapon that stands elsewhere."""
    return all(value in NOTHING for value in row.characteristics.values())


def _weapon(name: str, rows: Sequence[ImportedWeaponRow], times: int) -> ImportedWeapon:
    heads = [row for row in rows if len(rows) > 1 and row.characteristics.get("Type", "") in NO_TYPE]
    ways = [row for row in rows if row not in heads] or list(rows)
    note = "\n".join(row.abilities for row in heads if row in rows and row not in ways and row.abilities)
    single = len(ways) == 1
    return ImportedWeapon(name, note, tuple(("" if single else _way(row.name, name), row) for row in ways), times)


class _Counted(NamedTuple):
    """A name without the number that it says, and that number."""

    times: int
    what: str


def _split_count(name: str) -> _Counted:
    found = next((found for pattern in COUNTED if (found := pattern.match(name.strip()))), None)
    if found is None:
        return _Counted(1, name)
    count = found["count"].casefold()
    return _Counted(NUMBERS.get(count) or max(1, int(count)), found["what"])


def _times(weapon: str, pieces: Sequence[_Counted]) -> int:
    """Return how many of a weapon an item is that joins these names; a weapon that none of them names is one.

    An item of one piece is that many of its weapon, however that is written ("2x Rokkit Launchers" of "Launcha").
    """
    if _split_count(weapon).times > 1:
        return 1
    if len(pieces) == 1:
        return pieces[0].times
    return next((piece.times for piece in pieces if is_named_after(weapon, piece.what.removesuffix("s"))), 1)


def _common(rows: Sequence[ImportedWeaponRow]) -> str:
    """Return what rows that are one weapon are called together; a single one has all of its name."""
    return _stem(rows[0].name) if len(rows) > 1 else _bare(rows[0].name)


def _stem(name: str) -> str:
    bare = _bare(name)
    found = SEPARATOR.search(bare, 1) if bare else None
    return (bare[: found.start()] if found else bare).strip() or bare


def _way(name: str, weapon: str) -> str:
    """Return what a profile's name says beside the weapon's."""
    bare = _bare(name)
    if bare.casefold().startswith(weapon.casefold()):
        rest = bare[len(weapon) :].strip(" ,:-–—")
        if rest.startswith("(") and rest.find(")") in (-1, len(rest) - 1):  # one bracket round all of it
            rest = rest.removeprefix("(").removesuffix(")")
        return rest.strip() or bare
    return bare


def _bare(name: str) -> str:
    return MARKER.sub("", name.strip()) or name.strip()
