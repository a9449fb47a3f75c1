"""Real servers: processes of their own on loopback ports that the system picks."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from builder.settings import Settings

PROGRAM = """
from waitress import create_server
from builder.app import create_app
server = create_server(create_app(), host="127.0.0.1", port=0, threads=8)
print(server.effective_port, flush=True)
server.run()
"""


class Server:
    """A running server."""

    def __init__(self, database: Path) -> None:
        environment = os.environ | {"MUSTER_DATABASE": str(database)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}"

    def kill(self) -> None:
        """End it as a power cut would: SIGKILL, no chance to tidy up."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


@pytest.fixture
def serve(settings: Settings) -> Iterator[Callable[[], Server]]:
    """Start a server on the test's database, as often as it is called."""
    running: list[Server] = []

    def start() -> Server:
        running.append(Server(settings.database))
        return running[-1]

    yield start
    for server in running:
        if server.process.poll() is None:
            server.kill()
