"""Units of a second army list: allies, which cost at most their share of the limit, whatever they are in their own list.

Source: 2E-R-ARMY-01. The army list of an army is that of its commander; whether its codex allows allies, only players know.
Imported data may have a share of their own for allies; such units are left to them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from builder.operations import nodes
from builder.rules.army import Army, ArmyUnit
from builder.rules.data_roles import has_own_share, limits_of
from builder.rules.read_army import closure_or_none
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Force
from datasheets.imported.categories import role_of

ALLIES = "allies"


def note_allies(army: Army) -> Iterator[Finding]:
    """Note which forces are of a second army list, so that their units count as allies."""
    main, others = main_force(army), foreign_units(army)
    for force in nodes.forces(army.roster):
        if main and any(unit.force.uid == force.uid for unit in others):
            values = {"name": _name(force), "main": _name(main), "about": force.uid}
            found = army.finding("note", None, "force.allies", "shares", values=values)
            yield replace(found, path=(force.uid,))


def main_force(army: Army) -> Force | None:
    """Return the force whose army list is the army's: the commander's, or the first that has units, and is not of allies."""
    kind = army.system.leader
    leading = [army.by_group[each.subject][0] for each in army.declarations_of(kind.kind)] if kind else []
    units = [*leading, *army.units]
    own = (unit for unit in units if not _is_of_allies(army, unit))
    return next((unit.force for unit in (*own, *units)), None)


def foreign_units(army: Army) -> list[ArmyUnit]:
    """Return the units of other army lists than the army's."""
    main = main_force(army)
    closure = closure_or_none(army.catalogues, main) if main else None
    own = {main.catalogue, *(source.id for source in closure.sources)} if main and closure else set[str]()
    return [unit for unit in army.units if own and unit.force.catalogue not in own]


def allied_units(army: Army) -> list[ArmyUnit]:
    """Return the units of other army lists that the ledger judges as allies: those that their data do not."""
    return [unit for unit in foreign_units(army) if not _is_judged_by_data(army, unit)]


def remove_forces(units: Collection[ArmyUnit], army: Army, over: Decimal) -> Iterator[Fix]:
    """Yield the removal of each force whose allies cost enough, with all that is in it."""
    for force in army.roster.forces:
        of_force = [unit for unit in units if unit.force.uid == force.uid]
        if len(of_force) > 1 and _cost(army, of_force) >= over:
            yield Fix("fix.remove", {"name": _name(force)}, ({"op": "remove-force", "force": force.uid},))


def _cost(army: Army, units: Sequence[ArmyUnit]) -> Decimal:
    return sum((unit.costs.get(army.system.size.cost, Decimal(0)) for unit in units), Decimal(0))


def _is_judged_by_data(army: Army, unit: ArmyUnit) -> bool:
    """Whether the kind of its force has a share for allies that the unit is in."""
    if unit.closure and has_own_share(unit.closure, unit.force):
        return True
    return any(category in unit.effective.categories for category in _shares_of_allies(army, unit))


def _is_of_allies(army: Army, unit: ArmyUnit) -> bool:
    """Whether the data make the kind of its force one of allies alone, by a share of its own or of a category for them."""
    own = unit.closure is not None and has_own_share(unit.closure, unit.force)
    return own or any(_shares_of_allies(army, unit))


def _shares_of_allies(army: Army, unit: ArmyUnit) -> Iterator[str]:
    """Yield the categories of allies for which the kind of a unit's force has a share."""
    closure = unit.closure
    for category in limits_of(closure, unit.force) if closure else ():
        if closure and role_of(closure, category, army.system.imports) == ALLIES:
            yield category


def _name(force: Force) -> str:
    return force.name or force.catalogue
