"""Costs under the names of our systems: what imported data call " PL" is the Power Rating."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from datasheets.closure import Closure
from datasheets.evaluation.modified import Costs
from datasheets.systems import System


def as_ours(costs: Costs, closures: Iterable[Closure | None], system: System) -> dict[str, Decimal]:
    """Return costs by our ids, what imported data name otherwise summed up with what we name so.

    A cost that is 0 is left out where datasheets need not have it, or where imported data have it and the system has not.
    The system's own come first, in its order, then others by name.
    """
    types = {type.id: type.name.strip() for closure in closures if closure for type in closure.cost_types.values()}
    own = {cost.id: cost for cost in system.costs}
    found: dict[str, Decimal] = {}
    for id, amount in costs.items():
        name = system.imported_cost(types.get(id, "")) or id
        is_kept = not own[name].optional if name in own else not system.imported_as
        if amount or is_kept:
            found[name] = found.get(name, Decimal(0)) + amount
    others = sorted(found.keys() - own.keys(), key=lambda id: ((types.get(id) or id).casefold(), id))
    return {id: found[id] for id in (*(id for id in own if id in found), *others)}
