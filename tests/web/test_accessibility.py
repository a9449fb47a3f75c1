"""Every page under axe-core, the accessibility checker of the field: wide, narrow, light, dark. No violation is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from builder.api.current import KEY
from builder.app import create_app
from builder.settings import Settings
from tests.databases import settings
from tests.servers import Server, serve
from tests.web import test_playing as playing
from tests.web.browsers import browser, missing
from tests.web.filling import press
from tests.web.pages import Page, visit
from tests.web.test_crawl import pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser", "serve", "settings"]

pytestmark = pytest.mark.slow

OPENED = ("/rosters/sunward-host?open=u-s3", "/nowhere")


def addresses(settings: Settings) -> list[str]:
    """Return one address of every kind of page that links lead to, in the database that the server will have."""
    app = create_app(settings)
    client = app.test_client()
    roster = visit(client, "/").press("Create", name="Trial", army="wh40k-9e/gloam-court")
    roster.press("Add", entry="gloam-guard", models="3")
    written = visit(client, "/homebrew").press("Create", name="Mine", system="wh40k-9e")
    draft = press(written.press("Begin: A squad"), "add:/abilities/0/effects", {"/name": ""})
    draft = press(draft, "check", {"/abilities/0/effects/0/kind": "modify-roll"})
    forms = [each.answer.request.path for each in (written, written.press("Begin: A vehicle"), draft)]
    forms += [f"{forms[-1]}?view=json", "/homebrew/mine"]
    found: dict[str, str] = {}
    for address, page in pages(app, client, each=1):
        if page.answer.mimetype == "text/html" and not address.startswith("/api/"):
            endpoint, _ = app.url_map.bind("localhost").match(address.partition("?")[0])
            found.setdefault(endpoint, address)
    battle = begun(client)
    app.extensions[KEY].close()
    return [*found.values(), roster.answer.request.path, *forms, *battle, *OPENED]


def begun(client: FlaskClient) -> list[str]:
    """Return pages of battles: what a person is asked first and later, an event, the log, the report."""
    data = {"a": "sunward-patrol", "b": "gloam-patrol", "seed": "7", "player_a": "human", "player_b": "random"}
    first, other = (Page(client, client.post("/battles", data=data, follow_redirects=True)) for _ in range(2))
    later = playing.address(playing.until(other, "shots"))
    return [playing.address(first), later, f"{later}?n=60&unit=a.s2", f"{later}/log?round=1", f"{later}/report", "/battles"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(
    browser: Browser, settings: Settings, serve: Callable[[], Server], width: int, scheme: str
) -> None:
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        missing("axe-playwright-python (pip install -e '.[browser]')")
    paths = addresses(settings)
    server, axe = serve(), Axe()
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.set_default_timeout(60_000)
    assert len(paths) > 20
    found = []
    for path in paths:
        page.goto(server.url + path)
        result = axe.run(page)
        found += [
            (path, violation["id"], [node["target"] for node in violation["nodes"]][:3])
            for violation in result.response["violations"]
        ]
    page.close()
    assert not found
