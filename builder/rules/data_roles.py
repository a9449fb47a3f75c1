"""The roles whose shares of the limit imported data judge themselves, by limits of categories in percent of a cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from builder.operations import nodes
from builder.rules.agreed_limits import limit_of
from builder.rules.army import Army
from builder.rules.read_army import closure_or_none
from datasheets.closure import Closure
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.tree import Force
from datasheets.imported.categories import role_of
from datasheets.model import Constraint

CODES = ("cost.too-little", "cost.too-much")
HUNDRED = Decimal(100)


def roles_of_data(army: Army) -> frozenset[str]:
    """Return the roles whose shares the data of the forces judge: those of categories with a limit in percent of a cost.

    A category with units of other roles (tanks in the "Battle Line") is not the role, unless the data find fault with it.
    """
    found = set[str]()
    faulty = {raw.owner for raw in army.evaluation.findings if raw.code in CODES and not raw.path}
    for force in nodes.forces(army.roster):
        closure = closure_or_none(army.catalogues, force)
        for category in limits_of(closure, force) if closure else ():
            role = role_of(closure, category, army.system.imports) or "" if closure else ""
            if f"category {category}" in faulty or not _has_others(army, category, role):
                found.add(role)
    return frozenset(found)


def _has_others(army: Army, category: str, role: str) -> bool:
    """Whether units of a category have another role, one of the ledger's shares."""
    roles = {share.role for share in army.system.shares} - {role}
    return any(unit.effective.primary == category and unit.details.get("role") in roles for unit in army.units)


def limits_of(closure: Closure, force: Force) -> Iterator[str]:
    """Yield the categories that have a limit in percent of a cost where a force is of its kind."""
    kind = closure.force_entry(force.entry) if force.entry else None
    for link in kind.category_links if kind else ():
        category = closure.category(link.target)
        limits = (*link.constraints, *(category.constraints if category else ()))
        if _has_share(limits, closure):
            yield link.target


def has_own_share(closure: Closure, force: Force) -> bool:
    """Whether forces of its kind have a limit of their own in percent of a cost, as forces of allies have."""
    kind = closure.force_entry(force.entry) if force.entry else None
    return kind is not None and _has_share(kind.constraints, closure)


def have_shares(army: Army) -> bool:
    """Whether the data limit any category of a force, or forces of its kind, in percent of a cost."""
    forces = [(force, closure_or_none(army.catalogues, force)) for force in nodes.forces(army.roster)]
    return any(closure and (has_own_share(closure, force) or any(limits_of(closure, force))) for force, closure in forces)


def _has_share(limits: Iterable[Constraint], closure: Closure) -> bool:
    return any(each.query.percent and each.query.field in closure.cost_types for each in limits)


def percent_of(army: Army, raw: Finding) -> Decimal:
    """Return the percentage that a finding of the data is about, 0 where nothing was spent."""
    whole = limit_of(army) or Decimal(str(army.size))
    return Decimal(str(raw.wanted)) * HUNDRED / whole if whole else Decimal(0)


def needed_limits(army: Army) -> Iterator[Decimal]:
    """Yield under which limit each category, and each kind of force, that the data find too dear would be just right."""
    for raw in army.evaluation.findings:
        if raw.code == "cost.too-much" and not raw.path and raw.wanted:
            yield Decimal(str(raw.found)) * HUNDRED / percent_of(army, raw)
