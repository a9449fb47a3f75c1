"""ImportAny in data files, native documents (catalogue headers, datasheets, roster documents) and lists of other programs.

All come in together or none does: data files first, then catalogues, datasheets, rosters and lists, in whatever order they
are given. What is there already is replaced by a new version, and what is the same stays as it is. A roster document or a
list makes a new roster, unless a roster stands at exactly that already. A preview is the import itself, taken back: it says
what the new versions would make of the rosters that are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from builder.importing.archives import Named
from builder.placing.place import place
from builder.placing.report import Report as PlacingReport
from builder.services import catalogues, datasheets
from builder.services.catalogues import Catalogues
from builder.services.data_files import DataFiles, Prepared, Progress
from builder.services.errors import Conflict, Invalid, NotFound
from builder.services.judging import Judging
from builder.services.relisting import count_outdated, relist
from builder.services.rosters import insert, keepable, keepable_from, standing_at
from builder.services.shelf import StoredShelf
from builder.services.tokens import new_id
from builder.services.updates import RosterUpdate, Updates
from builder.snapshot.document import roster_from_document
from builder.store import Database, Store
from builder.store import catalogues as rows
from builder.store import datasheets as sheets
from builder.store.catalogues import CatalogueRow
from datasheets.canonical import digest_of
from datasheets.closure import Closure
from datasheets.evaluation.tree import Roster
from datasheets.fields import document_message
from datasheets.native.catalogue import build_catalogue
from datasheets.native.packed import PACKED, unpack_document
from datasheets.native.parse_datasheet import read_datasheet, read_header
from datasheets.native.schema import Datasheet
from datasheets.problems import DocumentError, Problem
from datasheets.steps import MOST_OF_IMPORT, limited_steps
from datasheets.strict_json import read_json
from datasheets.words import Message
from exports.document import RosterDocument, document_from, versions
from exports.lists.listed import ListedArmy
from exports.lists.newrecruit import army_of, is_newrecruit
from exports.lists.parse_list import read_list

Change = Literal["added", "changed", "same", "older"]
MOST_TRIES = 20


@dataclass(frozen=True, slots=True)
class Given:
    """A document, and what the user calls it: the name of its file; and where it stands in the body, where there is one."""

    name: str
    document: Any
    place: str = ""

    def path(self, pointer: str = "") -> str:
        """Return how a problem names a place in it: from the body's beginning, or behind its name."""
        return self.place + pointer if self.place else f"{self.name} {pointer}".rstrip()


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one document or data file.

    `id` is "catalogue/datasheet" of a datasheet, and of a roster the one that it was given, or has where it is here already.
    Only data files have a `revision`; an older one than is there is kept beside it.
    """

    source: str
    kind: str
    id: str
    name: str
    change: Change
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What an import did, or (a preview) would do: to each document, and in a preview to the rosters that are there.

    `problems` are warnings about data files, each with file and line; they were brought in all the same. `lists` are reports
    on lists of other programs, which are among the items as rosters.
    """

    items: tuple[Imported, ...]
    problems: tuple[Problem, ...] = ()
    rosters: tuple[RosterUpdate, ...] = ()
    lists: tuple[ImportedList, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportedList:
    """What became of one list of another program: the roster that it is now, and the report on it."""

    source: str
    roster: str
    report: PlacingReport
    change: Change


ROSTER_SCHEMAS = versions.KNOWN


def _roster(document: Mapping[str, Any]) -> RosterDocument:
    read = document_from(document)
    keepable_from(read)
    return read


READERS: Mapping[str, Callable[[Any], Any]] = {
    "muster.catalogue/1": read_header,
    "muster.datasheet/1": read_datasheet,
    **dict.fromkeys(ROSTER_SCHEMAS, _roster),
}
KINDS = (("muster.catalogue/1",), ("muster.datasheet/1",), ROSTER_SCHEMAS)
"""What `schema` says in a document of each kind, in the order in which they are stored."""


class Imports:
    """Brings documents and data files into one database."""

    def __init__(self, store: Store, of_catalogues: Catalogues, updates: Updates) -> None:
        self._store = store
        self._catalogues = of_catalogues
        self._updates = updates
        self._data = DataFiles(store)

    def count_outdated(self) -> int:
        """Return how many imported catalogues list their units as an older Muster read them."""
        return count_outdated(self._store)

    def relist(self, progress: Progress = lambda *_: None) -> tuple[str, ...]:
        """List the units of these catalogues anew and return their ids."""
        return relist(self._store, progress)

    def load(
        self,
        given: Sequence[Given] = (),
        files: Sequence[Named] = (),
        lists: Sequence[Named] = (),
        *,
        preview: bool = False,
        again: bool = False,
        progress: Progress = lambda *_: None,
    ) -> Report:
        """Bring in documents, data files and lists, in one transaction; with `preview` nothing is changed.

        A roster that is here already stays the only one, but `again` makes another.

        Raises:
            Invalid: one cannot be brought in, and so none is; each problem's path begins with the name of its document.
        """
        with limited_steps(MOST_OF_IMPORT):
            return self._load(given, files, lists, preview, again, progress)

    def _load(
        self,
        given: Sequence[Given],
        files: Sequence[Named],
        lists: Sequence[Named],
        preview: bool,
        again: bool,
        progress: Progress,
    ) -> Report:
        read = list(_read(each for each in given if not is_newrecruit(each.document)))
        try:
            listed = [(each.name, read_list(each.data, each.name)) for each in lists]
            listed += [(each.name, army_of(each.document, each.name)) for each in given if is_newrecruit(each.document)]
            parsed = self._data.read(files, progress)
            for _ in range(MOST_TRIES):
                prepared = self._data.prepare(parsed, progress)
                with self._store.writing() as db:
                    if not self._data.holds(db, prepared):
                        continue  # somebody imported something meanwhile
                    items = self._write(db, prepared, read, again)
                    kept = tuple(self._list(db, name, one, again) for name, one in listed)
                    newest = self._newest(db, prepared, read) if preview else {}
                    if preview:
                        db.rollback()
                updates = self._updates.all_by(newest) if preview else ()
                items = (*items, *(_list_result(each) for each in kept))
                return Report(items, prepared.plan.warnings, tuple(updates), kept)
        except DocumentError as error:
            raise Invalid(error.problems) from error
        raise Conflict(Message("error.import-busy"))

    def _write(
        self, db: Database, prepared: Prepared, read: Sequence[tuple[Given, Any]], again: bool
    ) -> tuple[Imported, ...]:
        self._data.keep(db, prepared)
        data = [
            Imported(each.file.name, each.row.kind, each.row.id, each.row.name, each.change, each.row.revision)
            for each in prepared.plan.files
        ]
        headers, units, armies = ([pair for pair in read if pair[0].document["schema"] in each] for each in KINDS)
        made = [self._header(db, each) for each, _ in headers]
        made += [self._sheet(db, each, sheet) for each, sheet in units]
        for id, each in _catalogues_changed(read).items():
            with blame_document(each):
                catalogues.restock(db, id)
        judging = Judging(_Within(self._catalogues, db))
        return (*data, *made, *(_army(db, judging, each, document, again) for each, document in armies))

    def _list(self, db: Database, name: str, listed: ListedArmy, again: bool) -> ImportedList:
        placed = place(listed, StoredShelf(self._catalogues, db), name)
        id, change = _keep_roster(db, Judging(_Within(self._catalogues, db)), placed.roster, again)
        return ImportedList(name, id, placed.report, change)

    def _newest(self, db: Database, prepared: Prepared, read: Sequence[tuple[Given, Any]]) -> dict[str, Closure]:
        """Return the newest closures of all catalogues that changed, by id."""
        ids = [content.chain.catalogue.id for content in prepared.contents]
        return {id: self._catalogues.closure_within(db, id) for id in (*ids, *_catalogues_changed(read))}

    def _header(self, db: Database, given: Given) -> Imported:
        header, digest = given.document, digest_of(given.document)
        old = rows.get(db, header["id"])
        if old is None:
            catalogues.add(db, build_catalogue(header, ()), "homebrew")
            return _import_result(given, "catalogue", header["id"], "added")
        with blame_document(given):
            self._catalogues.own(db, old.id)
            if old.system != header["system"]:
                raise Conflict(Message("error.catalogue-system", {"id": repr(old.id), "system": old.system}))
        if old.document == digest:
            return _import_result(given, "catalogue", old.id, "same")
        kept = catalogues.keep(db, header)
        rows.replace_if(db, CatalogueRow(old.id, old.system, header["name"], old.origin, old.version, kept, old.closure))
        return _import_result(given, "catalogue", old.id, "changed")

    def _sheet(self, db: Database, given: Given, sheet: Datasheet) -> Imported:
        with blame_document(given):
            row = self._catalogues.own(db, sheet.catalogue)
            if sheet.system != row.system:
                raise Invalid((Problem("/system", document_message("catalogue-system", system=row.system)),))
        old = sheets.get(db, sheet.catalogue, sheet.id)
        datasheets.refresh(db, sheet, given.document)
        change: Change = "added" if old is None else "same" if old.document == digest_of(given.document) else "changed"
        return _import_result(given, "datasheet", f"{sheet.catalogue}/{sheet.id}", change)


class _Within:
    """Catalogues as they stand within a transaction, for what it must judge before it ends."""

    def __init__(self, of_catalogues: Catalogues, db: Database) -> None:
        self._catalogues = of_catalogues
        self._db = db

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        """Return the closure that `pin` names, or the newest; raises `UnknownCatalogue`."""
        return self._catalogues.closure_within(self._db, catalogue, pin)


def _army(db: Database, judging: Judging, given: Given, document: RosterDocument, again: bool) -> Imported:
    roster = roster_from_document(document)
    id, change = _keep_roster(db, judging, roster, again)
    return Imported(given.name, "roster", id, roster.name, change)


def _keep_roster(db: Database, judging: Judging, roster: Roster, again: bool) -> tuple[str, Change]:
    """Keep a roster; return its id and what was done: nothing where one stands at exactly this, unless `again`."""
    new = keepable(roster)
    here = None if again else standing_at(db, new)
    return (here, "same") if here else (insert(db, new_id(), "user", judging.judge(new, fixes=False)).row.id, "added")


def _list_result(each: ImportedList) -> Imported:
    return Imported(each.source, "roster", each.roster, each.report.listed.name, each.change)


def _catalogues_changed(read: Sequence[tuple[Given, Any]]) -> dict[str, Given]:
    """Return the native catalogues that documents change, each with one of these documents, its header if that is given."""
    sheets = {each.document["catalogue"]: each for each, _ in read if each.document["schema"] == "muster.datasheet/1"}
    return sheets | {each.document["id"]: each for each, _ in read if each.document["schema"] == "muster.catalogue/1"}


def split_files(files: Iterable[Named]) -> tuple[list[Given], list[Named]]:
    """Return the documents (.json) among unpacked files, and the data files.

    Raises:
        DocumentError: a document is no JSON.
    """
    given: list[Given] = []
    data: list[Named] = []
    for file in files:
        if not file.name.lower().endswith(".json"):
            data.append(file)
            continue
        try:
            given.append(Given(file.name, read_json(file.data)))
        except DocumentError as error:
            raise DocumentError(_locate_problems(Given(file.name, None), error.problems)) from error
    return given, data


@contextmanager
def blame_document(given: Given) -> Iterator[None]:
    """Let what the block refuses be about this document."""
    try:
        yield
    except (Conflict, NotFound) as error:
        raise Invalid((Problem(given.path(), error.detail),)) from error
    except (Invalid, DocumentError) as error:
        raise Invalid(_locate_problems(given, error.problems)) from error


def _read(given: Iterable[Given]) -> Iterator[tuple[Given, Any]]:
    """Yield every document with what was read from it.

    Raises:
        Invalid: with the problems of all documents.
    """
    problems: list[Problem] = []
    seen: set[tuple[Any, ...]] = set()
    for each in _unpack(given, problems):
        schema = each.document.get("schema") if isinstance(each.document, Mapping) else None
        if not isinstance(schema, str) or schema not in READERS:
            problems.append(Problem(each.path(), Message("file.kinds", {"kinds": (*READERS, PACKED)})))
            continue
        try:
            read = READERS[schema](each.document)
        except DocumentError as error:
            problems += _locate_problems(each, error.problems)
            continue
        place = tuple(each.document.get(key) for key in ("schema", "catalogue", "id"))
        if place in seen and schema not in ROSTER_SCHEMAS:
            problems.append(Problem(each.path(), Message("file.given-twice")))
        seen.add(place)
        yield each, read
    if problems:
        raise Invalid(tuple(problems))


def _unpack(given: Iterable[Given], problems: list[Problem]) -> Iterator[Given]:
    """Yield the documents, in the place of a catalogue in one file those that are in it."""
    for each in given:
        if not isinstance(each.document, Mapping) or each.document.get("schema") != PACKED:
            yield each
            continue
        try:
            catalogue = unpack_document(each.document)
        except DocumentError as error:
            problems += _locate_problems(each, error.problems)
        else:
            yield Given(each.name, catalogue.header_document, each.place and f"{each.place}/catalogue")
            for at, document in enumerate(each.document["datasheets"]):
                yield Given(f"{each.name} {document['id']}", document, each.place and f"{each.place}/datasheets/{at}")


def _locate_problems(given: Given, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(Problem(given.path(each.path), each.message) for each in problems)


def _import_result(given: Given, kind: str, id: str, change: Change) -> Imported:
    return Imported(given.name, kind, id, given.document["name"], change)
