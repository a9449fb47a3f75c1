"""Links under which others watch a battle, by the API."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

from flask.testing import FlaskClient

from builder.services.links import MOST
from builder.settings import Settings
from tests.api.test_battles import army, bearer, begin, get_decision

__all__ = ["army"]

ELSEWHERE: dict[str, Any] = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.7", "HTTP_HOST": "muster.example"}}


def create_link(client: FlaskClient, battle: dict[str, Any], name: str = "") -> dict[str, Any]:
    answer = client.post(f"{battle['href']}/links", json={"name": name} if name else {})
    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"
    found: dict[str, Any] = answer.get_json()
    return found


def test_a_token_reads_what_all_may_see_and_holds_no_seat(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    link = create_link(client, battle, " Anna  and Bo ")
    assert (link["battle"], link["name"]) == (battle["id"], "Anna and Bo")
    token = bearer(link["token"])
    for what in ("", "/events", "/view"):
        assert client.get(battle["href"] + what, headers=token, **ELSEWHERE).status_code == 200, what
        assert client.get(battle["href"] + what, headers=bearer("x" * 32), **ELSEWHERE).status_code == 403, what
    assert client.get(f"{battle['href']}/view", headers=token).get_json() == client.get(f"{battle['href']}/view").get_json()
    events = client.get(f"{battle['href']}/events", headers=token).get_json()
    assert events["items"] == client.get(f"{battle['href']}/events").get_json()["items"]
    assert client.get(f"{battle['href']}/decision", headers=token, **ELSEWHERE).status_code == 403
    assert client.get(f"{battle['href']}/record", headers=token, **ELSEWHERE).status_code == 409
    option = get_decision(client, battle)["options"][0]
    for what, body in (("choices", option), ("advance", {}), ("undo", {}), ("forks", {"choices": 0}), ("links", {})):
        answer = client.post(f"{battle['href']}/{what}", json=body, headers=token, **ELSEWHERE)
        assert answer.status_code == 403, what


def test_links_are_for_whoever_has_the_machine(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    for token in (create_link(client, battle)["token"], battle["tokens"]["a"]):
        assert client.get(f"{battle['href']}/links", headers=bearer(token), **ELSEWHERE).status_code == 403


def test_links_are_listed_and_taken_back(client: FlaskClient, army: dict[str, str]) -> None:
    battle, other = begin(client, army), begin(client, army)
    first, second = create_link(client, battle, "a"), create_link(client, battle, "b")
    answer = client.get(f"{battle['href']}/links")
    assert [each["name"] for each in answer.get_json()["items"]] == ["a", "b"]
    assert first["token"] not in answer.text
    assert client.delete(f"{other['href']}/links/{first['id']}").status_code == 404
    assert client.delete(f"{battle['href']}/links/{first['id']}").status_code == 204
    assert client.delete(f"{battle['href']}/links/{first['id']}").status_code == 404
    for link, status in ((first, 403), (second, 200)):
        assert client.get(battle["href"], headers=bearer(link["token"]), **ELSEWHERE).status_code == status
    assert client.get(other["href"], headers=bearer(second["token"]), **ELSEWHERE).status_code == 403
    client.delete(battle["href"])
    assert client.get(battle["href"], headers=bearer(second["token"]), **ELSEWHERE).status_code == 404


def test_no_token_is_stored(client: FlaskClient, army: dict[str, str], settings: Settings) -> None:
    link = create_link(client, begin(client, army))
    with closing(sqlite3.connect(settings.database)) as db:
        rows = [row for row in db.execute("select * from battle_links") if link["id"] in row]
    assert len(rows) == 1
    assert not any(link["token"] in str(each) for each in rows[0])


def test_no_battle_has_links_without_end(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    for _ in range(MOST):
        create_link(client, battle)
    answer = client.post(f"{battle['href']}/links", json={})
    assert answer.status_code == 409
    assert "take some back" in answer.get_json()["detail"]
    assert client.post(f"{battle['href']}/links", json={"name": "x" * 201}).status_code == 422
    assert client.post("/api/v1/battles/nobody/links", json={}).status_code == 404
    assert client.get("/api/v1/battles/nobody/links").status_code == 404
