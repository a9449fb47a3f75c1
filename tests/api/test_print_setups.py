"""`/sheets/setups` and what prints with them; check codes off paper looked up among the rosters."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from exports.sheet.setup import Setup
from tests.api.rosters import apply_operations, squad

SETUPS = "/api/v1/sheets/setups"


def test_a_set_up_is_saved_replaced_listed_and_forgotten(client: FlaskClient) -> None:
    cards = {"layout": "cards", "per_page": 8, "paper": "letter", "show_notes": False}
    saved = client.put(f"{SETUPS}/club-night", json=cards)
    assert saved.get_json() == {"name": "club-night", "setup": Setup(**cards).to_data()}  # type: ignore[arg-type]
    client.put(f"{SETUPS}/another", json={})
    again = client.put(f"{SETUPS}/club-night", json={"layout": "event"})
    assert client.get(f"{SETUPS}/club-night").get_json() == again.get_json()
    listed = [item["name"] for item in client.get(SETUPS).get_json()["items"]]
    assert [name for name in listed if name in ("another", "club-night")] == ["another", "club-night"]
    assert client.delete(f"{SETUPS}/club-night").status_code == 204
    assert client.get(f"{SETUPS}/club-night").status_code == 404
    assert client.delete(f"{SETUPS}/club-night").status_code == 404


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("Big", {}),
        ("a.b", {}),
        ("good", {"layout": "poster"}),
        ("good", {"per_page": 3}),
        ("good", {"per_page": "4"}),
        ("good", {"merge": 1}),
        ("good", {"papper": "a4"}),
        ("good", []),
    ],
)
def test_what_is_no_set_up_is_refused(client: FlaskClient, name: str, body: Any) -> None:
    answer = client.put(f"{SETUPS}/{name}", json=body)
    assert answer.status_code == 422
    assert answer.get_json()["problems"]
    assert client.get(f"{SETUPS}/good").status_code == 404


def test_a_sheet_is_printed_by_a_saved_set_up_changed_by_the_address(client: FlaskClient) -> None:
    sheet = squad(client)["href"] + "/sheet.pdf"
    client.put(f"{SETUPS}/small", json={"layout": "cards", "per_page": 8, "merge": False})
    named, said = client.get(f"{sheet}?setup=small"), client.get(f"{sheet}?layout=cards&per_page=8&merge=false")
    assert named.data == said.data
    changed = client.get(f"{sheet}?setup=small&per_page=2")
    assert changed.data == client.get(f"{sheet}?layout=cards&per_page=2&merge=false").data != named.data
    assert client.get(f"{sheet}?setup=none").status_code == 404
    for query in ("per_page=3", "per_page=x", "merge=yes", "merge=1", "merge=true&merge=false"):
        assert client.get(f"{sheet}?{query}").status_code == 422, query


def code_of(client: FlaskClient, roster: dict[str, Any]) -> dict[str, Any]:
    pdf = client.get(roster["href"] + "/sheet.pdf").data
    found: dict[str, Any] = client.post("/api/v1/sheets/verify", data=pdf, content_type="application/pdf").get_json()
    return found


def search(client: FlaskClient, code: str) -> Any:
    while True:
        answer = client.get("/api/v1/sheets/verify", query_string={"code": code})
        assert answer.status_code == 200, answer.text
        made = answer.get_json()
        if made["found"] or not made["left"]:
            return made


@pytest.mark.slow
def test_a_code_off_paper_finds_its_roster_as_it_stands_and_as_it_stood(client: FlaskClient) -> None:
    roster = squad(client, "Looked up")
    code = code_of(client, roster)["check_code"]
    (found,) = search(client, code.lower().replace("-", " "))["found"]
    assert (found["roster"], found["name"], found["current"]) == (roster["id"], "Looked up", True)
    after = apply_operations(client, roster, {"op": "rename", "subject": "", "name": "Renamed"})
    (former,) = search(client, code)["found"]
    assert (former["name"], former["step"], former["current"]) == ("Renamed", found["step"], False)
    newest = code_of(client, after)
    (current,) = search(client, newest["digest"])["found"]
    assert (current["step"], current["current"], current["digest"]) == (found["step"] + 1, True, newest["digest"])


def test_a_code_of_no_roster_is_not_found_and_nothing_is_left(client: FlaskClient) -> None:
    answer = search(client, "00000-00000")
    assert (answer["found"], answer["left"]) == ([], 0)
    assert answer["searched"] > 0


@pytest.mark.parametrize("code", ["", "hello", "00000-00001", "sha256:00", "x" * 99])
def test_what_is_no_code_is_refused(client: FlaskClient, code: str) -> None:
    answer = client.get("/api/v1/sheets/verify", query_string={"code": code})
    assert answer.status_code == 422
    assert answer.get_json()["problems"][0]["path"] == "?code"


def test_a_deleted_roster_is_no_longer_found(client: FlaskClient) -> None:
    roster = squad(client, "Gone soon")
    code = code_of(client, roster)["check_code"]
    assert search(client, code)["found"]
    client.delete(roster["href"], headers={"If-Match": "*"})
    assert search(client, code)["found"] == []
