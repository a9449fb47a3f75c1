"""The print page in the browser's way, and check codes typed off paper."""

from __future__ import annotations

from collections.abc import Callable

from flask.testing import FlaskClient

from exports.sheet.parse_sheet import read_sheet
from tests.exports import pdf
from tests.web.pages import Page
from tests.web.test_crawl import check

At = Callable[[str], Page]
PRINT = "/rosters/sunward-host/print"


def test_the_form_prints_as_it_says(client: FlaskClient, at: At) -> None:
    check("print", at(PRINT))
    form = {"do": "print", "layout": "event", "paper": "letter", "orientation": "landscape", "merge": "true"}
    answer = client.post(PRINT, data=form, follow_redirects=True)
    assert answer.mimetype == "application/pdf"
    assert read_sheet(answer.data).army.name == "Sunward Host"
    assert "Checked by" in pdf.text(answer.data)
    assert "Power Rating" not in pdf.text(answer.data), "its box is not ticked"
    assert "layout=event" in answer.request.url
    assert client.get("/rosters/none/print").status_code == 404


def test_a_set_up_is_saved_opened_and_forgotten(at: At) -> None:
    saved = at(PRINT).press("Save", name="Club night", layout="cards", per_page="8")
    assert saved.status == 200
    again = at(f"{PRINT}?setup=club-night")
    check("print", again)
    assert "Forget club-night" in again.text
    gone = again.press("Forget club-night")
    assert "club-night" not in gone.text


def test_a_set_up_without_a_name_is_not_saved(at: At) -> None:
    refused = at(PRINT).press("Save", name=" — ")
    assert refused.status == 422
    assert "small letters" in refused.text


def test_a_code_leads_to_the_roster(client: FlaskClient, at: At) -> None:
    document = read_sheet(client.get("/rosters/gloam-court/sheet.pdf").data)
    found = at("/sheets").press("Find the roster", code=document.check_code)
    check("verify", found)
    assert "as it stands now" in found.text
    assert found.follow("Gloam Court").status == 200
    assert at("/sheets/verify?code=nonsense").status == 422
    assert at("/sheets/verify").status == 200
