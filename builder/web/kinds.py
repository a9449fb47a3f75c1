"""Kinds of forces ("detachments"): what the catalogues of a game offer, found by what somebody types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from builder.api.current import services
from builder.store.catalogues import CatalogueRow
from datasheets.closure import Closure, UnknownCatalogue
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.tree import Force
from datasheets.markup import strip_marks

MOST_FOUND = 16
"""How many kinds stand as buttons; among more one searches."""


@dataclass(frozen=True, slots=True)
class Detachment:
    """A kind of force of a catalogue, `entry` "" where its data have no kinds; `of` is the catalogue's name."""

    catalogue: str
    entry: str
    name: str
    of: str

    @property
    def operation(self) -> Operation:
        """The edit that adds such a force."""
        return {"op": "add-force", "catalogue": self.catalogue, **({"entry": self.entry} if self.entry else {})}


def find(system: str, typed: str) -> list[Detachment]:
    """Return what a text means: the kind or the catalogue of this name, else the kinds that have all its words."""
    text = typed.casefold()
    all = list(_of_catalogues(_named_by(text, _rows(system))))
    exact = [each for each in all if text in (each.name.casefold(), each.of.casefold())]
    return exact or [each for each in all if all_words(text.split(), each.name.casefold())]


def shown_kinds(system: str, typed: str | None) -> list[Detachment]:
    """Return what stands as buttons: what was typed can mean; else every kind of force, where they are few."""
    if typed is not None:
        return find(system, typed)[:MOST_FOUND]
    found = list(islice(_of_catalogues(_rows(system)), MOST_FOUND + 1))
    return found if len(found) <= MOST_FOUND else []


def suggestions(system: str, forces: Iterable[Force]) -> list[str]:
    """Return what the field suggests: the kinds of catalogues that the army has, and the names of all other catalogues.

    All kinds of forty catalogues would be a third of the page, and to look at them all puts those of the army out of memory.
    """
    own, found = {force.catalogue for force in forces}, list[str]()
    for row in _rows(system):
        found += [each.name for each in _of_catalogues([row])] if row.id in own else [row.name]
    return list(dict.fromkeys(found))


def all_words(words: Sequence[str], name: str) -> bool:
    """Whether all words occur in a name."""
    return all(word in name for word in words)


def kinds_of(force: Force, closure: Closure | None) -> list[tuple[str, str]]:
    """Return the kinds that a force can be: entry and name, its own first where it is none of them."""
    kinds = [(each.id, strip_marks(each.name)) for each in closure.kinds_of_force] if closure else []
    return kinds if not kinds or force.entry in dict(kinds) else [(force.entry, ""), *kinds]


def _rows(system: str) -> Sequence[CatalogueRow]:
    return services().catalogues.page(system=system, limit=200).items


def _named_by(text: str, rows: Sequence[CatalogueRow]) -> Sequence[CatalogueRow]:
    """Return the catalogues that a text names as the field suggests it; all where it names none."""
    named = [row for row in rows if f"{text}: ".startswith(f"{row.name.casefold()}: ")]
    return named or rows


def _of_catalogues(rows: Iterable[CatalogueRow]) -> Iterator[Detachment]:
    for row in rows:
        try:
            entries = services().catalogues.closure(row.id).kinds_of_force
        except UnknownCatalogue:
            continue
        if not entries:
            yield Detachment(row.id, "", row.name, row.name)
        for each in entries:
            yield Detachment(row.id, each.id, f"{row.name}: {strip_marks(each.name)}", row.name)
