"""A text that says no edition: which edition it is taken from, where its catalogues are here for several.

Editions share the names of catalogues and units. The one is taken in which most of the list's names are found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from builder.placing import names
from builder.placing.reach import Reaches
from datasheets.closure import Closure
from datasheets.systems import System, system_for, systems
from exports.lists.listed import ListedArmy, ListedForce, ListedSelection

Find = Callable[[ListedArmy, ListedForce], Closure | None]
"""Returns the catalogue that a force of a list is taken from."""


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition that a list may be of, and how many of the list's names it has."""

    system: str
    name: str
    found: int


def rank_editions(listed: ListedArmy, find: Find) -> tuple[Edition, ...]:
    """Return the editions that a text may be of, the one with most of its names first, of several the newest.

    Args:
        listed: the list.
        find: what finds the catalogue of a force.

    Returns:
        Nothing where the list says its edition, or its catalogues are here for one only.
    """
    if listed.system or any(each.is_called(listed.system_name) for each in systems()):
        return ()
    known = [each for each in systems() if each.imported_as]
    usual = [closure.system for force in listed.forces if (closure := find(listed, force))]
    if {system_for(each.id, each.name, each.revision) for each in usual} - {each.id for each in known}:
        return ()  # a game of which nobody has several editions here
    counted = [(each, _count_in(each, listed, find)) for each in known]
    ranked = sorted(((count, each) for each, count in counted if count is not None), key=_order, reverse=True)
    return tuple(Edition(each.id, each.name, count) for count, each in ranked) if ranked[1:] else ()


def count_names(listed: ListedArmy) -> int:
    """Return how many names a list has."""
    return sum(1 for _ in listed.walk())


def of_edition(listed: ListedArmy, edition: Edition) -> ListedArmy:
    """Return a list that says its edition."""
    return replace(listed, system_name=edition.name)


def _order(counted: tuple[int, System]) -> tuple[int, int]:
    count, system = counted
    return count, int(system.edition) if system.edition.isdecimal() else 0


def _count_in(system: System, listed: ListedArmy, find: Find) -> int | None:
    """Return how many names of a list an edition has; None where it has no catalogue of it."""
    said = replace(listed, system_name=system.name)
    found = [(force, find(said, force)) for force in listed.forces]
    if not any(closure for _, closure in found):
        return None
    return sum(_count_known(force, closure) for force, closure in found if closure)


def _count_known(force: ListedForce, closure: Closure) -> int:
    reaches = Reaches(closure)
    return sum(_count_of(unit, closure, reaches) for unit in force.selections)


def _count_of(unit: ListedSelection, closure: Closure, reaches: Reaches) -> int:
    """Return how many names of a unit a catalogue has: its own, and what stands below it, in the likeliest entry."""
    ranked = [(rank, root) for root in closure.roots() if (rank := names.best(unit.name, names.names_of(root))) is not None]
    best = min((rank for rank, _ in ranked), default=None)
    below = [each.name for item in unit.selections for each in item.walk()]
    meant = [root for rank, root in ranked if rank == best]
    options = max((sum(map(reaches.of(root).has, below)) for root in meant), default=0)
    return options + (best is not None and best <= names.PLURAL)
