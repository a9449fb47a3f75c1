"""The first unit of an army that has none: one datasheet of each role that its forces offer, as their catalogues have them.

What such a unit then lacks (a Warlord, a general, more of its army list) has its own way out, which the offer names.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from builder.rules.army import Army
from builder.rules.read_army import closure_or_none
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.finding import Fix, Operation, Plain
from datasheets.evaluation.tree import Force
from datasheets.imported.models import is_unit
from datasheets.markup import strip_marks
from datasheets.native.bundled import bundled_ids

PROPOSALS, PROPOSALS_OF_ONE = 6, 3
"""How many are tried, of one catalogue where there is no force yet; those that do no harm come first."""


def first_units(army: Army) -> list[Fix]:
    """Return additions of one unit, of each role the first that is offered; to a roster without a force, with a force."""
    found = (fix for force in army.roster.forces for fix in _of_force(army, force))
    return list(islice(found if army.roster.forces else _with_force(army), PROPOSALS))


def _of_force(army: Army, force: Force) -> Iterator[Fix]:
    for root in _one_of_each_role(army, force):
        yield Fix("fix.add", {"number": 1, "name": strip_marks(root.name)}, (_addition(force, root),))


def _with_force(army: Army) -> Iterator[Fix]:
    """Yield units of the catalogues that come with Muster, each with a force to stand in."""
    for catalogue in bundled_ids(army.system.id):
        force = Force(f"f{army.roster.next_uid}", catalogue)
        closure = closure_or_none(army.catalogues, force)
        add_force: Operation = {"op": "add-force", "catalogue": catalogue}
        name = closure.catalogue.name if closure else catalogue
        for root in islice(_one_of_each_role(army, force), PROPOSALS_OF_ONE):
            values: dict[str, Plain] = {"number": 1, "name": strip_marks(root.name), "catalogue": name}
            yield Fix("fix.add-from", values, (add_force, _addition(force, root)))


def _addition(force: Force, root: Resolved) -> Operation:
    return {"op": "add-unit", "force": force.uid, "entry": root.id}


def _one_of_each_role(army: Army, force: Force) -> Iterator[Resolved]:
    closure = closure_or_none(army.catalogues, force)
    roles: set[str] = set()
    for root in _units_with_room(army, force, closure) if closure else ():
        if root.primary not in roles:
            roles.add(root.primary)
            yield root


def _units_with_room(army: Army, force: Force, closure: Closure) -> Iterator[Resolved]:
    """Yield the units that a force has room for, in the order of its catalogue."""
    kind = closure.force_entry(force.entry) if force.entry else None
    for root in closure.roots():
        has_room = kind is None or kind.has_room_for(root.primary)
        if has_room and not root.entry.hidden and is_unit(closure, root, army.system.imports):
            yield root
