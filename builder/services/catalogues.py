"""Catalogues: what players' forces are taken from, in every version that some roster was built on.

`closure` is what evaluation asks for (`datasheets.closure.Catalogues`): the newest closure of a catalogue, or the one that
a force pins. Bundled and imported catalogues are read-only; homebrew ones are created, changed and deleted as documents.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from builder.importing.indexes import INDEXES
from builder.services.errors import Conflict, Invalid, NotFound, Stale
from builder.services.pages import NAME, catalogue_page
from builder.services.paging import Page
from builder.store import Database, Store, sources
from builder.store import catalogues as rows
from builder.store import datasheets as sheets
from builder.store.catalogues import CatalogueRow
from builder.store.sources import SourceRow
from datasheets.canonical import canonical, digest_of
from datasheets.closure import Closure, UnknownCatalogue
from datasheets.index import Index
from datasheets.native.catalogue import NativeCatalogue, build_catalogue
from datasheets.native.parse_datasheet import read_header
from datasheets.problems import Problem
from datasheets.words import Message

Document = Mapping[str, Any]
MOST_KEPT = 20  # closures with what was resolved in them; a large imported one takes up to 20 MB


@dataclass(frozen=True, slots=True)
class CatalogueAnswer:
    """A catalogue with its header as it was written."""

    row: CatalogueRow
    document: Document


@dataclass(frozen=True, slots=True)
class Revision:
    """A version of an imported catalogue that can be pinned: `files` are those it is made of, the game system last."""

    pin: str
    files: tuple[SourceRow, ...]


class ClosureCache:
    """Compiled closures in memory, by digest, which always means the same one: one cache serves all databases."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Closure] = OrderedDict()
        self._lock = Lock()

    def get(self, digest: str) -> Closure | None:
        """Return a closure that is kept."""
        with self._lock:
            if digest in self._kept:
                self._kept.move_to_end(digest)
            return self._kept.get(digest)

    def keep(self, digest: str, closure: Closure) -> None:
        """Keep a closure, and let go of the one that was not used for longest."""
        with self._lock:
            self._kept[digest] = closure
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


CLOSURES = ClosureCache()
"""Those of this process."""


class Catalogues:
    """The catalogues of one database. What another database compiled is used only where it is in this one, too."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._here: set[str] = set()

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        """Return the closure that `pin` names, or the catalogue's newest where that is no version of it that was here.

        Raises:
            UnknownCatalogue: there is neither.
        """
        with self._store.reading() as db:
            return self.closure_within(db, catalogue, pin)

    def closure_within(self, db: Database, catalogue: str, pin: str = "") -> Closure:
        """Return what `closure` does, as one connection sees it within its transaction."""
        pinned = self._closure(db, pin) if pin else None
        found = pinned if pinned and pinned.catalogue.id == catalogue else None
        row = None if found else rows.get(db, catalogue)
        found = found or (self._closure(db, row.closure) if row else None)
        if found is None:
            raise UnknownCatalogue(catalogue)
        return found

    def revisions(self, id: str) -> list[Revision]:
        """Return every version of an imported catalogue that can be pinned, the newest first; none for other catalogues."""
        with self._store.reading() as db:
            return self.revisions_in(db, id)

    def revisions_in(self, db: Database, id: str) -> list[Revision]:
        """Return what `revisions` does, as one connection sees it within its transaction."""
        found = sources.closures_with(db, id)
        files = {row.digest: row for row in sources.by_digest(db, {digest for _, chain in found for digest in chain})}
        made = [Revision(pin, tuple(files[digest] for digest in chain)) for pin, chain in found]
        return sorted(made, key=lambda each: [(row.revision, row.number) for row in each.files], reverse=True)

    def page(self, *, system: str = "", start: int = 0, limit: int = 50, sort: str = NAME) -> Page[CatalogueRow]:
        """Return catalogues by system and name, or as they came in."""
        return catalogue_page(self._store, system=system, start=start, limit=limit, sort=sort)

    def ids(self) -> list[str]:
        """Return the ids of all catalogues."""
        with self._store.reading() as db:
            return rows.ids(db)

    def sizes(self) -> Mapping[str, int]:
        """Return how many datasheets each catalogue has that has any."""
        with self._store.reading() as db:
            return sheets.counts(db)

    def get(self, id: str) -> CatalogueAnswer:
        """Return a catalogue.

        Raises:
            NotFound: there is none of that id.
        """
        with self._store.reading() as db:
            row = self.row(db, id)
            return CatalogueAnswer(row, rows.documents(db, [row.document])[0])

    def is_there(self, id: str) -> bool:
        """Whether there is a catalogue of that id now."""
        with self._store.reading() as db:
            return rows.get(db, id) is not None

    def create(self, document: Document) -> CatalogueAnswer:
        """Add a homebrew catalogue from its header (`muster.catalogue/1`).

        Raises:
            DocumentError: the header is wrong.
            Conflict: there is a catalogue of that id.
        """
        header = read_header(document)
        with self._store.writing() as db:
            if rows.get(db, header.id):
                raise Conflict(Message("error.catalogue-there", {"id": repr(header.id)}))
            add(db, build_catalogue(document, ()), "homebrew")
        return self.get(header.id)

    def replace(self, id: str, version: int, document: Document) -> CatalogueAnswer:
        """Replace a homebrew catalogue's header.

        Raises:
            DocumentError: the header is wrong, or datasheets of the catalogue do not fit it.
            Invalid: it names another catalogue or system.
            Conflict: the catalogue is bundled or imported.
            NotFound, Stale: it is not there, or not in that version.
        """
        header = read_header(document)
        with self._store.writing() as db:
            row = self.own(db, id)
            for name, wanted in (("id", row.id), ("system", row.system)):
                if getattr(header, name) != wanted:
                    raise Invalid((Problem(f"/{name}", Message(f"error.catalogue-stays.{name}", {"wanted": wanted})),))
            changed = CatalogueRow(id, row.system, header.name, row.origin, version, keep(db, document), row.closure)
            if not rows.replace_if(db, changed):
                raise Stale("catalogue", id, version)
            restock(db, id, version + 1)
        return self.get(id)

    def delete(self, id: str, version: int) -> None:
        """Delete a homebrew or imported catalogue with its datasheets; rosters built on it keep what they pin.

        The files of an imported one stay; it is there again when its own file is imported again.

        Raises:
            Conflict: the catalogue is bundled.
            NotFound, Stale: it is not there, or not in that version.
        """
        with self._store.writing() as db:
            if self.row(db, id).origin != "imported":
                self.own(db, id)
            if not rows.delete_if(db, id, version):
                raise Stale("catalogue", id, version)

    def row(self, db: Database, id: str) -> CatalogueRow:
        """Return a catalogue's row; raises `NotFound`."""
        row = rows.get(db, id)
        if row is None:
            raise NotFound(Message("error.no-catalogue", {"id": repr(id)}))
        return row

    def own(self, db: Database, id: str) -> CatalogueRow:
        """Return a homebrew catalogue's row; raises `NotFound`, or `Conflict` where it is bundled or imported."""
        row = self.row(db, id)
        if row.origin == "bundled":
            raise Conflict(Message("error.bundled-catalogue", {"id": repr(id)}))
        if row.origin == "imported":
            raise Conflict(Message("error.imported-catalogue", {"id": repr(id)}))
        return row

    def get_own(self, id: str) -> CatalogueAnswer:
        """Return a homebrew catalogue; raises what `own` raises."""
        with self._store.reading() as db:
            row = self.own(db, id)
            return CatalogueAnswer(row, rows.documents(db, [row.document])[0])

    def _closure(self, db: Database, digest: str) -> Closure | None:
        if digest not in self._here:
            if not rows.has_closure(db, digest):
                return None
            self._here.add(digest)
        closure = CLOSURES.get(digest) or self._make(db, digest)
        if closure is not None:
            CLOSURES.keep(digest, closure)
        return closure

    def _make(self, db: Database, digest: str) -> Closure | None:
        files = sources.closure_files(db, digest)
        if files is not None:
            return Closure([index_of(db, file) for file in files])
        documents = rows.closure_documents(db, digest)
        return _compile(documents) if documents is not None else None


def index_of(db: Database, digest: str) -> Index:
    """Return what is in a data file that is kept."""
    return INDEXES.get(digest, digest, lambda: sources.body(db, digest))


def add(db: Database, catalogue: NativeCatalogue, origin: str) -> None:
    """Add or replace a whole catalogue, without its rows of datasheets."""
    header, closure = catalogue.header_document, _closure_of(catalogue)
    CLOSURES.keep(closure.digest, closure)
    digests = [keep(db, each) for each in (header, *catalogue.documents.values())]
    rows.add_closure(db, closure.digest, header["id"], digests)
    version = rows.next_version(db, header["id"])
    rows.save(db, CatalogueRow(header["id"], header["system"], header["name"], origin, version, digests[0], closure.digest))


def restock(db: Database, id: str, version: int | None = None) -> None:
    """Let a catalogue's newest closure be what its header and datasheets amount to now.

    Where that changes it, it has this version, else the next one.

    Raises:
        DocumentError: they do not fit together.
    """
    row = rows.get(db, id)
    if row is None:
        raise NotFound(Message("error.no-catalogue", {"id": repr(id)}))
    digests = [row.document, *(sheet.document for sheet in sheets.of_catalogue(db, id))]
    closure = _compile(rows.documents(db, digests))
    rows.add_closure(db, closure.digest, id, digests)
    rows.set_newest(db, id, closure.digest, version or row.version + 1)


def keep(db: Database, document: Document) -> str:
    """Keep a document and return its digest."""
    digest = digest_of(document)
    rows.add_document(db, digest, canonical(document).decode())
    return digest


def _compile(documents: list[dict[str, Any]] | list[Document]) -> Closure:
    header, *rest = documents
    return _closure_of(build_catalogue(header, rest))


def _closure_of(catalogue: NativeCatalogue) -> Closure:
    return catalogue.catalogues().closure(catalogue.id)
