"""The pages in a real browser, with and without scripts, wide and narrow: from nothing to a printed sheet."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from exports.sheet.parse_sheet import read_sheet
from tests.browsers import page_width, wait_until, wider
from tests.importing.data import catalogue, game_system, option, unit
from tests.servers import Local

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


pytestmark = pytest.mark.slow
WIDTHS = (1280, 390, 360)


@pytest.mark.sample(0)  # without scripts each step is tried in test_rosters.py, with them in test_writing_browser.py
def test_from_nothing_to_a_printed_sheet_without_scripts(browser: Browser, server: Local) -> None:
    context = browser.new_context(java_script_enabled=False, accept_downloads=True)
    page = context.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    page.goto(server.url)
    page.get_by_text("New army").click()
    page.get_by_label("Name", exact=True).fill("From nothing")
    page.get_by_label("Army", exact=True).select_option(label="Sunward Host")
    page.get_by_role("button", name="Create").click()
    page.get_by_label("Add a unit").fill("Host Guard")
    page.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_url("**#add-f1")
    page.get_by_role("heading", name="Host Guard", level=4).wait_for()
    page.locator("#findings summary").first.click()
    page.get_by_role("button", name="Choose HIGH NOON for <LODGE>").click()
    page.get_by_role("button", name="Make Host Guard the Warlord").click()
    page.get_by_text("Legal, with nothing to note.").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Legal, with nothing to note.").wait_for(state="detached")
    page.get_by_role("button", name="Redo", exact=True).click()
    page.get_by_text("Legal, with nothing to note.").wait_for()
    page.locator(".menu summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download PDF (A4)").click()
    document = read_sheet(download.value.path().read_bytes())
    assert (document.army.name, document.army.power_level) == ("From nothing", 3)
    assert document.judgement.legal
    assert not refused
    context.close()


def test_an_edit_leaves_the_fold_open_and_the_page_where_it_was(browser: Browser, server: Local) -> None:
    page = browser.new_page()
    page.goto(f"{server.url}/rosters/gloam-court")
    page.wait_for_load_state("load")
    page.locator(".unit").get_by_role("link", name="Gloam Guard").first.click()
    unit = page.locator("#unit")
    unit.get_by_text("Unit card").click()
    uid = unit.get_attribute("id")
    button = unit.get_by_role("checkbox", disabled=False).first
    button.scroll_into_view_if_needed()
    before = page.evaluate("document.getElementById('side').scrollTop")
    page.evaluate("window.here = true")
    button.click()
    page.get_by_role("button", name="Undo", disabled=False).wait_for()
    assert page.evaluate("window.here"), "the page was not left"
    assert abs(page.evaluate("document.getElementById('side').scrollTop") - before) < 3
    assert unit.locator("details[open]", has_text="Unit card").count() == 1, "what else was open stays open"
    fold = page.locator(f"#{uid} details[open]").first
    assert "Wargear options" in fold.locator("summary").first.inner_text()
    page.close()


def test_options_are_ticked_picked_and_counted_by_keyboard(browser: Browser, server: Local) -> None:
    page = browser.new_page()
    page.goto(f"{server.url}/rosters/sunward-host?open=u-s11")
    page.wait_for_load_state("load")
    unit = page.locator("#unit")
    box = unit.get_by_role("checkbox", name="Ray lance")
    assert box.is_checked()
    box.press("Space")
    unit.get_by_role("checkbox", name="Ray lance", checked=False).and_(page.locator(":focus")).wait_for()
    unit.get_by_role("button", name="Give back Ember thrower").press("Enter")
    unit.get_by_text("1 of 2 swapped").wait_for()
    unit.get_by_role("button", name="Take Ember thrower").press("Enter")
    unit.get_by_text("2 of 2 swapped").wait_for()
    assert unit.locator(".arm").first.is_visible(), "what a weapon does stands beside it"
    page.close()


@pytest.mark.sample(0)
def test_long_names_stay_in_their_frames(browser: Browser, server: Local) -> None:
    """The name of an army where it is chosen, and those of choices, which are no wider than a phone."""
    long = "A weapon whose author gave it a name that is longer than any telephone is wide"
    arms = "".join(
        f'<selectionEntry id="{each}" name="{long} {each}" hidden="false" import="true" type="upgrade"/>' for each in "ab"
    )
    limit = '<constraint id="arm-{0}" field="selections" scope="parent" value="1" type="{0}" shared="true"/>'
    group = (
        '<selectionEntryGroups><selectionEntryGroup id="arm" name="Arm" hidden="false" defaultSelectionEntryId="a">'
        f"<constraints>{limit.format('min')}{limit.format('max')}</constraints><selectionEntries>{arms}</selectionEntries>"
        "</selectionEntryGroup></selectionEntryGroups>"
    )
    name = "The Assembled Folk of the Reeds, the Salt and the Seven Tidal Rivers"
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{server.url}/game-data")
    files = {"salt.gst": game_system(), "reed.cat": catalogue(unit("wader", "Wader", inside=group), name=name)}
    page.set_input_files(
        'input[type="file"]', [{"name": name, "mimeType": "text/xml", "buffer": data} for name, data in files.items()]
    )
    page.locator('main form:has(input[type="file"]) button').first.click()
    page.goto(server.url)
    page.get_by_text("New army").click()
    army = page.locator('select[name="army"]').bounding_box()
    frame = page.locator('form.sheet:has(select[name="army"])').bounding_box()
    assert army
    assert frame
    assert army["x"] + army["width"] <= frame["x"] + frame["width"]
    page.set_viewport_size({"width": 390, "height": 900})
    page.select_option('select[name="army"]', "salt/reed")
    page.locator('form:has(select[name="army"]) button').click()
    page.wait_for_load_state()
    page.locator('input[name="entry"]').fill("Wader")
    page.keyboard.press("Enter")
    page.locator(".unit.open").wait_for(state="attached")
    page.locator('.feet a[href="#army"]').click()  # adding goes on until the army is asked for
    page.locator(".unit.open").wait_for()
    assert page.locator('input[type=radio][name="operations"]').count()
    assert page_width(page) <= 390
    page.close()


def test_words_without_an_end_are_broken(browser: Browser, server: Local, whole: bool, rng: Random) -> None:
    """Names are data: nothing keeps their authors from writing 150 letters without a blank."""
    data = catalogue(unit("wader", "W" * 150, options=[option("spear", "S" * 150)]), name="C" * 150)
    page = browser.new_page()
    page.goto(f"{server.url}/game-data")
    files = {"salt.gst": game_system(), "reed.cat": data}
    page.set_input_files(
        'input[type="file"]', [{"name": name, "mimeType": "text/xml", "buffer": data} for name, data in files.items()]
    )
    page.locator('main form:has(input[type="file"]) button').first.click()
    page.goto(server.url)
    page.get_by_text("New army").click()
    page.get_by_label("Name", exact=True).fill("R" * 80)
    page.select_option('select[name="army"]', "salt/reed")
    page.locator('form:has(select[name="army"]) button').click()
    page.locator('input[name="entry"]').fill("W" * 150)
    page.keyboard.press("Enter")
    page.locator(".unit.open").wait_for()
    roster = page.url.partition("#")[0].partition("?")[0]
    parts = ("", "/add", "/print", "/history", "/share", "/delete", "/collection")
    others = ("/", "/datasheets?system=salt", "/datasheets/reed/wader", "/collection")
    addresses = [*(roster + part for part in parts), *(server.url + path for path in others)]
    for address in addresses if whole else (roster, *rng.sample(addresses[1:], 2)):
        page.goto(address)
        assert not wider(page, *WIDTHS), address
    page.close()


def test_everything_is_reached_by_the_keyboard_and_two_saves_in_the_picker_stay_beside_its_button(
    browser: Browser, server: Local
) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{server.url}/rosters/sunward-host")
    page.keyboard.press("Tab")
    assert focused_text(page) == "Skip to the content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    ends = page.evaluate("""() => {
      const offer = [...document.querySelectorAll(".offer")].find((each) => each.querySelectorAll(".glance > *").length > 5);
      const last = offer.querySelector(".glance > :last-child");
      const range = document.createRange();
      const end = (text) => {
        last.lastChild.textContent = text;
        range.selectNodeContents(last);
        return range.getBoundingClientRect().right;
      };
      return [end("4+/5++"), end("2+/3++/5+++"), offer.querySelector(".square").getBoundingClientRect().left];
    }""")
    assert max(ends[:2]) <= ends[2]
    page.close()


@pytest.mark.sample(0)
@pytest.mark.parametrize("width", [320, 390])
def test_the_bar_on_a_phone_has_one_height_and_what_sticks_below_it_touches_it(
    browser: Browser, server: Local, width: int
) -> None:
    """Whatever the bar says: a legal army, one with errors and a long name, one with a limit of its cost."""
    page = browser.new_page(viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True)
    heights = set()
    for roster in ("sunward-host", "thornmane-moot", "gloam-patrol"):
        page.goto(f"{server.url}/rosters/{roster}")
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
        wait_until(page, "scrollY > 0")
        bar, find = page.locator(".bar").bounding_box(), page.locator(".find").bounding_box()
        assert bar
        assert find
        heights.add(bar["height"])
        assert bar["y"] == 0
        assert -2 <= find["y"] - bar["height"] <= 0, "no line of the page shows between them"
        assert page_width(page) <= width
    assert len(heights) == 1
    page.close()


def test_each_part_of_the_side_is_a_page_of_its_own_on_a_phone(browser: Browser, server: Local) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(f"{server.url}/rosters/sunward-host?open=u-s11#unit")
    parts = {id: page.locator(f"#{id}") for id in ("unit", "findings", "settings")}
    for name in ("unit", "findings", "settings"):
        page.locator(f'.jumps a[href="#{name}"]').click()
        assert [id for id, part in parts.items() if part.is_visible()] == [name]
    page.close()


def test_a_wide_table_on_a_phone_shows_whose_row_it_is_without_scripts(browser: Browser, server: Local) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/matchup?a=sunward-patrol&b=gloam-patrol&odds=1")
    frame = page.locator("#odds .scroll").first
    assert frame.evaluate("frame => frame.scrollWidth > frame.clientWidth"), "it is wide"
    frame.evaluate("frame => { frame.scrollLeft = 200; }")
    frame_box, name = frame.bounding_box(), frame.locator("tbody th").first.bounding_box()
    assert frame_box
    assert name
    assert abs(name["x"] - frame_box["x"]) < 3
    assert page_width(page) <= 390
    context.close()


def test_the_report_of_an_import_has_the_ways_on_of_every_page_on_a_phone(browser: Browser, server: Local) -> None:
    """It has the looks of the builder, which on a phone has bars of its own instead."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    text = page.request.get(f"{server.url}/rosters/sunward-patrol/files/text").text()
    page.goto(f"{server.url}/bring")
    page.locator("textarea").fill(text.replace("Host Guard", "Host Gard"))
    page.locator("main form button.primary").first.click()
    page.get_by_role("link", name="Open the roster").wait_for()
    assert page.get_by_role("navigation").get_by_role("link", name="Collection").is_visible()
    assert page.locator("footer.bottom").is_visible()
    page.close()


def focused_text(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent")).strip()
