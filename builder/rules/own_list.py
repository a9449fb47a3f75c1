"""Which army list is the army's own, which ones allies come from, and who leads the army.

Sources: 2E-R-ARMY-01, 2E-R-ARMY-03. The army's own list is that of the commander whom its player names, else the dearest one
that is not of allies alone, since allies are at most a quarter. Who commands an army list because its data ask for it
commands no army that has him as an ally.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import chain
from weakref import WeakKeyDictionary

from builder.operations import nodes
from builder.rules.army import Army, ArmyUnit
from builder.rules.data_limits import has_own_share, limits_of
from builder.rules.read_army import closure_or_none
from datasheets.closure import Closure
from datasheets.evaluation.tree import Declaration, Force
from datasheets.imported.categories import role_of

ALLIES = "allies"
WORD = re.compile(r"\w++")
_main: WeakKeyDictionary[Army, Force | None] = WeakKeyDictionary()
_foreign: WeakKeyDictionary[Army, tuple[Force, ...]] = WeakKeyDictionary()
"""What was found of an army, since many steps ask for it."""


def main_force(army: Army) -> Force | None:
    """Return the force whose army list is the army's: that of the commander whom its player names, or the dearest one.

    Of equal ones it is the first. One of allies alone is it only where there is no other.
    """
    if army not in _main:
        _main[army] = _find_main(army)
    return _main[army]


def _find_main(army: Army) -> Force | None:
    first, *others = army.roster.forces or (None,)
    if first and not others and not first.forces:
        return first if army.units else None
    kind, costs = army.system.leader, dict[str, Decimal]()
    for unit in army.units:
        costs[unit.force.uid] = costs.get(unit.force.uid, Decimal(0)) + unit.costs.get(army.system.size.cost, Decimal(0))
    by_itself = leaders_asked_for(army) if len(costs) > 1 else ()
    stated = army.declarations_of(kind.kind) if kind else ()
    named = [army.by_group[each.subject][0].force for each in stated if each not in by_itself]
    filled = sorted((each for each in nodes.forces(army.roster) if each.uid in costs), key=lambda each: -costs[each.uid])
    own = (force for force in chain(named, filled) if not is_of_allies(army, force))
    return next(chain(own, filled), None)


def foreign_units(army: Army) -> list[ArmyUnit]:
    """Return the units of other army lists than the army's."""
    foreign = {force.uid for force in foreign_forces(army)}
    return [unit for unit in army.units if unit.force.uid in foreign] if foreign else []


def lists_of_allies(army: Army) -> frozenset[str]:
    """Return the uids of the forces that are allies though they follow the army list of an army of their own."""
    return frozenset(force.uid for force in foreign_forces(army) if not is_of_allies(army, force))


def foreign_forces(army: Army) -> tuple[Force, ...]:
    """Return the forces of other army lists than the army's, and those of allies beside a main one that is not.

    A codex that has an ally list beside its army list is in one catalogue with it.
    """
    if army not in _foreign:
        _foreign[army] = tuple(_find_foreign(army))
    return _foreign[army]


def _find_foreign(army: Army) -> list[Force]:
    main = main_force(army) if len([*nodes.forces(army.roster)]) > 1 else None
    closure = closure_or_none(army.catalogues, main) if main else None
    if main is None or closure is None:
        return []
    own, is_all_allies = {main.catalogue, *(source.id for source in closure.sources)}, is_of_allies(army, main)
    others = (force for force in nodes.forces(army.roster) if force.uid != main.uid)
    return [each for each in others if each.catalogue not in own or (not is_all_allies and is_of_allies(army, each))]


def allies_of_others(army: Army) -> list[Force]:
    """Return the forces that follow a list of allies in the codex of another army."""
    main = main_force(army)
    of_allies = (force for force in foreign_forces(army) if is_of_allies(army, force))
    return [force for force in of_allies if main and force.catalogue != main.catalogue]


def leaders(army: Army) -> list[Declaration]:
    """Return who leads the army: whom its player names, and whom the data of its own army list ask for."""
    kind, allied = army.system.leader, _allied_leaders(army)
    return [each for each in army.declarations_of(kind.kind) if each not in allied] if kind else []


def implied_declarations(army: Army) -> tuple[Declaration, ...]:
    """Return what choices in imported data declare, but for who would lead the army if he were no ally."""
    said = tuple(each for unit in army.units for each in unit.implied)
    allied = _allied_leaders(army) if said else ()
    return tuple(each for each in said if each not in allied)


def _allied_leaders(army: Army) -> list[Declaration]:
    """Return who would lead an army list that is not the army's, without a choice of the player."""
    foreign = {group.uid for unit in foreign_units(army) for group in unit.groups}
    return [each for each in leaders_asked_for(army) if each.subject in foreign] if foreign else []


def leaders_asked_for(army: Army) -> list[Declaration]:
    """Return who leads because the data of his unit ask for it (2E-R-ARMY-03)."""
    kind = army.system.leader
    if kind is None or kind.by != "leadership":
        return []
    leading = [unit for unit in army.units if any(each.kind == kind.kind for each in unit.implied)]
    imported = (read for unit in leading if (read := unit.as_imported()))
    return [each for read in imported for each in read.asked_for() if each.kind == kind.kind]


def removable_forces(army: Army) -> list[Force]:
    """Return the forces that may be removed as a whole: all but the army's own and those around it."""
    main, forces = main_force(army), [*nodes.forces(army.roster)]
    if main is None or len(forces) == 1:
        return forces
    return [each for each in forces if all(inner.uid != main.uid for inner in nodes.forces_within(each))]


def is_of_allies(army: Army, force: Force) -> bool:
    """Whether the data make the kind of a force one of allies alone, or each kind that it could be.

    They do by a share of its own or of a category for them, or by what it is called.
    """
    closure = closure_or_none(army.catalogues, force)
    if closure is None:
        return False
    kind = closure.force_entry(force.entry) if force.entry else None
    kinds = (kind,) if kind else closure.kinds_of_force
    return bool(kinds) and all(is_kind_of_allies(army, closure, replace(force, entry=each.id)) for each in kinds)


def is_kind_of_allies(army: Army, closure: Closure, force: Force) -> bool:
    """Whether the data make the kind that a force is of one of allies alone."""
    kind = closure.force_entry(force.entry)
    is_called_so = kind is not None and not set(WORD.findall(kind.name)).isdisjoint(army.system.imports.ally_lists)
    return is_called_so or has_own_share(closure, force) or any(shares_of_allies(army, force, closure))


def has_own_list(army: Army) -> bool:
    """Whether some force of the army is one that allies could help, or none is there yet."""
    main = main_force(army)
    return main is None or not is_of_allies(army, main)


def shares_of_allies(army: Army, force: Force, closure: Closure | None) -> Iterator[str]:
    """Yield the categories of allies for which the kind of a force has a share."""
    for category in limits_of(closure, force) if closure else ():
        if closure and role_of(closure, category, army.system.imports) == ALLIES:
            yield category
