"""Moves that differ from the movement table: a profile's own counts on open ground (GRW-MOVE-01, GRW-Q-72)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from builder.rules.army import Army, ArmyUnit
from datasheets.evaluation.finding import Finding
from datasheets.systems.parts import model_parts
from datasheets.values import Distance, read


def other_moves(army: Army) -> Iterator[Finding]:
    """Note every profile that moves farther or less far than its unit type does by the table."""
    table, parts = {row.id: row for row in army.system.unit_types}, model_parts(army.system.id)
    move, type = parts["move"].key, parts["type"]
    for unit in army.units:
        for name, values in _profiles(unit):
            row, own = table.get(values.get(type.key, "")), _inches(values.get(move, ""))
            if row and own is not None and own != row.open_in:
                said = {"model": name, "type": type.name_of(row.id), "about": name}
                yield army.finding("note", unit, "unit.other-move", "movement-table", _plain(row.open_in), _plain(own), said)


def _profiles(unit: ArmyUnit) -> list[tuple[str, dict[str, str]]]:
    """Return the names and values of the profiles that its models have, each once."""
    profiles = [profile for group in unit.groups for profile in unit.parts[group.uid].profiles[:1]]
    return list({profile.id: (profile.name, dict(profile.characteristics)) for profile in profiles}.values())


def _plain(inches: float | Fraction) -> float:
    return int(inches) if inches == int(inches) else float(inches)


def _inches(printed: str) -> Fraction | None:
    try:
        value = read("distance", printed)
    except ValueError:
        return None
    return value.value if isinstance(value, Distance) and isinstance(value.value, Fraction) else None
