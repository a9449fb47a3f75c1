"""What a damage table changes: characteristics of the model, and of its weapons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from datasheets import systems

Printed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DamageLine:
    """A line: the wounds for which it holds (lowest, highest), and its values in the order of the table's columns."""

    wounds: tuple[int, int]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DamageTable:
    """Columns, each with the weapon that it is about ("": the model itself), and lines as they were given."""

    columns: tuple[tuple[str, str], ...]
    lines: tuple[DamageLine, ...]

    @property
    def most(self) -> int:
        """The wounds of a model that is unhurt."""
        return max((line.wounds[1] for line in self.lines), default=0)

    @property
    def has_weapons(self) -> bool:
        """Whether it says something of weapons, so that it needs a table of its own."""
        return any(weapon for weapon, _ in self.columns)


def as_printed(system: str, wounds: tuple[int, int], most: int) -> tuple[int, int]:
    """Return the wounds of a line as its game prints them, of a model with so many at `most`: those left, or suffered.

    A model that has suffered all of its wounds is slain, so the last line ends one before that.
    """
    try:
        counts_suffered = systems.system(system).wounds_counted == "suffered"
    except systems.UnknownSystem:
        counts_suffered = False
    return (most - wounds[1], most - wounds[0]) if counts_suffered else wounds


def damage_table(
    lines: Iterable[tuple[tuple[int, int], Printed, Mapping[str, Printed]]], order: Sequence[str] = ()
) -> DamageTable:
    """Return a damage table of lines: wounds, characteristics of the model, and those of weapons by their names.

    `order` are the characteristics of models and weapons as they are printed.
    """
    found = [(wounds, {"": characteristics, **weapons}) for wounds, characteristics, weapons in lines]
    places = {key: at for at, key in enumerate(order)}
    things = tuple(dict.fromkeys(of for _, parts in found for of in parts))
    keys = {of: dict.fromkeys(key for _, parts in found for key in parts.get(of, ())) for of in things}
    columns = tuple((of, key) for of in things for key in sorted(keys[of], key=lambda key: places.get(key, len(places))))
    return DamageTable(
        columns,
        tuple(DamageLine(wounds, tuple(parts.get(of, {}).get(key, "") for of, key in columns)) for wounds, parts in found),
    )
