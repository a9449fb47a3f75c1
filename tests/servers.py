"""Real servers on loopback ports that the system picks: in processes of their own, and in a thread of this one."""

import multiprocessing
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from werkzeug.serving import make_server

from builder.app import create_app
from builder.cli.serving import server_of
from builder.settings import Settings, read_settings

STARTING = multiprocessing.get_context("fork")
"""Processes that begin with all that the tests' own has read: reading it is what a start takes most of its time for."""


def _run(environment: dict[str, str], port: Connection) -> None:
    os.environ.clear()
    os.environ.update(environment)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    settings = read_settings()
    server = server_of(create_app(settings), settings, socket.create_server(("127.0.0.1", 0)))
    port.send(server.effective_port)
    server.run()


class Server:
    """A running server in a process of its own, without workers unless they are asked for."""

    def __init__(self, database: Path, **settings: str) -> None:
        environment = os.environ | {"MUSTER_DATABASE": str(database), "MUSTER_WORKERS": "0"} | settings
        here, there = STARTING.Pipe(duplex=False)
        self.process = STARTING.Process(target=_run, args=(environment, there), daemon=True)
        self.process.start()
        there.close()
        with here:
            self.url = f"http://127.0.0.1:{here.recv()}"

    def kill(self) -> None:
        """End it as a power cut would: SIGKILL, no chance to tidy up."""
        self.process.kill()
        self.process.join()


@pytest.fixture
def serve(settings: Settings) -> Iterator[Callable[..., Server]]:
    """Start a server on the test's database, as often as it is called; takes environment variables."""
    running: list[Server] = []

    def start(**variables: str) -> Server:
        running.append(Server(settings.database, **variables))
        return running[-1]

    yield start
    for server in running:
        server.kill()


@dataclass
class Local:
    """A server in a thread of this process."""

    url: str


@pytest.fixture
def server(app: Flask) -> Iterator[Local]:
    """A server on the test's database, ready at once; what is about processes, signals or waitress takes `serve`."""
    with serving(app) as server:
        yield server


@contextmanager
def serving(app: Flask) -> Iterator[Local]:
    """Serve an application in a thread of this process."""
    running = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=running.serve_forever, args=(0.02,))  # how soon it sees that it is told to end
    thread.start()
    try:
        yield Local(f"http://127.0.0.1:{running.server_port}")
    finally:
        running.shutdown()
        thread.join()
        running.server_close()


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
