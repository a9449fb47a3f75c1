"""How many models the smallest unit of a datasheet has, by its name: collections are counted in units as well."""

from __future__ import annotations

from collections.abc import Collection

from builder.operations import models
from builder.services.catalogues import Catalogues
from builder.store import Store, datasheets
from builder.store.datasheets import DatasheetRow
from datasheets.closure import UnknownCatalogue
from datasheets.imported.models import models_of
from datasheets.markup import strip_marks
from datasheets.systems import UnknownSystem, system


def unit_sizes(store: Store, catalogues: Catalogues, of: str, names: Collection[str]) -> dict[str, int]:
    """Return the smallest size of each datasheet of a system that is called like one of the names, 1 at least.

    What the data do not say, and what is no datasheet, is left out. Of several datasheets of one name the first counts.
    """
    with store.reading() as db:
        rows = [row for row in datasheets.of_system(db, of) if strip_marks(row.name) in names]
    found: dict[str, int] = {}
    for row in rows:
        name = strip_marks(row.name)
        if name not in found and (least := _least(catalogues, row)):
            found[name] = least
    return found


def _least(catalogues: Catalogues, row: DatasheetRow) -> int:
    """Return the fewest models of a unit, 0 where the data do not say."""
    try:
        closure, of = catalogues.closure(row.catalogue), system(row.system)
    except (UnknownCatalogue, UnknownSystem):
        return 0
    entry = closure.entry(row.entry)
    if entry is None:
        return 0
    if entry.entry.loadout:
        return sum(each.least for each in models.rows(closure, entry))
    return models_of(closure, entry, of.imports).least
