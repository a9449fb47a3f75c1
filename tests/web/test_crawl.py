"""Every link of every page leads somewhere, every page says what it must in words, and can be used without seeing it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

import builder
from builder.web.static_files import version_of
from tests.web.nesting import unclosed_tags
from tests.web.pages import Page, visit

BUILDER = Path(builder.__file__).parent
PER_ENDPOINT = 4
"""How many pages of one kind are visited; there are 1500 of rules."""


UNLINKED = {
    "web.home.lead_home",  # for whoever shortens an address
    "web.adding.pick",
    "web.battles.ask_delete",
    "web.battles.events",
    "web.battles.playing.sit",
    "web.battles.record",
    "web.battles.reports.report",
    "web.battles.spectators.index",
    "web.battles.spectators.watch",
    "web.battles.watching.frames",
    "web.battles.watching.log",
    "web.battles.watching.news",
    "web.battles.watching.one",
    "web.homebrew.ask_delete",
    "web.homebrew.ask_delete_catalogue",
    "web.homebrew.edit_catalogue",
    "web.homebrew.export",
    "web.reading.document",
    "web.reading.read",
    "web.reading.sheet",
    "web.sheets.verify",
    "web.simulations.one",
    "web.tabletop.show_linked",
    "web.tabletop.linked_odds",
    "web.tabletop.odds",
    "web.tabletop.worker",
    "web.writing.draft",
    "web.writing.edit",
    "web.writing.new",
    "web.update.show",
}
"""Pages that forms or scripts ask for, or links once there are battles and homebrew; tests of their areas visit them."""


def pages(app: Flask, client: FlaskClient, start: str = "/", each: int = PER_ENDPOINT) -> Iterator[tuple[str, Page]]:
    """Yield every page that links lead to, up to so many of each kind, with its address."""
    waiting, seen, counts = [start], {start}, Counter[str]()
    while waiting:
        address = waiting.pop(0)
        page = visit(client, address)
        yield address, page
        for href, _ in page.links:
            target = urlsplit(href)
            path = target.path + (f"?{target.query}" if target.query else "")
            if not target.path or path in seen:
                continue
            seen.add(path)
            endpoint = app.url_map.bind("localhost").match(target.path, method="GET")[0]
            counts[endpoint] += 1
            if counts[endpoint] <= each:
                waiting.append(path)


@pytest.mark.slow
def test_every_link_leads_to_a_page_that_can_be_used(app: Flask, client: FlaskClient) -> None:
    roster = visit(client, "/").press("Create", name="Trial & <b>error</b>", army="wh40k-9e/gloam-court")
    roster.press("Add", entry="3 gloam-guard")
    endpoints = set()
    for address, page in pages(app, client):
        assert page.status == 200, address
        endpoints.add(app.url_map.bind("localhost").match(urlsplit(address).path)[0])
        if page.answer.mimetype == "text/html" and not address.startswith("/api/"):
            check(address, page)
    pages_of_web = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("web.") and "GET" in (rule.methods or ())
    }
    assert pages_of_web - endpoints <= UNLINKED


def check(address: str, page: Page) -> None:
    wrong = unclosed_tags(page.answer.get_data(as_text=True))
    assert not wrong, (address, wrong)
    assert [tag for tag, _ in page.tags].count("h1") == 1, address
    assert dict(page.tags)["html"]["lang"] == "en", address
    twice = [id for id, count in Counter(page.ids).items() if count > 1]
    assert not twice, (address, twice)
    for control in page.controls:
        named = control.attributes.get("id") in page.labels or control.label or control.attributes["labelled"]
        assert named or control.attributes.get("type") == "hidden", (address, control)
    for target in page.labels:
        assert not target or target in page.ids, (address, target)
    urls = page.client.application.url_map.bind("localhost")
    for form in page.forms:
        target = urlsplit(form.action or page.answer.request.path).path
        assert urls.test(target, method=form.method.upper()), (address, form.method, target)
    for href, text in page.links:
        assert text, (address, href)
        target = urlsplit(href)
        if target.fragment and not target.path:
            assert target.fragment in page.ids, (address, href)
    for source in (attributes.get("src", "") for tag, attributes in page.tags if tag == "script"):
        _, _, version, name = source.split("/", 3)
        assert version == version_of(BUILDER / "static"), (address, source)
        assert (BUILDER / "static" / name).is_file(), (address, source)
    assert not any("style" in attributes for _, attributes in page.tags), address
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes), address


@pytest.mark.parametrize(
    "address", ["/nowhere", "/rosters/none", "/systems/none", "/systems/wh40k-9e/rules/none", "/battles/none"]
)
def test_what_is_not_there_is_a_page_that_says_so(at: Callable[[str], Page], address: str) -> None:
    page = at(address)
    assert page.status == 404
    assert page.answer.mimetype == "text/html"
    check(address, page)


def test_whoever_shortens_an_address_comes_to_a_page(client: FlaskClient) -> None:
    rules = [each for each in client.application.url_map.iter_rules() if each.endpoint.startswith("web.")]
    pages = {str(each).partition("/<")[0] or "/" for each in rules if "GET" in (each.methods or ())}
    lost = {"/read", "/battles/records"}  # what follows is the secret of a link, or a file
    assert [page for page in sorted(pages - lost) if client.get(page).status_code in (404, 405)] == []


def test_the_api_answers_with_problems_and_not_pages(client: FlaskClient) -> None:
    assert client.get("/api/v1/nowhere").content_type == "application/problem+json"


@pytest.mark.parametrize(
    ("method", "address", "headers", "status"),
    [
        ("GET", "/", {"Host": "evil.example"}, 403),
        ("POST", "/", {}, 405),
        ("DELETE", "/rosters/sunward-host", {}, 405),
        ("GET", "/rosters/../etc/passwd", {}, 404),
        ("GET", "/rosters/" + "x" * 3000, {}, 404),
        ("GET", "/battles/none/record.json", {}, 404),
        ("GET", "/datasheets/sunward-host/none", {}, 404),
        ("GET", "/datasheets/sunward-host/host-guard?version=99", {}, 404),
        ("GET", "/systems/wh40k-9e/rules/9E-NONE-01", {}, 404),
        ("GET", "/homebrew/none", {}, 404),
    ],
)
def test_errors_are_pages_that_lead_back(
    client: FlaskClient, method: str, address: str, headers: dict[str, str], status: int
) -> None:
    page = Page(client, client.open(address, method=method, headers=headers))
    assert page.status == status
    check(address, page)
    assert ("may have been deleted" in page.text) == (status == 404), "what is to be done is said"
    assert ("To the rosters" in [text for _, text in page.links]) == (status != 403), (
        "guests are not led where they may not go"
    )
