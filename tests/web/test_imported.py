"""Imported units among the datasheets, and rosters of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from builder.api.current import KEY
from builder.importing.archives import Named
from tests.importing.data import NINTH, SMALL, WADER, catalogue, game_system
from tests.web.pages import Page
from tests.web.test_crawl import check

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
