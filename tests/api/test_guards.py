"""Who may ask: this machine under its own name, its own pages; and what every answer carries."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from builder.app import create_app
from builder.settings import Settings
from builder.web.battles.seats import cookie_of

ADDRESS = "/api/v1/systems"


@pytest.mark.parametrize(
    ("host", "port"),
    [
        ("localhost", "80"),
        ("LOCALHOST", "80"),
        ("localhost:8000", "8000"),
        ("127.0.0.1:8000", "8000"),
        ("[::1]:8000", "8000"),
    ],
)
def test_loopback_names_are_answered(client: FlaskClient, host: str, port: str) -> None:
    assert client.get(ADDRESS, headers={"Host": host}, environ_overrides={"SERVER_PORT": port}).status_code == 200


@pytest.mark.parametrize("host", ["localhost", "localhost:80", "localhost:9000", "127.0.0.1", "[::1]:80"])
def test_a_name_with_another_port_is_not_ours(client: FlaskClient, host: str) -> None:
    answer = client.get(ADDRESS, headers={"Host": host}, environ_overrides={"SERVER_PORT": "8000"})
    assert (answer.status_code, "localhost:8000" in answer.get_json()["detail"]) == (403, True)


@pytest.mark.parametrize(
    "header",
    [
        *("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Server", "Forwarded", "X-Real-IP", "Via", "x-original-host"),
        *(
            "CF-Connecting-IP",
            "True-Client-IP",
            "Fly-Client-IP",
            "X-Client-IP",
            "Tailscale-User-Login",
            "X-Envoy-Peer-Metadata",
        ),
    ],
)
def test_what_came_through_a_proxy_is_not_from_here(client: FlaskClient, header: str) -> None:
    for value in ("127.0.0.1", ""):
        answer = client.get(ADDRESS, headers={header: value})
        assert (answer.status_code, "proxy" in answer.get_json()["detail"]) == (403, True)


def test_what_speaks_as_old_proxies_do_is_not_from_here(client: FlaskClient) -> None:
    assert client.get(ADDRESS, environ_overrides={"SERVER_PROTOCOL": "HTTP/1.0"}).status_code == 403


def test_a_service_of_this_machine_is_a_proxy_and_no_owner(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy that leaves no trace in the request runs as a user of its own; people, root and we ourselves do not."""
    table = "  sl  local rem st q tr re uid\n   0: 0100007F:{peer:04X} 0100007F:1F40 01 0:0 00:0 0 {user} 0 1\n"
    for n, tables in enumerate(((tmp_path / "tcp",), (tmp_path / "none", tmp_path / "tcp"))):
        monkeypatch.setattr("builder.api.sockets.TABLES", tables)
        for user, status in ((33, 403), (65534, 403), (62000, 403), (0, 200), (1000, 200), (os.getuid(), 200)):
            (tmp_path / "tcp").write_text(table.format(peer=50000 + n, user=user))
            environment = {"SERVER_PORT": "8000", "REMOTE_PORT": str(50000 + n)}
            answer = client.get(ADDRESS, headers={"Host": "localhost:8000"}, environ_overrides=environment)
            assert answer.status_code == status, user


def test_who_hung_up_is_no_owner(client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A visitor who goes away makes a proxy hang up; its socket then belongs to nobody (user 0) or stands nowhere."""
    monkeypatch.setattr("builder.api.sockets.TABLES", (tmp_path / "tcp",))
    ours = "  sl  local rem st q tr re uid\n   0: 0100007F:1F40 00000000:0000 0A 0:0 00:0 0 0 0 7\n"
    peer = "   1: 0100007F:C350 0100007F:1F40 {} 0:0 00:0 0 0 0 {}\n"
    for rows, status in ((peer.format("01", 9), 200), (peer.format("05", 0), 403), ("", 403)):
        (tmp_path / "tcp").write_text(ours + rows)
        environment = {"SERVER_PORT": "8000", "REMOTE_PORT": "50000"}
        answer = client.get(ADDRESS, headers={"Host": "localhost:8000"}, environ_overrides=environment)
        assert answer.status_code == status, rows


@pytest.mark.slow
def test_behind_a_proxy_scheme_and_name_are_those_of_the_visitor(settings: Settings) -> None:
    """Or a form of our own page would be refused, and the cookie of a seat sent in the clear."""
    app = create_app(replace(settings, proxies=1, names=("https://muster.example",)))
    owner, guest = app.test_client(), app.test_client()
    armies = {"a": "sunward-patrol", "b": "gloam-patrol", "player_a": "human", "player_b": "random"}
    battle = owner.post("/battles", data=armies).headers["Location"]
    link = re.search(r"https://muster\.example(/battles/[^\"<]+)", owner.post(f"{battle}/links", data={"seat": "a"}).text)
    assert link
    visitor = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "muster.example"}
    sat = guest.get(link[1], headers=visitor)
    assert (sat.status_code, "Secure" in sat.headers["Set-Cookie"]) == (303, True)
    guest.set_cookie(cookie_of(battle.rpartition("/")[2]), link[1].rpartition("/")[2], domain="localhost", path=battle)
    for origin, status in (("https://muster.example", 303), ("http://muster.example", 403), ("https://evil.example", 403)):
        assert guest.post(f"{battle}/advance", headers=visitor | {"Origin": origin}).status_code == status, origin
    believed = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Host": "evil.example"}
    assert guest.get(battle, headers=believed).status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example", "", "x" * 5000]
)
def test_a_name_that_was_pointed_here_is_refused(client: FlaskClient, host: str) -> None:
    answer = client.get(ADDRESS, headers={"Host": host})
    assert answer.status_code in (400, 403)
    assert answer.content_type == "application/problem+json"


@pytest.mark.parametrize("host", ["localhost", "muster.example"])
def test_another_machine_is_refused(client: FlaskClient, host: str) -> None:
    answer = client.get(ADDRESS, headers={"Host": host}, environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    ],
)
def test_a_page_of_another_site_changes_nothing(client: FlaskClient, headers: dict[str, str]) -> None:
    answer = client.post("/api/v1/rosters", json={"system": "wh40k-9e", "name": "x"}, headers=headers)
    assert answer.status_code == 403
    assert client.get("/api/v1/systems", headers=headers).status_code == 200


def test_every_answer_carries_the_headers(client: FlaskClient) -> None:
    for address in (ADDRESS, "/api/v1/docs", "/nowhere"):
        headers = client.get(address).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Access-Control-Allow-Origin" not in headers
        assert headers["Vary"].startswith("Accept-Language, Cookie")
