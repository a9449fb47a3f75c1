"""Playing on pages as a person without scripts does: options, fields, words, refusals, going back, seats and links."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from builder.services.battles import Seated
from builder.web.battles.seats import cookie_of
from tests.web.pages import Form, Page, visit
from tests.web.test_crawl import check

ARMIES = {"a": "sunward-patrol", "b": "gloam-patrol"}


def begin(client: FlaskClient, a: str = "human", b: str = "random", seed: int = 7) -> Page:
    data = {**ARMIES, "seed": "" if a == b == "human" else str(seed), "player_a": a, "player_b": b}
    return Page(client, client.post("/battles", data=data, follow_redirects=True))


def address(page: Page) -> str:
    return page.answer.request.path.removesuffix("/choose").removesuffix("/undo")


def panel(page: Page) -> dict[str, str]:
    """The attributes of what is asked; {} where nothing is."""
    return next((attributes for _, attributes in page.tags if attributes.get("id") == "asked"), {})


def form(page: Page, name: str) -> Form:
    """The form that has a field of this name or of a name that begins like it."""
    return next(each for each in page.forms if any(control.name.startswith(name) for control in each.controls))


def going_on(page: Page) -> Page:
    """Have the programs play until somebody is asked or all is over."""
    for _ in range(200):
        if "Play on" not in [button.label for each in page.forms for button in each.buttons]:
            return page
        page = page.press("Play on")
    raise AssertionError("the programs do not finish")


def choose(page: Page, option: int = 0, **more: str) -> Page:
    answer = form(page, "option")
    found = {"decision": panel(page)["data-decision"], "option": str(option), **more}
    return going_on(page.send(answer, found))


def until(page: Page, kind: str, fits: Callable[[Page], bool] = lambda page: True, most: int = 150) -> Page:
    """Take the first option until a decision of a kind is open; pages are asked for only where they could fit."""
    battles, here = page.client.application.extensions[KEY].battles, address(page)
    id = here.rpartition("/")[2]
    for _ in range(most):
        asked = battles.advance(id).pending
        assert asked, "the battle is over"
        if asked["kind"] == kind and fits(found := visit(page.client, here)):
            return found
        seat = Seated(asked["player"])
        battles.choose(id, seat, battles.question(id, seat).options[0])
    raise AssertionError(f"no {kind} in {most} decisions")


def state_of(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.client.get(f"/api/v1{address(page)}").get_json()
    return found


def test_the_page_says_which_phase_it_is_though_nothing_has_happened_in_it(client: FlaskClient) -> None:
    data = {"a": "saltmarch-watch", "b": "hollow-bough-vigil", "seed": "7", "player_a": "human", "player_b": "random"}
    page = going_on(Page(client, client.post("/battles", data=data, follow_redirects=True)))
    page = until(page, "select", lambda page: "Which unit do you select to move?" in page.text)
    stops = [each.get("data-step") for tag, each in page.tags if tag == "option" and "data-step" in each]
    here = [each["data-step"] for _, each in page.tags if each.get("class") == "here"]
    assert (stops[-1], here) == ("movement", ["movement"])


@pytest.mark.slow
def test_a_person_plays_by_buttons_and_every_page_can_be_used(client: FlaskClient) -> None:
    page, kinds = going_on(begin(client)), set()
    for _ in range(45):
        check("asked", page)
        asked = panel(page)
        if not asked:
            break
        kinds.add(asked["data-kind"])
        before = state_of(page)["choices"]
        page = choose(page)
        assert state_of(page)["choices"] > before
    assert {"place-marker", "select", "set-up", "move"} <= kinds


def test_what_breaks_a_rule_is_refused_with_it_and_changes_nothing(client: FlaskClient) -> None:
    page = going_on(begin(client))
    before = state_of(page)
    for own, told in (("at 1 1", "9E-CREATE-04"), ("at x", "A place"), ("json {", "not the data"), ("", "A place")):
        refused = page.send(form(page, "own"), {"decision": panel(page)["data-decision"], "own": own})
        assert refused.status == 422
        check("refused", refused)
        assert told in refused.text
        assert state_of(page) == before
    typed = page.send(form(page, "own"), {"decision": panel(page)["data-decision"], "own": "at 1 1"})
    assert next(control.value for control in typed.controls if control.name == "own") == "at 1 1"
    done = page.send(form(page, "own"), {"decision": panel(page)["data-decision"], "own": "at 22 18"})
    assert state_of(done)["choices"] > before["choices"]
    stale = page.send(form(page, "own"), {"decision": panel(page)["data-decision"], "own": "at 22 18"})
    assert stale.status == 409
    check("stale", stale)


def test_weapons_are_aimed_by_fields(client: FlaskClient) -> None:
    def two(page: Page) -> bool:
        return any(c.name.startswith("fire-") and int(c.attributes["max"]) > 1 for c in page.controls)

    page = until(going_on(begin(client)), "shots", two)
    fire = form(page, "fire-")
    cells = [control for control in fire.controls if control.name.startswith("fire-")]
    big = max(cells, key=lambda cell: int(cell.attributes["max"]))
    values = {"decision": panel(page)["data-decision"], **{cell.name: "0" for cell in cells}, big.name: "1"}
    nothing = page.send(fire, values | {big.name: "0"})
    assert nothing.status == 422
    there = f"{address(page)}/foresee"
    foreseen = client.post(there, data=values).get_json()
    assert foreseen["refused"] == ""
    assert len(foreseen["odds"]) == 1
    assert "on average" in foreseen["odds"][0]
    data = json.dumps({"shots": []})
    assert "9E-" in client.post(there, data={"decision": values["decision"], "data": data}).get_json()["refused"]
    assert client.post(there, data={"decision": values["decision"], "own": "fire"}).status_code == 422
    assert client.post(there, data=values | {"decision": "0"}).status_code == 409
    shot = page.send(fire, values)
    assert shot.status == 200
    events = client.get(f"{address(shot)}/events.jsonl").text.splitlines()
    declared = [json.loads(line) for line in events if '"targets.declared"' in line][-1]
    assert sum(len(row["models"]) for row in declared["attacks"]) == 1


@pytest.mark.slow
def test_a_choice_is_taken_back_and_another_battle_made_from_before(client: FlaskClient) -> None:
    page = going_on(begin(client))
    first = panel(page)["data-decision"]
    later = choose(page)
    assert panel(later)["data-decision"] != first
    back = later.press("Take back my last choice")
    assert panel(back)["data-decision"] == first
    later = choose(choose(back))
    fork = next(each for each in later.forms if each.action.endswith("/fork"))
    made = later.send(fork, {"n": "16", "player_a": "random", "player_b": "random"})
    assert address(made) != address(later)
    assert state_of(made)["origin"]["battle"] == address(later).rpartition("/")[2]
    refused = later.send(fork, {"n": "16", "player_a": "nobody", "player_b": "random"})
    assert refused.status == 409
    check("fork", refused)
    later.client.set_cookie("muster-language", "de")
    told = later.send(fork, {"n": "16", "player_a": "nobody", "player_b": "random"}).text
    later.client.delete_cookie("muster-language")
    assert '"nobody" ist hier kein Spieler' in told
    nothing = client.post(f"{address(begin(client))}/undo")
    assert nothing.status_code == 409
    assert "there is no choice to take back" in nothing.text


def test_an_answer_stands_until_somebody_wants_to_be_asked(client: FlaskClient) -> None:
    page = until(going_on(begin(client, seed=4)), "select")
    last = max(int(control.attributes["value"]) for control in page.controls if control.name == "option")
    stands = choose(page, last, standing="battle")
    assert "Answered for you" in stands.text or panel(stands).get("data-kind") == "select"
    again = choose(until(stands, "select"), 0, standing="ask")
    assert "Answered for you" not in again.text


def test_two_people_sit_at_two_browsers(app: Flask) -> None:
    owner = app.test_client()
    page = begin(owner, "human", "human")
    check("two people", page)
    assert not panel(page)
    assert "Where do you sit?" in page.text
    sat = page.press("Sit down as Sunward Patrol")
    both = sat.press("Play both in turn here")
    assert panel(both)
    links = {}
    for name in ("Sunward Patrol", "Gloam Patrol"):
        shown = both.press(f"Link to the seat of {name}")
        check("link", shown)
        links[name] = next(control.value for control in shown.controls if "/seat/" in control.value)
        assert shown.answer.headers["Cache-Control"] == "no-store"
    mover = state_of(both)["pending"]["seat"]
    pages = {}
    for seat, name in {"a": "Sunward Patrol", "b": "Gloam Patrol"}.items():
        other = app.test_client()
        pages[seat] = visit(other, "/battles/" + links[name].split("/battles/")[1])
        check(seat, pages[seat])
    waits = pages["b" if mover == "a" else "a"]
    assert panel(pages[mover])
    assert not panel(waits)
    assert "is to choose, at another seat" in waits.text
    assert "Digest of the seed" in waits.text
    assert waits.client.get(f"{address(waits)}/record.json").status_code == 409


def far(client: FlaskClient, method: str, path: str, **more: Any) -> Any:
    headers = {"Host": "muster.example", **more.pop("headers", {})}
    return client.open(path, method=method, headers=headers, environ_base={"REMOTE_ADDR": "203.0.113.5"}, **more)


def test_from_elsewhere_a_link_opens_its_seat_and_nothing_else(app: Flask) -> None:
    owner = app.test_client()
    page = begin(owner, "human", "random")
    shown = page.press("Link to the seat of Sunward Patrol")
    link = next(control.value for control in shown.controls if "muster.example" in control.value)
    battle, path = address(page), "/battles/" + link.split("/battles/")[1]
    guest = app.test_client()
    assert far(guest, "GET", battle).status_code in (401, 403)
    assert far(guest, "GET", path.rpartition("/")[0] + "/" + "x" * 32).status_code == 403
    opened = far(guest, "GET", path)
    assert opened.status_code == 303
    token = path.rpartition("/")[2]
    guest.set_cookie(cookie_of(battle.rpartition("/")[2]), token, domain="muster.example", path=battle)
    seen = Page(guest, far(guest, "GET", battle))
    assert seen.status == 200
    assert panel(seen)
    assert "Delete" not in seen.text
    for allowed in (f"{battle}/frames/0", f"{battle}/log", f"{battle}/report", f"{battle}/news?wait=1&events=0"):
        assert far(guest, "GET", allowed).status_code == 200, allowed
    for method, other in (
        ("GET", "/battles"),
        ("GET", "/"),
        ("GET", f"{battle}/delete"),
        ("POST", f"{battle}/delete"),
        ("POST", f"{battle}/fork"),
        ("POST", f"{battle}/links"),
        ("POST", f"{battle}/sit"),
        ("GET", "/rosters/sunward-patrol"),
    ):
        assert far(guest, method, other).status_code in (401, 403), other
    moved = far(guest, "POST", f"{battle}/choose", data={"decision": panel(seen)["data-decision"], "option": "0"})
    assert moved.status_code == 303
    assert state_of(page)["choices"] > 0
    page.press("Link to the seat of Sunward Patrol")
    assert far(guest, "GET", battle).status_code == 403, "a new link makes the old one void"


def preview(page: Page, **sent: Any) -> Any:
    body = {"decision": int(panel(page)["data-decision"]), "at": [22, 18], **sent}
    return page.client.post(f"{address(page)}/preview", json=body)


def test_pointing_shows_what_would_be_and_changes_nothing(client: FlaskClient) -> None:
    page = going_on(begin(client))
    before = state_of(page)
    free = preview(page).get_json()
    assert (free["refused"], free["data"]) == ("", {"at": [22, 18]})
    near = preview(page, at=[1, 1]).get_json()
    assert "(9E-CREATE-04)" in near["refused"]
    assert near["data"]["at"] != [1, 1]
    assert near["label"]
    assert state_of(page) == before
    done = page.send(form(page, "option"), {"decision": panel(page)["data-decision"], "data": json.dumps(near["data"])})
    assert state_of(done)["choices"] > before["choices"]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"decision": 99}, 409),
        ({"at": [1]}, 422),
        ({"at": ["x", 1]}, 422),
        ({"at": [1e9, 1]}, 422),
        ({"at": [1, 1], "turn": "far"}, 422),
        ({"kind": "normal"}, 422),
        ({"model": "x"}, 422),
        ({"model": True}, 422),
        ({"base": [1]}, 422),
        ({"base": {"at": [1, 2, 3]}}, 422),
        ({"model": 10**9}, 200),
    ],
)
def test_strange_pointing_is_refused(client: FlaskClient, sent: dict[str, Any], status: int) -> None:
    page = going_on(begin(client))
    assert preview(page, **sent).status_code == status
    assert client.post(f"{address(page)}/preview", data=b"[").status_code == 422


@pytest.mark.slow
def test_strange_answers_are_refused(client: FlaskClient) -> None:
    page = going_on(begin(client))
    before = state_of(page)
    decision = {"decision": panel(page)["data-decision"]}
    fields: list[dict[str, str]] = [
        {},
        {"option": "99999999"},
        {"option": "-1"},
        {"data": "[" * 9000},
        {"data": "{}"},
        {"own": "\0" * 50},
        {"join": "1"},
        {"fire-1-1": "1"},
        {"strike-1": "1", "with-1": "1"},
        {"standing": "forever", "own": "x"},
    ]
    for each in fields:
        assert client.post(f"{address(page)}/choose", data=decision | each).status_code == 422, each
    assert client.post(f"{address(page)}/choose", data={"option": "0"}).status_code == 409
    assert state_of(page) == before


def test_a_spectator_is_asked_nothing(app: Flask) -> None:
    page = begin(app.test_client(), "human", "human")
    assert not panel(visit(app.test_client(), address(page)))
    assert app.test_client().post(f"{address(page)}/choose", data={"decision": "0", "option": "0"}).status_code in (401, 403)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("a", "b"),
    [("sunward-patrol", "gloam-patrol"), ("thornmane-scouts", "rustwater-ferry"), ("saltmarch-watch", "hollow-bough-vigil")],
)
def test_a_program_deploys_the_rest_and_that_is_taken_back_at_once(client: FlaskClient, a: str, b: str) -> None:
    data = {"a": a, "b": b, "seed": "7", "player_a": "human", "player_b": "random"}
    page = until(going_on(Page(client, client.post("/battles", data=data, follow_redirects=True))), "select")
    page = until(choose(page), "select")
    before, question, stood = state_of(page), panel(page)["data-decision"], len(_set_up(page))
    page = page.press("Deploy the rest for me")
    armies = client.get(f"/api/v1{address(page)}/view").get_json()["units"]
    mine = [unit for unit in armies if unit["player"] == 0]
    assert stood == 1 < len(_set_up(page)) <= len(mine)
    assert "Deploy the rest for me" not in page.text
    assert panel(page).get("data-kind") not in ("set-up", "start-embarked")
    page = page.press("Take the deployment back")
    assert (panel(page)["data-decision"], len(_set_up(page))) == (question, stood)
    assert state_of(page)["choices"] == before["choices"]


def _set_up(page: Page, sides: str = "a") -> list[dict[str, Any]]:
    """The events by which units of the first army came to the table."""
    lines = page.client.get(f"{address(page)}/events.jsonl").text.splitlines()
    return [each for each in map(json.loads, lines) if each["kind"] == "unit.set-up" and each["unit"][0] in sides]


def test_nobody_deploys_later_or_for_the_other_person(client: FlaskClient) -> None:
    page = until(begin(client), "move")
    assert "Deploy the rest" not in page.text
    answer = client.post(f"{address(page)}/deploy")
    assert answer.status_code == 409
    assert "you are not asked how to set your army up" in answer.text


def test_of_two_people_each_deploys_alone(client: FlaskClient) -> None:
    """Units are set up in turn: a program does it for whoever asked, and never decides for the other person."""
    page = begin(client, b="human")
    page = Page(client, client.post(f"{address(page)}/sit", data={"chair": "both"}, follow_redirects=True))
    page = until(page, "select")
    before = len(_set_up(page, "ab"))
    page = page.press("Deploy the rest for me")
    assert len(_set_up(page, "ab")) == before + 1
    assert panel(page)["data-kind"] == "select"
