"""What an import of data files makes of those that are stored, worked out before anything is written.

Files that are given together belong together; what they link to and do not bring along is taken from what is stored. Of
each catalogue its highest revision counts for new forces; an older one is kept beside it, with the closures that it makes
with the other files of its import, for rosters that were built on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from builder.store.sources import SourceRow
from datasheets.battlescribe.checks import File, check
from datasheets.closure import digest_of_sources
from datasheets.index import Index
from datasheets.model import Catalogue, GameSystem
from datasheets.problems import DocumentError, Problem, printable
from datasheets.systems import system_for, systems
from datasheets.words import Message

Change = Literal["added", "changed", "same", "older"]
USABLE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
MOST_REVISION = 10**9
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Planned:
    """A given file, what it is, and what becomes of it: "older" is kept beside a newer revision."""

    file: File
    row: SourceRow
    change: Change


@dataclass(frozen=True, slots=True)
class Chain:
    """The files of one closure: the catalogue, what it links to, the game system. `newest`: it is what new forces take."""

    rows: tuple[SourceRow, ...]
    newest: bool

    @property
    def catalogue(self) -> SourceRow:
        """The catalogue that it is of."""
        return self.rows[0]

    @property
    def digest(self) -> str:
        """The digest that rosters pin."""
        return digest_of_sources((row.id, row.revision, row.digest) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is to be stored, and the warnings about the files."""

    files: tuple[Planned, ...]
    chains: tuple[Chain, ...]
    warnings: tuple[Problem, ...]


def plan(files: Sequence[File], stored: Sequence[SourceRow], index: Callable[[SourceRow], Index]) -> Plan:
    """Return what an import of these files means.

    Args:
        files: those that are given.
        stored: all that are kept of their game systems, in any revision.
        index: gives what is in a stored file.

    Raises:
        DocumentError: they cannot be used together; with all problems.
    """
    parts = [_Part(game_system, of_it, stored) for game_system, of_it in _by_game_system(files).items()]
    problems = [problem for each in files for problem in _unusable(each)]
    problems += [problem for part in parts for problem in part.problems(index)]
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise DocumentError(tuple(errors))
    planned = tuple(each for part in parts for each in part.planned)
    chains = tuple(each for part in parts for each in part.chains())
    return Plan(planned, chains, (*(each for part in parts for each in part.unknown), *problems))


class _Part:
    """The files of one game system."""

    def __init__(self, game_system: str, files: Sequence[File], stored: Sequence[SourceRow]) -> None:
        self.game_system = game_system
        self.files = files
        rows = [row for row in stored if row.game_system == game_system]
        own = [_row(file, "") for file in files]
        given = [row for row in own if row.kind == "game-system"]
        self.system = max(given or _of_edition(rows, files), key=_rank, default=None)
        name = _system_of(self.system) if self.system else ""
        self.stored = [row for row in rows if row.system == name]
        later = max((row.number for row in stored), default=0) + 1
        self.given = {row.id: replace(row, system=name, number=later) for row in own}
        self.before = _newest(self.stored)
        self.after = _newest([*self.stored, *self.given.values()])

    @property
    def planned(self) -> Iterator[Planned]:
        """Each given file with what becomes of it."""
        for file in self.files:
            row = self.given[file.source.id]
            yield Planned(file, row, self._change(row))

    @property
    def unknown(self) -> Iterator[Problem]:
        """A warning where Muster has no army rules for the game system of these files."""
        ours = {each.id for each in systems()}
        for planned in self.planned:
            if planned.row.kind == "game-system" and planned.row.system not in ours:
                sentence = Message("file.no-rules", {"name": printable(planned.row.name)})
                yield Problem(planned.file.place(planned.row.id), sentence, "warning")

    def _change(self, row: SourceRow) -> Change:
        old = self.before.get(row.id)
        if old is None:
            return "added"
        if old.digest == row.digest:
            return "same"
        return "changed" if self.after[row.id].digest == row.digest else "older"

    def chains(self) -> Iterator[Chain]:
        """Yield the closures of the newest files, and of the given ones where these are older."""
        for row in self.after.values():
            if _is_faction(row):
                yield Chain(_chain(row, self.after), True)
        for row in self.given.values():
            if _is_faction(row):
                as_given = Chain(_chain(row, {**self.after, **self.given}), False)
                if as_given.rows != _chain(self.after[row.id], self.after):
                    yield as_given

    def problems(self, index: Callable[[SourceRow], Index]) -> Iterator[Problem]:
        """Yield what is wrong between the given files and those that they need."""
        if self.system is None:
            for file in self.files:
                sentence = Message("file.system-missing", {"id": printable(self.game_system)})
                yield Problem(file.place(file.source.id), sentence)
            return
        known = {**self.after, **self.given}
        needed = {each.id: each for row in self.given.values() for each in _chain(row, known)}
        sources = [(row.file, index(row).source) for id, row in needed.items() if id not in self.given]
        others = [File(name, source) for name, source in sources if isinstance(source, GameSystem | Catalogue)]
        names = tuple(f"{file.name}:" for file in self.files)
        for problem in check([*self.files, *others]):
            if problem.severity == "error" or f"{problem.path}:".startswith(names) or not problem.path:
                yield problem


def _system_of(row: SourceRow) -> str:
    return system_for(row.id, row.name, row.revision)


def _of_edition(rows: Iterable[SourceRow], files: Sequence[File]) -> list[SourceRow]:
    """Return the stored game systems that catalogues may belong to: those of the edition that they were written for, where
    several editions that share an id are here, and all catalogues name a revision of one of them."""
    stored = [row for row in rows if row.kind == "game-system"]
    written = {file.source.system_revision for file in files if isinstance(file.source, Catalogue)}
    meant = {system_for(row.id, row.name, revision) for row in stored for revision in written if revision}
    found = [row for row in stored if _system_of(row) in meant]
    return found if len(meant) == 1 and found else stored


def _unusable(file: File) -> Iterator[Problem]:
    """Yield what keeps a file from being stored though it can be read."""
    source = file.source
    if not USABLE_ID.fullmatch(source.id):
        yield Problem(
            file.place(source.id),
            Message("file.id-unusable", {"id": printable(source.id, 40)}),
        )
    if not 0 <= source.revision <= MOST_REVISION:
        yield Problem(
            file.place(source.id),
            Message("file.revision-range", {"revision": str(source.revision)[:20], "most": MOST_REVISION}),
        )
    if not source.name.strip() or len(source.name) > LONGEST_NAME:
        yield Problem(file.place(source.id), Message("file.root-name", {"most": LONGEST_NAME}))


def _by_game_system(files: Iterable[File]) -> Mapping[str, list[File]]:
    found: dict[str, list[File]] = {}
    for file in files:
        found.setdefault(_game_system(file.source), []).append(file)
    return found


def _game_system(source: GameSystem | Catalogue) -> str:
    return source.system if isinstance(source, Catalogue) else source.id


def _row(file: File, system: str) -> SourceRow:
    source = file.source
    links = tuple(dict.fromkeys(link.target for link in source.catalogue_links)) if isinstance(source, Catalogue) else ()
    return SourceRow(
        system=system,
        kind="catalogue" if isinstance(source, Catalogue) else "game-system",
        id=source.id,
        name=source.name,
        revision=source.revision,
        game_system=_game_system(source),
        library=isinstance(source, Catalogue) and source.library,
        links=links,
        file=file.name,
        digest=source.digest,
    )


def _rank(row: SourceRow) -> tuple[int, int]:
    return row.revision, row.number


def _newest(rows: Iterable[SourceRow]) -> dict[str, SourceRow]:
    found: dict[str, SourceRow] = {}
    for row in sorted(rows, key=_rank):
        found[row.id] = row
    return dict(sorted(found.items()))


def _is_faction(row: SourceRow) -> bool:
    return row.kind == "catalogue" and not row.library


def _chain(row: SourceRow, known: Mapping[str, SourceRow]) -> tuple[SourceRow, ...]:
    """Return a catalogue, all that it links to breadth first, and the game system: the order of `datasheets.closure`."""
    ids = [row.id]
    for id in ids:
        linked = known[id].links if id in known and id != row.id else row.links if id == row.id else ()
        ids += [target for target in linked if target in known and known[target].kind == "catalogue" and target not in ids]
    ids = ids if row.kind == "catalogue" else []
    return (*((row if id == row.id else known[id]) for id in ids), known[row.game_system])
