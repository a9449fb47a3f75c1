"""Several rosters judged, or deleted, by one request."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from builder.services.bulk import MOST_DELETED, MOST_JUDGED
from datasheets.words import languages, say

ROSTERS = "/api/v1/rosters"
ARMIES = ["gloam-court", "sunward-host", "sunward-patrol"]


def versions(client: FlaskClient, *ids: str) -> list[dict[str, Any]]:
    found = (client.get(f"{ROSTERS}/{id}").get_json() for id in ids)
    return [{"id": each["id"], "version": each["version"]} for each in found]


def delete(client: FlaskClient, rosters: list[dict[str, Any]], **headers: str) -> Any:
    return client.post(f"{ROSTERS}/deletions", json={"rosters": rosters}, headers=headers)


def lock(client: FlaskClient, id: str) -> None:
    body = {"tags": [], "archived": False, "locked": True}
    assert client.put(f"{ROSTERS}/{id}/shelf", json=body, headers={"If-Match": "*"}).status_code == 200


def places(answer: Any) -> list[str]:
    return [each["path"] for each in answer.get_json()["problems"]]


def test_each_is_judged_as_it_is_alone(client: FlaskClient) -> None:
    answer = client.post(f"{ROSTERS}/findings", json={"rosters": ARMIES, "fixes": True})
    assert answer.status_code == 200
    for id, judged in zip(ARMIES, answer.get_json()["items"], strict=True):
        assert (judged.pop("id"), judged.pop("version")) == (id, 1)
        assert judged == client.get(f"{ROSTERS}/{id}/findings").get_json()


def test_fixes_are_tried_only_where_they_are_wanted(client: FlaskClient) -> None:
    force = [{"op": "add-force", "catalogue": "sunward-host"}]
    made = client.post(ROSTERS, json={"system": "wh40k-9e", "name": "Unfinished", "operations": force}).get_json()
    unit = {"op": "add-unit", "force": made["tree"]["forces"][0]["uid"], "entry": "host-guard"}
    client.post(f"{made['href']}/operations", json={"operations": [unit]}, headers={"If-Match": "*"})
    fixes = {}
    for wanted in (True, False):
        found = client.post(f"{ROSTERS}/findings", json={"rosters": [made["id"], *ARMIES], "fixes": wanted}).get_json()[
            "items"
        ]
        fixes[wanted] = sum(len(finding["fixes"]) for judged in found for finding in judged["findings"])
    assert (fixes[True] > 0, fixes[False]) == (True, 0)


def test_nothing_is_judged_where_one_is_missing(client: FlaskClient) -> None:
    answer = client.post(
        f"{ROSTERS}/findings", json={"rosters": ["none", *ARMIES, "nor-this"]}, headers={"Accept-Language": "de"}
    )
    assert (answer.status_code, places(answer)) == (404, ["/rosters/0", "/rosters/4"])
    assert answer.get_json()["detail"] == "/rosters/0: es gibt keine Liste 'none'"


def test_all_are_deleted(client: FlaskClient) -> None:
    assert delete(client, versions(client, *ARMIES)).status_code == 204
    assert {client.get(f"{ROSTERS}/{id}").status_code for id in ARMIES} == {404}


@pytest.mark.parametrize("fault", ["missing", "stale", "locked"])
def test_none_is_deleted_where_one_cannot_be(client: FlaskClient, fault: str) -> None:
    wanted = versions(client, *ARMIES)
    if fault == "missing":
        wanted[1]["id"] = "none"
    elif fault == "stale":
        wanted[1]["version"] += 1
    else:
        lock(client, ARMIES[1])
        wanted = versions(client, *ARMIES)
    answer = delete(client, wanted)
    assert (answer.status_code, places(answer)) == ({"missing": 404, "stale": 412, "locked": 409}[fault], ["/rosters/1"])
    assert {client.get(f"{ROSTERS}/{id}").status_code for id in ARMIES} == {200}


@pytest.mark.parametrize("language", languages())
def test_a_roster_that_is_named_twice_is_refused(client: FlaskClient, language: str) -> None:
    wanted = versions(client, *ARMIES, ARMIES[0])
    answer = delete(client, wanted, **{"Accept-Language": language})
    assert (answer.status_code, places(answer)) == (422, ["/rosters/3"])
    assert say("refused.request.twice", language=language) in answer.get_json()["detail"]
    assert client.post(f"{ROSTERS}/findings", json={"rosters": ["a", "a"]}).status_code == 422


@pytest.mark.parametrize(
    ("path", "most", "body"),
    [("findings", MOST_JUDGED, str), ("deletions", MOST_DELETED, lambda at: {"id": str(at), "version": 1})],
)
def test_too_many_and_none_are_refused(client: FlaskClient, path: str, most: int, body: Any) -> None:
    for number, status in ((0, 422), (most, 404), (most + 1, 422)):
        answer = client.post(f"{ROSTERS}/{path}", json={"rosters": [body(at) for at in range(number)]})
        assert answer.status_code == status, number
