"""The main pages in every language, in a real browser: none is wider than the screen, and axe-core finds nothing in any."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from datasheets.words import languages, say
from tests.axe import violations
from tests.browsers import unfold, wider
from tests.servers import Local

if TYPE_CHECKING:
    from playwright.sync_api import Browser


pytestmark = pytest.mark.slow
FOREIGN = [language for language in languages() if language != "en"]
WIDTHS = (1280, 390)
PATHS = (
    "/",
    "/rosters/sunward-host",
    "/rosters/sunward-host?open=u-s3",
    "/rosters/sunward-host/add",
    "/rosters/sunward-host/print",
    "/rosters/sunward-host/history",
    "/rosters/sunward-host/share",
    "/matchup?a=sunward-host&b=gloam-court",
    "/battles",
    "/sheets",
    "/datasheets/gloam-court/barrow-colossus",
    "/homebrew",
    "/collection",
    "/systems/wh40k-9e",
    "/systems/wh40k-9e/rules/9E-WOUND-01",
    "/keys",
    "/nowhere",
)


@pytest.mark.sample(0)
@pytest.mark.parametrize("language", FOREIGN)
def test_no_page_is_wider_than_the_screen_or_found_fault_with(
    browser: Browser, server: Local, language: str, whole: bool, rng: Random
) -> None:
    page = browser.new_page()
    page.set_default_timeout(60_000)
    page.goto(server.url)
    menu = page.locator(".tongue")
    for leave in (lambda: page.keyboard.press("Escape"), lambda: page.locator("h1").click()):
        menu.locator("summary").click()
        assert menu.get_by_role("button", name="Suomi").is_visible()
        leave()
        assert not menu.get_by_role("button", name="Suomi").is_visible(), "it gives way"
    menu.locator("summary").click()
    page.get_by_role("button", name=say("language.own", language=language), exact=True).click()
    found = []
    for path in PATHS if whole else rng.sample(PATHS, 4):
        page.goto(server.url + path)
        unfold(page)
        assert page.evaluate("document.documentElement.lang") == language
        found += [(path, width) for width in wider(page, *WIDTHS)]
        found += [(path, *each) for each in violations(page, colours=False)]
    assert not found
