"""Rows of printed values held against the columns of a system: whether a battle can use them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from datasheets.systems.system import Characteristic
from datasheets.values import Range, Value, WeaponType, read


def unreadable(values: Mapping[str, str], columns: Iterable[Characteristic]) -> Characteristic | None:
    """Return the first column whose value is missing or cannot be read, None where all are well.

    A weapon that is for melee by its range and not by its type, or the other way round, is wrong in the later one of them.
    """
    melee: set[bool] = set()
    for column in columns:
        try:
            value = read(column.kind, values[column.key])
        except (KeyError, ValueError):
            return column
        melee.update(_melee(value))
        if len(melee) > 1:
            return column
    return None


def _melee(value: Value) -> Iterable[bool]:
    if isinstance(value, Range):
        return (value.melee,)
    return (value.attacks is None,) if isinstance(value, WeaponType) else ()
