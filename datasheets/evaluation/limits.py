"""The cost limits that data see: what the players agreed counts before what the roster says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal

from datasheets.closure import Closure
from datasheets.evaluation.tree import Roster, Scalar
from datasheets.systems import System, UnknownSystem, system


def limits_of(roster: Roster, closures: Iterable[Closure]) -> dict[str, Decimal]:
    """Return the limits of a roster by type of cost, an agreed limit of a cost (2E-R-SETUP-01) instead of its own."""
    try:
        of = system(roster.system)
    except UnknownSystem:
        return dict(roster.limits)
    return {**roster.limits, **_agreed_limits(roster.agreed, closures, of)}


def shares_limits(roster: Roster) -> bool:
    """Whether percentages of costs are of the limit and not of what was spent, as the system's rules say (2E-R-ARMY-06)."""
    try:
        return bool(system(roster.system).shares)
    except UnknownSystem:
        return False


def _agreed_limits(agreed: Mapping[str, Scalar], closures: Iterable[Closure], of: System) -> dict[str, Decimal]:
    """Return the agreed limits by the ids that the data give their costs."""
    keys = {id: f"{of.imported_cost(type.name) or id}_limit" for each in closures for id, type in each.cost_types.items()}
    found = {id: agreed.get(key) for id, key in keys.items()}
    return {id: Decimal(most) for id, most in found.items() if isinstance(most, int) and most is not True and most > 0}
