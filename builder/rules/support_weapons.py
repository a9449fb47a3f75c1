"""The weapons of a unit that is the crew of support weapons: how many there are, and what each costs with its crew.

Sources: 2E-BATT-01, 2E-R-ARMY-06. Most entries are one weapon. In some imported data an entry holds several, each with a
crew of its own ("Tarantula Turrets" below "Tarantula"); a datasheet may have several models of its weapon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from builder.rules.army import Army, ArmyUnit
from builder.rules.costs import as_ours
from datasheets.evaluation.tree import Selection


def is_support_weapon(unit: ArmyUnit) -> bool:
    """Whether a unit is a weapon with its crew, or several."""
    return isinstance(unit.details.get("support_weapon"), Mapping)


def count_weapons(unit: ArmyUnit) -> int:
    """Return how many weapons a unit has."""
    return sum(each.number for each in weapon_nodes(unit))


def weapon_costs(army: Army, unit: ArmyUnit) -> tuple[Decimal, ...]:
    """Return what each weapon of a unit costs with its crew; none where the unit has none yet."""
    cost, weapons = army.system.size.cost, tuple(weapon_nodes(unit))
    whole, count = unit.costs.get(cost, Decimal(0)), sum(each.number for each in weapons)
    if len(weapons) < 2 or unit.models is None:
        return (whole / count,) * count if count else ()
    return tuple(each for node in weapons for each in _costs_of(army, unit, node))


def _costs_of(army: Army, unit: ArmyUnit, node: Selection) -> tuple[Decimal, ...]:
    costs = as_ours(unit.parts[node.uid].total_costs, (unit.closure,), army.system)
    return (costs.get(army.system.size.cost, Decimal(0)) / node.number,) * node.number


def weapon_nodes(unit: ArmyUnit) -> Iterator[Selection]:
    """Yield the selections that are a weapon, or some of them: rows of a datasheet, what holds crew, or else the unit.

    An imported entry without a model has no weapon yet.
    """
    details = unit.details.get("support_weapon")
    if not isinstance(details, Mapping):
        return
    if unit.models is None:
        rows = details.get("models", ())
        yield from ([group for group in unit.groups if group.entry in rows] or [unit.selection])
        return
    inner = [node for node in unit.selection.selections if node.uid in details.get("parts", ())]
    if unit.groups:
        yield from (inner or [unit.selection])
