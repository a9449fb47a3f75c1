"""A refused request costs nobody the connection: what is left of its body is read before the answer goes out."""

from __future__ import annotations

import io

import requests
from flask.testing import FlaskClient

FOREIGN = {"Origin": "https://elsewhere.example"}


def test_forty_refusals_on_one_connection_behind_gunicorn(address: str) -> None:
    with requests.Session() as session:
        for _ in range(40):
            answer = session.post(f"{address}/api/v1/rosters", json={"name": "x" * 500}, headers=FOREIGN, timeout=30)
            assert answer.status_code == 403
        big = b" " * 3_000_000
        kind = {"Content-Type": "application/json"}
        assert session.post(f"{address}/api/v1/rosters", data=big, headers=kind, timeout=30).status_code == 413
        assert session.get(f"{address}/api/v1/rosters", timeout=30).status_code == 200


def test_a_refused_body_is_read_to_its_end(client: FlaskClient) -> None:
    for size, headers, status in ((1000, FOREIGN, 403), (2_500_000, {}, 413), (1000, {}, 400)):
        body = io.BytesIO(b"x" * size)
        kind = "application/json"
        made = client.post("/api/v1/rosters", input_stream=body, content_length=size, content_type=kind, headers=headers)
        assert (made.status_code, len(body.read())) == (status, 0)
