"""Pages in use: menus and folds open, findings followed. Nothing lies over anything, the focus is where it should be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsers import page_width, wait_until
from tests.servers import Local

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


pytestmark = pytest.mark.slow


def court(page: Page, server: Local) -> None:
    """Make an army in which every unit lacks a keyword, and nothing is the Warlord."""
    page.goto(server.url)
    page.get_by_text("New army").click()
    page.get_by_label("Army", exact=True).select_option(label="Gloam Court")
    page.get_by_role("button", name="Create").click()
    for name in ("Gloam Guard", "Ashen Mob"):
        page.get_by_label("Add a unit").fill(name)
        page.keyboard.press("Enter")
        page.locator(".unit", has_text=name).wait_for()
        page.wait_for_load_state()  # until the scripts are there a link leaves the page, as it does without them


def test_a_finding_is_followed_into_its_unit(browser: Browser, server: Local) -> None:
    page = browser.new_page()
    court(page, server)
    page.evaluate("window.here = true")
    page.locator("#findings").get_by_role("link", name="Gloam Guard: choose a keyword").click()
    unit = page.locator("#unit:focus", has_text="Gloam Guard")
    unit.wait_for()
    assert page.evaluate("window.here"), "the page was not left"
    assert (
        unit.get_by_role("textbox", name="Chosen keyword")
        .or_(unit.get_by_role("combobox", name="Chosen keyword"))
        .is_visible()
    )
    page.close()


def test_words_that_add_nothing_stay(browser: Browser, server: Local) -> None:
    page = browser.new_page()
    court(page, server)
    field = page.get_by_label("Add a unit")
    with page.expect_response(lambda answer: "picker" in answer.url and "xyzzy" in answer.url):
        field.press_sequentially("xyzzy")
    page.get_by_text("0 found").wait_for()
    with page.expect_response(lambda answer: "entry=xyzzy" in answer.url):
        page.keyboard.press("Enter")
    wait_until(page, "!document.documentElement.hasAttribute('aria-busy')")
    assert field.input_value() == "xyzzy"
    page.close()


def test_units_with_errors_are_as_wide_as_others(browser: Browser, server: Local) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    court(page, server)
    page.locator(".unit.wrong").first.wait_for()
    widths = page.evaluate("[...document.querySelectorAll('.unit.wrong, section.role')].map(each => each.offsetWidth)")
    assert len(widths) > 2
    assert len(set(widths)) == 1
    page.close()


def test_on_a_phone_a_roster_is_begun_without_passing_all_others(browser: Browser, server: Local) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(server.url)
    link = page.get_by_role("link", name="Start an army")
    box = link.bounding_box()
    assert box
    assert box["y"] < 400
    link.click()
    page.locator("button.tile", has_text="Sunward Host").click()
    page.wait_for_url("**/rosters/*")
    page.close()


def test_the_menu_of_languages_gives_way(browser: Browser, server: Local) -> None:
    page = browser.new_page()
    page.goto(server.url)
    menu = page.locator(".tongue")
    for leave in (lambda: page.keyboard.press("Escape"), lambda: page.locator("h1").click()):
        menu.locator("summary").click()
        assert menu.get_by_role("button", name="Suomi").is_visible()
        leave()
        assert not menu.get_by_role("button", name="Suomi").is_visible()
    page.close()


def test_at_four_hundred_percent_no_page_is_wider_than_the_screen(browser: Browser, server: Local) -> None:
    """WCAG 1.4.10: 1280 pixels enlarged four times are 320."""
    page = browser.new_page(viewport={"width": 320, "height": 256})
    page.goto(f"{server.url}/battles")
    page.get_by_label("Roster").first.select_option(label="Sunward Patrol (20)")
    page.get_by_label("Roster").last.select_option(label="Gloam Patrol (19)")
    page.get_by_role("button", name="Start the battle").click()
    page.locator("#timeline").wait_for()
    roster = f"{server.url}/rosters/sunward-host"
    for address in (
        page.url,
        *(roster + each for each in ("", "?open=u-s11", "/collection", "/share", "/print", "/history")),
    ):
        page.goto(address)
        assert page_width(page) <= 320, address
    page.close()


def test_what_is_touched_is_large_enough(browser: Browser, server: Local) -> None:
    """WCAG 2.5.8: 24 by 24 pixels, but for links within a sentence."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    for path in ("/", "/rosters/sunward-host?open=u-s11", "/rosters/sunward-host/history", "/rosters/sunward-host/add"):
        page.goto(server.url + path)
        small = page.locator("button, select, input:not([type=hidden]), summary, a.button, nav a").evaluate_all(
            "all => all.filter(each => each.checkVisibility({visibilityProperty: true}) && !/hidden/.test(each.className))"
            ".map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])"
            ".filter(([, { width, height }]) => width && Math.min(width, height) < 24).map(([text]) => text)"
        )
        assert not small, path
    context.close()
