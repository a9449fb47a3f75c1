"""Values of profiles that are older than "3+": bands of range, modifiers to hit, Strengths of 1 to 10, armour penetration.

Each reader takes the printed text and returns a value, or raises `ValueError` with a sentence that says what to write.
Sources: the weapon characteristics of the 2nd edition's ledger, 2E-R-WEAPON-04, 2E-R-PEN-02. Lengths are inches.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import NoReturn

from datasheets.values.dice import Dice
from datasheets.words import Message

USER = "user"
LONGEST = 60
_INCHES = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)(?:\"|″|”)?", re.ASCII)
_SCORE = re.compile(r"\d{1,2}", re.ASCII)
_MODIFIER = re.compile(r"[+-]?\d{1,2}", re.ASCII)


class Absent(Enum):
    """What is printed where there is no value."""

    NONE = "-"


class Reach(Enum):
    """How far something reaches that has no range in inches: under a template, or as far as it is thrown."""

    TEMPLATE = "template"
    THROWN = "thrown"


@dataclass(frozen=True, slots=True)
class OfUser:
    """A value that is the wielder's: its Strength, or the modifier that goes with it."""


@dataclass(frozen=True, slots=True)
class Penetration:
    """What is rolled against an Armour Value: dice and numbers, and the Strength of the hit where `adds_strength`."""

    dice: Dice
    adds_strength: bool = False


Value = Absent | Reach | OfUser | Penetration | Fraction | Dice | int


def score(text: str) -> Absent | int:
    """Read a characteristic of 0 to 99, or "-" for a model that has none: `4`."""
    if _is_absent(text):
        return Absent.NONE
    return int(text) if _SCORE.fullmatch(text.strip()) else _refuse(text, "read-score")


def band(text: str) -> Absent | Reach | Fraction:
    """Read up to where a band of range reaches: `12`, `template`, `thrown`, `-`."""
    if _is_absent(text):
        return Absent.NONE
    if text.strip().casefold() in ("template", "thrown"):
        return Reach(text.strip().casefold())
    return _inches(text, "read-band")


def radius(text: str) -> Absent | Fraction:
    """Read the radius of a blast marker: `2`, `1.5`, `-`."""
    return Absent.NONE if _is_absent(text) else _inches(text, "read-radius")


def hit_modifier(text: str) -> Absent | int:
    """Read what is added to a roll to hit: `+1`, `0`, `-1`, `-`."""
    if _is_absent(text):
        return Absent.NONE
    return int(text) if _MODIFIER.fullmatch(text.strip()) else _refuse(text, "read-hit-modifier")


def hit_strength(text: str) -> Absent | OfUser | int:
    """Read the Strength of a hit: `1` to `10`, `user`, `-`."""
    if _is_absent(text):
        return Absent.NONE
    if text.strip().casefold() == USER:
        return OfUser()
    if _SCORE.fullmatch(text.strip()) and 1 <= int(text) <= 10:
        return int(text)
    return _refuse(text, "read-hit-strength")


def hit_damage(text: str) -> Absent | Dice:
    """Read the damage of a hit: `1`, `D4`, `2D6`, `-`; never below 1."""
    if _is_absent(text):
        return Absent.NONE
    try:
        dice = Dice.parse(text)
    except ValueError:
        dice = Dice()
    return dice if dice.minimum >= 1 else _refuse(text, "read-hit-damage")


def save_modifier(text: str) -> Absent | OfUser | int:
    """Read a modifier of saving throws: `0`, `-3`, `user`, `-` (by the Strength of the hit)."""
    if _is_absent(text):
        return Absent.NONE
    if text.strip().casefold() == USER:
        return OfUser()
    if _MODIFIER.fullmatch(text.strip()) and int(text) <= 0:
        return int(text)
    return _refuse(text, "read-save-modifier")


def armour_penetration(text: str) -> Absent | Penetration:
    """Read what is rolled against armour: `D6+4`, `D6+D20+8`, `D6+S`, `-` (2E-R-PEN-02)."""
    if _is_absent(text):
        return Absent.NONE
    terms = text.strip().upper().replace(" ", "").split("+")
    adds = "S" in terms
    if adds:
        terms.remove("S")
    try:
        dice = Dice.parse("+".join(terms))
    except ValueError:
        return _refuse(text, "read-armour-penetration")
    return Penetration(dice, adds) if dice.terms and dice.constant >= 0 else _refuse(text, "read-armour-penetration")


def count(text: str) -> Absent | int:
    """Read a number of dice: `2`, `-`."""
    if _is_absent(text):
        return Absent.NONE
    return int(text) if _SCORE.fullmatch(text.strip()) and int(text) else _refuse(text, "read-count")


def penetration_of(found: Absent | Penetration, strength: int, damage: Dice) -> Dice:
    """Return the dice that a hit of this Strength rolls: as printed, or D6 + Strength + Damage dice (2E-R-PEN-02)."""
    if isinstance(found, Penetration):
        return replace(found.dice, constant=found.dice.constant + (strength if found.adds_strength else 0))
    return Dice(((1, 6), *damage.terms), strength)


def _is_absent(text: str) -> bool:
    return text.strip() in ("-", "–")


def _inches(text: str, code: str) -> Fraction:
    found = _INCHES.fullmatch(text.strip())
    return Fraction(found[1]) if found and Fraction(found[1]) > 0 else _refuse(text, code)


def _refuse(text: str, code: str) -> NoReturn:
    shown = text if len(text) <= LONGEST else text[:LONGEST] + "..."
    raise ValueError(Message(f"document.{code}", {"text": shown}))
