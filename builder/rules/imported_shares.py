"""Shares that imported data judge themselves, by limits of categories and of kinds of forces, with ways out.

Sources: 2E-R-ARMY-01, 2E-R-SETUP-01. Such limits stand on the kind of a force, so a force without one is judged by nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import ROUND_CEILING, Decimal

from builder.operations import nodes
from builder.rules.agreed_limits import limit_of, limit_operation, other_limit
from builder.rules.army import Army
from builder.rules.army_lists import other_lists
from builder.rules.read_army import closure_or_none
from builder.rules.removals import removals
from builder.rules.shortfalls import Shortfall, fill
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Force
from datasheets.imported.categories import role_of

CODES = ("cost.too-little", "cost.too-much")
HUNDRED = Decimal(100)


def roles_of_data(army: Army) -> frozenset[str]:
    """Return the roles whose shares the data of the forces judge: those of categories with a limit in percent of a cost."""
    found = set[str]()
    for force in nodes.forces(army.roster):
        closure = closure_or_none(army.catalogues, force)
        if closure:
            found.update(role_of(closure, each, army.system.imports) or "" for each in limits_of(closure, force))
    return frozenset(found)


def limits_of(closure: Closure, force: Force) -> Iterator[str]:
    """Yield the categories that have a limit in percent of a cost where a force is of its kind."""
    kind = closure.force_entry(force.entry) if force.entry else None
    for link in kind.category_links if kind else ():
        category = closure.category(link.target)
        limits = (*link.constraints, *(category.constraints if category else ()))
        if any(each.query.percent and each.query.field in closure.cost_types for each in limits):
            yield link.target


def check_data_shares(army: Army) -> Iterator[Finding]:
    """Give what the data say of the cost of categories the ways out that there are."""
    for raw in army.evaluation.findings:
        if raw.code in CODES and not raw.path:
            kind, _, category = raw.owner.partition(" ")
            judged = _ways_out(army, raw, category) if kind == "category" else _other_forces(army, raw)
            yield replace(raw, rule=army.system.rule("shares"), fixes=tuple(judged) if army.proposing else raw.fixes)


def _other_forces(army: Army, raw: Finding) -> Iterator[Fix]:
    """Yield other army lists, and the removal, of the forces of the kind that has a limit."""
    kind = raw.origin.split("/")[0]
    yield from other_lists(army, {kind})
    for force in army.roster.forces:
        if force.entry == kind:
            yield Fix("fix.remove", {"name": force.name or force.catalogue}, ({"op": "remove-force", "force": force.uid},))


def _ways_out(army: Army, raw: Finding, category: str) -> Iterator[Fix]:
    """Yield another limit, then units to remove, or to add, of a category that costs too much or too little."""
    wanted, found, limit = Decimal(str(raw.wanted)), Decimal(str(raw.found)), limit_of(army)
    whole = limit if limit is not None else Decimal(str(army.size))
    part = wanted / whole if whole else Decimal(0)
    if raw.code == "cost.too-much":
        if part:
            yield other_limit(army, int((found / part).to_integral_value(ROUND_CEILING)))
        over = (found - wanted) if limit is not None or part >= 1 else (found - wanted) / (1 - part)
        units = [unit for unit in army.units if category in unit.effective.categories]
        yield from removals(army, units, float(over), lambda unit: float(unit.costs.get(army.system.size.cost, 0)))
        yield from other_lists(army)
        return
    lower = int(found / part) if part else 0
    if lower and lower >= army.size:
        yield other_limit(army, lower)

    def fits(closure: Closure, root: Resolved) -> bool:
        return category in root.categories

    shortfall = Shortfall(fits, found, part * HUNDRED, limit, Decimal(0))
    yield from fill(army, shortfall, lambda number: limit_operation(army, number))
    yield from other_lists(army)
