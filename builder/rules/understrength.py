"""Units with fewer models than their datasheet asks for: legal when marked, so many of one datasheet as the system allows.

Sources: 9E-DS-11, 9E-UNDER-01, 9E-UNDER-02, 9E-Q-19; 8E-ARMY-03, 8E-ARMY-04, 8E-Q-29, 8E-Q-30. Whether a system knows such
units is its data. What completes a unit is the caller's: native units have rows, imported ones what their data say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from builder.rules.army import Army, ArmyUnit
from builder.rules.fixes import declare, withdraw
from builder.rules.leader import remove_unit
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Declaration
from datasheets.systems import rulebook
from datasheets.systems.system import Understrength


def is_marked(army: Army, unit: ArmyUnit) -> bool:
    """Whether the unit counts as Understrength: it is marked, and the system knows such units."""
    return army.system.understrength is not None and unit.marked_understrength


def below_minimum(army: Army, unit: ArmyUnit, complete: Callable[..., Fix]) -> Iterator[Finding]:
    """Judge a unit that has too few models; `complete` makes the fix that adds them, with the operations it is given."""
    allowed, mark = army.system.understrength, Declaration("understrength", unit.uid)
    if allowed and unit.marked_understrength:
        yield _finding(army, unit, allowed, complete(withdraw(mark)))
        return
    fixes = [complete()]
    if allowed and len(army.understrength(unit.datasheet)) < allowed.per_datasheet:
        fixes.append(Fix("fix.mark-understrength", {"unit": unit.name}, (declare("understrength", unit.uid),)))
    yield army.finding("error", unit, "unit.below-minimum", "minimum", unit.least, unit.count, fixes=fixes)


def not_needed(army: Army, unit: ArmyUnit) -> Iterator[Finding]:
    """Tell of a mark on a unit that has enough models."""
    if unit.marked_understrength:
        mark = withdraw(Declaration("understrength", unit.uid))
        fixes = [Fix("fix.unmark-understrength", {"unit": unit.name}, (mark,))]
        yield army.finding("note", unit, "unit.mark-not-needed", "understrength", unit.least, unit.count, fixes=fixes)


def _finding(army: Army, unit: ArmyUnit, allowed: Understrength, complete: Fix) -> Finding:
    marked = army.understrength(unit.datasheet)
    if marked.index(unit) < allowed.per_datasheet:
        severity = rulebook(army.system.id).rule(allowed.rule).severity or "warning"
        return army.finding(severity, unit, "unit.understrength", "understrength", unit.least, unit.count, fixes=[complete])
    fixes, values = [complete, remove_unit(army, unit)], {"datasheet": unit.effective.name}
    return army.finding(
        "error", unit, "unit.understrength-again", "understrength", allowed.per_datasheet, len(marked), values, fixes
    )
