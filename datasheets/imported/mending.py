"""Printed values with slips of the pen mended: `5+` written as `5`, `-2` as `- 2`, `6"` as `6""`.

A value that can be read stays as it is. One that cannot is mended where a single rule makes it readable, else it stays, and
what has it cannot be used in a battle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from datasheets.systems.system import Characteristic
from datasheets.values import Kind, Range, WeaponType, read

Rule = tuple[re.Pattern[str], str]

ANY: Sequence[Rule] = ((re.compile(r"\s+"), ""), (re.compile(r'""'), '"'))
RULES: Mapping[Kind, Sequence[Rule]] = {
    "target": (
        (re.compile(r"^\+?(\d)\+?\"?$"), r"\1+"),
        (re.compile(r"^(\d\+)\s*/\s*\d\+{1,2}$"), r"\1"),
    ),
    "number": ((re.compile(r"^(\d+)\+$"), r"\1"),),
    "whole": ((re.compile(r"^(\d+)\+$"), r"\1"),),
    "distance": ((re.compile(r"^(\d+)$"), r'\1"'),),
    "range": ((re.compile(r"^(\d+)$"), r'\1"'),),
    "penetration": ((re.compile(r"^-{2,}(\d)$"), r"-\1"), (re.compile(r"^-{2,}$"), "-"), (re.compile(r"^([1-9])$"), r"-\1")),
    "weapon-type": (
        (re.compile(r'"$'), ""),
        (re.compile(r"\s*([+-])\s*"), r"\1"),
        (re.compile(r"^([^,/]+?),.*$"), r"\1"),
        (re.compile(r"^(\w+?)s{3,}(\w+)"), r"\1ss\2"),
    ),
}
SAVES = re.compile(r"^(\d\+)\s*/\s*(\d\+)\+?$")
"""Two saves in one value."""
BY_ATTACK = re.compile(r"\bfirst\b[^.]*\bmelee attack[^.]*\bsecond\b[^.]*\branged attack", re.IGNORECASE)
"""The rule by which the two saves are one for each kind of attack."""


def mended(kind: Kind, value: str) -> str:
    """Return a printed value, mended if it cannot be read and one rule helps."""
    if _reads(kind, value):
        return value
    for pattern, instead in (*ANY, *RULES.get(kind, ())):
        made = pattern.sub(instead, value.strip())
        if made != value and _reads(kind, made):
            return made
    return value


def invulnerable(value: str, rules: Iterable[str]) -> tuple[str, ...]:
    """Return the invulnerable saves that are written with a save, in words: "4+ invulnerable save" for "5+/4+".

    Where one of the unit's rules says that the first is against melee and the second against ranged attacks, never modified,
    both are such saves.
    """
    found = SAVES.match(value.strip())
    if not found:
        return ()
    if any(BY_ATTACK.search(rule) for rule in rules):
        return f"{found[1]} invulnerable save against melee attacks", f"{found[2]} invulnerable save against ranged attacks"
    return (f"{found[2]} invulnerable save",)


def is_readable(values: Mapping[str, str], columns: Iterable[Characteristic]) -> bool:
    """Whether every column has a value that can be read, and a weapon's range and type agree that it is for melee or not."""
    read_all = [_read(column.kind, values.get(column.key)) for column in columns]
    melee = {each.melee for each in read_all if isinstance(each, Range)}
    melee |= {each.attacks is None for each in read_all if isinstance(each, WeaponType)}
    return None not in read_all and len(melee) <= 1


def _reads(kind: Kind, value: str) -> bool:
    return _read(kind, value) is not None


def _read(kind: Kind, value: str | None) -> object:
    try:
        return None if value is None else read(kind, value)
    except ValueError:
        return None
