"""Lists of what the database holds, page by page. They need nothing but its rows, so that listing is there at once."""

from __future__ import annotations

from typing import Any

from builder.services.paging import Page, page_of
from builder.store import Store, battles, catalogues, datasheets, rosters
from builder.store.battles import BattleRow
from builder.store.catalogues import CatalogueRow
from builder.store.datasheets import DatasheetRow, Search
from builder.store.rosters import RosterRow, Sought


def catalogue_page(store: Store, *, system: str = "", start: int = 0, limit: int = 50) -> Page[CatalogueRow]:
    """Return catalogues by system and name."""
    with store.reading() as db:
        found = catalogues.page(db, system=system, start=start, limit=limit + 1)
    return page_of(found, limit, lambda _, place: start + place)


def datasheet_page(store: Store, wanted: Search, *, start: int = 0, limit: int = 50) -> Page[DatasheetRow]:
    """Return the datasheets that are searched for: the best match of words first, without words by name."""
    with store.reading() as db:
        found = datasheets.search(db, wanted, start, limit + 1)
    return page_of(found, limit, lambda _, place: start + place)


def roster_page(store: Store, *, start: int | None = None, limit: int = 50, **sought: Any) -> Page[RosterRow]:
    """Return rosters, the last changed first, narrowed by what `builder.store.rosters.Sought` names."""
    with store.reading() as db:
        found = rosters.page(db, Sought(**sought), start, limit + 1)
    return page_of(found, limit, lambda row, _: row.changed)


def battle_page(store: Store, *, system: str = "", start: int | None = None, limit: int = 50) -> Page[BattleRow]:
    """Return battles, the last changed first."""
    with store.reading() as db:
        found = battles.page(db, system=system, start=start, limit=limit + 1)
    return page_of(found, limit, lambda row, _: row.changed)
