"""`/datasheets`: search, and writing one's own with every version kept."""

import pytest
from flask.testing import FlaskClient

from tests.api.native import datasheet, with_catalogue, with_datasheet

SQUAD = "/api/v1/datasheets/home/squad"


def find_datasheets(client: FlaskClient, query: str) -> list[str]:
    answer = client.get(f"/api/v1/datasheets?{query}")
    assert answer.status_code == 200, answer.text
    return [f"{item['catalogue']}/{item['id']}" for item in answer.get_json()["items"]]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("text=assault+intercessor", "core-9e/assault-intercessor-squad"),
        ("text=outrid", "core-9e/outrider-squad"),
        ("keyword=infantry&keyword=PRIMARIS", "core-9e/assault-intercessor-squad"),
    ],
)
def test_search(client: FlaskClient, query: str, first: str) -> None:
    assert find_datasheets(client, query)[0] == first


def test_search_narrows(client: FlaskClient) -> None:
    everything = client.get("/api/v1/datasheets?limit=200").get_json()["items"]
    for query, fits in (
        ("role=hq", lambda item: item["role"] == "hq"),
        ("power_min=8", lambda item: item["power_most"] is not None and item["power_most"] >= 8),
        ("power_max=4.5", lambda item: item["power_least"] is not None and item["power_least"] <= 4.5),
        (
            "cost=power&cost_min=8&cost_max=9",
            lambda item: (item["power_most"] or 0) >= 8 and (item["power_least"] or 0) <= 9,
        ),
        ("catalogue=gloam-court", lambda item: item["catalogue"] == "gloam-court"),
    ):
        wanted = {f"{item['catalogue']}/{item['id']}" for item in everything if fits(item)}
        assert wanted
        assert set(find_datasheets(client, query + "&limit=200")) == wanted


@pytest.mark.parametrize("text", ['"', "*", "NOT", "a%20AND", "%2D%2D", "(", "%E2%98%83", "x" * 200])
def test_no_text_breaks_the_search(client: FlaskClient, text: str) -> None:
    find_datasheets(client, f"text={text}")


def test_pages_hold_everything_once(client: FlaskClient) -> None:
    seen, start = [], 0
    while start is not None:
        page = client.get(f"/api/v1/datasheets?limit=7&start={start}").get_json()
        seen += [item["href"] for item in page["items"]]
        start = page["next"]
    assert len(seen) == len(set(seen)) == len(client.get("/api/v1/datasheets?limit=200").get_json()["items"])


def test_a_datasheet_is_served_as_it_was_written(client: FlaskClient) -> None:
    with_catalogue(client)
    made = client.post("/api/v1/datasheets", json=datasheet())
    assert (made.status_code, made.location, made.headers["ETag"]) == (201, SQUAD, '"1"')
    assert client.get(SQUAD).get_json()["document"] == datasheet()
    assert "home/squad" in find_datasheets(client, "text=assault&catalogue=home")


def test_versions(client: FlaskClient) -> None:
    with_catalogue(client)
    with_datasheet(client)
    changed = client.put(SQUAD, json=datasheet(name="Raiders"), headers={"If-Match": '"1"'})
    assert (changed.status_code, changed.headers["ETag"]) == (200, '"2"')
    assert client.get(f"{SQUAD}?version=1").get_json()["name"] == "Assault Intercessor Squad"
    assert client.get(SQUAD).get_json()["name"] == "Raiders"
    assert client.get(f"{SQUAD}?version=3").status_code == 404
    assert client.delete(SQUAD, headers={"If-Match": '"2"'}).status_code == 204
    assert client.get(SQUAD).status_code == 404
    with_datasheet(client)
    assert client.get(SQUAD).headers["ETag"] == '"4"'
    versions = client.get(f"{SQUAD}/versions").get_json()["items"]
    assert [(each["version"], each["digest"] is None) for each in versions] == [
        (1, False),
        (2, False),
        (3, True),
        (4, False),
    ]


def test_etags(client: FlaskClient) -> None:
    with_catalogue(client)
    with_datasheet(client)
    fresh = client.get(SQUAD, headers={"If-None-Match": '"1"'})
    assert (fresh.status_code, fresh.data) == (304, b"")
    for match, status in (
        (None, 428),
        ('"7"', 412),
        ('W/"1"', 412),
        ('"x"', 412),
        ("1", 200),
        ("*", 200),
        ('"3", "9"', 200),
    ):
        headers = {} if match is None else {"If-Match": match}
        answer = client.put(SQUAD, json=datasheet(), headers=headers)
        assert answer.status_code == status, match


def test_bundled_datasheets_are_read_only(client: FlaskClient) -> None:
    address = "/api/v1/datasheets/core-9e/assault-intercessor-squad"
    document = client.get(address).get_json()["document"]
    assert client.put(address, json=document, headers={"If-Match": "*"}).status_code == 409
    assert client.delete(address, headers={"If-Match": "*"}).status_code == 409
    assert client.post("/api/v1/datasheets", json=document | {"id": "new"}).status_code == 409


def test_a_datasheet_needs_its_catalogue(client: FlaskClient) -> None:
    answer = client.post("/api/v1/datasheets", json=datasheet())
    assert answer.status_code == 422
    assert answer.get_json()["problems"][0]["path"] == "/catalogue"


def test_a_datasheet_that_is_wrong_says_everything_at_once(client: FlaskClient) -> None:
    with_catalogue(client)
    answer = client.post("/api/v1/datasheets", json=datasheet(name="", profiles=[], colour="red"))
    assert answer.status_code == 422
    assert {"/name", "/profiles", "/colour"} <= {problem["path"] for problem in answer.get_json()["problems"]}
    assert find_datasheets(client, "catalogue=home") == []


def test_a_taken_id(client: FlaskClient) -> None:
    with_catalogue(client)
    with_datasheet(client)
    assert client.post("/api/v1/datasheets", json=datasheet()).status_code == 409


def test_a_datasheet_cannot_be_moved(client: FlaskClient) -> None:
    with_catalogue(client)
    with_datasheet(client)
    answer = client.put(SQUAD, json=datasheet("other"), headers={"If-Match": '"1"'})
    assert answer.status_code == 422
