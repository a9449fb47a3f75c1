"""Printed values as the referee reads them: dice, needs, lengths, weapon types."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil

Change = tuple[str, Fraction]
"""An operation (set, divide, multiply, add, subtract) and its number."""
ORDER = ("divide", "multiply", "add", "subtract")
ACTS_AS = {"Dakka": "Assault"}
"""Types of later books with two numbers of attacks, and by which type's rules they go."""
SHOT = ("Assault", "Grenade", "Heavy", "Huntr", "Pistol", "Rapid Fire")
"""Types of weapons that are shot; nobody can say how one of another type is ("Macro 2D6")."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A number that may be rolled: so many dice of so many sides, and a constant."""

    number: int
    sides: int
    constant: int

    @property
    def least(self) -> int:
        """The lowest total."""
        return self.number + self.constant

    @property
    def most(self) -> int:
        """The highest total."""
        return self.number * self.sides + self.constant

    def total(self, faces: Sequence[int]) -> int:
        """The total of faces as rolled: a D3 is a D6 halved, rounded up (9E-DICE-02)."""
        return sum(ceil(face / 2) if self.sides == 3 else face for face in faces) + self.constant


@lru_cache(maxsize=1024)
def dice(printed: str) -> Dice | None:
    """Read "3", "D6", "2D3+1"; None for anything else."""
    text = re.sub(r"^(\d+)\+(\d*D\d+)$", r"\2+\1", printed.strip().upper())
    found = re.fullmatch(r"(?:(\d*)D(\d+))?(?:(?:^|\+)(\d+))?", text)
    if not found or not text:
        return None
    number = int(found[1] or 1) if found[2] else 0
    return Dice(number, int(found[2] or 0), int(found[3] or 0))


@lru_cache(maxsize=1024)
def parse_needed(printed: str) -> int | None:
    """Read "3+"; None for "-"."""
    found = re.fullmatch(r"(\d+)\+?", printed.strip())
    return int(found[1]) if found else None


@lru_cache(maxsize=1024)
def inches(printed: str) -> tuple[float, float] | None:
    """Read a length, "6\\"" or "20-50\\"": the least and the most; None for one that is no fixed length."""
    found = re.fullmatch(r"(?:(\d+(?:\.\d+)?)\"?\s*-\s*)?(\d+(?:\.\d+)?)\"?", printed.strip())
    return (float(found[1] or 0), float(found[2])) if found else None


@lru_cache(maxsize=1024)
def weapon_type(printed: str) -> tuple[str, Dice | None]:
    """Read "Rapid Fire 2": the type, and how many attacks; None where there are none, or two as in "10/6"."""
    found = re.fullmatch(r"([^\d]*?)\s*((?:\d*D\d+|\d+)(?:\+\d+)?)?(/\d+)?", printed.strip(), re.IGNORECASE)
    if not found:
        return printed.strip().title(), None
    return found[1].strip().title(), None if found[3] else dice(found[2] or "")


def weapon_kind(printed: str) -> str:
    """The type by whose rules a weapon goes."""
    name = weapon_type(printed)[0]
    return ACTS_AS.get(name, name)


@lru_cache(maxsize=1024)
def two_numbers(printed: str) -> tuple[Dice, Dice] | None:
    """Read "Dakka 5/3": how many attacks at up to half range, and beyond; None for all other types."""
    found = re.fullmatch(rf"({'|'.join(ACTS_AS)})\s+([^/\s]+)/([^/\s]+)", printed.strip(), re.IGNORECASE)
    near, far = (dice(found[2]), dice(found[3])) if found else (None, None)
    return (near, far) if near and far else None


def apply_changes(value: int | Fraction, changes: Iterable[Change], least: int | None = None) -> int:
    """Apply changes in their order: what is set first, then divisions, multiplications, additions, subtractions."""
    changes, found = list(changes), Fraction(value)
    for operation, number in changes:
        if operation == "set":
            found = number
    for step in ORDER:
        for operation, number in changes:
            if operation == step:
                found = _apply_change(found, operation, number)
    return max(ceil(found), ceil(found) if least is None else least)


def _apply_change(value: Fraction, operation: str, number: Fraction) -> Fraction:
    if operation == "divide":
        return value / number
    return {"multiply": value * number, "add": value + number, "subtract": value - number}[operation]
