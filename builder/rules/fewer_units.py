"""Several units to remove at once, where an army is too large and the removals of its finding break another rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from builder.rules.attempts import Attempts
from builder.rules.fixes import remove_all
from builder.rules.limits import AGREED_LIMIT, OVER_LIMIT
from builder.rules.own_list import leaders
from datasheets.evaluation.finding import Finding, Fix

TOGETHER, MOST_COMBINED, MOST_TRIED = (2, 3, 4), 20, 12
"""How many units go together, of how many, and how many sets of each size are tried."""


def fewer_units(attempts: Attempts, finding: Finding) -> list[Fix]:
    """Return the smallest and cheapest set of units whose removal settles that an army is too large; none for others."""
    army, wanted = attempts.army, finding.wanted
    if finding.code not in (AGREED_LIMIT, OVER_LIMIT) or finding.found != army.size or not isinstance(wanted, int | float):
        return []
    tried = (attempts.run(finding, fix) for fix in _sets(attempts, army.size - wanted))
    return next(([attempt.offer] for attempt in tried if attempt and attempt.holds), [])


def _sets(attempts: Attempts, over: float) -> Iterator[Fix]:
    """Yield removals of sets of units that cost enough together, the fewest and cheapest first; who leads stays."""
    army, cost = attempts.army, attempts.army.system.size.cost
    leading = {each.subject for each in leaders(army)}
    costs = {unit: float(unit.costs.get(cost, 0)) for unit in army.units if leading.isdisjoint(unit.uids)}
    for number in TOGETHER:
        sets = [(sum(map(costs.__getitem__, each)), each) for each in combinations([*costs][:MOST_COMBINED], number)]
        enough = sorted((each for each in sets if each[0] >= over), key=lambda each: each[0])
        fixes = (remove_all(units) for _, units in enough)
        yield from list({str(fix.values["name"]): fix for fix in fixes}.values())[:MOST_TRIED]
