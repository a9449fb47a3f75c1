"""Finding what a listed force was taken from: its catalogue among those that are here, and its force entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from builder.placing import names
from builder.placing.libraries import best_fitting
from datasheets.closure import Catalogues, Closure
from datasheets.model import ForceEntry
from datasheets.systems import System, system_for, systems
from datasheets.words import Message
from exports.lists.listed import ListedArmy, ListedForce

SEVERAL = re.compile(r"(?:(?<!\s)\s++)?[,/;]\s*+")


@dataclass(frozen=True, slots=True)
class Known:
    """A catalogue that is here in some version."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a catalogue: `system` is the id of its game system as rosters have it; revisions are 0 where there are
    none. `library` is the name of the library in whose place it is taken; `is_guess`: no list says it, but its units do."""

    catalogue: str
    pin: str
    system: str
    revision: int
    system_revision: int = 0
    library: str = ""
    is_guess: bool = False


class Shelf(Catalogues, Protocol):
    """Catalogues that can be searched."""

    def catalogues(self) -> Sequence[Known]:
        """Return every catalogue that is here and that forces can be taken from."""
        ...

    def libraries(self) -> Sequence[Known]:
        """Return every catalogue that is here for others to link to."""
        ...

    def versions_with(self, library: str) -> Sequence[Version]:
        """Return the newest version of each catalogue that links to a library, directly or further."""
        ...

    def versions(self, catalogue: str) -> Sequence[Version]:
        """Return the versions of a catalogue, the newest first; none where it is not here."""
        ...

    def catalogues_with(self, units: Collection[str], system: str) -> Sequence[str]:
        """Return the ids of the catalogues of a system ("": of any) that have most units of these names; none where no
        catalogue has any."""
        ...


def find_version(shelf: Shelf, listed: ListedArmy, force: ListedForce) -> Version | None:
    """Return what a force was taken from: its catalogue by id, else by name; in its revision where that is here, else the
    newest. Editions share ids: a version of another system than the list's is never taken. Where the catalogue has become a
    library, the best fitting one that links to it. Where the list does not say it, the one that the force is called like,
    else the one that has most of its units.
    """
    if not force.catalogue and not force.catalogue_name:
        return _guess_version(shelf, listed, force)
    ids = _ids_of(force, shelf.catalogues())
    for system in _systems(listed):
        for id in ids:
            fitting = [each for each in shelf.versions(id) if system in ("", each.system)]
            if fitting:
                return max(fitting, key=lambda each: _likeness(each, listed, force))
    return _in_place_of_library(shelf, listed, force)


def _guess_version(shelf: Shelf, listed: ListedArmy, force: ListedForce) -> Version | None:
    like = [each.id for each in shelf.catalogues() if force.name and names.normal(each.name) == names.normal(force.name)]
    units = {each.name for each in force.selections}
    for system in _systems(listed):
        for ids in (like, shelf.catalogues_with(units, system)):
            newest = [found[0] for id in ids if (found := [v for v in shelf.versions(id) if system in ("", v.system)])]
            fit = best_fitting(newest, lambda each: shelf.closure(each.catalogue, each.pin), force) if newest[1:] else None
            if newest:
                return replace(fit or newest[0], is_guess=ids is not like)
    return None


def _in_place_of_library(shelf: Shelf, listed: ListedArmy, force: ListedForce) -> Version | None:
    for library, linking in _libraries(shelf, listed, force):
        found = best_fitting(linking, lambda each: shelf.closure(each.catalogue, each.pin), force)
        if found:
            return replace(found, library=library.name)
    return None


def _libraries(shelf: Shelf, listed: ListedArmy, force: ListedForce) -> Iterator[tuple[Known, list[Version]]]:
    """Yield the libraries that a force's catalogue may have become, each with what links to it."""
    libraries = {each.id: each for each in shelf.libraries()}
    meant = [libraries[id] for id in _ids_of(force, libraries.values()) if id in libraries]
    for system in _systems(listed):
        for library in meant:
            yield library, [each for each in shelf.versions_with(library.id) if system in ("", each.system)]


def _ids_of(force: ListedForce, known: Iterable[Known]) -> list[str]:
    """Return the ids of what a force's catalogue may be: the one that the list says, then those of its name."""
    known = tuple(known)
    ids = [force.catalogue, *(id for written in _names(force.catalogue_name) for id in _called_so(written, known))]
    return [id for id in dict.fromkeys(ids) if id]


def _systems(listed: ListedArmy) -> Iterator[str]:
    """Yield the systems that a list may be of, "" for any: a text has only the name of one, which may be nobody's."""
    if listed.system:
        yield system_for(listed.system, listed.system_name, listed.system_revision)
        return
    known = [each.id for each in systems() if each.is_called(listed.system_name)]
    yield from known
    if listed.is_system_guess or not known:
        yield ""


def _likeness(version: Version, listed: ListedArmy, force: ListedForce) -> tuple[bool, bool]:
    """Return whether the catalogue's revision is the list's, and whether the game system's is."""
    return version.revision == force.revision, version.system_revision == listed.system_revision


def missing_sentence(shelf: Shelf, listed: ListedArmy, force: ListedForce) -> str:
    """Return which catalogue to import, for which edition and from where, as a sentence."""
    library = next((library.name for library, _ in _libraries(shelf, listed, force)), "")
    name = library or force.catalogue_name or force.catalogue
    wanted = next((each for each in map(_known_system, _systems(listed)) if each), None)
    others = _other_editions(shelf, listed, force)
    way = f"muster import {wanted.data_address}" if wanted and wanted.data_address else "muster import"
    values = {
        "catalogue": name,
        "revision": force.revision,
        "way": way,
        "wanted": wanted.name if wanted else listed.system_name or listed.system,
        "here": ", ".join(dict.fromkeys(others.values())),
        "address": wanted.data_address if wanted else "",
    }
    if others and not library:
        values["catalogue"] = name or next(iter(others))
        return Message("placing.catalogue.edition", values)
    code = "library" if library else "nameless" if not name else "revision" if force.revision else "name"
    return Message(f"placing.catalogue.{code}", values)


def _other_editions(shelf: Shelf, listed: ListedArmy, force: ListedForce) -> dict[str, str]:
    """Return the names of catalogues that a force may be of, but for its system, with the systems that they are here for."""
    known = {each.id: each.name for each in shelf.catalogues()}
    ids = _ids_of(force, shelf.catalogues()) or shelf.catalogues_with({each.name for each in force.selections}, "")
    found: dict[str, str] = {}
    for id in ids:
        here = dict.fromkeys(each.system for each in shelf.versions(id) if each.system not in _systems(listed))
        if here:
            found[known.get(id, id)] = ", ".join(_system_name(each) for each in here)
    return found


def _known_system(id: str) -> System | None:
    return next((each for each in systems() if each.id == id), None)


def _system_name(id: str) -> str:
    found = _known_system(id)
    return found.name if found else id


def find_force_entry(closure: Closure, force: ListedForce, around: ForceEntry | None = None) -> ForceEntry | None:
    """Return the kind of a force: by its id, by the last part of it, else by its name, of one name within the force `around`
    it first. None where a file that has ids calls it like its catalogue: so a force without a kind is written."""
    if force.catalogue and not force.entry and names.normal(force.name) == names.normal(force.catalogue_name):
        return None
    for id in (force.entry, *reversed(force.entry.split("::"))):
        if id and (found := closure.force_entry(id)):
            return found
    inner = around.forces if around else ()
    return min(
        (*_rank_entries(force, inner), *_rank_entries(force, _force_entries(closure))),
        key=lambda each: each[0],
        default=(0, None),
    )[1]


def nest(forces: Sequence[ListedForce], closure_of: Callable[[ListedForce], Closure | None]) -> tuple[ListedForce, ...]:
    """Return forces of a text, which stand one after the other, with those within others that can be only there.

    A force is within the last one before it of whose kind it can be, where no force by itself is called more surely so.
    """
    made: list[ListedForce] = []
    for force in forces:
        closure, outer = closure_of(force), made[-1] if made else None
        around = find_force_entry(closure, outer) if closure and outer else None
        if closure is None or outer is None or around is None or force.forces or force.entry:
            made.append(force)
            continue
        tops = [each for source in closure.sources for each in source.force_entries]
        inner, alone = (
            min((rank for rank, _ in _rank_entries(force, each)), default=None) for each in (around.forces, tops)
        )
        if inner is not None and (alone is None or inner <= alone):
            made[-1] = replace(outer, forces=(*outer.forces, force))
        else:
            made.append(force)
    return tuple(made)


def _rank_entries(force: ListedForce, entries: Iterable[ForceEntry]) -> Iterator[tuple[tuple[int, int], ForceEntry]]:
    """Yield the kinds of forces that a force's name may mean, with how sure that is: with the Command points behind the
    name, then without, where the list writes them or not."""
    bare = names.without_command_cost(force.name)
    for entry in entries if bare else ():
        whole, rank = names.score(force.name, entry.name), names.score(bare, names.without_command_cost(entry.name))
        if rank is not None and rank <= names.PART:
            yield (rank, 0 if whole == names.SAME else 1), entry


def _names(written: str) -> Iterator[str]:
    """Yield what a list may mean by the name of a catalogue: the whole, then each of several."""
    if written:
        yield written
        yield from (part for part in SEVERAL.split(written) if part != written)


def _called_so(written: str, known: Iterable[Known]) -> list[str]:
    """Return the ids of the catalogues that a name means, the surest first."""
    ranked = []
    for at, each in enumerate(known):
        rank = names.best(written, (each.name, each.name.rpartition(" - ")[2]))
        if rank is not None and rank <= names.PART:
            ranked.append((rank, at, each.id))
    return [id for _, _, id in sorted(ranked)]


def _force_entries(closure: Closure) -> Iterator[ForceEntry]:
    for source in closure.sources:
        pending = list(source.force_entries)
        while pending:
            entry = pending.pop(0)
            yield entry
            pending += entry.forces
