"""Worker processes with one queue: calls of services before blocks of simulations."""

from __future__ import annotations

import multiprocessing
import os
import pickle
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Condition, Thread
from typing import Any, TypeVar

from builder.services.errors import Busy, TooLarge
from builder.work.child import READY, Closing, main
from builder.work.compiling import lacks_loops
from datasheets.words import Message

T = TypeVar("T")
Opener = Callable[[], Closing]
SUBMITTED_SECONDS = 600.0
"""How long a block of games may take."""


class WorkerLost(RuntimeError):
    """A worker ended in the middle of its work."""


@dataclass(slots=True)
class Task:
    """Something to be done: what is sent to a worker, and for how long it may take."""

    sent: bytes
    seconds: float
    future: Future[Any] = field(default_factory=Future)


class Workers(Executor):
    """So many worker processes, started when they are first needed, in the process that needs them.

    Args:
        opener: opens the services that a worker has, in its process.
        number: how many workers.
        most: how many calls may be under way and wait at once; whoever comes then is refused.
    """

    def __init__(self, opener: Opener, number: int, most: int) -> None:
        self._opener, self.number, self._most = opener, number, most
        self._process = 0
        self._forget()

    def _forget(self) -> None:
        """Begin without workers: those that there are belong to the process that this one was forked from."""
        self._news = Condition()
        self._calls: deque[Task] = deque()
        self._submitted: deque[Task] = deque()
        self._threads: list[Thread] = []
        self._under_way = 0
        self._is_ready = False
        self._closed = False

    def call(
        self, service: str, method: str, args: Sequence[Any], given: Mapping[str, Any], seconds: float, space: str = ""
    ) -> Any:
        """Return what a method of a service of a space answers in a worker.

        Raises:
            Busy: too many calls wait already, the worker was lost, or the loops of battles are not compiled yet.
            TooLarge: it took longer than it may.
            What the method raises.
        """
        self.start()
        task = Task(pickle.dumps(("call", space, service, method, tuple(args), dict(given))), seconds)
        with self._news:
            if self._under_way >= self._most:
                raise Busy(Message("error.work.busy"))
            self._under_way += 1
            self._calls.append(task)
            self._news.notify_all()
        try:
            return task.future.result()
        except TimeoutError as error:
            if lacks_loops():
                raise Busy(Message("error.work.compiling")) from error
            raise TooLarge(Message("error.work.too-long", {"seconds": round(seconds)})) from error
        except WorkerLost as error:
            raise Busy(Message("error.work.lost")) from error
        finally:
            with self._news:
                self._under_way -= 1

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Let a function be called by a worker when nobody else has a call."""
        self.start()
        task = Task(pickle.dumps(("run", fn, args, kwargs)), SUBMITTED_SECONDS)
        with self._news:
            self._submitted.append(task)
            self._news.notify_all()
        return task.future

    def start(self) -> bool:
        """Start the workers, if this process has not got them; tell whether one is ready."""
        if self._process != os.getpid():
            self._forget()
            self._process = os.getpid()
        with self._news:
            if not self._threads and not self._closed:
                self._threads = [Thread(target=self._serve, args=(place,), daemon=True) for place in range(self.number)]
                for thread in self._threads:
                    thread.start()
        return self._is_ready

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers; what they do now is not finished."""
        if self._process != os.getpid():
            return
        with self._news:
            self._closed = True
            self._news.notify_all()
        for thread in self._threads if wait else ():
            thread.join(5)

    def _serve(self, place: int) -> None:
        """Hand tasks to one worker. The first one of several leaves simulations to the others."""
        worker = Worker(self._opener)
        self._is_ready = worker.wait_until_ready() or self._is_ready
        while task := self._next(calls_only=place == 0 and self.number > 1):
            if not task.future.set_running_or_notify_cancel():
                continue
            try:
                task.future.set_result(self._do(worker, task))
            except Exception as error:
                task.future.set_exception(error)
        worker.stop()

    def _do(self, worker: Worker, task: Task) -> Any:
        """Return what a task comes to; it is done again once where the worker was lost."""
        try:
            return worker.do(task, lambda: self._closed)
        except WorkerLost:
            if self._closed:
                raise
            return worker.do(task, lambda: self._closed)

    def _next(self, *, calls_only: bool) -> Task | None:
        with self._news:
            while not self._closed:
                if self._calls:
                    return self._calls.popleft()
                if self._submitted and not calls_only:
                    return self._submitted.popleft()
                self._news.wait()
        return None


class Worker:
    """One worker process, started at once, and again when it was lost."""

    def __init__(self, opener: Opener) -> None:
        self._opener = opener
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._start()

    def do(self, task: Task, is_stopped: Callable[[], bool]) -> Any:
        """Return what a task comes to.

        Raises:
            TimeoutError: it took too long.
            WorkerLost: the worker ended in the middle of it.
            What the task raises.
        """
        if self._process is None or not self._process.is_alive():
            self._start()
            self.wait_until_ready()
        pipe, left = self._pipe, task.seconds
        if pipe is None:
            raise WorkerLost
        try:
            pipe.send_bytes(task.sent)
            while not pipe.poll(min(left, 1.0)):
                left -= 1.0
                if is_stopped():
                    raise WorkerLost
                if left <= 0:
                    raise TimeoutError
            done, found = pickle.loads(pipe.recv_bytes())
        except (EOFError, OSError, TimeoutError, WorkerLost) as error:
            self.stop()
            if isinstance(error, TimeoutError | WorkerLost):
                raise
            raise WorkerLost from error
        if done:
            return found
        raise found

    def wait_until_ready(self) -> bool:
        """Wait until the process can work, and tell whether it can; one that cannot is started again for the next task."""
        try:
            return self._pipe is not None and self._pipe.recv_bytes() == READY
        except (EOFError, OSError):
            self.stop()
            return False

    def stop(self) -> None:
        """End the process."""
        if self._pipe:
            self._pipe.close()
        if self._process:
            with suppress(OSError):
                self._process.kill()
            self._process.join(5)
        self._process = self._pipe = None

    def _start(self) -> None:
        self.stop()
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=main, args=(other, self._opener), daemon=True, name="muster-worker")
        self._process.start()
        other.close()
