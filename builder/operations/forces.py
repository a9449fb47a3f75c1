"""Edits of forces: add, change and remove one, move its pin to another version of its catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from builder.operations import nodes
from builder.operations.error import OperationError
from datasheets.closure import Catalogues, Closure, UnknownCatalogue
from datasheets.evaluation.selecting import default_roots
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.systems import system_for
from datasheets.words import Message


def closure_of(catalogues: Catalogues, force: Force, pointer: str = "") -> Closure:
    """Return what a force can see.

    Raises:
        OperationError: its catalogue is not there.
    """
    try:
        return catalogues.closure(force.catalogue, force.pin)
    except UnknownCatalogue as error:
        raise OperationError(
            pointer, Message("refused.edit.catalogue-gone", {"catalogue": repr(force.catalogue)})
        ) from error


def is_of_game(closure: Closure, system: str) -> bool:
    """Tell whether a catalogue is of a game system: of ours by its id, or of one that only its data know."""
    return system in (system_for(closure.system.id, closure.system.name, closure.system.revision), closure.system.id)


def add_force(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Add a force of a catalogue at the end; it pins the newest version. Where the data have one kind only, it is of that.

    What its data ask for by itself, such as a battle size, comes along, unless the roster has it and needs it once.
    """
    name, kind = arguments["catalogue"], arguments["entry"]
    try:
        closure = catalogues.closure(name)
    except UnknownCatalogue as error:
        raise OperationError("/catalogue", Message("refused.edit.no-catalogue", {"catalogue": repr(name)})) from error
    if not is_of_game(closure, roster.system):
        theirs = system_for(closure.system.id, closure.system.name, closure.system.revision)
        values = {"catalogue": repr(name), "theirs": repr(theirs), "ours": repr(roster.system)}
        raise OperationError("/catalogue", Message("refused.edit.other-system", values))
    entry = closure.force_entry(kind) if kind else None
    if kind and entry is None:
        raise OperationError("/entry", Message("refused.edit.no-entry", {"entry": repr(kind)}))
    if not kind and len(closure.kinds_of_force) == 1:
        (entry,) = closure.kinds_of_force
    brought, next_uid = default_roots(closure, roster.next_uid + 1, entry)
    there = {selection.entry for selection in roster.units()}
    new = tuple(each for each in brought if not (each.entry in there and _is_once(closure, each)))
    chosen = entry.id if entry else ""
    force = Force(f"f{roster.next_uid}", name, chosen, entry.name if entry else closure.catalogue.name, closure.digest, new)
    return replace(roster, forces=(*roster.forces, force), next_uid=next_uid)


def change_force(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Make a force one of another kind, with all that is in it. A name that its kind or catalogue gave it follows."""
    force, kind = nodes.find_force(roster, arguments["force"], "/force"), arguments["entry"]
    closure = closure_of(catalogues, force, "/force")
    entry, before = closure.force_entry(kind) if kind else None, closure.force_entry(force.entry) if force.entry else None
    if kind and entry is None:
        raise OperationError("/entry", Message("refused.edit.no-entry", {"entry": repr(kind)}))
    usual = (before.name if before else "", closure.catalogue.name, "")
    name = (entry.name if entry else closure.catalogue.name) if force.name in usual else force.name
    return nodes.put_force(roster, force.uid, replace(force, entry=kind, name=name))


def _is_once(closure: Closure, brought: Selection) -> bool:
    """Whether a roster asks for a root entry, not each force."""
    entry = closure.entry(brought.entry)
    minima = [each.query.scope for _, each in entry.constraints if each.type == "min"] if entry else []
    return bool(minima) and all(scope == "roster" for scope in minima)


def remove_force(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Remove a force with all that is in it."""
    nodes.find_force(roster, arguments["force"], "/force")
    return nodes.put_force(roster, arguments["force"])


def move_pin(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Let a force use another version of its catalogue."""
    force = nodes.find_force(roster, arguments["force"], "/force")
    try:
        closure = catalogues.closure(force.catalogue, arguments["digest"])
    except UnknownCatalogue as error:
        values = {"digest": repr(arguments["digest"]), "catalogue": repr(force.catalogue)}
        raise OperationError("/digest", Message("refused.edit.no-pin", values)) from error
    if closure.digest != arguments["digest"]:
        values = {"digest": repr(closure.digest), "catalogue": repr(force.catalogue)}
        raise OperationError("/digest", Message("refused.edit.other-pin", values))
    return nodes.put_force(roster, force.uid, replace(force, pin=closure.digest))
