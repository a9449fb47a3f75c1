"""Data files of BattleScribe's brought into the database: their bytes, the closures that they make, and lists of units.

Reading and listing take seconds and happen before the transaction; `keep` only writes, after a look whether what it was
worked out from is still so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from builder.importing.archives import Named
from builder.importing.indexes import INDEXES
from builder.importing.listing import LISTING, Listed, listing
from builder.importing.planning import Chain, Plan, Planned, plan
from builder.services import catalogues
from builder.services.datasheets import imported_row
from builder.store import Database, Store, sources
from builder.store import catalogues as rows
from builder.store import datasheets as sheets
from builder.store.catalogues import CatalogueRow
from builder.store.datasheets import DatasheetRow, Index
from builder.store.sources import SourceRow
from datasheets.battlescribe.checks import File
from datasheets.closure import Closure
from datasheets.keywords import normal
from datasheets.model import Catalogue, ForceEntry, GameSystem, Source
from datasheets.problems import DocumentError, Problem
from datasheets.systems import UnknownSystem, system
from datasheets.words import Message

Stage = Literal["load", "read", "list"]
Progress = Callable[[Stage, str, int, int], None]
"""Is called with what is done to what, how many were done before it, and how many there are (0 where nobody knows)."""

SCHEMA = "muster.imported-catalogue/1"


@dataclass(frozen=True, slots=True)
class Content:
    """What a catalogue holds from now on."""

    chain: Chain
    header: Mapping[str, Any]
    units: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything that is to be written, and what it was worked out from."""

    plan: Plan
    contents: tuple[Content, ...]
    stored: tuple[SourceRow, ...]
    standing: Mapping[str, CatalogueRow | None]


class DataFiles:
    """Brings data files into one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def read(self, given: Sequence[Named], progress: Progress) -> list[File]:
        """Return what is in files.

        Raises:
            DocumentError: some cannot be read; with the problems of all.
        """
        found: list[File] = []
        problems: list[Problem] = []
        for done, each in enumerate(given):
            progress("read", each.name, done, len(given))
            digest = "sha256:" + hashlib.sha256(each.data).hexdigest()
            try:
                source = INDEXES.get(digest, each.name, lambda data=each.data: data).source  # type: ignore[misc]
            except DocumentError as error:
                problems += error.problems
            else:
                if isinstance(source, GameSystem | Catalogue):
                    found.append(File(each.name, source, each.data))
        if problems:
            raise DocumentError(tuple(problems))
        return found

    def prepare(self, files: Sequence[File], progress: Progress) -> Prepared:
        """Return what files make of what is stored.

        Raises:
            DocumentError: they cannot be used together, or stand in the way of catalogues of the user's own.
        """
        game_systems = {each.source.system if isinstance(each.source, Catalogue) else each.source.id for each in files}
        with self._store.reading() as db:
            stored = tuple(sources.all_of(db, game_systems))
            made = plan(files, stored, lambda row: catalogues.index_of(db, row.digest))
            newest = [chain for chain in made.chains if chain.newest]
            standing = {chain.catalogue.id: rows.get(db, chain.catalogue.id) for chain in newest}
            _refuse_taken(newest, standing, made.files)
            given = {planned.row.id for planned in made.files}
            changed = [
                chain
                for chain in newest
                if (chain.catalogue.id in given or standing[chain.catalogue.id])  # one that was deleted stays so
                and _moves(db, chain, standing[chain.catalogue.id])
            ]
            contents = []
            for done, chain in enumerate(changed):
                progress("list", chain.catalogue.name, done, len(changed))
                contents.append(content_of(db, chain))
        return Prepared(made, tuple(contents), stored, standing)

    def holds(self, db: Database, prepared: Prepared) -> bool:
        """Say whether the database is still what the preparation was worked out from."""
        game_systems = {planned.row.game_system for planned in prepared.plan.files}
        same = tuple(sources.all_of(db, game_systems)) == prepared.stored
        return same and all(rows.get(db, id) == row for id, row in prepared.standing.items())

    def keep(self, db: Database, prepared: Prepared) -> None:
        """Write what was prepared."""
        for planned in prepared.plan.files:
            sources.add(db, planned.row, planned.file.data)
        for chain in prepared.plan.chains:
            sources.add_closure(db, chain.digest, chain.catalogue.id, [row.digest for row in chain.rows])
        for content in prepared.contents:
            stock(db, content)


def _refuse_taken(chains: Sequence[Chain], standing: Mapping[str, CatalogueRow | None], planned: Sequence[Planned]) -> None:
    files = {each.row.id: each.file for each in planned}
    problems = []
    for chain in chains:
        row = standing[chain.catalogue.id]
        if row and row.origin != "imported":
            file = files.get(row.id)
            place = file.place(row.id) if file else chain.catalogue.file
            problems.append(Problem(place, Message("file.catalogue-taken", {"id": row.id})))
    if problems:
        raise DocumentError(tuple(problems))


def _moves(db: Database, chain: Chain, row: CatalogueRow | None) -> bool:
    """Whether a catalogue changes by its newest closure; that of another edition counts where its revision is higher."""
    if row is None:
        return True
    (header,) = rows.documents(db, [row.document])
    if row.system != chain.catalogue.system:
        return chain.catalogue.revision > int(header["revision"])
    return row.closure != chain.digest or header.get("listing") != LISTING


def content_of(db: Database, chain: Chain) -> Content:
    """Return what a catalogue holds by its newest files."""
    closure = Closure([catalogues.index_of(db, row.digest) for row in chain.rows])
    try:
        known = system(chain.catalogue.system)
    except UnknownSystem:
        known = None
    return Content(chain, _header(chain, closure, known is not None), tuple(listing(closure, known)))


def _header(chain: Chain, closure: Closure, has_rules: bool) -> dict[str, Any]:
    """Return what is shown of an imported catalogue. Without rules of ours, only what the data say is checked."""
    row, game_system = chain.catalogue, chain.rows[-1]
    force_entries: list[dict[str, str]] = []
    for source in closure.sources:
        force_entries += _force_entries(source)
    return {
        "schema": SCHEMA,
        "id": row.id,
        "name": row.name,
        "system": row.system,
        "has_rules": has_rules,
        "listing": LISTING,
        "revision": row.revision,
        "game_system": {"id": game_system.id, "name": game_system.name, "revision": game_system.revision},
        "files": [
            {"id": each.id, "name": each.name, "revision": each.revision, "digest": each.digest} for each in chain.rows
        ],
        "force_entries": force_entries,
    }


def _force_entries(source: Source) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    pending: list[tuple[ForceEntry, str]] = [(each, "") for each in source.force_entries]
    for each, within in pending:
        found.append({"id": each.id, "name": each.name, "in": within})
        pending += [(inner, each.id) for inner in each.forces]
    return found


def stock(db: Database, content: Content) -> None:
    """Let a catalogue and its units be these; units that are gone keep their versions."""
    row = content.chain.catalogue
    document = catalogues.keep(db, content.header)
    version = rows.next_version(db, row.id)
    rows.save(db, CatalogueRow(row.id, row.system, row.name, "imported", version, document, content.chain.digest))
    before = {each.id: each for each in sheets.of_catalogue(db, row.id)}
    for unit in content.units:
        _keep_unit(db, unit, unit.document(row.id, row.system, content.chain.digest), before.pop(unit.id, None))
    for gone in before.values():
        sheets.delete_if(db, gone.catalogue, gone.id, gone.version)


def _keep_unit(db: Database, unit: Listed, document: catalogues.Document, old: DatasheetRow | None) -> None:
    digest = catalogues.keep(db, document)
    index = Index(unit.keywords, tuple(map(normal, unit.keywords)), unit.words, unit.costs)
    if old is None:
        sheets.insert(db, imported_row(document, sheets.next_version(db, document["catalogue"], unit.id), digest), index)
    elif old.document != digest:
        sheets.replace_if(db, imported_row(document, old.version + 1, digest), index)
