"""Finding what a listed force was taken from: its catalogue among those that are here, and its force entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from builder.placing import names
from datasheets.closure import Catalogues, CatalogueSet, Closure
from datasheets.model import Catalogue, ForceEntry, GameSystem
from datasheets.systems import system_for
from datasheets.words import say
from exports.lists.listed import ListedArmy, ListedForce

SEVERAL = re.compile(r"\s*[,/;]\s*")


@dataclass(frozen=True, slots=True)
class Known:
    """A catalogue that is here: `system` is the id of its game system as rosters have it; `revision` the newest."""

    id: str
    name: str
    system: str
    revision: int = 0


class Shelf(Catalogues, Protocol):
    """Catalogues that can be searched."""

    def known(self) -> Sequence[Known]:
        """Return every catalogue that is here, libraries too."""
        ...

    def pin(self, catalogue: str, revision: int) -> str:
        """Return the pin of a catalogue in one revision, "" where that revision is not here (then the newest serves)."""
        ...


class InMemory(CatalogueSet):
    """A game system and its catalogues in memory as a shelf."""

    def __init__(self, system: GameSystem, catalogues: Iterable[Catalogue] = ()) -> None:
        self._all = tuple(catalogues)
        super().__init__(system, self._all)
        self._of = system

    def known(self) -> Sequence[Known]:
        """Return every catalogue."""
        system = system_for(self._of.id, self._of.name)
        return tuple(Known(each.id, each.name, system, each.revision) for each in (*self._all, self._of))

    def pin(self, catalogue: str, revision: int) -> str:
        """Return the pin of the only version."""
        return ""


def find_catalogue(shelf: Shelf, listed: ListedArmy, force: ListedForce) -> Known | None:
    """Return the catalogue of a force: by its id, else by its name, within the list's game system where it names one.

    Editions share ids, so that a catalogue of another system is never taken.
    """
    system = system_for(listed.system, listed.system_name) if listed.system else ""
    of_system = [each for each in shelf.known() if system in ("", each.system)]
    if force.catalogue and (found := next((each for each in of_system if each.id == force.catalogue), None)):
        return found
    for written in _names(force.catalogue_name):
        scored = [(names.best(written, _called(each)), each) for each in of_system]
        sure = [(each, rank) for rank, each in scored if rank is not None and rank <= names.PART]
        if sure:
            return min(sure, key=lambda pair: (pair[1], of_system.index(pair[0])))[0]
    return None


def missing_sentence(force: ListedForce) -> str:
    """Return which catalogue to import, as a sentence."""
    values = {"catalogue": force.catalogue_name or force.catalogue, "revision": force.revision}
    code = "nameless" if not values["catalogue"] else "revision" if force.revision else "name"
    return say(f"placing.catalogue.{code}", values)


def find_force_entry(closure: Closure, force: ListedForce) -> ForceEntry | None:
    """Return the kind of a force: by its id, by the last part of it, else by its name."""
    for id in (force.entry, *reversed(force.entry.split("::"))):
        if id and (found := closure.force_entry(id)):
            return found
    written = names.without_command_cost(force.name)
    if not written:
        return None
    scored = [(names.score(written, names.without_command_cost(each.name)), each) for each in _force_entries(closure)]
    sure = [(rank, at, each) for at, (rank, each) in enumerate(scored) if rank is not None and rank <= names.PART]
    return min(sure, key=lambda each: each[:2])[2] if sure else None


def _names(written: str) -> Iterator[str]:
    """Yield what a list may mean by the name of a catalogue: the whole, then each of several."""
    if written:
        yield written
        yield from (part for part in SEVERAL.split(written) if part != written)


def _called(known: Known) -> Iterator[str]:
    yield known.name
    yield known.name.rpartition(" - ")[2]


def _force_entries(closure: Closure) -> Iterator[ForceEntry]:
    for source in closure.sources:
        pending = list(source.force_entries)
        while pending:
            entry = pending.pop(0)
            yield entry
            pending += entry.forces
