"""Plays the simulations that wait for the server, one after another, in a thread of the serving process."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
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
    """The thread that plays. `workers` None: the games are played in that thread."""

    def __init__(self, store: Store, workers: Workers | None, tell: Callable[[], None]) -> None:
        self._store, self._tell = store, tell
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

    def wake(self) -> None:
        """Look at once: something was queued."""
        self.start()
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
                for id in waiting_ids(self._store):
                    self._play(id)
                    if self._stopping.is_set():
                        return
            except StoreError as error:
                logger.error("simulations wait: %s", error)
            self._wake.wait(LOOK_SECONDS)
            self._wake.clear()

    def _play(self, id: str) -> None:
        try:
            play_stored(
                self._store,
                id,
                self._pool,
                tell=lambda row, ledger: self._tell(),
                is_stopped=self._stopping.is_set,
                wait=True,
            )
        except (ServiceError, PoolError) as error:
            logger.info("simulation %s: %s", id, error)
        except StoreError:
            raise
        except Exception:
            logger.exception("simulation %s failed", id)
        self._tell()
