"""Setting a unit aside and bringing it back: so that one list holds a whole collection.

What is set aside stays in the list, with all that was chosen for it and declared about it. It is counted nowhere: not
judged, not printed, in no battle and in no file of another program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from builder.operations import nodes
from builder.operations.declarations import kinds_of
from builder.operations.error import OperationError
from datasheets.closure import Catalogues
from datasheets.evaluation.tree import Aside, Force, Roster
from datasheets.words import Message


def set_aside(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Take a unit out of the army and keep it; what was declared about it comes back with it."""
    place = nodes.find_unit(roster, arguments["selection"], "/selection")
    uids = {node.uid for node in place.unit.walk()}
    stated = tuple(each for each in roster.declarations if each.subject in uids)
    without = nodes.put(roster, place.unit.uid)
    force = nodes.find_force(without, place.force.uid, "/selection")
    return nodes.put_force(without, force.uid, replace(force, aside=(*force.aside, Aside(place.unit, stated))))


def bring_back(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Put a unit that was set aside at the end of its force, with what was declared and still fits."""
    return _bring_back(roster, *_find(roster, arguments["selection"]))


def discard(roster: Roster, uid: str) -> Roster | None:
    """Return the roster without a unit that was set aside; None where no such unit was."""
    found = next((each for each in nodes.aside(roster) if each[1].selection.uid == uid), None)
    if found is None:
        return None
    force, gone = found
    left = tuple(each for each in force.aside if each is not gone)
    return nodes.put_force(roster, force.uid, replace(force, aside=left))


def all_back(roster: Roster) -> Roster:
    """Return a roster with everything that was set aside in its army, to see what that would be."""
    for force, each in list(nodes.aside(roster)):
        roster = _bring_back(roster, nodes.find_force(roster, force.uid, "/force"), each)
    return roster


def _bring_back(roster: Roster, force: Force, unit: Aside) -> Roster:
    left = tuple(each for each in force.aside if each is not unit)
    back = replace(force, aside=left, selections=(*force.selections, unit.selection))
    there, naming = {node.uid for node in roster.walk()}, kinds_of(roster, "unit")
    stated = tuple(each for each in unit.declarations if each.kind not in naming or each.value in there)
    return replace(nodes.put_force(roster, force.uid, back), declarations=(*roster.declarations, *stated))


def _find(roster: Roster, uid: str) -> tuple[Force, Aside]:
    for force, each in nodes.aside(roster):
        if each.selection.uid == uid:
            return force, each
    raise OperationError("/selection", Message("refused.edit.not-aside", {"id": repr(uid)}))
