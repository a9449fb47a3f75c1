"""Drafts: datasheets of one's own as they are being written. Nothing is checked here; saving one is `Datasheets`' work.

A draft is of a datasheet, which has at most one, or of a new one. It goes with its catalogue.
"""

from __future__ import annotations

from builder.services.catalogues import Catalogues, Document
from builder.services.errors import Conflict, NotFound
from builder.store import Database, Store
from builder.store import drafts as rows
from builder.store.drafts import DraftRow
from datasheets.words import Message

MOST_DRAFTS = 100


class Drafts:
    """The drafts of one database."""

    def __init__(self, store: Store, of_catalogues: Catalogues) -> None:
        self._store = store
        self._catalogues = of_catalogues

    def begin(self, catalogue: str, document: Document) -> DraftRow:
        """Keep the draft of a new datasheet.

        Raises:
            NotFound, Conflict: the catalogue is not there, is not one's own, or has as many drafts as may be.
        """
        with self._store.writing() as db:
            self._catalogues.own(db, catalogue)
            if len(rows.of_catalogue(db, catalogue)) >= MOST_DRAFTS:
                raise Conflict(Message("error.drafts-most", {"most": MOST_DRAFTS}))
            return DraftRow(rows.insert(db, catalogue, "", 0, document), catalogue, "", 0, document)

    def get(self, catalogue: str, number: int) -> DraftRow:
        """Return the draft of a new datasheet; raises `NotFound`."""
        with self._store.reading() as db:
            return self._row(db, catalogue, number)

    def of(self, catalogue: str, datasheet: str) -> DraftRow | None:
        """Return the draft of a datasheet, None where it has none."""
        with self._store.reading() as db:
            return rows.of_datasheet(db, catalogue, datasheet)

    def page(self, catalogue: str) -> list[DraftRow]:
        """Return the drafts of a catalogue, oldest first."""
        with self._store.reading() as db:
            return rows.of_catalogue(db, catalogue)

    def rewrite(self, catalogue: str, number: int, document: Document) -> None:
        """Replace what the draft of a new datasheet says; raises `NotFound`."""
        with self._store.writing() as db:
            rows.update(db, self._row(db, catalogue, number).number, 0, document)

    def keep(self, catalogue: str, datasheet: str, version: int, document: Document) -> None:
        """Keep what is being written of a datasheet, on the version that it was begun with.

        Raises:
            NotFound, Conflict: the catalogue is not there, or is not one's own.
        """
        with self._store.writing() as db:
            self._catalogues.own(db, catalogue)
            old = rows.of_datasheet(db, catalogue, datasheet)
            if old is None:
                rows.insert(db, catalogue, datasheet, version, document)
            else:
                rows.update(db, old.number, version, document)

    def discard(self, catalogue: str, number: int) -> None:
        """Forget a draft; nothing happens where it is gone already."""
        with self._store.writing() as db:
            found = rows.get(db, number)
            if found and found.catalogue == catalogue:
                rows.delete(db, number)

    def _row(self, db: Database, catalogue: str, number: int) -> DraftRow:
        found = rows.get(db, number)
        if found is None or found.catalogue != catalogue or found.datasheet:
            raise NotFound(Message("error.no-draft", {"number": number, "catalogue": repr(catalogue)}))
        return found
