"""Shares that imported data judge themselves, by limits of categories: which army list a force is, and ways out.

Sources: 2E-R-ARMY-01, 2E-R-SETUP-01. Such limits stand on the kind of a force, so a force without one is judged by nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import ROUND_CEILING, Decimal

from builder.operations import nodes
from builder.rules.agreed_limits import limit_of, limit_operation, other_limit
from builder.rules.army import Army
from builder.rules.leader import remove_unit
from builder.rules.read_army import closure_or_none
from builder.rules.shortfalls import Shortfall, fill
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Force
from datasheets.imported.categories import role_of
from datasheets.markup import strip_marks

CODES = ("cost.too-little", "cost.too-much")
OF_ARMY_LIST = frozenset({*CODES, "share.too-little", "share.too-much", "entry.too-few", "entry.too-many"})
"""What is judged only where a force follows an army list."""
PROPOSALS, MOST_LISTS = 3, 6
HUNDRED = Decimal(100)


def check_army_lists(army: Army) -> Iterator[Finding]:
    """Judge that every force says which of the army lists of its data it follows."""
    for force in lists_to_choose(army):
        closure = closure_or_none(army.catalogues, force)
        kinds = closure.kinds_of_force[:MOST_LISTS] if closure else ()
        fixes = [
            Fix(
                "fix.choose-army-list",
                {"name": strip_marks(each.name)},
                ({"op": "change-force", "force": force.uid, "entry": each.id},),
                reveals=OF_ARMY_LIST,
            )
            for each in kinds
        ]
        lists = ", ".join(strip_marks(each.name) for each in kinds)
        values = {"name": force.name or force.catalogue, "lists": lists, "about": force.uid}
        found = army.finding("error", None, "force.no-army-list", "shares", values=values, fixes=fixes)
        yield replace(found, path=(force.uid,))


def lists_to_choose(army: Army) -> list[Force]:
    """Return the forces with units whose data have army lists, and that follow none of them."""
    with_units = {unit.force.uid for unit in army.units if unit.models}
    forces = [force for force in nodes.forces(army.roster) if force.uid in with_units]
    closures = ((force, closure_or_none(army.catalogues, force)) for force in forces)
    return [force for force, it in closures if it and it.kinds_of_force and not it.force_entry(force.entry)]


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
            fixes = tuple(_ways_out(army, raw, category)) if army.proposing and kind == "category" else raw.fixes
            yield replace(raw, fixes=fixes)


def _ways_out(army: Army, raw: Finding, category: str) -> Iterator[Fix]:
    """Yield another limit, then units to remove, or to add, of a category that costs too much or too little."""
    wanted, found, limit = Decimal(str(raw.wanted)), Decimal(str(raw.found)), limit_of(army)
    whole = limit if limit is not None else Decimal(str(army.size))
    part = wanted / whole if whole else Decimal(0)
    if raw.code == "cost.too-much":
        if part:
            yield other_limit(army, int((found / part).to_integral_value(ROUND_CEILING)))
        yield from _removals(
            army, category, (found - wanted) if limit is not None or part >= 1 else (found - wanted) / (1 - part)
        )
        return
    lower = int(found / part) if part else 0
    if lower and lower >= army.size:
        yield other_limit(army, lower)

    def fits(closure: Closure, root: Resolved) -> bool:
        return category in root.categories

    shortfall = Shortfall(fits, found, part * HUNDRED, limit, Decimal(0))
    yield from fill(army, shortfall, lambda number: limit_operation(army, number))


def _removals(army: Army, category: str, over: Decimal) -> list[Fix]:
    """Return removals of one unit of a category that costs enough, the cheapest first."""
    costs = {unit.uid: unit.costs.get(army.system.size.cost, Decimal(0)) for unit in army.units}
    able = [unit for unit in army.units if category in unit.effective.categories and costs[unit.uid] >= over]
    return [remove_unit(army, unit) for unit in sorted(able, key=lambda unit: costs[unit.uid])[:PROPOSALS]]
