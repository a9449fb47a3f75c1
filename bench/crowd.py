"""One guest edits while another prints: `python -m bench.crowd --requests 150 --rounds 4`.

A server of its own (`muster serve`, an empty database) is asked for findings of a roster, one request after another: alone,
and while another client prints sheets without pause, by turns. What counts is the ratio of the 95th percentiles.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from threading import Event, Thread

FINDINGS, SHEET = "/api/v1/rosters/sunward-host/findings", "/api/v1/rosters/sunward-host/sheet.pdf"
START_SECONDS, WARM_UP = 120.0, 20


def main(arguments: list[str]) -> None:
    """Measure and print a line for each round, and the ratio."""
    known = argparse.ArgumentParser(prog="python -m bench.crowd", description=__doc__)
    known.add_argument("--requests", type=int, default=150)
    known.add_argument("--rounds", type=int, default=4)
    given = known.parse_args(arguments)
    ratios = list[float]()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as port:
        ask(port, SHEET, 2)
        ask(port, FINDINGS, WARM_UP)
        for _ in range(given.rounds):
            alone = percentile(ask(port, FINDINGS, given.requests))
            with printing(port) as sheets:
                beside = percentile(ask(port, FINDINGS, given.requests))
            ratios.append(beside / alone)
            times = f"p95 alone {1000 * alone:.1f} ms, beside {len(sheets)} sheets {1000 * beside:.1f} ms"
            print(f"  {times}, ratio {ratios[-1]:.2f}, load {os.getloadavg()[0]:.1f}", flush=True)
    print(f"ratio: median {median(ratios):.2f}, least {min(ratios):.2f} of {len(ratios)} rounds")


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """Run a server over an empty database; yield its port when it answers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    environment = {**os.environ, "MUSTER_DATABASE": str(folder / "muster.db")}
    call = [sys.executable, "-c", "from builder.cli import main; main()", "serve", "--port", str(port)]
    with subprocess.Popen(call, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        try:
            wait_for(port)
            yield port
        finally:
            running.terminate()


def wait_for(port: int, path: str = FINDINGS) -> None:
    """Wait until a server answers; raises `TimeoutError`."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        try:
            ask(port, path, 1)
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise TimeoutError("the server did not start")


@contextmanager
def printing(port: int) -> Iterator[list[float]]:
    """Print sheets one after another meanwhile; yields what each took."""
    over, took = Event(), list[float]()

    def prints() -> None:
        while not over.is_set():
            took.extend(ask(port, SHEET, 1))

    thread = Thread(target=prints)
    thread.start()
    try:
        yield took
    finally:
        over.set()
        thread.join()


def ask(port: int, path: str, number: int) -> list[float]:
    """Ask so often, one after another; return the seconds of each."""
    link, took = HTTPConnection("127.0.0.1", port, timeout=60), list[float]()
    for _ in range(number):
        began = time.monotonic()
        link.request("GET", path)
        answer = link.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        took.append(time.monotonic() - began)
    link.close()
    return took


def percentile(took: list[float]) -> float:
    """Return what 95 of a hundred stay under."""
    return sorted(took)[int(0.95 * (len(took) - 1))]


if __name__ == "__main__":
    main(sys.argv[1:])
