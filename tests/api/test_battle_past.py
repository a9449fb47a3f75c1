"""`/battles`: choices taken back, forks, records out and in, events followed, answers that stand; and who may do what."""

import json
import threading
import time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from tests.api.test_battles import BATTLES, army, bearer, begin, choose, get_decision, to_the_end

__all__ = ["army"]

Army = dict[str, str]


def play_on(client: FlaskClient, battle: dict[str, Any], times: int) -> dict[str, Any]:
    """Make choices for whoever is asked; return how the battle stands."""
    stands: dict[str, Any] = client.get(battle["href"]).get_json()
    for _ in range(times):
        seat = stands["pending"]["seat"]
        stands = choose(client, battle, get_decision(client, battle, seat)["options"][0], seat).get_json()
    return stands


def undo(client: FlaskClient, battle: dict[str, Any], seat: str, choices: int | None = None) -> Any:
    return client.post(battle["href"] + "/undo", json={"choices": choices}, headers=bearer(battle["tokens"][seat]))


def events(client: FlaskClient, battle: dict[str, Any], query: str = "") -> dict[str, Any]:
    answer = client.get(f"{battle['href']}/events?limit=200{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.get_json()
    return found


def test_a_person_takes_back_what_was_chosen_against_a_program(client: FlaskClient, army: Army) -> None:
    battle = begin(client, army)
    stood, heard = play_on(client, battle, 2), events(client, battle)
    question = get_decision(client, battle)
    after = choose(client, battle, question["options"][0]).get_json()
    assert after["choices"] > stood["choices"]
    answer = undo(client, battle, "a")
    assert answer.status_code == 200, answer.text
    back = answer.get_json()
    assert (back["choices"], back["events"], back["pending"]) == (stood["choices"], stood["events"], stood["pending"])
    assert get_decision(client, battle) == question
    assert {**events(client, battle), "undos": 0} == heard
    again = choose(client, battle, question["options"][0]).get_json()
    assert {**again, "undos": 0} == after


def test_back_to_any_decision(client: FlaskClient, army: Army) -> None:
    battle = begin(client, army, "human", "human")
    stood = [client.get(battle["href"]).get_json(), *(play_on(client, battle, 1) for _ in range(5))]
    for choices in (3, 0):
        for seat in "ab":
            assert undo(client, battle, seat, choices).status_code == 200
        back = client.get(battle["href"]).get_json()
        assert {**back, "undos": 0} == stood[choices]
    assert back["undos"] == 2
    assert undo(client, battle, "a", 0).status_code == 422
    assert undo(client, battle, "a").status_code == 409


def test_two_people_take_back_what_both_want(client: FlaskClient, army: Army) -> None:
    battle = begin(client, army, "human", "human")
    play_on(client, battle, 5)
    wanted = undo(client, battle, "a", 2).get_json()
    assert (wanted["choices"], wanted["wishes"]) == (5, {"a": 2, "b": None})
    other = undo(client, battle, "b", 3).get_json()
    assert (other["choices"], other["wishes"]) == (5, {"a": 2, "b": 3})
    play_on(client, battle, 1)
    assert client.get(battle["href"]).get_json()["wishes"] == {"a": None, "b": None}
    assert undo(client, battle, "b", 2).get_json()["choices"] == 6
    assert undo(client, battle, "a", 2).get_json()["choices"] == 2


def test_who_may_not_take_back(client: FlaskClient, army: Army) -> None:
    battle, over = begin(client, army), begin(client, army, "random", "random")
    play_on(client, battle, 1)
    address = battle["href"] + "/undo"
    assert client.post(address, json={}).status_code == 401
    assert client.post(address, json={}, headers=bearer("guess")).status_code == 403
    for body in ({"choices": -1}, {"choices": 9999}, {"choices": "1"}, {"decision": 1}, []):
        assert client.post(address, json=body, headers=bearer(battle["tokens"]["a"])).status_code == 422, body
    to_the_end(client, over)
    assert client.post(over["href"] + "/undo", json={"choices": 0}).status_code == 409
    elsewhere: dict[str, Any] = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.7", "HTTP_HOST": "muster.example"}}
    token = bearer(battle["tokens"]["a"])
    assert client.post(battle["href"] + "/forks", json={"choices": 0}, headers=token, **elsewhere).status_code == 403
    assert client.post(address, json={}, headers=token, **elsewhere).status_code == 200


@pytest.mark.slow
def test_another_process_does_not_write_over_what_was_taken_back(client: FlaskClient, same_app: Flask, army: Army) -> None:
    """The other process has the battle in memory at a point that is gone; it sees that, though the numbers are the same."""
    battle = begin(client, army, "human", "human")
    other = same_app.test_client()
    play_on(client, battle, 3)
    question = get_decision(other, battle, client.get(battle["href"]).get_json()["pending"]["seat"])
    for seat in "ab":
        undo(client, battle, seat, 2)
    seat = client.get(battle["href"]).get_json()["pending"]["seat"]
    choose(client, battle, get_decision(client, battle, seat)["options"][-1], seat)
    stands = client.get(battle["href"]).get_json()
    assert stands["choices"] == 3
    now = get_decision(other, battle, stands["pending"]["seat"])
    assert now["decision"] is not None
    assert now != question
    play_on(other, battle, 2)
    assert [each["n"] for each in events(client, battle)["items"]] == list(range(len(events(client, battle)["items"])))


def test_a_fork_goes_its_own_way(client: FlaskClient, army: Army) -> None:
    battle = begin(client, army)
    play_on(client, battle, 3)
    stands, token = client.get(battle["href"]).get_json(), bearer(battle["tokens"]["a"])
    answer = client.post(battle["href"] + "/forks", json={"choices": 2, "players": ["human", "human"]}, headers=token)
    assert answer.status_code == 201, answer.text
    fork = answer.get_json()
    assert fork["id"] != battle["id"]
    assert (fork["origin"]["battle"], fork["origin"]["choices"], fork["choices"]) == (battle["id"], 2, 2)
    assert [seat["player"] for seat in fork["seats"]] == ["human", "human"]
    assert fork["tokens"]["b"]
    heard = events(client, battle)["items"][: fork["events"]]
    assert events(client, fork)["items"] == heard
    play_on(client, fork, 2)
    assert client.get(battle["href"]).get_json() == stands
    for body, status in (({}, 422), ({"choices": 999}, 422), ({"choices": 0, "players": ["human"]}, 422)):
        assert client.post(battle["href"] + "/forks", json=body, headers=token).status_code == status, body
    assert client.post(battle["href"] + "/forks", json={"choices": 0}).status_code == 409
    assert client.post(battle["href"] + "/forks", json={"choices": 0}, headers=bearer("guess")).status_code == 403


def test_people_who_play_each_other_see_no_dice_to_come(client: FlaskClient, army: Army) -> None:
    battle = begin(client, army, "human", "human")
    play_on(client, battle, 2)
    for seat in "ab":
        token = bearer(battle["tokens"][seat])
        assert client.get(battle["href"] + "/record", headers=token).status_code == 409
        assert client.post(battle["href"] + "/forks", json={"choices": 1}, headers=token).status_code == 409


def test_a_record_goes_out_and_comes_in_again(client: FlaskClient, army: Army) -> None:
    battle = begin(client, army)
    play_on(client, battle, 4)
    assert client.get(battle["href"] + "/record").status_code == 409
    assert client.get(battle["href"] + "/record", headers=bearer("guess")).status_code == 403
    data = client.get(battle["href"] + "/record", headers=bearer(battle["tokens"]["a"])).data
    answer = client.post(BATTLES + "/records", json={"record": json.loads(data)})
    assert answer.status_code == 201, answer.text
    new, stands = answer.get_json(), client.get(battle["href"]).get_json()
    for name in ("choices", "events", "pending", "seats", "state", "mission"):
        assert new[name] == stands[name]
    assert client.get(new["href"] + "/record", headers=bearer(new["tokens"]["a"])).data == data
    question, other = get_decision(client, battle), get_decision(client, new)
    assert question == other
    choose(client, battle, question["options"][0])
    choose(client, new, question["options"][0])
    assert events(client, new) == events(client, battle)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"seed": -1}, "/record/seed"),
        ({"schema": "muster.battle/9"}, "/record/schema"),
        ({"ruleset": {"id": "wh40k-3e", "version": "1"}}, "/record"),
        ({"mission": "picnic"}, "/record/mission"),
        ({"seed": 12}, "/record"),
    ],
)
def test_a_record_that_cannot_be_used(client: FlaskClient, army: Army, change: dict[str, Any], path: str) -> None:
    battle = begin(client, army)
    play_on(client, battle, 2)
    data = json.loads(client.get(battle["href"] + "/record", headers=bearer(battle["tokens"]["a"])).data)
    answer = client.post(BATTLES + "/records", json={"record": data | change})
    assert answer.status_code == 422, answer.text
    assert path in [problem["path"] for problem in answer.get_json()["problems"]]
    assert len(client.get(BATTLES).get_json()["items"]) == 1
    assert client.post(BATTLES + "/records", json={"record": data, "players": ["human"]}).status_code == 422


def test_what_was_taken_back_comes_again_to_whoever_follows(client: FlaskClient, army: Army) -> None:
    battle = begin(client, army, "human", "human")
    play_on(client, battle, 4)
    heard = events(client, battle)
    assert (heard["start"], heard["undos"]) == (0, 0)
    for seat in "ab":
        undo(client, battle, seat, 2)
    play_on(client, battle, 1)
    stands = client.get(battle["href"]).get_json()
    news = events(client, battle, f"&start={heard['next']}&undos={heard['undos']}")
    assert news["undos"] == 1
    assert news["start"] < heard["next"]
    assert heard["items"][: news["start"]] + news["items"] == events(client, battle)["items"]
    assert len(events(client, battle)["items"]) == stands["events"]
    assert events(client, battle, f"&start={news['next']}&undos=1")["items"] == []


def test_who_follows_is_told_at_once(client: FlaskClient, app: Flask, army: Army) -> None:
    battle = begin(client, army)
    heard = events(client, battle)
    option, news = get_decision(client, battle)["options"][0], list[dict[str, Any]]()

    def follow() -> None:
        news.append(events(app.test_client(), battle, f"&start={heard['next']}&undos=0&wait=30"))

    thread = threading.Thread(target=follow)
    thread.start()
    time.sleep(0.3)
    assert not news
    choose(client, battle, option)
    thread.join(20)
    assert news[0]["items"][0]["n"] == heard["next"]
    last = client.get(battle["href"]).get_json()["events"]
    assert events(client, battle, f"&start={last}&wait=0.01")["items"] == []


def test_no_more_wait_than_there_are_places(client: FlaskClient, app: Flask, army: Army) -> None:
    battle = begin(client, army)
    at = events(client, battle)["next"]
    room = app.extensions[KEY].battles.news._watch._room
    taken = 0
    while room.acquire(blocking=False):
        taken += 1
    assert taken == app.extensions[KEY].settings.threads // 2
    assert events(client, battle, f"&start={at}&wait=30")["items"] == []
    room.release()
    for query in ("&wait=-1", "&wait=x", "&undos=-1", "&undos=x"):
        assert client.get(f"{battle['href']}/events?limit=2{query}").status_code == 422, query


def test_an_answer_can_stand(client: FlaskClient, army: Army) -> None:
    battle = begin(client, army, "human", "human")
    seat = client.get(battle["href"]).get_json()["pending"]["seat"]
    while not (question := get_decision(client, battle, seat))["finite"]:
        option = question["options"][0]
        answer = choose(client, battle, option | {"standing": "turn"}, seat)
        assert answer.status_code == 422
        assert "list" in answer.get_json()["detail"]
        seat = play_on(client, battle, 1)["pending"]["seat"]
    option = question["options"][0]
    assert choose(client, battle, option | {"standing": "for ever"}, seat).status_code == 422
    assert choose(client, battle, option | {"standing": "battle"}, seat).status_code == 200
    view = client.get(battle["href"] + "/view", headers=bearer(battle["tokens"][seat])).get_json()
    assert view["standing"] == [{"kind": option["kind"], "data": option["data"], "until": "battle"}]
    assert client.get(battle["href"] + "/view").get_json()["standing"] == []


def test_options_and_refusals_come_in_words(client: FlaskClient, army: Army) -> None:
    battle = begin(client, army)
    while (question := get_decision(client, battle))["decision"]["kind"] != "set-up":
        assert question["question"].endswith("?")
        assert len(question["labels"]) == len(question["options"]) == len(list(filter(None, question["labels"])))
        play_on(client, battle, 1)
    option = question["options"][0]
    poses = [[model, x + 200, y, facing] for model, x, y, facing in option["data"]["poses"]]
    answer = choose(client, battle, option | {"data": {"poses": poses, "reserves": False}})
    assert answer.status_code == 422
    assert "Assault Intercessor" in answer.get_json()["detail"]
    assert "(9E-" in answer.get_json()["detail"]
    assert get_decision(client, battle) == question
