"""Rows of printed values held against the columns of a system: whether a battle can use them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from datasheets.systems.system import Characteristic
from datasheets.values import Dice, Range, Value, WeaponType, read


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


def is_within(value: Value, column: Characteristic) -> bool:
    """Whether a number lies between the least and the most that its column may print; what is no number does."""
    if not isinstance(value, int | Dice):
        return True
    low, high = (value, value) if isinstance(value, int) else (value.minimum, value.maximum)
    return (column.least is None or low >= column.least) and (column.most is None or high <= column.most)


def out_of_bounds(values: Mapping[str, str], columns: Iterable[Characteristic]) -> Iterator[Characteristic]:
    """Yield the columns that a rule bounds and whose value can be read and lies outside (GRW-PROFILE-02, GRW-PROFILE-03)."""
    for column in columns:
        try:
            if column.rule and not is_within(read(column.kind, values[column.key]), column):
                yield column
        except (KeyError, ValueError):
            continue


def _melee(value: Value) -> Iterable[bool]:
    if isinstance(value, Range):
        return (value.melee,)
    return (value.attacks is None,) if isinstance(value, WeaponType) else ()
