"""`/simulations`: queued, played beside the requests, followed, cancelled, gone on with; a game becomes a battle."""

from __future__ import annotations

import csv
import json
import time
from typing import Any

import pytest
from flask.testing import FlaskClient

from builder.services.armies import Source
from builder.services.assembly import Services
from builder.services.simulating import play_stored, waiting_ids
from builder.services.simulations import MOST_QUEUED
from resolver.simulation import run
from resolver.simulation.pools import InProcess
from tests.simulation.armies import armies

API = "/api/v1/simulations"


@pytest.fixture(autouse=True)
def _short_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who cancels waits for the block that is being played."""
    monkeypatch.setattr(run, "BLOCK_SECONDS", 0.1)


@pytest.fixture
def wish() -> dict[str, Any]:
    """A simulation of two armies of very few models."""
    a, b = ({"document": document.data} for document in armies())
    return {"a": a, "b": b, "games": 4, "players": ["greedy", "random"], "seed": 1}


def wait_for_end(client: FlaskClient, made: dict[str, Any]) -> dict[str, Any]:
    """Return the simulation when it is over, read by polling."""
    for _ in range(2400):  # two minutes: machines that test are busy
        found: dict[str, Any] = client.get(made["href"]).get_json()
        if found["state"] not in ("queued", "running"):
            return found
        time.sleep(0.05)
    raise AssertionError("it does not end")


@pytest.mark.slow
def test_a_simulation_is_followed_to_its_end_and_kept(client: FlaskClient, wish: dict[str, Any]):
    answer = client.post(API, json=wish)
    assert (answer.status_code, answer.get_json()["state"]) == (201, "queued")
    made = answer.get_json()
    told = list[dict[str, Any]]()
    while not (told and told[-1]["over"]):
        stream = client.get(made["progress"])
        assert stream.mimetype == "text/event-stream"
        lines = (line for line in stream.text.splitlines() if line.startswith("data: "))
        told += [json.loads(line.removeprefix("data: ")) for line in lines]
    assert told[-1] == {"id": made["id"], "state": "done", "played": 4, "games": 4, "over": True}
    assert [each["played"] for each in told] == sorted(each["played"] for each in told)
    found = client.get(made["href"]).get_json()
    assert sum(found["answer"]["wins"]) == found["answer"]["games"] == 4
    assert found["answer"]["sentence"] == "Too early to tell: 4 battles so far."
    assert client.get(API).get_json()["items"][0]["id"] == made["id"]
    rows = list(csv.reader(client.get(f"{made['href']}/export.csv").text.splitlines()))
    assert ["result", "a", "games", str(found["answer"]["wins"][0])] in rows


@pytest.mark.slow
def test_more_games_and_the_end_before_its_time(client: FlaskClient, wish: dict[str, Any]):
    made = client.post(API, json={**wish, "games": 5000}).get_json()
    stopped = client.post(f"{made['href']}/cancel").get_json()
    assert stopped["state"] == "stopped"
    assert wait_for_end(client, made)["played"] < 5000
    small = client.post(API, json={**wish, "games": 2}).get_json()
    two = wait_for_end(client, small)
    assert client.post(f"{small['href']}/resume", json={"games": 4}).status_code == 200
    four = wait_for_end(client, small)
    whole = wait_for_end(client, client.post(API, json=wish).get_json())
    assert two["played"] == 2
    assert four["answer"]["units"] == whole["answer"]["units"]
    assert client.delete(small["href"]).status_code == 204
    assert client.get(small["href"]).status_code == 404


def test_one_that_was_cancelled_while_it_was_taken_up_is_not_played(services: Services, wish: dict[str, Any]):
    a, b = (Source(document=document) for document in armies())
    row = services.simulations.start(a, b, games=2, players=("random", "random"), place="command")
    services.simulations.cancel(row.id)
    assert play_stored(services.simulations._store, row.id, InProcess()).state == "stopped"
    assert services.simulations.read(row.id).answer["games"] == 0


@pytest.mark.slow
def test_any_game_becomes_a_battle_that_goes_as_it_went(client: FlaskClient, wish: dict[str, Any]):
    made = client.post(API, json={**wish, "games": 2}).get_json()
    found = wait_for_end(client, made)
    wins = {"a": 0, "b": 0, "draw": 0}
    for game in (0, 1):
        battle = client.post(f"{made['href']}/games/{game}/battle").get_json()
        while battle["state"] == "running":
            battle = client.post(f"{battle['href']}/advance").get_json()
        winner = battle["outcome"]["winner"]
        seat = winner if winner is None or isinstance(winner, int) else "ab".index(winner)
        wins["draw" if seat is None else "ab"[seat ^ game]] += 1
    assert found["answer"]["wins"] == [wins["a"], wins["b"], wins["draw"]]
    missing = client.post(f"{made['href']}/games/2/battle")
    assert missing.status_code == 404
    assert "numbered from 0" in missing.get_json()["detail"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"games": 0}, "/games"),
        ({"games": 100_000}, "/games"),
        ({"players": ["greedy", "human"]}, "/players/1"),
        ({"mission": "peace"}, "/mission"),
        ({"precision": 0}, "/precision"),
        ({"b": {"roster": "cinder-patrol"}}, "/b"),
        ({"b": {"sheet": "JVBERi0="}}, ""),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_kept(
    client: FlaskClient, wish: dict[str, Any], change: dict[str, Any], path: str
):
    answer = client.post(API, json={**wish, **change})
    assert answer.status_code == 422
    assert path in answer.get_json()["problems"][0]["path"]
    assert client.get(API).get_json()["items"] == []


def test_a_full_queue_is_refused(
    client: FlaskClient, services: Services, wish: dict[str, Any], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(type(services.runner), "wake", lambda self: None)
    for _ in range(MOST_QUEUED):
        assert client.post(API, json=wish).status_code == 201
    full = client.post(API, json=wish)
    assert full.status_code == 503
    assert f"{MOST_QUEUED} simulations wait" in full.get_json()["detail"]
    assert full.headers["Retry-After"]


@pytest.mark.slow
def test_what_a_dead_server_left_is_played_on(services: Services, client: FlaskClient, wish: dict[str, Any]):
    made = client.post(API, json={**wish, "games": 3})
    done = wait_for_end(client, made.get_json())
    with services.store.writing() as db:
        db.execute("update simulations set state = 'running', holder = ?, games = 4", ["nowhere"])
    services.runner.wake()
    again = wait_for_end(client, made.get_json())
    assert (done["played"], again["played"], again["state"]) == (3, 4, "done")


def test_what_a_server_began_comes_before_what_waits_behind_it(services: Services):
    """Whether it was stopped (it is queued again) or killed (it is still held), and though others are older."""
    store = services.simulations._store
    a, b = (Source(document=document) for document in armies())
    first, second, third = (services.simulations.start(a, b, games=2, players=("random", "random")) for _ in range(3))
    assert waiting_ids(store) == [first.id, second.id, third.id]
    assert play_stored(store, second.id, InProcess(), is_stopped=lambda: True, wait=True).state == "queued"
    assert waiting_ids(store) == [second.id, first.id, third.id]
    play_stored(store, second.id, InProcess())
    with store.writing() as db:
        db.execute("update simulations set state = 'running', holder = 'nowhere', changed = 99 where id = ?", [third.id])
    assert waiting_ids(store) == [third.id, first.id]


@pytest.mark.sample(0)
def test_what_was_stopped_keeps_its_precision_and_what_is_done_plays_all_it_is_asked_for(services: Services):
    simulations = services.simulations
    a, b = (Source(document=document) for document in armies())
    row = simulations.start(a, b, games=400, precision=30, players=("random", "random"), seed=1, place="command")
    simulations.cancel(row.id)
    assert simulations.go_on(row.id, games=400, place="command").precision == 30
    simulations.cancel(row.id)
    assert simulations.go_on(row.id, precision=50, place="command").precision == 50
    done = play_stored(services.store, row.id, InProcess())
    assert (done.state, done.played) == ("done", 50)
    assert simulations.go_on(row.id, games=500, place="command").precision is None


@pytest.mark.slow
def test_who_goes_on_with_fewer_games_than_were_played_is_told_how_many_that_are(client: FlaskClient, wish: dict[str, Any]):
    made = client.post(API, json={**wish, "games": 2}).get_json()
    wait_for_end(client, made)
    refused = client.post(f"{made['href']}/resume", json={"games": 1})
    assert refused.status_code == 422
    assert refused.get_json()["problems"] == [
        {"path": "/games", "message": "2 games were played already; name that many or more."}
    ]
