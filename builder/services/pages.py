"""Lists of what the database holds, page by page. They need nothing but its rows, so that listing is there at once.

Whoever wants every row while rows change asks for them in an order in which a row only ever moves towards the end:
`OLDEST`, `ADDED`. Then none is missed; one that changes meanwhile may come twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from builder.services.paging import Page, page_of
from builder.store import Store, battles, catalogues, datasheets, rosters
from builder.store.battles import BattleRow
from builder.store.catalogues import CatalogueRow
from builder.store.datasheets import DatasheetRow, Search
from builder.store.rosters import RosterRow, Sought
from datasheets.system_folders import outlines

T = TypeVar("T")

LATEST, OLDEST = CHANGES = ("latest", "oldest")
"""Orders of what changes: the last change first, or the first."""
NAME, ADDED = NAMES = ("name", "added")
"""Orders of what may be chosen: by name (of a search, the best match first), or as it came in."""


def known_systems(store: Store) -> list[str]:
    """Return the ids of all game systems: Muster's own, then those that only imported catalogues are of."""
    with store.reading() as db:
        return list(dict.fromkeys([*outlines(), *catalogues.systems(db)]))


def catalogue_page(
    store: Store, *, system: str = "", start: int = 0, limit: int = 50, sort: str = NAME
) -> Page[CatalogueRow]:
    """Return catalogues by system and name, or as they came in."""
    with store.reading() as db:
        if sort == ADDED:
            return _as_added(catalogues.page_as_added(db, system=system, start=start, limit=limit + 1), limit)
        found = catalogues.page(db, system=system, start=start, limit=limit + 1)
    return page_of(found, limit, lambda _, place: start + place)


def datasheet_page(store: Store, wanted: Search, *, start: int = 0, limit: int = 50, sort: str = NAME) -> Page[DatasheetRow]:
    """Return the datasheets searched for: the best match of words first, without words by name; or as they came in."""
    with store.reading() as db:
        if sort == ADDED:
            return _as_added(datasheets.search_as_added(db, wanted, start, limit + 1), limit)
        found = datasheets.search(db, wanted, start, limit + 1)
    return page_of(found, limit, lambda _, place: start + place)


def roster_page(
    store: Store, *, start: int | None = None, limit: int = 50, sort: str = LATEST, **sought: Any
) -> Page[RosterRow]:
    """Return rosters by their last change, narrowed by what `builder.store.rosters.Sought` names."""
    with store.reading() as db:
        found = rosters.page(db, Sought(**sought), start, limit + 1, oldest=sort == OLDEST)
    return page_of(found, limit, lambda row, _: row.changed)


def battle_page(
    store: Store, *, system: str = "", start: int | None = None, limit: int = 50, sort: str = LATEST
) -> Page[BattleRow]:
    """Return battles by their last change."""
    with store.reading() as db:
        found = battles.page(db, system=system, start=start, limit=limit + 1, oldest=sort == OLDEST)
    return page_of(found, limit, lambda row, _: row.changed)


def _as_added(found: Sequence[tuple[int, T]], limit: int) -> Page[T]:
    return page_of(found, limit, lambda row, _: row[0]).map(lambda row: row[1])
