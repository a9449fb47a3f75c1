"""`/odds`: exact distributions over the API."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.rosters import squad

ODDS = "/api/v1/odds"
A, B = {"roster": "sunward-host"}, {"roster": "gloam-court"}


def ask(client: FlaskClient, **terms: Any) -> Any:
    return client.post(ODDS, json={"attacker": A, "target": B} | terms)


@pytest.mark.slow
def test_distributions_sum_to_one(client: FlaskClient) -> None:
    found = ask(client).get_json()
    for chances in (found["kills"], found["damage"]):
        assert sum(chances) == pytest.approx(1)
        assert min(chances) >= 0
    assert found["expected"]["kills"] == pytest.approx(sum(n * chance for n, chance in enumerate(found["kills"])))
    assert found["weapons"]
    assert found["attacker"]["name"]


@pytest.mark.slow
def test_vehicles_roll_on_the_damage_table(client: FlaskClient) -> None:
    sides = {"attacker": {"roster": "thornmane-moot"}, "target": {"roster": "rustwater-convoy"}}
    found = ask(client, **sides, attacker_unit="Root Strider", target_unit="Toll Wagon", weapon="Sap cannon").get_json()
    assert found["results"]["destroyed"] + found["results"]["explodes"] == pytest.approx(1 / 6)
    assert ask(client).get_json()["results"] == {}


def test_cover_of_the_target_counts(client: FlaskClient) -> None:
    sides = {"attacker": {"roster": "rustwater-ferry"}, "target": {"roster": "thornmane-moot"}}
    terms = {**sides, "attacker_unit": "Deck Hands", "target_unit": "The Unfelled", "weapon": "Lock rifle"}
    found = ask(client, **terms, cover=["hard-cover", "take-cover"]).get_json()
    assert found["expected"]["damage"] == pytest.approx(7 / 3 / 6, abs=1e-4)


def test_units_are_named_in_any_way(client: FlaskClient) -> None:
    document = client.get("/api/v1/rosters/sunward-host/document").get_json()
    for unit in document["army"]["units"][:2]:
        names = {ask(client, attacker_unit=name).get_json()["attacker"]["id"] for name in (unit["id"], unit["name"].upper())}
        assert unit["id"] in names


def test_terms_change_the_odds(client: FlaskClient) -> None:
    army = {"roster": squad(client)["id"]}
    terms = {"attacker": army, "target": army}
    shooting = ask(client, **terms, fighting=False).get_json()
    fighting = ask(client, **terms, fighting=True).get_json()
    assert shooting["kills"] != fighting["kills"]
    assert {each["weapon"] for each in shooting["weapons"]} != {each["weapon"] for each in fighting["weapons"]}
    named = ask(client, **terms, weapon="Heavy bolt pistol").get_json()
    assert [each["weapon"] for each in named["weapons"]] == ["Heavy bolt pistol"]
    assert ask(client, **terms, weapon="Heavy bolt pistol", range_in=30).status_code == 422


def test_the_former_name_of_a_range_counts_where_there_is_no_other(client: FlaskClient) -> None:
    army = {"roster": squad(client)["id"]}
    terms = {"attacker": army, "target": army, "weapon": "Heavy bolt pistol"}
    found = [
        ask(client, **terms, **given).status_code for given in ({"range_inches": 30}, {"range_inches": 30, "range_in": 3})
    ]
    assert found == [422, 200]


@pytest.mark.parametrize(
    ("terms", "path"),
    [
        ({"attacker_unit": "Nobody"}, "/attacker_unit"),
        ({"target_unit": "Nobody"}, "/target_unit"),
        ({"weapon": "Trebuchet"}, "/weapon"),
        ({"range_in": -1}, "/range_in"),
        ({"target": {}}, "/target"),
        ({"luck": True}, "/luck"),
        ({"cover": ["trench"], "weapon": "Trebuchet"}, "/cover"),
    ],
)
def test_what_cannot_be_worked_out(client: FlaskClient, terms: dict[str, Any], path: str) -> None:
    answer = ask(client, **terms)
    assert answer.status_code == 422, answer.text
    assert answer.get_json()["problems"][0]["path"] == path


@pytest.mark.slow
def test_armies_attack_each_other(client: FlaskClient) -> None:
    found = client.post(
        f"{ODDS}/armies", json={"a": {"roster": "sunward-patrol"}, "b": {"roster": "gloam-patrol"}, "ranges": [12, 30]}
    ).get_json()
    assert [each["range_in"] for each in found["a"]["assaults"]] == [12, 30]
    there, back = found["a"]["assaults"][0], found["b"]["assaults"][0]
    assert [each["name"] for each in there["targets"]] == [each["name"] for each in back["units"]]
    assert there["losses"]["wounds"] == pytest.approx(
        sum(each["loses"]["wounds"] for each in there["targets"] if each["loses"])
    )
    assert all(0 <= each["together"]["destroyed"] <= 1 for each in there["targets"] if each["together"])


@pytest.mark.parametrize(
    ("terms", "path"),
    [
        ({"ranges": [-1]}, "/ranges/0"),
        ({"ranges": [1] * 7}, "/ranges"),
        ({"b": {"roster": "tidewatch"}}, "/b"),
        ({"a": {}}, "/a"),
    ],
)
def test_armies_that_cannot_attack_each_other(client: FlaskClient, terms: dict[str, Any], path: str) -> None:
    answer = client.post(f"{ODDS}/armies", json={"a": A, "b": B} | terms)
    assert answer.status_code == 422, answer.text
    assert answer.get_json()["problems"][0]["path"] == path


@pytest.mark.slow
def test_armies_of_too_many_units_are_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.services.odds.MOST_PAIRS", 100)
    assert client.post(f"{ODDS}/armies", json={"a": A, "b": B}).status_code == 200
    answer = client.post(f"{ODDS}/armies", json={"a": A, "b": B, "ranges": [6, 12]})
    assert answer.status_code == 422
    assert "more than 100 pairs of units" in answer.text
