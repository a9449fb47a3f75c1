"""The catalogues of the database as placing searches them: by id in every stored revision, and by name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from builder.placing.forces import Known, Version
from builder.services.catalogues import Catalogues, Revision
from builder.store import Database, datasheets, sources
from builder.store import catalogues as rows
from datasheets.closure import Closure

PAGE = 500


class StoredShelf:
    """What one connection sees within its transaction; names are read once."""

    def __init__(self, catalogues: Catalogues, db: Database) -> None:
        self._catalogues = catalogues
        self._db = db

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        """Return the closure of a catalogue; raise `UnknownCatalogue` where there is none."""
        return self._catalogues.closure_within(self._db, catalogue, pin)

    def catalogues(self) -> Sequence[Known]:
        """Return every catalogue that is no library; libraries are only files."""
        return self._known

    def libraries(self) -> Sequence[Known]:
        """Return every library, by its newest name."""
        return [Known(id, name) for id, name in sources.libraries(self._db)]

    def versions_with(self, library: str) -> Sequence[Version]:
        """Return the newest version of each catalogue that links to a library, directly or further."""
        newest = dict(sources.linked_closures(self._db, library))
        return [each for id, pin in newest.items() for each in self.versions(id) if each.pin == pin]

    def versions(self, catalogue: str) -> Sequence[Version]:
        """Return the versions of a catalogue, the newest first; only imported ones have revisions."""
        found = self._catalogues.revisions_in(self._db, catalogue)
        if found:
            return [_version(each) for each in found]
        row = rows.get(self._db, catalogue)
        return [Version(catalogue, row.closure, row.system, 0)] if row else []

    def catalogues_with(self, units: Collection[str], system: str) -> Sequence[str]:
        """Return the ids of the catalogues of a system ("": of any) that have most units of these names."""
        counts = datasheets.counts_named(self._db, units, system)
        return [id for id, count in counts.items() if count == max(counts.values())]

    @cached_property
    def _known(self) -> Sequence[Known]:
        known: list[Known] = []
        while page := rows.page(self._db, system="", start=len(known), limit=PAGE):
            known += [Known(row.id, row.name) for row in page]
        return known


def _version(revision: Revision) -> Version:
    catalogue, game_system = revision.files[0], revision.files[-1]
    return Version(catalogue.id, revision.pin, catalogue.system, catalogue.revision, game_system.revision)
