"""`/battles/{battle}/events` as server-sent events: sent as they happen, gone on with after `Last-Event-ID`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import Timer
from typing import Any

import pytest
from flask.testing import FlaskClient

from builder.api.event_stream import MEDIA_TYPE
from builder.client import Muster
from tests.api.rosters import squad
from tests.api.test_battles import bearer, begin, choose, get_decision
from tests.servers import Local

Json = dict[str, Any]


@pytest.fixture
def army(client: FlaskClient) -> dict[str, str]:
    return {"roster": squad(client)["id"]}


@pytest.fixture(autouse=True)
def streams_end_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.api.battle_stream.STREAM_SECONDS", 0.0)


def stream(
    client: FlaskClient, battle: Json, seen: str = "", token: str = "", query: str = ""
) -> list[tuple[str, str, Json]]:
    """Return what is sent until the stream ends: ids, kinds and what they say."""
    headers = {"Accept": MEDIA_TYPE, **({"Last-Event-ID": seen} if seen else {}), **(bearer(token) if token else {})}
    answer = client.get(f"{battle['href']}/events{query}", headers=headers)
    assert (answer.status_code, answer.mimetype) == (200, MEDIA_TYPE)
    assert "Accept" in answer.vary
    return list(_read(answer.text))


def _read(text: str) -> Iterator[tuple[str, str, Json]]:
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines())
        if "event" in fields:
            yield fields.get("id", ""), fields["event"], json.loads(fields["data"])


def events(sent: list[tuple[str, str, Json]]) -> list[Json]:
    return [said for _, kind, said in sent if kind == "event"]


def test_a_stream_sends_every_event_and_how_the_battle_stands(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army, "random", "random")
    while battle["state"] == "running":
        battle = client.post(f"{battle['href']}/advance").get_json()
    page, start = list[Json](), 0
    while start is not None:
        found = client.get(f"{battle['href']}/events?limit=200&start={start}").get_json()
        page, start = page + found["items"], found["next"]
    sent = stream(client, battle)
    assert len(page) > 200
    assert events(sent) == page
    assert sent[-1][1:] == (
        "stands",
        {name: battle[name] for name in sent[-1][2] if name != "over"} | {"over": True},
    )
    assert [said["over"] for _, kind, said in sent if kind == "stands"][:-1] == [False] * (len(page) // 200)


@pytest.mark.parametrize("seen", ["x", "12", "1.2.3", "-1.0", "1" * 10 + ".0"])
def test_an_id_that_no_stream_sends_is_refused(client: FlaskClient, army: dict[str, str], seen: str) -> None:
    battle = begin(client, army)
    headers = {"Accept": MEDIA_TYPE, "Last-Event-ID": seen}
    answer = client.get(f"{battle['href']}/events", headers=headers)
    problem = answer.get_json()
    assert (answer.status_code, problem["problems"][0]["path"]) == (422, "Last-Event-ID")
    assert problem["detail"].startswith("Last-Event-ID: This is no id of an event")


def test_a_stream_goes_on_after_the_event_that_was_read_last(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    for _ in range(3):
        choose(client, battle, get_decision(client, battle)["options"][0])
    sent = stream(client, battle)
    at = len(sent) // 2
    assert stream(client, battle, sent[at][0]) == sent[at + 1 :]
    last = events(sent)[-1]["n"]
    assert events(stream(client, battle, sent[-2][0])) == []
    choose(client, battle, get_decision(client, battle)["options"][0])
    assert events(stream(client, battle, sent[-2][0]))[0]["n"] == last + 1


def test_choices_that_were_taken_back_are_told(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army)
    before = stream(client, battle)
    choose(client, battle, get_decision(client, battle)["options"][0])
    after = stream(client, battle)
    client.post(f"{battle['href']}/undo", json={"choices": 0}, headers=bearer(battle["tokens"]["a"]))
    (id, kind, said), *more = stream(client, battle, after[-2][0])
    assert (kind, said["undos"]) == ("back", 1)
    heard = [*(each for each in events(after) if each["n"] < said["start"]), *events(more)]
    assert heard == events(before) == events(stream(client, battle))
    assert id == f"{said['start']}.1"


def test_a_seat_is_sent_what_it_may_see_with_sentences(client: FlaskClient, army: dict[str, str]) -> None:
    battle = begin(client, army, "human", "human")
    token, query = battle["tokens"]["a"], "?told=true&limit=200"
    seen = client.get(f"{battle['href']}/events{query}", headers=bearer(token)).get_json()["items"]
    assert events(stream(client, battle, token=token, query=query)) == seen
    refused = client.get(f"{battle['href']}/events", headers={"Accept": MEDIA_TYPE, **bearer("x" * 32)})
    assert (refused.status_code, refused.mimetype) == (403, "application/problem+json")
    gone = client.get("/api/v1/battles/none/events", headers={"Accept": MEDIA_TYPE})
    assert gone.status_code == 404


@pytest.mark.parametrize("accept", ["", "*/*", "application/json", "application/json, text/event-stream"])
def test_whoever_does_not_ask_for_a_stream_gets_json(client: FlaskClient, army: dict[str, str], accept: str) -> None:
    battle = begin(client, army)
    answer = client.get(f"{battle['href']}/events", headers={"Accept": accept} if accept else {})
    assert answer.mimetype == "application/json"


@pytest.mark.slow
def test_the_client_listens_while_others_play(server: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.api.battle_stream.STREAM_SECONDS", 1.0)
    with Muster(server.url) as muster, Muster(server.url) as player:
        a, b = {"roster": "sunward-patrol"}, {"roster": "gloam-patrol"}
        battle = muster.start_battle(a, b, players=["human", "random"], seed=7)
        id, token = battle["id"], battle["tokens"]["a"]
        heard, answered = list[Json](), set[int]()
        for kind, said in muster.listen(id, token, told=True):
            if kind == "event":
                heard.append(said)
            elif len(answered) == 3:
                break
            elif said["pending"]["seat"] == "a" and said["pending"]["id"] not in answered:
                answered.add(said["pending"]["id"])
                Timer(0.3, player.choose, (id, token, player.decision(id, token)["options"][0])).start()
        assert [each["n"] for each in heard] == list(range(len(heard)))
        assert heard == list(muster.events(id, token, told=True))[: len(heard)]
