"""Weapons of a list's own file that no catalogue here has, as lines in the note of their selection.

A line is `Storm gun | Range: 24" | Type: Assault 2 | S: 4`: players can read it, it goes out with the list and comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

BAR, COLON = " | ", ": "
MOST_WEAPONS, MOST_VALUES, LONGEST = 20, 20, 300


@dataclass(frozen=True, slots=True)
class NotedWeapon:
    """A weapon's row as a file has it: its name, and headings with their values."""

    name: str
    values: tuple[tuple[str, str], ...]


def with_weapons(note: str, weapons: Iterable[NotedWeapon]) -> str:
    """Return a note with weapons behind it, none twice."""
    lines = [line for weapon in weapons if (line := _line(weapon))]
    return "\n".join(filter(None, [note, *(line for line in dict.fromkeys(lines) if line not in note.split("\n"))]))


def weapons_in(note: str) -> Iterator[NotedWeapon]:
    """Yield the weapons of a note, at most `MOST_WEAPONS`."""
    found = 0
    for line in note.split("\n"):
        name, *pairs = line.split(BAR)
        values = tuple((heading, value) for heading, colon, value in (pair.partition(COLON) for pair in pairs) if colon)
        if name.strip() and pairs and len(values) == len(pairs) <= MOST_VALUES and found < MOST_WEAPONS:
            found += 1
            yield NotedWeapon(name.strip(), values)


def _line(weapon: NotedWeapon) -> str:
    pairs = [f"{_bare(heading)}{COLON}{_bare(value)}" for heading, value in weapon.values[:MOST_VALUES] if value.strip()]
    return BAR.join([_bare(weapon.name), *pairs]) if weapon.name.strip() and pairs else ""


def _bare(text: str) -> str:
    return " ".join(text.replace("|", "/").split())[:LONGEST]
