"""The language of pages: the one that was chosen, else the one that the browser asks for, else English."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from datasheets.words import languages, say
from tests.exports import pdf
from tests.web.pages import Page, visit

At = Callable[[str], Page]


def html_language(page: Page) -> str:
    return next(attributes["lang"] for tag, attributes in page.tags if tag == "html")


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("*", "en"),
        ("nb, da;q=0.5", "en"),
        ("sv-SE", "sv"),
        ("sv-SE, en;q=0.9", "sv"),
        ("FI", "fi"),
        ("fr, de-CH;q=0.8, en;q=0.5", "de"),
        ("de;q=0, en", "en"),
    ],
)
def test_a_browser_is_answered_in_its_own_language(client: FlaskClient, accepted: str, language: str) -> None:
    page = Page(client, client.get("/", headers={"Accept-Language": accepted}))
    assert html_language(page) == language == page.answer.headers["Content-Language"]
    assert {"Accept-Language", "Cookie"} <= set(page.answer.vary)


@pytest.mark.parametrize("language", languages())
def test_a_chosen_language_stays(client: FlaskClient, language: str) -> None:
    name = say("language.own", language=language)
    page = visit(client, "/datasheets?q=guard").press(name)
    assert page.answer.request.full_path == "/datasheets?q=guard"
    assert html_language(page) == language
    again = Page(client, client.get("/systems", headers={"Accept-Language": "en"}))
    assert html_language(again) == language
    current = [attributes for tag, attributes in again.tags if tag == "button" and "aria-current" in attributes]
    assert [each["lang"] for each in current] == [language]


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "/\\example.org", "", "/\tx"])
def test_the_switch_leads_to_no_other_host(client: FlaskClient, back: str) -> None:
    answer = client.post("/language", data={"language": "sv", "back": back})
    assert (answer.status_code, answer.location) == (303, "/")


def test_a_language_that_is_none_of_ours_changes_nothing(client: FlaskClient) -> None:
    answer = client.post("/language", data={"language": "xx", "back": "/"})
    assert "Set-Cookie" not in answer.headers
    client.set_cookie("muster-language", "../en")
    assert html_language(visit(client, "/")) == "en"


def test_every_page_has_the_switch(at: At) -> None:
    for path in ("/", "/rosters/sunward-host", "/systems/wh40k-9e", "/nowhere", "/sheets/verify?code=nonsense"):
        labels = {button.label for form in at(path).forms for button in form.buttons}
        assert {say("language.own", language=each) for each in languages()} <= labels, path


@pytest.mark.parametrize("language", languages())
def test_rules_and_data_in_english_say_that_they_are(client: FlaskClient, language: str) -> None:
    client.set_cookie("muster-language", language)
    for path, part in (
        ("/systems/wh40k-9e/rules/9E-DS-05", '<p class="rule-text" lang="en">'),
        ("/systems/wh40k-9e/rules", '<span lang="en">'),
        ("/systems/wh40k-9e/decisions", '<span lang="en">'),
        ("/systems/wh40k-9e", '<td lang="en">'),
        ("/datasheets/gloam-court/barrow-colossus", '<dd lang="en">'),
    ):
        page = visit(client, path)
        assert html_language(page) == language
        assert part in page.answer.get_data(as_text=True), path


@pytest.mark.parametrize("language", languages())
def test_pages_errors_and_findings_are_in_the_readers_language(client: FlaskClient, language: str) -> None:
    client.set_cookie("muster-language", language)
    roster = visit(client, "/rosters/sunward-host")
    for code, values in (("page.findings", {}), ("page.roster.stated", {}), ("page.unit.models", {"count": 5})):
        assert say(code, values, language) in roster.text
    for name in ("power-level", "warlord", "incursion", "battle-size", "troops"):
        assert say(f"game.{name}", language=language) in roster.text
    assert say("problem.not-found", language=language) in visit(client, "/nowhere").text
    heading = say("page.print.title", language=language)
    assert heading in visit(client, "/rosters/sunward-host/print").text


def test_a_sheet_is_printed_in_the_readers_language_or_another(client: FlaskClient) -> None:
    client.set_cookie("muster-language", "sv")
    address = "/rosters/sunward-host/sheet.pdf?layout=event"
    swedish, finnish = (pdf.text(client.get(address + more).data) for more in ("", "&language=fi"))
    assert say("sheet.field.checked-by", language="sv") in swedish
    assert say("sheet.field.checked-by", language="fi") in finnish
    printed = client.post("/rosters/sunward-host/print", data={"do": "print", "layout": "event", "language": "de"})
    assert "language=de" in printed.location


def test_what_is_refused_is_explained_in_the_readers_language(client: FlaskClient) -> None:
    client.set_cookie("muster-language", "sv")
    assert "Det finns ingen lista 'none'." in visit(client, "/rosters/none").text
    for address, sentence in (
        ("/homebrew/mine/drafts/99", "katalogen"),
        ("/systems/none", "Det finns inget spelsystem"),
        ("/systems/wh40k-9e/rules/9E-NONE-01", "har ingen regel"),
        ("/datasheets/sunward-host/host-guard?version=99", "har ingen version"),
        ("/rosters/sunward-host/update/f99", "har ingen avdelning"),
    ):
        assert sentence in visit(client, address).text, address
    locked = client.post("/rosters/none/undo", data={"version": "1", "step": "1"})
    assert "Det finns ingen lista" in locked.get_data(as_text=True)
    answer = client.get("/api/v1/rosters/none", headers={"Accept-Language": "fi"})
    assert answer.get_json()["detail"] == "det finns ingen lista 'none'", "what was chosen goes before what is accepted"
    client.delete_cookie("muster-language")
    answer = client.get("/api/v1/rosters/none", headers={"Accept-Language": "fi"})
    assert (answer.get_json()["title"], answer.get_json()["detail"]) == ("Ei löydy", "listaa 'none' ei ole")


def test_what_is_wrong_with_a_file_a_code_or_an_edit_is_said_in_the_readers_language(client: FlaskClient) -> None:
    client.set_cookie("muster-language", "sv")
    assert "En kontrollkod har tio bokstäver" in visit(client, "/sheets/verify?code=AAAA").text
    for content, sentence in ((b"hello", "Filen är ingen PDF."), (b"%PDF-1.7", "PDF-filen är avhuggen")):
        answer = client.post("/sheets", data={"sheet": (io.BytesIO(content), "a.pdf")})
        assert sentence in answer.get_data(as_text=True)
    made = client.post("/rosters", data={"name": "Prov", "army": "wh40k-9e/sunward-host"})
    edit = {"version": "1", "step": "1", "operations": json.dumps([{"op": "remove", "selection": "s99"}])}
    refused = client.post(f"{made.location}/edit", data=edit).get_data(as_text=True)
    assert "Det finns inget &#39;s99&#39; i listan; det kan ha tagits bort." in refused
    stale = client.post(f"{made.location}/edit", data={**edit, "version": "7"}).get_data(as_text=True)
    assert "det kan ha tagits bort" in stale


def test_a_decimal_is_read_as_it_is_written(client: FlaskClient) -> None:
    client.set_cookie("muster-language", "de")
    page = visit(client, "/datasheets?cost_min=2,5&cost_max=3.5")
    values = {control.name: control.value for control in page.controls}
    assert (values["cost_min"], values["cost_max"]) == ("2,5", "3,5")
