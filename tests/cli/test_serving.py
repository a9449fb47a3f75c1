"""`muster serve` in a process of its own."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import requests

from builder.services.bundled import samples
from builder.settings import Settings
from datasheets.native.bundled import bundled_catalogues
from datasheets.words import say
from tests.cli.conftest import Muster, sentence
from tests.programs import PROGRAM

Start = Callable[..., subprocess.Popen[str]]
ANEW = (sys.executable, "-c", PROGRAM)

BUNDLED = sum(len(catalogue.datasheets) for catalogue in bundled_catalogues())
SAMPLES = len(list(samples()))


@pytest.fixture
def start(settings: Settings, program: Path) -> Iterator[Start]:
    running: list[subprocess.Popen[str]] = []

    def begin(
        *options: str, database: Path = settings.database, called: Sequence[str | Path] = (program,)
    ) -> subprocess.Popen[str]:
        environment = {**os.environ, "MUSTER_DATABASE": str(database), "MUSTER_WORKERS": "0"}
        call = [*called, "serve", "--port", "0", *options]
        running.append(
            subprocess.Popen(
                call,
                env=environment,
                stderr=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                preexec_fn=_heed_interrupts,
            )
        )
        return running[-1]

    yield begin
    for process in running:
        process.terminate()
        process.communicate(timeout=60)


def _heed_interrupts() -> None:
    """A shell has what it starts in the background ignore SIGINT, and with it all that the tests start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def read_until(process: subprocess.Popen[str], last: str = "Ctrl-C") -> str:
    assert process.stderr
    lines = []
    for line in process.stderr:
        lines.append(line)
        if last in line:
            break
    return "".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize(("stop", "stands", "called"), [(signal.SIGINT, True, ANEW), (signal.SIGTERM, False, None)])
def test_it_says_where_it_is_and_stops_when_told(
    start: Start, settings: Settings, program: Path, tmp_path: Path, stop: signal.Signals, stands: bool, called: Any
):
    """A new database is prepared first."""
    database = settings.database if stands else tmp_path / "fresh.db"
    process = start(database=database, called=called or (program,))
    told = read_until(process)
    assert told.startswith("Brought the database") is not stands
    assert f"Database {database}: {BUNDLED} datasheets" in told
    assert "MUSTER_PROXIES" not in told
    url = re.search(r"http://127\.0\.0\.1:\d+", told)
    assert url
    assert len(requests.get(f"{url.group()}/api/v1/rosters", timeout=10).json()["items"]) == SAMPLES
    process.send_signal(stop)
    out, rest = process.communicate(timeout=20)
    assert (process.returncode, out, rest) == (0, "", "Stopped.\n")


@pytest.mark.slow
def test_it_says_that_battles_wait_for_what_is_compiled_and_that_nobody_may_get_around_the_proxy(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("MUSTER_PROXIES", "1")
    process = start("--host", "0.0.0.0")
    told = read_until(process)
    process.terminate()
    assert (process.communicate(timeout=60)[1], process.returncode) == ("Stopped.\n", 0), "at once, while all is compiled"
    assert say("cli.serve.uncompiled") in told
    port = re.search(r"0\.0\.0\.0:(\d+)", told)
    assert port
    assert say("cli.serve.around", {"port": port[1]}) in told


def test_a_port_in_use(muster: Muster):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert sentence(muster("serve", "--port", port)).startswith(f"Port {port} on 127.0.0.1 is in use")


def test_an_address_of_another_machine(muster: Muster):
    assert "no address of this machine" in sentence(muster("serve", "--host", "192.0.2.1", "--port", 0))


@pytest.mark.slow
def test_half_open_connections_keep_nobody_out(start: Start):
    """Two hundred visitors who begin a request and never end it; another one is served within a second."""
    process = start()
    told = read_until(process)
    assert "docs/proxy.md" in told
    port = int(told.partition("http://127.0.0.1:")[2].split()[0])
    half = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(200)]
    for each in half:
        each.sendall(b"GET / HTTP/1.1\r\nHost: ")
    began = time.monotonic()
    assert requests.get(f"http://127.0.0.1:{port}/api/v1/systems/wh40k-9e/rules/9E-DS-05", timeout=10).status_code == 200
    assert time.monotonic() - began < 2
    for each in half:
        each.close()
