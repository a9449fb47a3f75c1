"""The page at the table in a real browser: what a card shows, what its odds say; everybody can use it, thumbs too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.axe import violations
from tests.browsers import wider
from tests.servers import Local
from tests.web.table_pages import PHONE, open_table, show_odds

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow


def test_a_phase_shows_what_matters_in_it_and_bands_go_by_wounds(browser: Browser, server: Local) -> None:
    page = open_table(browser, server.url + "/rosters/gloam-court/table")
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
    page = open_table(browser, server.url + f"/rosters/{roster}/table?against=sunward-host")
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


def test_the_odds_of_a_vehicle_say_how_the_damage_table_leaves_it(browser: Browser, server: Local) -> None:
    page = open_table(browser, server.url + "/rosters/thornmane-scouts/table?against=rustwater-ferry")
    page.locator('[data-side="a"] .shown [data-odds-of]').tap()
    page.locator("[data-targets] button", has_text="Toll Wagon").tap()
    page.get_by_role("row", name="Explodes").wait_for()
    found = page.locator("[data-odds-found]").inner_text()
    assert "Damage table: how it ends" in found
    assert "Crew Shaken" in found
    assert violations(page) == []
    assert wider(page, 320, 390) == []


def test_no_control_is_under_44_pixels_with_a_mouse_either_and_what_is_used_up_is_struck_out(
    browser: Browser, server: Local
) -> None:
    page = browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
    page.goto(server.url + "/rosters/gloam-court/table")
    controls = "[...document.querySelectorAll('button, select, input, header a')].filter(e => e.offsetParent)"
    small = f"{controls}.filter(e => Math.min(e.offsetHeight, e.offsetWidth) < 44).map(e => e.outerHTML.slice(0, 80))"
    for view in ("a", "b", "record"):
        page.locator(f'button[data-view="{view}"]').click()
        assert page.evaluate(small) == [], view
    phases = page.locator("[data-phase]").evaluate_all("all => all.map(e => e.getBoundingClientRect().right)")
    assert max(phases) <= PHONE["width"], "none is cut off"
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


@pytest.mark.sample(0)
def test_it_can_be_used_by_everybody(browser: Browser, server: Local) -> None:
    """The odds of a card in the light, the record in the dark."""
    page, seen = open_table(browser, server.url + "/rosters/gloam-court/table?against=sunward-patrol"), set[str]()
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
