"""`/catalogues`: bundled ones are read-only, one's own are written, versioned and deleted."""

import pytest
from flask.testing import FlaskClient

from tests.api.native import CATALOGUE, with_catalogue, with_datasheet

HOME = "/api/v1/catalogues/home"


def test_bundled_catalogues_are_listed_by_system(client: FlaskClient) -> None:
    items = client.get("/api/v1/catalogues?system=wh40k-9e").get_json()["items"]
    assert {"core-9e", "sunward-host", "gloam-court"} <= {item["id"] for item in items}
    assert {item["origin"] for item in items} == {"bundled"}
    for item in items:
        assert client.get(item["href"]).get_json()["document"]["schema"] == "muster.catalogue/1"


def test_pages(client: FlaskClient) -> None:
    first = client.get("/api/v1/catalogues?limit=1").get_json()
    second = client.get(f"/api/v1/catalogues?limit=1&start={first['next']}").get_json()
    assert first["items"][0]["id"] != second["items"][0]["id"]


def test_a_catalogue_of_ones_own(client: FlaskClient) -> None:
    made = client.post("/api/v1/catalogues", json=CATALOGUE)
    assert (made.status_code, made.location, made.headers["ETag"]) == (201, HOME, '"1"')
    assert client.get(HOME).get_json()["document"] == CATALOGUE
    again = client.post("/api/v1/catalogues", json=CATALOGUE)
    assert again.status_code == 409
    changed = client.put(HOME, json=CATALOGUE | {"name": "Hearth"}, headers={"If-Match": '"1"'})
    assert (changed.get_json()["name"], changed.headers["ETag"]) == ("Hearth", '"2"')
    assert client.delete(HOME, headers={"If-Match": '"1"'}).status_code == 412
    assert client.delete(HOME, headers={"If-Match": '"2"'}).status_code == 204
    assert client.get(HOME).status_code == 404


def test_deleting_a_catalogue_takes_its_datasheets(client: FlaskClient) -> None:
    with_catalogue(client)
    with_datasheet(client)
    assert client.delete(HOME, headers={"If-Match": "*"}).status_code == 204
    assert client.get("/api/v1/datasheets/home/squad").status_code == 404
    assert client.get("/api/v1/datasheets?catalogue=home").status_code == 422


def test_no_version_comes_again(client: FlaskClient) -> None:
    seen: dict[str, list[str]] = {HOME: [], "/api/v1/datasheets/home/squad": []}
    for _ in range(3):
        with_catalogue(client)
        with_datasheet(client)
        for address, tags in seen.items():
            now = client.get(address)
            assert now.headers["ETag"] not in tags
            for tag in tags:
                old = {"If-Match": tag}
                assert client.put(address, json=now.get_json()["document"], headers=old).status_code == 412
                assert client.delete(address, headers=old).status_code == 412
            tags.append(now.headers["ETag"])
        assert client.delete(HOME, headers={"If-Match": seen[HOME][-1]}).status_code == 204


def test_bundled_catalogues_are_read_only(client: FlaskClient) -> None:
    address = "/api/v1/catalogues/core-9e"
    document = client.get(address).get_json()["document"]
    assert client.put(address, json=document, headers={"If-Match": "*"}).status_code == 409
    assert client.delete(address, headers={"If-Match": "*"}).status_code == 409


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"id": "elsewhere"}, "/id"),
        ({"system": "aos-1e"}, "/system"),
        ({"name": ""}, "/name"),
        ({"nam": "x"}, "/nam"),
        ({"revision": 0}, "/revision"),
    ],
)
def test_a_header_that_does_not_fit(client: FlaskClient, change: dict[str, object], path: str) -> None:
    with_catalogue(client)
    answer = client.put(HOME, json=CATALOGUE | change, headers={"If-Match": '"1"'})
    assert answer.status_code == 422
    assert path in [problem["path"] for problem in answer.get_json()["problems"]]
    assert client.get(HOME).headers["ETag"] == '"1"'


def test_a_new_datasheet_is_another_closure_and_another_version(client: FlaskClient) -> None:
    with_catalogue(client)
    before = client.get(HOME)
    tag = before.headers["ETag"]
    assert client.get(HOME, headers={"If-None-Match": tag}).status_code == 304
    with_datasheet(client)
    after = client.get(HOME, headers={"If-None-Match": tag})
    assert after.status_code == 200, "the closure that new forces pin is another"
    assert after.get_json()["closure"] != before.get_json()["closure"]
    assert client.put(HOME, json=CATALOGUE, headers={"If-Match": tag}).status_code == 412
    assert client.delete(HOME, headers={"If-Match": tag}).status_code == 412


def test_what_changes_nothing_moves_no_version(client: FlaskClient) -> None:
    with_catalogue(client)
    with_datasheet(client)
    tag = client.get(HOME).headers["ETag"]
    sheet = client.get("/api/v1/datasheets/home/squad")
    same = client.put(
        "/api/v1/datasheets/home/squad", json=sheet.get_json()["document"], headers={"If-Match": sheet.headers["ETag"]}
    )
    assert same.status_code == 200
    assert client.get(HOME, headers={"If-None-Match": tag}).status_code == 304


def test_a_catalogue_goes_out_and_in_as_one_file(client: FlaskClient) -> None:
    with_catalogue(client)
    with_datasheet(client)
    address = "/api/v1/catalogues/home/file"
    answer = client.get(address)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    packed = answer.get_json()
    assert packed["schema"] == "muster.homebrew/1"
    assert client.post("/api/v1/catalogues/files", json=packed).get_json()["change"] == "same"
    packed["catalogue"]["name"] = "Hearth"
    refused = client.post("/api/v1/catalogues/files", json=packed)
    assert refused.status_code == 409
    assert "another name" in refused.get_json()["detail"]
    beside = client.post("/api/v1/catalogues/files?name=Second+Home", json=packed)
    assert (beside.status_code, beside.get_json()["id"]) == (200, "second-home")
    replaced = client.post("/api/v1/catalogues/files?there=replace", json=packed)
    assert replaced.get_json()["change"] == "changed"
    assert client.get(address).get_json() == packed
    assert client.post("/api/v1/catalogues/files?there=maybe", json=packed).status_code == 422
    assert client.post("/api/v1/catalogues/files", json={"schema": "muster.homebrew/1"}).status_code == 422
