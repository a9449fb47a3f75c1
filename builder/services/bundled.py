"""The data that come with Muster, brought into the database: catalogues first, then the sample rosters.

Each is remembered by its digest: what was loaded is not loaded again, so that a sample roster that the user deleted
stays deleted, and a newer Muster's revised catalogue comes in as a new version. Part of `prepare`, inside one write.
"""

from __future__ import annotations

import logging

from sqlite_utils import Database

from builder.services import catalogues, datasheets
from builder.store import catalogues as rows
from builder.store import datasheets as sheets
from datasheets.native.bundled import bundled_catalogues
from datasheets.native.catalogue import NativeCatalogue

logger = logging.getLogger("muster")


def load_catalogues(db: Database) -> None:
    """Load every bundled catalogue that is new or has changed since it was loaded; a user's own of the same id stays."""
    loaded = rows.bundled(db, "catalogue")
    for catalogue in bundled_catalogues():
        old = rows.get(db, catalogue.id)
        if old and old.origin != "bundled":
            logger.warning("the catalogue %s that comes with Muster is hidden by your own of that id", catalogue.id)
        elif loaded.get(catalogue.id) != catalogue.digest:
            _load(db, catalogue)
            rows.set_bundled(db, "catalogue", catalogue.id, catalogue.digest)


def _load(db: Database, catalogue: NativeCatalogue) -> None:
    catalogues.add(db, catalogue.header_document, "bundled", tuple(catalogue.documents.values()))
    for id, sheet in catalogue.datasheets.items():
        datasheets.refresh(db, sheet, catalogue.documents[id])
    for row in sheets.of_catalogue(db, catalogue.id):
        if row.id not in catalogue.datasheets:
            sheets.delete_if(db, row.catalogue, row.id, row.version)
