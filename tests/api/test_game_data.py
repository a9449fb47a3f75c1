"""`/imports` with data files and addresses, and what newer revisions make of rosters."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from tests.api.native import CATALOGUE
from tests.importing.data import EEL, SMALL, catalogue, option, unit, zip_files
from tests.importing.test_download import Server, server

__all__ = ["server"]

IMPORTS = "/api/v1/imports"


def body(files: Mapping[str, bytes], **more: Any) -> dict[str, Any]:
    return {"files": [{"name": name, "content": base64.b64encode(data).decode()} for name, data in files.items()], **more}


def send(client: FlaskClient, files: Mapping[str, bytes], **more: Any) -> Any:
    return client.post(IMPORTS, json=body(files, **more))


def test_files_and_documents_together(client: FlaskClient) -> None:
    answer = send(client, SMALL, documents=[{"name": "mine", "document": CATALOGUE}])
    assert answer.status_code == 200, answer.text
    report = answer.get_json()
    assert [(each["source"], each["kind"], each["change"], each["revision"]) for each in report["items"]] == [
        ("Salt.gst", "game-system", "added", 1),
        ("Mire.cat", "catalogue", "added", 1),
        ("Reed.cat", "catalogue", "added", 1),
        ("mine", "catalogue", "added", None),
    ]
    assert [problem["path"] for problem in report["problems"]] == ["Salt.gst:2"]
    assert report["rosters"] == []
    reed = client.get("/api/v1/catalogues/reed").get_json()
    assert (reed["origin"], reed["document"]["has_rules"]) == ("imported", False)
    found = client.get("/api/v1/datasheets?catalogue=reed&text=wad").get_json()["items"]
    wader = client.get(found[0]["href"]).get_json()
    assert wader["entry"] == "wader"
    assert [profile["name"] for profile in wader["unit"]["profiles"]] == ["Wader"]
    assert wader["document"]["schema"] == "muster.imported-unit/1"


def test_warnings_come_with_the_report(client: FlaskClient) -> None:
    answer = send(client, {**SMALL, "Mire.cat": catalogue(EEL, id="mire", name="Mire", links=("gone",), library=True)})
    _, problem = answer.get_json()["problems"]
    assert problem["path"] == "Mire.cat"
    assert "gone" in problem["message"]


def test_problems_have_file_and_line(client: FlaskClient) -> None:
    broken = SMALL["Reed.cat"].replace(b'value="1.0"', b'value="one"').replace(b'value="1"', b'value="one"')
    answer = send(client, {**SMALL, "Reed.cat": broken})
    assert answer.status_code == 422
    problems = answer.get_json()["problems"]
    assert {problem["path"] for problem in problems} == {f"/files/{list(SMALL).index('Reed.cat')}"}
    assert {problem["message"].partition(":")[0] for problem in problems} == {"Reed.cat"}
    assert client.get("/api/v1/catalogues/reed").status_code == 404


def test_an_archive_may_hold_documents(client: FlaskClient) -> None:
    answer = send(client, {"mine.zip": zip_files({"home/catalogue.json": json.dumps(CATALOGUE).encode()})})
    assert [each["source"] for each in answer.get_json()["items"]] == ["mine.zip/home/catalogue.json"]
    answer = send(client, {"mine.zip": zip_files({"home/catalogue.json": b"{"})})
    assert answer.status_code == 422
    assert answer.get_json()["problems"][0]["path"] == "/files/0"
    assert answer.get_json()["problems"][0]["message"].startswith("mine.zip/home/catalogue.json")


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"documents": [], "files": [], "urls": []},
        {"files": [{"name": "a.cat", "content": "%%%"}]},
        {"files": [{"name": "a.cat"}]},
        {"urls": [7]},
        {"urls": ["file:///etc/passwd"]},
        {"urls": ["x" * 3000]},
        {"preview": "yes", "urls": ["https://localhost/"]},
    ],
)
def test_bodies_that_are_no_import(client: FlaskClient, wrong: Any) -> None:
    assert client.post(IMPORTS, json=wrong).status_code == 422


def test_addresses_of_private_networks_need_a_setting(client: FlaskClient, app: Flask, server: Server) -> None:
    server.pages = {"/repo.zip": zip_files(SMALL)}
    url = f"{server.url}/repo.zip"
    answer = client.post(IMPORTS, json={"urls": [url]})
    assert answer.status_code == 422
    assert "MUSTER_PRIVATE_IMPORTS" in answer.get_json()["problems"][0]["message"]
    assert server.asked == []
    settings = app.extensions[KEY].settings
    object.__setattr__(settings, "private_imports", True)
    answer = client.post(IMPORTS, json={"urls": [url]})
    assert {each["id"] for each in answer.get_json()["items"]} == {"salt", "mire", "reed"}


def test_an_update_is_shown_previewed_and_accepted(client: FlaskClient) -> None:
    send(client, SMALL)
    made = client.post(
        "/api/v1/rosters",
        json={
            "system": "salt",
            "name": "Marsh",
            "operations": [
                {"op": "add-force", "catalogue": "reed", "entry": "host"},
                {"op": "add-unit", "force": "f1", "entry": "wader"},
            ],
        },
    ).get_json()
    newer = {"Reed.cat": catalogue(unit("wader", "Wader", 8, options=[option("spear", "Spear")]), revision=2)}
    preview = send(client, newer, preview=True).get_json()
    (shown,) = preview["rosters"]
    assert shown["costs"] == [{"cost": "pl", "name": "PL", "before": 5, "after": 8}]
    address = f"/api/v1/rosters/{made['id']}/updates"
    assert client.get(address).get_json()["forces"] == []
    send(client, newer)
    answer = client.get(address)
    assert answer.get_json() == shown
    accepted = client.post(
        f"/api/v1/rosters/{made['id']}/operations",
        json={"operations": shown["operations"]},
        headers={"If-Match": answer.headers["ETag"]},
    )
    assert accepted.status_code == 200, accepted.text
    assert client.get(address).get_json()["forces"] == []
    assert client.get("/api/v1/rosters/nobody/updates").status_code == 404


def test_what_was_imported_is_read_only(client: FlaskClient) -> None:
    send(client, SMALL)
    assert client.delete("/api/v1/datasheets/reed/wader", headers={"If-Match": '"1"'}).status_code == 409
    older = client.get("/api/v1/datasheets/reed/wader?version=1").get_json()
    assert older["name"] == "Wader"
    send(client, {"Reed.cat": catalogue(unit("wader", "Wader", 9), revision=2)})
    older = client.get("/api/v1/datasheets/reed/wader?version=1").get_json()
    assert (older["version"], older["unit"]["costs"]) == (1, {"pl": 5})
    assert len(client.get("/api/v1/datasheets/reed/wader/versions").get_json()["items"]) == 2
    newest, first = client.get("/api/v1/catalogues/reed/versions").get_json()["items"]
    assert (newest["newest"], newest["files"][0]["revision"]) == (True, 2)
    assert (first["newest"], [file["id"] for file in first["files"]]) == (False, ["reed", "mire", "salt"])
    (bundled,) = client.get("/api/v1/catalogues/core-9e/versions").get_json()["items"]
    assert (bundled["newest"], bundled["files"]) == (True, [])
    etag = client.get("/api/v1/catalogues/reed").headers["ETag"]
    assert client.delete("/api/v1/catalogues/reed", headers={"If-Match": etag}).status_code == 204
    assert client.get("/api/v1/catalogues/reed").status_code == 404
