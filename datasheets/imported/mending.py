"""Printed values with slips of the pen mended: `5+` written as `5`, `-2` as `- 2`, `6"` as `6""`.

A value that can be read stays as it is. One that cannot is mended where a single rule makes it readable, else it stays, and
what has it cannot be used in a battle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache

from datasheets.systems.system import Characteristic
from datasheets.values import Kind, read
from datasheets.values.printed import MELEE, RANGED_TYPES

Rule = tuple[re.Pattern[str], str]

ANY: Sequence[Rule] = ((re.compile(r"\s+"), ""), (re.compile(r'""'), '"'))
RULES: Mapping[Kind, Sequence[Rule]] = {
    "target": (
        (re.compile(r"^(\d\+)_$"), r"\1"),
        (re.compile(r"^\+?(\d)\+?\"?$"), r"\1+"),
        (re.compile(r"^(\d\+)\s*/\s*\d\+{1,2}$"), r"\1"),
    ),
    "number": ((re.compile(r"^(\d+)\+$"), r"\1"),),
    "whole": ((re.compile(r"^(\d+)\+$"), r"\1"),),
    "score": ((re.compile(r"^\d+\s*\((\d+)\)$"), r"\1"),),  # "3(6)": without a gift that the bearer always has, and with it
    "distance": ((re.compile(r"^(\d+)$"), r'\1"'),),
    "range": ((re.compile(r"^(\d+)$"), r'\1"'),),
    "reach": ((re.compile(r"^(\d+)!?$"), r'\1"'),),
    "penetration": ((re.compile(r"^-{2,}(\d)$"), r"-\1"), (re.compile(r"^-{2,}$"), "-"), (re.compile(r"^([1-9])$"), r"-\1")),
    "weapon-type": (
        (re.compile(r'"$'), ""),
        (re.compile(r"(?:(?<!\s)\s++)?([+-])\s*+"), r"\1"),
        (re.compile(r"^([^,/]+?),.*$"), r"\1"),
    ),
}
WRITTEN_TYPE = re.compile(r"([A-Za-z][A-Za-z ]*?) ?((?:\d*D)?\d+(?:[+-]\d+)?)?")
ALIKE = 0.8
"""How much of two names must be the same for one to be a misspelt other; no two types are that much alike."""
SAVES = re.compile(r"^(\d\+)\s*/\s*(\d\+)\+?$")
"""Two saves in one value."""
BY_ATTACK = re.compile(
    r"(?:\A|(?<=\.))(?>[^.]*?\bfirst\b)(?>[^.]*?\bmelee attack)(?>[^.]*?\bsecond\b)(?>[^.]*?\branged attack)", re.IGNORECASE
)
"""The rule by which the two saves are one for each kind of attack."""


@lru_cache(5_000)
def mend(kind: Kind, value: str) -> str:
    """Return a printed value, mended if it cannot be read and one rule helps."""
    if _reads(kind, value):
        return value
    tried = [pattern.sub(instead, value.strip()) for pattern, instead in (*ANY, *RULES.get(kind, ()))]
    if kind == "weapon-type":
        tried.append(_correct_type(value))
    return next((made for made in tried if made != value and _reads(kind, made)), value)


def mend_column(column: Characteristic, value: str) -> str:
    """Return a printed value of a column, mended if it cannot be read; of a column with choices, the one that it is like."""
    if not column.choices:
        return mend(column.kind, value)
    word = value.strip().casefold().partition(" ")[0]
    return next(iter(get_close_matches(word, column.choices, n=1, cutoff=ALIKE)), value)


def is_by_attack(value: str, rules: Iterable[str]) -> bool:
    """Whether a save is two, one for each kind of attack, as one of the unit's rules says; then there is no other."""
    return SAVES.match(value.strip()) is not None and any(BY_ATTACK.search(rule) for rule in rules)


def invulnerable(value: str, rules: Iterable[str]) -> tuple[str, ...]:
    """Return the invulnerable saves that are written with a save, in words: "4+ invulnerable save" for "5+/4+".

    Where one of the unit's rules says that the first is against melee and the second against ranged attacks, never modified,
    both are such saves, instead of a Save.
    """
    found = SAVES.match(value.strip())
    if not found:
        return ()
    if is_by_attack(value, rules):
        return f"{found[1]} invulnerable save against melee attacks", f"{found[2]} invulnerable save against ranged attacks"
    return (f"{found[2]} invulnerable save",)


def _correct_type(value: str) -> str:
    """Return a weapon type whose name is misspelt, or grown together with its number, as it is meant; else as given."""
    found = WRITTEN_TYPE.fullmatch(value.strip())
    if not found:
        return value
    near = get_close_matches(found[1].title(), (MELEE, *RANGED_TYPES), n=2, cutoff=ALIKE)
    return " ".join(filter(None, (near[0], found[2]))) if len(near) == 1 else value


def _reads(kind: Kind, value: str) -> bool:
    try:
        read(kind, value)
    except ValueError:
        return False
    return True
