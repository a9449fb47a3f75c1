"""The suite's edits of a roster: one table, action → function of the session and the message that returns its outputs.

Edits are those of the list builder. A count is set step by step, each with its evaluation: costs that depend on one another
see what was there before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from builder.adapter import quirks
from builder.adapter.files import roster_of
from builder.adapter.session import Custom, Impossible, Session
from builder.operations import nodes
from datasheets.closure import Closure, Resolved
from datasheets.evaluation import selecting
from datasheets.evaluation.tree import Force, Selection

MOST_STEPS = 1000
ProtocolMessage = Mapping[str, Any]
Outputs = dict[str, Any]
LIMIT = Decimal(10) ** 12


def add_force(session: Session, message: ProtocolMessage) -> Outputs:
    """Add a force to the roster. With the first one comes what root entries ask for."""
    force = _new_force(session, message)
    is_first, session.has_had_force = not session.has_had_force, True
    made: tuple[Selection, ...] = ()
    if is_first:
        closure = session.known_closure(force)
        made, next_uid = selecting.default_roots(closure, session.roster.next_uid, closure.force_entry(force.entry))
        force, session.roster = replace(force, selections=made), replace(session.roster, next_uid=next_uid)
    session.change(replace(session.roster, forces=(*session.roster.forces, force)))
    return {"forceId": force.uid, "selections": _ids(made)}


def add_child_force(session: Session, message: ProtocolMessage) -> Outputs:
    """Add a force within another."""
    outer, force = _force(session, message), _new_force(session, message)
    session.change(nodes.put_force(session.roster, outer.uid, replace(outer, forces=(*outer.forces, force))))
    return {"forceId": force.uid, "selections": {}}


def remove_force(session: Session, message: ProtocolMessage) -> Outputs:
    """Remove a force with all that is in it."""
    session.change(nodes.put_force(session.roster, _force(session, message).uid))
    return {}


def select_entry(session: Session, message: ProtocolMessage) -> Outputs:
    """Choose a root entry."""
    force = _force(session, message)
    offer = _offer(session.known_closure(force).roots(), _text(message, "entryId"))
    return _outputs_of(_add_root(session, force.uid, offer.id))


def select_child_entry(session: Session, message: ProtocolMessage) -> Outputs:
    """Choose an entry below a selection."""
    closure, place = _place(session, message)
    parent = place.selection
    entry = closure.entry(parent.entry)
    if entry is None:
        raise Impossible(f'The entry "{parent.entry}" is not in the data.')
    offer = _offer(closure.offers(entry), _text(message, "entryId"))

    def step(node: Selection, next_uid: int) -> tuple[Selection, int]:
        return selecting.choose(closure, node, offer.id, next_uid)

    changed = _take_step(session, closure, parent.uid, offer.id, step)
    return _outputs_of(next(child for child in reversed(changed.selections) if child.entry == offer.id))


def deselect_selection(session: Session, message: ProtocolMessage) -> Outputs:
    """Take back a selection: a root goes, a child has one less."""
    closure, place = _place(session, message)
    node = place.selection
    if node is place.unit:
        session.change(nodes.put(session.roster, node.uid))
        return {}

    def step(parent: Selection, next_uid: int) -> tuple[Selection, int]:
        return selecting.take_back(closure, parent, _like(parent, node)), next_uid

    _take_step(session, closure, place.selections[-2].uid, node.entry, step)
    return {}


def set_selection_count(session: Session, message: ProtocolMessage) -> Outputs:
    """Set how many there are of a selection: of roots how many nodes, of a child its number (per model if collective)."""
    wanted = message.get("count")
    if isinstance(wanted, bool) or not isinstance(wanted, int) or not 0 <= wanted <= MOST_STEPS:
        raise Impossible(f"The count is a whole number from 0 to {MOST_STEPS}.")
    closure, place = _place(session, message)
    if place.selection is place.unit:
        _set_roots(session, place, wanted)
    elif not (session.quirks and quirks.is_fixed(closure, place.selection)):
        _set_child(session, closure, place, wanted)
    return {}


def duplicate_selection(session: Session, message: ProtocolMessage) -> Outputs:
    """Put a copy of a selection behind the last one of its name."""
    _, place = _place(session, message)
    roster, copy = nodes.relabel(session.roster, place.selection)
    session.change(nodes.put_copy(roster, place, copy))
    return _outputs_of(copy)


def duplicate_force(session: Session, message: ProtocolMessage) -> Outputs:
    """Put a copy of a force, with all that is in it, behind it."""
    force = _force(session, message)
    copy = _copy_force(session, force)
    session.change(nodes.put_force(session.roster, force.uid, force, copy))
    return {"forceId": copy.uid, "selections": _ids(copy.walk())}


def set_cost_limit(session: Session, message: ProtocolMessage) -> Outputs:
    """Set what the roster may cost; below 0 is no limit."""
    value = message.get("value")
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)) or not -LIMIT < Decimal(value) < LIMIT:
        raise Impossible("The value of a cost limit is a number.")
    limits = {**session.roster.limits, _text(message, "costTypeId"): Decimal(value)}
    session.change(replace(session.roster, limits=limits))
    return {}


def set_customization(session: Session, message: ProtocolMessage) -> Outputs:
    """Give a selection, a category of a force, or a force a name and notes of the player's own."""
    force = _force(session, message)
    custom = Custom(str(message.get("customName") or ""), str(message.get("customNotes") or ""))
    if message.get("selectionId"):
        node = replace(_place(session, message)[1].selection, title=custom.name, note=custom.notes)
        session.change(nodes.put(session.roster, node.uid, node))
    elif message.get("categoryEntryId"):
        session.labels.categories[force.uid, _text(message, "categoryEntryId")] = custom
    else:
        session.labels.forces[force.uid] = custom
        session.change(nodes.put_force(session.roster, force.uid, replace(force, name=custom.name or force.name)))
    return {}


def load_roster(session: Session, message: ProtocolMessage) -> Outputs:
    """Put the roster of a file in the place of this one."""
    roster, names = roster_of(_text(message, "xml"), session.system)
    session.load(roster)
    session.labels.forces.update({uid: Custom(name) for uid, name in names.items()})
    return {}


def reload(session: Session, message: ProtocolMessage) -> Outputs:
    """Evaluate the roster once more."""
    session.change(session.roster)
    return {}


ACTIONS: Mapping[str, Callable[[Session, ProtocolMessage], Outputs]] = {
    "addForce": add_force,
    "addChildForce": add_child_force,
    "removeForce": remove_force,
    "selectEntry": select_entry,
    "selectChildEntry": select_child_entry,
    "deselectSelection": deselect_selection,
    "setSelectionCount": set_selection_count,
    "duplicateSelection": duplicate_selection,
    "duplicateForce": duplicate_force,
    "setCostLimit": set_cost_limit,
    "setCustomization": set_customization,
    "loadRoster": load_roster,
    "reload": reload,
}


def _new_force(session: Session, message: ProtocolMessage) -> Force:
    bare = Force("", _text(message, "catalogueId"), _text(message, "forceEntryId"))
    closure = session.known_closure(bare)
    found = closure.force_entry(bare.entry)
    if found is None:
        raise Impossible(f'There is no force entry "{bare.entry}" in the catalogue "{closure.catalogue.name}".')
    return replace(bare, uid=session.new_uid("f"), name=found.name)


def _add_root(session: Session, force: str, entry: str) -> Selection:
    """Add a root selection to a force, and evaluate."""
    before = nodes.find_force(session.roster, force, "forceId")
    node, next_uid = selecting.default_selection(session.known_closure(before), entry, session.roster.next_uid)
    after = replace(before, selections=(*before.selections, node))
    session.change(nodes.put_force(replace(session.roster, next_uid=next_uid), force, after))
    return node


def _set_roots(session: Session, place: nodes.Place, wanted: int) -> None:
    alike = [node for node in place.force.selections if node.entry == place.selection.entry]
    for _ in range(wanted - len(alike)):
        _add_root(session, place.force.uid, place.selection.entry)
    for node in alike[wanted:]:
        session.change(nodes.put(session.roster, node.uid))


def _set_child(session: Session, closure: Closure, place: nodes.Place, wanted: int) -> None:
    node, parent = place.selection, place.selections[-2]
    count = node.number // selecting.step(closure.entry(node.entry), parent)
    while count != wanted:
        grows = wanted > count
        count += 1 if grows else -1
        step = _count_step(session, closure, node, count, grows)
        _take_step(session, closure, parent.uid, node.entry, step)


def _count_step(session: Session, closure: Closure, node: Selection, count: int, grows: bool) -> quirks.Step:
    """Return the step that sets the number of what is like a node."""

    def step(parent: Selection, next_uid: int) -> tuple[Selection, int]:
        uid = _like(parent, node)
        parent = selecting.set_number(closure, parent, uid, count)
        if uid and session.quirks and grows:
            grown, next_uid = quirks.grow(closure, next(each for each in parent.selections if each.uid == uid), next_uid)
            parent = _with(parent, grown)
        return parent, next_uid

    return step


def _take_step(session: Session, closure: Closure, uid: str, entry: str, step: quirks.Step) -> Selection:
    """Take a step below a selection, and evaluate; return the selection after it."""
    place = nodes.find(session.roster, uid, "selectionId")
    changed, next_uid = step(place.selection, session.roster.next_uid)
    top = changed
    if session.quirks and len(place.selections) > 1:
        top, next_uid = quirks.step_for_siblings(closure, _with(place.selections[-2], changed), uid, entry, step, next_uid)
    session.change(nodes.put(replace(session.roster, next_uid=next_uid), top.uid, top))
    return changed


def _like(parent: Selection, node: Selection) -> str:
    """Return the uid of this node below a parent, or of the first one of the same entry there, "" where there is none."""
    uids = [child.uid for child in parent.selections if child.entry == node.entry]
    return node.uid if node.uid in uids else next(iter(uids), "")


def _copy_force(session: Session, force: Force) -> Force:
    selections = []
    for node in force.selections:
        session.roster, copy = nodes.relabel(session.roster, node)
        selections.append(copy)
    uid = session.new_uid("f")
    return replace(
        force, uid=uid, selections=tuple(selections), forces=tuple(_copy_force(session, inner) for inner in force.forces)
    )


def _with(parent: Selection, changed: Selection) -> Selection:
    return replace(parent, selections=tuple(changed if each.uid == changed.uid else each for each in parent.selections))


def _force(session: Session, message: ProtocolMessage) -> Force:
    return nodes.find_force(session.roster, _text(message, "forceId"), "forceId")


def _place(session: Session, message: ProtocolMessage) -> tuple[Closure, nodes.Place]:
    place = nodes.find(session.roster, _text(message, "selectionId"), "selectionId")
    return session.known_closure(place.force), place


def _text(message: ProtocolMessage, key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str) or not value:
        raise Impossible(f"This action needs a {key}.")
    return value


def _offer(offers: Iterable[Resolved], id: str) -> Resolved:
    """Return the first offer with this composite id, or else with this id as a part of its own."""
    known = tuple(offers)
    whole = (offer for offer in known if offer.id == id)
    part = (offer for offer in known if id in offer.id.split("::"))
    found = next(whole, None) or next(part, None)
    if found is None:
        raise Impossible(f'There is no entry "{id}" to choose here.')
    return found


def _outputs_of(node: Selection) -> Outputs:
    return {"selectionId": node.uid, "selections": _ids(node.walk())}


def _ids(selections: Iterable[Selection]) -> dict[str, str]:
    """Return uids by entry: by the whole composite id and by every part of it, the first of several."""
    found: dict[str, str] = {}
    for node in (each for selection in selections for each in selection.walk()):
        for id in (node.entry, *node.entry.split("::")):
            found.setdefault(id, node.uid)
    return found
