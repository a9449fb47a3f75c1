"""Shares that imported data judge themselves, by limits of categories and of kinds of forces, with ways out.

Sources: 2E-R-ARMY-01, 2E-R-ARMY-06, 2E-R-SETUP-01. Such limits stand on the kind of a force, so a force without one is
judged by nobody. The data take percentages of what was spent where no limit was agreed; by the rules they are of the limit,
so such an army is judged under the smallest with which nothing is too dear.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import ROUND_CEILING, Decimal

from builder.operations import nodes
from builder.rules.agreed_limits import limit_key, limit_of, limit_operation, other_limit
from builder.rules.army import Army
from builder.rules.army_lists import other_lists
from builder.rules.data_limits import limiting_parts
from builder.rules.data_roles import HUNDRED, faults_of_shares, have_shares, percent_of
from builder.rules.own_list import foreign_forces, removable_forces
from builder.rules.read_army import closure_or_none
from builder.rules.removals import removals
from builder.rules.shares import smallest_limit
from builder.rules.shortfalls import Shortfall, fill
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.finding import Finding, Fix


def check_data_shares(army: Army) -> Iterator[Finding]:
    """Give what the data say of the cost of categories the ways out that there are."""
    limited = _under_a_limit(army)
    for raw in faults_of_shares(limited):
        kind, _, category = raw.owner.partition(" ")
        percent = percent_of(limited, raw)
        fixes = _ways_out(army, raw, category, percent) if kind == "category" else _ways_out_of_forces(army, raw, percent)
        said = {**raw.values, "cost": next(each.short for each in army.system.costs if each.id == army.system.size.cost)}
        yield replace(raw, rule=army.system.rule("shares"), values=said, fixes=tuple(fixes) if army.proposing else raw.fixes)


def _under_a_limit(army: Army) -> Army:
    """Return the army as it is under its limit, the smallest where none was agreed."""
    limit = smallest_limit(army) if limit_of(army) is None and have_shares(army) else 0
    if limit <= army.size:
        return army
    roster = replace(army.roster, agreed={**army.roster.agreed, limit_key(army): int(limit)})
    return replace(army, roster=roster, evaluation=evaluate(roster, army.catalogues, army.evaluation))


def _ways_out_of_forces(army: Army, raw: Finding, percent: Decimal) -> Iterator[Fix]:
    """Yield another limit, units to remove, other army lists, and the removal of the forces of the kind that has a limit."""
    kind, wanted, found = raw.part, Decimal(str(raw.wanted)), Decimal(str(raw.found))
    if percent:
        yield _limit_for(army, found, percent)
        units = [unit for unit in army.units if unit.force.entry == kind]
        yield from removals(army, units, float(found - wanted), lambda unit: float(unit.costs.get(army.system.size.cost, 0)))
    yield from other_lists(army, {kind})
    for force in removable_forces(army):
        if force.entry == kind:
            yield Fix("fix.remove", {"name": force.name or force.catalogue}, ({"op": "remove-force", "force": force.uid},))


def _ways_out(army: Army, raw: Finding, category: str, percent: Decimal) -> Iterator[Fix]:
    """Yield another limit, then units to remove, or to add, of a category that costs too much or too little."""
    wanted, found, limit = Decimal(str(raw.wanted)), Decimal(str(raw.found)), limit_of(army)
    part, foreign = percent / HUNDRED, _forces_of_others(army, raw)
    if raw.code == "cost.too-much" and not wanted:
        yield from _remove_lists(army, raw.part)
        return
    if raw.code == "cost.too-much":
        if part:
            yield _limit_for(army, found, percent)
        own = (unit for unit in army.units if unit.force.uid not in foreign)
        units = [unit for unit in own if category in unit.effective.categories]
        yield from removals(army, units, float(found - wanted), lambda unit: float(unit.costs.get(army.system.size.cost, 0)))
        yield from other_lists(army)
        return
    lower = int(found / part) if part else 0
    if lower and lower >= army.size:
        yield other_limit(army, lower)

    def fits(closure: Closure, root: Resolved) -> bool:
        return category in root.categories

    shortfall = Shortfall(fits, found, percent, limit, smallest_limit(army) if limit is None else Decimal(0), foreign)
    yield from fill(army, shortfall, lambda number: limit_operation(army, number))
    yield from other_lists(army)


def _remove_lists(army: Army, part: str) -> Iterator[Fix]:
    """Yield the removal of each force whose units nothing else in the army lets come, as what limits them says."""
    for force in removable_forces(army):
        closure = closure_or_none(army.catalogues, force)
        if closure and part in dict(limiting_parts(closure, force)):
            yield Fix("fix.remove", {"name": force.name or force.catalogue}, ({"op": "remove-force", "force": force.uid},))


def _forces_of_others(army: Army, raw: Finding) -> frozenset[str]:
    """Return the forces of other army lists whose units do not count, as they do not in a section of the army's own."""
    others = {force.uid for force in foreign_forces(army)}
    for force in nodes.forces(army.roster):
        closure = closure_or_none(army.catalogues, force) if force.uid in others else None
        if closure and raw.part in dict(limiting_parts(closure, force)):
            return frozenset()
    return frozenset(others)


def _limit_for(army: Army, cost: Decimal, percent: Decimal) -> Fix:
    """Return the smallest limit of which a cost is the percentage that it may be."""
    return other_limit(army, int((cost * HUNDRED / percent).to_integral_value(ROUND_CEILING)))
