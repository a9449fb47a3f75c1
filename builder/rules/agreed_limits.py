"""The one limit of what an army may cost: what the players agreed on, else the limit of the roster (2E-R-SETUP-01)."""

from __future__ import annotations

from decimal import Decimal

from builder.rules.army import Army
from datasheets.evaluation.finding import Fix, Operation


def limit_of(army: Army) -> Decimal | None:
    """Return what the players agreed that the army may cost, or its cost limit; None where neither is said."""
    agreed, limit = army.agreed.get(limit_key(army)), army.roster.limits.get(army.system.size.cost)
    if isinstance(agreed, int) and not isinstance(agreed, bool) and agreed > 0:
        return Decimal(agreed)
    return limit if limit is not None and limit > 0 else None


def other_limit(army: Army, number: int) -> Fix:
    """Return the fix that sets another limit."""
    return Fix("fix.agree-limit", {"number": number}, (limit_operation(army, number),))


def limit_operation(army: Army, number: int) -> Operation:
    """Return the edit of the limit where it was said: what the players agreed on, else the limit of the roster."""
    if army.roster.limits.get(army.system.size.cost, 0) > 0 and limit_key(army) not in army.agreed:
        return {"op": "limit", "cost": army.system.size.cost, "value": number}
    return {"op": "agree", "key": limit_key(army), "value": number}


def limit_key(army: Army) -> str:
    """Return the key under which the players agree on the limit of what armies are measured by."""
    return f"{army.system.size.cost}_limit"
