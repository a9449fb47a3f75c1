"""Units that are kept in reserve: they are no part of the army when the battle begins.

Sources: AOS-SETUP-01, AOS-SETUP-09, AOS-SETUP-10, AOS-SETUP-11, AOS-GENERAL-01, AOS-Q-53.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.rules.army import Army, ArmyUnit
from builder.rules.fixes import withdraw
from builder.rules.leader import other_leader
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Declaration

RESERVE = "reserve"


def set_up(army: Army) -> Iterator[Finding]:
    """Judge that some unit is set up, and that the leader is in one that is."""
    kept = [unit for unit in army.units if unit.is_reserve]
    if kept and len(kept) == len(army.units):
        fixes = [_set_up(unit) for unit in kept]
        yield army.finding("error", None, "army.all-in-reserve", "set-up", 1, 0, fixes=fixes)
        return
    kind = army.system.leader
    for each in army.declarations_of(kind.kind) if kind else ():
        unit, group = army.by_group[each.subject]
        if kind and unit.is_reserve:
            values = {"model": group.title or unit.model_name(group), "about": f"{each.subject} {each.index}"}
            fixes = [_set_up(unit), *other_leader(army, unit)]
            yield army.finding("error", unit, f"{kind.kind}.in-reserve", kind.rule, values=values, fixes=fixes)


def _set_up(unit: ArmyUnit) -> Fix:
    return Fix("fix.set-up", {"unit": unit.name}, (withdraw(Declaration(RESERVE, unit.uid)),))
