"""Units of imported catalogues that an older Muster listed, listed anew from the files that are stored."""

from __future__ import annotations

from builder.importing.listing import LISTING
from builder.importing.planning import Chain
from builder.services.data_files import Progress, content_of, stock
from builder.store import Database, Store, sources
from builder.store import catalogues as rows
from builder.store.catalogues import CatalogueRow


def find_outdated(db: Database) -> list[CatalogueRow]:
    """Return the imported catalogues whose units an older Muster listed."""
    imported = [row for id in rows.ids(db) if (row := rows.get(db, id)) and row.origin == "imported"]
    headers = rows.documents(db, [row.document for row in imported])
    return [row for row, header in zip(imported, headers, strict=True) if header.get("listing") != LISTING]


def count_outdated(store: Store) -> int:
    """Return how many catalogues `relist` would list anew."""
    with store.reading() as db:
        return len(find_outdated(db))


def relist(store: Store, progress: Progress = lambda *_: None) -> tuple[str, ...]:
    """List the units of all such catalogues anew, each in a transaction of its own, and return their ids."""
    with store.reading() as db:
        waiting = find_outdated(db)
    done: list[str] = []
    for at, row in enumerate(waiting):
        progress("list", row.name, at, len(waiting))
        with store.reading() as db:
            chain = _chain_of(db, row)
            content = content_of(db, chain) if chain else None
        with store.writing() as db:
            if content and rows.get(db, row.id) == row:  # else somebody imported something meanwhile
                stock(db, content)
                done.append(row.id)
    return tuple(done)


def _chain_of(db: Database, row: CatalogueRow) -> Chain | None:
    """Return the files that a catalogue is made of, None where some are gone."""
    digests = sources.closure_files(db, row.closure) or []
    found = {each.digest: each for each in sources.by_digest(db, digests)}
    return (
        Chain(tuple(found[digest] for digest in digests), newest=True) if digests and found.keys() >= set(digests) else None
    )
