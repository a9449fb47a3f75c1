"""A system whose army rules Muster does not have: an army is not judged, and never called legal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from builder.rules import registry
from exports.document import document_from, read_document
from exports.sheet.printing import print_sheet
from tests.cli.conftest import muster
from tests.exports.pdf import text
from tests.web.pages import visit

__all__ = ["muster"]

UNIT = [
    {"op": "add-force", "catalogue": "core-2e"},
    {"op": "add-unit", "force": "f1", "entry": "guardsman"},
]


@pytest.fixture(autouse=True)
def no_army_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """All systems that come with Muster have army rules; here one has none."""
    monkeypatch.delitem(registry._MODULES, "wh40k-2e")


@pytest.fixture
def roster(client: FlaskClient) -> dict[str, Any]:
    body = {"system": "wh40k-2e", "name": "Unjudged", "operations": UNIT}
    made: dict[str, Any] = client.post("/api/v1/rosters", json=body).get_json()
    return made


def test_api_pages_and_sheets_say_not_judged(client: FlaskClient, roster: dict[str, Any]) -> None:
    listed = client.get("/api/v1/rosters?text=Unjudged").get_json()["items"][0]
    findings = client.get(roster["href"] + "/findings").get_json()
    document = client.get(roster["href"] + "/document").get_json()
    assert (listed["summary"]["legal"], findings["legal"], document["judgement"]["legal"]) == (None, None, None)
    page = visit(client, f"/rosters/{roster['id']}")
    assert "Not judged" in page.text
    assert "Legal" not in page.text
    sheet = text(print_sheet(document_from(document)))
    assert "Not judged by army rules." in sheet
    assert "Legal." not in sheet
    again = client.post("/api/v1/validations", json={"document": document}).get_json()
    assert (again["legal"], again["errors"]) == (None, 0)


def test_what_the_data_alone_find_wrong_is_not_legal(client: FlaskClient) -> None:
    answer = client.post("/api/v1/validations", json={"system": "wh40k-2e", "operations": UNIT[:1]}).get_json()
    assert answer["legal"] is False


def test_the_command_line_says_not_judged_with_status_0(
    client: FlaskClient, roster: dict[str, Any], muster, tmp_path
) -> None:
    path = tmp_path / "army.json"
    path.write_bytes(client.get(roster["href"] + "/document").data)
    result = muster("check", path)
    assert result.exit_code == 0
    assert "not judged" in result.stdout
    assert "are not judged here, only what its datasheets say" in result.stdout
    assert json.loads(muster("check", path, "--json").stdout)["legal"] is None


def test_a_document_of_version_1_that_was_legal_by_its_data_alone_was_not_judged(
    client: FlaskClient, roster: dict[str, Any]
) -> None:
    new = client.get(roster["href"] + "/document").get_json()
    old = {**new, "schema": "muster.roster/1", "judgement": {**new["judgement"], "legal": True}}
    read = read_document(json.dumps(old).encode())
    assert read.judgement.legal is None
    assert read.data == new
