"""A proxy on the same machine makes nobody the owner: real nginx, set up well, badly, and as the docs say."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests

from tests.browsers import missing
from tests.servers import Server, free_port

NGINX = shutil.which("nginx") or next(
    (path for path in ("/usr/sbin/nginx", "/usr/local/sbin/nginx") if Path(path).exists()), ""
)
PLACES = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
DOCS = Path(__file__).parents[2] / "docs" / "proxy.md"
PASSED = "proxy_set_header Host $host;"
CARELESS = {
    "plain": "",
    "the visitor's Host": PASSED,
    "HTTP/1.1": "proxy_http_version 1.1;",
    "HTTP/1.1 and the visitor's Host": f"proxy_http_version 1.1; {PASSED}",
    "HTTP/1.1 and X-Real-IP": f"proxy_http_version 1.1; {PASSED} proxy_set_header X-Real-IP $remote_addr;",
}
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
TOLD_APART = [name for name in CARELESS if IS_ROOT or name != "HTTP/1.1"]  # that is told only by the user that nginx runs as

Proxy = Callable[[str], str]


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    """Start nginx with a server block in which {port} stands for its own port, and return where it is."""
    if not NGINX:
        missing("nginx")
    running: list[subprocess.Popen[bytes]] = []

    def start(block: str) -> str:
        port = free_port()
        paths = "".join(f"{name}_temp_path {tmp_path / name};" for name in PLACES)
        file = tmp_path / "nginx.conf"
        file.write_text(
            f"daemon off; {'user nobody nogroup;' if IS_ROOT else ''}\n"
            f"pid {tmp_path}/nginx.pid; error_log {tmp_path}/error.log;\n"
            f"events {{}} http {{ access_log off; {paths}\n{block.replace('{port}', str(port))}\n}}"
        )
        running.append(subprocess.Popen([NGINX, "-p", str(tmp_path), "-c", str(file)], stderr=subprocess.DEVNULL))
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return f"http://127.0.0.1:{port}"
            except ConnectionRefusedError:
                time.sleep(0.05)
        raise AssertionError((tmp_path / "error.log").read_text())

    yield start
    for process in running:
        process.terminate()
        process.wait()


def _block(server: Server, lines: str) -> str:
    return f"server {{ listen 127.0.0.1:{{port}}; location / {{ proxy_pass {server.url}; {lines} }} }}"


@pytest.mark.slow
def test_a_stranger_behind_a_careless_proxy_is_no_owner(serve: Callable[..., Server], proxy: Proxy) -> None:
    server = serve()
    for how in TOLD_APART:
        there = proxy(_block(server, CARELESS[how]))
        for host in (None, "muster.example", "localhost", "127.0.0.1", "evil.example"):
            headers = {"If-Match": "1"} | ({"Host": host} if host else {})
            for method, path in (("GET", ""), ("DELETE", "/sunward-patrol"), ("GET", "/sunward-patrol")):
                answer = requests.request(method, f"{there}/api/v1/rosters{path}", headers=headers, timeout=20)
                assert answer.status_code == 403, (how, host, method, path, answer.text[:200])
    assert requests.get(f"{server.url}/api/v1/rosters/sunward-patrol", timeout=20).status_code == 200


@pytest.mark.slow
def test_the_nginx_of_the_docs_lets_guests_in_by_link_and_the_owner_directly(
    serve: Callable[..., Server], proxy: Proxy
) -> None:
    server = serve(MUSTER_NAMES="https://muster.example", MUSTER_PROXIES="1")
    found = re.search(r"```nginx\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert found
    block = (
        re.sub(r"\s*ssl_.*;", "", found[1])
        .replace("443 ssl", "127.0.0.1:{port}")
        .replace("http://127.0.0.1:8000", server.url)
    )
    there = proxy(block.replace("server_name muster.example", "server_name muster.example localhost"))
    made = requests.post(f"{server.url}/api/v1/rosters/sunward-patrol/links", json={}, timeout=20)
    assert made.status_code == 201
    page = requests.post(f"{server.url}/rosters/sunward-patrol/links", data={"name": ""}, timeout=20)
    assert "https://muster.example/" in page.text
    guest = {"Host": "muster.example"}
    assert requests.get(there + made.json()["page"], headers=guest, timeout=20).status_code == 200
    for host in ("muster.example", "localhost", server.url.partition("://")[2]):
        spoofed = {"Host": host, "X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": server.url.partition("://")[2]}
        assert requests.get(f"{there}/api/v1/rosters", headers=spoofed, timeout=20).status_code == 403
