"""Whole catalogues as files: written, looked at, and brought in, beside what is there or in its place.

A catalogue of the same id that says something else is replaced only where that was asked for; `look` says what would change.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from builder.services import catalogues, datasheets
from builder.services.catalogues import Catalogues, Document
from builder.services.errors import Conflict
from builder.store import Database, Store, drafts
from builder.store import catalogues as rows
from builder.store import datasheets as sheets
from builder.store.catalogues import CatalogueRow
from datasheets.canonical import digest_of
from datasheets.native.catalogue import NativeCatalogue
from datasheets.native.naming import slug
from datasheets.native.packed import pack, rename, unpack, unpack_document
from datasheets.words import Message

Change = Literal["added", "changed", "same"]


@dataclass(frozen=True, slots=True)
class Look:
    """What bringing in a catalogue would do to the one of its id: `here`, None where there is none.

    `added`, `changed` and `gone` are names of datasheets; `header`: what the catalogue says of itself differs.
    """

    catalogue: NativeCatalogue
    here: CatalogueRow | None
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    header: bool = False

    @property
    def change(self) -> Change:
        """What becomes of the catalogue."""
        if self.here is None:
            return "added"
        return "changed" if self.added or self.changed or self.gone or self.header else "same"

    @property
    def may_replace(self) -> bool:
        """Whether what is there is the user's own."""
        return self.here is not None and self.here.origin == "homebrew" and self.here.system == self.catalogue.header.system


class Homebrew:
    """The files of the catalogues of one database."""

    def __init__(self, store: Store, of_catalogues: Catalogues) -> None:
        self._store = store
        self._catalogues = of_catalogues

    def pack(self, id: str) -> bytes:
        """Return a catalogue as a file.

        Raises:
            NotFound: there is none of that id.
            Conflict: it was imported; its data files are what it is made of.
        """
        with self._store.reading() as db:
            row = self._catalogues.row(db, id)
            if row.origin == "imported":
                raise Conflict(Message("error.imported-files", {"id": repr(id)}))
            digests = [row.document, *(sheet.document for sheet in sheets.of_catalogue(db, id))]
            header, *documents = rows.documents(db, digests)
        return pack(header, documents)

    def look(self, data: bytes | Document, name: str = "") -> Look:
        """Return what bringing in a file (or the JSON that is in it) would do, under another `name` if one is given.

        Raises:
            DocumentError: the file is wrong, or the name makes no id.
        """
        catalogue = _unpack_as(data, name)
        with self._store.reading() as db:
            return _look(db, catalogue)

    def bring(self, data: bytes | Document, *, name: str = "", replace: bool = False) -> Look:
        """Bring in a file, under another `name` if one is given; return what that did.

        With `replace`, a catalogue of that id that is the user's own becomes what the file says, without datasheets that the
        file has not. Rosters stay on the versions that they pin.

        Raises:
            DocumentError: the file is wrong, or the name makes no id.
            Conflict: there is a catalogue of that id that says something else, and it may not or must not be replaced.
        """
        catalogue = _unpack_as(data, name)
        with self._store.writing() as db:
            found = _look(db, catalogue)
            if found.change == "same":
                return found
            if found.here and not (replace and found.may_replace):
                raise Conflict(_explain(found, found.here))
            put(db, catalogue, "homebrew")
        return found


def put(db: Database, catalogue: NativeCatalogue, origin: str) -> None:
    """Let a catalogue and its datasheets be exactly these documents."""
    catalogues.add(db, catalogue, origin)
    for id, sheet in catalogue.datasheets.items():
        datasheets.refresh(db, sheet, catalogue.documents[id])
    for row in sheets.of_catalogue(db, catalogue.id):
        if row.id not in catalogue.datasheets:
            sheets.delete_if(db, row.catalogue, row.id, row.version)
            drafts.delete_of(db, row.catalogue, row.id)


def _unpack_as(data: bytes | Document, name: str) -> NativeCatalogue:
    catalogue = unpack(data) if isinstance(data, bytes) else unpack_document(data)
    return rename(catalogue, slug(name), name) if name else catalogue


def _look(db: Database, catalogue: NativeCatalogue) -> Look:
    here = rows.get(db, catalogue.id)
    if here is None:
        return Look(catalogue, None, tuple(sheet.name for sheet in catalogue.datasheets.values()))
    old = {row.id: row for row in sheets.of_catalogue(db, catalogue.id)}
    new = {id: digest_of(document) for id, document in catalogue.documents.items()}
    return Look(
        catalogue,
        here,
        tuple(catalogue.datasheets[id].name for id in new if id not in old),
        tuple(catalogue.datasheets[id].name for id in new if id in old and old[id].document != new[id]),
        tuple(row.name for id, row in old.items() if id not in new),
        here.document != digest_of(catalogue.header_document),
    )


def _explain(found: Look, here: CatalogueRow) -> str:
    values: dict[str, object] = {"id": repr(here.id), "name": here.name}
    if here.origin != "homebrew":
        return Message("error.here.read-only", values)
    if here.system != found.catalogue.header.system:
        return Message("error.here.other-system", values | {"system": here.system})
    counts = {"added": len(found.added), "changed": len(found.changed), "gone": len(found.gone)}
    return Message("error.here.differs", values | counts)
