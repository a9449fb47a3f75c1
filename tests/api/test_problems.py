"""Every error has one shape.

`application/problem+json` with `type` (an explanation that exists), `title`, `status` (the answer's own), `detail` (one
sentence) and `problems`, a list of {path, message}. This visits every source of errors there is.
"""

import io
import json
import sqlite3
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from builder.api import PREFIX
from builder.api.current import KEY
from builder.api.problems import KINDS
from builder.services.rosters import Rosters
from datasheets.words import languages, say
from tests.api.rosters import create_roster

ROSTERS = "/api/v1/rosters"
BODY = {"system": "wh40k-9e", "name": "x"}


def assert_problem(answer: Any, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text[:300]
    assert answer.content_type == "application/problem+json"
    problem: dict[str, Any] = json.loads(answer.data)
    assert set(problem) == {"type", "title", "status", "detail", "problems"}
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    assert "\n" not in problem["detail"]
    assert "Traceback" not in problem["detail"]
    assert problem["type"].startswith("/api/v1/docs#problem-")
    assert problem["type"].rpartition("-")[2]
    for place in problem["problems"]:
        assert set(place) == {"path", "message"}
        assert place["message"]
    return problem


HOSTILE = {
    "no JSON": b"{",
    "nothing": b"",
    "no UTF-8": b'{"name": "\xff"}',
    "a key twice": b'{"system": "wh40k-9e", "name": "a", "name": "b"}',
    "NaN": b'{"system": "wh40k-9e", "name": NaN}',
    "Infinity": b'{"a": -Infinity}',
    "a number beyond floats": b'{"a": 1e999}',
    "5000 digits": b'{"a": ' + b"1" * 5000 + b"}",
    "200 000 brackets": b"[" * 200_000,
    "deep but closed": b"[" * 900 + b"]" * 900,
    "half a character": b'{"system": "wh40k-9e", "name": "\\ud800"}',
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_bodies_that_no_honest_program_sends(client: FlaskClient, body: bytes) -> None:
    for address in (ROSTERS, "/api/v1/datasheets", "/api/v1/validations"):
        assert_problem(client.post(address, data=body, content_type="application/json"), 400)


@pytest.mark.parametrize("body", [b'"text"', b"null", b"[]", b"7", b"true"])
def test_bodies_that_are_no_object(client: FlaskClient, body: bytes) -> None:
    for address in (ROSTERS, "/api/v1/datasheets", "/api/v1/catalogues", "/api/v1/matchups"):
        problem = assert_problem(client.post(address, data=body, content_type="application/json"), 422)
        assert problem["detail"] == "The body is no JSON object: write it in braces, { }."


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/xml", "multipart/form-data", "application/x-www-form-urlencoded", ""]
)
def test_bodies_of_another_kind(client: FlaskClient, kind: str) -> None:
    assert_problem(client.post(ROSTERS, data=json.dumps(BODY), content_type=kind), 415)


@pytest.mark.slow
def test_of_very_many_problems_the_first_are_told_and_how_many_more(client: FlaskClient) -> None:
    body = BODY | {f"unknown-{number}": 1 for number in range(3_000)}
    answer = client.post(ROSTERS, json=body)
    assert_problem(answer, 422)
    problems = answer.get_json()["problems"]
    assert len(answer.data) < 50_000
    assert (len(problems), problems[-1]["message"]) == (101, "There are 2900 more problems; mend these first.")


def test_bodies_that_are_too_large(client: FlaskClient) -> None:
    large = json.dumps(BODY | {"name": "x" * 1_100_000})
    assert_problem(client.post("/api/v1/catalogues", data=large, content_type="application/json"), 413)
    huge = json.dumps(BODY | {"name": "x" * 2_100_000})
    assert_problem(client.post(ROSTERS, data=huge, content_type="application/json"), 413)
    pdf = b"%PDF-" + b"x" * 20_100_000
    assert_problem(client.post("/api/v1/sheets/read", data=pdf, content_type="application/pdf"), 413)


@pytest.mark.parametrize(
    "address",
    [
        "/api/v1/nowhere",
        "/api/v1",
        "/api/v1/rosters/none",
        "/api/v1/rosters/" + "9" * 30,
        "/api/v1/rosters/" + "x" * 5000,
        "/api/v1/rosters/..%2f..%2fetc",
        "/api/v1/rosters/a%00b",
        "/api/v1/rosters/%F0%9F%92%A9",
        "/api/v1/rosters/%ff%fe",
        "/api/v1/systems/none/rules/none",
        "/api/v1/schemas/none",
        "/api/v1/datasheets/core-9e/none",
        "/api/v1/rosters/",
    ],
)
def test_addresses_of_nothing(client: FlaskClient, address: str) -> None:
    assert_problem(client.get(address), 404)


def test_methods_that_an_address_has_not(client: FlaskClient) -> None:
    for method, address in (("PUT", ROSTERS), ("PATCH", "/api/v1/systems"), ("POST", "/api/v1/docs"), ("DELETE", ROSTERS)):
        answer = client.open(address, method=method)
        assert_problem(answer, 405)
        assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("limit=0", "?limit"),
        ("limit=201", "?limit"),
        ("limit=ten", "?limit"),
        ("limit=１２", "?limit"),
        ("limit=1.0", "?limit"),
        ("limit=" + "9" * 5000, "?limit"),
        ("start=-1", "?start"),
        ("limit=5&limit=6", "?limit"),
        ("sort=name", "?sort"),
        ("text=", "?text"),
        ("text=a%00b", "?text"),
        ("text=%ff", ""),
    ],
)
def test_queries(client: FlaskClient, query: str, path: str) -> None:
    answer = client.get(f"{ROSTERS}?{query}")
    if path == "":
        assert answer.status_code in (200, 422)
        return
    assert [place["path"] for place in assert_problem(answer, 422)["problems"]] == [path]


SHAPES: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "a document that is none": ("validations", "/document", {"document": 3}, "document.object"),
    "an operation that is none": (
        "validations",
        "/operations/0",
        {"system": "wh40k-9e", "operations": [3]},
        "document.object",
    ),
    "an operation without op": (
        "validations",
        "/operations/0/op",
        {"system": "wh40k-9e", "operations": [{}]},
        "document.missing",
    ),
    "a file without bytes": ("imports", "/files/0/content", {"files": [{"name": "a"}]}, "document.missing"),
    "a record that is missing": ("battles/records", "/record", {}, "document.missing"),
    "a document that is null": (
        "imports",
        "/documents/0/document",
        {"documents": [{"name": "a", "document": None}]},
        "document.null",
    ),
    "archived of a query": ("rosters?archived=x", "?archived", {}, "document.flag"),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("address", "path", "body", "code"), SHAPES.values(), ids=SHAPES.keys())
def test_what_the_field_library_refuses_is_said_in_our_words(
    client: FlaskClient, address: str, path: str, body: dict[str, Any], code: str, language: str
) -> None:
    method = "GET" if "?" in address else "POST"
    sent = body if method == "POST" else None
    answer = client.open(f"/api/v1/{address}", method=method, json=sent, headers={"Accept-Language": language})
    places = {place["path"]: place["message"] for place in assert_problem(answer, 422)["problems"]}
    assert places[path] == say(code, language=language), places


def test_versions(client: FlaskClient) -> None:
    roster = create_roster(client)
    edit = {"operations": [{"op": "rename", "subject": "", "name": "New"}]}
    assert_problem(client.post(roster["href"] + "/operations", json=edit), 428)
    assert_problem(client.post(roster["href"] + "/operations", json=edit, headers={"If-Match": '"9"'}), 412)
    assert_problem(client.post(roster["href"] + "/undo", headers={"If-Match": "*"}), 409)


def test_hosts_and_sites(client: FlaskClient) -> None:
    assert_problem(client.get(ROSTERS, headers={"Host": "evil.example"}), 403)
    assert_problem(client.post(ROSTERS, json=BODY, headers={"Origin": "https://evil.example"}), 403)


def test_what_nobody_foresaw(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(Rosters, "page", fail)
    answer = client.get(ROSTERS)
    assert_problem(answer, 500)
    assert "secret detail" not in answer.text
    assert "secret detail" in caplog.text


@pytest.mark.slow
def test_a_database_that_stays_locked(app: Flask, client: FlaskClient) -> None:
    store = app.extensions[KEY].store
    other = sqlite3.connect(store.path)
    other.execute("BEGIN IMMEDIATE")
    store.busy_seconds = 0.2
    store.close()
    try:
        answer = client.post(ROSTERS, json=BODY)
        assert_problem(answer, 503)
        assert answer.headers["Retry-After"] == "1"
    finally:
        other.close()
    assert client.post(ROSTERS, json=BODY).status_code == 201


def test_every_problem_is_explained_on_the_docs_page(client: FlaskClient) -> None:
    page = client.get("/api/v1/docs").text
    for kind in KINDS:
        assert f'id="problem-{kind.name}"' in page
        assert escape(kind.title) in page


@pytest.mark.parametrize(
    ("method", "path", "given"),
    [
        ("GET", "/systems/wh40k-9e?verbose=1", {}),
        ("GET", "/rosters?nonsense=1", {}),
        ("HEAD", "/rosters/sunward-host?x=1", {}),
        ("POST", "/imports?preview=true", {"json": {"documents": [{"name": "x", "document": {}}]}}),
        ("POST", "/imports?preview=true", {"data": {"files": (io.BytesIO(b"x"), "x.cat")}}),
        ("GET", "/schemas/operations?x=1", {}),
    ],
)
def test_a_query_that_is_not_read_is_refused(client: FlaskClient, method: str, path: str, given: dict[str, Any]) -> None:
    """Whoever sends `preview` where nobody reads it would import."""
    answer = client.open(PREFIX + path, method=method, **given)
    assert answer.status_code == 422
    if method != "HEAD":
        assert [each["path"] for each in answer.get_json()["problems"]] == ["?" + path.partition("?")[2].partition("=")[0]]
