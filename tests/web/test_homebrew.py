"""Catalogues and datasheets of one's own: drafts that are right, problems at their places, versions, deletion."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from itertools import count

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.web.drafts import PRINTED, first_draft
from datasheets.native.parse_datasheet import read_datasheet
from datasheets.systems import systems
from datasheets.values import READERS
from tests.web.filling import press, value_of
from tests.web.pages import Page, visit
from tests.web.test_crawl import check

At = Callable[[str], Page]
NUMBERS = count(1)


def document(page: Page) -> dict[str, object]:
    found: dict[str, object] = json.loads(value_of(page, "document"))
    return found


def save(page: Page, **changes: object) -> Page:
    """Save a datasheet as JSON, with these members changed."""
    page = press(page, "json")
    return press(page, "save", {"document": json.dumps(document(page) | changes)})


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.id)
def test_the_first_draft_of_every_system_is_right(app: Flask, system: object) -> None:
    with app.test_request_context():
        sheet = read_datasheet(first_draft(system, "mine"))  # type: ignore[arg-type]
    assert sheet.name == "New unit"
    assert set(PRINTED) == set(READERS)


def test_a_form_asks_for_nothing_that_its_game_does_not_have(at: At) -> None:
    new = at("/homebrew").press("Create", name=f"Mine {next(NUMBERS)}", system="grundregelwerk")
    assert "A vehicle" not in new.text, "there is no damage table by wounds, nobody is carried"
    page = new.press("Begin: A squad")
    check("form", page)
    names = {name for form in page.forms for name in form.values}
    assert "/name" in names
    assert "/profiles/0/characteristics/Type" in names
    assert not [name for name in names if name.startswith(("/role", "/psyker", "/transport", "/damage_table"))]
    assert "Jump troops" in page.text
    assert not [word for word in ("Psyker", "Transport", "Damage table", "Role") if word in page.text]


def test_a_datasheet_is_written_changed_and_used(at: At, draft: Page) -> None:
    check("draft", draft)
    page = save(draft, name="Tin <Walker>", id="tin-walker")
    assert "Tin <Walker>" in page.text
    assert "Homebrew" in page.text
    changed = save(page.follow("Edit"), name="Tin Strider")
    assert "Tin Strider" in changed.text
    assert "Tin <Walker>" in changed.follow("1").text, "the first version stays"
    roster = at("/").press("Create", name="Own army", army=f"wh40k-9e/{document(draft)['catalogue']}")
    assert "Tin Strider" in roster.press("Add", entry="tin-walker").text


def test_the_form_writes_german_nouns_large_and_names_costs_in_german(draft: Page, client: FlaskClient) -> None:
    form = press(draft, "form")
    client.set_cookie("muster-language", "de")
    page = visit(client, form.answer.request.path)
    assert "Modell hinzufügen" in page.text
    assert "modell hinzufügen" not in page.text
    assert page.text.split().count("Rund") == 1, "the shape of a base, not a battle round"
    assert "Powerwert" in page.text.partition("Die Karte bisher")[2]
    assert "Power Rating" not in page.text


def test_all_problems_are_shown_at_their_places(draft: Page) -> None:
    page = save(draft, id="No Id", role="none", profiles=[])
    assert page.status == 422
    assert {"/role", "/profiles"} <= set(page.text.split())
    assert "/id : Write an id of small letters" in page.text
    assert document(page)["id"] == "No Id", "what was written is not lost"
    check("problems", page)
    form = press(page, "form")
    check("form", form)
    assert form.text.count("At least one is needed.") == 2, "at its field, too"


@pytest.mark.sample(2, "button")
@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"a": 1, "a": 2}', "null", "[" * 5000, '{"x": NaN}'])
@pytest.mark.parametrize("button", ["save", "check", "form", "add:/weapons"])
def test_what_is_no_document_is_refused_and_kept(draft: Page, text: str, button: str) -> None:
    page = press(draft, "json")
    form = next(form for form in page.forms if "document" in form.values)
    answer = page.send(form, {"view": "json", "document": text, "do": button})
    assert answer.status == 422
    assert value_of(answer, "document") == text


def test_form_and_json_are_two_views_of_one_document(draft: Page) -> None:
    form = press(draft, "form")
    written = document(form)
    changed = document(press(form, "json", {"/name": "Tide Guard", "/profiles/0/characteristics/M": '7"'}))
    assert changed["name"] == "Tide Guard"
    back = press(press(form, "json"), "form", {"document": json.dumps({**written, "name": "Reef Guard"})})
    assert value_of(back, "/name") == "Reef Guard"


def test_a_draft_is_kept_until_it_is_saved_or_discarded(at: At, draft: Page) -> None:
    catalogue = document(draft)["catalogue"]
    press(press(draft, "form"), "check", {"/name": "Half Done", "/profiles/0/number/max": "many"})
    page = at("/homebrew").follow("Half Done")
    assert value_of(page, "/profiles/0/number/max") == "many"
    assert "Write a whole number in digits." in page.text
    saved = press(page, "save", {"/profiles/0/number/max": "3"})
    assert saved.answer.request.path == f"/datasheets/{catalogue}/half-done"
    assert page.client.get(page.answer.request.path).status_code == 404, "the draft is a datasheet now"
    edited = press(saved.follow("Edit"), "check", {"/name": "Quite Done"})
    assert "not saved yet" in edited.text
    again = at(f"/homebrew/{catalogue}/datasheets/half-done")
    assert value_of(again, "/name") == "Quite Done"
    press(again, "discard")
    assert value_of(at(f"/homebrew/{catalogue}/datasheets/half-done"), "/name") == "Half Done"


def test_what_was_changed_back_is_no_draft(at: At, draft: Page) -> None:
    page = save(draft, id="one").follow("Edit")
    changed = press(page, "check", {"/name": "Other"})
    assert "not saved yet" in changed.text
    assert "not saved yet" not in press(changed, "check", {"/name": "New unit"}).text


def test_drafts_go_with_their_catalogue(at: At, draft: Page) -> None:
    catalogue, address = document(draft)["catalogue"], draft.answer.request.path
    at(f"/homebrew/{catalogue}/delete").press("Yes, delete")
    assert at(address).status == 404


def test_there_are_not_more_drafts_than_anybody_needs(at: At, draft: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.services.drafts.MOST_DRAFTS", 3)
    catalogue = document(draft)["catalogue"]
    page = at(f"/homebrew/{catalogue}/datasheets")
    assert [page.press("Begin: Nothing").status for _ in range(3)] == [200, 200, 409]


def test_a_taken_id_is_refused(draft: Page) -> None:
    save(draft, id="one")
    new = visit(draft.client, f"/homebrew/{document(draft)['catalogue']}/datasheets").press("Begin: One model")
    assert "already" in save(new, id="one").text


@pytest.mark.slow
def test_names_may_be_alike_and_ids_are_made(at: At, draft: Page) -> None:
    catalogue = document(draft)["catalogue"]
    for id in ("harbour-watch", "harbour-watch-2", "harbour-watch-3"):
        page = at(f"/homebrew/{catalogue}/datasheets").press("Begin: A squad")
        saved = press(page, "save", {"/name": "Harbour Watch!"})
        assert saved.answer.request.path == f"/datasheets/{catalogue}/{id}"
    strange = press(at(f"/homebrew/{catalogue}/datasheets").press("Begin: A squad"), "save", {"/name": "…"})
    assert strange.answer.request.path == f"/datasheets/{catalogue}/unit"


def test_an_old_page_does_not_overwrite(draft: Page) -> None:
    page = save(draft, id="one")
    first, second = page.follow("Edit"), page.follow("Edit")
    save(first, name="First")
    refused = press(second, "save", {"/name": "Second"})
    assert refused.status == 412
    kept = visit(draft.client, second.answer.request.path)
    assert value_of(kept, "/name") == "Second", "what was written is not lost"
    assert "changed elsewhere" in kept.text


def test_a_catalogue_is_changed_and_deleted(at: At, draft: Page) -> None:
    catalogue = document(draft)["catalogue"]
    save(draft, id="one")
    header = at(f"/homebrew/{catalogue}")
    check("header", header)
    more = press(header, "add:/keyword_choices", {"/reserved_keywords": "HARBOUR, DEEP"})
    check("more", more)
    choices = {"key:/keyword_choices/0": "<PORT>", "/keyword_choices/0": "NORTH QUAY, SOUTH QUAY", "/name": "Renamed legion"}
    assert "Renamed legion" in press(more, "save", choices).text
    written = document(at(f"/homebrew/{catalogue}"))
    assert written["reserved_keywords"] == ["HARBOUR", "DEEP"]
    assert written["keyword_choices"] == {"<PORT>": ["NORTH QUAY", "SOUTH QUAY"]}
    refused = press(at(f"/homebrew/{catalogue}"), "save", {"/name": ""})
    assert refused.status == 422
    assert "Fill this in." in refused.text
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
    catalogue = str(document(draft)["catalogue"])
    page = at("/datasheets/sunward-host/host-guard/copy").press("Continue", catalogue=catalogue)
    assert document(page)["catalogue"] == catalogue
    assert "Host Guard" in press(page, "save").text
    again = at(f"/homebrew/{catalogue}/datasheets?text=host+guard")
    check("new", again)
    assert document(again.press("Copy it", sheet="sunward-host/host-guard"))["name"] == "Host Guard"
    none = at("/datasheets/core-8e/lord-of-contagion/copy")
    assert "catalogue" not in [control.name for control in none.controls], "there is no catalogue of that system"
    form, _ = none.follow("New catalogue").form("Create")
    assert form.values["system"] == "wh40k-8e"


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({}, 404),
        ({"catalogue": "none"}, 404),
        ({"catalogue": "sunward-host"}, 409),
        ({"sheet": "none/none"}, 404),
        ({"sheet": "core-8e/lord-of-contagion"}, 422),
        ({"sheet": "/" * 500}, 404),
        ({"from": "nothing like it"}, 200),
    ],
)
def test_what_cannot_be_begun_is_refused(draft: Page, values: dict[str, str], status: int) -> None:
    given = {"catalogue": document(draft)["catalogue"]} if values and "catalogue" not in values else {}
    answer = draft.client.post("/homebrew/drafts", data=given | values, follow_redirects=True)
    assert answer.status_code == status


def test_bundled_datasheets_are_read_only(client: FlaskClient, at: At) -> None:
    page = at("/datasheets/sunward-host/host-guard")
    assert "Edit" not in [text for _, text in page.links]
    data = {"document": "{}", "version": "1"}
    assert client.post("/homebrew/sunward-host/datasheets/host-guard", data=data).status_code == 409
    assert client.post("/homebrew/sunward-host", data=data).status_code == 409
    assert client.post("/homebrew/sunward-host/datasheets/host-guard/delete", data={"version": "1"}).status_code == 409


@pytest.mark.sample(2, "button")
@pytest.mark.parametrize("text", ["", "{", "[]", '{"weapons": 7}', '{"profiles": {"a": []}}'])
@pytest.mark.parametrize("button", ["check", "save", "add:/weapons", "remove:/profiles/0", "json"])
def test_a_form_that_no_page_had_is_answered_with_words(draft: Page, text: str, button: str) -> None:
    data = {"document": text, "do": button, "/name": "x", "/profiles/0/name": "\x00" * 9, "key:/x": "y", "version": "x" * 99}
    answer = draft.client.post(draft.answer.request.path, data=data, follow_redirects=True)
    assert answer.status_code in (200, 422)
    check("strange", Page(draft.client, answer))


def test_a_datasheet_is_downloaded_as_it_was_written(client: FlaskClient) -> None:
    answer = client.get("/datasheets/sunward-host/host-guard.json")
    assert answer.mimetype == "application/json"
    assert answer.get_json()["id"] == "host-guard"


@pytest.mark.slow
def test_a_unit_of_ones_own_fights(at: At, client: FlaskClient, draft: Page) -> None:
    catalogue = document(draft)["catalogue"]
    squad = at(f"/homebrew/{catalogue}/datasheets").press("Begin: A squad")
    effect = "/abilities/0/effects/0"
    squad = press(press(squad, "add:/abilities/0/effects"), "check", {f"{effect}/kind": "modify-roll"})
    press(squad, "save", {f"{effect}/roll": "hit", f"{effect}/operation": "add", f"{effect}/value": "1"})
    roster = at("/").press("Create", name="Own army", army=f"wh40k-9e/{catalogue}").press("Add", entry="new-squad")
    army = {"roster": roster.answer.request.path.rpartition("/")[2]}
    body = {"a": army, "b": army, "seed": 7, "players": ["random", "random"]}
    stands = client.post("/api/v1/battles", json=body).get_json()
    href = stands["href"]
    for _ in range(200):
        if stands["state"] == "over":
            break
        stands = client.post(f"{href}/advance").get_json()
    assert stands["state"] == "over"
    record = client.get(f"{href}/record").get_data(as_text=True)
    assert "New squad" in record


def upload(client: FlaskClient, data: bytes, **fields: str) -> Page:
    sent = {"file": (io.BytesIO(data), "mine.json"), **fields}
    return Page(client, client.post("/homebrew/files", data=sent, follow_redirects=True))


@pytest.mark.slow
def test_a_catalogue_goes_out_and_in_as_one_file(client: FlaskClient, draft: Page) -> None:
    catalogue = str(document(draft)["catalogue"])
    saved = save(draft, name="Tin Walker", id="tin-walker")
    address = f"/homebrew/{catalogue}/file"
    data = client.get(address).data
    assert "here already, just as" in upload(client, data).text
    visit(client, f"/homebrew/{catalogue}/delete").press("Yes, delete")
    assert client.get(address).status_code == 404
    page = upload(client, data)
    check("homebrew", page)
    assert "is here now" in page.text
    assert client.get(address).data == data
    save(visit(client, saved.answer.request.path).follow("Edit"), name="Tin Strider")
    conflict = upload(client, data)
    check("conflict", conflict)
    assert conflict.status == 409
    assert "Different in the file Tin Walker" in conflict.text
    assert "Tin Strider" in visit(client, saved.answer.request.path).text, "nothing was changed yet"
    beside = conflict.press("Bring it in", name=f"Beside {catalogue}")
    assert "is here now" in beside.text
    assert "Tin Walker" in visit(client, f"/datasheets/beside-{catalogue}/tin-walker").text
    assert "now as the file says" in conflict.press("Replace it").text
    assert client.get(address).data == data


def test_a_replaced_catalogue_loses_what_the_file_has_not_and_rosters_keep_it(client: FlaskClient, draft: Page) -> None:
    catalogue = str(document(draft)["catalogue"])
    data = client.get(f"/homebrew/{catalogue}/file").data
    save(draft, id="one")
    roster = visit(client, "/").press("Create", name="Own army", army=f"wh40k-9e/{catalogue}").press("Add", entry="one")
    press(visit(client, f"/homebrew/{catalogue}/datasheets/one"), "check", {"/name": "Gone Soon"})
    page = upload(client, data)
    assert "Not in the file New unit" in page.text
    page.press("Replace it")
    assert visit(client, f"/datasheets/{catalogue}/one").status == 404
    assert "Gone Soon" not in visit(client, "/homebrew").text, "its draft is gone"
    assert "New unit" in visit(client, roster.answer.request.path).text


@pytest.mark.slow
def test_what_comes_with_muster_is_not_replaced(client: FlaskClient) -> None:
    data = client.get("/homebrew/sunward-host/file").data
    assert "just as the file says" in upload(client, data).text
    changed = json.loads(data)
    changed["catalogue"]["description"] = "Other."
    page = upload(client, json.dumps(changed).encode())
    check("conflict", page)
    assert page.status == 409
    assert "read-only" in page.text
    assert "Replace it" not in page.text
    forced = client.post("/homebrew/files", data={"text": json.dumps(changed), "replace": "1"})
    assert forced.status_code == 409


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"\xff\xfe", b'{"schema": "muster.homebrew/1"}', b"%PDF-1.4", b"[" * 100_000]
)
def test_a_file_that_is_none_is_refused_with_words(client: FlaskClient, data: bytes) -> None:
    page = upload(client, data)
    check("refused", page)
    assert page.status == 422


@pytest.mark.parametrize("name", ["!!!", "x" * 200, "\u202e"])
def test_a_name_that_is_none_is_refused(client: FlaskClient, draft: Page, name: str) -> None:
    data = client.get(f"/homebrew/{document(draft)['catalogue']}/file").data
    assert upload(client, data, name=name).status in (200, 422)


def test_a_name_that_is_taken_is_said_in_a_whole_sentence(client: FlaskClient) -> None:
    form = {"name": "Taken Once", "system": "wh40k-9e"}
    client.post("/homebrew", data=form)
    page = Page(client, client.post("/homebrew", data=form))
    assert page.status == 422
    assert "There is a catalogue 'taken-once' already; give this one another id." in page.text
    client.post("/homebrew/taken-once/delete", data={"version": "1"})
