"""Imported units among the datasheets, and rosters of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from builder.api.current import KEY
from builder.importing.archives import Named
from tests.importing.data import NINTH, SMALL, WADER, catalogue, game_system, option, unit
from tests.web.pages import Page
from tests.web.test_crawl import check
from tests.web.test_rosters import add, address

At = Callable[[str], Page]


@pytest.fixture
def imported(app: Flask) -> None:
    ninth = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
        "9.cat": catalogue(WADER, id="rushes", name="Rushes", system=NINTH),
    }
    app.extensions[KEY].imports.load(files=[Named(name, data) for name, data in {**SMALL, **ninth}.items()])


@pytest.mark.usefixtures("imported")
def test_an_imported_unit_is_found_and_shown(at: At) -> None:
    found = at("/datasheets?text=spear&catalogue=rushes")
    assert "Wader" in found.text
    card = found.follow("Wader")
    check("datasheet", card)
    assert "From Rushes, revision 1, for Warhammer 40,000 9th Edition" in card.text
    assert "May be chosen Spear Net" in card.text
    assert "no army rules" not in card.text


@pytest.mark.usefixtures("imported")
def test_of_an_unknown_game_only_the_data_are_checked(at: At) -> None:
    card = at("/datasheets?catalogue=reed&text=wader").follow("Wader")
    assert "Muster has no army rules for this game" in card.text
    assert "Saltmarsh" in card.text


@pytest.mark.usefixtures("imported")
@pytest.mark.parametrize(("army", "units"), [("salt/reed", 2), ("wh40k-9e/rushes", 1)])
def test_a_roster_of_imported_units_and_its_update(at: At, app: Flask, army: str, units: int) -> None:
    roster = add(at("/").press("Create", name="Marsh", army=army), "wader")
    check("roster", roster)
    assert "Wader" in roster.text
    system, id = (NINTH, "rushes") if units == 1 else ("salt", "reed")
    newer = unit("wader", "Wader", 8, options=[option("spear", "Spear")])
    data = catalogue(newer, id=id, revision=2, system=system)
    app.extensions[KEY].imports.load(files=[Named("newer.cat", data)])
    preview = at(address(roster)).follow("See what changes")
    check("update", preview)
    assert "Wader: PL 5 before, 8 after" in preview.text
    moved = preview.press("Take the newest version")
    assert "newer version" not in moved.text
