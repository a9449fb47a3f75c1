"""A filter that names what is not there is refused: an empty list would hide a misspelt word."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from builder.api import PREFIX
from tests.api.native import CATALOGUE

NAMES: dict[str, Any] = {
    "/rosters": ["system"],
    "/battles": ["system"],
    "/simulations": ["system"],
    "/catalogues": ["system"],
    "/datasheets": ["system", "catalogue", "role", "cost"],
    "/systems/wh40k-9e/rules": ["section", "kind"],
}


def test_every_list_is_looked_at(client: FlaskClient) -> None:
    """What else a list is narrowed by is a text, a number or a word of the asker's own."""
    own = {"start", "limit", "sort", "text", "keyword", "tag", "archived", "undos", "wait", "told"}
    numbers = {"power_min", "power_max", "cost_min", "cost_max"}
    found = {}
    for path, item in client.get(f"{PREFIX}/openapi.json").get_json()["paths"].items():
        asked = {each["name"] for each in item.get("get", {}).get("parameters", ()) if each.get("in") == "query"}
        if "limit" in asked and (named := asked - own - numbers):
            found[path.removeprefix(PREFIX).replace("{system}", "wh40k-9e")] = named
    assert found == {path: set(names) for path, names in NAMES.items()}


@pytest.mark.parametrize(("path", "name"), [(path, name) for path, names in NAMES.items() for name in names])
def test_what_is_not_there_is_refused_and_what_is_there_is_said(client: FlaskClient, path: str, name: str) -> None:
    answer = client.get(f"{PREFIX}{path}?{name}=qqq", headers={"Accept-Language": "de"})
    assert answer.status_code == 422
    problem = answer.get_json()
    assert [place["path"] for place in problem["problems"]] == [f"?{name}"]
    assert problem["detail"].startswith(f'?{name}: "qqq" ist hier kein')
    assert "; es gibt: " in problem["detail"]


def test_what_is_there_and_has_nothing_is_an_empty_list(client: FlaskClient) -> None:
    for path in ("/battles?system=wh40k-9e", "/simulations?system=aos-1e", "/rosters?tag=none", "/rosters?text=none"):
        answer = client.get(PREFIX + path)
        assert (answer.status_code, answer.get_json()["items"]) == (200, [])


def test_a_catalogue_of_ones_own_can_be_named_at_once(client: FlaskClient) -> None:
    address = f"{PREFIX}/datasheets?catalogue={CATALOGUE['id']}"
    assert client.get(address).status_code == 422
    client.post(f"{PREFIX}/catalogues", json=CATALOGUE)
    assert client.get(address).get_json()["items"] == []


def test_the_nearest_word_is_said(client: FlaskClient) -> None:
    answer = client.get(f"{PREFIX}/datasheets?system=wh40k9e")
    assert answer.get_json()["detail"] == '?system: "wh40k9e" is no system here; did you mean "wh40k-9e"?'
