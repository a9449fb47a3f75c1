"""The page of a battle in a real browser, as hands use it: questions are answered, units dragged, spots clicked."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from builder.services.assembly import Services
from tests.browsers import wait_until
from tests.servers import Local
from tests.web.begun import aims_at_several, come_to

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE = 120_000
"""How long programs may take, in milliseconds: machines that test are busy."""
LOOKS = """all => all.map(each => { const { a, b, e, f } = each.transform.baseVal.consolidate().matrix;
  return [each.id, ...[a, b, e, f].map(value => Math.round(value * 100) / 100)]; })"""
"""Where models are drawn, and how."""


def open_page(browser: Browser, **given: Any) -> tuple[Page, list[str]]:
    """A page, and what its console and scripts complain about."""
    page = browser.new_context(**given).new_page()
    page.set_default_timeout(60_000)
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    return page, found


def begin(page: Page, server: Local, a: str, b: str, seed: str = "7") -> None:
    page.goto(f"{server.url}/battles")
    page.get_by_label("Roster").nth(0).select_option("sunward-patrol")
    page.get_by_label("Roster").nth(1).select_option("gloam-patrol")
    page.get_by_label("Player of army A").select_option(a)
    page.get_by_label("Player of army B").select_option(b)
    page.get_by_label("Seed").fill("" if a == b == "human" else seed)
    page.get_by_role("button", name="Start the battle").click()


def middle_of_a_fight(services: Services) -> str:
    """A battle against dice in which models have fallen, and somebody may strike at two units."""
    return come_to(services, aims_at_several("blows"), seeds=range(6, 60), pick=Random(6).choice)


def until_moved(page: Page, act: Callable[[], None]) -> None:
    """Do something, and wait until another event is shown."""
    before = page.locator("#battle").get_attribute("data-n")
    act()
    page.locator(f'#battle:not([data-n="{before}"])').wait_for()


def decision(page: Page) -> str:
    return page.locator("#asked").get_attribute("data-decision") or ""


def until_answered(page: Page, before: str) -> None:
    """Wait until another question is asked, and the focus is on it."""
    page.locator(f'html:not([aria-busy]) #asked:not([data-decision="{before}"])').wait_for(timeout=PATIENCE)


def until_asked(page: Page, kind: str) -> None:
    """Take first options until a decision of a kind is open."""
    for _ in range(9):
        page.locator("#asked").wait_for(timeout=PATIENCE)
        if page.locator("#asked").get_attribute("data-kind") == kind:
            page.locator("#log li.here").wait_for()
            return
        before = decision(page)
        page.locator("#asked .options button").first.click()
        until_answered(page, before)
    raise AssertionError(f"nobody is asked {kind}")


def uncut(page: Page) -> bool:
    """Whether all of the question but its options is on the screen."""
    script = """panel => {
      const end = panel.getBoundingClientRect().bottom;
      const buttons = [...panel.querySelectorAll("form > .line button, .feet button")];
      return panel.scrollHeight <= panel.clientHeight && buttons.every(each => each.getBoundingClientRect().bottom <= end);
    }"""
    return bool(page.locator("#asked").evaluate(script))


SELECTABLE = """
    () => [...document.querySelectorAll("#asked button[data-units]")].map(each => JSON.parse(each.dataset.units)[0])
        .filter(unit => document.querySelector(`.models use[data-unit="${unit}"]:not(.off)`))
"""


def selectable(page: Page) -> list[int]:
    """The units on the table that may be selected, once the film has come to where they stand."""
    wait_until(page, f"({SELECTABLE})().length > 0")
    found: list[int] = page.evaluate(SELECTABLE)
    return found


def places(page: Page, unit: int) -> Any:
    return page.locator(f'.models use[data-unit="{unit}"]:not(.off)').evaluate_all(LOOKS)


def drag(page: Page, unit: int, ways: list[tuple[int, int]], refused: set[str]) -> None:
    """Take hold of the first model of a unit, carry it along, and drop it; `refused` gets what was said on the way."""
    box = page.locator(f'.models use[data-unit="{unit}"]:not(.off)').first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = decision(page)
    page.mouse.move(x, y)
    page.mouse.down()
    for across, down in ways:
        page.mouse.move(min(x + across, 800), y + down, steps=3)
        until_answered(page, before)
        if across > 1000:
            page.locator("#why:not(.off)").wait_for()
            refused.add(page.locator("#why").inner_text())
    page.mouse.up()
    page.locator("html:not(.dragging):has(#pointing:not([aria-busy])):has(#carried:empty)").wait_for()


def box_of(page: Page, what: str) -> Any:
    """Where something is on the screen, once the script listens to the board."""
    page.locator("#board[tabindex]").wait_for()
    return page.locator(what).first.bounding_box()


def by_pointing(page: Page, across: float, down: float) -> Any:
    """Click so many pixels into the board, look at what would be, do it, and return what was sent."""
    page.locator("#board").click(position={"x": across, "y": down}, force=True)
    page.locator("#confirm:enabled").wait_for()
    assert page.locator("#pointed").inner_text().strip()
    assert page.locator("#ghosts > *").count()
    sent = json.loads(page.locator("#pointing input[name=data]").input_value())
    page.locator("#confirm").click()
    return sent


def without_scripts(page: Page, kinds: set[str]) -> None:
    """Take first options until these kinds of decisions were answered."""
    for _ in range(12):
        if page.get_by_role("button", name="Play on").count():
            page.get_by_role("button", name="Play on").click()
            continue
        kinds = kinds - {page.locator("#asked").get_attribute("data-kind")}
        page.locator("#asked .options button").first.click()
        if not kinds:
            return
    raise AssertionError(f"nobody was asked {kinds}")
