"""What a worker process does: it takes one call after another from its pipe, until the pipe is closed."""

from __future__ import annotations

import os
import pickle
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, Protocol

READY = b"ready"
"""What a worker says first."""
NICE = 5
"""Workers leave the processor to whoever serves."""


class Closing(Protocol):
    """What can be closed."""

    def close(self) -> None:
        """Let go of what was opened."""
        ...


def main(pipe: Connection, opener: Callable[[], Closing]) -> None:
    """Serve calls with services that `opener` opens.

    What comes is ("call", space, service, method, args, given) or ("run", function, args, given).
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(os, "nice"):
        os.nice(NICE)
    services = opener()
    import_module("resolver.players")  # and with it all that battles need
    pipe.send_bytes(READY)
    with suppress(EOFError, BrokenPipeError):
        while True:
            pipe.send_bytes(_answer(services, pipe.recv_bytes()))
    services.close()


def _answer(services: Any, asked: bytes) -> bytes:
    """Return the answer, or what was raised, as bytes."""
    try:
        kind, *what = pickle.loads(asked)
        if kind == "call":
            space, service, method, args, given = what
            found = getattr(getattr(services.spaces.open(space) if space else services, service), method)(*args, **given)
        else:
            function, args, given = what
            found = function(*args, **given)
        return pickle.dumps((True, found))
    except Exception as error:
        return _failure(error)


def _failure(error: Exception) -> bytes:
    """Return an exception as bytes; one that does not survive them by its traceback."""
    with suppress(Exception):
        made = pickle.dumps((False, error))
        if type(pickle.loads(made)[1]) is type(error):
            return made
    return pickle.dumps((False, RuntimeError("".join(traceback.format_exception(error)))))
