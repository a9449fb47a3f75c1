"""`/rosters`: edits all or none, versions, undo and redo with branches, findings whose fixes work."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.native import with_catalogue, with_datasheet
from tests.api.rosters import FORCE, ROSTERS, apply_operations, create_roster, post, squad


def rename(title: str) -> dict[str, Any]:
    return {"op": "rename", "subject": "", "name": title}


def test_a_new_roster_is_served_with_its_version(client: FlaskClient) -> None:
    roster = create_roster(client, FORCE, name="Sunward Höst")
    read = client.get(roster["href"])
    assert read.headers["ETag"] == '"1"'
    assert read.get_json() == roster
    assert roster["tree"]["forces"][0]["catalogue"] == "core-9e"
    assert roster["tree"]["forces"][0]["pin"].startswith("sha256:")
    assert (roster["can_undo"], roster["can_redo"], roster["origin"]) == (False, False, "user")


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"name": "x"}, "/system"),
        ({"system": "wh40k-9e"}, "/name"),
        ({"system": "wh40k-9e", "name": " "}, "/name"),
        ({"system": "wh40k-9e", "name": "a\u0000b"}, "/name"),
        ({"system": "wh40k-9e", "name": "x" * 201}, "/name"),
        ({"system": "wh40k-9e", "name": "x", "colour": 1}, "/colour"),
        ({"system": "wh40k-9e", "name": "x", "operations": [{"op": "fly"}]}, "/operations/0/op"),
        ({"system": "wh40k-9e", "name": "x", "operations": [FORCE, {"op": "add-force"}]}, "/operations/1/catalogue"),
        ({"system": "wh40k-9e", "name": "x", "operations": [FORCE] * 201}, "/operations"),
        ({"system": "wh40k-9e", "name": "x", "operations": ["add-force"]}, "/operations/0"),
        ([], ""),
    ],
)
def test_a_roster_that_cannot_be_made(client: FlaskClient, body: Any, path: str) -> None:
    answer = client.post(ROSTERS, json=body)
    assert answer.status_code == 422
    assert path in [problem["path"] for problem in answer.get_json()["problems"]]
    assert client.get(f"{ROSTERS}?text=x").get_json()["items"] == []


def test_an_unknown_system(client: FlaskClient) -> None:
    answer = client.post(ROSTERS, json={"system": "chess", "name": "x"})
    assert answer.status_code == 422
    assert answer.get_json()["problems"][0]["path"] == "/system"


def test_the_last_changed_roster_comes_first(client: FlaskClient) -> None:
    first, _ = create_roster(client, name="Alpha one"), create_roster(client, name="Alpha two")
    apply_operations(client, first, rename("Alpha uno"))
    names = [item["name"] for item in client.get(f"{ROSTERS}?text=alpha").get_json()["items"]]
    assert names == ["Alpha uno", "Alpha two"]
    page = client.get(f"{ROSTERS}?text=alpha&limit=1").get_json()
    rest = client.get(f"{ROSTERS}?text=alpha&limit=1&start={page['next']}").get_json()
    assert [rest["items"][0]["name"], rest["next"]] == ["Alpha two", None]


def test_operations_are_all_or_none(client: FlaskClient) -> None:
    roster = create_roster(client)
    answer = post(client, roster, "operations", {"operations": [rename("New"), {"op": "remove", "selection": "s99"}]})
    assert answer.status_code == 422
    assert answer.get_json()["problems"][0]["path"] == "/operations/1/selection"
    assert client.get(roster["href"]).get_json() == roster


def test_an_edit_names_its_version(client: FlaskClient) -> None:
    roster = create_roster(client)
    body = {"operations": [rename("New")]}
    for match, status in ((None, 428), ('"2"', 412), ('W/"1"', 412), ('"one"', 412), ('"1"', 200), ('"1"', 412), ("*", 200)):
        headers = {} if match is None else {"If-Match": match}
        answer = client.post(f"{roster['href']}/operations", json=body, headers=headers)
        assert answer.status_code == status, match
    assert client.get(roster["href"]).headers["ETag"] == '"3"'


def test_reading_again_what_has_not_changed(client: FlaskClient) -> None:
    roster = create_roster(client)
    assert client.get(roster["href"], headers={"If-None-Match": '"1"'}).status_code == 304
    apply_operations(client, roster, rename("New"))
    assert client.get(roster["href"], headers={"If-None-Match": '"1"'}).status_code == 200


def test_undo_redo_and_branches(client: FlaskClient) -> None:
    roster = create_roster(client, name="1")
    for name in ("2", "3"):
        roster = apply_operations(client, roster, rename(name))
    roster = post(client, roster, "undo").get_json()
    assert (roster["name"], roster["can_undo"], roster["can_redo"]) == ("2", True, True)
    branch = apply_operations(client, roster, rename("4"))
    assert branch["can_redo"] is False
    steps = client.get(f"{roster['href']}/history").get_json()["items"]
    assert [(step["n"], step["parent"]) for step in steps] == [(1, None), (2, 1), (3, 2), (4, 2)]
    assert steps[3]["operations"] == [rename("4")]
    back = post(client, branch, "restore", {"step": 3}).get_json()
    assert (back["name"], back["step"], back["version"]) == ("3", 3, branch["version"] + 1)
    again = post(client, post(client, back, "undo").get_json(), "redo").get_json()
    assert again["name"] == "3"
    assert again["tree"] == back["tree"]


def test_nothing_to_undo_or_redo(client: FlaskClient) -> None:
    roster = create_roster(client)
    for what, body in (("undo", None), ("redo", None), ("restore", {"step": 7})):
        assert post(client, roster, what, body).status_code == 409
        assert post(client, roster, what, body, version=2).status_code == 412


def test_a_history_says_name_where_title_was_sent(client: FlaskClient) -> None:
    """Bundled rosters, older histories and programs call the name of `rename` so."""
    roster = create_roster(client)
    apply_operations(client, roster, {"op": "rename", "title": "After"})
    steps = client.get(f"{roster['href']}/history").get_json()["items"]
    assert steps[-1]["operations"] == [{"op": "rename", "name": "After"}]
    bundled = client.get("/api/v1/rosters/sunward-host/history").get_json()["items"][0]["operations"]
    names = [each["name"] for each in bundled if each["op"] == "rename"]
    assert names
    assert all(isinstance(name, str) for name in names)


def test_history_is_paged(client: FlaskClient) -> None:
    roster = create_roster(client)
    for name in "abc":
        roster = apply_operations(client, roster, rename(name))
    page = client.get(f"{roster['href']}/history?limit=3").get_json()
    assert (len(page["items"]), page["next"]) == (3, 4)
    assert [step["n"] for step in client.get(f"{roster['href']}/history?start=4").get_json()["items"]] == [4]


def test_findings_link_to_their_rules_and_every_fix_works(client: FlaskClient) -> None:
    roster = squad(client)
    unit = roster["tree"]["forces"][0]["selections"][0]
    judgement = client.get(f"{roster['href']}/findings").get_json()
    assert judgement["power_level"] == roster["summary"]["power_level"] == 5
    assert judgement["legal"] is False
    assert judgement["errors"] == sum(finding["severity"] == "error" for finding in judgement["findings"])
    fixable = [finding for finding in judgement["findings"] if finding["fixes"]]
    assert fixable
    for finding in judgement["findings"]:
        assert finding["message"].strip()
        if finding["href"]:
            assert client.get(finding["href"]).get_json()["id"] == finding["rule"]
        for fix in finding["fixes"]:
            assert fix["label"]
            after = post(client, roster, "preview", {"operations": fix["operations"]}).get_json()
            assert after["errors"] < judgement["errors"] or finding["severity"] != "error"
            settled = (finding["code"], finding["path"], finding["values"])
            assert settled not in [(each["code"], each["path"], each["values"]) for each in after["findings"]]
    assert client.get(roster["href"]).get_json() == roster
    assert unit["entry"].startswith("assault-intercessor-squad")


def test_a_copy_has_a_history_of_its_own(client: FlaskClient) -> None:
    roster = squad(client)
    copied = client.post(f"{roster['href']}/copies", json={"name": "Second"})
    assert copied.status_code == 201
    copy = copied.get_json()
    assert copy["id"] != roster["id"]
    assert copy["tree"] == roster["tree"] | {"name": "Second"}
    assert len(client.get(f"{copy['href']}/history").get_json()["items"]) == 1


def test_copies_without_a_name_are_told_apart(client: FlaskClient) -> None:
    roster = create_roster(client, name="Much Copied")
    copies = [client.post(f"{roster['href']}/copies", json={}).get_json() for _ in range(3)]
    assert [each["name"] for each in copies] == ["Much Copied (2)", "Much Copied (3)", "Much Copied (4)"]
    again = client.post(f"{copies[0]['href']}/copies", json={}).get_json()
    assert again["name"] == "Much Copied (5)"
    long = apply_operations(client, roster, {"op": "rename", "subject": "", "name": "x" * 500})
    assert client.post(f"{long['href']}/copies", json={}).get_json()["name"] == "x" * 400 + " (2)"


def test_deleting(client: FlaskClient) -> None:
    roster = create_roster(client)
    assert client.delete(roster["href"]).status_code == 428
    assert client.delete(roster["href"], headers={"If-Match": '"9"'}).status_code == 412
    assert client.delete(roster["href"], headers={"If-Match": '"1"'}).status_code == 204
    for address in ("", "/findings", "/history"):
        assert client.get(roster["href"] + address).status_code == 404
    assert post(client, roster, "undo").status_code == 404


def test_a_deleted_catalogue_leaves_rosters_as_they_were(client: FlaskClient) -> None:
    with_catalogue(client)
    with_datasheet(client)
    roster = create_roster(client, {"op": "add-force", "catalogue": "home"})
    force = roster["tree"]["forces"][0]["uid"]
    roster = apply_operations(client, roster, {"op": "add-unit", "force": force, "entry": "squad"})
    before = client.get(f"{roster['href']}/findings").get_json()
    assert before["power_level"] == 5
    client.delete("/api/v1/catalogues/home", headers={"If-Match": "*"})
    assert client.get(f"{roster['href']}/findings").get_json() == before
