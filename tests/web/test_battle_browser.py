"""Battles in a real browser: watched and scrubbed while programs play, played by clicking, and the same without scripts."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from builder.services.assembly import Services
from resolver.engine.squares import grid
from tests.browsers import page_width
from tests.servers import Local
from tests.web.battle_pages import (
    LOOKS,
    PATIENCE,
    begin,
    box_of,
    by_pointing,
    decision,
    drag,
    middle_of_a_fight,
    open_page,
    places,
    selectable,
    uncut,
    until_answered,
    until_asked,
    until_moved,
    without_scripts,
)
from tests.web.begun import come_to, selects_to_move

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page


pytestmark = pytest.mark.slow
MARGINS = 2.5
"""What the board shows around the table, in inches: letters and numbers on two sides, a rim on the others."""


@pytest.fixture(scope="module")
def template(few_units: Path) -> Path:
    return few_units


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", [1280, 390])
def test_a_battle_is_watched_while_it_is_played_and_scrubbed_then(browser: Browser, server: Local, width: int) -> None:
    """A match-up leads to it."""
    page, faults = open_page(browser, viewport={"width": width, "height": 900})
    page.goto(f"{server.url}/matchup?a=sunward-patrol&b=gloam-patrol")
    for side in "ab":
        page.locator(f"#player_{side}").select_option("random")
    page.get_by_role("button", name="Start the battle").click()
    page.locator("#running").wait_for()
    page.get_by_text("victory points after").wait_for(timeout=PATIENCE)
    scrub, event = page.locator("#scrub"), page.locator("#event")
    last = scrub.input_value()
    page.locator("#log li.here").wait_for()
    page.get_by_label("Jump to").select_option(index=3)
    page.locator(f'#log li.here:not([data-n="{last}"])').wait_for()
    said, stood = event.inner_text(), page.locator(".models use:not(.off)").count()
    assert stood > 10
    faces = page.locator(".tag:not(.off) .face rect").all()
    assert len(faces) > 2
    for box in [each.bounding_box() or {} for each in faces]:
        assert box["width"] > box["height"], "labels are level, also where the table stands upright"
    until_moved(page, lambda: page.get_by_role("link", name="Step on").click())
    assert event.inner_text() != said
    scrub.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "PageDown"):
        until_moved(page, lambda key=key: page.keyboard.press(key))
    until_moved(page, lambda: scrub.fill("0"))
    assert page.locator(".models use:not(.off)").count() == 0
    page.get_by_label("Speed").select_option("15")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".models use:not(.off)").first.wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Pause").click()
    until_moved(page, lambda: scrub.fill(last))
    assert page_width(page) <= page.evaluate("innerWidth")
    assert not faults
    page.context.close()


@pytest.mark.sample(0)
def test_scrubbing_shows_what_the_server_shows(
    browser: Browser, server: Local, services: Services, whole: bool, rng: Random
) -> None:
    page, faults = open_page(browser)
    plain, _ = open_page(browser, java_script_enabled=False)
    address = f"{server.url}/battles/{middle_of_a_fight(services)}"
    page.goto(address)
    page.locator("#log li.here").wait_for()
    last = int(page.locator("#scrub").input_value())
    for n in range(0, last, max(1, last // 9)) if whole else rng.sample(range(last), 3):
        page.locator("#scrub").fill(str(n))
        page.locator(f'#battle[data-n="{n}"]').wait_for()
        plain.goto(f"{address}?n={n}")
        shown, served = (each.locator(".models use:not(.off)").evaluate_all(LOOKS) for each in (page, plain))
        assert shown == served, n
        for each in ("v0", "v1"):
            assert page.locator(f"#{each}").inner_text() == plain.locator(f"#{each}").inner_text()
        for each in ("#log li.here", ".marker:not(.off) .holder", ".tag:not(.off)", ".units .signs"):
            ours, theirs = ("".join("".join(one.locator(each).all_text_contents()).split()) for one in (page, plain))
            assert ours == theirs, (n, each)
    assert not faults
    page.context.close()
    plain.context.close()


def test_a_turn_is_played_by_clicking(browser: Browser, server: Local, services: Services) -> None:
    """An answer in words that is refused says why and keeps what was typed; the one after it is pointed at by keyboard."""
    page, faults = open_page(browser, viewport={"width": 1280, "height": 1000})
    begin(page, server, "human", "random")
    page.locator("#asked").wait_for(timeout=PATIENCE)
    before = decision(page)
    page.get_by_text("An answer of your own, in words").first.click()
    page.locator("#own").fill("at 1 1")
    page.get_by_role("button", name="Answer").click()
    page.get_by_role("alert").filter(has_text="9E-CREATE-04").wait_for()
    assert page.locator("#own").input_value() == "at 1 1"
    assert decision(page) == before
    page.locator("#board[tabindex]").focus()
    for key in ("ArrowLeft", "ArrowUp", "Shift+ArrowUp", "Enter"):
        page.keyboard.press(key)
    page.locator("#confirm:enabled").wait_for()
    page.locator("#confirm").focus()
    page.keyboard.press("Enter")
    until_answered(page, before)
    for kind, across, down in (("place-marker", 0.5, 0.5), ("set-up", 0.45, 0.9)):
        until_asked(page, kind)
        before, box = decision(page), box_of(page, "#board")
        by_pointing(page, across * box["width"], down * box["height"])
        until_answered(page, before)
    page.goto(f"{server.url}/battles/{come_to(services, selects_to_move)}")
    until_asked(page, "select")
    before, wanted = decision(page), page.locator(".tag.wanted:not(.off)").last  # nobody stands before these
    unit = wanted.get_attribute("data-unit")
    wanted.click(force=True)
    until_answered(page, before)
    until_asked(page, "move")
    before, box, board = decision(page), box_of(page, f'.models use[data-unit="{unit}"]'), box_of(page, "#board")
    sent = by_pointing(page, box["x"] - board["x"], box["y"] + 60 - board["y"])
    assert sent["moves"]
    until_answered(page, before)
    page.get_by_role("button", name="Take back my last choice").click()
    page.locator("#asked[data-kind=move]").wait_for()
    refused = [fault for fault in faults if "422" not in fault]
    assert not refused
    page.context.close()


def test_a_turn_is_played_by_dragging(browser: Browser, server: Local, services: Services) -> None:
    """Units are dragged from where they stand: that selects them, says what is refused before the drop, and moves them."""
    page, faults = open_page(browser, viewport={"width": 1280, "height": 900})
    page.goto(f"{server.url}/battles/{come_to(services, selects_to_move)}")
    page.locator("#leaders line").first.wait_for(state="attached")  # the table is drawn, and stays where it is
    page.locator("#log li.here").wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") <= 900, "all of it fits one screen"
    before = {unit: places(page, unit) for unit in selectable(page)}
    assert len(before) > 1
    refused = set()
    for unit in before:
        drag(page, unit, [(0, 40), (2000, 40), (10, 55)], refused)
        shown = decision(page)
        assert uncut(page), "only the options scroll; buttons are never cut"
        if page.locator("#confirm").is_enabled():
            page.locator("#confirm:focus").wait_for()
            page.keyboard.press("Enter")
        else:  # there is no way past the others
            page.locator("#asked .options button").first.click()
        until_answered(page, shown)
    assert any("9E-" in words for words in refused)
    assert sum(places(page, unit) != stood for unit, stood in before.items()) > 1
    assert not [fault for fault in faults if "422" not in fault]
    page.context.close()


@pytest.mark.sample(0)
@pytest.mark.parametrize("larger", [False, True])
def test_the_table_stands_upright_on_a_phone_and_is_pointed_at_there(browser: Browser, server: Local, larger: bool) -> None:
    page, faults = open_page(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    begin(page, server, "human", "random")
    page.locator("#asked").wait_for(timeout=PATIENCE)
    page.get_by_label("Larger table").set_checked(larger)
    board = page.locator("#board.upright[tabindex]")
    box = board.bounding_box()
    assert box
    assert box["height"] > box["width"] > (700 if larger else 330)
    board.click(position={"x": 0.6 * box["width"], "y": 0.35 * box["height"]})
    page.locator("#confirm:enabled").wait_for()
    assert _off(page, "#ghosts circle", 0.6, 0.35) < 3
    width, depth = (float(board.get_attribute(name) or "") for name in ("data-width", "data-depth"))
    at = json.loads(page.locator("#pointing input[name=data]").input_value())["at"]
    high, wide = width + MARGINS, depth + MARGINS
    assert at == pytest.approx([0.35 * high - 2, 0.6 * wide - 0.5], abs=0.3)
    assert width > depth
    columns, _ = grid(width, depth)
    third = page.locator(".scale text", has_text="C")
    assert _off(page, third, (depth + 1.5) / wide, (2.5 * width / columns + 2) / high) < 5, "letters go down"
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    assert _off(page, "#cross", 0.6 + 1 / wide, 0.35) < 3, "arrow keys go on from what was pointed at"
    page.set_viewport_size({"width": 844, "height": 390})
    page.locator("#board:not(.upright)").wait_for()
    assert not faults
    page.context.close()


def _off(page: Page, what: str | Locator, across: float, down: float) -> float:
    """How many pixels something is away from a place on the board, given in parts of its width and height."""
    shown = page.locator(what) if isinstance(what, str) else what
    box, board = (each.bounding_box() for each in (shown, page.locator("#board")))
    assert box
    assert board
    x, y = board["x"] + across * board["width"], board["y"] + down * board["height"]
    return abs(box["x"] + box["width"] / 2 - x) + abs(box["y"] + box["height"] / 2 - y)


@pytest.mark.sample(0)
def test_it_is_played_and_watched_without_scripts(browser: Browser, server: Local, services: Services) -> None:
    page, faults = open_page(browser, java_script_enabled=False)
    begin(page, server, "human", "random")
    without_scripts(page, {"place-marker", "set-up"})
    page.goto(f"{server.url}/battles/{come_to(services, selects_to_move)}")
    without_scripts(page, {"select", "move"})
    page.get_by_role("link", name="Step back").click()
    page.get_by_role("link", name="Phase back").click()
    assert "n=" in page.url
    page.get_by_role("link", name="To where it stands now").click()
    page.get_by_role("button", name="Take back my last choice").click()
    page.get_by_role("link", name="Report").click()
    page.get_by_role("heading", name="Report").wait_for()
    assert not faults
    page.context.close()


def test_two_people_play_in_two_browsers_and_see_each_other_choose(browser: Browser, server: Local) -> None:
    one, faults = open_page(browser)
    begin(one, server, "human", "human")
    links = {}
    for name in ("Sunward Patrol", "Gloam Patrol"):
        one.get_by_role("button", name=f"Link to the seat of {name}").click()
        links[name] = one.get_by_label("Address").first.input_value()
        one.get_by_role("link", name="To the battle").click()
    two, more = open_page(browser)
    one.goto(links["Sunward Patrol"])
    two.goto(links["Gloam Patrol"])
    for page in (one, two):
        page.locator("#asked, #waiting").first.wait_for()
    for _ in range(2):
        mover, waiter = (one, two) if one.locator("#asked").count() else (two, one)
        assert waiter.locator("#waiting").count() == 1
        seen = waiter.locator("#battle").get_attribute("data-events")
        mover.locator("#asked .options button").first.click()
        waiter.locator(f'#battle:not([data-events="{seen}"])').wait_for(timeout=PATIENCE)
        waiter.locator("#asked, #waiting").first.wait_for()
        mover.locator("#asked, #waiting").first.wait_for()
    assert not faults + more
    one.context.close()
    two.context.close()


def test_two_files_are_dropped(browser: Browser, server: Local) -> None:
    page, faults = open_page(browser)
    documents = [
        page.request.get(f"{server.url}/api/v1/rosters/{id}/document").text() for id in ("sunward-patrol", "gloam-patrol")
    ]
    page.goto(f"{server.url}/battles")
    carried = page.evaluate_handle(DROPPED, documents)
    page.dispatch_event("form[data-armies]", "drop", {"dataTransfer": carried})
    names = page.locator("form[data-armies] input[type=file]").evaluate_all("all => all.map(each => each.files[0]?.name)")
    assert names == ["0.json", "1.json"]
    page.get_by_label("Player of army A").select_option("random")
    page.get_by_role("button", name="Start the battle").click()
    page.get_by_role("heading", name="Sunward Patrol – Gloam Patrol").wait_for(timeout=PATIENCE)
    assert not faults
    page.context.close()


DROPPED = """texts => { const held = new DataTransfer();
  texts.forEach((text, at) => held.items.add(new File([text], `${at}.json`, { type: "application/json" })));
  return held; }"""
