"""The page from which a roster goes to others: its link, links to read it here, texts, files, paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from string import ascii_letters

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import services
from datasheets.words import say
from exports.document import read_document
from exports.link import MOST_LETTERS, read_link
from exports.sheet.parse_sheet import read_sheet
from exports.text import POSTED
from tests.web.pages import Page, visit
from tests.web.test_crawl import check

At = Callable[[str], Page]
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}


def link_path(page: Page) -> str:
    """Return the path of the link that a page shows once."""
    return re.search(r"http://localhost(/read/[\w-]+)", field(page, "handed-1"))[1]  # type: ignore[index]


def field(page: Page, id: str) -> str:
    return next(each.value for each in page.controls if each.attributes.get("id") == id).strip()


def code_of(app: Flask, id: str = "sunward-host") -> str:
    with app.app_context():
        return services().documents.of(id).check_code


def test_everything_is_in_one_place(at: At, app: Flask) -> None:
    page = at("/rosters/sunward-host").follow("Share")
    check("share", page)
    assert page.text.count(code_of(app)) >= 1 + len(POSTED)
    for style in POSTED:
        assert say(f"page.texts.{style}") in page.text
        assert "Dawn Marshal" in field(page, f"{style}-1")
    names = [name for _, name in page.links]
    assert {".json", ".ros", ".rosz", ".txt", "Download PDF (A4)"} <= set(names)


def test_the_link_carries_the_roster_as_it_is(at: At, app: Flask) -> None:
    link = field(at("/rosters/sunward-host/share"), "share-link")
    assert link.startswith("http://localhost/shared#")
    with app.app_context():
        assert read_link(link).digest == services().documents.of("sunward-host").digest


def test_the_file_is_the_document(client: FlaskClient, app: Flask) -> None:
    answer = client.get("/rosters/sunward-host/roster.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert read_document(answer.data).check_code == code_of(app)


@pytest.mark.slow
def test_a_roster_too_large_for_a_link_offers_the_file_with_the_reason(at: At, roster: Page) -> None:
    note = {"op": "annotate", "subject": "", "note": "".join(Random(1).choices(ascii_letters, k=2 * MOST_LETTERS))}
    id = roster.answer.request.path.rpartition("/")[2]
    with roster.client.application.app_context():
        found = services().rosters.get(id)
        found = services().rosters.apply(id, found.row.version, [note])
    page = at(f"/rosters/{id}/share")
    check("share", page)
    assert "too large for a link" in page.text
    assert f"more than {MOST_LETTERS}" in page.text
    assert "shared#" not in page.text
    href = next(href for href, name in page.links if name == "Download the file for Muster (.json)")
    assert read_document(roster.client.get(href).data).army.note == note["note"]


def test_a_link_to_read_shows_the_roster_and_what_becomes_of_it(roster: Page, at: At) -> None:
    page = roster.press("Add", entry="Host Guard")
    page = visit(page.client, f"{roster.answer.request.path}/share").press("Make a link", name="Anna & <b>Bo</b>")
    check("share", page)
    assert "Anna & <b>Bo</b>" in page.text
    path = link_path(page)
    read = at(path)
    check("read", read)
    assert "Host Guard" in read.text
    assert at(roster.answer.request.path).press("Add", entry="Comet Riders").status == 200
    assert "Comet Riders" in at(path).text
    assert path not in at(f"{roster.answer.request.path}/share").answer.get_data(as_text=True), "it is shown once"


def test_a_page_to_read_leads_nowhere_else_and_changes_nothing(at: At) -> None:
    read = at(link_path(at("/rosters/sunward-host/share").press("Make a link")))
    assert {href.rpartition("/")[2] for href, _ in read.links} == {"#main", "sheet.pdf", "roster.json", "table"}
    assert not read.forms
    assert not [each for tag, each in read.tags if tag == "script"]
    assert "Gloam Court" not in read.text


@pytest.mark.slow
def test_what_a_link_opens_can_be_printed_and_taken_along(client: FlaskClient, app: Flask, at: At) -> None:
    path = link_path(at("/rosters/sunward-host/share").press("Make a link"))
    assert read_document(client.get(f"{path}/roster.json").data).check_code == code_of(app)
    assert read_sheet(client.get(f"{path}/sheet.pdf").data).check_code == code_of(app)


def test_a_link_to_a_version_stays_at_it(roster: Page, at: At) -> None:
    page = roster.press("Add", entry="Host Guard")
    path = roster.answer.request.path
    id = path.rpartition("/")[2]
    with roster.client.application.app_context():
        services().filing.name(id, 2, "As agreed")
    share = at(f"{path}/share")
    assert "Version 2 As agreed" in share.text
    link = link_path(share.press("Make a link", step="2"))
    assert page.press("Add", entry="Comet Riders").status == 200
    assert "Comet Riders" not in at(link).text
    assert "Host Guard" in at(link).text


def test_a_link_that_was_taken_back_opens_nothing(roster: Page, at: At) -> None:
    address = f"{roster.answer.request.path}/share"
    page = at(address).press("Make a link", name="Carl")
    path = link_path(page)
    assert at(path).status == 200
    page = page.press("Take back: Carl")
    assert "Carl" not in page.text
    for each in ("", "/roster.json", "/sheet.pdf"):
        assert at(path + each).status == 404
    assert "taken back" in at(path).text


def test_a_deleted_roster_is_read_no_more(roster: Page, at: At) -> None:
    path = link_path(at(f"{roster.answer.request.path}/share").press("Make a link"))
    at(f"{roster.answer.request.path}/delete").press("Yes, delete")
    assert at(path).status == 404


@pytest.mark.slow
def test_from_elsewhere_only_what_the_link_opens_is_read(app: Flask) -> None:
    client = app.test_client()
    page = visit(client, "/rosters/sunward-host/share")
    assert "only this machine" not in page.text
    page = page.press("Make a link")
    assert field(page, "handed-2").startswith("http://muster.example/read/")
    path = link_path(page)

    def elsewhere(address: str, method: str = "GET", host: str = "muster.example") -> int:
        with client.open(address, method=method, headers={"Host": host}, environ_overrides=ELSEWHERE) as answer:
            return answer.status_code

    for address in (path, f"{path}/roster.json", f"{path}/sheet.pdf", "/static/web/muster.css"):
        assert elsewhere(address) == 200, address
        assert elsewhere(address, host="evil.example") == 403, address
    for address in ("/read/" + "x" * 32, "/static/../muster.db", f"{path[:-1]}{'a' if path[-1] != 'a' else 'b'}"):
        assert elsewhere(address) == 404, address
    for address in ("/", "/rosters/sunward-host", "/rosters/sunward-host/share", "/shared"):
        assert elsewhere(address) == 403, address
    assert elsewhere(path, "POST") in (403, 405)
    for address in ("/rosters/sunward-host/links", "/shared", "/rosters/sunward-host/edit"):
        assert elsewhere(address, "POST") == 403, address


def test_an_address_with_a_token_is_kept_private(client: FlaskClient, at: At) -> None:
    path = link_path(at("/rosters/sunward-host/share").press("Make a link"))
    for each in ("", "/roster.json", "/sheet.pdf"):
        headers = client.get(path + each).headers
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"
        assert "noindex" in headers["X-Robots-Tag"]


@pytest.mark.parametrize("token", ["x", "x" * 32, "x" * 90, "..%2f..%2fetc", "%00", "' or 1=1 --", "é" * 30, "-" * 32])
def test_other_tokens_open_nothing(at: At, token: str) -> None:
    page = at(f"/read/{token}")
    assert page.status == 404
    check("read", page)


@pytest.mark.parametrize(
    ("fields", "status"), [({"step": "99"}, 404), ({"step": "x", "name": "y"}, 200), ({"name": "n" * 201}, 422)]
)
def test_links_that_cannot_be_made(client: FlaskClient, roster: Page, fields: dict[str, str], status: int) -> None:
    assert client.post(f"{roster.answer.request.path}/links", data=fields).status_code == status


def test_a_page_of_another_site_cannot_make_a_link(client: FlaskClient) -> None:
    answer = client.post("/rosters/sunward-host/links", data={}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
