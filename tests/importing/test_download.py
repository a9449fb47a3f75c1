"""Data from addresses: a real server on this machine stands for the net."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from builder.importing import download
from builder.importing.addresses import is_public
from builder.importing.archives import Named, Unpacker
from builder.importing.download import Downloader
from datasheets.archives import Limits
from datasheets.problems import DocumentError
from tests.importing.data import SMALL, zip_files

LIMITS = Limits(archive=50_000, file=20_000)
INDEX = """<dataIndex xmlns="http://www.battlescribe.net/schema/dataIndexSchema" name="Salt">
  <dataIndexEntries>{}</dataIndexEntries></dataIndex>"""


def index(*paths: str) -> bytes:
    return INDEX.format("".join(f'<dataIndexEntry filePath="{path}" dataType="catalogue"/>' for path in paths)).encode()


class Server(ThreadingHTTPServer):
    """Answers with what stands under a path: bytes, or (status, headers, bytes)."""

    pages: Mapping[str, Any]
    asked: list[str]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Server)
        self.server.asked.append(self.path)
        found = self.server.pages.get(self.path, (404, {}, b"nothing"))
        status, headers, body = found if isinstance(found, tuple) else (200, {}, found)
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(("127.0.0.1", 0), Handler)
    made.pages, made.asked = {}, []
    thread = Thread(target=made.serve_forever, args=(0.02,))
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


def load(url: str, **options: Any) -> dict[str, bytes]:
    loaded = Downloader(private=True, limits=LIMITS, **options).load(url)
    return {each.name: each.data for each in Unpacker(LIMITS).unpack(loaded)}


def problem_message(url: str, private: bool = True) -> str:
    with pytest.raises(DocumentError) as raised:
        list(Downloader(private=private, limits=LIMITS).load(url))
    (problem,) = raised.value.problems
    assert problem.message.isprintable()
    return problem.message


def test_a_file(server: Server) -> None:
    server.pages = {"/data/Reed%20Folk.cat": SMALL["Reed.cat"]}
    told: list[str] = []
    assert load(f"{server.url}/data/Reed%20Folk.cat", progress=told.append) == {"Reed Folk.cat": SMALL["Reed.cat"]}
    assert told == ["Reed Folk.cat"]


def test_an_archive_whatever_it_is_called(server: Server) -> None:
    server.pages = {"/archive/HEAD": zip_files({f"repo/{name}": data for name, data in SMALL.items()})}
    assert set(load(f"{server.url}/archive/HEAD")) == {f"HEAD.zip/repo/{name}" for name in SMALL}


@pytest.mark.parametrize("name", ["index.xml", "salt.latest.bsi"])
def test_an_index(server: Server, name: str) -> None:
    named = index("Salt.gst", "Reed Folk.catz", "readme.txt", "Salt.gst")
    data = zip_files({"index.xml": named}) if name.endswith(".bsi") else named
    zipped_reed = zip_files({"Reed Folk.cat": SMALL["Reed.cat"]})
    server.pages = {f"/d/{name}": data, "/d/Salt.gst": SMALL["Salt.gst"], "/d/Reed%20Folk.catz": zipped_reed}
    assert load(f"{server.url}/d/{name}") == {"Salt.gst": SMALL["Salt.gst"], "Reed Folk.catz": SMALL["Reed.cat"]}


@pytest.mark.parametrize("path", ["/etc/passwd.cat", "../x.cat", "http://elsewhere/x.cat", "a\\b.cat"])
def test_an_index_that_leads_away(server: Server, path: str) -> None:
    server.pages = {"/index.xml": index(path)}
    told = problem_message(f"{server.url}/index.xml")
    assert f'"{path}"' in told, "as it is written, not as a part of a JSON pointer"
    assert "leads away" in told
    assert server.asked == ["/index.xml"]


def test_an_index_of_nothing_or_that_is_none(server: Server) -> None:
    server.pages = {"/index.xml": index("readme.txt"), "/a/index.xml": b"<html/>", "/b.bsi": zip_files({"x.cat": b"?"})}
    assert "no data files" in problem_message(f"{server.url}/index.xml")
    assert "root element" in problem_message(f"{server.url}/a/index.xml")
    assert "one file" in problem_message(f"{server.url}/b.bsi")
    server.pages = {"/index.xml": b'<!DOCTYPE x [<!ENTITY a "b">]><dataIndex>&a;</dataIndex>'}
    assert "document type" in problem_message(f"{server.url}/index.xml")


def test_more_than_is_loaded(server: Server) -> None:
    server.pages = {"/x.cat": b" " * 50_001}
    assert "larger than" in problem_message(f"{server.url}/x.cat")


def test_what_servers_do_wrong(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    small = SMALL["Reed.cat"]
    server.pages = {
        "/short.cat": (200, {"Content-Length": str(len(small) + 5)}, small),
        "/gone.cat": (410, {}, b""),
        "/round.cat": (302, {"Location": "/round.cat"}, b""),
        "/file.cat": (302, {"Location": "file:///etc/passwd"}, b""),
        "/packed.cat": (200, {"Content-Encoding": "gzip"}, gzip.compress(b" " * 1_000_000)),
        "/slow.cat": small,
    }
    assert "broke off" in problem_message(f"{server.url}/short.cat")
    assert "410" in problem_message(f"{server.url}/gone.cat")
    assert "leads on" in problem_message(f"{server.url}/round.cat")
    assert "leads on" in problem_message(f"{server.url}/file.cat")
    assert "compressed" in problem_message(f"{server.url}/packed.cat")
    monkeypatch.setattr(download, "ALL_SECONDS", -1)
    assert "longer than" in problem_message(f"{server.url}/slow.cat")


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://x/y.cat",
        "http://",
        "https://[::1/x",
        "http://user:word@x/y",
        "http://x:99999/",
        "data://x,y",
    ],
)
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(DocumentError) as raised:
        list(Downloader(private=True, limits=LIMITS).load(url))
    assert [problem.path for problem in raised.value.problems] == [url]


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("host", ["a" * 70 + ".example", "ä" * 70 + ".example", "a..example", "xn--" + "9" * 70, "x\u2028y"])
def test_names_that_nobody_can_have(server: Server, host: str, private: bool) -> None:
    """requests lets what it cannot write as a name of the net through, as errors of other kinds."""
    assert "address" in problem_message(f"http://{host}/x.cat", private) or "cannot be" in problem_message(
        f"http://{host}/x.cat", private
    )
    server.pages = {"/there": (302, {"Location": f"http://{'a' * 70}.example/x.cat"}, b"")}
    assert "no address that can be read" in problem_message(f"{server.url}/there")


def test_a_server_that_is_not_there() -> None:
    began = time.monotonic()
    assert "connection failed" in problem_message("http://127.0.0.1:9/x.cat")
    assert time.monotonic() - began < 10


def test_private_machines_are_not_asked_for_others(server: Server) -> None:
    server.pages = {"/x.cat": SMALL["Reed.cat"]}
    port = server.server_address[1]
    for host in ("127.0.0.1", "localhost", "2130706433", "0x7f000001", "[::ffff:127.0.0.1]", "[::1]"):
        assert "private network" in problem_message(f"http://{host}:{port}/x.cat", private=False)
    assert server.asked == []


def test_nobody_learns_which_ports_of_private_machines_are_open(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused is not even tried: an open port and a closed one are told apart neither by words nor by time."""
    tried: list[Any] = []
    monkeypatch.setattr("urllib3.util.connection.socket.socket.connect", lambda _, address: tried.append(address))
    closed = "http://127.0.0.1:9/x.cat"
    open_one = f"{server.url}/x.cat"
    assert problem_message(closed, private=False) == problem_message(open_one, private=False).replace(open_one, closed)
    assert tried == []


def test_a_redirect_does_not_lead_to_a_private_machine(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first machine is taken as public, as one of the net would be; the second is the same by another name."""
    port = server.server_address[1]
    server.pages = {"/x.cat": (302, {"Location": f"http://localhost:{port}/secret"}, b""), "/secret": b"secret"}
    seen: list[str] = []

    def first_only(address: str) -> bool:
        """Take what is asked twice, when its name is looked up and when it answers."""
        seen.append(address)
        return len(seen) <= 2

    monkeypatch.setattr("builder.importing.addresses.is_public", first_only)
    assert "private network" in problem_message(f"http://127.0.0.1:{port}/x.cat", private=False)
    assert server.asked == ["/x.cat"]


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("140.82.121.4", True),
        ("2606:50c0:8000::154", True),
        *((each, False) for each in ("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0")),
        *((each, False) for each in ("100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "fe80::1%eth0", "fc00::1", "::")),
        *((each, False) for each in ("::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::a9fe:a9fe")),
        ("64:ff9b::8c52:7904", True),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize(
    ("page", "archive"),
    [
        ("https://github.com/owner/salt-data", "https://github.com/owner/salt-data/archive/HEAD.zip"),
        ("https://github.com/owner/salt-data.git", "https://github.com/owner/salt-data/archive/HEAD.zip"),
        ("https://github.com/owner/salt-data/tree/v1.2/", "https://github.com/owner/salt-data/archive/v1.2.zip"),
    ],
)
def test_the_page_of_a_repository_is_its_archive(monkeypatch: pytest.MonkeyPatch, page: str, archive: str) -> None:
    asked: list[str] = []

    def fetch(_: Downloader, url: str, most: int) -> Named:
        asked.append(url)
        return Named("x.zip", b"")

    monkeypatch.setattr(Downloader, "_fetch", fetch)
    list(Downloader(private=False).load(page))
    assert asked == [archive]
