"""Pages in use: menus and folds open, findings followed. Nothing lies over anything, the focus is where it should be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsers import wait_until
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


def test_an_army_with_errors_is_opened(browser: Browser, server: Local) -> None:
    """Units with errors are as wide as others, words that add nothing stay, and a finding is followed into its unit."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    court(page, server)
    page.locator(".unit.wrong").first.wait_for()
    widths = page.evaluate("[...document.querySelectorAll('.unit.wrong, section.role')].map(each => each.offsetWidth)")
    assert len(widths) > 2
    assert len(set(widths)) == 1

    field = page.get_by_label("Add a unit")
    with page.expect_response(lambda answer: "picker" in answer.url and "xyzzy" in answer.url):
        field.press_sequentially("xyzzy")
    page.get_by_text("0 found").wait_for()
    with page.expect_response(lambda answer: "entry=xyzzy" in answer.url):
        page.keyboard.press("Enter")
    wait_until(page, "!document.documentElement.hasAttribute('aria-busy')")
    assert field.input_value() == "xyzzy"

    page.evaluate("window.here = true")
    page.locator("#findings").get_by_role("link", name="Gloam Guard: choose a keyword").click()
    unit = page.locator("#unit:focus", has_text="Gloam Guard")
    unit.wait_for()
    assert page.evaluate("window.here"), "the page was not left"
    boxes = (unit.get_by_role(role, name="Chosen keyword") for role in ("textbox", "combobox"))
    assert any(box.is_visible() for box in boxes)
    page.close()


SMALL = """all => all.filter(each => each.checkVisibility({visibilityProperty: true}) && !/hidden/.test(each.className))
  .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width && Math.min(width, height) < 24).map(([text]) => text)"""


@pytest.mark.sample(0)
def test_on_a_phone_a_roster_is_begun_without_passing_all_others(browser: Browser, server: Local) -> None:
    """What is touched is 24 by 24 pixels large, but for links within a sentence (WCAG 2.5.8)."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(server.url)
    touched = page.locator("button, select, input:not([type=hidden]), summary, a.button, nav a")
    assert not touched.evaluate_all(SMALL)
    link = page.get_by_role("link", name="Start an army")
    box = link.bounding_box()
    assert box
    assert box["y"] < 400
    link.click()
    page.locator("button.tile", has_text="Sunward Host").click()
    page.wait_for_url("**/rosters/*")
    assert not touched.evaluate_all(SMALL)
    for path in ("?open=u-s11", "/history", "/add"):
        page.goto(f"{server.url}/rosters/sunward-host{path}")
        assert not touched.evaluate_all(SMALL), path
    context.close()
