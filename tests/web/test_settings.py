"""Settings that imported data ask for, beside the units of an army."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from builder.api.current import KEY
from builder.importing.archives import Named
from tests.importing.data import NINTH, catalogue, game_system, unit
from tests.web.pages import Page
from tests.web.test_choices import SETTING, entry, limits
from tests.web.test_rosters import add

At = Callable[[str], Page]
TOLL = entry("upgrade", "toll", "Toll of the Ferry", limits("toll", 1, 1, "roster"))
BANNER = entry("upgrade", "banner", "Banner of Reeds")
BOLD = entry("upgrade", "bold", "**Ferry &lt;i&gt; Chooser**")


@pytest.fixture
def roster(app: Flask, at: At) -> Page:
    files = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
        "b.cat": catalogue(SETTING, TOLL, BANNER, BOLD, unit("ibis", "Ibis"), id="bank", name="Bank", system=NINTH),
    }
    app.extensions[KEY].imports.load(files=[Named(name, data) for name, data in files.items()])
    return at("/").press("Create", name="Bank", army="wh40k-9e/bank")


def cards(page: Page) -> list[str]:
    """Return what the buttons that remove a selection say, in the order of the page."""
    found = [form for form in page.forms if '"op":"remove",' in form.values.get("operations", "")]
    return [button.label for form in found for button in form.buttons]


def test_a_setting_without_anything_to_choose_has_no_card(roster: Page) -> None:
    assert cards(roster) == ["Remove Game Size"]


def test_what_the_player_added_has_a_card(roster: Page) -> None:
    assert cards(add(roster, "banner")) == ["Remove Game Size", "Remove Banner of Reeds"]


def test_units_move_among_units(roster: Page) -> None:
    page = add(add(roster, "ibis"), "ibis")
    for way in ("up", "down"):
        assert [button.label for form in page.forms for button in form.buttons if "Move" in button.label] == [
            f"Move Ibis {way}"
        ]
        page = page.press(f"Move Ibis {way}")


def test_names_are_shown_without_their_marks(roster: Page) -> None:
    page = add(roster, "bold")
    assert "Remove Ferry Chooser" in cards(page)
    assert "**" not in page.text
    assert "**" not in page.follow("Browse datasheets").text


@pytest.mark.parametrize("name", ["Bark\u202eRTL", "Line&#10;break", "Zero\u200bwidth", "W" * 480])
def test_names_with_letters_that_mislead_are_printed_without_them(app: Flask, at: At, name: str) -> None:
    odd = unit("odd", "Odd", options=[entry("upgrade", "hook", "NAME", limits("hook", 1, 1))]).replace('"Odd"', '"NAME"')
    files = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
        "o.cat": catalogue(odd.replace("NAME", name), id=f"odd-{len(name)}", name="Odd", system=NINTH),
    }
    app.extensions[KEY].imports.load(files=[Named(file, data) for file, data in files.items()])
    page = add(at("/").press("Create", name="Odd", army=f"wh40k-9e/odd-{len(name)}"), "odd")
    for part in ("/sheet.pdf", "/files/rosz"):
        assert page.client.get(page.answer.request.path + part).status_code == 200
