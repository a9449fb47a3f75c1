"""Sheets that are uploaded: read, verified, kept; and files that are none."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from exports.sheet.parse_sheet import read_sheet
from tests.exports.pdf import print_anew
from tests.web.pages import Page
from tests.web.test_crawl import check

At = Callable[[str], Page]


def upload(client: FlaskClient, content: bytes, name: str = "sheet.pdf", **fields: str) -> Page:
    data = {"sheet": (io.BytesIO(content), name), "do": "read", **fields}
    return Page(client, client.post("/sheets", data=data, follow_redirects=True))


@pytest.fixture
def pdf(client: FlaskClient) -> bytes:
    return client.get("/rosters/sunward-host/sheet.pdf").data


@pytest.mark.slow
def test_a_sheet_says_what_it_carries(client: FlaskClient, pdf: bytes) -> None:
    page = upload(client, pdf)
    check("sheet", page)
    document = read_sheet(pdf)
    assert "Data and paper agree" in page.text
    assert document.check_code in page.text
    assert document.digest in page.text
    for unit in document.army.units:
        assert (unit.title or unit.name) in page.text


def test_the_page_about_a_code_is_one_that_its_forms_lead_on_from(client: FlaskClient, pdf: bytes) -> None:
    code = read_sheet(pdf).check_code
    for typed in ("", "nonsense", code, f"%20{code[:5].lower()}%20{code[6:].lower()}"):
        page = Page(client, client.get(f"/sheets/verify?code={typed}"))
        check("/sheets/verify", page)
        assert page.status == (422 if typed == "nonsense" else 200)
        assert ("as it stands now" in page.text or "Sunward Host" in page.text) or code not in page.text


@pytest.mark.slow
def test_a_sheet_is_compared_with_a_roster_or_a_code(client: FlaskClient, pdf: bytes) -> None:
    code = read_sheet(pdf).check_code
    assert "This is the same list as Sunward Host." in upload(client, pdf, roster="sunward-host").text
    assert "This is not the same list as Gloam Court." in upload(client, pdf, roster="gloam-court").text
    assert f"This is the same list as {code}." in upload(client, pdf, code=code).text
    assert upload(client, pdf, code="no code").status == 422
    assert upload(client, pdf, roster="none").status == 404


def test_a_sheet_that_was_printed_anew_leads_to_its_roster(client: FlaskClient, pdf: bytes) -> None:
    page = upload(client, print_anew(pdf), roster="sunward-host")
    check("/sheets/verify", page)
    assert "lost its roster" in page.text
    assert "The code is that of Sunward Host." in page.text
    assert "The code is not that of Gloam Court." in upload(client, print_anew(pdf), roster="gloam-court").text
    assert page.follow("Sunward Host").answer.request.path == "/rosters/sunward-host"
    assert upload(client, print_anew(pdf), do="keep").status == 422


def test_a_sheet_is_kept_as_a_roster(client: FlaskClient, pdf: bytes) -> None:
    page = upload(client, pdf, do="keep")
    assert page.answer.request.path.startswith("/rosters/")
    assert "First Lamp" in page.text


@pytest.mark.slow
def test_a_sheet_that_is_kept_twice_is_one_roster(client: FlaskClient, pdf: bytes) -> None:
    kept = [upload(client, pdf, do="keep").answer.request.path for _ in range(2)]
    assert kept[0] == kept[1]


@pytest.mark.parametrize("content", [b"", b"hello", b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n" + bytes(5000)])
def test_other_files_are_refused_with_the_form(client: FlaskClient, content: bytes) -> None:
    page = upload(client, content, "<b>.pdf")
    assert page.status == 422
    check("sheets", page)


def test_a_cut_sheet_is_refused(client: FlaskClient, pdf: bytes) -> None:
    assert upload(client, pdf[: len(pdf) // 2]).status == 422


def test_a_huge_file_is_refused_before_it_is_read(client: FlaskClient) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="sheet"; filename="a.pdf"\r\n\r\n%b\r\n--x--\r\n' % bytes(
        21_000_000
    )
    answer = client.post("/sheets", data=part, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413


def test_a_form_without_a_file_is_refused(client: FlaskClient) -> None:
    assert client.post("/sheets", data={"do": "read"}).status_code == 422
