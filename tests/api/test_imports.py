"""`/imports`: many documents at once, all or none, with a report."""

from typing import Any

from flask.testing import FlaskClient

from tests.api.native import CATALOGUE, datasheet
from tests.armies import army

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
    assert any(path.startswith("squad") for path in paths)
    assert any(path.startswith("other") for path in paths)
    assert any(path.startswith("what") for path in paths)
    assert client.get("/api/v1/catalogues/home").status_code == 404


def test_a_roster_that_cannot_be_kept_keeps_the_others_out(client: FlaskClient) -> None:
    document = army()
    document["army"]["limits"] = {"power": 1.2345678901234567e-05}
    answer = send(client, header=CATALOGUE, good=army(), bad=document)
    assert answer.status_code == 422, answer.text
    assert [problem["path"].split()[0] for problem in answer.get_json()["problems"]] == ["bad"]
    assert client.get("/api/v1/catalogues/home").status_code == 404


def test_bodies_that_are_no_import(client: FlaskClient) -> None:
    for body in ({}, {"documents": []}, {"documents": [{"name": "x"}]}, {"documents": [{"name": "x", "document": 7}]}):
        assert client.post(IMPORTS, json=body).status_code == 422
