"""Costs under the names of our systems: what imported data call " PL" is the Power Rating."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from datasheets.closure import Closure
from datasheets.evaluation.result import Costs
from datasheets.systems import System


def as_ours(costs: Costs, closures: Iterable[Closure | None], system: System) -> dict[str, Decimal]:
    """Return costs by our ids, what imported data name otherwise summed up with what we name so.

    A cost of imported data that the system has not keeps its id, and is left out where it is 0.
    """
    types = {type.id: type.name for closure in closures if closure for type in closure.cost_types.values()}
    own = {cost.id for cost in system.costs}
    found: dict[str, Decimal] = {}
    for id, amount in costs.items():
        name = system.imported_cost(types.get(id, "")) or id
        if amount or name in own or not system.imported_as:
            found[name] = found.get(name, Decimal(0)) + amount
    return found
