"""Random edits of a roster, as a player makes them: add, copy, remove, choose, number, limits, forces."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from builder.operations import nodes
from datasheets.closure import Catalogues
from datasheets.evaluation import selecting
from datasheets.evaluation.tree import Force, Roster


def edit_roster(roster: Roster, catalogues: Catalogues, chance: Random) -> Roster:
    """Return a roster after one random edit."""
    force = chance.choice(list(nodes.forces(roster)))
    selections = list(force.walk())
    kinds = (
        [_add_unit, _limit, _force]
        if not selections
        else [_add_unit, *[_choose] * 3, _number, _number, _remove, _copy, _limit]
    )
    return chance.choice(kinds)(roster, catalogues, force, chance)


def _add_unit(roster: Roster, catalogues: Catalogues, force: Force, chance: Random) -> Roster:
    closure = catalogues.closure(force.catalogue)
    roots = closure.roots()
    if not roots:
        return roster
    unit, next_uid = selecting.default_selection(closure, chance.choice(roots).id, roster.next_uid)
    selections = list(force.selections)
    selections.insert(chance.randint(0, len(selections)), unit)
    return nodes.put_force(replace(roster, next_uid=next_uid), force.uid, replace(force, selections=tuple(selections)))


def _choose(roster: Roster, catalogues: Catalogues, force: Force, chance: Random) -> Roster:
    closure, parent = catalogues.closure(force.catalogue), chance.choice(list(force.walk()))
    entry = closure.entry(parent.entry)
    offers = list(closure.offers(entry)) if entry else []
    if not offers:
        return roster
    changed, next_uid = selecting.choose(closure, parent, chance.choice(offers).id, roster.next_uid)
    return nodes.put(replace(roster, next_uid=next_uid), parent.uid, changed)


def _number(roster: Roster, catalogues: Catalogues, force: Force, chance: Random) -> Roster:
    node = chance.choice(list(force.walk()))
    return nodes.put(
        roster, node.uid, selecting.scale_selection(catalogues.closure(force.catalogue), node, chance.randint(1, 6))
    )


def _remove(roster: Roster, catalogues: Catalogues, force: Force, chance: Random) -> Roster:
    return nodes.put(roster, chance.choice(list(force.walk())).uid)


def _copy(roster: Roster, catalogues: Catalogues, force: Force, chance: Random) -> Roster:
    node = chance.choice(list(force.walk()))
    roster, copy = nodes.relabel(roster, node)
    return nodes.put(roster, node.uid, node, copy)


def _limit(roster: Roster, catalogues: Catalogues, force: Force, chance: Random) -> Roster:
    types = sorted(catalogues.closure(force.catalogue).cost_types)
    limits = {**roster.limits, chance.choice(types): Decimal(chance.randint(-1, 50))} if types else roster.limits
    return replace(roster, limits=limits, name=f"Army {chance.randint(1, 3)}")


def _force(roster: Roster, catalogues: Catalogues, force: Force, chance: Random) -> Roster:
    inner = Force(f"f{roster.next_uid}", force.catalogue, force.entry, force.name)
    changed = replace(force, forces=(*force.forces, inner))
    return nodes.put_force(replace(roster, next_uid=roster.next_uid + 1), force.uid, changed)
