"""Pages in a real browser, wide and light, narrow and dark, unfolded: axe-core finds nothing, nothing is too wide."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.services.assembly import Services
from tests.axe import contrasts, violations
from tests.browsers import unfold, wider
from tests.servers import Local
from tests.web.begun import aims_at_several, come_to
from tests.web.filling import press
from tests.web.pages import visit
from tests.web.test_crawl import pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

ROSTER = "/rosters/sunward-host?open=u-s11"
ALWAYS = ("/", ROSTER, "/matchup?a=sunward-patrol&b=gloam-patrol")
OTHERS = (
    "/rosters/sunward-patrol/table?against=gloam-patrol",
    "/matchup?a=sunward-host&b=gloam-court",
    "/matchup?a=sunward-host",
    "/datasheets/gloam-court/barrow-colossus",
    "/systems/wh40k-9e",
    "/systems/wh40k-9e/rules/9E-WOUND-01",
    "/nowhere",
    "/api/v1/docs",
)
"""Pages with much on them, and such as no link leads to."""
WIDE, NARROW = 1280, (320, 360, 390)
"""1280 pixels enlarged four times are 320 (WCAG 1.4.10)."""


def addresses(app: Flask, client: FlaskClient, battle: str, whole: bool) -> list[str]:
    """Return addresses of pages that show much; as a whole, one more of every kind of page that there is."""
    roster = visit(client, "/").press("Create", name="Trial", army="wh40k-9e/gloam-court")
    roster.press("Add", entry="shrike-riders").press("Set Shrike Riders aside").press("Add", entry="3 gloam-guard")
    written = visit(client, "/homebrew").press("Create", name="Mine", system="wh40k-9e")
    draft = press(written.press("Begin: A squad"), "add:/abilities/0/effects", {"/name": ""})
    draft = press(draft, "check", {"/abilities/0/effects/0/kind": "modify-roll"})
    forms = [each.answer.request.path for each in (written, written.press("Begin: A vehicle"), draft)]
    forms += [f"{forms[-1]}?view=json", "/homebrew/mine"]
    found: dict[str, str] = {}
    for address, page in pages(app, client, each=1) if whole else ():
        if page.answer.mimetype == "text/html" and not address.startswith("/api/"):
            endpoint, _ = app.url_map.bind("localhost").match(address.partition("?")[0])
            found.setdefault(endpoint, address)
    battles = [f"{battle}?n=60&unit=a.s2", f"{battle}/log?round=1", f"{battle}/report", "/battles"]
    unit = visit(client, roster.answer.request.path).follow("Gloam Guard").answer.request
    others = [*OTHERS, *found.values(), f"{unit.path}?{unit.query_string.decode()}", *forms, *battles]
    return [each for each in dict.fromkeys(others) if each not in ALWAYS]


def test_pages_can_be_used(
    browser: Browser, app: Flask, client: FlaskClient, services: Services, server: Local, whole: bool, drawn: Random
) -> None:
    """A few kinds of pages are opened, and always those with most on them; what looks alike has one contrast."""
    battle = f"/battles/{come_to(services, aims_at_several('shots'))}"
    always, others = (*ALWAYS, battle), addresses(app, client, battle, whole)
    assert len(others) > (40 if whole else 10)
    paths = [*always, *(others if whole else drawn.sample(others, 2))]
    page = browser.new_page(reduced_motion="reduce")
    page.set_default_timeout(60_000)
    seen: set[str] = set()
    found: list[object] = []
    for path in paths:
        page.emulate_media(color_scheme="light")
        page.goto(server.url + path)
        unfold(page)
        found += [(path, width) for width in wider(page, WIDE)]
        found += [(path, *each) for each in violations(page, seen)]
        page.emulate_media(color_scheme="dark")
        found += [(path, width) for width in wider(page, *(NARROW if whole or path in always else drawn.sample(NARROW, 1)))]
        found += [(path, *each) for each in (violations if path == ROSTER else contrasts)(page, seen)]
    assert not found
