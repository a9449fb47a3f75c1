"""While a server works on what nobody should send, it serves another client within a second, and says one sentence."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from tests.importing.data import NINTH, catalogue, game_system, unit, zip_files
from tests.importing.test_endless import KINDS
from tests.servers import Server

AT_ONCE = 2
PATIENCE = 1.0
"""Seconds in which another client has its answer, at the best of three tries."""
Send = Callable[[str], requests.Response]


def bring(name: str, data: bytes) -> Send:
    return lambda url: requests.post(f"{url}/api/v1/imports", files=[("files", (name, io.BytesIO(data)))], timeout=120)


def post(path: str, body: bytes, kind: str = "application/json") -> Send:
    return lambda url: requests.post(url + path, data=body, headers={"Content-Type": kind}, timeout=120)


def get(path: str) -> Send:
    return lambda url: requests.get(url + path, timeout=120)


def endless(kind: str) -> bytes:
    (shared, inside), _ = KINDS[kind]
    ninth = game_system(id=NINTH, name="Warhammer 40,000 9th Edition")
    data = catalogue(unit("u", "Unit", 0, inside), system=NINTH, inside=shared)
    return zip_files({"a.gst": ninth, "a.cat": data})


BLANKS = b"== Patrol DETACHMENT : Tin (0 CP) [5 PL] ==\n" + b"".join(b"a" + b" " * 3_900 + b"x\n" for _ in range(250))
COLONS = b"== a:" + b" " * 2_900 + b"\n"
KEYS = json.dumps({f"unknown-{number}": 1 for number in range(10_000)}).encode()
ENDLESS = "a unit of endless ways"
HEAVY: dict[str, tuple[Send, int, str]] = {
    "a list of blanks": (bring("list.txt", BLANKS), 422, ""),
    "a line of blanks": (bring("list.txt", COLONS), 422, ""),
    ENDLESS: (get("/api/v1/datasheets/reed/u"), 422, "takes more than 20000 steps"),
    "endless ways brought in again": (post("/api/v1/imports", endless("groups"), "application/zip"), 200, ""),
    "unknown keys": (post("/api/v1/rosters", KEYS), 422, "is no field here"),
    "very many values": (post("/api/v1/imports", b"[" + b"[]," * 200_000 + b"[]]"), 422, ""),
    "more values than are read": (post("/api/v1/imports", b"[" + b"[]," * 1_200_000 + b"[]]"), 400, "2000000 values"),
    "a million attributes": (
        bring("a.cat", b"<a " + b" ".join(b"a%d=''" % n for n in range(1_000_000)) + b"/>"),
        422,
        "bytes",
    ),
    "megabytes of no data": (bring("a.cat", b"<catalogue>" + b"<a/>" * 1_000_000), 422, ""),
}


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    started = serve()
    assert post("/api/v1/imports", endless("entries with models"), "application/zip")(started.url).status_code == 200
    assert get("/api/v1/systems")(started.url).ok
    return started


@pytest.mark.slow
def test_another_client_is_served_meanwhile(server: Server, whole: bool) -> None:
    late = []
    for name in HEAVY if whole else (ENDLESS,):
        send, status, told = HEAVY[name]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            sent = [pool.submit(send, server.url) for _ in range(AT_ONCE)]
            time.sleep(0.1)
            waited = min(seconds(get("/api/v1/systems"), server.url) for _ in range(3))
            late += [(name, waited)] if waited > PATIENCE else []
            for each in sent:
                answer = each.result()
                assert answer.status_code == status, (name, answer.text[:300])
                assert status == 200 or told in answer.json()["detail"], name
    assert not late


def seconds(send: Send, url: str) -> float:
    begun = time.monotonic()
    assert send(url).ok
    return time.monotonic() - begun
