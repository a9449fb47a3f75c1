"""The main pages in every language, in a real browser: none is wider than the screen, and axe-core finds nothing in any."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from datasheets.words import languages, say
from tests.databases import settings
from tests.servers import Server, serve
from tests.web.browsers import browser, missing, server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser", "serve", "server", "settings"]

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


def opened(page: Page, server: Server) -> Iterator[str]:
    """Open each page, with what is folded unfolded."""
    for path in PATHS:
        page.goto(server.url + path)
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
        yield path


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", FOREIGN)
def test_no_page_is_wider_than_the_screen_or_found_fault_with(
    browser: Browser, server: Server, language: str, width: int
) -> None:
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        missing("axe-playwright-python (pip install -e '.[browser]')")
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.set_default_timeout(60_000)
    page.goto(server.url)
    page.locator(".tongue summary").click()
    page.get_by_role("button", name=say("language.own", language=language), exact=True).click()
    found = []
    for path in opened(page, server):
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        violations = Axe().run(page).response["violations"]
        found += [(path, each["id"], [node["target"] for node in each["nodes"]][:3]) for each in violations]
    page.close()
    assert not found
