"""Characteristics after all changes, where a mark or another characteristic may stand in for a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from datasheets.values.modifiers import Change, apply_changes
from datasheets.values.printed import Mark, Strength


def characteristic(value: int | Mark, changes: Iterable[Change], minimum: int | None = None) -> int | Mark:
    """Return a characteristic after all changes; a mark ("-") is never modified (9E-MODC-08)."""
    return apply_changes(value, changes, minimum) if isinstance(value, int) else value


def required_roll(
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
) -> int:
    """Return the Strength of an attack, at least 1 (9E-WPN-04, 9E-WPN-05, 9E-MODC-05).

    A weapon's own Strength is changed by `changes`; the bearer's ("User", "+1", "x2") by these and the weapon's change
    together in the fixed order. `rolled` is the result of a weapon's Strength that is rolled. `bearer` has the values of the
    parts "strength" and "resistance", which stands in.
    """
    if weapon.value is not None:
        return apply_changes(weapon.value.constant if weapon.value.fixed else rolled, changes, 1)
    own = (weapon.change,) if weapon.change else ()
    return required_roll(bearer, "strength", (*own, *changes), minimum=1, fallback="resistance") or 1
