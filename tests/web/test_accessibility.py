"""Pages in a real browser, wide and light, narrow and dark, unfolded: axe-core finds nothing, nothing is too wide."""

from __future__ import annotations

from collections.abc import Callable
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
from tests.web.pages import Page, visit
from tests.web.test_crawl import pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

ROSTER = "/rosters/sunward-host?open=u-s11"
LINKED = (
    "/",
    "/matchup?a=sunward-patrol&b=gloam-patrol",
    "/rosters/sunward-patrol/table?against=gloam-patrol",
    "/matchup?a=sunward-host&b=gloam-court",
    "/matchup?a=sunward-host",
    "/datasheets/gloam-court/barrow-colossus",
    "/systems/wh40k-9e",
    "/systems/wh40k-9e/rules/9E-WOUND-01",
    "/nowhere",
    "/api/v1/docs",
    "/battles",
)
"""Pages with much on them, and such as no link leads to."""
OF_BATTLES = ("?n=60&unit=a.s2", "/log?round=1", "/report")
WIDE, NARROW = 1280, (320, 360, 390)
"""1280 pixels enlarged four times are 320 (WCAG 1.4.10)."""


def open_unit(client: FlaskClient) -> str:
    """A roster with units set aside, without a Warlord, and one of its units open."""
    roster = visit(client, "/").press("Create", name="Trial", army="wh40k-9e/gloam-court")
    roster.press("Add", entry="shrike-riders").press("Set Shrike Riders aside").press("Add", entry="3 gloam-guard")
    unit = visit(client, roster.answer.request.path).follow("Gloam Guard").answer.request
    return f"{unit.path}?{unit.query_string.decode()}"


def catalogue(client: FlaskClient) -> str:
    """A catalogue of one's own, which is made once."""
    if visit(client, "/homebrew/mine").status == 404:
        visit(client, "/homebrew").press("Create", name="Mine", system="wh40k-9e")
    return "/homebrew/mine"


def homebrew(client: FlaskClient) -> Page:
    catalogue(client)
    return visit(client, "/homebrew/mine/datasheets")


def refused_draft(client: FlaskClient) -> str:
    """The form of a datasheet without a name, whose effect lacks most."""
    draft = press(homebrew(client).press("Begin: A squad"), "add:/abilities/0/effects", {"/name": ""})
    return press(draft, "check", {"/abilities/0/effects/0/kind": "modify-roll"}).answer.request.path


MADE: dict[str, Callable[[FlaskClient], str]] = {
    "an open unit": open_unit,
    "a catalogue": catalogue,
    "its datasheets": lambda client: homebrew(client).answer.request.path,
    "a form for a squad": lambda client: homebrew(client).press("Begin: A squad").answer.request.path,
    "a form for a vehicle": lambda client: homebrew(client).press("Begin: A vehicle").answer.request.path,
    "a draft that is refused": refused_draft,
    "a draft as JSON": lambda client: f"{refused_draft(client)}?view=json",
}
"""Pages that there are once somebody has written something."""


def one_of_each(app: Flask, client: FlaskClient) -> list[str]:
    """The address of one page of every kind that links lead to."""
    found: dict[str, str] = {}
    for address, page in pages(app, client, each=1):
        if page.answer.mimetype == "text/html" and not address.startswith("/api/"):
            endpoint, _ = app.url_map.bind("localhost").match(address.partition("?")[0])
            found.setdefault(endpoint, address)
    return list(found.values())


def test_pages_can_be_used(
    browser: Browser, app: Flask, client: FlaskClient, services: Services, server: Local, whole: bool, rng: Random
) -> None:
    """Always the two with most on them, and a few of the others; what looks alike has one contrast."""
    battle = f"/battles/{come_to(services, aims_at_several('shots'))}"
    always, others = (ROSTER, battle), [*LINKED, *(battle + each for each in OF_BATTLES), *MADE]
    chosen = others if whole else rng.sample(others, 2)
    paths = [*always, *(MADE[each](client) if each in MADE else each for each in chosen)]
    if whole:
        paths = list(dict.fromkeys([*paths, *one_of_each(app, client)]))
        assert len(paths) > 40
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
        found += [(path, width) for width in wider(page, *(NARROW if whole or path in always else rng.sample(NARROW, 1)))]
        found += [(path, *each) for each in (violations if path == ROSTER else contrasts)(page, seen)]
    assert not found
