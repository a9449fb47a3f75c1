"""Homebrew documents to send: a catalogue, and a datasheet of it."""

from copy import deepcopy
from typing import Any

from flask.testing import FlaskClient

from tests.bundled import bundled_catalogue

CATALOGUE = {"schema": "muster.catalogue/1", "id": "home", "system": "wh40k-9e", "name": "Home"}


def datasheet(id: str = "squad", **changes: Any) -> dict[str, Any]:
    """The bundled Assault Intercessor Squad, as a homebrew datasheet."""
    document: dict[str, Any] = deepcopy(dict(bundled_catalogue("core-9e").documents["assault-intercessor-squad"]))
    return document | {"id": id, "catalogue": "home"} | changes


def with_catalogue(client: FlaskClient) -> None:
    """Add the catalogue."""
    assert client.post("/api/v1/catalogues", json=CATALOGUE).status_code == 201


def with_datasheet(client: FlaskClient, id: str = "squad", **changes: Any) -> None:
    """Add a datasheet to it."""
    answer = client.post("/api/v1/datasheets", json=datasheet(id, **changes))
    assert answer.status_code == 201, answer.text
