"""Pages in use: menus and folds open, findings followed. Nothing lies over anything, the focus is where it should be, and
axe finds nothing there either."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.databases import settings
from tests.servers import Server, serve
from tests.web.browsers import browser, missing, server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser", "serve", "server", "settings"]

pytestmark = pytest.mark.slow


def court(page: Page, server: Server) -> None:
    """Make an army in which every unit lacks a keyword, and nothing is the Warlord."""
    page.goto(server.url)
    page.get_by_label("Army").select_option(label="Gloam Court")
    page.get_by_role("button", name="Create").click()
    for name in ("Gloam Guard", "Ashen Mob"):
        page.get_by_label("Add a unit").fill(name)
        page.keyboard.press("Enter")
        page.locator(".unit", has_text=name).wait_for()


def unfold(page: Page) -> None:
    for fold in page.locator("main summary").all():
        if fold.is_visible() and not fold.evaluate("each => each.parentElement.open"):
            fold.click()


def test_a_finding_is_followed_into_its_unit(browser: Browser, server: Server) -> None:
    page = browser.new_page()
    court(page, server)
    page.evaluate("window.here = true")
    page.locator("#findings").get_by_role("link", name="Gloam Guard: choose a keyword").click()
    unit = page.locator(".unit.open:focus", has_text="Gloam Guard")
    unit.wait_for()
    assert page.evaluate("window.here"), "the page was not left"
    assert (
        unit.get_by_role("textbox", name="Chosen keyword")
        .or_(unit.get_by_role("combobox", name="Chosen keyword"))
        .is_visible()
    )
    page.close()


def test_units_with_errors_are_as_wide_as_others(browser: Browser, server: Server) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    court(page, server)
    unit, force = (page.locator(each).first.bounding_box() for each in (".unit.wrong", ".force"))
    assert unit
    assert force
    assert unit["width"] == force["width"]
    page.close()


def test_on_a_phone_a_roster_is_begun_without_passing_all_others(browser: Browser, server: Server) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(server.url)
    link = page.get_by_role("link", name="New roster")
    box = link.bounding_box()
    assert box
    assert box["y"] < 300
    link.click()
    page.get_by_role("button", name="Create").wait_for()
    page.close()


def test_the_menu_of_languages_gives_way(browser: Browser, server: Server) -> None:
    page = browser.new_page()
    page.goto(server.url)
    menu = page.locator(".tongue")
    for leave in (lambda: page.keyboard.press("Escape"), lambda: page.locator("h1").click()):
        menu.locator("summary").click()
        assert menu.get_by_role("button", name="Suomi").is_visible()
        leave()
        assert not menu.get_by_role("button", name="Suomi").is_visible()
    page.close()


def test_at_four_hundred_percent_no_page_is_wider_than_the_screen(browser: Browser, server: Server) -> None:
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
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, address
    page.close()


def test_what_is_touched_is_large_enough(browser: Browser, server: Server) -> None:
    """WCAG 2.5.8: 24 by 24 pixels, but for links within a sentence."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    for path in ("/", "/rosters/sunward-host?open=u-s11", "/rosters/sunward-host/history", "/rosters/sunward-host/add"):
        page.goto(server.url + path)
        controls = page.locator("button, select, input:not([type=hidden]), summary, a.button, nav a").all()
        boxes = [
            each.bounding_box()
            for each in controls
            if each.is_visible() and "hidden" not in str(each.get_attribute("class"))
        ]
        small = [box for box in boxes if box and box["width"] and min(box["width"], box["height"]) < 24]
        assert not small, path
    context.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_where_everything_is_unfolded(browser: Browser, server: Server, width: int) -> None:
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        missing("axe-playwright-python (pip install -e '.[browser]')")
    page = browser.new_page(viewport={"width": width, "height": 844}, color_scheme="dark" if width < 500 else "light")
    court(page, server)
    page.locator("a.opener").first.click()
    page.locator(".unit.open").wait_for()
    wrong = page.url
    paths = [wrong, *(f"{server.url}/rosters/sunward-host{each}" for each in ("?open=u-s11", "/history", "/share", "/add"))]
    for address in (*paths, f"{server.url}/api/v1/docs"):
        page.goto(address)
        unfold(page)
        found = Axe().run(page).response["violations"]
        assert not [(each["id"], [node["target"] for node in each["nodes"]][:3]) for each in found], address
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    page.close()
