"""Shares of the points limit: how much of it the units of a role may or must cost.

Sources: 2E-R-ARMY-01, 2E-R-ARMY-02, 2E-R-ARMY-06, 2E-R-SETUP-01. Percentages are of the limit, not of what was spent. Where
no limit was agreed, the smallest under which nothing is too dear counts. Imported data judge their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import ROUND_CEILING, Decimal

from builder.rules.army import Army, ArmyUnit
from builder.rules.fixes import agree
from builder.rules.leader import remove_unit
from builder.rules.shortfalls import Shortfall, fill
from datasheets.evaluation.finding import Finding, Fix, Operation, Plain
from datasheets.systems.system import Share

PROPOSALS = 3
HUNDRED = Decimal(100)


def check_shares(army: Army) -> Iterator[Finding]:
    """Judge what the units of each role cost, as shares of the limit."""
    if not army.units or any(unit.models for unit in army.units):
        return
    shares, agreed = _shares(army), limit_of(army)
    limit = agreed if agreed is not None else _smallest_limit(army, shares)
    if agreed is None:
        number = int(limit)
        fixes = [agree("fix.agree-limit", _key(army), number, {"number": number})]
        yield army.finding("note", None, "army.no-limit", "agreed-limit", number, None, {}, fixes)
    for share in shares:
        cost = _cost(army, share)
        values: dict[str, Plain] = {"role": _role_name(army, share.role), "limit": _plain(limit), "about": share.role}
        most, least = _part(limit, share.most_percent), _part(limit, share.least_percent)
        if most is not None and cost > most:
            values["percent"] = share.most_percent
            fixes = [_other_limit(army, _ceil(cost * HUNDRED / Decimal(share.most_percent or 1)))]
            fixes += _removals(army, share, cost - most)
            yield army.finding("error", None, "share.too-much", share.rule, _plain(most), _plain(cost), values, fixes)
        elif least is not None and cost < least:
            values["percent"] = share.least_percent
            lower = int(cost * HUNDRED / Decimal(share.least_percent or 1))
            fixes = [_other_limit(army, lower)] if lower >= army.size and lower else []
            fixes += _additions(army, share, shares, agreed)
            yield army.finding("error", None, "share.too-little", share.rule, _plain(least), _plain(cost), values, fixes)


def limit_of(army: Army) -> Decimal | None:
    """Return what the players agreed that the army may cost, or its cost limit; None where neither is said."""
    agreed, limit = army.agreed.get(_key(army)), army.roster.limits.get(army.system.size.cost)
    if isinstance(agreed, int) and not isinstance(agreed, bool):
        return Decimal(agreed)
    return limit if limit is not None and limit > 0 else None


def _shares(army: Army) -> Sequence[Share]:
    """Return the shares that hold: those of the first rule that has all roles of the army, else those of the first."""
    rules: dict[str, list[Share]] = {}
    for share in army.system.shares:
        rules.setdefault(share.rule, []).append(share)
    roles = {_role(unit) for unit in army.units}
    whole = (shares for shares in rules.values() if roles <= {share.role for share in shares})
    return next(whole, next(iter(rules.values()), []))


def _smallest_limit(army: Army, shares: Sequence[Share]) -> Decimal:
    """Return the smallest limit that the army keeps and under which no role costs too much."""
    needed = [Decimal(str(army.size))]
    needed += [_cost(army, share) * HUNDRED / share.most_percent for share in shares if share.most_percent]
    return Decimal(_ceil(max(needed)))


def _cost(army: Army, share: Share) -> Decimal:
    return sum((_points(army, unit) for unit in army.units if _role(unit) in (share.role, *share.also)), Decimal(0))


def _removals(army: Army, share: Share, over: Decimal) -> list[Fix]:
    """Return removals of one unit of the role that bring it down by enough, the cheapest first."""
    of_role = (unit for unit in army.units if _role(unit) in (share.role, *share.also) and _points(army, unit) >= over)
    return [remove_unit(army, unit) for unit in sorted(of_role, key=lambda unit: _points(army, unit))[:PROPOSALS]]


def _additions(army: Army, share: Share, shares: Sequence[Share], agreed: Decimal | None) -> list[Fix]:
    """Return additions of units of the role, where no limit was agreed on with what the army then costs as one."""
    smallest = Decimal(0) if agreed is not None else _smallest_limit(army, shares)
    shortfall = Shortfall((share.role, *share.also), _cost(army, share), share.least_percent or 0, agreed, smallest)
    return fill(army, shortfall, lambda number: _limit_operation(army, number))


def _other_limit(army: Army, number: int) -> Fix:
    return Fix("fix.agree-limit", {"number": number}, (_limit_operation(army, number),))


def _limit_operation(army: Army, number: int) -> Operation:
    """Return the edit of the limit where it was said: what the players agreed on, else the limit of the roster."""
    if army.roster.limits.get(army.system.size.cost, 0) > 0 and _key(army) not in army.agreed:
        return {"op": "limit", "cost": army.system.size.cost, "value": number}
    return {"op": "agree", "key": _key(army), "value": number}


def _key(army: Army) -> str:
    return f"{army.system.size.cost}_limit"


def _points(army: Army, unit: ArmyUnit) -> Decimal:
    return unit.costs.get(army.system.size.cost, Decimal(0))


def _role(unit: ArmyUnit) -> str:
    return str(unit.details.get("role") or "")


def _role_name(army: Army, id: str) -> str:
    return next((role.name for role in army.system.roles if role.id == id), id)


def _part(limit: Decimal, percent: int | None) -> Decimal | None:
    return None if percent is None else limit * percent / HUNDRED


def _ceil(amount: Decimal) -> int:
    return int(amount.to_integral_value(ROUND_CEILING))


def _plain(amount: Decimal) -> int | float:
    return int(amount) if amount == amount.to_integral_value() else float(amount)
