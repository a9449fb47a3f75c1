"""`/battles`: seats and their tokens, choices that are stored and never lost, events, the record at the end."""

import hashlib
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from resolver.engine.record import read_record
from resolver.engine.replay import replay
from tests.api.rosters import squad

BATTLES = "/api/v1/battles"


@pytest.fixture
def army(client: FlaskClient) -> dict[str, str]:
    """A small army: one squad."""
    return {"roster": squad(client)["id"]}


def begin(client: FlaskClient, army: dict[str, str], *players: str, **more: Any) -> dict[str, Any]:
    names = list(players or ("human", "random"))
    body = {"a": army, "b": army, "seed": None if names == ["human", "human"] else 7, "players": names, **more}
    answer = client.post(BATTLES, json=body)
    assert answer.status_code == 201, answer.text
    assert answer.location == answer.get_json()["href"]
    battle: dict[str, Any] = answer.get_json()
    return battle


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def get_decision(client: FlaskClient, battle: dict[str, Any], seat: str = "a") -> dict[str, Any]:
    answer = client.get(battle["href"] + "/decision", headers=bearer(battle["tokens"][seat]))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.get_json()
    return found


def choose(client: FlaskClient, battle: dict[str, Any], choice: dict[str, Any], seat: str = "a") -> Any:
    return client.post(battle["href"] + "/choices", json=choice, headers=bearer(battle["tokens"][seat]))


def to_the_end(client: FlaskClient, battle: dict[str, Any]) -> dict[str, Any]:
    stands = battle
    while stands["state"] != "over":
        if stands["state"] == "running":
            stands = client.post(battle["href"] + "/advance").get_json()
        else:
            options = get_decision(client, battle, stands["pending"]["seat"])["options"]
            stands = choose(client, battle, options[0], stands["pending"]["seat"]).get_json()
    return stands


def test_a_battle_waits_for_its_person(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    assert battle["state"] == "waiting"
    assert battle["pending"]["seat"] == "a"
    assert battle["seats"] == [{"seat": "a", "player": "human"}, {"seat": "b", "player": "random"}]
    assert battle["tokens"]["a"]
    assert battle["tokens"]["b"] is None
    assert (battle["seed"], battle["outcome"]) == (None, None)
    read = client.get(battle["href"]).get_json()
    assert read == {name: value for name, value in battle.items() if name != "tokens"}
    assert client.get(BATTLES).get_json()["items"] == [read]


def test_a_choice_moves_the_battle_on(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    question = get_decision(client, battle)
    assert question["decision"]["rule"]
    assert question["options"]
    after = choose(client, battle, question["options"][0])
    assert after.status_code == 200
    assert after.get_json()["choices"] > battle["choices"]
    assert after.get_json()["pending"]["id"] > question["decision"]["id"]


def test_a_stale_choice_is_refused(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    option = get_decision(client, battle)["options"][0]
    stands = choose(client, battle, option).get_json()
    assert choose(client, battle, option).status_code == 409
    assert client.get(battle["href"]).get_json() == stands


@pytest.mark.rule("AOS-TOOLS-09", "AOS-SPELL-04")
@pytest.mark.parametrize(
    ("kind", "data", "rule"),
    [("re-roll", {"again": True}, "AOS-TOOLS-09"), ("unbind", {"model": 0}, "AOS-SPELL-04"), ("divide", {"angle": 0}, "")],
)
def test_what_is_not_asked_is_refused_by_its_rule(client: FlaskClient, kind: str, data: dict[str, Any], rule: str) -> None:
    """A die that was thrown again is not asked about any more, a spell is unbound when it is cast: the sentence says so."""
    ids = ("saltmarch-watch", "hollow-bough-vigil")
    battle = begin(client, {"roster": ids[0]}, b={"roster": ids[1]})
    open = get_decision(client, battle)["decision"]
    answer = choose(client, battle, {"decision": open["id"], "kind": kind, "data": data})
    assert answer.status_code == 409
    assert (f"({rule})" in answer.get_json()["detail"]) is bool(rule)
    assert f"{open['kind']}, not {kind}" in answer.get_json()["detail"] or open["kind"] == kind
    assert client.get(battle["href"]).get_json()["choices"] == battle["choices"]


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"decision": 99}, 409),
        ({"kind": "charge"}, 409),
        ({"data": {"x": "far"}}, 422),
        ({"data": {}}, 422),
        ({"data": []}, 422),
        ({"decision": -1}, 422),
        ({"more": 1}, 422),
    ],
)
def test_a_choice_that_cannot_be_made_changes_nothing(
    client: FlaskClient, army: dict[str, str], change: dict[str, Any], status: int
) -> None:
    battle = begin(client, army)
    option = get_decision(client, battle)["options"][0]
    answer = choose(client, battle, option | change)
    assert answer.status_code == status, answer.text
    assert answer.get_json()["detail"]
    assert client.get(battle["href"]).get_json()["choices"] == battle["choices"]
    assert choose(client, battle, option).status_code == 200


def test_tokens_open_their_own_seat_only(client: FlaskClient, army: dict[str, str]) -> None:
    battle, other = begin(client, army, "human", "human"), begin(client, army, "human", "human")
    decision = battle["href"] + "/decision"
    assert client.get(decision).status_code == 401
    assert client.get(decision).headers["WWW-Authenticate"].startswith("Bearer")
    assert client.get(decision, headers=bearer("guess")).status_code == 403
    assert client.get(decision, headers=bearer(other["tokens"]["a"])).status_code == 403
    nothing = {"decision": None, "question": None, "finite": True, "options": [], "labels": []}
    assert get_decision(client, battle, "b") == {"state": "waiting", **nothing}
    option = get_decision(client, battle, "a")["options"][0]
    assert choose(client, battle, option, "b").status_code == 409
    assert client.post(battle["href"] + "/choices", json=option).status_code == 401


def test_from_elsewhere_only_a_seat_is_open(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    elsewhere: dict[str, Any] = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.7", "HTTP_HOST": "muster.example"}}
    token = bearer(battle["tokens"]["a"])
    for what in ("", "/decision", "/events", "/view"):
        assert client.get(battle["href"] + what, **elsewhere).status_code in (401, 403)
        assert client.get(battle["href"] + what, headers=bearer("guess"), **elsewhere).status_code == 403
        assert client.get(battle["href"] + what, headers=token, **elsewhere).status_code == 200
    option = get_decision(client, battle)["options"][0]
    assert client.post(battle["href"] + "/choices", json=option, headers=token, **elsewhere).status_code == 200
    assert client.delete(battle["href"], headers=token, **elsewhere).status_code == 403
    for address in (BATTLES, "/api/v1/rosters", "/", "/api/v1/docs"):
        assert client.get(address, headers=token, **elsewhere).status_code == 403


def test_a_battle_to_its_end(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army, "random", "random")
    assert battle["tokens"] == {"a": None, "b": None}
    stands = to_the_end(client, battle)
    assert stands["outcome"]["winner"] in ("a", "b", None)
    assert (stands["pending"], stands["seed"]) == (None, 7)
    assert stands["seed_digest"] == "sha256:" + hashlib.sha256(b"muster seed 7").hexdigest()
    record = read_record(client.get(battle["href"] + "/record").data)
    again = replay(record)
    assert again.outcome is not None
    assert [*again.outcome.victory_points] == stands["outcome"]["victory_points"]
    events, start = [], 0
    while start is not None:
        page = client.get(f"{battle['href']}/events?start={start}&limit=200").get_json()
        events += page["items"]
        start = page["next"]
    assert events == [event for event in again.events if event["visible"] == "all"]
    assert len(again.events) == stands["events"]


def test_the_same_seed_gives_the_same_battle(client: FlaskClient, army: dict[str, str]) -> None:
    ends = [to_the_end(client, begin(client, army, "random", "random", seed=11)) for _ in range(2)]
    records = [client.get(end["href"] + "/record").data for end in ends]
    assert records[0] == records[1]


def test_the_record_waits_for_the_end(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    assert client.get(battle["href"] + "/record").status_code == 409


@pytest.mark.slow
def test_another_process_goes_on_where_this_one_stopped(client: FlaskClient, same_app: Flask, army: dict[str, str]) -> None:
    battle = begin(client, army, "human", "human")
    clients = [client, same_app.test_client()]
    seats = []
    for turn in range(8):
        stands = clients[turn % 2].get(battle["href"]).get_json()
        seats.append(stands["pending"]["seat"])
        option = get_decision(clients[turn % 2], battle, seats[-1])["options"][0]
        answer = choose(clients[turn % 2], battle, option, seats[-1])
        assert answer.status_code == 200, answer.text
        assert clients[(turn + 1) % 2].get(battle["href"]).get_json() == answer.get_json()
    assert set(seats) == {"a", "b"}


def test_events_can_be_followed(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    first = client.get(battle["href"] + "/events?limit=200").get_json()
    assert first["next"] == battle["events"] == len(first["items"])
    nothing = {"items": [], "next": first["next"], "start": first["next"], "undos": 0}
    assert client.get(f"{battle['href']}/events?start={first['next']}").get_json() == nothing
    choose(client, battle, get_decision(client, battle)["options"][0])
    more = client.get(f"{battle['href']}/events?start={first['next']}").get_json()
    assert more["items"][0]["n"] == first["next"]


def test_the_table_is_shown(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    view = client.get(battle["href"] + "/view").get_json()
    assert view["board"]["width"] > 0
    assert {unit["player"] for unit in view["units"]} == {0, 1}
    assert view["decision"] is None
    own = client.get(battle["href"] + "/view", headers=bearer(battle["tokens"]["a"])).get_json()
    assert own["decision"]["id"] == battle["pending"]["id"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"mission": "chess"}, "/mission"),
        ({"seed": -1}, "/seed"),
        ({"seed": 2**63}, "/seed"),
        ({"seed": "7"}, "/seed"),
        ({"players": ["human"]}, "/players"),
        ({"players": ["human", "cleverest"]}, "/players/1"),
        ({"b": {}}, "/b"),
        ({"dice": [6]}, "/dice"),
    ],
)
def test_a_battle_that_cannot_begin(client: FlaskClient, army: dict[str, str], change: dict[str, Any], path: str) -> None:
    answer = client.post(BATTLES, json={"a": army, "b": army} | change)
    assert answer.status_code == 422, answer.text
    assert path in [problem["path"] for problem in answer.get_json()["problems"]]
    assert client.get(BATTLES).get_json()["items"] == []


def test_an_army_without_units_cannot_fight(client: FlaskClient, army: dict[str, str]) -> None:
    empty = client.post("/api/v1/rosters", json={"system": "wh40k-9e", "name": "Nobody"}).get_json()
    answer = client.post(BATTLES, json={"a": army, "b": {"roster": empty["id"]}})
    assert answer.status_code == 422


def test_deleting(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    assert client.delete(battle["href"]).status_code == 204
    for what in ("", "/events", "/record", "/view"):
        assert client.get(battle["href"] + what).status_code == 404
    assert client.delete(battle["href"]).status_code == 404


def test_how_much_of_the_armies_is_played(client: FlaskClient, army: dict[str, str]) -> None:
    found = client.get(begin(client, army, "random", "random")["href"] + "/coverage").get_json()
    assert found.keys() == {"abilities", "unplayed", "assumed", "missing"}
    assert [share["played"] <= share["all"] for share in found["abilities"]] == [True, True]
    assert [row["what"] for row in found["missing"]] == ["stratagems", "command-points"]


def test_events_come_with_their_sentences_where_they_are_asked_for(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army, "random", "random")
    path = f"{battle['href']}/events?limit=200"
    plain = client.get(path).get_json()["items"]
    assert all("told" not in event for event in plain)
    told = client.get(f"{path}&told=true", headers={"Accept-Language": "de"}).get_json()["items"]
    assert [{name: value for name, value in event.items() if name != "told"} for event in told] == plain
    sentences = {event["kind"]: event["told"] for event in told}
    assert sentences["battlefield.created"].startswith("Das Schlachtfeld")
    assert any(sentence is None for sentence in sentences.values()), "what is silent has none"
    assert client.get(f"{path}&told=1").get_json()["items"][0]["told"] != told[0]["told"]
    assert client.get(f"{path}&told=perhaps").status_code == 422
