"""All services over one database, and the database made ready for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, cast

from builder.added_systems import add_systems
from builder.services.spaces import SpaceRunner, Spaces, SpaceWork
from builder.services.stamp import stamp, stored_stamp
from builder.settings import Settings
from builder.store import Store, migrate
from builder.store.allowance import NO_LIMITS, Allowance
from builder.store.connection import keep_reserve

if TYPE_CHECKING:
    from builder.importing.archives import Named
    from builder.services.armies import Armies
    from builder.services.bases import Bases
    from builder.services.battles import Battles
    from builder.services.bulk import Bulk
    from builder.services.catalogues import Catalogues
    from builder.services.codes import Codes
    from builder.services.collection import Collection
    from builder.services.comparisons import Comparisons
    from builder.services.datasheets import Datasheets
    from builder.services.documents import Documents
    from builder.services.drafts import Drafts
    from builder.services.filing import Filing
    from builder.services.given_answers import GivenAnswers
    from builder.services.homebrew import Homebrew
    from builder.services.import_any import ImportAny
    from builder.services.imports import Imports
    from builder.services.judging import Judging
    from builder.services.links import Links
    from builder.services.lists import Lists
    from builder.services.loading import Loadings
    from builder.services.matchups import Matchups
    from builder.services.odds import AttackOdds
    from builder.services.print_setups import PrintSetups
    from builder.services.rosters import Rosters
    from builder.services.sharing import Sharing
    from builder.services.sheets import Sheets
    from builder.services.simulations import Simulations
    from builder.services.updates import Updates
    from builder.services.validations import Validations
    from builder.services.watching import Watch
    from builder.work.heavy import Work
    from builder.work.runner import Runner
    from builder.work.workers import Workers


class Services:
    """Everything that can be done with one database. Each is loaded when it is first asked for.

    `house` are the services of the database beside which this one is a person's space; workers and places are theirs.
    """

    def __init__(self, settings: Settings, *, serving: bool = False, house: Services | None = None, space: str = "") -> None:
        add_systems(settings.systems)
        self.settings = settings
        self.house = house
        self.workers: Workers | None = workers_of(settings) if serving else house.workers if house else None
        self.work: Work | None = SpaceWork(self.workers, space) if self.workers and space else self.workers
        self.store = Store(settings.database, settings.busy_seconds, space, allowance_of(settings))

    @cached_property
    def catalogues(self) -> Catalogues:
        """Catalogues of datasheets."""
        from builder.services.catalogues import Catalogues

        return Catalogues(self.store)

    @cached_property
    def bases(self) -> Bases:
        """Bases that players measured."""
        from builder.services.bases import Bases

        return Bases(self.store)

    @cached_property
    def judging(self) -> Judging:
        """Rosters judged."""
        from builder.services.judging import Judging

        return Judging(self.catalogues, self.bases.every)

    @cached_property
    def datasheets(self) -> Datasheets:
        """Datasheets found and written."""
        from builder.services.datasheets import Datasheets

        return Datasheets(self.store, self.catalogues, self.judging)

    @cached_property
    def homebrew(self) -> Homebrew:
        """Datasheets of one's own."""
        from builder.services.homebrew import Homebrew

        return Homebrew(self.store, self.catalogues)

    @cached_property
    def drafts(self) -> Drafts:
        """Datasheets that are not finished."""
        from builder.services.drafts import Drafts

        return Drafts(self.store, self.catalogues)

    @cached_property
    def rosters(self) -> Rosters:
        """Rosters."""
        from builder.services.rosters import Rosters

        return Rosters(self.store, self.judging)

    @cached_property
    def bulk(self) -> Bulk:
        """Several rosters at once."""
        from builder.services.bulk import Bulk

        return Bulk(self.store, self.rosters)

    @cached_property
    def documents(self) -> Documents:
        """Rosters as documents."""
        from builder.services.documents import Documents

        return Documents(self.store, lambda: self.rosters)

    @cached_property
    def given_answers(self) -> GivenAnswers:
        """What requests with a key were answered."""
        from builder.services.given_answers import GivenAnswers

        return GivenAnswers(self.store)

    @cached_property
    def filing(self) -> Filing:
        """Rosters tagged and put away."""
        from builder.services.filing import Filing

        return Filing(self.store)

    @cached_property
    def collection(self) -> Collection:
        """What models a player has."""
        from builder.services.collection import Collection

        return Collection(self.store, self.catalogues)

    @cached_property
    def updates(self) -> Updates:
        """Rosters on newer catalogues."""
        from builder.services.updates import Updates

        return Updates(self.catalogues, self.rosters)

    @cached_property
    def validations(self) -> Validations:
        """Documents judged."""
        from builder.services.validations import Validations

        return Validations(self.judging, self.work)

    @cached_property
    def armies(self) -> Armies:
        """Armies from wherever a caller has them."""
        from builder.services.armies import Armies

        return Armies(self.documents, self.settings.sheet_limit)

    @cached_property
    def matchups(self) -> Matchups:
        """Facts about two armies."""
        from builder.services.matchups import Matchups

        return Matchups(self.armies)

    @cached_property
    def comparisons(self) -> Comparisons:
        """What differs between two armies."""
        from builder.services.comparisons import Comparisons

        return Comparisons(self.armies)

    @cached_property
    def sheets(self) -> Sheets:
        """Sheets, printed and read."""
        from builder.services.sheets import Sheets

        return Sheets(self.armies, self.settings.sheet_limit, self.settings.address_on_paper, self.work)

    @cached_property
    def sharing(self) -> Sharing:
        """Rosters that travel in links."""
        from builder.services.sharing import Sharing

        return Sharing(self.judging)

    @cached_property
    def links(self) -> Links:
        """Links under which others read rosters."""
        from builder.services.links import Links

        return Links(self.store, self.documents)

    @cached_property
    def import_any(self) -> ImportAny:
        """Rosters in whatever form they are given."""
        from builder.services.import_any import ImportAny

        return ImportAny(self.rosters, self.sharing, self.sheets, self.imports, self.links, self.validations)

    @cached_property
    def loadings(self) -> Loadings:
        """Game data loaded from known places."""
        from builder.importing.download import Downloader
        from builder.services.loading import Loadings

        def fetch(address: str, progress: Callable[[str], None]) -> Iterable[Named]:
            return Downloader(private=self.settings.private_imports, progress=progress).load(address)

        return Loadings(self.imports, fetch, self.catalogues.sizes)

    @cached_property
    def codes(self) -> Codes:
        """The check codes of all rosters."""
        from builder.services.codes import Codes

        return Codes(self.store, self.judging)

    @cached_property
    def print_setups(self) -> PrintSetups:
        """Print set-ups."""
        from builder.services.print_setups import PrintSetups

        return PrintSetups(self.store)

    @cached_property
    def battles(self) -> Battles:
        """Battles."""
        from builder.services.battles import Battles

        return Battles(self.store, self.armies, self.watch, self.work)

    @cached_property
    def watch(self) -> Watch:
        """The places of all who wait for news: each keeps a thread of the server."""
        from builder.services.watching import Watch

        return self.house.watch if self.house else Watch(max(1, self.settings.threads // 2))

    @cached_property
    def runner(self) -> Runner | SpaceRunner:
        """Who plays the simulations that wait for the server."""
        from builder.work.runner import Runner

        if self.house:
            return SpaceRunner(cast(Runner, self.house.runner), self.store)
        return Runner(self.store, self.workers, self.watch.tell, self.spaces.stores)

    @cached_property
    def spaces(self) -> Spaces[Services]:
        """The databases of people beside this one."""
        if self.house:
            return self.house.spaces
        return Spaces(self.settings, self, self._open_space, partial(prepare, reserve=False))

    def _open_space(self, settings: Settings, space: str) -> Services:
        return Services(settings, house=self, space=space)

    @cached_property
    def simulations(self) -> Simulations:
        """Many battles between two armies."""
        from builder.services.simulations import Simulations

        return Simulations(self.store, self.armies)

    @cached_property
    def odds(self) -> AttackOdds:
        """Exact odds of attacks."""
        from builder.services.odds import AttackOdds

        return AttackOdds(self.armies, self.work)

    @cached_property
    def imports(self) -> Imports:
        """Documents brought in together."""
        from builder.services.imports import Imports

        return Imports(self.store, self.catalogues, self.updates)

    @cached_property
    def lists(self) -> Lists:
        """Lists of other programs, in and out."""
        from builder.services.lists import Lists

        return Lists(self.store, self.catalogues, self.judging)

    def begin_work(self) -> None:
        """Start what works for a server, before anybody asks for it; what an earlier one left is gone on with."""
        if self.workers:
            self.workers.start()
            self.runner.start()

    def close(self) -> None:
        """End what works for these services, and close the database."""
        if self.house is None:
            if "runner" in self.__dict__:
                self.runner.stop()
            if self.workers:
                self.workers.shutdown()
            if "spaces" in self.__dict__:
                self.spaces.close()
        self.store.close()


def allowance_of(settings: Settings) -> Allowance:
    """Return how much each person may keep: whoever has a machine for themselves may keep what they like."""
    if not settings.accounts:
        return NO_LIMITS
    return Allowance(settings.most_rosters, settings.most_battles, settings.most_simulations, settings.most_bytes)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What `prepare` did: the migrations that ran, the bundled catalogues and sample rosters that came in."""

    migrations: tuple[str, ...]
    catalogues: tuple[str, ...]
    rosters: tuple[str, ...]


def prepare(settings: Settings, *, reserve: bool = True) -> Prepared:
    """Bring the database up to date, bundled data included. May be called any number of times, by many processes at once.

    With a `reserve`, room is kept beside it for the day when the disk is full.

    Raises:
        StoreError: the database cannot be used.
    """
    add_systems(settings.systems)
    migrations = migrate(settings.database, settings.busy_seconds)
    store = Store(settings.database, settings.busy_seconds)
    try:
        catalogues, rosters = _load_bundled(store)
    finally:
        store.close()
    if reserve:
        keep_reserve(settings.database)
    return Prepared(migrations, catalogues, rosters)


def _load_bundled(store: Store) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Bring in what of the bundled data is new, and return the ids of its catalogues and rosters."""
    if stored_stamp(store) == stamp():
        return (), ()
    from builder.services import bundled  # evaluates rosters: all that takes, for nothing on most days

    loaded = bundled.load(store)
    return loaded.catalogues, loaded.rosters


def open_services(settings: Settings, *, serving: bool = False) -> Services:
    """Return the services over a database that was prepared; a server's have workers, if the settings say so."""
    return Services(settings, serving=serving)


def workers_of(settings: Settings) -> Workers | None:
    """Return the workers of a server: fewer than half of its threads may wait for them at once."""
    if not settings.workers:
        return None
    from builder.work.workers import Workers

    return Workers(partial(open_services, settings), settings.workers, max(settings.workers, settings.threads // 2 - 1))
