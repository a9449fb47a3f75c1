"""What a user can do, for API, web pages and command line alike. Nothing here knows HTTP.

`open_services(settings)` gives `Services`; its parts raise `errors.ServiceError` for what they must refuse.
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.services import bundled
from builder.services.armies import Armies
from builder.services.catalogues import Catalogues
from builder.services.datasheets import Datasheets
from builder.services.judging import Judging
from builder.services.matchups import Matchups
from builder.services.rosters import Rosters
from builder.services.sheets import Sheets
from builder.services.validations import Validations
from builder.settings import Settings
from builder.store import Store, migrate


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that can be done with one database."""

    settings: Settings
    store: Store
    catalogues: Catalogues
    datasheets: Datasheets
    rosters: Rosters
    armies: Armies
    validations: Validations
    matchups: Matchups
    sheets: Sheets

    def close(self) -> None:
        """Close the database."""
        self.store.close()


@dataclass(frozen=True, slots=True)
class Prepared:
    """What `prepare` did: the migrations that ran, the bundled catalogues and sample rosters that came in."""

    migrations: tuple[str, ...]
    catalogues: tuple[str, ...]
    rosters: tuple[str, ...]


def prepare(settings: Settings) -> Prepared:
    """Bring the database up to date, bundled data included. May be called any number of times, by many processes at once.

    Raises:
        StoreError: the database cannot be used.
    """
    migrations = migrate(settings.database)
    store = Store(settings.database, settings.busy_seconds)
    try:
        loaded = bundled.load(store)
    finally:
        store.close()
    return Prepared(migrations, loaded.catalogues, loaded.rosters)


def open_services(settings: Settings) -> Services:
    """Return the services over a database that was prepared."""
    store = Store(settings.database, settings.busy_seconds)
    catalogues = Catalogues(store)
    judging = Judging(catalogues)
    rosters = Rosters(store, judging)
    armies = Armies(rosters, settings.sheet_limit)
    return Services(
        settings=settings,
        store=store,
        catalogues=catalogues,
        datasheets=Datasheets(store, catalogues),
        rosters=rosters,
        armies=armies,
        validations=Validations(judging),
        matchups=Matchups(armies),
        sheets=Sheets(armies, settings.sheet_limit),
    )
