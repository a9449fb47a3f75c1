"""What each root selection with all below it came to, kept for the next evaluation with what it was read from.

A unit is what can stay as it is when something else is edited. It depends on its own tree, on the categories in it, and
beyond that only on how many there are of some ids in its primary category, its force and the roster; queries note these ids.
So after an edit a unit is evaluated again if its tree is another, its categories are, or one of its ids is counted otherwise
anywhere. Where there are other forces, or their data are others, everything is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from datasheets.evaluation.constraint import of_unit
from datasheets.evaluation.effective import effective, settle_costs
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.judging import Reported, about_places, report_broken
from datasheets.evaluation.modified import Effective
from datasheets.evaluation.query import COSTS, LIMITS
from datasheets.evaluation.scope import ANY, ForceScope, Key, Node, RosterScope, Scope, Tally
from datasheets.evaluation.tree import Selection


@dataclass(slots=True, eq=False)
class RosterUnit:
    """A root selection with all below it, in the order of the tree. `reads` are the ids that it asked for beyond itself.

    `effective` is empty until it was evaluated; a unit that was kept is whole from the start.
    """

    selection: Selection | None
    force: Key
    categories: tuple[tuple[tuple[str, ...], str], ...]
    reads: set[str] = field(default_factory=set)
    effective: tuple[Effective, ...] = ()
    misplaced: tuple[Finding, ...] = ()
    reported: tuple[Reported, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class UnitCache:
    """What an evaluation leaves for the next one: its scopes, and its units by the uid of their root."""

    top: RosterScope
    units: Mapping[str, RosterUnit]


class Work:
    """The units of one evaluation, some of them taken from the evaluation before."""

    def __init__(self, top: RosterScope, before: UnitCache | None) -> None:
        self._top = top
        usable = before if before and _same_forces(before.top, top) else None
        changed = _changes(usable.top, top) if usable else set()
        known = usable.units if usable else {}
        self._roots = [(root, _fresh_or_kept(root, known, changed)) for root in top.roots()]

    @property
    def units(self) -> list[RosterUnit]:
        """All units, in document order."""
        return [unit for _, unit in self._roots]

    def settle_costs(self, before: Mapping[str, Effective]) -> None:
        """Give every selection its costs, in one pass in document order.

        A query on a cost sees what the pass has found so far, before that what the evaluation `before` found, for a new
        selection nothing.
        """
        for node in self._top.all_nodes:
            shown = before.get(node.selection.uid) if node.selection else None
            node.costs = shown.costs if shown else {}
        for root, unit in self._roots:
            if unit.effective:
                for node, kept in zip(root.walk(), unit.effective, strict=True):
                    node.costs = kept.costs
            else:
                settle_unit_costs(root, unit)

    def evaluate(self) -> None:
        """Find what every selection is after all modifiers, and what is wrong with it; costs and totals are settled."""
        for root, unit in self._roots:
            if not unit.effective:
                evaluate_unit(root, unit)
        self._top.reads = set()

    def keep(self) -> UnitCache:
        """Return what the next evaluation can use."""
        return UnitCache(self._top, {unit.selection.uid: unit for unit in self.units if unit.selection})


def fresh_unit(root: Node) -> RosterUnit:
    """Return a unit of which nothing is known yet but what it stands in and what categories are in it."""
    return RosterUnit(root.selection, root.force.key, tuple((tuple(node.categories), node.primary) for node in root.walk()))


def settle_unit_costs(root: Node, unit: RosterUnit) -> None:
    """Give everything in a unit its costs, and note what they were read from."""
    root.force.roster.reads = unit.reads
    settle_costs(root)


def evaluate_unit(root: Node, unit: RosterUnit) -> None:
    """Find what a unit is and what is wrong with it, and note what this was read from."""
    root.force.roster.reads = unit.reads
    unit.effective = tuple(effective(node) for node in root.walk())
    by_uid = {shown.uid: shown for shown in unit.effective}
    unit.misplaced = tuple(about_places(root, by_uid))
    unit.reported = tuple(report_broken(of_unit(root), by_uid))


def may_stay(unit: RosterUnit, changed: set[str]) -> bool:
    """Whether a unit stays as it is when these ids are counted otherwise; a query on a cost is never kept."""
    return COSTS not in unit.reads and changed.isdisjoint(unit.reads)


def _fresh_or_kept(root: Node, known: Mapping[str, RosterUnit], changed: set[str]) -> RosterUnit:
    unit = fresh_unit(root)
    kept = known.get(root.selection.uid) if root.selection else None
    if (
        kept is None
        or kept.selection is not unit.selection
        or (kept.force, kept.categories) != (unit.force, unit.categories)
    ):
        return unit
    return kept if may_stay(kept, changed) else unit


def _same_forces(before: RosterScope, now: RosterScope) -> bool:
    """Whether there are the same forces, each with the same data, around and within the same others."""
    return [_key_of(force) for force in before.all_forces] == [_key_of(force) for force in now.all_forces]


def _key_of(force: ForceScope) -> tuple[object, ...]:
    return force.path, force.force.catalogue, force.force.entry, id(force.closure)


def _changes(before: RosterScope, now: RosterScope) -> set[str]:
    """Return the ids that are counted otherwise than before in any primary category; a force counts what these count."""
    found: set[str] = set()
    if before.limits != now.limits:
        found.add(LIMITS)
    for old, new in zip(before.all_forces, now.all_forces, strict=True):
        for id in old.categories.keys() | new.categories.keys():
            found.update(_changed_ids(old.categories.get(id), new.categories.get(id)))
    return found | {ANY} if found or before.roster.forces is not now.roster.forces else found


def _changed_ids(old: Scope | None, new: Scope | None) -> Iterator[str]:
    for one, other in zip(_tallies(old), _tallies(new), strict=True):
        if one != other:
            yield from (id for id in one.keys() | other.keys() if one.get(id, 0) != other.get(id, 0))


def _tallies(scope: Scope | None) -> tuple[Tally, Tally]:
    return (scope.direct, scope.deep) if scope else ({}, {})
