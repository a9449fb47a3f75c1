"""Plays the simulations that wait for the server, one at a time, in a thread of the serving process.

People take turns: whose simulation has had its turn stands back for what waits of others, and goes on after them.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Executor
from threading import Event, Lock, Thread

from builder.services.errors import ServiceError
from builder.services.simulating import play_stored, waiting_ids
from builder.store import Store, StoreError
from builder.work.workers import WorkerLost, Workers
from resolver.simulation.pools import InProcess, Pool, PoolError

logger = logging.getLogger("muster")
LOOK_SECONDS = 2.0
"""How often it is looked whether something waits that another process queued, or left when it ended."""
ROUND_SECONDS = 60.0
"""How often that is looked for in all spaces of people."""
TURN_SECONDS = 30.0
"""How long a simulation is played while others wait; it ends with the block of games that is being played then."""


class AtWork:
    """The workers of a server as a place to play."""

    lost: tuple[type[BaseException], ...] = (WorkerLost, CancelledError)

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self.width = max(1, workers.number - 1)

    def open(self) -> Executor:
        """Return the workers; a lost one is replaced by itself."""
        return self._workers

    def close(self) -> None:
        """Leave the workers to the others."""


class Runner:
    """The thread that plays. `workers` None: the games are played in that thread. `others` are the databases of people."""

    def __init__(
        self,
        store: Store,
        workers: Workers | None,
        tell: Callable[[], None],
        others: Callable[[], Iterable[Store]] = tuple,
    ) -> None:
        self._tell, self._others = tell, others
        self._stores = {store.path: store}
        self._looked = float("-inf")
        self._pool: Pool = AtWork(workers) if workers else InProcess()
        self._lock, self._process = Lock(), 0
        self._wake, self._stopping = Event(), Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin to look after simulations, if this process does not yet."""
        if self._process == os.getpid():
            return
        with self._lock:
            if self._process != os.getpid():
                self._process = os.getpid()
                self._wake, self._stopping = Event(), Event()
                self._thread = Thread(target=self._run, daemon=True, name="muster-simulations")
                self._thread.start()

    def wake(self, store: Store | None = None) -> None:
        """Look at once: something was queued, in the database of a person if one is given."""
        self.start()
        if store:
            self._stores.setdefault(store.path, store)
        self._wake.set()

    def stop(self) -> None:
        """Stop after the block that is being played; the rest waits for the next server."""
        self._stopping.set()
        self._wake.set()
        if self._thread and self._process == os.getpid():
            self._thread.join(10)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._look_around()
            except StoreError as error:
                logger.error("simulations wait: %s", error)
            if sum(self._take_turn(store) for store in list(self._stores.values())) == 0:
                self._wake.wait(LOOK_SECONDS)
                self._wake.clear()

    def _look_around(self) -> None:
        """Remember the databases of people in which something waits that another process queued, or left."""
        if time.monotonic() - self._looked < ROUND_SECONDS:
            return
        self._looked = time.monotonic()
        for store in self._others():
            if store.path not in self._stores and waiting_ids(store):
                self._stores[store.path] = store
            store.close()

    def _take_turn(self, store: Store) -> bool:
        """Play the first that waits in a database and can be played; tell whether there was one.

        A database that cannot be used keeps nobody else waiting.
        """
        if not store.path.exists():
            self._stores.pop(store.path, None)
            return False
        try:
            return any(self._play(store, id) for id in waiting_ids(store) if not self._stopping.is_set())
        except StoreError as error:
            logger.error("simulations wait: %s", error)
            return False

    def _play(self, store: Store, id: str) -> bool:
        began, played = time.monotonic(), False

        def is_stopped() -> bool:
            return self._stopping.is_set() or (time.monotonic() - began >= TURN_SECONDS and self._others_wait(store))

        try:
            play_stored(store, id, self._pool, tell=lambda row, ledger: self._tell(), is_stopped=is_stopped, wait=True)
            played = True
        except (ServiceError, PoolError) as error:
            logger.info("simulation %s: %s", id, error)
        except StoreError:
            raise
        except Exception:
            logger.exception("simulation %s failed", id)
        self._tell()
        return played

    def _others_wait(self, store: Store) -> bool:
        """Whether something waits in the database of somebody else."""
        return any(waiting_ids(other) for path, other in list(self._stores.items()) if path != store.path and path.exists())
