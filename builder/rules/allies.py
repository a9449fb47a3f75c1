"""Units of a second army list: allies, which cost at most their share of the limit, whatever they are in their own list.

Source: 2E-R-ARMY-01. Whether the army's codex allows allies, only players know: until they agree on it, nobody has judged
it. Imported data may have a share of their own for allies; such units are left to them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from builder.operations import nodes
from builder.rules.army import Army, ArmyUnit
from builder.rules.data_limits import has_own_share
from builder.rules.fixes import agree
from builder.rules.own_list import foreign_units, main_force, removable_forces, shares_of_allies
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Force

UNJUDGED_ALLIES, AGREED = "force.allies", "force.allies-agreed"
ALLOWED = "allies"
"""The agreement that the codex of the army allows them."""


def note_allies(army: Army) -> Iterator[Finding]:
    """Note which forces are of a second army list, so that their units count as allies, and whether players allow them."""
    main, others = main_force(army), foreign_units(army)
    is_allowed = army.agreed.get(ALLOWED) is True
    code, fixes = (AGREED, []) if is_allowed else (UNJUDGED_ALLIES, [agree("fix.agree-allies", ALLOWED, True, {})])
    for force in nodes.forces(army.roster):
        if main and any(unit.force.uid == force.uid for unit in others):
            values = {"name": _name(force), "main": _name(main), "about": force.uid}
            found = army.finding("note", None, code, "shares", values=values, fixes=fixes)
            yield replace(found, path=(force.uid,))


def allied_units(army: Army) -> list[ArmyUnit]:
    """Return the units of other army lists that the ledger judges as allies: those that their data do not."""
    return [unit for unit in foreign_units(army) if not _is_judged_by_data(army, unit)]


def remove_forces(units: Collection[ArmyUnit], army: Army, over: Decimal) -> Iterator[Fix]:
    """Yield the removal of each force whose allies cost enough, with all that is in it."""
    for force in removable_forces(army):
        of_force = [unit for unit in units if unit.force.uid == force.uid]
        if len(of_force) > 1 and _cost(army, of_force) >= over:
            yield Fix("fix.remove", {"name": _name(force)}, ({"op": "remove-force", "force": force.uid},))


def _cost(army: Army, units: Sequence[ArmyUnit]) -> Decimal:
    return sum((unit.costs.get(army.system.size.cost, Decimal(0)) for unit in units), Decimal(0))


def _is_judged_by_data(army: Army, unit: ArmyUnit) -> bool:
    """Whether the kind of its force has a share for allies that the unit is in."""
    if unit.closure and has_own_share(unit.closure, unit.force):
        return True
    return any(category in unit.effective.categories for category in shares_of_allies(army, unit.force, unit.closure))


def _name(force: Force) -> str:
    return force.name or force.catalogue
