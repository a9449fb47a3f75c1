"""Lists in an order in which nothing is missed while items change between two pages."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from builder.services.assembly import Services

API = "/api/v1"


def page(client: FlaskClient, path: str, start: object = None) -> dict[str, Any]:
    query = "" if start is None else f"&start={start}"
    found: dict[str, Any] = client.get(f"{API}/{path}{query}").get_json()
    return found


def test_a_roster_that_changes_between_two_pages_is_not_missed(client: FlaskClient, services: Services) -> None:
    every = {row["id"] for row in page(client, "rosters?limit=200")["items"]}
    first = page(client, "rosters?limit=5&sort=oldest")
    last = page(client, "rosters?limit=200")["items"][0]["id"]
    for id in (last, first["items"][0]["id"]):
        rename = [{"op": "rename", "subject": "", "name": "Meanwhile"}]
        services.rosters.apply(id, services.rosters.version(id), rename)
    seen, start = [row["id"] for row in first["items"]], first["next"]
    while start is not None:
        found = page(client, "rosters?limit=5&sort=oldest", start)
        seen += [row["id"] for row in found["items"]]
        start = found["next"]
    assert set(seen) == every
    assert seen[-1] == first["items"][0]["id"], "it came again, in its new version"


@pytest.mark.parametrize("path", ["catalogues", "datasheets"])
def test_what_comes_or_goes_moves_no_other_item_over_the_edge(client: FlaskClient, services: Services, path: str) -> None:
    every = {(row.get("catalogue"), row["id"]) for row in page(client, f"{path}?limit=200")["items"]}
    first = page(client, f"{path}?limit=3&sort=added")
    with services.store.writing() as db:
        db.execute("pragma defer_foreign_keys = on")
        seen = first["items"][0]
        if path == "catalogues":
            db.execute("delete from catalogues where id = ?", [seen["id"]])
        else:
            db.execute("delete from datasheets where catalogue = ? and id = ?", [seen["catalogue"], seen["id"]])
    found, start = list(first["items"]), first["next"]
    while start is not None:
        more = page(client, f"{path}?limit=100&sort=added", start)
        found += more["items"]
        start = more["next"]
    assert every <= {(row.get("catalogue"), row["id"]) for row in found}
    assert len(found) == len({(row.get("catalogue"), row["id"]) for row in found})


def test_a_search_finds_the_same_in_either_order(client: FlaskClient) -> None:
    path = "datasheets?text=guard&limit=200"
    named, added = (page(client, f"{path}{sort}")["items"] for sort in ("", "&sort=added"))
    assert sorted(map(repr, named)) == sorted(map(repr, added))
    assert named


def test_an_order_that_there_is_not_is_refused(client: FlaskClient) -> None:
    answer = client.get(f"{API}/rosters?sort=loudest")
    assert answer.status_code == 422
    assert answer.get_json()["problems"][0]["path"] == "?sort"
