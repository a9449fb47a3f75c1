"""Catalogues and datasheets of one's own: drafts that are right, problems at their places, versions, deletion."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.web.drafts import PRINTED, first_draft
from datasheets.native.reading import read_datasheet
from datasheets.systems import systems
from datasheets.values import READERS
from tests.web.pages import Page
from tests.web.test_crawl import check

At = Callable[[str], Page]
NUMBERS = count(1)


@pytest.fixture
def draft(at: At) -> Page:
    """The page of a new datasheet in a new catalogue."""
    return at("/homebrew").press("Create", name=f"Mine {next(NUMBERS)}", system="wh40k-9e")


def document(page: Page) -> dict[str, object]:
    form, _ = page.form("Save")
    found: dict[str, object] = json.loads(form.values["document"])
    return found


def save(page: Page, **changes: object) -> Page:
    return page.press("Save", document=json.dumps(document(page) | changes))


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.id)
def test_the_first_draft_of_every_system_is_right(app: Flask, system: object) -> None:
    with app.test_request_context():
        sheet = read_datasheet(first_draft(system, "mine"))  # type: ignore[arg-type]
    assert sheet.name == "New unit"
    assert set(PRINTED) == set(READERS)


def test_a_datasheet_is_written_changed_and_used(at: At, draft: Page) -> None:
    check("draft", draft)
    page = save(draft, name="Tin <Walker>", id="tin-walker")
    assert "Tin <Walker>" in page.text
    assert "Homebrew" in page.text
    changed = save(page.follow("Edit"), name="Tin Strider")
    assert "Tin Strider" in changed.text
    assert "Tin <Walker>" in changed.follow("1").text, "the first version stays"
    catalogue = document(draft)["catalogue"]
    roster = at("/").press("Create", name="Own army", army=f"wh40k-9e/{catalogue}")
    assert "Tin Strider" in roster.press("Add", entry="tin-walker").text


def test_all_problems_are_shown_at_their_places(draft: Page) -> None:
    page = save(draft, id="No Id", role="none", profiles=[])
    assert page.status == 422
    assert {"/id", "/profiles"} <= set(page.text.split())
    assert document(page)["id"] == "No Id", "what was written is not lost"
    check("problems", page)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"a": 1, "a": 2}', "null", "[" * 5000, '{"x": NaN}'])
def test_what_is_no_document_is_refused_and_kept(draft: Page, text: str) -> None:
    page = draft.press("Save", document=text)
    assert page.status == 422
    assert page.form("Save")[0].values["document"].strip() == text


def test_a_taken_id_is_refused(draft: Page) -> None:
    save(draft, id="one")
    assert "already" in save(draft, id="one").text


def test_an_old_page_does_not_overwrite(draft: Page) -> None:
    page = save(draft, id="one")
    first, second = page.follow("Edit"), page.follow("Edit")
    save(first, name="First")
    assert save(second, name="Second").status == 412


def test_a_catalogue_is_changed_and_deleted(at: At, draft: Page) -> None:
    catalogue = document(draft)["catalogue"]
    save(draft, id="one")
    header = at(f"/homebrew/{catalogue}")
    check("header", header)
    changed = header.press("Save", document=json.dumps(document(header) | {"name": "Renamed legion"}))
    assert "Renamed legion" in changed.text
    assert header.press("Save", document=json.dumps(document(header) | {"name": 5})).status == 422
    question = at(f"/homebrew/{catalogue}/datasheets/one/delete")
    check("question", question)
    assert "one" not in [text for _, text in question.press("Yes, delete").links]
    assert "Renamed legion" not in at(f"/homebrew/{catalogue}/delete").press("Yes, delete").text


@pytest.mark.parametrize("name", ["", "   ", "!!!", "x" * 300, "\x00"])
def test_a_catalogue_without_a_usable_name_is_refused_with_words(at: At, name: str) -> None:
    page = at("/homebrew").press("Create", name=name)
    assert page.status == 422
    check("homebrew", page)


def test_a_bundled_datasheet_is_copied(at: At, draft: Page) -> None:
    catalogue = document(draft)["catalogue"]
    page = at("/datasheets/sunward-host/host-guard/copy").press("Continue", to=catalogue)
    assert document(page)["catalogue"] == catalogue
    assert "Host Guard" in page.press("Save").text
    none = at("/datasheets/core-8e/lord-of-contagion/copy")
    assert none.forms == [], "there is no catalogue of that system"
    form, _ = none.follow("New catalogue").form("Create")
    assert form.values["system"] == "wh40k-8e"


def test_bundled_datasheets_are_read_only(client: FlaskClient, at: At) -> None:
    page = at("/datasheets/sunward-host/host-guard")
    assert "Edit" not in [text for _, text in page.links]
    data = {"document": "{}", "version": "1"}
    assert client.post("/homebrew/sunward-host/datasheets/host-guard", data=data).status_code == 422
    assert client.post("/homebrew/sunward-host/datasheets/host-guard/delete", data={"version": "1"}).status_code == 409


def test_a_datasheet_is_downloaded_as_it_was_written(client: FlaskClient) -> None:
    answer = client.get("/datasheets/sunward-host/host-guard.json")
    assert answer.mimetype == "application/json"
    assert answer.get_json()["id"] == "host-guard"
