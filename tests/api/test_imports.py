"""`/imports`: many documents at once, all or none, with a report."""

import io
import json
from base64 import b64encode
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection
from typing import Any

import pytest
import requests
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from tests.api.native import CATALOGUE, datasheet
from tests.armies import army
from tests.importing.data import SMALL, zip_files
from tests.servers import Server

IMPORTS = "/api/v1/imports"


def send(client: FlaskClient, **documents: Any) -> Any:
    return client.post(IMPORTS, json={"documents": [{"name": name, "document": each} for name, each in documents.items()]})


def test_everything_in_any_order(client: FlaskClient) -> None:
    answer = send(client, army=army(), squad=datasheet(), header=CATALOGUE)
    assert answer.status_code == 200, answer.text
    report = {item["source"]: (item["kind"], item["id"], item["change"]) for item in answer.get_json()["items"]}
    assert report["header"] == ("catalogue", "home", "added")
    assert report["squad"] == ("datasheet", "home/squad", "added")
    assert client.get(f"/api/v1/rosters/{report['army'][1]}").get_json()["name"] == "Sunward Host"
    again = send(client, header=CATALOGUE | {"name": "Hearth"}, squad=datasheet()).get_json()["items"]
    assert [(item["source"], item["change"]) for item in again] == [("header", "changed"), ("squad", "same")]


def test_all_or_none(client: FlaskClient) -> None:
    answer = send(client, header=CATALOGUE, squad=datasheet(name=""), other=datasheet("other", profiles=[]), what={"a": 1})
    assert answer.status_code == 422
    paths = [problem["path"] for problem in answer.get_json()["problems"]]
    assert {path.split("/")[2] for path in paths} == {"1", "2", "3"}
    assert client.get("/api/v1/catalogues/home").status_code == 404


def test_a_roster_that_cannot_be_kept_keeps_the_others_out(client: FlaskClient) -> None:
    document = army()
    document["army"]["limits"] = {"power": 1.2345678901234567e-05}
    answer = send(client, header=CATALOGUE, good=army(), bad=document)
    assert answer.status_code == 422, answer.text
    assert [problem["path"] for problem in answer.get_json()["problems"]] == ["/documents/2/document/army/limits/power"]
    assert client.get("/api/v1/catalogues/home").status_code == 404


def test_bodies_that_are_no_import(client: FlaskClient) -> None:
    for body in ({}, {"documents": []}, {"documents": [{"name": "x"}]}, {"documents": [{"name": "x", "document": 7}]}):
        assert client.post(IMPORTS, json=body).status_code == 422


def files(*names: str, data: bytes = b"") -> dict[str, Any]:
    return {"files": [(io.BytesIO(data or SMALL[name]), name) for name in names]}


def test_files_come_as_a_form_too(client: FlaskClient) -> None:
    assert client.post(IMPORTS, data={**files(*SMALL), "preview": "true"}).get_json()["items"][0]["change"] == "added"
    assert client.get("/api/v1/catalogues/reed").status_code == 404
    report = client.post(IMPORTS, data=files(*SMALL)).get_json()
    assert [item["source"] for item in report["items"]] == list(SMALL)
    assert client.get("/api/v1/catalogues/reed").status_code == 200


def test_a_zip_is_a_body(client: FlaskClient) -> None:
    def send(query: str) -> Any:
        return client.post(IMPORTS + query, data=zip_files(SMALL), content_type="application/zip").get_json()["items"]

    assert {item["change"] for item in (*send("?preview=true"), *send(""))} == {"added"}
    assert {item["change"] for item in send("")} == {"same"}


def test_a_form_is_held_to_what_json_is(client: FlaskClient) -> None:
    for extra in ({"surprise": "x"}, {"preview": "maybe"}, {"other": (io.BytesIO(b"x"), "x.cat")}):
        assert client.post(IMPORTS, data={**files(*SMALL), **extra}).status_code == 422, extra
    assert client.post(IMPORTS, data={}, content_type="multipart/form-data; boundary=x").status_code == 422
    assert client.post(IMPORTS, data=b"x", content_type="text/plain").status_code == 415
    assert client.get("/api/v1/catalogues/reed").status_code == 404


def test_data_of_the_size_of_real_ones_come_in_every_way(client: FlaskClient) -> None:
    """The largest real catalogues have over 2 MB, which is the most for a roster document."""
    large = SMALL["Reed.cat"].replace(b"</catalogue>", b"<!--" + b" reeds" * 500_000 + b"--></catalogue>")
    there = {**SMALL, "Reed.cat": large}
    written = [{"name": name, "content": b64encode(data).decode()} for name, data in there.items()]
    parts = [("files", (name, data)) for name, data in there.items()]
    sent = requests.Request("POST", "http://here", files=parts).prepare()
    form = {"data": sent.body, "content_type": sent.headers["Content-Type"]}
    for body in (
        {"json": {"files": written}},
        form,
        {"data": zip_files(there, 0), "content_type": "application/zip"},
    ):
        assert client.post(IMPORTS, **body).status_code == 200


def test_json_of_very_many_values_is_refused_before_it_is_read(client: FlaskClient) -> None:
    body = b'{"documents": [' + b"[]," * 1_000_000 + b"[]]}"
    answer = client.post(IMPORTS, data=body, content_type="application/json")
    assert (answer.status_code, "2000000 values" in answer.get_json()["detail"]) == (400, True)


def test_what_is_too_large_is_told_alike(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = app.test_client()
    own = app.extensions[KEY].settings
    monkeypatch.setattr(app.extensions[KEY], "settings", replace(own, import_limit=50_000))
    large = b"x" * 60_000
    form = files("a.cat", data=large)
    for body in (
        {"data": large, "content_type": "application/zip"},
        {"data": form},
        {"json": {"documents": ["x" * 60_000]}},
    ):
        answer = client.post(IMPORTS, **body)
        assert (answer.status_code, answer.mimetype) == (413, "application/problem+json")
        assert answer.get_json()["detail"].startswith("What was sent is larger")


@pytest.mark.slow
def test_the_server_itself_tells_it_so_too(serve: Callable[..., Server]) -> None:
    server = serve(MUSTER_IMPORT_LIMIT="10000", MUSTER_SHEET_LIMIT="10000")
    address = server.url.removeprefix("http://")
    with closing(HTTPConnection(address, timeout=30)) as sent:
        sent.putrequest("POST", IMPORTS)
        sent.putheader("Content-Length", "5000000")
        sent.endheaders(b"x")
        answer = sent.getresponse()
        told = json.loads(answer.read())
    assert (answer.status, answer.getheader("Content-Type"), told["status"]) == (413, "application/problem+json", 413)
