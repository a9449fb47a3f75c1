"""Characteristics as they are printed, read to values: `6"`, `2D6"`, `20-50"`, `3+`, `D6`, `-`, `*`, `User`, `x2`, `6"-48"`.

Each reader takes the text and returns a value, or raises `ValueError` with a sentence that says what to write. `READERS`
names them as system data do (`Characteristic.kind`). Lengths are inches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from datasheets.values.dice import Dice
from datasheets.values.modifiers import Change
from datasheets.values.older import Value as OlderValue
from datasheets.values.older import (
    armour_penetration,
    band,
    count,
    hit_damage,
    hit_modifier,
    hit_strength,
    radius,
    save_modifier,
    score,
)
from datasheets.words import Message

MOST_KEPT = 4096
MELEE = "Melee"
MARKS = {"-": "marks.none", "*": "marks.table", "-*": "marks.both"}
MARKED: Mapping[str, tuple[str, str]] = {
    "distance": ("read-distance", "read-fixed-distance"),
    "number": ("read-number", "read-fixed-number"),
    "target": ("read-target", "read-target"),
}
"""Kinds whose readers take a mark ("-", "*") for a value: what says how one is written, and one that is never rolled."""
RANGED_TYPES = ("Assault", "Heavy", "Rapid Fire", "Grenade", "Pistol")
MORE_TYPES = ("HunTR",)
"""Types of later books about which these say no more than how many attacks they make."""
TWO_NUMBERS = {"Dakka": "Assault"}
"""Types of later books with two numbers of attacks, at up to half range and beyond, and the type by whose rules they go."""
LONGEST = 60

_INCHES = r'(\d{1,3}(?:\.\d{1,2})?)(?:"|″|”|\'\')?'
_SPAN = re.compile(rf"{_INCHES}\s*[-–]\s*{_INCHES}", re.ASCII)
_LENGTH = re.compile(_INCHES, re.ASCII)
_TARGET = re.compile(r"(\d{1,2})\+", re.ASCII)
_CHANGE = re.compile(r"([+xX×-])(\d{1,2})", re.ASCII)
_TYPE = re.compile(rf"({'|'.join((MELEE, *RANGED_TYPES, *MORE_TYPES, *TWO_NUMBERS))})(?: (\S+))?", re.IGNORECASE)
_WHOLE = re.compile(r"\d{1,4}", re.ASCII)
_PENETRATION = re.compile(r"[-−]?\d{1,2}", re.ASCII)


class Mark(Enum):
    """What is printed instead of a value."""

    NONE = "-"
    """The model has no such characteristic; it can never be modified (9E-MODC-08)."""
    TABLE = "*"
    """The damage table says it, by the wounds that are left (9E-DMG-01)."""


@dataclass(frozen=True, slots=True)
class Distance:
    """A length: fixed or rolled. `minimum` is above 0 where two values are printed (the least and the most of a move).

    `inches` are the least and the most in inches, the most 0 where it is rolled.
    """

    value: Fraction | Dice
    minimum: Fraction = Fraction(0)
    inches: tuple[float, float] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        most = 0.0 if isinstance(self.value, Dice) else float(self.value)
        object.__setattr__(self, "inches", (float(self.minimum), most))

    @property
    def random(self) -> bool:
        """True if it is rolled each time."""
        return isinstance(self.value, Dice)


@dataclass(frozen=True, slots=True)
class Range:
    """A weapon's range. A melee weapon has none (9E-WPN-01)."""

    maximum: Fraction = Fraction(0)
    minimum: Fraction = Fraction(0)
    melee: bool = False

    def reaches(self, distance: float, slack: float = 0.0) -> bool:
        """Whether a target at this distance can be shot: within the range, and not within the shorter one (9E-WPN-02)."""
        if self.melee or (self.minimum and distance <= self.minimum + slack):
            return False
        return distance <= self.maximum + slack


@dataclass(frozen=True, slots=True)
class Strength:
    """A weapon's Strength: its own (`value`), or the bearer's ("User"), changed by `change` ("+1", "x2")."""

    value: Dice | None = None
    change: Change | None = None


@dataclass(frozen=True, slots=True)
class WeaponType:
    """A weapon type, by the name under which the rules know it, with its number of attacks.

    A melee weapon has the bearer's (`attacks` None). `near` is the number at up to half range where that is another one.
    """

    name: str
    attacks: Dice | None = None
    near: Dice | None = None


def mark(text: str) -> Mark | None:
    """Return the mark if nothing but a mark is printed."""
    return {"-": Mark.NONE, "–": Mark.NONE, "*": Mark.TABLE}.get(text.strip())


def distance(text: str) -> Distance | Mark:
    """Read a length in inches: `6"`, `2D6"`, `20-50"`, `-`, `*`. The inch sign may be left out."""
    if found := mark(text):
        return found
    text = text.strip()
    if span := _SPAN.fullmatch(text):
        low, high = Fraction(span[1]), Fraction(span[2])
        if low < high:
            return Distance(high, low)
    if length := _LENGTH.fullmatch(text):
        return Distance(Fraction(length[1]))
    try:
        dice = Dice.parse(text.rstrip('"″”'))
    except ValueError:
        dice = Dice()
    if dice.fixed or dice.minimum < 0:
        raise ValueError(how_written("distance", text))
    return Distance(dice)


def target(text: str) -> int | Mark:
    """Read a result that is needed: `3+` gives 3 (9E-DICE-03)."""
    if found := mark(text):
        return found
    if (match := _TARGET.fullmatch(text.strip())) and int(match[1]) > 0:
        return int(match[1])
    raise ValueError(how_written("target", text))


def number(text: str) -> Dice | Mark:
    """Read a number, fixed or rolled: `4`, `D6`, `-`, `*`."""
    if found := mark(text):
        return found
    try:
        return Dice.parse(text)
    except ValueError:
        raise ValueError(how_written("number", text)) from None


def whole(text: str) -> int:
    """Read a fixed number."""
    if _WHOLE.fullmatch(text.strip()):
        return int(text)
    raise _wrong(text, "read-whole")


def wounds(text: str) -> int:
    """Read a Wounds characteristic: a fixed number of 1 or more."""
    try:
        if (value := whole(text)) > 0:
            return value
    except ValueError:
        pass
    raise _wrong(text, "read-wounds")


def damage(text: str) -> Dice:
    """Read a Damage characteristic: `1`, `D3`, never below 1."""
    try:
        dice = Dice.parse(text)
    except ValueError:
        dice = Dice()
    if dice.minimum < 1:
        raise _wrong(text, "read-damage")
    return dice


def penetration(text: str) -> int:
    """Read an AP or Rend: `0`, `-1`; `-` is 0."""
    text = text.strip()
    if mark(text) is Mark.NONE:
        return 0
    if _PENETRATION.fullmatch(text) and (value := int(text.replace("−", "-"))) <= 0:
        return value
    raise _wrong(text, "read-penetration")


def strength(text: str) -> Strength:
    """Read a weapon's Strength: `4`, `User`, `+1`, `x2`, or dice (9E-WPN-04, 9E-WPN-05)."""
    text = text.strip()
    if text.casefold() == "user":
        return Strength()
    if match := _CHANGE.fullmatch(text):
        operation = {"+": "add", "-": "subtract"}.get(match[1], "multiply")
        return Strength(change=Change(operation, Fraction(match[2])))
    try:
        return Strength(value=Dice.parse(text))
    except ValueError:
        raise _wrong(text, "read-strength") from None


def weapon_range(text: str) -> Range:
    """Read a weapon's range: `24"`, `6"-48"`, `Melee`."""
    text = text.strip()
    if text.casefold() == MELEE.casefold():
        return Range(melee=True)
    try:
        found = distance(text)
    except ValueError:
        found = Mark.NONE
    if isinstance(found, Mark) or isinstance(found.value, Dice):
        raise _wrong(text, "read-range")
    return Range(found.value, found.minimum)


def reach(text: str) -> Range:
    """Read how far any weapon reaches, one for melee too: a length above 0 (AOS-TARGET-01)."""
    try:
        found = weapon_range(text)
    except ValueError:
        found = Range()
    if found.maximum <= 0:
        raise _wrong(text, "read-reach")
    return found


def weapon_type(text: str) -> WeaponType:
    """Read a weapon type with its attacks: `Rapid Fire 2`, `Heavy D6`, `Melee` (9E-WPN-03), `Dakka 5/3`."""
    match = _TYPE.fullmatch(text.strip())
    names = (MELEE, *RANGED_TYPES, *MORE_TYPES, *TWO_NUMBERS)
    name = next((name for name in names if match and name.casefold() == match[1].casefold()), "")
    if name == MELEE and match and match[2] is None:
        return WeaponType(MELEE)
    if name and name != MELEE and match and match[2]:
        try:
            return _with_attacks(name, match[2])
        except ValueError:
            pass
    types = ", ".join((*RANGED_TYPES, *MORE_TYPES))
    raise _wrong(text, "read-weapon-type", types=types)


def _with_attacks(name: str, printed: str) -> WeaponType:
    near, bar, far = printed.partition("/")
    if name not in TWO_NUMBERS:
        return WeaponType(name, damage(printed))
    if not bar:
        raise ValueError(printed)
    return WeaponType(TWO_NUMBERS[name], damage(far), damage(near))


def text(text: str) -> str:
    """Read any printed text."""
    return text


Kind = Literal[
    "text",
    "distance",
    "target",
    "number",
    "whole",
    "wounds",
    "damage",
    "penetration",
    "strength",
    "range",
    "reach",
    "weapon-type",
    "score",
    "band",
    "radius",
    "hit-modifier",
    "hit-strength",
    "hit-damage",
    "save-modifier",
    "armour-penetration",
    "count",
]
Value = Distance | Dice | Range | Strength | WeaponType | Mark | int | str | OlderValue

READERS: Mapping[Kind, Callable[[str], Value]] = {
    "text": text,
    "distance": distance,
    "target": target,
    "number": number,
    "whole": whole,
    "wounds": wounds,
    "damage": damage,
    "penetration": penetration,
    "strength": strength,
    "range": weapon_range,
    "reach": reach,
    "weapon-type": weapon_type,
    "score": score,
    "band": band,
    "radius": radius,
    "hit-modifier": hit_modifier,
    "hit-strength": hit_strength,
    "hit-damage": hit_damage,
    "save-modifier": save_modifier,
    "armour-penetration": armour_penetration,
    "count": count,
}


@lru_cache(MOST_KEPT)
def read(kind: Kind, printed: str) -> Value:
    """Read a printed value of a kind named in `READERS`; the same few are read again and again.

    Raises:
        ValueError: the text is no such value; the sentence says what to write.
    """
    return READERS[kind](printed)


def how_written(kind: Kind, text: str, marks: str = "-*", *, fixed: bool = False) -> Message:
    """Return the sentence that refuses a text and says how a value of a kind in `MARKED` is written.

    Args:
        kind: what the text should have been.
        text: what is written.
        marks: which marks may stand there, of "-" and "*".
        fixed: whether nothing rolled and no span may.
    """
    also = Message(f"document.{MARKS[marks]}") if marks else ""
    return Message(f"document.{MARKED[kind][fixed]}", {"text": _shorten(text), "marks": also})


def _wrong(text: str, code: str, **values: str) -> ValueError:
    return ValueError(Message(f"document.{code}", {"text": _shorten(text), **values}))


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."
