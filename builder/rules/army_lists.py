"""Which army list of its data a force follows, and which others it could (2E-R-ARMY-01)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from builder.operations import nodes
from builder.rules.army import Army
from builder.rules.own_list import allies_of_others, has_own_list, is_kind_of_allies, main_force
from builder.rules.read_army import closure_or_none
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Force
from datasheets.markup import strip_marks
from datasheets.model import ForceEntry

OF_ARMY_LIST = frozenset(
    {"cost.too-little", "cost.too-much", "share.too-little", "share.too-much", "entry.too-few", "entry.too-many"}
)
"""What is judged only where a force follows an army list."""
MOST_LISTS = 6


def check_army_lists(army: Army) -> Iterator[Finding]:
    """Judge that every force says which of the army lists of its data it follows."""
    for force in lists_to_choose(army):
        kinds = _kinds(army, force)[:MOST_LISTS]
        fixes = [_choose(force, each) for each in kinds]
        lists = ", ".join(strip_marks(each.name) for each in kinds)
        values = {"name": force.name or force.catalogue, "lists": lists, "about": force.uid}
        found = army.finding("error", None, "force.no-army-list", "shares", values=values, fixes=fixes)
        yield replace(found, path=(force.uid,))


def check_own_list(army: Army) -> Iterator[Finding]:
    """Judge that not all of the army is allies: they help an army of some other list (2E-R-ARMY-01)."""
    main = None if has_own_list(army) else main_force(army)
    closure = closure_or_none(army.catalogues, main) if main else None
    if main and closure:
        kinds = [each for each in _kinds(army, main) if not is_kind_of_allies(army, closure, replace(main, entry=each.id))]
        values = {"name": main.name or main.catalogue, "about": main.uid}
        remove = Fix("fix.remove", {"name": values["name"]}, ({"op": "remove-force", "force": main.uid},))
        fixes = [_choose(main, each) for each in kinds[:MOST_LISTS]] or [remove]
        found = army.finding("error", None, "force.only-allies", "shares", values=values, fixes=fixes)
        yield replace(found, path=(main.uid,))


def lists_to_choose(army: Army) -> list[Force]:
    """Return the forces with units whose data have army lists, and that follow none of them."""
    with_units = {unit.force.uid for unit in army.units if unit.models}
    forces = [force for force in nodes.forces(army.roster) if force.uid in with_units]
    closures = ((force, closure_or_none(army.catalogues, force)) for force in forces)
    return [force for force, it in closures if it and it.kinds_of_force and not it.force_entry(force.entry)]


def other_lists(army: Army, kinds: Collection[str] = ()) -> Iterator[Fix]:
    """Propose another army list for each force that follows one (of these `kinds`, where some are given).

    Allies from another codex have none: whether they may come, that list alone says.
    """
    allies = {force.uid for force in allies_of_others(army)} if army.proposing else ()
    for force in nodes.forces(army.roster) if army.proposing else ():
        if force.entry and (not kinds or force.entry in kinds) and force.uid not in allies:
            yield from (_choose(force, each) for each in _kinds(army, force)[:MOST_LISTS] if each.id != force.entry)


def _kinds(army: Army, force: Force) -> tuple[ForceEntry, ...]:
    closure = closure_or_none(army.catalogues, force)
    return tuple(closure.kinds_of_force) if closure else ()


def _choose(force: Force, kind: ForceEntry) -> Fix:
    operation = {"op": "change-force", "force": force.uid, "entry": kind.id}
    return Fix("fix.choose-army-list", {"name": strip_marks(kind.name)}, (operation,), reveals=OF_ARMY_LIST)
