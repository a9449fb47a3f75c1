"""Steps that judge every unit by itself: what an edit did not touch is not judged again while fixes are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from builder.rules.army import Army, ArmyUnit
from datasheets.evaluation.finding import Finding

Check = Callable[[Army, ArmyUnit], Iterable[Finding]]


def per_unit(check: Check) -> Callable[[Army], Iterator[Finding]]:
    """Return the step that judges every unit by `check`.

    What it finds may depend on the unit and on the army's system alone, only the fixes that it proposes on other units; so
    where nothing is proposed, what was found of a unit holds as long as the unit is the same. So it does where nothing is
    proposed for what is known (`Army.known`).
    """

    def judge_units(army: Army) -> Iterator[Finding]:
        for unit in army.units:
            found = None if army.proposing and not army.known else unit.found_before.get(check)
            if found is not None:
                yield from found
            elif army.proposing:
                yield from check(army, unit)
            else:
                yield from find_once(army, unit, check)

    return judge_units


def find_once(army: Army, unit: ArmyUnit, check: Check) -> tuple[Finding, ...]:
    """Return what a check finds of a unit without proposing anything, or what it found before."""
    known = unit.found_before.get(check)
    if known is None:
        known = unit.found_before[check] = tuple(check(army, unit))
    return known
