"""How many more of something may be chosen below a selection: what its limits leave, wherever these count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf

from datasheets.closure import Merged, Resolved
from datasheets.evaluation.effective import is_hidden
from datasheets.evaluation.modifier import maximum
from datasheets.evaluation.query import count, scope_of
from datasheets.evaluation.scope import Node, View


def room_for(choice: Merged, parent: Node) -> float:
    """Return how many more of an entry or group may be chosen below a selection now: of what is hidden none."""
    view = Node(None, choice, parent, parent.force).view if isinstance(choice, Resolved) else parent.group_view
    if is_hidden(choice, view):
        return 0
    models = parent.number if isinstance(choice, Resolved) and choice.collective else 1
    return max(0, min(_room_by_limit(choice, view, models), default=inf))


def fill(first: Resolved, others: Sequence[Resolved], missing: int, parent: Node) -> Mapping[Resolved, int]:
    """Return how many of which entries come to so many below a selection: as many of the first as may be, then of others.

    Nothing where they do not come to it.
    """
    taken: Counter[Resolved] = Counter()
    inside: Counter[str] = Counter()  # by group
    for entry in (first, *others):
        left = [room_for(entry, parent), *(room_for(each, parent) - inside[each.id] for each in entry.groups)]
        more = int(max(0, min(missing - taken.total(), *left)))
        if not more and entry is first:
            return {}
        if more:
            taken[entry] = more
            inside.update({each.id: more for each in entry.groups})
        if taken.total() == missing:
            return taken
    return {}


def _room_by_limit(choice: Merged, view: View, models: int) -> list[float]:
    """Return what each limit of an entry or group leaves."""
    found: list[float] = []
    for limit in choice.limits:
        child = choice.parts[0].id if limit.constraint.query.shared else choice.id
        for each in (limit.constraint, limit.stricter):
            scope = scope_of(each.query, view) if each and each.type == "max" else None
            if each is None or scope is None or each.query.field != "selections" or each.query.percent:
                continue
            most = maximum(each.value, choice.changes.get(each.id, ()), view)
            if most is not None:
                found.append(float(most - count(each.query, scope, child) / models))
    return found
