"""`/validations` and `/matchups`: judged without being stored."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.armies import army

VALIDATIONS = "/api/v1/validations"
MATCHUPS = "/api/v1/matchups"


def test_document_tree_and_operations_are_judged_alike(client: FlaskClient) -> None:
    operations = [{"op": "add-force", "catalogue": "core-9e"}]
    roster = client.post(
        "/api/v1/rosters", json={"system": "wh40k-9e", "name": "Roster", "operations": operations}
    ).get_json()
    document = client.get(roster["href"] + "/document").get_json()
    answers = [
        client.post(VALIDATIONS, json=body).get_json()
        for body in ({"document": document}, {"tree": roster["tree"]}, {"system": "wh40k-9e", "operations": operations})
    ]
    stored = client.get(roster["href"] + "/findings").get_json()
    assert answers == [stored] * 3


def test_nothing_is_stored(client: FlaskClient) -> None:
    before = client.get("/api/v1/rosters").get_json()
    assert client.post(VALIDATIONS, json={"document": army()}).status_code == 200
    assert client.get("/api/v1/rosters").get_json() == before


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, ""),
        ({"document": {}, "tree": {}}, ""),
        ({"operations": []}, ""),
        ({"tree": {}, "operations": [{"op": "x"}]}, "/operations"),
        ({"tree": {}}, "/tree/system"),
        ({"document": {}}, ""),
        ({"system": "chess"}, "/system"),
        ({"system": "wh40k-9e", "operations": [{"op": "x"}]}, "/operations/0/op"),
    ],
)
def test_what_cannot_be_judged(client: FlaskClient, body: dict[str, Any], path: str) -> None:
    answer = client.post(VALIDATIONS, json=body)
    assert answer.status_code == 422, answer.text
    assert path in [problem["path"] for problem in answer.get_json()["problems"]] or path == ""


def test_a_tree_with_two_of_one_uid_is_refused(client: FlaskClient) -> None:
    force = {"uid": "f1", "catalogue": "core-9e"}
    tree = {"system": "wh40k-9e", "name": "x", "forces": [force, force], "next_uid": 2}
    assert client.post(VALIDATIONS, json={"tree": tree}).status_code == 422


def test_findings_in_another_language_keep_their_codes(client: FlaskClient) -> None:
    plain = client.post(VALIDATIONS, json={"document": army()}).get_json()
    other = client.post(VALIDATIONS, json={"document": army()}, headers={"Accept-Language": "xx, sv;q=0.5"}).get_json()
    assert [each["code"] for each in plain["findings"]] == [each["code"] for each in other["findings"]]


def test_a_matchup(client: FlaskClient) -> None:
    a, b = army("sunward-host"), army("gloam-court")
    facts = client.post(MATCHUPS, json={"a": {"document": a}, "b": {"document": b}}).get_json()
    assert facts["combined_power"] == a["army"]["power_level"] + b["army"]["power_level"]
    assert facts["table"]["width_in"] >= facts["table"]["depth_in"] > 0
    assert facts["underdog"] is None
    chosen = client.post(MATCHUPS, json={"a": {"document": a}, "b": {"document": b}, "battle_size": "onslaught"}).get_json()
    assert chosen["battle_size"] == "onslaught"
    assert chosen["hours"] > facts["hours"]
    assert chosen["proposed"] == facts["proposed"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"battle_size": "huge"}, "/battle_size"),
        ({"b": {}}, "/b"),
        ({"b": {"sheet": "AAAA"}}, "/b/sheet"),
        ({"c": {}}, "/c"),
    ],
)
def test_armies_that_do_not_meet(client: FlaskClient, change: dict[str, Any], path: str) -> None:
    body = {"a": {"document": army()}, "b": {"document": army()}} | change
    answer = client.post(MATCHUPS, json=body)
    assert answer.status_code == 422
    assert path in [problem["path"] for problem in answer.get_json()["problems"]]
