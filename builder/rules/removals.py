"""Units to remove so that what they cost comes down by enough: one of them, or several where no single one does."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from builder.rules.army import Army, ArmyUnit
from builder.rules.fixes import remove
from builder.rules.leader import remove_unit
from datasheets.evaluation.finding import Fix

PROPOSALS, MOST_TOGETHER = 3, 20

Worth = Callable[[ArmyUnit], float]


def removals(army: Army, units: Iterable[ArmyUnit], over: float, worth: Worth) -> list[Fix]:
    """Return removals of one unit that is worth enough, the cheapest first; else the removal of the dearest together."""
    by_worth = sorted(units, key=worth)
    able = [unit for unit in by_worth if worth(unit) >= over]
    if able:
        return [remove_unit(army, unit) for unit in able[:PROPOSALS]]
    gone: list[ArmyUnit] = []
    for unit in reversed(by_worth):
        gone.append(unit)
        if sum(map(worth, gone)) >= over:
            return [_remove_all(gone)] if len(gone) <= MOST_TOGETHER else []
    return []


def _remove_all(units: Iterable[ArmyUnit]) -> Fix:
    gone = [remove(unit.selection) for unit in units]
    names = ", ".join(str(each.values["name"]) for each in gone)
    return Fix("fix.remove", {"name": names}, tuple(operation for each in gone for operation in each.operations))
