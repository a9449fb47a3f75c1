"""An army built, mended and undone in a real browser by somebody who uses the keyboard alone, or only the fix buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browsers import wait_until
from tests.servers import Local

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


pytestmark = pytest.mark.slow

UNITS = ("Dawn Marshal", "10 host guard", "guard 10", "noonday")
"""Names as people type them; together a Power Level of 24."""
ACTIVE = """() => {
  const { activeElement: it } = document;
  return it.getAttribute("aria-label") ?? it.labels?.[0]?.innerText ?? it.innerText ?? "";
}"""


class Keyboard:
    """Hands on a keyboard: what is pressed is counted, and what has the focus can be asked."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)
            self.pressed += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    @property
    def at(self) -> str:
        return " ".join(str(self.page.evaluate(ACTIVE)).split())

    def tab_to(self, name: str, most: int = 300) -> None:
        for _ in range(most):
            self.press("Tab")
            if name in self.at:
                return
        raise AssertionError(f"Tab never came to {name!r}")

    def settle(self) -> None:
        """Wait until every edit was answered."""
        wait_until(self.page, "() => !document.documentElement.hasAttribute('aria-busy')")


@pytest.fixture
def page(browser: Browser) -> Page:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(60_000)
    return page


def begin(keyboard: Keyboard, server: Local) -> None:
    """Make a roster of the Sunward Host, by keyboard, and stand in the field that adds units."""
    keyboard.page.goto(server.url)
    keyboard.tab_to("New army")
    keyboard.press("Enter")
    keyboard.tab_to("Name")
    keyboard.type("By hand")
    keyboard.tab_to("Army")
    keyboard.type("Sunward")
    keyboard.tab_to("Create")
    keyboard.press("Enter")
    keyboard.page.wait_for_url("**/rosters/*")
    keyboard.page.locator("html.scripted").wait_for()
    keyboard.press("a")
    assert keyboard.at == "Add a unit"


def size(page: Page) -> int:
    return int(page.locator(".bar .large dd").inner_text().split("/")[0])


def add(keyboard: Keyboard, names: tuple[str, ...]) -> None:
    for name in names:
        keyboard.type(name)
        keyboard.press("Enter")
    keyboard.settle()


def mend(keyboard: Keyboard) -> None:
    """Go from error to error and take the first way to mend each."""
    page, active = keyboard.page, "document.activeElement"
    for _ in range(20):
        if not page.locator(".bar .badge.error").count():
            return
        keyboard.press("f")
        while not page.evaluate(f"{active}.closest('#findings .error')"):
            keyboard.press("f")
        while not page.evaluate(f"{active}.matches('.fixes button')"):
            if page.evaluate(f"{active}.matches('summary')"):
                keyboard.press("Enter")
            keyboard.press("Tab")
        keyboard.press("Enter")
        keyboard.settle()
    raise AssertionError("the errors do not end")


def test_a_legal_army_is_built_by_keyboard_alone(page: Page, server: Local) -> None:
    keyboard = Keyboard(page)
    begin(keyboard, server)
    keyboard.pressed = 1  # the key that led to the field
    add(keyboard, UNITS)
    assert page.locator(".unit").count() == len(UNITS)
    assert keyboard.pressed < 3 * len(UNITS), "a unit takes few keys"
    assert size(page) == 24
    keyboard.tab_to("Agreed Power Level")
    keyboard.type("24")
    while not page.evaluate("document.activeElement.closest('#stated')"):
        keyboard.press("Tab")
    assert "Chosen keyword (<LODGE>)" in keyboard.at
    keyboard.type("HIGH NOON")
    keyboard.press("Tab")
    keyboard.settle()
    mend(keyboard)
    assert page.locator(".bar .large").inner_text().split() == ["Power", "Level", "0", "left", "24", "/", "24"]
    assert page.locator(".bar .badge.good").inner_text() == "Legal"
    page.close()


def test_units_are_ordered_changed_and_removed_by_keys(page: Page, server: Local) -> None:
    keyboard = Keyboard(page)
    made = page.request.post(f"{server.url}/rosters", form={"name": "Keys", "army": "wh40k-9e/sunward-host"})
    page.goto(made.url)
    page.locator("html.scripted").wait_for()
    keyboard.press("a")
    add(keyboard, ("Host Guard", "Vigil Scouts"))
    names = page.locator(".unit h4")
    page.locator("#main").focus()
    keyboard.press("k")
    keyboard.press("Alt+ArrowUp")
    keyboard.settle()
    assert [each.split()[0] for each in names.all_inner_texts()] == ["Vigil", "Host"]
    keyboard.press("+")
    keyboard.press("+")
    keyboard.settle()
    assert page.locator(".unit").first.locator(".n").inner_text() == "7"
    keyboard.press("d")
    keyboard.settle()
    keyboard.press("Delete")
    keyboard.settle()
    assert page.locator(".unit").count() == 2
    keyboard.press("Control+z")
    keyboard.settle()
    assert page.locator(".unit").count() == 3
    keyboard.press("?")
    page.wait_for_url("**/keys")
    page.get_by_label("Use these keys in this browser").uncheck()
    page.go_back()
    page.locator("#main").focus()
    keyboard.press("?")
    assert "/rosters/" in page.url
    page.close()


@pytest.mark.sample(0)
@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.sample(0))])
def test_an_illegal_army_is_mended_by_fix_buttons_only(browser: Browser, server: Local, scripts: bool) -> None:
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(server.url)
    page.get_by_text("New army").click()
    page.get_by_label("Name", exact=True).fill("Ill")
    page.get_by_label("Army", exact=True).select_option(label="Sunward Host")
    page.get_by_role("button", name="Create").click()
    for name in ("3 Host Guard", "Dawn Marshal", "40 Host Guard"):
        page.get_by_label("Add a unit").fill(name)
        page.get_by_label("Add a unit").press("Enter")
        page.locator(".unit.open", has_text=name.lstrip("0123456789 ")).wait_for()
    badge, buttons = page.locator(".bar .badge"), page.locator(".finding.error .fixes button")
    assert int(badge.inner_text().split()[0]) > 4
    for _ in range(20):
        before = badge.inner_text()
        if before == "Legal":
            break
        if not buttons.locator("visible=true").count():
            page.locator("#findings .error summary").first.click()
        buttons.locator("visible=true").first.click()
        badge.filter(has_not_text=before).wait_for()
    assert page.locator(".bar .badge.good").inner_text() == "Legal"
    context.close()


@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.sample(0))])
def test_undo_and_redo_outlive_a_reload(browser: Browser, server: Local, scripts: bool) -> None:
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{server.url}/rosters/gloam-patrol")
    before = page.locator(".unit").count()
    page.locator(".unit summary").first.click()
    page.locator(".unit").first.get_by_role("button", name="Duplicate").click()
    page.locator(".unit").nth(before).wait_for()
    page.reload()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Redo", disabled=False).wait_for()
    assert page.locator(".unit").count() == before
    page.reload()
    page.get_by_role("button", name="Redo").click()
    page.locator(".unit").nth(before).wait_for()
    context.close()


def test_a_unit_is_dragged_below_another(page: Page, server: Local) -> None:
    page.goto(f"{server.url}/rosters/sunward-patrol")
    page.locator("html.scripted").wait_for()
    names = page.locator(".unit h4").all_inner_texts()
    target = page.locator(".unit").nth(2)
    box = target.bounding_box()
    assert box
    page.locator(".unit header").nth(1).drag_to(target, target_position={"x": 60, "y": box["height"] - 4})
    page.get_by_role("button", name="Undo", disabled=False).wait_for()
    assert page.locator(".unit h4").all_inner_texts()[:3] == [names[0], names[2], names[1]], "within their role"
    page.close()


def test_what_is_typed_is_saved_without_a_button(page: Page, server: Local) -> None:
    page.goto(f"{server.url}/rosters/sunward-patrol")
    page.locator(".unit").get_by_role("link", name="Dawn Marshal").click()
    page.locator("#unit summary", has_text="Name and note").click()
    field = page.get_by_label("Its own name")
    field.fill("The Old Marshal")
    field.press("Tab")
    page.locator(".unit").get_by_role("heading", name="The Old Marshal").wait_for()
    note = page.locator("#unit textarea")
    note.fill("Painted by Ada")
    page.goto(server.url)  # left without leaving the field; what is sent then may arrive after the next page
    roster = f"{server.url}/rosters/sunward-patrol"
    for _ in range(240):
        if "Painted by Ada" in page.request.get(roster).text():
            break
        page.wait_for_timeout(250)
    page.goto(roster)
    page.locator(".unit", has_text="The Old Marshal").locator("summary").click()
    page.locator(".unit").get_by_text("Painted by Ada").wait_for()
    page.close()
