"""A unit set aside stays on the page of its list, and is in nothing else: no total, document or file of another program."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from builder.importing.archives import Named
from tests.importing.data import NINTH, WADER, catalogue, game_system
from tests.web.pages import Page
from tests.web.test_crawl import check
from tests.web.test_rosters import add, address, units

At = Callable[[str], Page]


@pytest.fixture
def apart(roster: Page) -> Page:
    return add(add(roster, "host-guard"), "dawn-marshal").press("Set Host Guard aside")


def test_it_stays_on_the_page_counts_nothing_and_comes_back(apart: Page, at: At) -> None:
    check("roster", apart)
    assert len(units(apart)) == 1
    assert "Set aside: not counted" in apart.text
    both = apart.press("Bring Host Guard back")
    assert len(units(both)) == 2
    assert "Set aside: not counted" not in both.text
    assert "Set Host Guard aside" in at(f"{address(apart)}/history").text
    assert len(units(both.press("Undo"))) == 1


def test_it_is_removed_for_good_and_undone(apart: Page) -> None:
    gone = apart.press("Remove Host Guard")
    assert "Set aside: not counted" not in gone.text
    assert "Set aside: not counted" in gone.press("Undo").text


def test_no_document_and_no_file_has_it_and_each_says_so(apart: Page, app: Flask, client: FlaskClient) -> None:
    id = address(apart).rpartition("/")[2]
    document = app.extensions[KEY].rosters.document(id)
    assert [unit.name for unit in document.army.units] == ["Dawn Marshal"]
    formats = client.get(f"/api/v1/rosters/{id}/exports").get_json()["items"]
    assert all("1 unit that was set aside" in each["left_out"] for each in formats)
    assert "Host Guard" not in client.get(f"/api/v1/rosters/{id}/export.ros").get_data(as_text=True)
    tree = client.get(f"/api/v1/rosters/{id}").get_json()["tree"]
    assert [each["selection"]["name"] for each in tree["forces"][0]["aside"]] == ["Host Guard"]


def test_what_is_left_of_every_limit_stands_beside_its_total(app: Flask, at: At) -> None:
    system = game_system(id=NINTH, name="Warhammer 40,000 9th Edition").decode()
    points = system.replace("<costTypes>", '<costTypes><costType id="pts" name="pts" defaultCostLimit="-1.0"/>')
    files = [Named("9.gst", points.encode()), Named("9.cat", catalogue(WADER, id="rushes", name="Rushes", system=NINTH))]
    services = app.extensions[KEY]
    services.imports.load(files=files)
    row = services.rosters.create("wh40k-9e", "Limits", [{"op": "add-force", "catalogue": "rushes"}]).row
    limits = [{"op": "limit", "cost": "pts", "value": 500}, {"op": "agree", "key": "power_limit", "value": 25}]
    services.rosters.apply(row.id, row.version, limits)
    page = at(f"/rosters/{row.id}")
    assert "25 left" in page.text
    assert "pts 500 left 0 / 500" in page.text
