"""Every page in a real browser, wide and light, narrow and dark, unfolded: axe-core finds nothing, nothing is too wide."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.browsers import unfold, violations, wider
from tests.servers import Local
from tests.web import test_playing as playing
from tests.web.filling import press
from tests.web.pages import Page, visit
from tests.web.test_crawl import pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

CHOSEN = (
    "/",
    "/rosters/sunward-host?open=u-s11",
    "/matchup?a=sunward-host&b=gloam-court",
    "/matchup?a=sunward-host",
    "/datasheets/gloam-court/barrow-colossus",
    "/systems/wh40k-9e",
    "/systems/wh40k-9e/rules/9E-WOUND-01",
    "/nowhere",
)
"""Pages with much on them."""


def addresses(app: Flask, client: FlaskClient) -> list[str]:
    """Return one address of every kind of page that there is, and those that show most."""
    roster = visit(client, "/").press("Create", name="Trial", army="wh40k-9e/gloam-court")
    roster.press("Add", entry="shrike-riders").press("Set Shrike Riders aside").press("Add", entry="3 gloam-guard")
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
    unit = visit(client, roster.answer.request.path).follow("Gloam Guard").answer.request
    return list(
        dict.fromkeys([*CHOSEN, *found.values(), f"{unit.path}?{unit.query_string.decode()}", *forms, *begun(client)])
    )


def begun(client: FlaskClient) -> list[str]:
    """Return pages of battles: what a person is asked first and later, an event, the log, the report."""
    data = {"a": "sunward-patrol", "b": "gloam-patrol", "seed": "7", "player_a": "human", "player_b": "random"}
    first, other = (Page(client, client.post("/battles", data=data, follow_redirects=True)) for _ in range(2))
    later = playing.address(playing.until(other, "shots"))
    return [playing.address(first), later, f"{later}?n=60&unit=a.s2", f"{later}/log?round=1", f"{later}/report", "/battles"]


@pytest.mark.parametrize(("scheme", "widths"), [("light", (1280,)), ("dark", (360, 390))])
def test_every_page_can_be_used(
    browser: Browser,
    app: Flask,
    client: FlaskClient,
    server: Local,
    scheme: str,
    widths: tuple[int, ...],
    whole: bool,
    drawn: Random,
) -> None:
    """Of the pages with little on them a quarter is opened; contrast takes most of the time: few pages are looked at for it.

    Whatever else axe-core looks at is the same in the dark: it runs there on those pages only, and a phone opens no others.
    """
    paths = addresses(app, client)
    assert len(paths) > 30
    coloured = set(paths if whole else (*CHOSEN, *drawn.sample(paths, len(paths) // (4 if scheme == "light" else 8))))
    if not whole:
        others = [path for path in paths if path not in coloured]
        paths = [*coloured, *drawn.sample(others, len(others) // 4)]
    page = browser.new_page(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_default_timeout(60_000)
    found = []
    for path in (*paths, "/api/v1/docs") if scheme == "light" else sorted(coloured):
        page.goto(server.url + path)
        unfold(page)
        found += [(path, width) for width in wider(page, *widths)]
        found += [(path, *each) for each in violations(page, colours=path in coloured)]
    assert not found
