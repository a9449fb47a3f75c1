"""Bringing in native documents: catalogue headers, datasheets, roster documents, any number together, all or none.

Catalogues come first and datasheets second, in whatever order they are given. What is there already is replaced by a new
version, and what is the same stays as it is; a roster document always makes a new roster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from builder.services import catalogues, datasheets
from builder.services.catalogues import Catalogues
from builder.services.errors import Conflict, Invalid, NotFound
from builder.services.rosters import Rosters, keepable
from builder.snapshot import roster_from_document
from builder.store import Database, Store
from builder.store import catalogues as rows
from builder.store import datasheets as sheets
from builder.store.catalogues import CatalogueRow
from datasheets.canonical import digest_of
from datasheets.native.reading import read_datasheet, read_header
from datasheets.native.schema import Datasheet
from datasheets.problems import DocumentError, Problem
from exports.document import RosterDocument, document_from

Change = Literal["added", "changed", "same"]


@dataclass(frozen=True, slots=True)
class Given:
    """A document, and what the user calls it: the name of its file."""

    name: str
    document: Any


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one document. `id` is "catalogue/datasheet" of a datasheet, and of a roster the one it was given."""

    source: str
    kind: str
    id: str
    name: str
    change: Change


def _roster(document: Mapping[str, Any]) -> RosterDocument:
    read = document_from(document)
    keepable(roster_from_document(read))
    return read


READERS: Mapping[str, Callable[[Any], Any]] = {
    "muster.catalogue/1": read_header,
    "muster.datasheet/1": read_datasheet,
    "muster.roster/1": _roster,
}


class Imports:
    """Brings documents into one database."""

    def __init__(self, store: Store, of_catalogues: Catalogues, rosters: Rosters) -> None:
        self._store = store
        self._catalogues = of_catalogues
        self._rosters = rosters

    def load(self, given: Sequence[Given]) -> tuple[Imported, ...]:
        """Bring in documents and return what became of each: catalogues, then datasheets, then rosters.

        Raises:
            Invalid: one cannot be brought in, and so none is; each problem's path begins with the name of its document.
        """
        read = list(_read(given))
        headers, units, armies = ([pair for pair in read if pair[0].document["schema"] == each] for each in READERS)
        with self._store.writing() as db:
            made = [self._header(db, each) for each, _ in headers]
            made += [self._sheet(db, each, sheet) for each, sheet in units]
            touched = {each.document["id"]: each for each, _ in headers}
            for id, each in ({sheet.catalogue: each for each, sheet in units} | touched).items():
                with naming(each):
                    catalogues.restock(db, id)
        return (*made, *(self._army(each, document) for each, document in armies))

    def _header(self, db: Database, given: Given) -> Imported:
        header, digest = given.document, digest_of(given.document)
        old = rows.get(db, header["id"])
        if old is None:
            catalogues.add(db, header, "homebrew", ())
            return _imported(given, "catalogue", header["id"], "added")
        with naming(given):
            self._catalogues.own(db, old.id)
            if old.system != header["system"]:
                raise Conflict(f"catalogue {old.id!r} is of the system {old.system} and stays so")
        if old.document == digest:
            return _imported(given, "catalogue", old.id, "same")
        kept = catalogues.keep(db, header)
        rows.replace_if(db, CatalogueRow(old.id, old.system, header["name"], old.origin, old.version, kept, old.closure))
        return _imported(given, "catalogue", old.id, "changed")

    def _sheet(self, db: Database, given: Given, sheet: Datasheet) -> Imported:
        with naming(given):
            row = self._catalogues.own(db, sheet.catalogue)
            if sheet.system != row.system:
                raise Invalid((Problem("/system", f'Write "{row.system}", the system of the catalogue.'),))
        old = sheets.get(db, sheet.catalogue, sheet.id)
        datasheets.refresh(db, sheet, given.document)
        change: Change = "added" if old is None else "same" if old.document == digest_of(given.document) else "changed"
        return _imported(given, "datasheet", f"{sheet.catalogue}/{sheet.id}", change)

    def _army(self, given: Given, document: RosterDocument) -> Imported:
        row = self._rosters.add_document(document).row
        return Imported(given.name, "roster", row.id, row.name, "added")


@contextmanager
def naming(given: Given) -> Iterator[None]:
    """Let what the block refuses be about this document."""
    try:
        yield
    except (Conflict, NotFound) as error:
        raise Invalid((Problem(given.name, error.detail),)) from error
    except (Invalid, DocumentError) as error:
        raise Invalid(_named(given, error.problems)) from error


def _read(given: Iterable[Given]) -> Iterator[tuple[Given, Any]]:
    """Yield every document with what was read from it.

    Raises:
        Invalid: with the problems of all documents.
    """
    problems: list[Problem] = []
    seen: set[tuple[Any, ...]] = set()
    for each in given:
        schema = each.document.get("schema") if isinstance(each.document, Mapping) else None
        if not isinstance(schema, str) or schema not in READERS:
            problems.append(Problem(each.name, f"This is none of: {', '.join(READERS)}."))
            continue
        try:
            read = READERS[schema](each.document)
        except DocumentError as error:
            problems += _named(each, error.problems)
            continue
        place = tuple(each.document.get(key) for key in ("schema", "catalogue", "id"))
        if place in seen and schema != "muster.roster/1":
            problems.append(Problem(each.name, "This id is given twice; leave one of them out."))
        seen.add(place)
        yield each, read
    if problems:
        raise Invalid(tuple(problems))


def _named(given: Given, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(Problem(f"{given.name} {each.path}".rstrip(), each.message) for each in problems)


def _imported(given: Given, kind: str, id: str, change: Change) -> Imported:
    return Imported(given.name, kind, id, given.document["name"], change)
