"""Whether every printed value of two armies can be played with: a document from outside may hold any text.

What a battle reads later it reads without asking; so a value that is missing or cannot be read is refused here, before the
first event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from datasheets.systems import System
from datasheets.systems.system import Characteristic
from datasheets.values import Range, Value, WeaponType, read
from resolver.engine.enlist import Enlisted, NotPlayable

Printed = Mapping[str, str]


def refuse_unreadable(armies: Enlisted, system: System) -> None:
    """Check all characteristics of all models and weapons.

    Raises:
        NotPlayable: one is missing or cannot be read; the sentence names it.
    """
    for profile in armies.profiles:
        _refuse(profile.name, profile.characteristics, system.characteristics)
        for _, _, line in profile.damage_table:
            _refuse(profile.name, line, [column for column in system.characteristics if column.key in line])
    for weapon in armies.weapons:
        values = _refuse(weapon.label, weapon.characteristics, system.weapon_characteristics)
        if len(set(_melee(values))) > 1:
            raise NotPlayable(f'The weapon "{weapon.label}" is for melee by its range or its type, and not by the other.')


def _melee(values: Iterable[Value]) -> Iterator[bool]:
    for value in values:
        if isinstance(value, Range):
            yield value.melee
        elif isinstance(value, WeaponType):
            yield value.attacks is None


def _refuse(name: str, printed: Printed, columns: Iterable[Characteristic]) -> list[Value]:
    values: list[Value] = []
    for column in columns:
        if column.key not in printed:
            raise NotPlayable(f'"{name}" has no {column.name} ({column.key}); a battle needs it.')
        try:
            values.append(read(column.kind, printed[column.key]))
        except ValueError as error:
            raise NotPlayable(f'The {column.name} of "{name}": {error}') from error
    return values
