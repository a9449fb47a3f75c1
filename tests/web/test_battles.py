"""Battles on pages: started from rosters and sheets, watched to the end, read with their rules, taken away and deleted."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from resolver.engine.record import read_record, replay
from tests.web.pages import Page
from tests.web.test_crawl import check

pytestmark = pytest.mark.xdist_group("web-battles")
At = Callable[[str], Page]
PLAYERS = {"player_a": "random", "player_b": "random"}


def to_the_end(page: Page) -> Page:
    """Press the button until the programs have played the battle."""
    for _ in range(100):
        check("battle", page)
        if "Play on" not in page.text:
            return page
        page = page.press("Play on")
    raise AssertionError("the battle does not end")


@pytest.fixture(scope="module")
def battle(app: Flask) -> Page:
    """The page of a battle that is over."""
    client = app.test_client()
    data = {"a": "sunward-patrol", "b": "gloam-patrol", "seed": "7", **PLAYERS}
    return to_the_end(Page(client, client.post("/battles", data=data, follow_redirects=True)))


def address(page: Page) -> str:
    return page.answer.request.path


def test_a_battle_is_read_round_by_round(at: At, battle: Page) -> None:
    assert "Sunward Patrol against Gloam Patrol" in battle.text
    assert " wins. " in battle.text or "A draw." in battle.text
    for number in range(6):
        page = at(f"{address(battle)}?round={number}")
        check(f"round {number}", page)
        assert ("Movement phase" in page.text) == (number > 0)
        assert [tag for tag, _ in page.tags].count("svg") == 1
    rule = next(text for _, text in page.links if text.startswith("9E-"))
    assert rule in page.follow(rule).text


def test_every_link_of_a_battle_leads_somewhere(at: At, battle: Page) -> None:
    for href in {href for href, _ in battle.links if "/battles/" in href}:
        assert at(href).status == 200, href


def test_the_score_adds_up_to_the_outcome(battle: Page, client: FlaskClient) -> None:
    events = [json.loads(line) for line in client.get(f"{address(battle)}/events.jsonl").text.splitlines()]
    points = [sum(e["points"] for e in events if e["kind"] == "victory-points.scored" and e["player"] == p) for p in (0, 1)]
    assert f"{points[0]} to {points[1]} victory points" in battle.text
    last = battle.text.split("Victory points", 1)[1].split("Set-up")[0]
    assert f"({points[0]})" in last
    assert f"({points[1]})" in last


def test_every_visible_event_is_told_or_is_known_to_be_silent(battle: Page, client: FlaskClient, at: At) -> None:
    events = [json.loads(line) for line in client.get(f"{address(battle)}/events.jsonl").text.splitlines()]
    assert [event["n"] for event in events] == list(range(len(events)))
    page = at(f"{address(battle)}?round=1")
    told = {int(id[1:]) for id in page.ids if id[0] == "e" and id[1:].isdigit()}
    moved = {event["n"] for event in events if event["round"] == 1 and event["kind"] in ("unit.moved", "attack.made")}
    assert moved
    assert moved <= told


def test_the_record_plays_again(battle: Page, client: FlaskClient) -> None:
    record = read_record(client.get(f"{address(battle)}/record.json").data)
    assert record.seed == 7
    assert replay(record).outcome is not None


def test_two_sheets_fight(client: FlaskClient) -> None:
    sheets = {
        side: client.get(f"/rosters/{id}/sheet.pdf").data for side, id in (("a", "sunward-patrol"), ("b", "gloam-patrol"))
    }
    data = {f"sheet_{side}": (io.BytesIO(pdf), f"{side}.pdf") for side, pdf in sheets.items()}
    page = Page(client, client.post("/battles", data={**data, "seed": "", **PLAYERS}, follow_redirects=True))
    assert "Sunward Patrol against Gloam Patrol" in page.text
    record = client.get(f"{address(page)}/record.json")
    assert record.status_code in (200, 409)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"a": "sunward-patrol"},
        {"a": "sunward-patrol", "b": "gloam-patrol", "seed": "-1"},
        {"a": "sunward-patrol", "b": "gloam-patrol", "seed": "9" * 30},
        {"a": "sunward-patrol", "b": "gloam-patrol", "player_a": "nobody"},
        {"a": "sunward-patrol", "b": "gloam-patrol", "mission": "nothing"},
        {"a": "sunward-patrol", "sheet_b": "no file"},
    ],
)
def test_what_cannot_begin_is_said_beside_the_form(client: FlaskClient, form: dict[str, str]) -> None:
    page = Page(client, client.post("/battles", data={**PLAYERS, **form}))
    assert page.status == 422
    check("battles", page)


def test_a_photo_is_no_army(client: FlaskClient) -> None:
    data = {"a": "sunward-patrol", "sheet_b": (io.BytesIO(b"\x89PNG" + bytes(100)), "photo.png"), **PLAYERS}
    page = Page(client, client.post("/battles", data=data))
    assert page.status == 422
    check("battles", page)


def test_an_unknown_roster_is_not_found(client: FlaskClient) -> None:
    assert client.post("/battles", data={"a": "none", "b": "none", **PLAYERS}).status_code == 404


def test_a_match_up_leads_to_a_battle(at: At) -> None:
    page = at("/matchup?a=sunward-patrol&b=gloam-patrol").press("Start the battle", seed="1")
    assert "Sunward Patrol against Gloam Patrol" in page.text
    home = at(f"{address(page)}/delete").press("Yes, delete")
    assert at(address(page)).status == 404
    assert home.status == 200
