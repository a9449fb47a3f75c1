"""What whoever runs a server for others relies on: health, metrics, the log, smaller answers, other sites' pages."""

from __future__ import annotations

import gzip
import json
import logging
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import ACCOUNTS, KEY
from builder.app import create_app
from builder.settings import Settings, read_settings
from tests.people import Club

TOOL = "https://tools.example"
ELSEWHERE = {"Host": "muster.example", "X-Forwarded-For": "203.0.113.9"}
ROSTER = "/api/v1/rosters/sunward-host"


@pytest.fixture(scope="module")
def hosting_app(prepared_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A server that writes its log as JSON and lets the pages of one site call the API."""
    path = Path(shutil.copy(prepared_database, tmp_path_factory.mktemp("hosted")))
    yield create_app(Settings(database=path, names=("muster.example",), log="json", origins=(TOOL,)))
    logging.getLogger("muster.requests").handlers.clear()


@pytest.fixture
def visitor(hosting_app: Flask) -> FlaskClient:
    return hosting_app.test_client()


def test_everybody_may_ask_whether_it_works_and_learns_nothing_else(client: FlaskClient, club: Club) -> None:
    for answer in (
        client.get("/health", headers={"Host": "10.0.0.7", "Via": "a balancer"}),
        club.app.test_client().get("/health", headers={"Host": "10.0.0.7"}),
    ):
        assert (answer.status_code, answer.get_json()) == (200, {"status": "ok"})


def test_a_database_that_cannot_be_read_is_not_healthy(client: FlaskClient, settings: Settings) -> None:
    settings.database.write_bytes(b"no database " * 500)
    for beside in ("-wal", "-shm"):
        settings.database.with_name(settings.database.name + beside).unlink(missing_ok=True)
    assert client.get("/health").status_code >= 500


def test_metrics_count_by_endpoint_and_answer_this_machine_only(client: FlaskClient, club: Club) -> None:
    client.get(ROSTER)
    client.get("/api/v1/rosters/nobody")
    counts = client.get("/metrics").text
    assert 'muster_requests_total{endpoint="rosters.Roster",method="GET",status="200"}' in counts
    assert 'muster_requests_total{endpoint="rosters.Roster",method="GET",status="404"}' in counts
    assert 'muster_request_seconds_bucket{endpoint="rosters.Roster",le="0.1"}' in counts
    assert "sunward-host" not in counts
    assert client.get("/metrics", headers=ELSEWHERE).status_code == 403
    club.person("Ada")
    assert club.call("GET", "/../../metrics", club.key("Ada")).status_code in (403, 404)
    assert club.app.test_client().get("/metrics", base_url="https://muster.example").status_code == 403


def test_each_request_has_a_number_and_a_line_without_what_it_asked_for(
    visitor: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.setLevel(logging.INFO)
    logger = logging.getLogger("muster.requests")
    logger.addHandler(caplog.handler)
    try:
        given = visitor.get(f"/api/v1/links/{'t' * 32}?q=secret", headers={"X-Request-Id": "from-the-proxy.7"})
        hostile = visitor.get("/nowhere/secret", headers={"X-Request-Id": "a b; secret"})
    finally:
        logger.removeHandler(caplog.handler)
    lines = [json.loads(record.message) for record in caplog.records if record.name == "muster.requests"]
    assert given.headers["X-Request-Id"] == lines[0]["request"] == "from-the-proxy.7"
    assert hostile.headers["X-Request-Id"] == lines[1]["request"] != "a b; secret"
    assert (lines[0]["address"], lines[0]["status"], lines[1]["address"]) == ("/api/v1/links/<token:token>", 422, "")
    assert "secret" not in caplog.text
    assert "t" * 32 not in caplog.text
    assert lines[0]["milliseconds"] > 0


def test_an_answer_comes_smaller_with_the_same_version(client: FlaskClient) -> None:
    plain, small = client.get(ROSTER), client.get(ROSTER, headers={"Accept-Encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == plain.data
    assert len(small.data) < len(plain.data) / 2
    assert small.headers["ETag"] == plain.headers["ETag"]
    assert "Accept-Encoding" in plain.headers["Vary"]
    tag = small.headers["ETag"]
    edit = [{"op": "rename", "subject": "", "name": "Smaller"}]
    assert client.post(f"{ROSTER}/operations", json={"operations": edit}, headers={"If-Match": tag}).status_code == 200
    assert client.get(ROSTER, headers={"If-None-Match": tag, "Accept-Encoding": "gzip"}).status_code == 200


@pytest.mark.parametrize("path", ["/health", f"{ROSTER}/sheet.pdf"])
def test_what_would_not_get_smaller_comes_as_it_is(client: FlaskClient, path: str) -> None:
    assert "Content-Encoding" not in client.get(path, headers={"Accept-Encoding": "gzip"}).headers


def test_pages_of_a_named_site_call_the_api_and_no_others(visitor: FlaskClient) -> None:
    preflight = {"Origin": TOOL, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "if-match"}
    allowed = visitor.options("/api/v1/rosters", headers=preflight)
    assert allowed.status_code == 200
    assert allowed.headers["Access-Control-Allow-Origin"] == TOOL
    assert "Access-Control-Allow-Credentials" not in allowed.headers
    read = visitor.get(ROSTER, headers={"Origin": TOOL, "Sec-Fetch-Site": "cross-site"})
    assert read.headers["Access-Control-Allow-Origin"] == TOOL
    assert "ETag" in read.headers["Access-Control-Expose-Headers"]
    new = {"name": "From a tool", "system": "wh40k-9e"}
    site = {"Origin": TOOL, "Sec-Fetch-Site": "cross-site"}
    assert visitor.post("/api/v1/rosters", json=new, headers=site).status_code == 201
    other = site | {"Origin": "https://other.example"}
    assert visitor.post("/api/v1/rosters", json=new, headers=other).status_code == 403
    assert "Access-Control-Allow-Origin" not in visitor.get(ROSTER, headers=other).headers
    assert visitor.post("/rosters", data={"name": "A form"}, headers=site).status_code == 403


@pytest.mark.slow
def test_with_accounts_a_named_site_needs_a_key_and_never_a_session(settings: Settings) -> None:
    app = create_app(replace(settings, accounts=True, origins=(TOOL,)))
    club = Club(app, app.extensions[KEY], app.extensions[ACCOUNTS])
    browser = club.person("Ada", "owner")
    site = {"Origin": TOOL, "Sec-Fetch-Site": "cross-site"}
    new = {"name": "From a tool", "system": "wh40k-9e"}
    key = club.key("Ada")
    stranger = app.test_client()
    url = "https://muster.example"
    assert stranger.post("/api/v1/rosters", json=new, headers=site, base_url=url).status_code == 401
    assert stranger.post("/api/v1/rosters", json=new, headers=site | key, base_url=url).status_code == 201
    assert browser.client.post("/api/v1/rosters", json=new, headers=site, base_url=url).status_code == 403
    app.extensions[KEY].close()


@pytest.mark.parametrize(
    ("variable", "value"), [("MUSTER_ORIGINS", "*"), ("MUSTER_ORIGINS", "tools.example"), ("MUSTER_LOG", "yes")]
)
def test_a_setting_that_cannot_be_used_is_named(variable: str, value: str) -> None:
    with pytest.raises(ValueError, match=variable):
        read_settings({variable: value})
