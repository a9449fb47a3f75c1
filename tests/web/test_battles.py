"""Battles on pages: begun from rosters and files, watched event by event, read with their rules, taken away and deleted."""

from __future__ import annotations

import io
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from builder.web.battles.report import deeds
from builder.web.battles.watch import REEL
from datasheets.words import languages, say
from resolver.engine.record import read_record
from resolver.engine.registry import ruleset
from resolver.engine.replay import replay
from tests.databases import over_copy, shrink_patrols
from tests.web.pages import Page, visit
from tests.web.test_crawl import check
from tests.web.test_weight import MOST_BYTES, page_weight

At = Callable[[str], Page]
PLAYERS = {"player_a": "random", "player_b": "random"}


def to_the_end(page: Page) -> Page:
    """Press the button until the programs have played the battle."""
    for press in range(100):
        over = "Play on" not in [button.label for form in page.forms for button in form.buttons]
        if over or not press % 10:
            check("battle", page)
        if over:
            return page
        page = page.press("Play on")
    raise AssertionError("the battle does not end")


@pytest.fixture(scope="module")
def finished_battle(
    prepared_database: Path, one_app: Flask, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, TestResponse]:
    """A database in which a battle is over, and the answer that is the page of the battle."""
    path = Path(shutil.copy(prepared_database, tmp_path_factory.mktemp("battle")))
    with over_copy(one_app, path) as services:
        shrink_patrols(services)
        client = one_app.test_client()
        data = {"a": "sunward-patrol", "b": "gloam-patrol", "seed": "7", **PLAYERS}
        page = to_the_end(Page(client, client.post("/battles", data=data, follow_redirects=True)))
        return path, visit(client, address(page)).answer


@pytest.fixture(scope="module")
def template(finished_battle: tuple[Path, TestResponse]) -> Path:
    return finished_battle[0]


@pytest.fixture
def battle(client: FlaskClient, finished_battle: tuple[Path, TestResponse]) -> Page:
    """The page of a battle that is over."""
    return Page(client, finished_battle[1])


def address(page: Page) -> str:
    return page.answer.request.path


def events_of(client: FlaskClient, page: Page) -> list[dict[str, object]]:
    return [json.loads(line) for line in client.get(f"{address(page)}/events.jsonl").text.splitlines()]


@pytest.mark.slow
def test_a_battle_begins_at_once_and_goes_on_by_a_button(client: FlaskClient) -> None:
    data = {"a": "sunward-patrol", "b": "gloam-patrol", "seed": "3", **PLAYERS}
    page = Page(client, client.post("/battles", data=data, follow_redirects=True))
    check("begun", page)
    assert "The programs are playing" in page.text
    before = len(events_of(client, page))
    page = page.press("Play on")
    assert len(events_of(client, page)) > before
    answer = client.post(f"{address(page)}/advance", headers={"Accept": "application/json"})
    assert answer.get_json().keys() == {"state", "events", "changed", "asked"}


@pytest.mark.slow
def test_a_battle_is_read_round_by_round(at: At, battle: Page) -> None:
    assert "Sunward Patrol – Gloam Patrol" in battle.text
    assert " wins. " in battle.text or "A draw." in battle.text
    for number in range(6):
        page = at(f"{address(battle)}/log?round={number}")
        check(f"round {number}", page)
        assert ("Movement phase" in page.text) == (number > 0)
    rule = next(text for _, text in page.links if text.startswith("9E-"))
    assert rule in page.follow(rule).text


@pytest.mark.slow
def test_it_is_stepped_through_without_scripts(at: At, battle: Page) -> None:
    page = at(f"{address(battle)}?n=0")
    check("first", page)
    seen = []
    for _ in range(12):
        page = page.follow("Step on")
        check("step", page)
        seen.append(next(attributes["data-n"] for _, attributes in page.tags if attributes.get("id") == "battle"))
    assert seen == sorted(set(seen), key=int)
    assert page.follow("Step back").text
    later = page.follow("Phase on").follow("Phase on")
    assert "phase" in later.text.split("What happened")[0]
    form = next(form for form in later.forms if form.method == "get" and form.action == address(battle))
    jump = next(control for control in form.controls if control.name == "n" and control.tag == "select")
    last = later.send(form, {"n": jump.options[-1][0]})
    assert "Battle" in last.text or "End" in last.text


def test_the_table_stands_as_it_stood(at: At, client: FlaskClient, battle: Page) -> None:
    events = events_of(client, battle)
    moved = next(event for event in events if event["kind"] == "unit.moved" and event["poses"])
    page = at(f"{address(battle)}?n={moved['n']}")
    tags = {attributes["id"]: attributes for _, attributes in page.tags if "id" in attributes}
    depth = float(tags["board"]["data-depth"])
    poses: list[list[float]] = moved["poses"]  # type: ignore[assignment]
    for model, x, y, *_ in poses:
        assert tags[f"m{int(model)}"]["transform"].startswith(f"translate({round(x, 2)} {round(depth - y, 2)})")
    lines = [attributes for tag, attributes in page.tags if tag == "polyline"]
    assert len(lines) == len(poses)
    before = at(f"{address(battle)}?n=0")
    assert not any("transform" in attributes for tag, attributes in before.tags if tag == "use")


def test_a_unit_is_looked_at_with_the_range_of_a_weapon(at: At, client: FlaskClient, battle: Page) -> None:
    set_up = next(event for event in events_of(client, battle) if event["kind"] == "unit.set-up")
    page = at(f"{address(battle)}?n={set_up['n']}&unit={set_up['unit']}")
    check("unit", page)
    links = [(href, text) for href, text in page.links if "range=" in href]
    assert links
    poses: list[object] = set_up["poses"]  # type: ignore[assignment]
    shown = at(links[0][0].partition("#")[0])
    check("range", shown)
    whole = sum(tag == "rect" for tag, _ in shown.tags) - sum(tag == "rect" for tag, _ in page.tags)
    assert whole == len(poses)


@pytest.mark.slow
def test_every_link_of_a_battle_leads_somewhere(at: At, battle: Page) -> None:
    for href in sorted({href for href, _ in battle.links if "/battles/" in href})[:80]:
        assert at(href).status == 200, href


@pytest.mark.slow
def test_frames_tell_every_event_once_and_add_up_to_the_table(client: FlaskClient, battle: Page) -> None:
    events = events_of(client, battle)
    last = int(events[-1]["n"])  # type: ignore[call-overload]
    models: dict[int, list[object]] = {}
    told: list[int] = []
    for number in range(last // REEL + 1):
        answer = client.get(f"{address(battle)}/frames/{number}")
        assert len(answer.data) < MOST_BYTES
        reel = answer.get_json()
        if models:
            assert {row[0]: row for row in reel["key"]["m"]} == models
        models = {row[0]: row for row in reel["key"]["m"]}
        for frame in reel["frames"]:
            told.append(frame["n"])
            for row in frame.get("m", ()):
                models.pop(row[0], None)
                if len(row) > 1:
                    models[row[0]] = row
            assert all(rule in reel["rules"] for rule in frame["r"])
    assert told == sorted(set(told))
    assert {event["n"] for event in events if event["kind"] in ("unit.moved", "attack.made", "wounds.lost")} <= set(told)
    assert client.get(f"{address(battle)}/frames/9999").status_code == 404
    rolled = client.get(f"{address(battle)}/frames/0").get_json()["frames"]
    assert any(frame.get("d") for frame in rolled)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("pair", [("sunward-patrol", "gloam-patrol"), ("thornmane-scouts", "rustwater-ferry")])
def test_attacks_are_one_line_with_all_their_dice(client: FlaskClient, at: At, pair: tuple[str, str]) -> None:
    """Every attack is in one volley, whose counts are those of its events, in the frames, on the page and in the log."""
    data = {"a": pair[0], "b": pair[1], "seed": "7", "player_a": "greedy", "player_b": "greedy"}
    page = to_the_end(Page(client, client.post("/battles", data=data, follow_redirects=True)))
    events = {event["n"]: event for event in events_of(client, page)}
    volleys = client.get(f"{address(page)}/frames/0").get_json()["volleys"]
    volleys += [each for each in client.get(f"{address(page)}/frames/1").get_json()["volleys"] if each not in volleys]
    assert len(volleys) > 5
    for each in volleys:
        own = [event for n, event in events.items() if each["n"] <= n <= each["l"]]
        attacks = [event for event in own if event["kind"] == "attack.made"]
        rolled = [event for event in own if event["kind"] == "hits.rolled"]
        slain = sum(event["kind"] == "model.destroyed" and event["unit"] in _targets(own) for event in own)
        number = sum(not event.get("extra") for event in attacks) + sum(len(event["dice"]) for event in rolled)
        hits = sum(not event["hit"] or event["hit"]["passed"] for event in attacks)  # type: ignore[index]
        hits += sum(event["hits"] for event in rolled)  # type: ignore[misc]
        assert sum(map(int, re.findall(r"(\d+) attacks?\b", each["t"]))) == number, each["t"]
        assert sum(map(int, re.findall(r"(\d+) hits?\b", each["t"]))) == hits, each["t"]
        assert sum(map(int, re.findall(r"(\d+) slain", each["t"]))) == slain, each["t"]
        faces = [event[name]["dice"] for event in attacks for name in ("hit", "wound", "save") if event[name]]  # type: ignore[index]
        assert sum(len(row[1]) for row in each["d"]) >= sum(map(len, faces)) > 0 or rolled or not number
    one = max(volleys, key=lambda each: each["l"] - each["n"])
    assert one["t"] in at(f"{address(page)}?n={one['l']}").text
    assert one["t"] in at(f"{address(page)}/log?round={events[one['n']]['round']}").text


def _targets(events: list[dict[str, object]]) -> set[object]:
    return {event["target"] for event in events if "target" in event}


def test_a_page_of_a_battle_weighs_little(at: At, client: FlaskClient, battle: Page) -> None:
    assert page_weight(client, at(address(battle))) < MOST_BYTES
    assert page_weight(client, at("/battles")) < MOST_BYTES


@pytest.mark.slow
def test_the_report_adds_up_to_the_outcome(at: At, battle: Page, client: FlaskClient) -> None:
    events = events_of(client, battle)
    points = [
        sum(e["points"] for e in events if e["kind"] == "victory-points.scored" and e["player"] == p)  # type: ignore[misc]
        for p in (0, 1)
    ]
    page, table = at(f"{address(battle)}/report"), client.get(f"/api/v1{address(battle)}/view").get_json()
    played = client.get(f"/api/v1{address(battle)}/coverage").get_json()["abilities"]
    for share in played:
        assert f"{share['name']}: {share['played']} of {share['all']} abilities of this army are played." in page.text
    check("report", page)
    assert f"{points[0]} to {points[1]} victory points" in page.text
    by_round = page.text.rpartition("Victory points by the end of each round")[2].partition("Losses")[0]
    assert [int(number) for number in re.findall(r" (\d+) (?=\D|$)", f"{by_round} ")][-2:] == points
    kinds = ruleset("wh40k-9e").events
    dead = [
        sum("loss" in kinds[str(event["kind"])].roles and str(event["unit"])[0] == side for event in events) for side in "ab"
    ]
    whole = [sum(len(unit["models"]) for unit in table["units"] if unit["player"] == side) for side in (0, 1)]
    losses = page.text.partition("Losses")[2]
    assert f"Models {dead[0]} of {whole[0]} {dead[1]} of {whole[1]}" in losses
    hurt = sum(event["wounds"] for event in events if event["kind"] == "wounds.lost")  # type: ignore[misc]
    done = [int(cell) for cell in re.findall(r" (\d+) \d+ \d+ of \d+", losses.partition("What units did")[2])]
    assert 0 < sum(done) <= hurt
    assert done == sorted(done, reverse=True)
    assert f"Seed {7}" in page.text
    assert _last(page, "Victory points by the end of each round") == points
    assert _last(page, "Models lost by the end of each round") == dead
    html, record = page.answer.text, client.get(f"{address(battle)}/record.json").get_json()
    assert html.count('class="chart"') == 2
    foot = html.partition('id="digest"')[2].partition("</section>")[0]
    assert record["events_digest"] in foot


def test_the_report_knows_who_harmed_whom_in_the_grundregelwerk() -> None:
    """Shooters and who strikes back have done what their hits did; a terrain test is nobody's deed."""
    lost = {"kind": "wounds.lost", "wounds": 1}
    events: list[Any] = [
        {"kind": "hits.rolled", "unit": "a.u", "target": "b.x"},
        *[lost | {"unit": "b.x"}] * 2,
        {"kind": "model.destroyed", "unit": "b.x"},
        {"kind": "hits.rolled", "unit": "b.x", "target": "a.u"},
        lost | {"unit": "a.u"},
        {"kind": "hits.rolled", "unit": "a.u", "target": "b.x"},
        {"kind": "terrain.tested", "unit": "b.x"},
        lost | {"unit": "b.x"},
    ]
    units = [SimpleNamespace(key=key, tag=tag) for key, tag in (("a.u", "A1"), ("b.x", "B1"))]
    scene: Any = SimpleNamespace(units=units, events=events, game=SimpleNamespace(ruleset=ruleset("grundregelwerk")))
    assert [(each.unit.key, each.wounds, each.models) for each in deeds(scene)] == [("a.u", 2, 1), ("b.x", 1, 0)]


def _last(page: Page, title: str) -> list[int]:
    """The last figures of both armies in the table below a chart."""
    rows = page.answer.text.partition(f"<h2>{title}</h2>")[2].partition("</table>")[0].split("<tr>")[2:]
    return [int(re.findall(r"<td>(\d+)</td>", row)[-1]) for row in rows]


@pytest.mark.parametrize("language", languages()[1:])
def test_the_report_says_what_the_mission_is_about_and_scores_in_the_language_of_the_page(
    client: FlaskClient, battle: Page, language: str
) -> None:
    client.set_cookie("muster-language", language)
    html = client.get(f"{address(battle)}/report").get_data(as_text=True)
    assert say("game.slay-the-warlord", language=language) in html
    assert "Slay the Warlord" not in html
    assert say("mission.wh40k-9e.only-war", language=language) in html
    assert "Hold the objective markers" not in html


@pytest.mark.slow
def test_the_record_plays_again_and_is_brought_in(battle: Page, client: FlaskClient, at: At) -> None:
    content = client.get(f"{address(battle)}/record.json").data
    record = read_record(content)
    assert record.seed == 7
    assert replay(record).outcome is not None
    sent = {"record": (io.BytesIO(content), "battle.json")}
    page = Page(client, client.post("/battles/records", data=sent, follow_redirects=True))
    check("brought in", page)
    assert events_of(client, page) == events_of(client, battle)
    for wrong in (b"{}", b"no", b""):
        page = Page(client, client.post("/battles/records", data={"record": (io.BytesIO(wrong), "x.json")}))
        assert page.status == 422
        check("refused", page)


@pytest.mark.parametrize("language", languages())
def test_the_list_tells_battles_of_the_same_armies_apart(client: FlaskClient, battle: Page, language: str) -> None:
    client.set_cookie("muster-language", language)
    data = {"a": "sunward-patrol", "b": "gloam-patrol", "player_a": "human", "player_b": "random"}
    begun = Page(client, client.post("/battles", data=data, follow_redirects=True))
    html = client.get("/battles").get_data(as_text=True)
    rows = re.findall(r"<tr>.*?</tr>", html, re.DOTALL)
    over, new = (re.sub("<[^>]+>", " ", next(row for row in rows if address(each) in row)) for each in (battle, begun))
    person, program = (say(f"page.bot.{player}", language=language) for player in ("human", "random"))
    assert person in new
    assert person not in over
    assert over.count(program) == 2
    assert say("game.only-war", language=language) in over
    assert say("page.battle.round-n", {"n": 5}, language) in over
    assert any(say("page.battles.decided", {"count": count}, language) in new for count in (0, 1))


@pytest.mark.slow
def test_two_files_fight(client: FlaskClient) -> None:
    """A printed sheet, and a roster document; both can be dropped."""
    sheet = client.get("/rosters/sunward-patrol/sheet.pdf").data
    document = client.get("/api/v1/rosters/gloam-patrol/document").data
    files = {"sheet_a": (io.BytesIO(sheet), "a.pdf"), "sheet_b": (io.BytesIO(document), "b.json")}
    page = Page(client, client.post("/battles", data={**files, "seed": "", **PLAYERS}, follow_redirects=True))
    assert "Sunward Patrol – Gloam Patrol" in page.text
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
        {"a": "sunward-patrol", "b": "dusk-march"},
    ],
)
def test_what_cannot_begin_is_said_beside_the_form(client: FlaskClient, form: dict[str, str]) -> None:
    page = Page(client, client.post("/battles", data={**PLAYERS, **form}))
    assert page.status in (404, 422)
    check("battles", page)


@pytest.mark.parametrize(
    "content", [b"\x89PNG" + bytes(100), b"{}", b"[1]", b'{"schema": "muster.roster/1"}', b"%PDF-1.4", b"x"]
)
def test_what_is_no_army_is_refused_with_the_side_that_it_was_for(client: FlaskClient, content: bytes) -> None:
    data = {"a": "sunward-patrol", "sheet_b": (io.BytesIO(content), "photo.png"), **PLAYERS}
    page = Page(client, client.post("/battles", data=data))
    assert page.status == 422
    assert "Army B: " in page.text
    check("battles", page)


def test_an_unknown_roster_is_not_found(client: FlaskClient) -> None:
    assert client.post("/battles", data={"a": "none", "b": "none", **PLAYERS}).status_code == 404


@pytest.mark.slow
def test_a_game_without_points_and_markers_tells_of_none(client: FlaskClient, at: At) -> None:
    """Age of Sigmar is won by slaying the enemy: who has 0 to 0 victory points, and Power 0, is told nothing."""
    data = {"a": "saltmarch-watch", "b": "hollow-bough-vigil", "seed": "7", **PLAYERS}
    page = to_the_end(Page(client, client.post("/battles", data=data, follow_redirects=True)))
    report = at(f"{address(page)}/report")
    features = re.findall(r'<g class="scenery" [^>]*><text>(\d+) (\w+)</text>', page.answer.text)
    assert features == re.findall(r"Terrain feature (\d+) is (\w+) ", at(f"{address(page)}/log?round=0").text)
    assert f"{features[0][0]} stone circle, Inspiring: " in page.text
    assert '<g class="scenery off"' in at(f"{address(page)}?n=1").answer.text
    assert report.answer.text.count('class="chart"') == 1
    lost = re.search(r"Models (\d+) of \d+ (\d+) of \d+", report.text.partition("Losses")[2])
    assert lost
    assert _last(report, "Models lost by the end of each round") == [int(lost[1]), int(lost[2])]
    assert re.search(r"Army A [\w ]+ Random", report.text)  # no cost, and no dash in its place
    for each in (page, report):
        assert re.search(r"wins\.\s+After \d+ rounds?\.", each.text)
        for word in ("ictory points", "objective marker", "Power"):
            assert word not in each.text


def test_the_form_leads_to_the_match_up(at: At) -> None:
    page = at("/battles")
    form = next(form for form in page.forms if form.action == "/battles")
    assert "Compare them first" in [button.label for button in form.buttons]
    assert at("/matchup?a=sunward-patrol&b=gloam-patrol&seed=").status == 200


def test_a_match_up_leads_to_a_battle(at: At) -> None:
    page = at("/matchup?a=sunward-patrol&b=gloam-patrol").press("Start the battle", seed="1", player_a="random")
    assert "Sunward Patrol – Gloam Patrol" in page.text
    home = at(f"{address(page)}/delete").press("Yes, delete")
    assert at(address(page)).status == 404
    assert home.status == 200
