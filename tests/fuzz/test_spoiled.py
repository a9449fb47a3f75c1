"""Good documents with a few values spoiled: answered or refused, never with a 500, and what is stored can be read again."""

import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings

from builder.services.bundled import samples
from datasheets.native.bundled import bundled_catalogues
from tests.api.native import CATALOGUE, datasheet
from tests.fuzz.mutating import spoiled_documents

pytestmark = pytest.mark.slow
EXAMPLES = int(os.environ.get("MUSTER_FUZZ", "3")) * 3


def spoil(documents: list[Any], send: Callable[[Any], None]) -> None:
    """Send many spoiled documents."""

    @given(spoiled_documents(documents))
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    def run(document: Any) -> None:
        send(document)

    run()


def fine(answer: Any) -> Any:
    assert answer.status_code < 500, answer.text
    return answer


def test_operations(client: FlaskClient) -> None:
    written = [sample.written for sample in samples() if isinstance(sample.written, list)]

    def send(operations: Any) -> None:
        fine(client.post("/api/v1/validations", json={"system": "wh40k-9e", "operations": operations}))

    spoil(written, send)


def test_trees_and_documents(client: FlaskClient, whole: bool, rng: Random) -> None:
    rosters = [item["href"] for item in client.get("/api/v1/rosters").get_json()["items"]]
    rosters = rosters if whole else rng.sample(rosters, 5)
    trees = [{"tree": client.get(roster).get_json()["tree"]} for roster in rosters]
    documents = [{"document": client.get(f"{roster}/document").get_json()} for roster in rosters]

    def send(body: Any) -> None:
        judged = fine(client.post("/api/v1/validations", json=body))
        if "document" not in body or judged.status_code != 200:
            return
        made = fine(client.post("/api/v1/rosters", json=body))
        if made.status_code == 201:
            for what in ("", "/findings", "/document", "/export.txt"):
                fine(client.get(made.location + what))

    spoil([*trees, *documents], send)


def test_armies_at_war(client: FlaskClient) -> None:
    document = client.get("/api/v1/rosters/gloam-patrol/document").get_json()

    def send(army: Any) -> None:
        body = {"a": {"document": army}, "b": {"document": document}}
        if fine(client.post("/api/v1/matchups", json=body)).status_code == 200:
            fine(client.post("/api/v1/battles", json=body | {"players": ["human", "human"]}))
            fine(client.post("/api/v1/sheets/render", json={"army": {"document": army}}))

    spoil([document], send)


def test_datasheets(client: FlaskClient) -> None:
    sheets = [dict(sheet) for catalogue in bundled_catalogues() for sheet in catalogue.documents.values()]
    client.post("/api/v1/catalogues", json=CATALOGUE)

    def send(sheet: Any) -> None:
        made = fine(client.post("/api/v1/datasheets", json=sheet))
        if made.status_code != 201:
            return
        fine(client.get(made.location))
        entry = client.post("/api/v1/validations", json=with_unit(made.get_json()["id"]))
        fine(entry)
        fine(client.delete(made.location, headers={"If-Match": "*"}))

    spoil([datasheet(), *(sheet | {"catalogue": "home"} for sheet in sheets if sheet["system"] == "wh40k-9e")], send)


def test_headers(client: FlaskClient) -> None:
    headers = [dict(catalogue.header_document) for catalogue in bundled_catalogues()]

    def send(header: Any) -> None:
        fine(client.post("/api/v1/catalogues", json=header))

    spoil(headers, send)


def with_unit(id: str) -> dict[str, Any]:
    force, unit = {"op": "add-force", "catalogue": "home"}, {"op": "add-unit", "force": "f1", "entry": id}
    return {"system": "wh40k-9e", "operations": [force, unit]}
