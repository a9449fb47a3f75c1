"""The last catalogues of four editions as players load them, and armies of all their units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from pathlib import Path

from builder.rules.judgement import Judgement, judge
from builder.snapshot.document import snapshot
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.selecting import default_roots, default_selection
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.imported.models import is_unit
from datasheets.model import Catalogue, GameSystem
from datasheets.systems import System, system
from exports.document import RosterDocument
from tests.conftest import SHARED
from tests.placing.in_memory import InMemory
from tests.placing.real import source_of

EDITIONS = ("wh40k-9e", "wh40k-8e")
"""Those whose data say of every weapon which model has it."""

ALL_EDITIONS = (*EDITIONS, "aos-1e", "wh40k-2e")
UNITS_OF_ONE_ARMY = 24


@dataclass(frozen=True)
class Edition:
    """All data of an edition."""

    system: System
    catalogues: InMemory
    sources: dict[str, Catalogue]
    _units: dict[str, list[Resolved]] = field(default_factory=dict)

    def closure(self, name: str) -> Closure:
        """What a force of the catalogue of this name can see."""
        return self.catalogues.closure(self.sources[name].id)

    def units(self, name: str) -> list[Resolved]:
        """The units that a force of a catalogue can have, looked for once."""
        if name not in self._units:
            closure = self.closure(name)
            self._units[name] = [root for root in closure.roots() if is_unit(closure, root, self.system.imports)]
        return self._units[name]

    def unit(self, name: str, unit: str) -> Resolved:
        """A unit by its name."""
        return next(each for each in self.units(name) if each.name == unit)

    def army(self, name: str, units: list[Resolved]) -> Roster:
        """An army of these units as they come, with what a force of their catalogue brings along."""
        closure, made = self.closure(name), list[Selection]()
        roots, next_uid = default_roots(closure, 2)
        for unit in units:
            selection, next_uid = default_selection(closure, unit.id, next_uid)
            made.append(selection)
        force = Force("f1", closure.catalogue.id, name=name, pin=closure.digest, selections=(*roots, *made))
        return Roster(self.system.id, f"Army of {name}"[:80], (force,), next_uid=next_uid)

    def judge(self, roster: Roster, fixes: bool = False) -> Judgement:
        """Judge an army."""
        evaluation = evaluate(roster, self.catalogues)
        return judge(roster, evaluation, self.catalogues, self.system, fixes=fixes)

    def document(self, roster: Roster, fixes: bool = False) -> RosterDocument:
        """An army as a document."""
        return snapshot(roster, self.catalogues, self.judge(roster, fixes))

    def armies(self, name: str) -> Iterator[Roster]:
        """Armies that together have every unit of a catalogue."""
        units = self.units(name)
        for at in range(0, len(units), UNITS_OF_ONE_ARMY):
            yield self.army(name, units[at : at + UNITS_OF_ONE_ARMY])


ID, NAME = re.compile(r'\bid="([^"]+)"'), re.compile(r'\bname="([^"]+)"')


@dataclass(frozen=True)
class Head:
    """What the opening tag of a catalogue says."""

    file: Path
    id: str
    name: str
    library: bool


@cache
def heads(edition: str) -> dict[str, Head]:
    """The catalogues of an edition by name, only their opening tags read."""
    made = (_head(file) for file in sorted((SHARED / "bsdata" / edition).glob("*.cat")))
    return {head.name: head for head in made}


def _head(file: Path) -> Head:
    tag = file.read_text(encoding="utf-8").partition("<catalogue ")[2].partition(">")[0]
    id, name = ID.search(tag), NAME.search(tag)
    if id is None or name is None:
        raise ValueError(f"{file} is no catalogue")
    return Head(file, id[1], unescape(name[1]), 'library="true"' in tag)


def names(edition: str) -> list[str]:
    """The names of the catalogues of an edition that are no libraries."""
    return [head.name for head in heads(edition).values() if not head.library]


@cache
def edition(name: str, only: str = "") -> Edition:
    """Read an edition, or one catalogue of it with all that it links to, once for all tests of a process."""
    game_file = next((SHARED / "bsdata" / name).glob("*.gst"))
    game_system = source_of(game_file)
    by_id = {head.id: head for head in heads(name).values()}
    wanted, found = [heads(name)[only]] if only else list(by_id.values()), dict[str, Catalogue]()
    for head in wanted:
        source = source_of(head.file)
        if isinstance(source, Catalogue):
            found[head.name] = source
            linked = (by_id[link.target] for link in source.catalogue_links)
            wanted += [each for each in linked if each not in wanted]
    if not isinstance(game_system, GameSystem):
        raise TypeError(game_file)
    return Edition(system(name), InMemory(game_system, found.values()), found)
