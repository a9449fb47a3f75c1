"""Who may lead the army by its data, and whom to add where nobody there may (2E-R-ARMY-03).

Imported data may have a choice that makes a model the commander, and hide it from some of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.operations.table import apply
from builder.operations.warlords import visible_in
from builder.rules.army import Army, ArmyUnit
from builder.rules.commanders import CHARACTERS, Place, commanders
from builder.rules.fixes import declare
from builder.rules.own_list import foreign_forces
from builder.rules.read_army import closure_or_none, edited_army
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.finding import Fix, Operation
from datasheets.evaluation.offering import offered_roots
from datasheets.evaluation.tree import Selection
from datasheets.imported.roles import unit_role
from datasheets.markup import strip_marks
from datasheets.systems.system import DeclarationKind

PROPOSALS, MOST_TRIED = 3, 8


def allowed_leaders(army: Army, kind: DeclarationKind, places: Sequence[Place]) -> list[Place]:
    """Return the groups of models of which the data let one lead."""
    return [place for place in places if _is_allowed(army, kind, *place)]


def _is_allowed(army: Army, kind: DeclarationKind, unit: ArmyUnit, group: Selection) -> bool:
    """Whether the data let a model lead: they have no choice for it, or one that was made or is shown."""
    imported = unit.as_imported()
    about = (kind.kind, group.uid)
    if imported is None or any((each.kind, each.subject) == about for each in unit.implied):
        return True
    offers = [each for each in imported.offers() if (each.declaration.kind, each.declaration.subject) == about]
    if not offers:
        return True
    visible = visible_in(army.roster, army.catalogues, unit.uid)
    return any(each.place in visible for each in offers)


def new_leaders(army: Army, kind: DeclarationKind) -> Iterator[Fix]:
    """Yield additions of characters of the army's own list, of whom a model leads it then."""
    foreign = {force.uid for force in foreign_forces(army)}
    shown = offered_roots(army.roster, army.catalogues)
    found = 0
    for force in (each for each in army.roster.forces if each.uid not in foreign):
        closure = closure_or_none(army.catalogues, force)
        roots = [root for root in shown.get(force.uid, ()) if closure and _is_character(army, closure, root)]
        for root in roots[:MOST_TRIED]:
            add: Operation = {"op": "add-unit", "force": force.uid, "entry": root.id}
            if found < PROPOSALS and (fix := _lead(army, kind, root, add)):
                found += 1
                yield fix


def _is_character(army: Army, closure: Closure, root: Resolved) -> bool:
    return unit_role(closure, root, root.primary, root.categories, army.system) in CHARACTERS


def _lead(army: Army, kind: DeclarationKind, root: Resolved, add: Operation) -> Fix | None:
    """Return the addition of a unit with what makes one of its models the leader; None where none of them may be."""
    roster = apply(army.roster, add, army.catalogues)
    after = edited_army(army, roster, evaluate(roster, army.catalogues, army.evaluation))
    made = next((unit for unit in after.units if unit.uid not in army.by_uid), None)
    able = [place for place in commanders(after) if place[0] is made]
    first = next(iter(allowed_leaders(after, kind, able)), None)
    if made is None or first is None:
        return None
    _, group = first
    values = {"model": group.title or made.model_name(group), "unit": made.name}
    appoint = Fix(f"fix.appoint-{kind.kind}", values, (declare(kind.kind, group.uid),))
    whole = Fix("fix.add", {"name": strip_marks(root.name), "number": 1}, (add, *appoint.operations))
    return replace(whole, also=(appoint,))
