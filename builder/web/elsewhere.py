"""What somebody looks for and cannot add here: which kinds of force it can be added to, or in whose catalogue it stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from builder.api.current import services
from builder.importing.listing import address
from builder.web.searching import has_all
from datasheets.closure import Closure
from datasheets.evaluation.offering import kinds_that_offer
from datasheets.evaluation.tree import Force
from datasheets.imported.models import is_unit
from datasheets.markup import strip_marks
from datasheets.systems import System

MOST, MOST_KINDS = 6, 3
"""How many datasheets are named, and how many kinds of force of each."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A datasheet that cannot be added to a force, by the parts of its address.

    `kinds` are the kinds of force of this catalogue that have room for it, `of` is the name of another catalogue. Without
    both the data hide it in this army.
    """

    name: str
    catalogue: str
    datasheet: str
    kinds: tuple[str, ...] = ()
    of: str = ""


def find_elsewhere(
    force: Force, closure: Closure, system: System, offered: Collection[str], words: Sequence[str], *, everywhere: bool
) -> list[Elsewhere]:
    """Return datasheets by their names that are not among those that are `offered`, by id.

    Other catalogues are searched where `everywhere` is said.
    """
    found = list(_of_catalogue(force, closure, system, offered, words))
    if everywhere and not found:
        found = list(_of_others(force, system, words))
    return found[:MOST]


def _of_catalogue(
    force: Force, closure: Closure, system: System, offered: Collection[str], words: Sequence[str]
) -> Iterator[Elsewhere]:
    here = {strip_marks(root.name) for root in closure.roots() if root.id in offered}
    missing = [root for root in closure.roots() if root.id not in offered and has_all(words, strip_marks(root.name))]
    units = [root for root in missing if strip_marks(root.name) not in here and is_unit(closure, root, system.imports)][
        :MOST
    ]
    kinds = kinds_that_offer(units, closure, force, system.id, services().catalogues) if units else {}
    for root in units:
        names = [strip_marks(each.name) for each in kinds[root.id] if each.id != force.entry]
        yield Elsewhere(strip_marks(root.name), force.catalogue, address(root.id), tuple(names[:MOST_KINDS]))


def _of_others(force: Force, system: System, words: Sequence[str]) -> Iterator[Elsewhere]:
    names = {row.id: row.name for row in services().catalogues.page(system=system.id, limit=200).items}
    rows = services().datasheets.search(text=" ".join(words), system=system.id, limit=200).items
    seen = set[str]()
    for row in rows:
        if row.catalogue != force.catalogue and row.name not in seen and has_all(words, row.name):
            seen.add(row.name)
            yield Elsewhere(row.name, row.catalogue, row.id, of=names.get(row.catalogue, row.catalogue))
