"""Shares of the points limit: how much of it the units of a role may or must cost.

Sources: 2E-R-ARMY-01, 2E-R-ARMY-02, 2E-R-ARMY-06, 2E-R-SETUP-01. Percentages are of the limit, not of what was spent. Where
no limit was agreed, the smallest under which nothing is too dear counts. Imported data judge some roles themselves
(`imported_shares`). Units of a second army list are allies (`allies`), whatever they are in their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from decimal import ROUND_CEILING, Decimal

from builder.rules.agreed_limits import limit_key, limit_of, limit_operation, other_limit
from builder.rules.allies import allied_units, remove_forces
from builder.rules.army import Army, ArmyUnit
from builder.rules.army_lists import lists_to_choose
from builder.rules.data_roles import HUNDRED, faults_of_shares, needed_limits, roles_of_data
from builder.rules.fixes import agree
from builder.rules.leader import remove_unit
from builder.rules.own_list import ALLIES, foreign_forces, foreign_units, has_own_list
from builder.rules.removals import removals
from builder.rules.shortfalls import Shortfall, fill
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.finding import Finding, Fix, Plain
from datasheets.imported.roles import unit_role
from datasheets.systems.system import Share

Part = tuple[Share, Sequence[ArmyUnit]]
"""A share of the limit, and the units that count for it."""


def check_shares(army: Army) -> Iterator[Finding]:
    """Judge what the units of each role cost, as shares of the limit."""
    if not army.units or lists_to_choose(army) or not has_own_list(army):
        return
    by_data, agreed = roles_of_data(army), limit_of(army)
    yield from _without_section(army, by_data)
    shares = list(_shares(army, by_data))
    smallest = smallest_limit(army)
    limit = agreed if agreed is not None else smallest
    if agreed is None:
        number = int(limit)
        fixes = [agree("fix.agree-limit", limit_key(army), number, {"number": number})]
        yield army.finding("note", None, "army.no-limit", "agreed-limit", number, None, {}, fixes)
    for share, units in shares:
        cost = _cost(army, units)
        values: dict[str, Plain] = {"role": _role_name(army, share.role), "limit": _plain(limit), "about": share.role}
        most, least = _part(limit, share.most_percent), _part(limit, share.least_percent)
        if most is not None and cost > most:
            values["percent"] = share.most_percent
            fixes = [other_limit(army, _ceil(cost * HUNDRED / Decimal(share.most_percent or 1)))]
            fixes += _removals(army, share, units, cost - most)
            yield army.finding("error", None, "share.too-much", share.rule, _plain(most), _plain(cost), values, fixes)
        elif least is not None and cost < least:
            values["percent"] = share.least_percent
            lower = int(cost * HUNDRED / Decimal(share.least_percent or 1))
            fixes = [other_limit(army, lower)] if lower >= army.size and lower else []
            fixes += _additions(army, share, cost, agreed, smallest)
            yield army.finding("error", None, "share.too-little", share.rule, _plain(least), _plain(cost), values, fixes)
    yield from _allowed_by_data(army, by_data, limit)


def _allowed_by_data(army: Army, by_data: Collection[str], limit: Decimal) -> Iterator[Finding]:
    """Note roles that the data judge and find no fault in, though they cost more than the ledger's share of them."""
    for share in {each.role: each for each in reversed(army.system.shares)}.values():
        units = _judged_by_data(army, share.role, by_data)
        cost, most = _cost(army, units), _part(limit, share.most_percent)
        if most is not None and cost > most and not _has_fault(army, units):
            values: dict[str, Plain] = {"role": _role_name(army, share.role), "limit": _plain(limit), "about": share.role}
            values["percent"] = share.most_percent
            yield army.finding("note", None, "share.more-by-data", share.rule, _plain(most), _plain(cost), values)


def _judged_by_data(army: Army, role: str, by_data: Collection[str]) -> list[ArmyUnit]:
    """Return the units of a role whose share the data judge; all of other army lists are allies."""
    foreign, printed = {unit.uid for unit in foreign_units(army)}, {unit.uid for unit in allied_units(army)}
    if role == ALLIES:
        own = ALLIES if role in by_data else None
        return [each for each in army.units if each.uid not in printed and (each.uid in foreign or _role(each) == own)]
    return [unit for unit in army.units if role in by_data and unit.uid not in foreign and _role(unit) == role]


def _has_fault(army: Army, units: Sequence[ArmyUnit]) -> bool:
    """Whether the data find fault with a category of some units, or with the kind of their force."""
    owners = {raw.owner.partition(" ")[2] for raw in faults_of_shares(army)} if units else ()
    return any(unit.force.entry in owners or not owners.isdisjoint(unit.effective.categories) for unit in units if owners)


def _without_section(army: Army, by_data: Collection[str]) -> Iterator[Finding]:
    """Report units that stand in no section of the army list, so that nobody judges what they may cost."""
    known = {role for share in army.system.shares for role in (share.role, *share.also)}.union(by_data)
    for unit in army.units:
        if unit.resolved and _role(unit) not in known:
            yield army.finding("error", unit, "share.no-section", "shares", fixes=[remove_unit(army, unit)])


def _shares(army: Army, by_data: frozenset[str]) -> Iterator[Part]:
    """Yield the shares that the data do not judge, each with the units that count for it.

    They are those of the first rule that has all roles of the army, else those of the first; that of allies always holds.
    """
    allied, foreign = [unit.uid for unit in allied_units(army)], [unit.uid for unit in foreign_units(army)]
    own = [unit for unit in army.units if unit.uid not in foreign]
    rules: dict[str, list[Share]] = {}
    for share in army.system.shares:
        rules.setdefault(share.rule, []).append(share)
    roles = {_role(unit) for unit in own}
    whole = (shares for shares in rules.values() if roles <= {share.role for share in shares})
    chosen = next(whole, next(iter(rules.values()), []))
    for share in chosen:
        if by_data.isdisjoint((share.role, *share.also)) and not (allied and share.role == ALLIES):
            yield share, [unit for unit in own if _role(unit) in (share.role, *share.also)]
    for share in army.system.shares if allied else ():
        if share.role == ALLIES:
            printed = ALLIES not in by_data
            yield share, [unit for unit in army.units if unit.uid in allied or (printed and _role(unit) == ALLIES)]


def smallest_limit(army: Army) -> Decimal:
    """Return the smallest limit that the army keeps and under which no role costs too much (2E-R-ARMY-06)."""
    shares = _shares(army, roles_of_data(army))
    needed = [Decimal(str(army.size)), *needed_limits(army)]
    needed += [_cost(army, units) * HUNDRED / share.most_percent for share, units in shares if share.most_percent]
    return Decimal(_ceil(max(needed)))


def _cost(army: Army, units: Sequence[ArmyUnit]) -> Decimal:
    return sum((_points(army, unit) for unit in units), Decimal(0))


def _removals(army: Army, share: Share, units: Sequence[ArmyUnit], over: Decimal) -> list[Fix]:
    """Return removals of units of the role that do, or of whole forces of allies."""
    forces = remove_forces(foreign_units(army), army, over) if share.role == ALLIES else ()
    return [*removals(army, units, float(over), lambda unit: float(_points(army, unit))), *forces]


def _additions(army: Army, share: Share, cost: Decimal, agreed: Decimal | None, smallest: Decimal) -> list[Fix]:
    """Return additions of units of the role, where no limit was agreed on with what the army then costs as one."""
    roles, foreign = (share.role, *share.also), frozenset(force.uid for force in foreign_forces(army))
    least = smallest if agreed is None else Decimal(0)

    def fits(closure: Closure, root: Resolved) -> bool:
        printed = root.entry.details.get("role") if root.entry.loadout else None
        role = printed or unit_role(closure, root, root.primary, root.categories, army.system)
        return role in roles

    shortfall = Shortfall(fits, cost, Decimal(share.least_percent or 0), agreed, least, foreign)
    return fill(army, shortfall, lambda number: limit_operation(army, number))


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
