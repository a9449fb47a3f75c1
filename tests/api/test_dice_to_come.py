"""Nobody who plays somebody else learns the seed or the dice to come: not by a page, a resource, a file or a fork."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from builder.services.armies import Source
from builder.services.assembly import Services, open_services
from builder.services.battles import Seated, Started
from builder.services.errors import Conflict, Invalid
from builder.services.seats import OWNER
from builder.settings import Settings
from builder.web.battles.seats import cookie_of
from resolver.engine.replay import replay
from resolver.players import BOTS

SEED, SALT = 8_123_456_789_012_345_678, "5a1t" * 8
A, B = Source(roster="sunward-patrol"), Source(roster="gloam-patrol")
UNSALTED = hashlib.sha256(f"muster seed {SEED}".encode()).hexdigest()


@pytest.fixture(scope="module")
def template(few_units: Path) -> Path:
    return few_units


@pytest.fixture(autouse=True)
def _fixed_seed(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.services.seeds.draw", lambda: (SEED, SALT))


@pytest.fixture
def services(settings: Settings) -> Iterator[Services]:
    found = open_services(settings)
    yield found
    found.close()


def play_on(services: Services, id: str, most: int) -> int:
    """Take options at random for both seats, at most so many times; return how many choices there are then."""
    bot, row = BOTS["random"](3), services.battles.get(id)
    while row.pending and row.choices < most:
        seat = Seated(row.pending["player"])
        asked = services.battles.question(id, seat)
        row = services.battles.choose(id, seat, bot.choose(asked.view, list(asked.options)))
    return row.choices


def start_battle(services: Services) -> Started:
    battle = services.battles.start(A, B, players=("human", "human"))
    play_on(services, battle.row.id, 12)
    return battle


def looks(app: Flask) -> Iterator[Rule]:
    """All that can be read of one battle."""
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments & {"battle"} and rule.arguments <= {"battle", "reel"}:
            yield rule


def answers(app: Flask, client: FlaskClient, id: str, headers: dict[str, str]) -> Iterator[tuple[str, int, str]]:
    adapter = app.url_map.bind("localhost")
    for rule in looks(app):
        path = adapter.build(rule.endpoint, {"battle": id, **({"reel": 0} if "reel" in rule.arguments else {})})
        for query in ("", "?n=3", "?limit=200"):
            answer = client.get(path + query, headers=headers)
            yield path, answer.status_code, answer.text
    for method, path, body in (
        ("POST", f"/api/v1/battles/{id}/forks", {"choices": 3, "players": ["human", "random"]}),
        ("POST", f"/api/v1/battles/{id}/advance", {}),
        ("POST", f"/api/v1/battles/{id}/choices", {"decision": 0, "kind": "x", "data": {}}),
        ("GET", "/api/v1/battles?limit=200", None),
    ):
        answer = client.open(path, method=method, json=body, headers=headers)
        yield path, answer.status_code, answer.text
    for form in ("fork", "choose", "undo", "preview", "foresee"):
        answer = client.post(f"/battles/{id}/{form}", data={"n": "3", "player_a": "human", "player_b": "random"})
        yield form, answer.status_code, answer.text


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize("who", ["a", "b", "both", "", "token", "spectator"])
def test_no_answer_shows_the_seed_while_two_people_play(app: Flask, services: Services, who: str) -> None:
    battle = start_battle(services)
    id, token = battle.row.id, battle.tokens[0] or ""
    client, headers = app.test_client(), {}
    if who in ("token", "spectator"):
        token = token if who == "token" else services.battles.spectators.make(id).token
        headers = {"Authorization": f"Bearer {token}"}
    client.set_cookie(cookie_of(id), token if headers else who, path=f"/battles/{id}")
    read = list(answers(app, client, id, headers))
    assert sum(status == 200 for _, status, _ in read) > 15
    for path, status, text in read:
        assert status < 500, (path, text[:300])
        for hidden in (str(SEED), SALT, UNSALTED, UNSALTED[:16]):
            assert hidden not in text, path
    secret = {status for path, status, _ in read if "record" in path or path.endswith("fork") or path.endswith("forks")}
    assert secret - {422} == {409}  # 422: a query that is not read
    assert [row.id for row in services.battles.page().items] == [id]


@pytest.mark.slow
def test_seed_and_salt_are_shown_at_the_end_and_prove_the_digest(
    app: Flask, services: Services, client: FlaskClient
) -> None:
    battle = start_battle(services)
    address = f"/battles/{battle.row.id}"
    digest = client.get(f"/api/v1{address}").get_json()["seed_digest"]
    assert digest in client.get(address).text
    assert digest == client.get(f"/api/v1{address}/events").get_json()["items"][0]["seed_digest"]
    play_on(services, battle.row.id, 10_000)
    over = client.get(f"/api/v1{address}").get_json()
    assert (over["state"], over["seed"], over["salt"]) == ("over", SEED, SALT)
    text = f"muster seed {over['salt']} {over['seed']}"
    assert over["seed_digest"] == digest == f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
    for page in (client.get(address).text, client.get(f"{address}/report").text):
        assert digest in page
        assert text in page
    record = services.battles.past.record(battle.row.id)
    assert (record.seed, record.salt) == (SEED, SALT)
    assert replay(record).events[-1]["seed"] == SEED
    again = services.battles.past.take_in(record)
    assert (again.row.outcome, again.row.seed, again.row.earlier) == (services.battles.get(battle.row.id).outcome, SEED, [])


def test_nobody_names_the_seed_where_two_people_play(client: FlaskClient, services: Services) -> None:
    armies = {"a": {"roster": "sunward-patrol"}, "b": {"roster": "gloam-patrol"}, "players": ["human", "human"]}
    answer = client.post("/api/v1/battles", json={**armies, "seed": 7})
    assert (answer.status_code, answer.get_json()["problems"][0]["path"]) == (422, "/seed")
    form = {"a": "sunward-patrol", "b": "gloam-patrol", "player_a": "human", "player_b": "human", "seed": "7"}
    page = client.post("/battles", data=form)
    assert (page.status_code, "the server draws the seed" in page.text) == (422, True)
    with pytest.raises(Invalid):
        services.battles.start(A, B, seed=0, players=("human", "human"))


@pytest.mark.slow
def test_two_people_who_go_on_from_what_one_has_seen_get_new_dice(
    services: Services, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who played alone knows the seed; a fork or a record must not tell the dice of the next battle."""
    alone = services.battles.start(A, B, seed=7, players=("human", "random"))
    past = services.battles.past
    id = alone.row.id
    play_on(services, id, 24)
    record = past.record(id, Seated(0))
    for made in (past.fork(id, OWNER, 16, ("human", "human")), past.take_in(record, ("human", "human"), 16)):
        fork = made.row
        assert (fork.seed, fork.salt, fork.choices) == (SEED, SALT, 16)
        assert [draw["seed"] for draw in fork.earlier] == [7]
        same = past.fork(id, OWNER, 16, ("human", "random")).row
        assert events(services, fork.id) == events(services, same.id)[: fork.events]
        play_on(services, fork.id, 36)
        play_on(services, same.id, 36)
        assert events(services, fork.id) != events(services, same.id)
        fresh = open_services(settings)  # from what is stored, the same again
        play_on(fresh, fork.id, 44)
        assert fresh.battles.view(fork.id).to_json() == services.battles.view(fork.id).to_json()
        fresh.close()
        with pytest.raises(Conflict, match="after 16 choices"):
            past.undo(fork.id, Seated(0, both=True), 15)
        assert past.undo(fork.id, Seated(0, both=True), 16).choices == 16
    monkeypatch.setattr("builder.services.seeds.draw", lambda: (SEED - 1, SALT))
    play_on(services, fork.id, 10_000)
    over = past.record(fork.id)
    assert replay(over).outcome is not None
    later = past.fork(fork.id, OWNER, 30, ("human", "human")).row
    assert ([draw["choices"] for draw in later.earlier], later.seed) == ([16, 30], SEED - 1)
    assert past.fork(fork.id, OWNER, 10, ("human", "random")).row.seed == 7


def events(services: Services, id: str) -> list[dict[str, Any]]:
    return list(services.battles.news.events(id, Seated(0), limit=100_000).items)


def test_whoever_has_the_machine_takes_back_alone_only_at_both_seats(services: Services) -> None:
    id = start_battle(services).row.id
    stood = services.battles.get(id).choices
    assert services.battles.past.undo(id, Seated(0), 5).choices == stood
    assert services.battles.past.undo(id, Seated(1), 5).choices == 5
    assert services.battles.past.undo(id, Seated(0, both=True), 2).choices == 2
