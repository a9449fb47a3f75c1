"""How modifiers change a characteristic or a roll: exact arithmetic, rounded up once at the end.

First a replacement, then all divisions, multiplications, additions, subtractions; whatever order they are given in
(9E-MODC-01..05, 9E-DICE-04..08).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction

LOWEST_ROLL = 1
"""No roll is ever modified below this (9E-DICE-08)."""


@dataclass(frozen=True, slots=True)
class Change:
    """One modifier: `operation` is set, divide, multiply, add or subtract.

    `origin` is who makes it, for those who tell: no arithmetic asks for it.
    """

    operation: str
    value: Fraction | int
    origin: Hashable = None


def apply_changes(value: int | Fraction, changes: Iterable[Change], minimum: int | None = None) -> int:
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
    return apply_changes(result, changes, LOWEST_ROLL)


def _apply(operation: str, result: Fraction, value: Fraction | int) -> Fraction:
    if operation == "divide":
        return result / value
    if operation == "multiply":
        return result * value
    return result + value if operation == "add" else result - value
