"""Shelves, named versions and comparisons over the API."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

ROSTERS = "/api/v1/rosters"


def create_roster(client: FlaskClient) -> dict[str, Any]:
    body = {"system": "wh40k-9e", "name": "Filed", "operations": [{"op": "add-force", "catalogue": "sunward-host"}]}
    found: dict[str, Any] = client.post(ROSTERS, json=body).get_json()
    return found


def add(client: FlaskClient, roster: dict[str, Any], entry: str) -> dict[str, Any]:
    force = roster["tree"]["forces"][0]["uid"]
    body = {"operations": [{"op": "add-unit", "force": force, "entry": entry}]}
    headers = {"If-Match": f'"{roster["version"]}"'}
    found: dict[str, Any] = client.post(f"{ROSTERS}/{roster['id']}/operations", json=body, headers=headers).get_json()
    return found


def test_a_roster_is_filed_in_the_version_that_was_read(client: FlaskClient) -> None:
    roster = create_roster(client)
    where, body = f"{ROSTERS}/{roster['id']}/shelf", {"tags": ["League", "League"], "archived": True, "locked": True}
    assert client.put(where, json=body).status_code == 428
    filed = client.put(where, json=body, headers={"If-Match": f'"{roster["version"]}"'})
    assert filed.status_code == 200
    answer = filed.get_json()
    assert (answer["tags"], answer["archived"], answer["locked"]) == (["League"], True, True)
    assert client.put(where, json=body, headers={"If-Match": f'"{roster["version"]}"'}).status_code == 412
    assert roster["id"] in [each["id"] for each in client.get(f"{ROSTERS}?tag=League&archived=true").get_json()["items"]]
    assert roster["id"] not in [each["id"] for each in client.get(f"{ROSTERS}?archived=false").get_json()["items"]]
    undo = client.post(f"{ROSTERS}/{roster['id']}/undo", headers={"If-Match": f'"{answer["version"]}"'})
    assert undo.status_code == 409


def test_too_many_and_too_long_tags_are_refused(client: FlaskClient) -> None:
    roster = create_roster(client)
    for tags in (["x"] * 21, ["x" * 41], [""]):
        body = {"tags": tags, "archived": False, "locked": False}
        answer = client.put(f"{ROSTERS}/{roster['id']}/shelf", json=body, headers={"If-Match": f'"{roster["version"]}"'})
        assert answer.status_code == 422


def test_versions_have_names_and_are_compared(client: FlaskClient) -> None:
    roster = add(client, create_roster(client), "host-guard")
    where = f"{ROSTERS}/{roster['id']}/history"
    assert client.put(f"{where}/2", json={"name": "Draft"}).status_code == 204
    assert client.put(f"{where}/9", json={"name": "Draft"}).status_code == 404
    assert [step["name"] for step in client.get(where).get_json()["items"]] == ["", "Draft"]
    add(client, roster, "dawn-marshal")
    sides = {"a": {"roster": roster["id"], "step": 2}, "b": {"roster": roster["id"]}}
    found = client.post("/api/v1/comparisons", json=sides).get_json()
    assert found["same"] == 1
    assert [(each["before"], each["after"]["name"]) for each in found["units"]] == [(None, "Dawn Marshal")]
    totals = {
        each["what"]: (each["before"], each["after"]) for each in found["totals"] if each["key"] in ("", "power_level")
    }
    assert totals["cost"] == ([3], [8])
    assert totals["units"] == ([1], [2])
    assert totals["models"] == ([5], [6])


def test_a_step_goes_with_a_roster_only(client: FlaskClient) -> None:
    document = client.get(f"{ROSTERS}/sunward-host/document").get_json()
    sides = {"a": {"document": document, "step": 2}, "b": {"roster": "sunward-host"}}
    assert client.post("/api/v1/comparisons", json=sides).status_code == 422


def test_the_collection_is_noted_by_name(client: FlaskClient) -> None:
    where = "/api/v1/collection/wh40k-9e"
    assert client.get(where).get_json() == {"owned": {}}
    client.put(where, json={"owned": {"Host Guard": 12, "Sky Lancer": 1}})
    assert client.put(where, json={"owned": {"Sky Lancer": 0}}).get_json() == {"owned": {"Host Guard": 12}}
    assert client.get("/api/v1/collection/wh40k-8e").get_json() == {"owned": {}}
    for wrong in ({"": 1}, {"x" * 201: 1}, {"bell\x07": 1}, {"Host Guard": -1}, {"Host Guard": 10_001}, {"Host Guard": "2"}):
        assert client.put(where, json={"owned": wrong}).status_code in (400, 422), wrong
