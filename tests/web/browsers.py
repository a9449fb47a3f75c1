"""A real browser and a real server for it; skipped with the reason where there is no browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def missing(what: str) -> None:
    if os.environ.get("MUSTER_REQUIRE_SHARED") == "1":
        pytest.fail(f"this test needs {what}, and MUSTER_REQUIRE_SHARED=1 forbids skipping it", pytrace=False)
    pytest.skip(f"needs {what}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright (pip install -e '.[browser]')")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        missing("chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def server(serve: Callable[[], Server]) -> Server:
    return serve()
