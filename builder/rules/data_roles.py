"""The roles whose shares of the limit imported data judge themselves, by limits of categories in percent of a cost."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from builder.operations import nodes
from builder.rules.agreed_limits import limit_of
from builder.rules.army import Army
from builder.rules.data_limits import has_own_share, limiting_parts, limits_of
from builder.rules.own_list import lists_of_allies
from builder.rules.own_sections import faults_of_data
from builder.rules.read_army import closure_or_none
from datasheets.evaluation.finding import Finding
from datasheets.imported.categories import role_of

HUNDRED = Decimal(100)


def roles_of_data(army: Army) -> frozenset[str]:
    """Return the roles whose shares the data of the forces judge: those of categories with a limit in percent of a cost.

    A category with units of other roles (tanks in the "Battle Line") is not the role, unless the data find fault with it.
    What is said of a whole army list holds for an army of it, not for allies from it.
    """
    found, allied = set[str](), lists_of_allies(army)
    faulty = {raw.owner for raw in faults_of_shares(army)}
    for force in (each for each in nodes.forces(army.roster) if each.uid not in allied):
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


def faults_of_shares(army: Army) -> Iterator[Finding]:
    """Yield what the data find too dear or too cheap, but by limits that stand on army lists that allies come from."""
    faults = faults_of_data(army)
    allied = lists_of_allies(army) if faults else ()
    limiting = {False: set[str](), True: set[str]()}
    for force in nodes.forces(army.roster) if allied else ():
        closure = closure_or_none(army.catalogues, force)
        if closure:
            limiting[force.uid in allied].update(part for part, _ in limiting_parts(closure, force))
    of_allies = limiting[True] - limiting[False]
    yield from (raw for raw in faults if raw.part not in of_allies)


def have_shares(army: Army) -> bool:
    """Whether the data limit any category of a force, or forces of its kind, in percent of a cost."""
    forces = [(force, closure_or_none(army.catalogues, force)) for force in nodes.forces(army.roster)]
    return any(closure and (has_own_share(closure, force) or any(limits_of(closure, force))) for force, closure in forces)


def percent_of(army: Army, raw: Finding) -> Decimal:
    """Return the percentage that a finding of the data is about, 0 where nothing was spent."""
    whole = limit_of(army) or Decimal(str(army.size))
    return Decimal(str(raw.wanted)) * HUNDRED / whole if whole else Decimal(0)


def needed_limits(army: Army) -> Iterator[Decimal]:
    """Yield under which limit each category, and each kind of force, that the data find too dear would be just right."""
    for raw in faults_of_shares(army):
        if raw.code == "cost.too-much" and raw.wanted:
            yield Decimal(str(raw.found)) * HUNDRED / percent_of(army, raw)
