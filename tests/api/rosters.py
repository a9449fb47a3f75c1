"""Rosters made over the API."""

from typing import Any

from flask.testing import FlaskClient

ROSTERS = "/api/v1/rosters"
FORCE = {"op": "add-force", "catalogue": "core-9e"}


def create_roster(client: FlaskClient, *operations: dict[str, Any], name: str = "Host") -> dict[str, Any]:
    body = {"system": "wh40k-9e", "name": name, "operations": list(operations)}
    answer = client.post(ROSTERS, json=body)
    assert answer.status_code == 201, answer.text
    assert answer.location == answer.get_json()["href"]
    roster: dict[str, Any] = answer.get_json()
    return roster


def squad(client: FlaskClient, name: str = "Host") -> dict[str, Any]:
    """A roster with one Assault Intercessor Squad."""
    roster = create_roster(client, FORCE, name=name)
    force = roster["tree"]["forces"][0]["uid"]
    entry = "assault-intercessor-squad"
    return apply_operations(client, roster, {"op": "add-unit", "force": force, "entry": entry})


def post(client: FlaskClient, roster: dict[str, Any], what: str, body: Any = None, version: int | None = None) -> Any:
    headers = {"If-Match": f'"{version or roster["version"]}"'}
    return client.post(f"{roster['href']}/{what}", json=body, headers=headers)


def apply_operations(client: FlaskClient, roster: dict[str, Any], *operations: dict[str, Any]) -> dict[str, Any]:
    answer = post(client, roster, "operations", {"operations": list(operations)})
    assert answer.status_code == 200, answer.text
    after: dict[str, Any] = answer.get_json()
    return after
