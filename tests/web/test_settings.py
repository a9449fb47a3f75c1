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


def test_what_has_nothing_to_choose_is_a_fact_with_what_it_does(app: Flask, at: At) -> None:
    """A row with a name and no control looks as if something was missing."""
    fee = BANNER.replace('id="banner"', 'id="fee"').replace("Banner of Reeds", "Fee of the Ferry")
    fee = fee.replace("</selectionEntry>", '<costs><cost name="CP" typeId="cp" value="-3"/></costs></selectionEntry>')
    system = game_system(id=NINTH, name="Warhammer 40,000 9th Edition").replace(
        b"</costTypes>", b'<costType id="cp" name="CP" defaultCostLimit="-1.0"/></costTypes>'
    )
    data = catalogue(SETTING, fee, unit("ibis", "Ibis"), id="fees", name="Fees", system=NINTH)
    app.extensions[KEY].imports.load(files=[Named("9.gst", system), Named("f.cat", data)])
    page = add(at("/").press("Create", name="Fees", army="wh40k-9e/fees"), "fee")
    assert "Fee of the Ferry -3 CP" in page.text
    rows = [attributes for tag, attributes in page.tags if tag == "article" and "setting" in attributes["class"]]
    assert len(rows) == 1, "only the game size has a choice"
    assert "Fee of the Ferry" not in page.press("Remove Fee of the Ferry").text.partition("Settings of the army")[2]


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
