"""The page of a simulation: begun from the match-up, told in words with charts, gone on with, a game watched."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.services.armies import Source
from builder.services.assembly import Services
from builder.services.simulating import play_stored
from builder.web.simulation_charts import HEIGHT, margin_chart, round_charts
from datasheets.words import languages
from resolver.simulation.pools import InProcess
from tests.databases import over_copy
from tests.simulation.armies import armies
from tests.web.pages import Page


@pytest.fixture(scope="module")
def finished_simulation(one_app: Flask, few_units: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A database with a simulation of very small armies that is done, and its id."""
    path, (a, b) = Path(shutil.copy(few_units, tmp_path_factory.mktemp("simulation"))), armies()
    with over_copy(one_app, path) as services:
        given = {"games": 4, "players": ("greedy", "random"), "seed": 1, "place": "command"}
        row = services.simulations.start(Source(document=a), Source(document=b), **given)
        return path, play_stored(services.store, row.id, InProcess()).id


@pytest.fixture(scope="module")
def template(finished_simulation: tuple[Path, str]) -> Path:
    return finished_simulation[0]


@pytest.fixture
def simulation(finished_simulation: tuple[Path, str]) -> str:
    """The simulation that is done."""
    return finished_simulation[1]


@pytest.mark.slow
def test_the_match_up_begins_one_and_its_page_follows_it(client: FlaskClient, at: Callable[[str], Page]):
    page = at("/matchup?a=sunward-patrol&b=gloam-patrol")
    form = [form for form in page.forms if form.action == "/simulations"][-1]
    made = client.post("/simulations", data={**form.values, "games": "1", "player_a": "random", "player_b": "random"})
    assert made.status_code == 303
    shown = at(made.location)
    assert "/progress" in client.get(made.location).text or "done" in shown.text
    client.post(f"{made.location}/cancel")
    for _ in range(400):
        if "is being played" not in at(made.location).text:
            break
        time.sleep(0.05)
    assert client.post(f"{made.location}/delete").status_code == 303
    assert client.get(made.location).status_code == 404


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", languages())
def test_what_the_games_say_stands_on_the_page(client: FlaskClient, services: Services, simulation: str, language: str):
    text = client.get(f"/simulations/{simulation}", headers={"Accept-Language": language}).text
    found = services.simulations.read(simulation).answer
    assert str(found["games"]) in text
    assert text.count("<svg") >= 4
    assert all(unit["name"] in text for unit in found["units"])
    assert not re.search(r"page\.simul|simulation\.verdict", text)


def test_side_b_is_hatched_wherever_games_are_drawn(at: Callable[[str], Page], simulation: str):
    """Who does not see colours tells side B by its lines, as on the table."""
    page = at(f"/simulations/{simulation}")
    drawn = [each.get("fill", "") for tag, each in page.tags if tag == "rect" and each.get("class") == "b"]
    assert drawn
    patterns = {f"url(#{each['id']})" for tag, each in page.tags if tag == "pattern"}
    assert set(drawn) <= patterns


@pytest.mark.slow
def test_a_game_is_watched_as_a_battle(client: FlaskClient, simulation: str):
    answer = client.post(f"/simulations/{simulation}/replay", data={"game": "1"})
    assert answer.status_code == 303
    assert "/battles/" in answer.location
    assert client.get(answer.location).status_code == 200
    assert client.post(f"/simulations/{simulation}/replay", data={"game": "9"}).status_code == 404
    assert client.post(f"/simulations/{simulation}/replay", data={"game": "x"}).status_code == 422


def test_charts_hold_every_game_once_and_stay_in_their_frame():
    counts = [[-43, 2], [-1, 3], [0, 1], [2, 5], [40, 1]]
    bars = margin_chart(counts)
    assert sum(bar.games for bar in bars) == 12
    assert [bar.games for bar in bars if bar.side == "even"] == [1]
    assert sum(bar.games for bar in bars if bar.side == "a") == 6
    assert all(0 <= bar.y <= HEIGHT for bar in bars)
    (lines,) = round_charts([{"round": 1, "models": [9.0, 4.0]}, {"round": 2, "models": [5.0, 0.0]}])
    assert lines.a.startswith("0.0,0.0")
    assert lines.b.endswith(f",{float(HEIGHT)}")
