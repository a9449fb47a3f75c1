"""The page at the table in a real browser: tapped, reloaded, the server gone, and the record that is kept at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from builder.services.assembly import Services
from builder.web.tabletop import views
from tests.axe import violations
from tests.browsers import wider
from tests.servers import Local, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
WAIT = 60_000
ADDRESS = "/rosters/sunward-patrol/table?against=gloam-patrol"
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def closing(app: Flask) -> Iterator[tuple[Local, ExitStack]]:
    """A server that a test ends itself, and what ends it."""
    with ExitStack() as stack:
        yield stack.enter_context(serving(app)), stack


def opened(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport=PHONE, has_touch=True, accept_downloads=True).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(WAIT)
    page.goto(address)
    return page


def left(page: Page, side: str = "a") -> str:
    return page.locator(f'[data-side="{side}"] .shown [data-left]').first.inner_text()


def show_odds(page: Page) -> None:
    """Two taps: the card's odds, the target."""
    page.locator('[data-side="a"] .shown [data-odds-of]').tap()
    page.locator("[data-targets] button").first.tap()
    page.locator("[data-odds-found] tbody tr").first.wait_for()


@pytest.mark.sample(1)
@pytest.mark.parametrize("most", [40, 5], ids=["on one page", "each on a page of its own"])
def test_a_battle_without_a_network(
    browser: Browser, closing: tuple[Local, ExitStack], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(views, "MOST_CARDS", most)
    """Pages against two opponents and their odds are kept."""
    server, stack = closing
    other = server.url + ADDRESS.replace("gloam", "sunward")
    page = opened(browser, other)
    page.get_by_text("This page and its odds work without a network.").wait_for()
    page.goto(server.url + ADDRESS)
    page.get_by_text("This page and its odds work without a network.").wait_for()
    whole = int(left(page))
    page.locator('[data-side="a"] .shown [data-wound="-1"]').first.tap()
    assert int(left(page)) == whole - 1

    stack.close()  # the server is gone, and so is the network
    page.context.set_offline(True)
    page.reload()
    assert int(left(page)) == whole - 1, "what was tapped is still there"
    page.get_by_text("This page and its odds work without a network.").wait_for()
    page.get_by_role("button", name="Your victory points: one more").tap()
    page.get_by_role("button", name="Next round").tap()
    page.locator('[data-side="a"] .shown [data-box]').nth(1).tap()
    assert int(left(page)) == whole - 2
    page.get_by_role("button", name="Undo").tap()
    assert int(left(page)) == whole - 1

    show_odds(page)
    assert "%" in page.locator("[data-odds-found]").inner_text()
    page.get_by_role("button", name="Close").tap()

    page.get_by_role("button", name="Score").tap()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save as a file").tap()
    kept.value.save_as(tmp_path / "record.txt")
    record = (tmp_path / "record.txt").read_text(encoding="utf-8")
    assert "You 1, them 0" in record
    assert f"-1 ({whole - 1} of {whole} left)" in record
    assert record == page.locator("#record-text").input_value()
    page.get_by_role("button", name="Begin anew").first.tap()
    page.get_by_role("dialog").get_by_role("button", name="Begin anew").tap()
    page.goto(other)
    page.get_by_text("This page and its odds work without a network.").wait_for()
    page.get_by_role("button", name="Mine", exact=True).tap()
    assert int(left(page)) == whole
    assert "Sunward" in page.locator("#side-b").text_content()  # type: ignore[operator]
    show_odds(page)


def test_two_tabs_keep_what_each_of_them_does(browser: Browser, closing: tuple[Local, ExitStack]) -> None:
    server, stack = closing
    first = opened(browser, server.url + ADDRESS)
    first.get_by_text("This page and its odds work without a network.").wait_for()
    second = first.context.new_page()
    second.set_default_timeout(WAIT)
    second.goto(server.url + ADDRESS.partition("?")[0])
    whole = int(left(first))
    first.locator('[data-side="a"] .shown [data-wound="-1"]').first.tap()
    first.get_by_role("button", name="Theirs", exact=True).tap()
    first.locator('[data-side="b"] .shown [data-wound="-1"]').first.tap()
    theirs = left(first, "b")
    second.get_by_text(f"{whole - 1} of {whole}").or_(
        second.locator("[data-left]", has_text=str(whole - 1))
    ).first.wait_for()
    second.locator('[data-side="a"] .shown [data-wound="-1"]').first.tap()
    second.get_by_role("button", name="Your victory points: one more").tap()
    for page in (first, second):
        page.reload()
        assert int(left(page)) == whole - 2
        assert page.locator('[data-count="vp"]').inner_text() == "1"
    assert left(first, "b") == theirs, "what a tab without this opponent does takes nothing from it"

    stack.close()
    first.context.set_offline(True)
    third = first.context.new_page()
    third.goto(server.url + ADDRESS.replace("gloam", "sunward"))  # never opened: the page is that kept of this roster
    third.locator("[data-kept]", has_text="without a network").wait_for()


def test_a_phase_shows_what_matters_in_it_and_bands_go_by_wounds(browser: Browser, server: Local) -> None:
    page = opened(browser, server.url + "/rosters/gloam-court/table")
    page.locator("#jump-a").select_option(label="8 Barrow Colossus")
    card = page.locator("[data-card].shown")
    before = card.locator("tr", has_text="1 model").inner_text()
    card.locator('[data-box="9"]').tap()
    assert card.locator("[data-in-force]").count() == 1
    assert card.locator("[data-in-force] th").inner_text() == "4–7"
    assert card.locator("tr", has_text="1 model").inner_text() != before
    assert card.get_by_role("group", name="Melee").is_visible()
    page.get_by_role("button", name="Shooting phase").tap()
    assert not card.get_by_role("group", name="Melee").is_visible()
    assert card.get_by_role("group", name="Ranged").is_visible()
    page.locator('[data-turn="-1"]').tap()
    assert "shoot" in str(page.locator("[data-card].shown").get_attribute("data-phases"))


@pytest.mark.sample(0)
@pytest.mark.parametrize("roster", ["rampart-column", "gloam-court"])
def test_a_narrow_phone_says_where_more_can_be_scrolled_to(browser: Browser, server: Local, roster: str) -> None:
    page = opened(browser, server.url + f"/rosters/{roster}/table?against=sunward-host")
    assert narrow_faults(page, 390) == []
    page.set_viewport_size({"width": 320, "height": 640})
    shade = page.locator("[data-card].shown .scroll").first.evaluate("one => getComputedStyle(one).backgroundAttachment")
    assert shade == "local, local, scroll, scroll"
    assert narrow_faults(page, 320, most=8) == []


def narrow_faults(page: Page, width: int, most: int = 0) -> list[str]:
    """Tables of cards that are wider than these by more than so many pixels, and a button for odds below its name."""
    found: list[str] = page.evaluate(
        """most => [...document.querySelector("#jump-a").options].flatMap(({ value }) => {
          const jump = document.querySelector("#jump-a");
          jump.value = value;
          jump.dispatchEvent(new Event("change", { bubbles: true }));
          const card = document.querySelector('[data-side="a"] .shown');
          const wide = [...card.querySelectorAll(".scroll")].filter((one) => one.scrollWidth > one.clientWidth + most);
          const [odds, name] = [card.querySelector("[data-odds-of]"), card.querySelector("h3")];
          const below = odds && odds.offsetTop >= name.offsetTop + name.offsetHeight;
          return [...wide, ...(below ? [odds] : [])].map((one) => `${card.dataset.name}: ${one.textContent.slice(0, 20)}`);
        })""",
        most,
    )
    return found


def test_a_link_that_was_taken_back_is_forgotten(browser: Browser, server: Local, services: Services) -> None:
    made = services.links.make("sunward-patrol")
    address = f"{server.url}/read/{made.token}/table"
    page = opened(browser, address)
    page.get_by_text("This page works without a network.").wait_for()
    page.reload()
    services.links.take_back("sunward-patrol", made.link.id)
    answer = page.goto(address)
    assert answer
    assert answer.status == 404
    # The page before may still be keeping its files; what it opens anew it forgets when it meets the 404.
    page.wait_for_timeout(500)
    for _ in range(40):
        if not (kept := page.evaluate("caches.keys()")):
            break
        page.wait_for_timeout(250)
    assert kept == []


def test_the_odds_of_a_vehicle_say_how_the_damage_table_leaves_it(browser: Browser, server: Local) -> None:
    page = opened(browser, server.url + "/rosters/thornmane-scouts/table?against=rustwater-ferry")
    page.locator('[data-side="a"] .shown [data-odds-of]').tap()
    page.locator("[data-targets] button", has_text="Toll Wagon").tap()
    page.get_by_role("row", name="Explodes").wait_for()
    found = page.locator("[data-odds-found]").inner_text()
    assert "Damage table: how it ends" in found
    assert "Crew Shaken" in found
    assert violations(page) == []
    assert wider(page, 320, 390) == []


def test_no_control_is_under_44_pixels_with_a_mouse_either(browser: Browser, server: Local) -> None:
    page = browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
    page.goto(server.url + "/rosters/gloam-court/table")
    controls = "[...document.querySelectorAll('button, select, input, header a')].filter(e => e.offsetParent)"
    small = f"{controls}.filter(e => Math.min(e.offsetHeight, e.offsetWidth) < 44).map(e => e.outerHTML.slice(0, 80))"
    for view in ("a", "b", "record"):
        page.locator(f'button[data-view="{view}"]').click()
        assert page.evaluate(small) == [], view
    phases = page.locator("[data-phase]").evaluate_all("all => all.map(e => e.getBoundingClientRect().right)")
    assert max(phases) <= PHONE["width"], "none is cut off"


@pytest.mark.sample(0)
def test_it_can_be_used_by_everybody(browser: Browser, server: Local) -> None:
    """The odds of a card in the light, the record in the dark."""
    page, seen = opened(browser, server.url + "/rosters/gloam-court/table?against=sunward-patrol"), set[str]()
    page.locator('[data-side="a"] .shown [data-wound="-1"]').first.tap()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        if scheme == "light":
            show_odds(page)
        else:
            page.get_by_role("button", name="Close").tap()
            page.locator('button[data-view="record"]').tap()
        assert violations(page, seen) == [], scheme
        assert wider(page, 320, 390) == [], scheme
        small = page.evaluate(
            "[...document.querySelectorAll('button, select, input, header a')]"
            ".filter(e => e.offsetParent && e.offsetHeight < 44)"
            ".map(e => e.outerHTML.slice(0, 80))"
        )
        assert small == [], scheme


def test_what_may_be_used_twice_is_struck_out_when_both_boxes_are_ticked(browser: Browser, server: Local) -> None:
    page = opened(browser, server.url + ADDRESS)
    for pressed, line in (((), "none"), ((0,), "none"), ((0, 1), "line-through")):
        boxes = "".join(
            f'<button class="tick once" aria-pressed="{str(at in pressed).lower()}"></button>' for at in range(2)
        )
        page.evaluate(
            "html => document.body.innerHTML = html",
            f"<ul><li>{boxes}<p>Hymn</p></li></ul><table><tr><th>{boxes}</th></tr></table>",
        )
        for what in ("tr", "li p"):
            assert page.locator(what).evaluate("one => getComputedStyle(one).textDecorationLine") == line, pressed
