"""Who may ask: this machine under its own name, its own pages; and what every answer carries."""

import pytest
from flask.testing import FlaskClient

ADDRESS = "/api/v1/systems"


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"])
def test_loopback_names_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get(ADDRESS, headers={"Host": host}).status_code == 200


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
        assert headers["Vary"] == "Accept-Language, Cookie"
