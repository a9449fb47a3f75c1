"""Spaces: every person has a database of their own, and all that a request reads or changes is in one of them.

The first owner's space is the database itself, so that Muster without accounts finds everything where it was. The others
are files in the folder beside it, `<database>.people/<space>.db`. Nothing of one space can be named in another: what its
services are asked for is looked up in its file, and there is nothing else in it.
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from builder.services.errors import NotFound
from builder.services.tokens import ID_LENGTH, LETTERS
from builder.settings import Settings
from builder.store import Store
from builder.store.connection import BESIDE
from datasheets.words import Message

if TYPE_CHECKING:
    from builder.work.runner import Runner
    from builder.work.workers import Workers

SPACE = re.compile(f"[{LETTERS}]{{{ID_LENGTH}}}")
MOST_OPEN = 50
"""How many spaces a process keeps open; whose was used longest ago is opened again when it is asked for."""
TEMPLATE = "template.db"


class SpaceWork:
    """The workers of a server, for the services of one space."""

    def __init__(self, workers: Workers, space: str) -> None:
        self._workers, self._space = workers, space

    def start(self) -> bool:
        """Start the workers, if that was not done; tell whether one is ready."""
        return self._workers.start()

    def call(self, service: str, method: str, args: Sequence[Any], given: Mapping[str, Any], seconds: float) -> Any:
        """Return what a method of a service of this space answers."""
        return self._workers.call(service, method, args, given, seconds, self._space)


class SpaceRunner:
    """Who plays the simulations of one space: the same that plays those of all."""

    def __init__(self, runner: Runner, store: Store) -> None:
        self._runner, self._store = runner, store

    def start(self) -> None:
        """Begin to look after simulations."""
        self._runner.start()

    def wake(self) -> None:
        """Look at once: something was queued here."""
        self._runner.wake(self._store)

    def stop(self) -> None:
        """Leave the others' simulations alone."""


class Closing(Protocol):
    """What can be closed."""

    def close(self) -> None:
        """Let go of what was opened."""
        ...


S = TypeVar("S", bound=Closing)


class Spaces(Generic[S]):
    """The spaces beside one database.

    Args:
        settings: those of the database itself.
        house: the services of that database, the space "".
        opener: opens the services of a space over its database.
        prepare: brings a database up to date, or makes it.
    """

    def __init__(
        self, settings: Settings, house: S, opener: Callable[[Settings, str], S], prepare: Callable[[Settings], object]
    ) -> None:
        self._settings, self._house, self._opener, self._prepare = settings, house, opener, prepare
        self._open: OrderedDict[str, S] = OrderedDict()
        self._lock = Lock()

    @property
    def folder(self) -> Path:
        """Where everything of people is kept."""
        return people_folder(self._settings)

    def open(self, space: str) -> S:
        """Return the services of a space.

        Raises:
            NotFound: there is no such space, or none any more.
            StoreError: its database cannot be used.
        """
        if not space:
            return self._house
        with self._lock:
            if not self.is_there(space):
                self._open.pop(space, None)
                raise NotFound(Message("error.no-space"))
            found = self._open.pop(space, None) or self._make(space)
            self._open[space] = found
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)  # whoever uses it now still can; its file is closed when nobody does
            return found

    def is_there(self, space: str) -> bool:
        """Tell whether there is such a space; what is no name of one is none."""
        return space == "" or (SPACE.fullmatch(space) is not None and self.path(space).is_file())

    def path(self, space: str) -> Path:
        """Return the file of a space."""
        return self.folder / f"{space}.db" if space else self._settings.database

    def create(self, space: str) -> None:
        """Make a new space, which holds the bundled data; raises `StoreError` where that cannot be written."""
        template = self._template()
        part = self.folder / f"{space}.{os.getpid()}.part"
        try:
            Store(template).backup(part)
            part.rename(self.path(space))
        finally:
            part.unlink(missing_ok=True)

    def delete(self, space: str) -> None:
        """Delete a space with all that is in it, copies from before upgrades among it.

        The first owner's stays: it is the database of the machine.
        """
        if not space:
            return
        with self._lock:
            self._open.pop(space, None)
        for each in self.folder.glob(f"{self.path(space).name}*"):
            with suppress(FileNotFoundError):
                each.unlink()

    def stores(self) -> Iterator[Store]:
        """Yield the databases of all spaces but the first owner's."""
        for file in sorted(self.folder.glob("*.db")):
            if SPACE.fullmatch(file.stem):
                yield Store(file, self._settings.busy_seconds, file.stem)

    def bytes(self, space: str) -> int:
        """Return how large a space is on the disk."""
        path = self.path(space)
        files = (path, *(path.with_name(path.name + suffix) for suffix in BESIDE))
        return sum(file.stat().st_size for file in files if file.exists())

    def close(self) -> None:
        """Close what is open."""
        with self._lock:
            for each in self._open.values():
                each.close()
            self._open.clear()

    def _make(self, space: str) -> S:
        settings = replace(self._settings, database=self.path(space))
        self._prepare(settings)
        return self._opener(settings, space)

    def _template(self) -> Path:
        """Return a database with the bundled data of this Muster and nothing else, which new spaces are copies of."""
        path = self.folder / TEMPLATE
        self._prepare(replace(self._settings, database=path))
        return path


def people_folder(settings: Settings) -> Path:
    """Return the folder beside the database in which people and their databases are kept."""
    return folder_beside(settings.database)


def folder_beside(database: Path) -> Path:
    """Return the folder with the people of a database, or of a backup of one."""
    return database.with_name(f"{database.name}.people")
