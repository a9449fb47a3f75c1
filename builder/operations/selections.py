"""Edits of selections: add a unit; remove, duplicate, move one; change its number; select and deselect in imported data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from builder.operations import followers, models, nodes
from builder.operations.declarations import imports_of, kinds_of
from builder.operations.error import OperationError
from builder.operations.forces import closure_of
from builder.operations.nodes import Place
from builder.operations.setting_aside import discard
from datasheets.closure import Catalogues, Closure, Resolved
from datasheets.evaluation import selecting
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.fields import unknown
from datasheets.imported.models import models_of
from datasheets.words import Message


def add_unit(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Add a unit at the end of a force: the smallest legal one, or one of `models` models in all."""
    force = nodes.find_force(roster, arguments["force"], "/force")
    closure = closure_of(catalogues, force, "/force")
    offered = {entry.id: entry for entry in closure.roots()}
    if arguments["entry"] not in offered:
        raise OperationError("/entry", unknown(arguments["entry"], tuple(offered), "datasheet of this catalogue"))
    unit, next_uid = selecting.default_selection(closure, arguments["entry"], roster.next_uid)
    roster = replace(roster, next_uid=next_uid)
    if arguments["models"] is not None:
        roster, unit = _resize(roster, closure, offered[arguments["entry"]], unit, arguments["models"])
    return nodes.put_force(roster, force.uid, replace(force, selections=(*force.selections, unit)))


def remove(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Remove a selection with all below it, or a unit that was set aside."""
    without = discard(roster, arguments["selection"])
    if without is not None:
        return without
    place = nodes.find(roster, arguments["selection"], "/selection")
    if _is_native(catalogues, place) and len(place.selections) == 2 and len(place.siblings) == 1:
        raise OperationError("/selection", Message("refused.edit.least"))
    return nodes.put(roster, place.selection.uid)


def duplicate(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Put a copy behind the last selection of its name. Chosen keywords are copied; what an army has one of is not."""
    place = nodes.find(roster, arguments["selection"], "/selection")
    refuse_items(catalogues, place)
    old = place.selection
    roster, new = nodes.relabel(roster, old)
    roster = nodes.put_copy(roster, place, new)
    chosen = kinds_of(roster, "keyword")
    twins = zip(old.walk(), new.walk(), strict=True)
    return replace(
        roster, declarations=(*roster.declarations, *followers.copy_declarations(roster.declarations, twins, chosen))
    )


def move(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Move a selection before another one beside it, or to the end; a unit also into another force."""
    place, before, target = nodes.find(roster, arguments["selection"], "/selection"), arguments["before"], arguments["force"]
    if before == place.selection.uid:
        raise OperationError("/before", Message("refused.edit.before-itself"))
    if target is None or target == place.force.uid:
        return _reorder(roster, place, before)
    if len(place.selections) > 1:
        raise OperationError("/force", Message("refused.edit.whole-unit"))
    force = nodes.find_force(roster, target, "/force")
    if closure_of(catalogues, force, "/force").entry(place.unit.entry) is None:
        values = {"force": repr(force.name), "unit": repr(place.unit.name)}
        raise OperationError("/force", Message("refused.edit.other-catalogue", values))
    moved = _insert(force.selections, place.unit, before)
    without = nodes.put(roster, place.unit.uid)
    return nodes.put_force(without, target, replace(nodes.find_force(without, target, "/force"), selections=moved))


def set_number(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Set how many there are of a selection; what each of them holds goes with it."""
    place, number = nodes.find(roster, arguments["selection"], "/selection"), arguments["number"]
    node = place.selection
    refuse_items(catalogues, place)
    if _is_native(catalogues, place):
        if node is place.unit:
            raise OperationError("/selection", Message("refused.edit.one-unit"))
        changed = models.resize(node, number)
    else:
        changed = selecting.scale_selection(closure_of(catalogues, place.force, "/selection"), node, number)
    declarations = followers.shrink(roster.declarations, node.uid, number) if number < node.number else roster.declarations
    return nodes.put(replace(roster, declarations=declarations), node.uid, changed)


def select(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Choose an entry once more below a selection."""
    place, closure, offer = _offer(roster, catalogues, arguments)
    parent, next_uid = selecting.choose(closure, place.selection, offer.id, roster.next_uid)
    return nodes.put(replace(roster, next_uid=next_uid), parent.uid, parent)


def deselect(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Take back the last choice of an entry below a selection."""
    place, closure, offer = _offer(roster, catalogues, arguments)
    chosen = [child for child in place.selection.selections if child.entry == offer.id]
    if not chosen:
        raise OperationError("/entry", Message("refused.edit.not-selected", {"name": offer.name}))
    return nodes.put(roster, place.selection.uid, selecting.take_back(closure, place.selection, chosen[-1].uid))


def _resize(roster: Roster, closure: Closure, entry: Resolved, unit: Selection, total: int) -> tuple[Roster, Selection]:
    """Return a fresh unit with this many models in all."""
    loadout = entry.entry.loadout
    if loadout is None:
        return _sized_imported(roster, closure, entry, unit, total)
    rows = models.rows(closure, entry)
    for row, number in zip(rows, models.spread(rows, total), strict=True):
        default = loadout.defaults.get(row.id, {})
        now = sum(node.number for node in unit.selections if node.entry == row.id)
        if number > now:
            roster, unit = models.grow(roster, closure, unit, row.entry, number - now, default)
        else:
            unit, _ = models.shrink(unit, row.id, now - number, default, ())
    return roster, models.together(unit, ())[0]


def _sized_imported(
    roster: Roster, closure: Closure, entry: Resolved, unit: Selection, total: int
) -> tuple[Roster, Selection]:
    """Return a fresh imported unit with this many models: more or fewer of the kind that most of them are.

    A choice that is several models ("10 Spears") is taken as often as it needs for at least this many.
    """
    found = models_of(closure, entry, imports_of(roster))
    count = sum(found.count(node) for node in unit.walk() if node.entry in found.entries)
    rows = [node for node in unit.selections if node.entry in found.entries]
    most = max(rows, key=lambda node: sum(found.count(each) for each in rows if each.entry == node.entry), default=None)
    offers = [offer.id for offer in closure.offers(entry) if offer.id in found.entries]
    row = most.entry if most else next(iter(offers), None)
    if total != count and row is None:
        raise OperationError("/models", Message("refused.edit.single-model", {"name": entry.name}))
    step = found.times.get(str(row), 1)
    for _ in range(-((count - total) // step)):
        unit, next_uid = selecting.choose(closure, unit, str(row), roster.next_uid)
        roster = replace(roster, next_uid=next_uid)
    for _ in range((count - total) // step):
        last = [node for node in unit.selections if node.entry == row]
        unit = selecting.take_back(closure, unit, last[-1].uid) if last else unit
    return roster, unit


def _offer(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> tuple[Place, Closure, Resolved]:
    place = nodes.find(roster, arguments["parent"], "/parent")
    closure = closure_of(catalogues, place.force, "/parent")
    if _is_native(catalogues, place):
        raise OperationError("/parent", Message("refused.edit.native"))
    resolved = closure.entry(place.selection.entry)
    if resolved is None:
        raise OperationError("/parent", Message("refused.edit.entry-gone", {"name": repr(place.selection.name)}))
    offer = next((each for each in closure.offers(resolved) if each.id == arguments["entry"]), None)
    if offer is None or arguments["group"] not in ("", offer.group):
        offers = tuple(dict.fromkeys(each.id for each in closure.offers(resolved)))
        raise OperationError("/entry", unknown(arguments["entry"], offers, "choice"))
    return place, closure, offer


def _reorder(roster: Roster, place: Place, before: str | None) -> Roster:
    rest = tuple(each for each in place.siblings if each.uid != place.selection.uid)
    ordered = _insert(rest, place.selection, before)
    if len(place.selections) > 1:
        parent = place.selections[-2]
        return nodes.put(roster, parent.uid, replace(parent, selections=ordered))
    return nodes.put_force(roster, place.force.uid, replace(place.force, selections=ordered))


def _insert(siblings: tuple[Selection, ...], selection: Selection, before: str | None) -> tuple[Selection, ...]:
    if before is None:
        return (*siblings, selection)
    for at, sibling in enumerate(siblings):
        if sibling.uid == before:
            return (*siblings[:at], selection, *siblings[at:])
    raise OperationError("/before", unknown(before, [each.uid for each in siblings], "selection"))


def is_native(catalogues: Catalogues, force: Force, unit: Selection) -> bool:
    """Whether a unit was compiled from a native datasheet that is still there."""
    try:
        resolved = closure_of(catalogues, force).entry(unit.entry)
    except OperationError:
        return False
    return resolved is not None and resolved.entry.loadout is not None


def _is_native(catalogues: Catalogues, place: Place) -> bool:
    return is_native(catalogues, place.force, place.unit)


def refuse_items(catalogues: Catalogues, place: Place, pointer: str = "/selection") -> None:
    """Refuse to single out an item of wargear of a native unit: all models of a group have the same.

    Raises:
        OperationError: it is one.
    """
    if len(place.selections) > 2 and _is_native(catalogues, place):
        raise OperationError(pointer, Message("refused.edit.item"))
