"""Bringing in native documents: catalogue headers, datasheets, roster documents, any number together, all or nothing.

Catalogues come first and datasheets second, in whatever order they are given; what is there already is replaced by a new
version, and what is the same stays as it is. Rosters are always new ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlite_utils import Database

from builder.services import catalogues, datasheets
from builder.services.catalogues import Catalogues
from builder.services.errors import Conflict, Invalid, NotFound
from builder.services.rosters import Rosters
from builder.snapshot import roster_from_document
from builder.store import Store
from builder.store import catalogues as rows
from builder.store import datasheets as sheets
from datasheets.canonical import digest_of
from datasheets.native.reading import read_datasheet, read_header
from datasheets.problems import DocumentError, Problem
from exports.document import RosterDocument, document_from

Document = Mapping[str, Any]
Change = Literal["added", "changed", "same"]


@dataclass(frozen=True, slots=True)
class Given:
    """A document, and what the user calls it: a file's name."""

    name: str
    document: Any


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one document. `id` is a roster's new one, or the document's own ("catalogue/datasheet")."""

    source: str
    kind: str
    id: str
    title: str
    change: Change


class Refused(Invalid):
    """Documents that cannot be brought in; the path of each problem begins with the name of its document."""


class Imports:
    """Brings documents into one database."""

    def __init__(self, store: Store, of_catalogues: Catalogues, rosters: Rosters) -> None:
        self._store = store
        self._catalogues = of_catalogues
        self._rosters = rosters

    def load(self, given: Sequence[Given]) -> tuple[Imported, ...]:
        """Bring in documents and return what became of each, catalogues before datasheets before rosters.

        Raises:
            Invalid: one cannot be brought in, and so none is; `problems` has those of all of them.
        """
        read = _read(given)
        with self._store.writing() as db:
            made = [*self._headers(db, read["muster.catalogue/1"]), *self._sheets(db, read["muster.datasheet/1"])]
        for each, document in read["muster.roster/1"]:
            row = self._rosters.add_document(document).row
            made.append(Imported(each.name, "roster", row.id, row.name, "added"))
        return tuple(made)
