"""Where blocks are played: here, in processes of this machine, on a Dask cluster; each an `Executor`."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from datasheets.words import Message
from resolver.engine.added_systems import add_systems, added_systems

T = TypeVar("T")


class PoolError(RuntimeError):
    """Nothing can be played there; one sentence says why."""


class Pool(Protocol):
    """Somewhere to play. `lost` are the errors of blocks that are to be played again, `width` how many run at once."""

    lost: tuple[type[BaseException], ...]
    width: int

    def open(self) -> Executor:
        """Return an executor that can be used; another one where the last was lost. Raises `PoolError`."""
        ...

    def close(self) -> None:
        """Let go of all that was opened, without waiting for what still runs."""
        ...


class Here(Executor):
    """Plays at once, in this thread, whatever is submitted."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call the function and return its future, which is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class InProcess:
    """The process that asks."""

    lost: tuple[type[BaseException], ...] = ()
    width = 1

    def open(self) -> Executor:
        """Return what plays here."""
        return Here()

    def close(self) -> None:
        """Do nothing."""


class Processes:
    """So many processes of this machine; one that is lost takes the others with it, and all are started again."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)

    def __init__(self, number: int) -> None:
        self.width = number
        self._executor: ProcessPoolExecutor | None = None

    def open(self) -> Executor:
        """Start processes."""
        self.close()
        context = multiprocessing.get_context("spawn")
        self._executor = ProcessPoolExecutor(self.width, mp_context=context, initializer=_begin, initargs=(added_systems(),))
        return self._executor

    def close(self) -> None:
        """Stop the processes at once; whoever goes on plays again what they were playing."""
        if self._executor:
            processes = list((self._executor._processes or {}).values())  # Python 3.14 has `terminate_workers`
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
            for process in processes:
                process.terminate()


def _begin(systems: tuple[Path, ...]) -> None:
    """Know what systems the process that asked knows; Ctrl-C is for that one."""
    add_systems(systems)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cluster:
    """The workers of a Dask scheduler, which plays the blocks of lost workers again by itself."""

    lost: tuple[type[BaseException], ...] = (CancelledError,)

    def __init__(self, address: str, seconds: float = 10) -> None:
        try:
            from distributed import Client
            from distributed.client import FutureCancelledError
            from distributed.scheduler import KilledWorker
        except ImportError as error:
            raise PoolError(Message("error.simulation.no-cluster")) from error
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self.lost = (CancelledError, FutureCancelledError, KilledWorker)
        self._address = address
        values = {"address": address}
        try:
            asyncio.run(ask_scheduler(address, seconds))
            self._client = Client(address, timeout=seconds, set_as_default=False)
        except Exception as error:  # whatever listens there may answer anything
            raise PoolError(Message("error.simulation.no-scheduler", values)) from error
        threads = self._client.nthreads()
        if not threads:
            self.close()
            raise PoolError(Message("error.simulation.no-workers", values))
        self.width = sum(threads.values())

    def open(self) -> Executor:
        """Return what submits to the scheduler."""
        if self._client.status != "running":
            raise PoolError(Message("error.simulation.lost-scheduler", {"address": self._address}))
        found: Executor = self._client.get_executor()
        return found

    def close(self) -> None:
        """Leave the cluster; it goes on without us."""
        self._client.close(timeout=2)


async def ask_scheduler(address: str, seconds: float) -> None:
    """Ask who listens at an address; a `Client` that cannot connect leaves threads behind, and 20 seconds of waiting.

    Raises:
        Exception: of any kind, where it is no Dask scheduler.
    """
    from distributed import Security
    from distributed.core import rpc

    async with (
        asyncio.timeout(seconds),
        rpc(address, timeout=seconds, connection_args=Security().get_connection_args("client")) as peer,
    ):
        identity = await peer.identity()
    if identity["type"] != "Scheduler":
        raise ValueError(identity["type"])


def pool_of(jobs: int = 0, scheduler: str = "") -> Pool:
    """Return where to play: a cluster, so many processes (1: this one), or by default as many as there are processors.

    Raises:
        PoolError: there is no such cluster.
    """
    if scheduler:
        return Cluster(scheduler)
    number = jobs or os.cpu_count() or 1
    return InProcess() if number == 1 else Processes(number)
