"""Kinds of forces ("detachments"): what the catalogues of a game offer, found by what somebody types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from builder.api.current import services
from datasheets.closure import Catalogues, Closure, UnknownCatalogue
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


def detachments_of(system: str) -> list[Detachment]:
    """Return every kind of force that an army of a game can have, by catalogue."""
    catalogues = services().catalogues
    rows = catalogues.page(system=system, limit=200).items
    return [each for row in rows for each in _of_catalogue(row.id, row.name, catalogues)]


def find(all: Sequence[Detachment], typed: str) -> list[Detachment]:
    """Return what a text means: the one of this name, those of the catalogue of this name, else those with all its words."""
    text = typed.casefold()
    exact = [each for each in all if text in (each.name.casefold(), each.of.casefold())]
    return exact or [each for each in all if all_words(text.split(), each.name.casefold())]


def shown_kinds(all: Sequence[Detachment], typed: str | None) -> list[Detachment]:
    """Return what stands as buttons: what was typed can mean; else all, where they are few."""
    return find(all, typed)[:MOST_FOUND] if typed is not None else list(all) if len(all) <= MOST_FOUND else []


def suggestions(all: Sequence[Detachment], forces: Iterable[Force]) -> list[str]:
    """Return what the field suggests: the kinds of catalogues that the army has, and the names of all other catalogues.

    All kinds of forty catalogues would be a third of the page; the name of a catalogue finds its kinds.
    """
    own = {force.catalogue for force in forces}
    return list(dict.fromkeys(each.name if each.catalogue in own else each.of for each in all))


def all_words(words: Sequence[str], name: str) -> bool:
    """Whether all words occur in a name."""
    return all(word in name for word in words)


def kinds_of(force: Force, closure: Closure | None) -> list[tuple[str, str]]:
    """Return the kinds that a force can be: entry and name, its own first where it is none of them."""
    kinds = [(each.id, strip_marks(each.name)) for each in closure.kinds_of_force] if closure else []
    return kinds if not kinds or force.entry in dict(kinds) else [(force.entry, ""), *kinds]


def _of_catalogue(id: str, name: str, catalogues: Catalogues) -> Iterator[Detachment]:
    try:
        entries = catalogues.closure(id).kinds_of_force
    except UnknownCatalogue:
        return
    if not entries:
        yield Detachment(id, "", name, name)
    for each in entries:
        yield Detachment(id, each.id, f"{name}: {strip_marks(each.name)}", name)
