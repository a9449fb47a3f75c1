"""Whether a modifier applies, how often, and what its conditions found.

A condition that cannot be answered is false, its opposite too: one without a child, one whose scope is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from datasheets.evaluation.query import count, is_limit, scope_of, share
from datasheets.evaluation.scope import ANY, CategoryScope, ForceScope, Node, Scope, View
from datasheets.model import Condition, ConditionGroup, Modifier, ModifierGroup, Repeat
from datasheets.resolved import Change
from datasheets.steps import spend

COMPARISONS: Mapping[str, Callable[[Decimal, Decimal], bool]] = {
    "equalTo": lambda found, value: found == value,
    "notEqualTo": lambda found, value: found != value,
    "greaterThan": lambda found, value: found > value,
    "lessThan": lambda found, value: found < value,
    "atLeast": lambda found, value: found >= value,
    "atMost": lambda found, value: found <= value,
}
NAMING = ("instanceOf", "equalTo", "atLeast", "greaterThan")
MOST_TIMES = Decimal(10_000)  # a modifier is applied at most this often
NEVER, ONCE = Decimal(0), Decimal(1)

Gate = Modifier | ModifierGroup


def times(change: Change, view: View) -> Decimal:
    """Return how often a change applies: 0 where a condition of it or of a group around it fails."""
    gates: tuple[Gate, ...] = (*change.gates, change.modifier)
    spend(len(gates), view.force.force.catalogue)
    if not all(_passes(gate.conditions, gate.groups, view) for gate in gates):
        return NEVER
    found = ONCE
    for gate in gates:
        if gate.repeats:
            found *= sum(_repetitions(repeat, view) for repeat in gate.repeats)
    return max(NEVER, min(found, MOST_TIMES))


def holds(condition: Condition, view: View) -> bool:
    """Whether a condition is true, seen from somewhere."""
    query = condition.query
    spend(1, view.force.force.catalogue)
    if query.child == ANY and not is_limit(query):
        return False
    if condition.type in ("instanceOf", "notInstanceOf"):
        answer = _is_instance(condition, view)
        return answer is not None and answer == (condition.type == "instanceOf")
    scope = scope_of(query, view)
    if scope is None:
        return False
    return COMPARISONS[condition.type](count(query, scope, query.child), share(query, scope, condition.value))


def findings_of(change: Change, view: View) -> Iterator[str]:
    """Yield the ids of what the conditions of a change that applies have found; of an or-group, the first that holds."""
    gates: tuple[Gate, ...] = (*change.gates, change.modifier)
    for gate in gates:
        yield from _matches(gate.conditions, gate.groups, view)


def _passes(conditions: Iterable[Condition], groups: Iterable[ConditionGroup], view: View) -> bool:
    return all(holds(condition, view) for condition in conditions) and all(_group_holds(group, view) for group in groups)


def _group_holds(group: ConditionGroup, view: View) -> bool:
    if group.type == "and":
        return _passes(group.conditions, group.groups, view)
    said = (each for each in group.groups if each.conditions or each.groups)  # an empty one within says nothing
    return any(holds(each, view) for each in group.conditions) or any(_group_holds(each, view) for each in said)


def _matches(conditions: Iterable[Condition], groups: Iterable[ConditionGroup], view: View) -> Iterator[str]:
    for condition in conditions:
        if condition.type in NAMING and holds(condition, view) and _has_any(condition, view):
            yield condition.query.child
    for group in groups:
        if group.type == "and":
            yield from _matches(group.conditions, group.groups, view)
            continue
        first = next((each for each in group.conditions if holds(each, view)), None)
        inner = next((each for each in group.groups if _group_holds(each, view)), None)
        yield from _matches((first,) if first else (), (inner,) if inner and not first else (), view)


def _has_any(condition: Condition, view: View) -> bool:
    if condition.type == "instanceOf":
        return True
    scope = scope_of(condition.query, view)
    return scope is not None and count(condition.query, scope, condition.query.child) > 0


def _repetitions(repeat: Repeat, view: View) -> Decimal:
    query, scope = repeat.query, scope_of(repeat.query, view)
    if scope is None or (query.child == ANY and not is_limit(query)) or not repeat.value:
        return NEVER
    number = count(query, scope, query.child)
    if query.percent:
        everything = count(query, scope, ANY)
        number = number * 100 / everything if everything else Decimal(0)
    rounding = ROUND_CEILING if repeat.round_up else ROUND_FLOOR
    return (number / repeat.value).to_integral_value(rounding) * repeat.repeats


def _is_instance(condition: Condition, view: View) -> bool | None:
    """Answer an instanceOf; None where the scope is not there."""
    child, node = condition.query.child, view.node
    match condition.query.scope:
        case "roster":
            return False
        case "force":
            return view.force.force.entry == child
        case "primary-catalogue":
            return view.force.force.catalogue == child
        case "primary-category":
            return node is not None and node.primary == child
        case "ancestor":
            return any(_is_a(scope, child) for scope in _ancestors(view)) or (node is not None and child in node.categories)
    scope = scope_of(condition.query, view)
    return None if scope is None else _is_a(scope, child)


def _ancestors(view: View) -> Iterator[Scope]:
    """Yield what is above: parents, then forces. Seen from a group, the selection that it stands in is above."""
    scope = view.above if view.above is not None or view.node is None else view.node.above
    while scope is not None:
        if not isinstance(scope, CategoryScope):
            yield scope
        scope = scope.above


def _is_a(scope: Scope, child: str) -> bool:
    if isinstance(scope, Node):
        return scope.matches(child)
    if isinstance(scope, CategoryScope):
        return scope.id == child
    return isinstance(scope, ForceScope) and scope.force.entry == child
