"""A unit of one's own, from an empty form to a sheet, in a real browser: with scripts, without, and by keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from exports.sheet.parse_sheet import read_sheet
from tests.servers import Local

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


pytestmark = pytest.mark.slow

PRINTED = ('6"', "4+", "4+", "3", "3", "1", "1", "7", "5+")
COLUMNS = ("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv")


def begin(page: Page, server: Local, what: str) -> None:
    page.goto(f"{server.url}/homebrew")
    page.get_by_label("Name", exact=True).fill("Harbour")
    page.get_by_label("System").select_option("wh40k-9e")
    page.get_by_role("button", name="Create").click()
    page.get_by_role("button", name=f"Begin: {what}", exact=True).click()
    page.wait_for_load_state("load")


def field(page: Page, name: str, value: str) -> None:
    """Fill in, as somebody who looks for the field."""
    one = page.locator(f'[name="{name}"]:not([type=hidden])')
    one.fill(value)
    one.blur()


def choose(page: Page, name: str, value: str) -> None:
    one = page.locator(f'select[name="{name}"]')
    one.select_option(value)
    one.blur()


def press(page: Page, value: str) -> None:
    """Press a button, and wait for what it adds."""
    verb, _, name = value.partition(":")
    before = page.locator(f'[value^="remove:{name}/"]').count()
    page.locator(f'button[value="{value}"]').click()
    if verb == "add":
        page.locator(f'[value^="remove:{name}/"]').nth(before).wait_for()


@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.sample(0))], ids=["scripts", "none"])
def test_from_an_empty_form_to_a_sheet(browser: Browser, server: Local, scripts: bool) -> None:
    context = browser.new_context(java_script_enabled=scripts, accept_downloads=True)
    page = context.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: refused.append(str(error)))
    begin(page, server, "Nothing")
    field(page, "/name", "Harbour Watch")
    choose(page, "/role", "troops")
    field(page, "/costs/power/base", "3")
    field(page, "/profiles/0/name", "Watchman")
    field(page, "/profiles/0/number/max", "10")
    field(page, "/profiles/0/number/min", "5")
    for key, value in zip(COLUMNS, PRINTED, strict=True):
        field(page, f"/profiles/0/characteristics/{key}", value)
    for number, (name, kind) in enumerate((("Boat gun", "Rapid Fire 1"), ("Flare gun", "Assault D6"))):
        press(page, "add:/weapons")
        field(page, f"/weapons/{number}/name", name)
        field(page, f"/weapons/{number}/profiles/0/characteristics/Type", kind)
    press(page, "add:/composition/wargear")
    page.locator('[name="/composition/wargear/0/models"][value="Watchman"]').check()
    press(page, "add:/composition/wargear/0/items")
    press(page, "add:/options")
    field(page, "/options/0/text", "For every 5 models, 1 Watchman may swap its boat gun for a flare gun.")
    page.locator('[name="/options/0/models"][value="Watchman"]').check()
    press(page, "add:/options/0/replace")
    press(page, "add:/options/0/with/0")
    choose(page, "key:/options/0/with/0/0", "Flare gun")
    field(page, "/options/0/limit/per_models", "5")
    press(page, "add:/abilities")
    field(page, "/abilities/0/name", "Lantern Signals")
    field(page, "/abilities/0/text", "Add 1 to hit rolls made for this unit.")
    press(page, "add:/abilities/0/effects")
    choose(page, "/abilities/0/effects/0/kind", "modify-roll")
    if not scripts:
        page.get_by_role("button", name="Check").click()
    for name, value in (("roll", "hit"), ("operation", "add")):
        choose(page, f"/abilities/0/effects/0/{name}", value)
    field(page, "/abilities/0/effects/0/value", "1")
    field(page, "/keywords/faction", "HARBOUR")
    field(page, "/keywords/other", "INFANTRY")
    page.get_by_role("button", name="Check").click()
    page.get_by_text("Everything fits; it can be saved.").wait_for()
    card = page.locator("#preview")
    assert "Lantern Signals" in card.inner_text()
    assert "Flare gun" in card.inner_text()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Copy to homebrew").wait_for()
    page.goto(server.url)
    page.locator("#new summary").click()
    page.get_by_label("Name", exact=True).fill("Night watch")
    page.get_by_label("Army", exact=True).select_option(label="Harbour")
    page.get_by_role("button", name="Create").click()
    page.get_by_label("Add a unit").fill("Harbour Watch")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator(".unit").get_by_role("heading", name="Harbour Watch").first.wait_for()
    page.locator(".menu summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download PDF (A4)").click()
    sheet = read_sheet(download.value.path().read_bytes())
    (unit,) = sheet.army.units
    assert [(each.name, each.number) for each in unit.models] == [("Watchman", 5)]
    assert {each.name for each in unit.weapons} == {"Boat gun"}
    assert not refused
    context.close()


def test_what_is_wrong_is_said_while_it_is_typed(browser: Browser, server: Local) -> None:
    page = browser.new_page()
    begin(page, server, "A squad")
    most = page.locator('[name="/profiles/1/number/max"]')
    most.fill("2")
    page.get_by_text("Write a min of at most 2, the max.").first.wait_for()
    assert page.locator("#preview").get_by_text("4–2").count() == 1
    most.fill("nine")
    page.locator(".slot").get_by_text("Write a whole number in digits.").wait_for()
    assert most.get_attribute("aria-invalid") == "true"
    assert most.evaluate("each => each === document.activeElement"), "somebody is typing there"
    most.fill("9")
    page.get_by_text("Everything fits; it can be saved.").wait_for()
    page.goto(f"{server.url}/homebrew")
    page.get_by_role("link", name="New squad").click()
    assert page.locator('[name="/profiles/1/number/max"]').input_value() == "9"
    page.close()


def test_a_click_counts_though_the_form_is_made_anew_in_the_middle_of_it(browser: Browser, server: Local) -> None:
    page = browser.new_page()
    begin(page, server, "A squad")
    page.locator('[name="/profiles/0/name"]').fill("Watchman")
    button = page.locator('button[value="add:/weapons"]')
    button.scroll_into_view_if_needed()
    button.hover()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.mouse.down()  # the field is left, and other fields depend on it
    page.wait_for_timeout(300)
    page.mouse.up()
    page.locator("[name='/weapons/2/name']").wait_for()
    page.close()


def test_rows_are_added_moved_and_removed_by_keyboard(browser: Browser, server: Local) -> None:
    page = browser.new_page()
    begin(page, server, "A squad")

    def names() -> list[str]:
        fields = page.locator("[name^='/weapons/'][name$='/name']:not([name*=profiles])")
        return [each.input_value() for each in fields.all()]

    page.locator('button[value="add:/weapons"]').focus()
    page.keyboard.press("Enter")
    page.locator(":focus[name='/weapons/2/name']").wait_for()
    page.keyboard.type("Lance")
    page.locator('button[value="up:/weapons/2"]').focus()
    page.locator(":focus[value='up:/weapons/2'][aria-label='Move Lance up']").wait_for()
    page.keyboard.press("Enter")
    page.locator(":focus[value='up:/weapons/1']").wait_for()
    page.keyboard.press("Enter")
    page.locator("#part-weapons legend").get_by_text("Lance").first.wait_for()
    page.locator("[value='remove:/weapons/0'][aria-label='Remove Lance']").wait_for()
    assert names() == ["Lance", "Rifle", "Special rifle"]
    page.locator('button[value="remove:/weapons/0"]').focus()
    page.keyboard.press("Enter")
    page.locator("[value='remove:/weapons/0'][aria-label='Remove Rifle']").wait_for()
    assert names() == ["Rifle", "Special rifle"]
    assert page.evaluate("document.activeElement.closest('#part-weapons') !== null"), "the keyboard stays where it was"
    page.locator('[name="/name"]').press("Enter")
    page.get_by_text("Everything fits; it can be saved.").wait_for()
    page.close()
