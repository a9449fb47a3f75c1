"""Dice expressions: `3`, `D6`, `2D3+1`, `D3+3`, `2D6+D4`. Minimum, maximum, exact distribution.

A D3 is a D6 halved and rounded up (9E-DICE-02), every other die its sides; all dice are added, then the constant, which
belongs to the value and is no modifier (9E-Q-62).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from datasheets.words import Message

Chance = TypeVar("Chance", float, Fraction)
MOST_DICE = 60
SIDES = (2, 3, 4, 6, 8, 10, 12, 20, 100)
_TERM = re.compile(r"([+-]?)\s*(?:(\d{0,2})D(\d{1,3})|(\d{1,4}))\s*")


@dataclass(frozen=True, slots=True)
class Dice:
    """A number of dice of each kind and a constant. `terms` is ((number, sides), ...), empty for a fixed value.

    All of it is rolled `times` times, and the highest total counts.
    """

    terms: tuple[tuple[int, int], ...] = ()
    constant: int = 0
    times: int = 1

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Read an expression as printed; letter case and blanks around signs do not matter.

        Raises:
            ValueError: it is no dice expression, or has more than 60 dice or a die that does not exist.
        """
        terms: list[tuple[int, int]] = []
        rest, constant, start = text.strip().upper(), 0, True
        while rest:
            match = _TERM.match(rest)
            if match is None or (not start and not match[1]):
                raise _no_dice(text)
            if match[3] is None:
                constant += int(f"{match[1]}{match[4]}")
            else:
                if match[1] == "-":
                    raise _no_dice(text)
                terms.append((int(match[2] or 1), int(match[3])))
            rest, start = rest[match.end() :], False
        counts = [number for number, _ in terms]
        if start or not text.isascii() or sum(counts) > MOST_DICE or 0 in counts or any(s not in SIDES for _, s in terms):
            raise _no_dice(text)
        return cls(tuple(terms), constant)

    @property
    def fixed(self) -> bool:
        """True if there is nothing to roll."""
        return not self.terms

    @property
    def number(self) -> int:
        """How many dice are rolled."""
        return sum(number for number, _ in self.terms) * self.times

    @property
    def kinds(self) -> tuple[int, ...]:
        """The sides of each die that is rolled, one total after the other."""
        return tuple(sides for number, sides in self.terms for _ in range(number)) * self.times

    @property
    def minimum(self) -> int:
        """The least possible result: every die shows 1."""
        return sum(number for number, _ in self.terms) + self.constant

    @property
    def maximum(self) -> int:
        """The greatest possible result: every die shows its highest."""
        return sum(number * sides for number, sides in self.terms) + self.constant

    @property
    def mean(self) -> Fraction:
        """The exact average."""
        if self.times > 1:
            return sum((total * chance for total, chance in self.distribution().items()), Fraction(0))
        return sum((number * Fraction(sides + 1, 2) for number, sides in self.terms), Fraction(self.constant))

    def distribution(self) -> Mapping[int, Fraction]:
        """Return the exact probability of each possible result, ascending."""
        return dict(_distribution(self))

    def total(self, faces: tuple[int, ...]) -> int:
        """Add up rolled dice, given in the order of `terms` as the *rolled* dice show them: a D3 takes a D6's face.

        Raises:
            ValueError: the number of faces is wrong or one is not on its die.
        """
        if len(faces) != self.number:
            raise ValueError(f"{self} takes {self.number} dice, not {len(faces)}")
        each = self.number // self.times
        values = list(map(face_value, self.kinds, faces))
        return (
            max(sum(values[start : start + each]) for start in range(0, max(self.number, 1), max(each, 1))) + self.constant
        )

    def __str__(self) -> str:
        parts = [f"{number if number > 1 else ''}D{sides}" for number, sides in self.terms]
        if self.constant or not parts:
            parts.append(str(self.constant))
        return "+".join(parts).replace("+-", "-") + (f" (highest of {self.times})" if self.times > 1 else "")


def rolled_sides(sides: int) -> int:
    """Return how many sides the die has that is really rolled: a D3 is rolled with a D6 (9E-DICE-02)."""
    return 6 if sides == 3 else sides


def face_value(sides: int, face: int) -> int:
    """Return what a rolled face counts: itself, or half of it rounded up for a D3 (9E-DICE-02)."""
    if not 1 <= face <= rolled_sides(sides):
        raise ValueError(f"a D{rolled_sides(sides)} has no face {face}")
    return (face + 1) // 2 if sides == 3 else face


@lru_cache(maxsize=1024)
def _distribution(dice: Dice) -> tuple[tuple[int, Fraction], ...]:
    ways = {dice.constant: 1}
    outcomes = 1
    for number, sides in dice.terms:
        for _ in range(number):
            outcomes *= sides
            following: dict[int, int] = {}
            for total, count in ways.items():
                for face in range(1, sides + 1):
                    following[total + face] = following.get(total + face, 0) + count
            ways = following
    return highest({total: Fraction(count, outcomes) for total, count in ways.items()}, dice.times)


def highest(chances: Mapping[int, Chance], times: int) -> tuple[tuple[int, Chance], ...]:
    """Return the probability of each total, ascending, where the highest of so many equal rolls counts."""
    if times == 1:
        return tuple(sorted(chances.items()))
    found: list[tuple[int, Chance]] = []
    up_to = 0 * next(iter(chances.values()))
    for total in sorted(chances):
        below, up_to = up_to, up_to + chances[total]
        found.append((total, up_to**times - below**times))
    return tuple(found)


def _no_dice(text: str) -> ValueError:
    return ValueError(Message("document.not-dice", {"text": text[:40]}))
