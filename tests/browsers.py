"""A real browser, one for all tests of a process; skipped with the reason where there is none."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is there is taken: one without windows draws pages a fifth faster."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give a test that drives a browser a second try.

    A browser on a busy machine may answer later than a test waits. Who breaks a page sees the test fail twice.
    """
    for item in items:
        if {"browser", "chromium"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.flaky(reruns=1))


def missing(what: str) -> None:
    if os.environ.get("MUSTER_REQUIRE_SHARED") == "1":
        pytest.fail(f"this test needs {what}, and MUSTER_REQUIRE_SHARED=1 forbids skipping it", pytrace=False)
    pytest.skip(f"needs {what}")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of this process."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright (pip install -e '.[browser]')")
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if not program:
        missing("chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """A browser without pages; those that a test opens are closed after it."""
    yield chromium
    for context in chromium.contexts:
        context.close()


def unfold(page: Page, most: int = 30) -> None:
    """Open what is folded on a page; of very many folds, which are alike, the first."""
    page.evaluate(
        "most => [...document.querySelectorAll('main details')].slice(0, most).forEach(e => { e.open = true })", most
    )


def wait_until(page: Page, script: str, arg: object = None, seconds: float = 60) -> None:
    """Ask a page until a script says yes.

    Playwright's own `wait_for_function` asks a second time with `eval`, which our Content Security Policy forbids.
    """
    end = time.monotonic() + seconds
    while (answer := _ask(page, script, arg)) is not True:
        assert time.monotonic() < end, f"after {seconds} seconds the page still says {answer!r} to {script}"
        page.wait_for_timeout(20)


def _ask(page: Page, script: str, arg: object) -> bool | str:
    """What a page answers; while it gives way to the next one it has no document, and the script fails with a message."""
    from playwright.sync_api import Error

    try:
        return bool(page.evaluate(script, arg))
    except Error as error:
        return error.message


def page_width(page: Page) -> int:
    """How many pixels wide a page is, once its stylesheet lies over it: before that every page is too wide."""
    page.wait_for_load_state("load")
    wait_until(page, "document.styleSheets.length > 0")
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width


def wider(page: Page, *widths: int) -> list[int]:
    """Those of some widths in pixels that a page does not fit into."""
    found = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        if page_width(page) > width:
            found.append(width)
    return found
