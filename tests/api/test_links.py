"""Links under which others read a roster: made, listed, taken back, and what they open."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from flask.testing import FlaskClient

from builder.services.links import MOST
from builder.settings import Settings
from tests.api.rosters import FORCE, apply_operations, create_roster, squad

ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}
HOST = {"Host": "muster.example"}


def test_a_link_opens_the_roster_as_it_stands(client: FlaskClient) -> None:
    roster = squad(client, "Before")
    answer = client.post(f"{roster['href']}/links", json={"name": "  Anna   and Bo "})
    assert answer.status_code == 201
    link = answer.get_json()
    assert (link["roster"], link["step"], link["name"]) == (roster["id"], 0, "Anna and Bo")
    assert answer.location == link["href"] == f"/api/v1/links/{link['token']}"
    assert link["page"] == f"/read/{link['token']}"
    assert client.get(link["href"]).data == client.get(f"{roster['href']}/document").data
    apply_operations(client, roster, {"op": "rename", "subject": "", "name": "After"})
    assert client.get(link["href"]).get_json()["army"]["name"] == "After"


def test_a_link_to_a_step_stays_at_it(client: FlaskClient) -> None:
    roster = create_roster(client, FORCE, name="Before")
    link = client.post(f"{roster['href']}/links", json={"step": 1}).get_json()
    apply_operations(client, roster, {"op": "rename", "subject": "", "name": "After"})
    assert client.get(link["href"]).get_json()["army"]["name"] == "Before"


def test_links_are_listed_without_what_opens_them(client: FlaskClient) -> None:
    roster, other = squad(client), squad(client)
    links = [client.post(f"{roster['href']}/links", json={"name": name}).get_json() for name in ("a", "b")]
    answer = client.get(f"{roster['href']}/links")
    assert [each["name"] for each in answer.get_json()["items"]] == ["a", "b"]
    assert not any(each["token"] in answer.text for each in links)
    assert client.get(f"{other['href']}/links").get_json() == {"items": []}


def test_what_is_taken_back_opens_nothing(client: FlaskClient) -> None:
    roster, other = squad(client), squad(client)
    first, second = (client.post(f"{roster['href']}/links", json={}).get_json() for _ in range(2))
    assert client.delete(f"{other['href']}/links/{first['id']}").status_code == 404
    assert client.delete(f"{roster['href']}/links/{first['id']}").status_code == 204
    assert client.delete(f"{roster['href']}/links/{first['id']}").status_code == 404
    assert client.get(first["href"]).status_code == 404
    assert client.get(second["href"]).status_code == 200


def test_links_go_with_their_roster(client: FlaskClient) -> None:
    roster = squad(client)
    link = client.post(f"{roster['href']}/links", json={}).get_json()
    client.delete(roster["href"], headers={"If-Match": f'"{roster["version"]}"'})
    assert client.get(link["href"]).status_code == 404


def test_no_token_is_stored(client: FlaskClient, settings: Settings) -> None:
    link = client.post(f"{squad(client)['href']}/links", json={}).get_json()
    assert len(link["token"]) == 16
    with closing(sqlite3.connect(settings.database)) as db:
        (row,) = db.execute("select * from roster_links").fetchall()
    assert link["id"] in row
    assert not any(link["token"] in str(each) for each in row)


def test_from_elsewhere_a_token_opens_its_roster_and_nothing_more(client: FlaskClient) -> None:
    roster = squad(client)
    link = client.post(f"{roster['href']}/links", json={}).get_json()

    def elsewhere(address: str, method: str = "GET") -> int:
        return client.open(address, method=method, headers=HOST, environ_overrides=ELSEWHERE).status_code

    assert elsewhere(link["href"]) == 200
    assert elsewhere(f"{link['href'][:-4]}____") == 404
    for address in (roster["href"], f"{roster['href']}/document", f"{roster['href']}/links", "/api/v1/rosters"):
        assert elsewhere(address) == 403, address
    assert elsewhere(f"{roster['href']}/links", "POST") == 403
    assert elsewhere(f"{roster['href']}/links/{link['id']}", "DELETE") == 403
    assert elsewhere(link["href"], "DELETE") in (403, 405)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"step": 99}, 404),
        ({"step": -1}, 422),
        ({"step": "1"}, 422),
        ({"name": "x" * 201}, 422),
        ({"name": 1}, 422),
        ({"token": "mine"}, 422),
        ([], 422),
    ],
)
def test_other_links_are_refused(client: FlaskClient, body: object, status: int) -> None:
    roster = squad(client)
    assert client.post(f"{roster['href']}/links", json=body).status_code == status
    assert client.get(f"{roster['href']}/links").get_json() == {"items": []}


@pytest.mark.slow
def test_no_roster_has_links_without_end(client: FlaskClient) -> None:
    roster = squad(client)
    for _ in range(MOST):
        assert client.post(f"{roster['href']}/links", json={}).status_code == 201
    answer = client.post(f"{roster['href']}/links", json={})
    assert answer.status_code == 409
    assert "take some back" in answer.get_json()["detail"]


def test_nobody_has_links(client: FlaskClient) -> None:
    assert client.get("/api/v1/rosters/nobody/links").status_code == 404
    assert client.post("/api/v1/rosters/nobody/links", json={}).status_code == 404
    for token in ("short", "x" * 32, "x" * 100, "%00" * 10, "..", "a b"):
        assert client.get(f"/api/v1/links/{token}").status_code == 404
