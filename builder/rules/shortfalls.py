"""Units to add where those of a role or category cost too little of the limit, and a larger limit where they need one.

Sources: 2E-R-ARMY-01, 2E-R-ARMY-02. More units of the role that are there come first, then other datasheets of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

from builder.operations.table import apply
from builder.rules.army import Army, ArmyUnit
from builder.rules.read_army import closure_or_none
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.finding import Fix, Operation, Plain
from datasheets.evaluation.tree import Force
from datasheets.markup import strip_marks

PROPOSALS = 3
MOST_COPIES, MOST_TRIED = 20, 20
Addition = tuple[str, Decimal, Operation]
"""The name, cost and operation of a unit that may be added."""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """How much the units of some kind cost of what they must; `fits` says whether a datasheet of a force is of that kind.

    `limit` is the agreed one, or None; `smallest` is the least that an army of some size may have as its limit. Units of
    the forces `without` do not count, so none is added there.
    """

    fits: Callable[[Closure, Resolved], bool]
    cost: Decimal
    percent: Decimal
    limit: Decimal | None
    smallest: Decimal
    without: frozenset[str] = frozenset()


def fill(army: Army, shortfall: Shortfall, other_limit: Callable[[int], Operation]) -> list[Fix]:
    """Return additions that bring the units of the roles to their share, each with the limit that it needs."""
    return [
        fix
        for name, cost, add in _additions(army, shortfall)
        if (fix := _fill(army, shortfall, name, cost, add, other_limit))
    ]


def _fill(
    army: Army, shortfall: Shortfall, name: str, cost: Decimal, add: Operation, other_limit: Callable[[int], Operation]
) -> Fix | None:
    size, limit = Decimal(str(army.size)), shortfall.limit
    for copies in range(1, MOST_COPIES + 1):
        needed = max(limit or Decimal(0), shortfall.smallest, size + copies * cost)
        if (shortfall.cost + copies * cost) * 100 < needed * shortfall.percent:
            continue
        if limit is None or needed <= limit:
            return Fix("fix.add", {"number": copies, "name": name}, (add,) * copies)
        number = int(needed.to_integral_value(ROUND_CEILING))
        values: dict[str, Plain] = {"number": copies, "name": name, "limit": number}
        return Fix("fix.add-and-agree", values, ((add,) * copies) + (other_limit(number),))
    return None


def _additions(army: Army, shortfall: Shortfall) -> Iterator[Addition]:
    """Yield the names, costs and operations of units that may be added, of new ones those that come whole before others."""
    counted = (unit for unit in army.units if unit.force.uid not in shortfall.without and _cost(army, unit))
    known = {unit.datasheet: unit for unit in counted if fits_unit(shortfall.fits, unit)}
    for unit in list(known.values())[:PROPOSALS]:
        yield unit.effective.name, _cost(army, unit), {"op": "duplicate", "selection": unit.uid}
    if len(known) < PROPOSALS:
        for force in (each for each in army.roster.forces if each.uid not in shortfall.without):
            yield from _new_units(army, force, shortfall, known, PROPOSALS - len(known))


def _new_units(army: Army, force: Force, shortfall: Shortfall, known: Collection[str], most: int) -> Iterator[Addition]:
    closure = closure_or_none(army.catalogues, force)
    kind = closure.force_entry(force.entry) if closure and force.entry else None
    roots = [root for root in closure.roots() if kind is None or kind.has_room_for(root.primary)] if closure else []
    offered = [root for root in roots if closure and shortfall.fits(closure, root) and not root.entry.hidden]
    left = [root for root in offered if f"{force.catalogue}/{root.id}" not in known][:MOST_TRIED]
    whole, others = list[Addition](), list[Addition]()
    for root in left:
        if len(whole) < most and (found := _new_unit(army, force, root)):
            name, cost, add, is_whole = found
            (whole if is_whole else others).append((name, cost, add))
    yield from [*whole, *others][:most]


def _new_unit(army: Army, force: Force, root: Resolved) -> tuple[str, Decimal, Operation, bool] | None:
    """Return the name, cost and operation of a unit that may be added, and whether it comes without an error of its own."""
    add: Operation = {"op": "add-unit", "force": force.uid, "entry": root.id}
    uid = f"s{army.roster.next_uid}"
    after = evaluate(apply(army.roster, add, army.catalogues), army.catalogues, army.evaluation)
    cost = after.by_uid[uid].total_costs.get(army.system.size.cost, Decimal(0))
    is_whole = not any(uid in each.path for each in after.findings if each.severity == "error")
    return (strip_marks(root.name), cost, add, is_whole) if cost else None


def fits_unit(fits: Callable[[Closure, Resolved], bool], unit: ArmyUnit) -> bool:
    """Whether the datasheet of a unit is of a kind."""
    return unit.closure is not None and unit.resolved is not None and fits(unit.closure, unit.resolved)


def _cost(army: Army, unit: ArmyUnit) -> Decimal:
    return unit.costs.get(army.system.size.cost, Decimal(0))
