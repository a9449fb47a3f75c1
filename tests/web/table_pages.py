"""The page at the table on a phone in a real browser, as thumbs use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WAIT = 60_000
PHONE = {"width": 390, "height": 844}


def open_table(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport=PHONE, has_touch=True, accept_downloads=True).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(WAIT)
    page.goto(address)
    return page


def models_left(page: Page, side: str = "a") -> str:
    return page.locator(f'[data-side="{side}"] .shown [data-left]').first.inner_text()


def show_odds(page: Page) -> None:
    """Two taps: the card's odds, the target."""
    page.locator('[data-side="a"] .shown [data-odds-of]').tap()
    page.locator("[data-targets] button").first.tap()
    page.locator("[data-odds-found] tbody tr").first.wait_for()
