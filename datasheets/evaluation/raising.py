"""What would raise a broken limit: units that its modifiers ask for ("up to 20 of them with at least 1 Techmarine")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from datasheets.closure import Closure, Resolved
from datasheets.evaluation.constraint import Broken
from datasheets.evaluation.finding import Fix, Operation
from datasheets.markup import strip_marks
from datasheets.model import Condition, ConditionGroup, Modifier, ModifierGroup

MOST = 2


def units_that_raise(each: Broken, closure: Closure) -> Iterator[Fix]:
    """Yield additions of units of which one is asked for by what changes a limit on units of a force."""
    changes = each.choice.changes.get(each.constraint.id, ()) if isinstance(each.choice, Resolved) else ()
    gates: list[Modifier | ModifierGroup] = []
    for change in changes:
        gates += [change.modifier, *change.gates]
    wanted = {id for gate in gates for id in _ids_asked_for(gate.conditions, gate.groups)}
    roots = [root for root in closure.roots() if wanted and not wanted.isdisjoint(part.id for part in root.parts)]
    for root in roots[:MOST]:
        add: Operation = {"op": "add-unit", "force": each.force.force.uid, "entry": root.id}
        yield Fix("fix.add", {"name": strip_marks(root.name), "number": 1}, (add,))


def _ids_asked_for(conditions: Iterable[Condition], groups: Iterable[ConditionGroup]) -> Iterator[str]:
    """Yield of what there must be at least one selection in the force or the roster, in any of the conditions."""
    for each in conditions:
        query = each.query
        if each.type == "atLeast" and query.field == "selections" and query.scope in ("force", "roster") and each.value <= 1:
            yield query.child
    for group in groups:
        yield from _ids_asked_for(group.conditions, group.groups)
