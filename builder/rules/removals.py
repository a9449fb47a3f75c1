"""Units to remove so that what they cost comes down by enough: one of them, or several where no single one does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from builder.rules.army import Army, ArmyUnit
from builder.rules.fixes import remove_all
from builder.rules.leader import remove_unit
from datasheets.evaluation.finding import Fix

PROPOSALS, MOST_TOGETHER, MOST_PAIRED = 3, 20, 30

Worth = Callable[[ArmyUnit], float]


def removals(army: Army, units: Iterable[ArmyUnit], over: float, worth: Worth) -> list[Fix]:
    """Return removals of one unit that is worth enough, the cheapest first; else of two, and of the dearest together."""
    by_worth = sorted(units, key=worth)
    able = [unit for unit in by_worth if worth(unit) >= over]
    if able:
        return [remove_unit(army, unit) for unit in able[:PROPOSALS]]
    gone: list[ArmyUnit] = []
    for unit in reversed(by_worth):
        gone.append(unit)
        if sum(map(worth, gone)) >= over:
            pairs = _pairs(by_worth[-MOST_PAIRED:], over, worth) if len(gone) == 2 else []
            sets = [*pairs, gone] if len(gone) <= MOST_TOGETHER else pairs
            fixes = {str(fix.values["name"]): fix for fix in map(remove_all, reversed(sets))}
            return [*reversed(fixes.values())]
    return []


def _pairs(units: Iterable[ArmyUnit], over: float, worth: Worth) -> list[Sequence[ArmyUnit]]:
    """Return the cheapest pairs of units that are worth enough together, one of each pair of names."""
    able = sorted(
        (pair for pair in combinations(units, 2) if sum(map(worth, pair)) >= over), key=lambda pair: sum(map(worth, pair))
    )
    by_name: dict[tuple[str, ...], Sequence[ArmyUnit]] = {
        tuple(sorted(unit.effective.name for unit in pair)): pair for pair in reversed(able)
    }
    return sorted(by_name.values(), key=lambda pair: sum(map(worth, pair)))[: PROPOSALS - 1]
