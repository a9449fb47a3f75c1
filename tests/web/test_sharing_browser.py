"""Sharing in real browsers: a link opened by somebody else on another server, files dropped, texts pasted, with and without
scripts; and what only forms lead to under axe-core."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from flask import Flask

from builder.services.assembly import Services
from exports.document import RosterDocument
from exports.sheet.printing import print_sheet
from exports.sheet.setup import Setup
from exports.text import post_texts, text_of
from tests.axe import violations
from tests.browsers import page_width
from tests.servers import Local, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


pytestmark = pytest.mark.slow
WAIT = 90_000


@pytest.fixture
def other(other_app: Flask) -> Iterator[Local]:
    """A second server with a database of its own, which has the bundled data, too."""
    with serving(other_app) as server:
        yield server


@pytest.fixture
def document(services: Services) -> RosterDocument:
    return services.documents.of("sunward-host")


def open_new_page(browser: Browser, **options: object) -> Page:
    """Return a page of somebody who was never here: no cookies, nothing stored."""
    page = browser.new_context(**options).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(WAIT)
    return page


def drop(page: Page, name: str, data: bytes) -> None:
    made = page.evaluate_handle(
        "([name, text]) => { const held = new DataTransfer(), bytes = Uint8Array.from(text, (each) => each.charCodeAt());"
        " held.items.add(new File([bytes], name)); return held; }",
        [name, data.decode("latin-1")],
    )
    page.dispatch_event("h1", "drop", {"dataTransfer": made})


def on(server: Local, link: str) -> str:
    """Return a link as it is opened on another server."""
    return f"{server.url}{urlsplit(link).path}#{urlsplit(link).fragment}"


def link_of(browser: Browser, server: Local) -> str:
    page = open_new_page(browser)
    page.goto(f"{server.url}/rosters/sunward-host/share")
    link = page.get_by_role("textbox", name="Link (").input_value().strip()
    page.context.close()
    return link


def test_somebody_else_opens_the_link_on_a_server_of_their_own(
    browser: Browser, server: Local, other: Local, document: RosterDocument
) -> None:
    link = link_of(browser, server)
    sent: list[str] = []
    page = open_new_page(browser)
    page.on("request", lambda request: sent.append(request.url))
    page.goto(on(other, link))
    page.get_by_text("this roster comes to its check code").wait_for()
    assert page.get_by_role("heading", level=1).inner_text() == "Sunward Host"
    assert page.locator("article.unit").count() == len(document.army.fielded)
    assert page.url == on(other, link), "the address can be kept"
    assert not any(urlsplit(link).fragment[:40] in urlsplit(url).path + urlsplit(url).query for url in sent)
    page.get_by_text("Skip to the content").focus()
    page.keyboard.press("Enter")
    page.reload()
    page.get_by_text("this roster comes to its check code").wait_for()
    page.get_by_role("button", name="Keep a copy").click()
    page.wait_for_url("**/rosters/*")
    page.goto(f"{other.url}/shared#{urlsplit(link).fragment[:-9]}")
    page.get_by_role("alert").get_by_text("damaged or cut off").wait_for()
    page.context.close()


@pytest.mark.sample(0)
def test_without_scripts_the_link_is_pasted(browser: Browser, server: Local, other: Local) -> None:
    link = link_of(browser, server)
    page = open_new_page(browser, java_script_enabled=False)
    page.goto(on(other, link))
    assert "scripts are switched off" in page.locator("noscript").inner_text(), "which this browser's driver does not draw"
    page.get_by_role("textbox", name="Link").fill(link)
    page.get_by_role("button", name="Open").click()
    page.get_by_text("this roster comes to its check code").wait_for()
    page.goto(f"{server.url}/rosters/sunward-host/share")
    assert page.get_by_role("button", name="Copy").count() == 0, "what only scripts do is not offered"
    page.get_by_text("Text for Discord", exact=True).click()
    text = page.get_by_role("textbox", name="Text for Discord: Text 1 of 1").input_value()
    page.goto(f"{other.url}/bring")
    page.get_by_label("Paste it here").fill(text)
    page.get_by_role("button", name="Bring in").last.click()
    page.get_by_role("link", name="Open the roster").wait_for()
    page.context.close()


def test_texts_are_copied_by_the_keyboard_and_it_is_said(browser: Browser, server: Local) -> None:
    page = open_new_page(browser, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/rosters/sunward-host/share")
    button = page.get_by_role("button", name="Copy: Link")
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("status").get_by_text("Copied").wait_for(state="attached")
    assert page.evaluate("navigator.clipboard.readText()") == page.get_by_role("textbox", name="Link (").input_value()
    page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(new Error('no clipboard')))")
    button.press("Enter")
    page.get_by_role("status").get_by_text("Ctrl+C").wait_for(state="attached")
    assert page.evaluate("document.activeElement.id") == "share-link"
    page.context.close()


def test_a_link_to_read_opens_for_somebody_else_until_it_is_taken_back(browser: Browser, server: Local) -> None:
    owner, reader = open_new_page(browser), open_new_page(browser)
    owner.goto(f"{server.url}/rosters/gloam-court/share")
    owner.get_by_label("For whom").fill("Anna")
    owner.get_by_role("button", name="Make a link").click()
    address = owner.get_by_role("textbox", name="Link to hand out").first.input_value()
    reader.goto(address)
    assert reader.get_by_role("heading", level=1).inner_text() == "Gloam Court"
    assert reader.locator("nav, form").count() == 0
    owner.get_by_role("button", name="Take back: Anna").click()
    owner.get_by_role("button", name="Take back: Anna").wait_for(state="detached")
    assert reader.reload().status == 404  # type: ignore[union-attr]
    owner.context.close()
    reader.context.close()


@pytest.mark.sample(0)
def test_a_pdf_that_is_dropped_is_verified(browser: Browser, server: Local, services: Services) -> None:
    page, document = open_new_page(browser), services.documents.of("sunward-patrol")
    page.goto(f"{server.url}/sheets")
    drop(page, "sheet.pdf", print_sheet(document, Setup()))
    page.get_by_text("Data and paper agree").wait_for()
    assert page.get_by_text(document.check_code).first.is_visible()
    page.context.close()


def test_a_file_that_is_dropped_and_a_text_that_is_pasted_become_rosters(
    browser: Browser, server: Local, document: RosterDocument
) -> None:
    page = open_new_page(browser, permissions=["clipboard-read", "clipboard-write"])
    page.goto(server.url)
    drop(page, "roster.json", document.to_bytes())
    page.get_by_text(f"comes to its check code, {document.check_code}").wait_for()
    page.goto(f"{server.url}/bring")
    page.evaluate("text => navigator.clipboard.writeText(text)", text_of(post_texts(document, "discord")))
    page.keyboard.press("Control+V")
    page.get_by_role("link", name="Open the roster").wait_for()
    assert page.get_by_text("Sunward Host (text from Muster)").first.is_visible()
    page.goto(f"{server.url}/bring")
    page.evaluate(
        "named => { const held = new DataTransfer();"
        " for (const [name, text] of named) held.items.add(new File([text], name));"
        " document.querySelector('h1').dispatchEvent(new DragEvent('drop', { dataTransfer: held, bubbles: true })); }",
        [["roster.json", document.to_bytes().decode()], ["other.txt", "Dear Anna"]],
    )
    page.get_by_role("heading", name="What became of 2 files").wait_for()
    assert page.get_by_text("1 of 2 became rosters").is_visible()
    page.goto(f"{server.url}/bring")
    drop(page, "letter.txt", b"Dear Anna")
    page.get_by_role("alert").get_by_text("no list that is known here").wait_for()
    page.context.close()


@pytest.mark.sample(0)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_on_pages_that_forms_lead_to(
    browser: Browser, server: Local, document: RosterDocument, width: int, scheme: str, whole: bool, rng: Random
) -> None:
    found, seen = [], set[str]()
    page = open_new_page(browser, viewport={"width": width, "height": 900}, color_scheme=scheme)

    def look(what: str) -> None:
        assert page_width(page) <= width, what
        found.extend((what, *each) for each in violations(page, seen))

    page.goto(f"{server.url}/rosters/sunward-host/share")
    for fold in page.locator("summary").all()[1:]:
        fold.click()
    link = page.get_by_role("textbox", name="Link (").input_value().strip()
    page.get_by_role("button", name="Make a link").click()
    address = page.get_by_role("textbox", name="Link to hand out").first.input_value()
    look("share with a link")
    page.goto(address)
    for fold in page.locator("summary").all()[:3]:
        fold.click()
    look("read")
    page.goto(on(server, link))
    page.get_by_role("button", name="Keep a copy").wait_for()
    look("shared")
    page.goto(f"{server.url}/shared")
    page.get_by_role("textbox", name="Link").fill("nothing")
    page.get_by_role("button", name="Open").click()
    look("shared, refused")
    texts = (text_of(post_texts(document, "event")), document.to_bytes().decode(), "nothing")
    for text in texts if whole else rng.sample(texts, 1):
        page.goto(f"{server.url}/bring")
        page.get_by_label("Paste it here").fill(text)
        page.get_by_role("button", name="Bring in").last.click()
        page.wait_for_load_state()
        look(f"bring {text[:10]}")
    page.context.close()
    assert not found
