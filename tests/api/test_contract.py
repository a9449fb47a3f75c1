"""The OpenAPI document is a contract: every operation has an id, an example that works, and answers as it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from builder.api import PREFIX
from builder.api.contract.rows import EXAMPLE_IDS, Example, OperationRow, operation_rows
from builder.work import runner
from tests.importing.data import SMALL, zip_files
from tests.people import Club

Json = dict[str, Any]
Judge = Callable[..., Draft202012Validator]
ROWS = operation_rows()
CLUBS = " /clubs"


@pytest.fixture(scope="module")
def template(few_units: Path) -> Path:
    return few_units


@pytest.fixture(scope="module")
def spec(one_app: Flask) -> Json:
    document: Json = one_app.test_client().get(f"{PREFIX}/openapi.json").get_json()
    return document


@pytest.fixture(scope="module")
def judge(spec: Json) -> Judge:
    """Return what judges by the schema that stands at a place of the document, which is gone through once."""
    known = Registry().with_resource("openapi:", DRAFT202012.create_resource(spec)).crawl()

    @cache
    def at(*parts: str) -> Draft202012Validator:
        place = "/".join(
            part.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D") for part in parts
        )
        return Draft202012Validator({"$ref": f"openapi:#/{place}"}, registry=known)

    return at


def operations(spec: Json) -> Iterator[tuple[str, Json]]:
    """Yield ("METHOD /address", operation)."""
    for path, item in spec["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield f"{method.upper()} {path.removeprefix(PREFIX)}", operation


def test_each_operation_has_a_row(spec: Json) -> None:
    told = dict(operations(spec))
    assert set(told) == set(ROWS)
    ids = [operation["operationId"] for operation in told.values()]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z][a-z_]+", id) for id in ids)
    assert all(operation["description"] for operation in told.values())


def test_no_parameter_hides_another(spec: Json) -> None:
    events = spec["paths"][f"{PREFIX}/battles/{{battle}}/events"]["get"]
    assert {"start", "limit", "undos", "wait"} <= {each.get("name") for each in events["parameters"]}


def test_unions_are_told_apart(spec: Json) -> None:
    shapes = spec["components"]["schemas"]
    for name in ("Operation", "Event", "OpenDecision", "Choice"):
        mapping = shapes[name]["discriminator"]["mapping"]
        key = shapes[name]["discriminator"]["propertyName"]
        assert len(mapping) == len(shapes[name]["oneOf"]) > 15
        for kind, address in mapping.items():
            part = shapes[address.removeprefix("#/components/schemas/")]
            assert part["properties"][key]["const"] == kind


@pytest.fixture
def address_parts(client: FlaskClient) -> Json:
    """Make one of everything that examples are about; return what stands for each part of an address."""
    client.post(f"{PREFIX}/imports", data=zip_files(SMALL), content_type="application/zip")
    unit = client.get(f"{PREFIX}/datasheets?system=salt").get_json()["items"]
    army = {"a": {"roster": "sunward-patrol"}, "b": {"roster": "gloam-patrol"}, "players": ["human", "random"], "seed": 7}
    battle = client.post(f"{PREFIX}/battles", json=army).get_json()
    roster = client.get(f"{PREFIX}/rosters/sunward-host").get_json()
    client.post(
        f"{roster['href']}/operations",
        json={"operations": [{"op": "rename", "name": "Sunward Host"}]},
        headers={"If-Match": "*"},
    )
    link = client.post(f"{roster['href']}/links", json={}).get_json()
    watching = client.post(f"{battle['href']}/links", json={}).get_json()
    client.put(f"{PREFIX}/sheets/setups/club-night", json={})
    two = {**BATTLE, "players": ["random", "random"]}
    simulation = client.post(f"{PREFIX}/simulations", json={**two, "games": 1}).get_json()
    while '"over": true' not in client.get(simulation["progress"]).text:
        pass  # a stream ends after half a minute, also where many others use this machine
    return {
        **EXAMPLE_IDS,
        "battle": battle["id"],
        "simulation": simulation["id"],
        "seat": battle["tokens"]["a"],
        "link": link["id"],
        "watching": watching["id"],
        "token": link["token"],
        "sheet": client.get(f"{roster['href']}/sheet.pdf").data,
        "record": client.get(f"{battle['href']}/record", headers=_bearer(battle["tokens"]["a"])).get_json(),
        "unit": unit,
    }


@pytest.mark.slow
def test_every_example_works(
    client: FlaskClient,
    spec: Json,
    judge: Judge,
    address_parts: Json,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runner, "waiting_ids", lambda store: [])  # what examples queue is not played
    rows = {address: row for address, row in ROWS.items() if CLUBS not in address}
    wrong = [
        problem for address, row in rows.items() for problem in _problems(client, spec, judge, address_parts, address, row)
    ]
    assert not wrong, "\n".join(wrong)


def test_every_example_of_clubs_works(club: Club, spec: Json, judge: Judge) -> None:
    """They are about people, who are there with accounts only."""
    club.person("Ada")
    ada = club.accounts.people.get("Ada")
    known = {**EXAMPLE_IDS, "club": club.accounts.clubs.make(ada, "Thursday").id, "person": ada.id}
    client = club.app.test_client()
    client.environ_base |= {"HTTP_AUTHORIZATION": club.key("Ada")["Authorization"], "HTTP_HOST": "muster.example"}
    rows = {address: row for address, row in ROWS.items() if CLUBS in address}
    assert len(rows) == 5
    wrong = [problem for address, row in rows.items() for problem in _problems(client, spec, judge, known, address, row)]
    assert not wrong, "\n".join(wrong)


def _problems(
    client: FlaskClient, spec: Json, judge: Judge, address_parts: Json, address: str, row: OperationRow
) -> Iterator[str]:
    """Send an operation's example; yield what the document does not say."""
    method, _, path = address.partition(" ")
    place = ("paths", PREFIX + path, method.lower(), "responses", str(row.example.status))
    answer = client.open(**_request(method, path, row, address_parts))
    if answer.status_code != row.example.status:
        yield f"{address}: {answer.status_code} {answer.text[:300]}"
        return
    told = reduce(getitem, place, spec)
    if missing := [name for name in row.headers if name not in answer.headers]:
        yield f"{address}: no {missing}"
    if untold := [name for name in ("ETag", "Location") if name in answer.headers and name not in row.headers]:
        yield f"{address}: does not tell of {untold}"
    if "schema" in told.get("content", {}).get("application/json", {}) and answer.is_json:
        validator = judge(*place, "content", "application/json", "schema")
        yield from (f"{address}: {error.json_path} {error.message[:200]}" for error in validator.iter_errors(answer.json))


def _request(method: str, path: str, row: OperationRow, address_parts: Json) -> Json:
    example, parts = row.example, _parts(row, address_parts)
    url = PREFIX + re.sub(r"{(\w+)}", lambda part: str(parts[part[1]]), path)
    headers = {**example.headers, **(_bearer(address_parts["seat"]) if row.seat else {})}
    body = (
        {"data": address_parts[example.file]}
        if example.content_type != "application/json"
        else _json(example, address_parts)
    )
    if "data" in body:
        headers["Content-Type"] = example.content_type
    return {"path": url, "method": method, "query_string": example.query, "headers": headers, **body}


def _parts(row: OperationRow, address_parts: Json) -> Mapping[str, Any]:
    watching = {"link": address_parts["watching"]} if "battle_link" in row.id else {}
    return address_parts | watching | dict(row.example.path)


def _json(example: Example, address_parts: Json) -> Json:
    if example.file:
        return {"json": {example.file: address_parts[example.file]}}
    return {} if example.body is None else {"json": example.body}


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.slow
def test_everything_in_a_battle_has_its_shape(client: FlaskClient, spec: Json, judge: Judge) -> None:
    """Events, decisions, choices and views of a whole battle between programs are as their components say."""
    check = {name: judge("components", "schemas", name) for name in SHAPES}
    battle = client.post(f"{PREFIX}/battles", json={**BATTLE, "players": ["human", "random"]}).get_json()
    seat = _bearer(battle["tokens"]["a"])
    for _ in range(12):
        asked = client.get(f"{battle['href']}/decision", headers=seat).get_json()
        check["OpenDecision"].validate(asked["decision"])
        for option in asked["options"][:3]:
            check["Choice"].validate(option)
        stands = client.post(f"{battle['href']}/choices", json=asked["options"][0], headers=seat)
        assert stands.status_code == 200, stands.text
    check["BattleView"].validate(client.get(f"{battle['href']}/view", headers=seat).get_json())
    fought = client.post(f"{PREFIX}/battles", json={**BATTLE, "players": ["greedy", "random"]}).get_json()
    while fought["state"] == "running":
        fought = client.post(f"{fought['href']}/advance").get_json()
    kinds = set()
    start: int | None = 0
    while start is not None:
        page = client.get(f"{fought['href']}/events?limit=200&start={start}").get_json()
        start = page["next"] if page["items"] else None
        for event in page["items"]:
            kinds.add(event["kind"])
            part = spec["components"]["schemas"]["Event"]["discriminator"]["mapping"][event["kind"]]
            judge(*part.removeprefix("#/").split("/")).validate(event)
    assert len(kinds) > 15


SHAPES = ("OpenDecision", "Choice", "BattleView")
BATTLE = {"a": {"roster": "sunward-patrol"}, "b": {"roster": "gloam-patrol"}, "seed": 7}
