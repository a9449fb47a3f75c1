"""`/sheets` and a roster's papers: printed, read back, verified; strangers' files are refused in one sentence."""

import base64
from typing import Any

import pytest
from flask.testing import FlaskClient

from exports.document import document_from
from tests.api.rosters import squad
from tests.exports.pdf import print_anew

SHEETS = "/api/v1/sheets"


@pytest.fixture
def roster(client: FlaskClient) -> dict[str, Any]:
    """A stored roster."""
    return squad(client, "Sunward Host")


@pytest.fixture
def pdf(client: FlaskClient, roster: dict[str, Any]) -> bytes:
    """Its sheet."""
    return client.get(roster["href"] + "/sheet.pdf").data


def send(client: FlaskClient, what: str, pdf: bytes, query: str = "") -> Any:
    return client.post(f"{SHEETS}/{what}{query}", data=pdf, content_type="application/pdf")


def test_a_roster_becomes_a_document_and_a_roster_again(client: FlaskClient, roster: dict[str, Any]) -> None:
    first = client.get(roster["href"] + "/document")
    here = client.post("/api/v1/rosters", json={"document": first.get_json()})
    assert (here.status_code, here.get_json()["id"]) == (200, roster["id"]), "it stands at this document already"
    made = client.post("/api/v1/rosters", json={"document": first.get_json(), "again": True})
    again = made.get_json()
    assert made.status_code == 201
    assert again["id"] != roster["id"]
    assert again["tree"] == roster["tree"]
    assert client.get(again["href"] + "/document").data == first.data
    assert client.get(roster["href"] + "/document", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_a_sheet_carries_its_roster(client: FlaskClient, roster: dict[str, Any], pdf: bytes) -> None:
    assert pdf.startswith(b"%PDF-")
    read = send(client, "read", pdf)
    assert read.status_code == 200
    assert read.data == client.get(roster["href"] + "/document").data


def test_a_sheet_has_a_name_and_the_same_bytes_again(client: FlaskClient, roster: dict[str, Any], pdf: bytes) -> None:
    answer = client.get(roster["href"] + "/sheet.pdf")
    assert answer.data == pdf
    assert answer.content_type == "application/pdf"
    assert 'filename="Sunward Host.pdf"' in answer.headers["Content-Disposition"]
    assert client.get(roster["href"] + "/sheet.pdf", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("name", ["../../etc/passwd", 'a"b\\c', "Солнце — ß", "Солнце", "😀", "...", "x" * 200])
def test_no_name_breaks_the_file_name(client: FlaskClient, name: str) -> None:
    roster = client.post("/api/v1/rosters", json={"system": "wh40k-9e", "name": name}).get_json()
    answer = client.get(roster["href"] + "/export.txt")
    assert answer.status_code == 200
    header = answer.headers["Content-Disposition"]
    assert "/" not in header
    assert "\\c" not in header
    assert "filename=." not in header
    assert name.strip(".") in answer.text or name == "..."


def test_paper_and_layout(client: FlaskClient, roster: dict[str, Any], pdf: bytes) -> None:
    letter = client.get(roster["href"] + "/sheet.pdf?paper=letter")
    assert letter.status_code == 200
    assert letter.data != pdf
    for query in ("paper=a5", "layout=poster", "colour=red"):
        answer = client.get(f"{roster['href']}/sheet.pdf?{query}")
        assert answer.status_code == 422
        assert answer.get_json()["problems"][0]["path"] == "?" + query.partition("=")[0]


@pytest.mark.slow
def test_any_army_is_printed(client: FlaskClient, roster: dict[str, Any], pdf: bytes) -> None:
    document = client.get(roster["href"] + "/document").get_json()
    digests = set()
    for source in ({"roster": roster["id"]}, {"document": document}, {"sheet": base64.b64encode(pdf).decode()}):
        answer = client.post(f"{SHEETS}/render", json={"army": source, "paper": "letter"})
        assert answer.status_code == 200, answer.text
        digests.add(send(client, "verify", answer.data).get_json()["digest"])
    assert digests == {document_from(document).digest}


@pytest.mark.parametrize(
    "source", [{}, {"roster": "x", "sheet": "AAAA"}, {"sheet": "§"}, {"document": {}}, {"sheet": "AAAA"}, {"document": None}]
)
def test_an_army_that_cannot_be_had(client: FlaskClient, source: dict[str, Any]) -> None:
    answer = client.post(f"{SHEETS}/render", json={"army": source})
    assert answer.status_code == 422
    assert answer.get_json()["problems"]
    assert client.post(f"{SHEETS}/render", json={"army": {"roster": "nobody"}}).status_code == 404


@pytest.mark.slow
def test_verify(client: FlaskClient, roster: dict[str, Any], pdf: bytes) -> None:
    alone = send(client, "verify", pdf).get_json()
    assert (alone["consistent"], alone["matches"]) == (True, None)
    assert send(client, "verify", pdf, f"?roster={roster['id']}").get_json()["matches"] is True
    assert send(client, "verify", pdf, f"?digest={alone['check_code'].lower()}").get_json()["matches"] is True
    assert send(client, "verify", pdf, f"?digest=sha256:{'0' * 64}").get_json()["matches"] is False
    assert send(client, "verify", pdf, "?digest=nonsense").status_code == 422
    assert send(client, "verify", pdf, f"?digest={alone['digest']}&roster={roster['id']}").status_code == 422


def test_a_sheet_that_was_printed_anew_has_its_code_alone(client: FlaskClient, roster: dict[str, Any], pdf: bytes) -> None:
    found = send(client, "verify", print_anew(pdf), f"?roster={roster['id']}").get_json()
    assert (found["consistent"], found["matches"], found["digest"]) == (None, True, "")
    rows = client.get(f"{SHEETS}/verify?code={found['check_code']}").get_json()["found"]
    assert roster["id"] in [row["roster"] for row in rows]
    assert send(client, "read", print_anew(pdf)).status_code == 422


def test_a_sheet_printed_before_an_edit_does_not_match(client: FlaskClient, roster: dict[str, Any], pdf: bytes) -> None:
    body = {"operations": [{"op": "rename", "subject": "", "name": "Moonward Host"}]}
    client.post(roster["href"] + "/operations", json=body, headers={"If-Match": "*"})
    answer = send(client, "verify", pdf, f"?roster={roster['id']}").get_json()
    assert (answer["consistent"], answer["matches"]) == (True, False)


@pytest.mark.parametrize("data", [b"", b"hello", b"%PDF-1.7\n%%EOF", b"%PDF-" + b"x" * 5000])
def test_what_is_no_sheet_is_refused_in_one_sentence(client: FlaskClient, data: bytes) -> None:
    for what in ("read", "verify"):
        answer = send(client, what, data)
        assert answer.status_code == 422
        assert answer.get_json()["detail"].count("\n") == 0


def test_an_altered_sheet_is_refused(client: FlaskClient, pdf: bytes) -> None:
    assert send(client, "read", pdf[: len(pdf) // 2]).status_code == 422


def test_a_sheet_is_sent_as_pdf(client: FlaskClient, pdf: bytes) -> None:
    assert client.post(f"{SHEETS}/read", data=pdf).status_code == 415
    assert client.post(f"{SHEETS}/read", json={}).status_code == 415


def test_exports(client: FlaskClient, roster: dict[str, Any]) -> None:
    text = client.get(roster["href"] + "/export.txt")
    assert text.content_type == "text/plain; charset=utf-8"
    assert "Sunward Host" in text.text
    download = client.get(roster["href"] + "/export.json")
    assert download.headers["Content-Disposition"].startswith("attachment")
    assert download.data == client.get(roster["href"] + "/document").data
