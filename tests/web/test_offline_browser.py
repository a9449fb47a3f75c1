"""Pages at the table in a real browser, kept for when there is no network: two units a side, as all their odds are kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from builder.services.assembly import Services
from builder.web.tabletop import views
from tests.servers import Local, serving
from tests.web.table_pages import WAIT, models_left, open_table, show_odds

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
ADDRESS = "/rosters/sunward-patrol/table?against=gloam-patrol"
KEPT = "This page and its odds work without a network."


@pytest.fixture(scope="module")
def template(few_units: Path) -> Path:
    return few_units


@pytest.fixture
def closing(app: Flask) -> Iterator[tuple[Local, ExitStack]]:
    """A server that a test ends itself, and what ends it."""
    with ExitStack() as stack:
        yield stack.enter_context(serving(app)), stack


@pytest.mark.sample(1)
@pytest.mark.parametrize("most", [40, 3], ids=["on one page", "each on a page of its own"])
def test_a_battle_without_a_network(
    browser: Browser, closing: tuple[Local, ExitStack], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Pages against two opponents and their odds are kept."""
    monkeypatch.setattr(views, "MOST_CARDS", most)
    server, stack = closing
    other = server.url + ADDRESS.replace("gloam", "sunward")
    page = open_table(browser, other)
    page.get_by_text(KEPT).wait_for()
    page.goto(server.url + ADDRESS)
    page.get_by_text(KEPT).wait_for()
    whole = int(models_left(page))
    page.locator('[data-side="a"] .shown [data-wound="-1"]').first.tap()
    assert int(models_left(page)) == whole - 1

    stack.close()  # the server is gone, and so is the network
    page.context.set_offline(True)
    page.reload()
    assert int(models_left(page)) == whole - 1, "what was tapped is still there"
    page.get_by_text(KEPT).wait_for()
    page.get_by_role("button", name="Your victory points: one more").tap()
    page.get_by_role("button", name="Next round").tap()
    page.locator('[data-side="a"] .shown [data-box]').nth(1).tap()
    assert int(models_left(page)) == whole - 2
    page.get_by_role("button", name="Undo").tap()
    assert int(models_left(page)) == whole - 1

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
    page.get_by_text(KEPT).wait_for()
    page.get_by_role("button", name="Mine", exact=True).tap()
    assert int(models_left(page)) == whole
    assert "Sunward" in page.locator("#side-b").text_content()  # type: ignore[operator]
    show_odds(page)


def test_two_tabs_keep_what_each_of_them_does(browser: Browser, closing: tuple[Local, ExitStack]) -> None:
    server, stack = closing
    first = open_table(browser, server.url + ADDRESS)
    first.get_by_text(KEPT).wait_for()
    second = first.context.new_page()
    second.set_default_timeout(WAIT)
    second.goto(server.url + ADDRESS.partition("?")[0])
    whole = int(models_left(first))
    first.locator('[data-side="a"] .shown [data-wound="-1"]').first.tap()
    first.get_by_role("button", name="Theirs", exact=True).tap()
    first.locator('[data-side="b"] .shown [data-wound="-1"]').first.tap()
    theirs = models_left(first, "b")
    second.get_by_text(f"{whole - 1} of {whole}").or_(
        second.locator("[data-left]", has_text=str(whole - 1))
    ).first.wait_for()
    second.locator('[data-side="a"] .shown [data-wound="-1"]').first.tap()
    second.get_by_role("button", name="Your victory points: one more").tap()
    for page in (first, second):
        page.reload()
        assert int(models_left(page)) == whole - 2
        assert page.locator('[data-count="vp"]').inner_text() == "1"
    assert models_left(first, "b") == theirs, "what a tab without this opponent does takes nothing from it"

    stack.close()
    first.context.set_offline(True)
    third = first.context.new_page()
    third.goto(server.url + ADDRESS.replace("gloam", "sunward"))  # never opened: the page is that kept of this roster
    third.locator("[data-kept]", has_text="without a network").wait_for()


def test_a_link_that_was_taken_back_is_forgotten(browser: Browser, server: Local, services: Services) -> None:
    made = services.links.make("sunward-patrol")
    address = f"{server.url}/read/{made.token}/table"
    page = open_table(browser, address)
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
