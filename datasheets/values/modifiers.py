"""How modifiers change a characteristic or a roll: exact arithmetic, rounded up once at the end.

First a replacement, then all divisions, multiplications, additions, subtractions; whatever order they are given in
(9E-MODC-01..05, 9E-DICE-04..08).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datasheets.values.printed import Mark, Strength

LOWEST_ROLL = 1
"""No roll is ever modified below this (9E-DICE-08)."""


@dataclass(frozen=True, slots=True)
class Change:
    """One modifier: `operation` is set, divide, multiply, add or subtract."""

    operation: str
    value: Fraction | int


def modified(value: int | Fraction, changes: Iterable[Change], minimum: int | None = None) -> int:
    """Return the value after all changes, rounded up once, not below `minimum`.

    Of several replacements the last one given holds.

    >>> modified(5, [Change("divide", 2), Change("subtract", 2), Change("add", 1), Change("multiply", 2)])
    4
    """
    changes = list(changes)
    if isinstance(value, int) and not changes:
        return value if minimum is None else max(value, minimum)
    result = Fraction(value)
    for change in changes:
        if change.operation == "set":
            result = Fraction(change.value)
    for operation in ("divide", "multiply", "add", "subtract"):
        for change in changes:
            if change.operation == operation:
                result = _apply(operation, result, change.value)
    rounded = math.ceil(result)
    return rounded if minimum is None else max(rounded, minimum)


def modified_roll(result: int, changes: Iterable[Change]) -> int:
    """Return a dice roll after all changes: never below 1, and above the highest face where it comes to that."""
    return modified(result, changes, LOWEST_ROLL)


def characteristic(value: int | Mark, changes: Iterable[Change], minimum: int | None = None) -> int | Mark:
    """Return a characteristic after all changes; a mark ("-") is never modified (9E-MODC-08)."""
    return modified(value, changes, minimum) if isinstance(value, int) else value


def needed(
    values: Mapping[str, int | Mark],
    key: str,
    changes: Iterable[Change] = (),
    *,
    minimum: int | None = None,
    fallback: str = "",
) -> int | None:
    """Return a characteristic that a rule needs, or None if the model has none.

    Where it is "-" the `fallback` characteristic stands in, unmodified; where that is "-" too, 1 (9E-MODC-09, 9E-Q-43).
    """
    found = characteristic(values[key], changes, minimum)
    if isinstance(found, int):
        return found
    if not fallback:
        return None
    substitute = values[fallback]
    return substitute if isinstance(substitute, int) else 1


def attack_strength(
    weapon: Strength,
    bearer: Mapping[str, int | Mark],
    changes: Iterable[Change] = (),
    *,
    rolled: int = 0,
    key: str = "S",
    fallback: str = "T",
) -> int:
    """Return the Strength of an attack, at least 1 (9E-WPN-04, 9E-WPN-05, 9E-MODC-05).

    A weapon's own Strength is changed by `changes`; the bearer's ("User", "+1", "x2") by these and the weapon's change
    together in the fixed order. `rolled` is the result of a weapon's Strength that is rolled.
    """
    if weapon.value is not None:
        return modified(weapon.value.constant if weapon.value.fixed else rolled, changes, 1)
    own = (weapon.change,) if weapon.change else ()
    return needed(bearer, key, (*own, *changes), minimum=1, fallback=fallback) or 1


def _apply(operation: str, result: Fraction, value: Fraction | int) -> Fraction:
    if operation == "divide":
        return result / value
    if operation == "multiply":
        return result * value
    return result + value if operation == "add" else result - value
