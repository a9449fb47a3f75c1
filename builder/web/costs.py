"""What armies and units cost, beside the cost by which their system measures an army: points and whatever the data count."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from builder.api.current import services
from builder.operations import nodes
from builder.rules.read_army import closure_or_none
from builder.web.rendering import amount
from datasheets.evaluation.tree import Roster
from datasheets.systems import System

Costs = Mapping[str, Decimal]


def cost_names(roster: Roster, system: System) -> dict[str, str]:
    """Return the short names of all costs that a roster can have: the system's own, then those of its catalogues."""
    names = {cost.id: cost.short for cost in system.costs}
    for closure in (closure_or_none(services().catalogues, force) for force in nodes.forces(roster)):
        for type in closure.cost_types.values() if closure else ():
            names.setdefault(type.id, type.name.strip())
    return names


def other_costs(costs: Costs, names: Mapping[str, str], system: System) -> list[tuple[str, str]]:
    """Return the costs that are not nothing, without the one by which the system measures: name and amount.

    They stand in the order of `names`: the system's own first, so that the same one stands in the same place of every unit.
    """
    found = (id for id in (*names, *(id for id in costs if id not in names)) if costs.get(id) and id != system.size.cost)
    return [(names.get(id, id), amount(costs[id])) for id in found]


def changed_costs(before: Costs, after: Costs, names: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return the costs that differ: name, amount before and amount after."""
    none = Decimal(0)
    found = ((id, before.get(id, none), after.get(id, none)) for id in {**before, **after})
    return [(names.get(id, id), amount(old), amount(new)) for id, old, new in found if old != new]
