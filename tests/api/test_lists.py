"""Lists of other programs over the API: `POST /imports` with a report, and rosters as their files."""

import base64
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.placing.world import CATALOGUE, EVENT, ROS, SYSTEM


def encode_file(name: str, data: bytes) -> dict[str, str]:
    return {"name": name, "content": base64.b64encode(data).decode()}


DATA = [encode_file("tin.gst", SYSTEM), encode_file("tin.cat", CATALOGUE)]


def bring(client: FlaskClient, *files: dict[str, str], status: int = 200) -> Any:
    response = client.post("/api/v1/imports", json={"files": list(files)})
    assert response.status_code == status, response.get_json()
    return response.get_json()


def test_a_list_is_imported_with_a_report(client: FlaskClient) -> None:
    found = bring(client, *DATA, encode_file("first.ros", ROS.encode()), encode_file("event.txt", EVENT.encode()))
    ros, event = found["lists"]
    assert (ros["source"], ros["format"], ros["matched"]["id"], ros["unplaced"]) == ("first.ros", "ros", 8, [])
    assert (event["format"], event["matched"]["name"], event["unread"]) == ("event-text", 10, [])
    assert [(each["name"], each["entry"]) for each in event["read_as"]][:2] == [
        ("Relic", "Stratagem: Relic"),
        ("Crown", "Crown, of Tin"),
    ]
    roster = client.get(f"/api/v1/rosters/{ros['roster']}").get_json()
    assert roster["tree"]["forces"][0]["selections"][0]["title"] == "Old Ferro"
    assert found["items"][-1]["id"] == event["roster"]


def test_a_list_whose_catalogue_is_missing_is_a_problem_that_names_it(client: FlaskClient) -> None:
    problem = bring(client, encode_file("first.ros", ROS.encode()), status=422)
    assert problem["problems"] == [
        {
            "path": "/files/0",
            "message": 'first.ros: The catalogue "Metal - Tin Host" (revision 7) is not here; bring in its game data '
            "(muster import), then import the list again.",
        }
    ]


@pytest.mark.parametrize(
    ("format", "media_type", "start"),
    [
        ("ros", "application/xml", b"<?xml"),
        ("rosz", "application/zip", b"PK"),
        ("newrecruit-json", "application/json", b'{"roster"'),
        ("text", "text/plain", b"+++ First Host"),
    ],
)
def test_a_roster_is_a_file_of_another_program(client: FlaskClient, format: str, media_type: str, start: bytes) -> None:
    id = bring(client, *DATA, encode_file("first.ros", ROS.encode()))["lists"][0]["roster"]
    items = client.get(f"/api/v1/rosters/{id}/exports").get_json()["items"]
    (item,) = [each for each in items if each["format"] == format]
    assert item["left_out"] == (["1 note"] if format == "text" else [])
    response = client.get(item["href"])
    assert (response.status_code, response.mimetype) == (200, media_type)
    assert response.data.startswith(start)
    assert client.get(item["href"], headers={"If-None-Match": response.headers["ETag"]}).status_code == 304
    name = "back.json" if format == "newrecruit-json" else f"back.{'txt' if format == 'text' else format}"
    assert bring(client, encode_file(name, response.data))["lists"][0]["matched"]["none"] == 0


def test_there_is_no_file_of_no_roster(client: FlaskClient) -> None:
    for end in ("exports", "export.ros", "export.rosz", "export.text", "export.newrecruit-json"):
        assert client.get(f"/api/v1/rosters/nobody/{end}").status_code == 404
