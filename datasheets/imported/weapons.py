"""Weapon profiles of one item sorted into weapons: one with several ways to use it, or several in one item.

Authors write both the same way. "Plasma gun" with "Plasma gun, Standard" and "Plasma gun, Supercharge" is one weapon;
"Laspistol and Chainsword" with "Laspistol" and "Chainsword" is two; "Grenade launcher" with "Frag shell" and "Krak shell" is
one again. Told apart by what the names of the profiles share, then by the item's own name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SEPARATOR = re.compile(r"\s*(?:\(|,|:|\s[-–—]|[-–—]\s)\s*")
MARKER = re.compile(r"^[^\w(]+\s*|^\d+[).]\s+")
SEVERAL = re.compile(r"\s(?:&|and|with|w/|\+)\s|/|,\s", re.IGNORECASE)
TIMES = re.compile(r"^(\d{1,2})\s?x\s+(?=\S)", re.IGNORECASE)
NOTHING = ("", "-", "–")
NO_TYPE = (*NOTHING, "*")


@dataclass(frozen=True, slots=True)
class Row:
    """A weapon profile: its name as written, and its characteristics by our headings."""

    name: str
    characteristics: Mapping[str, str]
    abilities: str


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon: rows with the names of the ways to use it ("" where there is one). `times` of it are one item."""

    name: str
    note: str
    rows: tuple[tuple[str, Row], ...]
    times: int = 1


def weapons_of(item: str, rows: Sequence[Row]) -> tuple[Weapon, ...]:
    """Return the weapons that an item's weapon profiles are.

    Args:
        item: the name of what carries the profiles.
        rows: its weapon profiles in order.
    """
    times, item = _times(item)
    stems: dict[str, list[Row]] = {}
    for row in rows:
        stems.setdefault(_stem(row.name).casefold(), []).append(row)
    if len(stems) == 1 or SEVERAL.search(item) is None:
        name = item if len(stems) > 1 else _stem(rows[0].name)
        return (_weapon(name, rows, times),)
    return tuple(_weapon(_stem(own[0].name), own, times) for own in stems.values())


def is_text(row: Row) -> bool:
    """Whether a row has no values: it says something about a weapon that stands elsewhere."""
    return all(value in NOTHING for value in row.characteristics.values())


def _weapon(name: str, rows: Sequence[Row], times: int) -> Weapon:
    heads = [row for row in rows if len(rows) > 1 and row.characteristics.get("Type", "") in NO_TYPE]
    ways = [row for row in rows if row not in heads] or list(rows)
    note = "\n".join(row.abilities for row in heads if row in rows and row not in ways and row.abilities)
    single = len(ways) == 1
    return Weapon(name, note, tuple(("" if single else _way(row.name, name), row) for row in ways), times)


def _times(item: str) -> tuple[int, str]:
    found = TIMES.match(item)
    return (max(1, int(found[1])), item[found.end() :]) if found else (1, item)


def _stem(name: str) -> str:
    bare = MARKER.sub("", name.strip()) or name.strip()
    found = SEPARATOR.search(bare, 1) if bare else None
    return (bare[: found.start()] if found else bare).strip() or bare


def _way(name: str, weapon: str) -> str:
    """Return what a profile's name says beside the weapon's."""
    bare = MARKER.sub("", name.strip()) or name.strip()
    if bare.casefold().startswith(weapon.casefold()):
        rest = bare[len(weapon) :].strip(" ,:-–—")
        return rest.removeprefix("(").removesuffix(")").strip() or bare
    return bare
