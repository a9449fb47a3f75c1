"""What modifiers do to a value: numbers, texts, flags and categories. Source: battlescribe.md, 3.2."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from decimal import Decimal, InvalidOperation

from datasheets.evaluation.condition import times
from datasheets.evaluation.scope import View
from datasheets.resolved import Change

MOST_APPENDED = 100
LARGEST_EXPONENT = 100
LONGEST = 100_000  # letters; a text that modifiers would make longer stays as it is


def number(value: Decimal, changes: Iterable[Change], view: View) -> Decimal:
    """Return a cost or limit after its changes, in their order."""
    for change in changes:
        often = times(change, view)
        amount = parse(change.modifier.value)
        if not often or amount is None:
            continue
        match change.modifier.type:
            case "set":
                value = amount
            case "increment":
                value += amount * often
            case "decrement":
                value -= amount * often
            case "multiply":
                value = _multiply(value, amount, often)
    return value


def maximum(value: Decimal, changes: Collection[Change], view: View) -> Decimal | None:
    """Return a maximum after its changes, None where there is none.

    There is none where what is said outright is below 0. What is taken away from a maximum leaves nothing, not everything.
    """
    after = number(value, changes, view)
    if after >= 0:
        return after
    outright = number(value, (each for each in changes if each.modifier.type == "set"), view)
    return None if outright < 0 else Decimal(0)


def text(value: str, changes: Iterable[Change], view: View) -> str:
    """Return a text after its changes; increment and decrement act on texts that are numbers and on no others."""
    for change in changes:
        often = times(change, view)
        if often:
            changed = _change(value, change, often)
            value = changed if len(changed) <= LONGEST else value
    return value


def flag(value: bool, changes: Iterable[Change], view: View) -> bool:
    """Return a flag after its changes."""
    for change in changes:
        if change.modifier.type == "set" and times(change, view):
            value = change.modifier.value.strip().lower() == "true"
    return value


def parse(value: str) -> Decimal | None:
    """Return a text as a number, None where it is none."""
    try:
        found = Decimal(value.strip())
    except InvalidOperation:
        return None
    return found if found.is_finite() and abs(found.adjusted()) < LARGEST_EXPONENT else None


def plain(value: Decimal) -> str:
    """Return a number as the shortest plain text."""
    return f"{value.normalize():f}" if value else "0"


def _multiply(value: Decimal, amount: Decimal, often: Decimal) -> Decimal:
    """Return a value multiplied as often as a change applies; one that would become too large stays as it is."""
    product = value * amount ** min(int(often), MOST_APPENDED)
    return product if abs(product.adjusted()) < LARGEST_EXPONENT else value


def _change(value: str, change: Change, often: Decimal) -> str:
    modifier = change.modifier
    if modifier.type == "set":
        return modifier.value
    if modifier.type == "append":
        return value + f" {modifier.value[:LONGEST]}" * min(int(often), MOST_APPENDED)
    before, amount = parse(value), parse(modifier.value)
    if before is None or amount is None or modifier.type not in ("increment", "decrement"):
        return value
    return plain(before + amount * often if modifier.type == "increment" else before - amount * often)
