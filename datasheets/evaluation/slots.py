"""The slots of forces: how many selections of each category a force has, and may and must have.

Read from the constraints of its force entry after modifiers, as `constraint` judges them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from datasheets.closure import Catalogues, Closure
from datasheets.evaluation.categories import settled_scopes
from datasheets.evaluation.modifier import maximum, number
from datasheets.evaluation.query import count, scope_of
from datasheets.evaluation.scope import ForceScope, RosterScope
from datasheets.evaluation.tree import Roster
from datasheets.model import Constraint
from datasheets.resolved import by_field, changes_of


@dataclass(frozen=True, slots=True)
class Slot:
    """A category of a force: how many there are, and how many there must and may be (`most` None: any number)."""

    category: str
    name: str
    number: int
    least: int
    most: int | None


def slots_of(roster: Roster, catalogues: Catalogues, top: RosterScope | None = None) -> Mapping[str, tuple[Slot, ...]]:
    """Return the slots of each force that its force entry limits, by the force's uid, in the order of the entry.

    Where nothing may stand and nothing stands there is no slot. `top` are the scopes of the roster, where they are known.
    """
    if not any(force.entry for force in roster.forces):
        return {}
    top = top or settled_scopes(roster, catalogues)
    return {each.force.uid: tuple(_slots(each, each.closure)) for each in top.all_forces if each.closure}


def _slots(force: ForceScope, closure: Closure) -> Iterator[Slot]:
    for link in force.entry.category_links if force.entry else ():
        category = closure.category(link.target)
        parts = [part for part in (category, link) if part]
        changes = by_field(tuple(change for part in parts for change in changes_of(part)))
        view, least, most, found = force.category(link.target).view, 0, None, None
        for limit in (each for part in parts for each in part.constraints if _counts(each)):
            scope = scope_of(limit.query, view)
            if scope is None:
                continue
            found = count(limit.query, scope, link.target)
            changed = changes.get(limit.id, ())
            if limit.type == "min":
                least = max(least, int(number(limit.value, changed, view)))
            elif (value := maximum(limit.value, changed, view)) is not None:
                most = int(value) if most is None else min(most, int(value))
        if found is not None and (least or most or found):
            yield Slot(link.target, category.name if category else link.name, int(Decimal(found)), least, most)


def _counts(limit: Constraint) -> bool:
    """Whether a constraint counts selections in the force."""
    return limit.query.field == "selections" and limit.query.scope in ("parent", "force") and not limit.query.percent
