"""What would raise a broken limit, or show what is hidden: units that its modifiers ask for.

Data say "up to 20 of them with at least 1 Techmarine", "2 for each 5 Necron Warriors", "hidden without Ghazghkull".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, product
from math import ceil

from datasheets.closure import Closure, Resolved
from datasheets.evaluation.constraint import Broken
from datasheets.evaluation.finding import Fix, Operation
from datasheets.evaluation.scope import ForceScope, Node
from datasheets.evaluation.selecting import number_required
from datasheets.markup import strip_marks
from datasheets.model import Condition, ConditionGroup, Modifier, ModifierGroup, Repeat
from datasheets.resolved import Change

MOST, MOST_TRIED, MOST_COPIES = 2, 12, 5
COUNTED_IN = ("force", "roster", "parent")
"""Where a unit that is added to the force counts; the parent of a unit is its section."""

FAILING = {"lessThan": 1, "equalTo": 0, "atMost": 0, "notEqualTo": 1}
"""Comparisons with a number that fail as soon as there is one of something."""

Needs = frozenset[tuple[str, int]]
"""Ids with how many of each there have to be, or so many more where there are some."""


def units_that_raise(each: Broken, closure: Closure) -> Iterator[Fix]:
    """Yield additions of units that what changes a limit on units of a force asks for."""
    changes = each.choice.changes.get(each.constraint.id, ()) if isinstance(each.choice, Resolved) else ()
    needs = chain.from_iterable(_asked_for(change) for change in changes)
    yield from islice(_additions(dict.fromkeys(needs), each.force, closure), MOST)


def units_that_show(node: Node, closure: Closure) -> Iterator[Fix]:
    """Yield additions of units without which a unit of a force is hidden."""
    hiding = (change for _, changes in (node.resolved.hiding if node.resolved else ()) for change in changes)
    needs = (need for change in hiding if change.modifier.value == "true" for need in _prevented_by(change))
    yield from islice(_additions(dict.fromkeys(needs), node.force, closure), MOST)


def _additions(needs: Iterable[Needs], force: ForceScope, closure: Closure) -> Iterator[Fix]:
    """Yield for each set of needs, of those that can be met, the units that have what is not there yet."""
    for each in islice(needs, MOST_TRIED):
        missing = {id: step for id, step in sorted(each) if step > 1 or not force.roster.count(id, True, True)}
        fixes = [fix for id, step in (missing or dict(each)).items() if (fix := _add(id, step, force, closure))]
        if len(fixes) == len(missing or each):
            first, *others = {str(fix.values["name"]): fix for fix in fixes}.values()
            whole = tuple(operation for fix in (first, *others) for operation in fix.operations)
            yield replace(first, operations=whole, also=tuple(others))


def _add(id: str, step: int, force: ForceScope, closure: Closure) -> Fix | None:
    """Return the addition of as many units as bring the next `step` of an id."""
    found = next(_roots_with(id, closure), None)
    if found is None:
        return None
    root, brought = found
    copies = -(-(step - force.roster.count(id, True, True) % step) // brought)
    add: Operation = {"op": "add-unit", "force": force.force.uid, "entry": root.id}
    return (
        Fix("fix.add", {"name": strip_marks(root.name), "number": copies}, (add,) * copies)
        if copies <= MOST_COPIES
        else None
    )


def _roots_with(id: str, closure: Closure) -> Iterator[tuple[Resolved, int]]:
    """Yield the units that are of an id, then those that come with something of it, and with how much."""
    roots = closure.roots()
    yield from ((root, 1) for root in roots if any(part.id == id for part in root.parts))
    for root in roots:
        brought = (offer for offer in closure.offers(root) if any(part.id == id for part in offer.parts))
        number = sum(number_required(offer) for offer in brought)
        if number:
            yield root, number


def _asked_for(change: Change) -> Iterator[Needs]:
    """Yield what there must be so that a change holds: each way by itself."""
    gates: tuple[Modifier | ModifierGroup, ...] = (*change.gates, change.modifier)
    parts = [_of_all(gate.conditions, gate.groups, needed=True) for gate in gates]
    repeats = [_of_repeat(repeat) for gate in gates for repeat in gate.repeats]
    yield from filter(None, _together([*parts, *repeats]))


def _prevented_by(change: Change) -> Iterator[Needs]:
    """Yield what there must be so that a change does not hold: what lets one of its conditions fail."""
    gates: tuple[Modifier | ModifierGroup, ...] = (*change.gates, change.modifier)
    for gate in gates:
        yield from filter(None, _of_any(gate.conditions, gate.groups, needed=False))


def _of_all(conditions: Iterable[Condition], groups: Iterable[ConditionGroup], *, needed: bool) -> list[Needs]:
    return _together([*(_of_condition(each, needed) for each in conditions), *(_of_group(each, needed) for each in groups)])


def _of_any(conditions: Iterable[Condition], groups: Iterable[ConditionGroup], *, needed: bool) -> list[Needs]:
    return [need for each in conditions for need in _of_condition(each, needed)] + [
        need for each in groups for need in _of_group(each, needed)
    ]


def _of_group(group: ConditionGroup, needed: bool) -> list[Needs]:
    """Return the ways in which a group holds, or else fails: where one of several must hold, all must fail."""
    work = _of_all if (group.type == "and") == needed else _of_any
    return work(group.conditions, group.groups, needed=needed)


def _of_condition(each: Condition, needed: bool) -> list[Needs]:
    """Return what a condition asks for, so that it holds or fails: one of something, where that is what it takes."""
    is_count = each.query.field == "selections" and each.query.scope in COUNTED_IN and bool(each.query.child)
    one = (each.type == "atLeast" and each.value <= 1) or (each.type == "greaterThan" and each.value < 1)
    none = each.value == FAILING.get(each.type)
    if is_count and (one if needed else none):
        return [frozenset({(each.query.child, 1)})]
    return [Needs()] if needed else []


def _of_repeat(repeat: Repeat) -> list[Needs]:
    is_count = repeat.query.field == "selections" and repeat.query.scope in COUNTED_IN and bool(repeat.query.child)
    return [frozenset({(repeat.query.child, max(1, ceil(repeat.value)))})] if is_count else [Needs()]


def _together(parts: Iterable[list[Needs]]) -> list[Needs]:
    """Return each way to meet all parts, one way of each; few of very many."""
    return [Needs().union(*each) for each in islice(product(*parts), MOST_TRIED)]
