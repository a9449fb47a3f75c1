"""The first page: data of known sources come in with progress, an army begins with a click, the recorded battle moves."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable, Iterator
from html import unescape
from threading import Event
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from builder.importing.archives import Named
from builder.services import systems
from builder.services.errors import Conflict
from builder.services.loading import Loading, Loadings
from builder.web.battles.short_film import short_film
from builder.web.factions import LARGE
from tests.browsers import wait_until
from tests.importing.data import catalogue, game_system, unit
from tests.servers import Local
from tests.web.pages import Page, visit
from tests.web.test_crawl import check
from tests.web.test_weight import page_weight

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Told = Callable[[str], None]


def wait_for_end(loading: Loading) -> Loading:
    while not loading.is_over:
        time.sleep(0.01)
    return loading


@pytest.fixture
def go_on(app: Flask) -> Event:
    """Let data come from nowhere in place of the network; they wait for the event after the first file."""
    services, event = app.extensions[KEY], Event()

    def fetch(address: str, told: Told) -> Iterator[Named]:
        told("salt.gst")
        yield Named("salt.gst", game_system())
        event.wait(20)
        told("reed.cat")
        yield Named("reed.cat", catalogue(unit("wader", "Wader")) if "9e" in address else b"not xml")

    services.loadings = Loadings(services.imports, fetch, services.catalogues.sizes)
    return event


def test_known_data_come_in_with_progress_and_begin_an_army(app: Flask, client: FlaskClient, go_on: Event) -> None:
    page = visit(client, "/").press("Load data: Warhammer 40,000 9th edition")
    assert "fetching" in page.text
    assert [tag for tag, attributes in page.tags if tag == "meta" and attributes.get("http-equiv") == "refresh"]
    loadings = app.extensions[KEY].loadings
    with pytest.raises(Conflict):
        loadings.start("other", "Other", "https://example.org/")
    go_on.set()
    wait_for_end(loadings.every()[0])
    page = visit(client, "/")
    assert "1 faction, 1 datasheet came in" in page.text
    roster = press_tile(page, "Reed")
    assert "Reed" in roster.text
    assert roster.answer.request.path.startswith("/rosters/")


def press_tile(page: Page, name: str) -> Page:
    form = next(each for each in page.forms if any(name in (button.text or "") for button in each.buttons))
    army = next(each.attributes["value"] for each in form.buttons if name in each.text)
    return Page(page.client, page.client.post(form.action, data={"army": army}, follow_redirects=True))


def test_what_cannot_be_read_is_said_where_it_was_asked_for(app: Flask, client: FlaskClient, go_on: Event) -> None:
    go_on.set()
    client.post("/game-data/sources/wh40k-8e", data={"back": "home"})
    assert wait_for_end(app.extensions[KEY].loadings.every()[0]).problems
    assert "XML" in visit(client, "/game-data").text
    assert client.post("/game-data/sources/nowhere").status_code == 404


def test_a_system_whose_folder_is_named_no_more_closes_no_page(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    known = [each for each in systems.systems() if each.id != "aos-1e"]
    monkeypatch.setattr(systems, "systems", lambda: known)
    assert client.get("/").status_code == 200


def test_the_first_page_is_light(client: FlaskClient) -> None:
    assert page_weight(client, visit(client, "/")) + len(client.get("/static/web/film.json").data) < 100_000


def test_the_film_can_be_shown() -> None:
    film = short_film()
    models, units = range(len(film["models"])), range(len(film["units"]))
    assert len(film["steps"]) > 40
    for step in (film["key"], *film["steps"]):
        assert all(row[0] in models for row in step.get("m", ()))
        assert all(row[0] in units for row in step.get("u", ()))
    assert {step["k"] for step in film["steps"]} >= {"moves", "shoots", "fights"}
    assert all(step["f"] in units for step in film["steps"] if step["k"])


@pytest.mark.slow
def test_the_recorded_battle_moves_and_stands_still_where_motion_is_unwanted(browser: Browser, server: Local) -> None:
    still, moving = (browser.new_page(reduced_motion=motion) for motion in ("reduce", "no-preference"))  # type: ignore[arg-type]
    before = {}
    for page in (still, moving):  # what moves has less time than what must not
        page.goto(server.url)
        page.locator("#film-play:visible").wait_for()
        before[page] = page.locator("#film-said").inner_text()
    still.get_by_role("button", name="Play", exact=True).first.wait_for()
    wait_until(moving, "before => document.querySelector('#film-said').innerText !== before", before[moving])
    assert still.locator("#film-said").inner_text() == before[still]
    still.close()
    moving.close()


def test_an_army_begins_straight_after_an_import(client: FlaskClient) -> None:
    units = tuple(unit(f"wader{number}", f"Wader {number}") for number in range(LARGE))
    files = [(io.BytesIO(game_system()), "salt.gst"), (io.BytesIO(catalogue(*units)), "reed.cat")]
    page = Page(client, client.post("/game-data", data={"files": files}))
    check("report", page)
    roster = press_tile(page, "Reed")
    assert roster.answer.request.path.startswith("/rosters/")
    files = [(io.BytesIO(game_system()), "salt.gst"), (io.BytesIO(catalogue(*units)), "reed.cat")]
    preview = Page(client, client.post("/game-data", data={"files": files, "preview": "yes"}))
    assert ("button", "army") not in [(tag, attributes.get("name")) for tag, attributes in preview.tags]


def tiles(page: Page) -> list[str]:
    """The names of the factions of a page, as they stand."""
    found = re.findall(r'class="tile" name="army".*?<b>(.*?)</b>', page.answer.get_data(as_text=True))
    return [unescape(each) for each in found]


def test_a_faction_with_armies_comes_first_and_each_army_says_its_faction(client: FlaskClient) -> None:
    units = tuple(unit(f"wader{number}", f"Wader {number}") for number in range(LARGE))
    files = [(io.BytesIO(game_system()), "salt.gst")]
    names = ("Reed", "Alder")
    files += [(io.BytesIO(catalogue(*units, id=name.lower(), name=name)), f"{name}.cat") for name in names]
    report = Page(client, client.post("/game-data", data={"files": files}))
    assert tiles(report) == ["Alder", "Reed"]
    press_tile(report, "Reed")
    page = visit(client, "/")
    check("/", page)
    assert tiles(page)[:2] == ["Reed", "Alder"], "what is played is at hand"
    assert "5 datasheets · 1 army" in page.text
    armies = page.text[page.text.index("Your armies") :]
    assert "Reed · " in armies
    assert "Sunward Host · Warhammer 40,000 9th edition · bundled" in armies, "ours are not taken for one's own"


@pytest.mark.sample(0)
@pytest.mark.slow
def test_the_tile_of_all_factions_stands_in_its_row(browser: Browser, server: Local) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(server.url)
    tiles = page.locator(".tiles > *")
    boxes = tiles.evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height])"
    )
    assert len(boxes) == 8
    assert len({(round(width), round(height)) for _, _, width, height in boxes}) == 1
    assert len({round(y) for _, y, _, _ in boxes}) == 2, "two rows of four"
    tiles.last.locator("summary").click()
    page.get_by_role("button", name="Saltmarch League").wait_for()
    page.close()
