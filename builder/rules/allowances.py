"""Units that the army list marks with a number: only so many in an army, or one for each of some others (2E-R-ARMY-07)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from builder.rules.army import Army
from builder.rules.leader import remove_unit
from datasheets.evaluation.finding import Finding


def check_allowances(army: Army) -> Iterator[Finding]:
    """Judge how often each datasheet is taken."""
    taken = Counter(str(unit.details.get("datasheet", "")) for unit in army.units)
    seen: Counter[str] = Counter()
    for unit in army.units:
        allowance = unit.details.get("allowance")
        if not isinstance(allowance, Mapping):
            continue
        most = _most(allowance, taken)
        sheet = str(unit.details["datasheet"])
        seen[sheet] += 1
        if seen[sheet] > most:
            values = {"datasheet": unit.effective.name}
            fixes = [remove_unit(army, unit)]
            yield army.finding("error", unit, "unit.too-often", "unit-limit", most, taken[sheet], values, fixes)


def _most(allowance: Mapping[str, object], taken: Mapping[str, int]) -> int:
    limits = []
    if isinstance(allowance.get("most"), int):
        limits.append(int(str(allowance["most"])))
    per = allowance.get("per")
    if isinstance(per, (list, tuple)) and per:
        limits.append(int(str(allowance.get("each", 1))) * sum(taken.get(str(each), 0) for each in per))
    return min(limits, default=0)
