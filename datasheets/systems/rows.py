"""Rows of printed values held against the columns of a system: whether a battle can use them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from datasheets.systems.system import Characteristic, Part
from datasheets.values import Dice, Mark, Range, Value, WeaponType, mark, read

ROLLS: tuple[Part, ...] = ("hit", "wound")
"""Parts of a weapon's own columns that say what a roll of its attacks needs."""


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


def unusable(row: Mapping[str, str], columns: Iterable[Characteristic]) -> Characteristic | None:
    """Return the first column by which nobody can attack with a row of a weapon; tables have filled in what they say.

    Beside what is unreadable that is a "*" left over, and a "-" where the weapon says what its attacks need (AOS-Q-30).
    """
    columns = tuple(columns)
    marks = ((column, read(column.kind, row[column.key])) for column in columns)
    return unreadable(row, columns) or next((column for column, value in marks if _is_open(column, value)), None)


def _is_open(column: Characteristic, value: Value) -> bool:
    return value is Mark.TABLE or (value is Mark.NONE and column.part in ROLLS)


def with_usual_values(values: Mapping[str, str], columns: Iterable[Characteristic]) -> dict[str, str]:
    """Return a row with what stands for each "-" by the type of the weapon: a melee weapon reaches 1" (GRW-Q-37)."""
    columns = tuple(columns)
    types = {values.get(column.key, "") for column in columns if column.part == "type"}
    usual = {column.key: text for column in columns for type, text in column.usual_of.items() if type in types}
    return {key: usual.get(key, text) if mark(text) is Mark.NONE else text for key, text in values.items()}


def is_within(value: Value, column: Characteristic) -> bool:
    """Whether a number lies between the least and the most that its column may print; what is no number does.

    A "-" does where the value may be missing.
    """
    if value is Mark.NONE:
        return not column.needed
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
