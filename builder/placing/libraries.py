"""A list whose catalogue is here only as a library: which of the catalogues that link to it the list is taken from instead.

Authors split catalogues: what once was one army is shared by several afterwards, each with units and rules of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from builder.placing import names
from datasheets.closure import Closure, Resolved
from datasheets.resolving import SEPARATOR
from exports.lists.listed import ListedForce, ListedSelection

V = TypeVar("V")


def best_fitting(linking: Sequence[V], closure_of: Callable[[V], Closure], force: ListedForce) -> V | None:
    """Return the catalogue that knows most of a force's own selections, of several the one whose name the force says most
    often ("Black Templars" as a chapter that was chosen), then the first; None where none knows or is called anything of it.
    """
    said = frozenset(filter(None, _words_of(force)))
    scored = [(_fit(closure_of(each), force, said), each) for each in linking]
    fit, best = max(scored, key=lambda each: each[0], default=((0, 0), None))
    return best if any(fit) or not force.selections else None


def _fit(closure: Closure, force: ListedForce, said: frozenset[str]) -> tuple[int, int]:
    """Return how many of a force's own selections a catalogue knows, and how often the force says its name."""
    roots = closure.roots()
    ids = {root.entry.id for root in roots}
    own_name = closure.catalogue.name.rpartition(" - ")[2]
    known = sum(_is_known(each, ids, roots) for each in force.selections)
    ranks = (names.score(each, own_name) for each in said)
    return known, sum(rank is not None and rank <= names.PART for rank in ranks)


def _is_known(listed: ListedSelection, ids: set[str], roots: Sequence[Resolved]) -> bool:
    """Whether a selection can be found among the roots of a catalogue: by its own id, else by its name."""
    own = listed.entry.rpartition(SEPARATOR)[2]
    return own in ids or any(names.is_called(listed.name, root) for root in roots)


def _words_of(force: ListedForce) -> Iterator[str]:
    yield from (force.name, force.title, force.catalogue_name)
    yield from (each.name for selection in force.selections for each in selection.walk())
