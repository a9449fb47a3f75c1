"""A club at work: `python -m bench.club --people 200 --rosters 20 --at-once 50 --seconds 300`.

Serves a Muster with accounts by gunicorn (four processes, as docs/hosting.md says). So many people at once edit their
rosters, look at findings and lists, with a pause after each request as people make. A process is killed in the middle.
At the end every roster is asked for its version: it must be that of the last edit that was acknowledged, or the next.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from bench.crowd import percentile, wait_for
from builder.services.assembly import open_services, prepare
from builder.services.people.accounts import Accounts
from builder.settings import Settings

PAUSE = 2.0
"""Seconds between two requests of a person, on average."""
ARMY, UNIT = "sunward-host", "host-guard"
"""The bundled army that every roster is a copy of (9 units), and what is added to it and undone by turns."""
KINDS = {"edit": 5, "findings": 3, "list": 2}
"""How often each kind of request comes, of ten."""


@dataclass(slots=True)
class Visitor:
    """Somebody with a key and rosters: the version of each that was acknowledged last, and what was measured."""

    key: str
    force: str
    versions: dict[str, int]
    unsure: set[str] = field(default_factory=set)
    took: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    answers: Counter[str] = field(default_factory=Counter)


def main(arguments: list[str]) -> None:
    """Measure, and print what came of it; exit with 1 where an update was lost or an answer was an error."""
    known = argparse.ArgumentParser(prog="python -m bench.club", description=__doc__)
    for name, number in (("people", 200), ("rosters", 20), ("at-once", 50), ("seconds", 300), ("workers", 4)):
        known.add_argument(f"--{name}", type=int, default=number)
    given = known.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=Path(folder) / "muster.db", accounts=True)
        began = time.monotonic()
        visitors = people(settings, given.people, given.rosters)
        rosters = given.people * given.rosters
        print(f"{given.people} people with {rosters} rosters made in {time.monotonic() - began:.0f} s", flush=True)
        with server(settings, given.workers) as (port, process):
            crowd(port, process, visitors[: given.at_once], given.seconds)
            lost = [lost for each in visitors[: given.at_once] for lost in lost_updates(port, each)]
    sys.exit(report(visitors[: given.at_once], lost))


def people(settings: Settings, number: int, rosters: int) -> list[Visitor]:
    """Make people with rosters, straight in the databases."""
    prepare(settings)
    services = open_services(settings)
    accounts = Accounts(settings, services.spaces)
    found = []
    for at in range(number):
        person = accounts.people.invite(f"Person {at}").person
        space = services.spaces.open(person.space)
        made = [space.rosters.duplicate(ARMY, f"Army {each}") for each in range(rosters)]
        key = accounts.keys.make(person.id, "bench", writes=True).token
        force = made[0].roster.forces[0].uid
        found.append(Visitor(key, force, {each.row.id: each.row.version for each in made}))
    accounts.close()
    services.close()
    return found


@contextmanager
def server(settings: Settings, workers: int) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Serve a database by gunicorn; yield the port and the process once it answers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    environment = {
        **os.environ,
        **{"MUSTER_DATABASE": str(settings.database), "MUSTER_ACCOUNTS": "yes", "MUSTER_WORKERS": "1", "MUSTER_RATE": "0"},
    }
    call = [Path(sys.executable).parent / "gunicorn", "--bind", f"127.0.0.1:{port}", "--workers", str(workers)]
    call += ["--threads", "8", "--timeout", "120", "--log-level", "error", "wsgi:app"]
    with subprocess.Popen(call, env=environment, stderr=subprocess.DEVNULL) as running:
        try:
            wait_for(port, "/health")
            yield port, running
        finally:
            running.terminate()


def crowd(port: int, process: subprocess.Popen[bytes], visitors: list[Visitor], seconds: float) -> None:
    """Let visitors work at once for so long, and kill a process of the server in the middle."""
    end = time.monotonic() + seconds
    threads = [Thread(target=work, args=(port, each, Random(at), end)) for at, each in enumerate(visitors)]
    for each in threads:
        each.start()
    time.sleep(seconds / 2)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(children[0]), signal.SIGKILL)
    print(f"killed process {children[0]} of {len(children)}, load {os.getloadavg()[0]:.1f}", flush=True)
    for each in threads:
        each.join()


def work(port: int, visitor: Visitor, random: Random, end: float) -> None:
    """Do what a person does until the end."""
    time.sleep(random.random() * PAUSE)
    while time.monotonic() < end:
        kind = random.choices(list(KINDS), list(KINDS.values()))[0]
        roster = random.choice(list(visitor.versions))
        began = time.monotonic()
        try:
            status = {"edit": edit, "findings": findings, "list": rosters}[kind](port, visitor, roster)
        except (OSError, HTTPException):
            status = 0  # the process that was killed answers no more
            visitor.unsure |= {roster} if kind == "edit" else set()
        visitor.took[kind].append(time.monotonic() - began)
        visitor.answers[f"{kind} {status}"] += 1
        time.sleep(random.expovariate(1 / PAUSE))


def edit(port: int, visitor: Visitor, roster: str) -> int:
    """Edit a roster in the version that was acknowledged last; one whose last answer was lost is read anew first."""
    if roster in visitor.unsure:
        visitor.versions[roster] = version_of(port, visitor, roster)
        visitor.unsure.discard(roster)
    version = visitor.versions[roster]
    headers = {"If-Match": f'"{version}"', "Content-Type": "application/json"}
    body = json.dumps({"operations": [{"op": "add-unit", "force": visitor.force, "entry": UNIT}]})
    path, sent = ("operations", body) if version % 2 else ("undo", None)
    status, _ = ask(port, "POST", f"/api/v1/rosters/{roster}/{path}", visitor.key, headers, sent)
    if status == 200:
        visitor.versions[roster] = version + 1
    return status


def findings(port: int, visitor: Visitor, roster: str) -> int:
    """Look at what is wrong with a roster."""
    return ask(port, "GET", f"/api/v1/rosters/{roster}/findings", visitor.key)[0]


def rosters(port: int, visitor: Visitor, roster: str) -> int:
    """Look at all rosters."""
    return ask(port, "GET", "/api/v1/rosters", visitor.key)[0]


def version_of(port: int, visitor: Visitor, roster: str) -> int:
    """Return the version in which a roster stands."""
    return int(ask(port, "GET", f"/api/v1/rosters/{roster}", visitor.key)[1]["version"])


def lost_updates(port: int, visitor: Visitor) -> list[str]:
    """Return the rosters that do not stand where the last acknowledged edit left them."""
    found = []
    for roster, version in visitor.versions.items():
        now = version_of(port, visitor, roster)
        if now != version and not (roster in visitor.unsure and now == version + 1):
            found.append(f"{roster}: acknowledged {version}, stored {now}")
    return found


def ask(
    port: int, method: str, path: str, key: str = "", headers: dict[str, str] | None = None, body: str | None = None
) -> tuple[int, Any]:
    """Ask once, on a connection of its own; return the status and the JSON."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as link:
        link.request(method, path, body, {**(headers or {}), "Authorization": f"Bearer {key}"})
        answer = link.getresponse()
        return answer.status, json.loads(answer.read() or b"null")


def report(visitors: list[Visitor], lost: list[str]) -> int:
    """Print what was measured; return 1 where something was lost or failed."""
    for kind in KINDS:
        took = [one for each in visitors for one in each.took[kind]]
        middle, p95 = sorted(took)[len(took) // 2], percentile(took)
        print(f"{kind}: {len(took)} requests, median {1000 * middle:.0f} ms, p95 {1000 * p95:.0f} ms")
    answers = sum((each.answers for each in visitors), Counter[str]())
    print("answers:", ", ".join(f"{name} x {number}" for name, number in sorted(answers.items())))
    print(*lost or ["no update was lost"], sep="\n")
    failed = [name for name in answers if name.split()[1] not in ("200", "0")]
    return int(bool(lost or failed))


if __name__ == "__main__":
    main(sys.argv[1:])
