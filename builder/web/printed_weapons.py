"""What a choice gives, at a glance: the rows of its weapons with the values that are printed, as they stand beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from datasheets.closure import Closure, Resolved
from datasheets.imported.tables import kind_of, profiles_shown, values_of
from datasheets.markup import strip_marks
from datasheets.systems import System
from datasheets.systems.system import Characteristic

EMPTY = ("", "-", "–")
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class PrintedWeapon:
    """One row of a weapon: its name where it is not that of the choice ("" else), and heading and value of each column."""

    name: str
    values: tuple[tuple[str, str], ...]


_known: WeakKeyDictionary[Closure, dict[str, tuple[PrintedWeapon, ...]]] = WeakKeyDictionary()


def printed_weapons(choice: Resolved, closure: Closure, system: System) -> tuple[PrintedWeapon, ...]:
    """Return the weapon rows of an entry, () where it is no weapon. Kept, as data do not change."""
    kept = _known.setdefault(closure, {})
    if choice.id not in kept:
        rows = list(_rows(choice, closure, system))
        alone = len(rows) == 1
        kept[choice.id] = tuple(PrintedWeapon("" if alone else name, _value_pairs(values, system)) for name, values in rows)
    return kept[choice.id]


def _rows(choice: Resolved, closure: Closure, system: System) -> Iterator[tuple[str, Mapping[str, str]]]:
    if choice.entry.details:
        for own in choice.entry.profiles if choice.entry.details.get("kind") == "weapon" else ():
            yield str(own.details.get("name") or ""), own.characteristics
        return
    for profile in profiles_shown(closure, choice):
        if kind_of(closure, profile, system) == "weapon":
            yield strip_marks(profile.name), values_of(closure, profile, system)


def _value_pairs(values: Mapping[str, str], system: System) -> tuple[tuple[str, str], ...]:
    """Return the values that say something; a weapon of range "Melee" and type "Melee" says so once."""
    keys = [each.key for each in system.weapon_characteristics if _says_something(values.get(each.key, "").strip(), each)]
    told = [values[key] for key in keys]
    again = keys[1:2] if told[1:2] == told[:1] else []
    return tuple((key, values[key]) for key in keys if key not in again)


def _says_something(value: str, column: Characteristic) -> bool:
    """Whether a value is printed; of a column that says yes or no only the yes is."""
    return value not in EMPTY and not (value == NO and set(column.choices) == {YES, NO})
