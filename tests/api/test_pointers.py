"""A problem's pointer leads through the body that was sent to what is wrong, whatever the body embeds.

`PLACES` has every place of the OpenAPI document at which a body holds a document, a tree, a record or operations; a test
compares. At each the same thing is put that is wrong inside, and the pointer must begin with the place.
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from builder.api import PREFIX
from tests.api.native import CATALOGUE, datasheet
from tests.api.rosters import create_roster
from tests.armies import army
from tests.importing.data import zip_files

Json = dict[str, Any]
WRONG: Mapping[str, tuple[Any, str]] = {
    "RosterDocument": ({**army(), "army": {**army()["army"], "name": 3}}, "/army/name"),
    "RosterTree": ({"name": 3}, "/name"),
    "Operation": ({"op": "rename", "subject": "", "name": 3}, "/name"),
    "BattleRecord": ({"armies": 3}, "/armies"),
    "NativeCatalogue": (CATALOGUE | {"name": 3}, "/name"),
    "NativeDatasheet": (datasheet(name=""), "/name"),
}
"""Something of each kind that is wrong inside, and where."""
OTHER: Json = {"roster": "gloam-patrol"}
SYSTEM: Json = {"system": "wh40k-9e", "name": "x"}
RENAME = {"op": "rename", "subject": "", "name": "x"}

PLACES: Mapping[str, tuple[str, Json]] = {
    "POST /rosters /document RosterDocument": ("/document", {}),
    "POST /rosters /operations/ Operation": ("/operations/1", {**SYSTEM, "operations": [RENAME]}),
    "POST /rosters/{roster}/operations /operations/ Operation": ("/operations/1", {"operations": [RENAME]}),
    "POST /rosters/{roster}/preview /operations/ Operation": ("/operations/1", {"operations": [RENAME]}),
    "POST /validations /document RosterDocument": ("/document", {}),
    "POST /validations /tree RosterTree": ("/tree", {}),
    "POST /validations /operations/ Operation": ("/operations/1", {"system": "wh40k-9e", "operations": [RENAME]}),
    **{
        f"POST {address} /{one}/document RosterDocument": (f"/{one}/document", {other: OTHER, **more})
        for address, sides, more in (
            ("/matchups", "ab", {}),
            ("/comparisons", "ab", {}),
            ("/odds/armies", "ab", {}),
            ("/battles", "ab", {}),
            ("/simulations", "ab", {"games": 1}),
            ("/odds", ("attacker", "target"), {}),
        )
        for one, other in (sides, sides[::-1])
    },
    "POST /sheets/render /army/document RosterDocument": ("/army/document", {}),
    "POST /battles/records /record BattleRecord": ("/record", {}),
    "POST /catalogues  NativeCatalogue": ("", {}),
    "PUT /catalogues/{catalogue}  NativeCatalogue": ("", {}),
    "POST /datasheets  NativeDatasheet": ("", {}),
    "PUT /datasheets/{catalogue}/{datasheet}  NativeDatasheet": ("", {}),
}
"""By operation, place and what stands there: the place that is tried, and what else the body says."""


def test_no_place_is_left_out(client: FlaskClient) -> None:
    spec = client.get(f"{PREFIX}/openapi.json").get_json()
    found = {
        f"{method.upper()} {path.removeprefix(PREFIX)} {place} {kind}"
        for path, item in spec["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
        for place, kind in _places(spec, _body(operation), "")
    }
    assert found == set(PLACES)


def _body(operation: Json) -> Json:
    content: Json = operation.get("requestBody", {}).get("content", {})
    shape: Json = content.get("application/json", {}).get("schema", {})
    return shape


def _places(spec: Json, shape: Json, place: str) -> Iterator[tuple[str, str]]:
    """Yield the places in a body at which one of these kinds stands."""
    name = shape.get("$ref", "").removeprefix("#/components/schemas/")
    if name in WRONG:
        yield place, name
        return
    whole = spec["components"]["schemas"][name] if name else shape
    for inner in (*whole.get("anyOf", ()), *whole.get("oneOf", ()), *whole.get("allOf", ())):
        yield from _places(spec, inner, place)
    for key, inner in whole.get("properties", {}).items():
        yield from _places(spec, inner, f"{place}/{key}")
    if "items" in whole:
        yield from _places(spec, whole["items"], f"{place}/")


def _put(body: Json, place: str, wrong: Any) -> Any:
    """Return a body with something put at a place."""
    if not place:
        return wrong
    first, _, rest = place.removeprefix("/").partition("/")
    inside = body.get(first)
    if isinstance(inside, list):
        return {**body, first: [*inside, wrong]}
    return {**body, first: _put(inside or {}, f"/{rest}" if rest else "", wrong)}


@pytest.fixture
def parts(client: FlaskClient) -> Mapping[str, str]:
    """What stands in addresses: a roster, and a catalogue of one's own with a datasheet."""
    client.post(f"{PREFIX}/catalogues", json=CATALOGUE)
    client.post(f"{PREFIX}/datasheets", json=datasheet())
    return {"{roster}": create_roster(client)["id"], "{catalogue}": CATALOGUE["id"], "{datasheet}": "squad"}


@pytest.mark.sample(8)
@pytest.mark.parametrize("address", PLACES)
def test_the_pointer_leads_through_the_body(client: FlaskClient, parts: Mapping[str, str], address: str) -> None:
    place, more = PLACES[address]
    method, path, *_, kind = address.split(" ")
    for part, id in parts.items():
        path = path.replace(part, id)
    wrong, inside = WRONG[kind]
    answer = client.open(PREFIX + path, method=method, json=_put(more, place, wrong), headers={"If-Match": "*"})
    assert answer.status_code == 422, answer.text
    problem = answer.get_json()
    assert place + inside in [each["path"] for each in problem["problems"]], problem
    first = problem["problems"][0]
    assert problem["detail"] == f"{first['path']}: {first['message']}", problem


@pytest.mark.slow
def test_an_army_of_a_record(client: FlaskClient) -> None:
    seats = client.post(f"{PREFIX}/battles", json={"a": OTHER, "b": OTHER, "players": ["random", "random"]}).get_json()
    record = client.get(f"{seats['href']}/record").get_json()
    record["armies"][1]["army"]["name"] = 3
    assert _paths(client.post(f"{PREFIX}/battles/records", json={"record": record})) == ["/record/armies/1/army/name"]


SHEET = b64encode(b"%PDF-1.4 nothing").decode()


@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize(
    ("source", "part", "status"),
    [
        ({"roster": "none"}, "/roster", 404),
        ({"roster": "gloam-patrol", "step": 99}, "/roster", 404),
        ({"sheet": SHEET}, "/sheet", 422),
    ],
)
@pytest.mark.parametrize("address", ["matchups", "comparisons", "odds/armies", "battles"])
def test_an_army_that_cannot_be_had(
    client: FlaskClient, address: str, side: str, source: Json, part: str, status: int
) -> None:
    body = {"a": OTHER, "b": OTHER, side: source}
    assert _paths(client.post(f"{PREFIX}/{address}", json=body), status) == [f"/{side}{part}"]


def test_a_roster_to_compare_a_sheet_with(client: FlaskClient) -> None:
    pdf = client.get(f"{PREFIX}/rosters/gloam-patrol/sheet.pdf").data
    answer = client.post(f"{PREFIX}/sheets/verify?roster=none", data=pdf, content_type="application/pdf")
    assert _paths(answer, 404) == ["?roster"]


def _paths(answer: Any, status: int = 422) -> list[str]:
    assert answer.status_code == status, answer.text
    return [each["path"] for each in answer.get_json()["problems"]]


PACKED = {"schema": "muster.homebrew/1", "catalogue": CATALOGUE, "datasheets": [datasheet(), datasheet("two", name="")]}


def test_a_whole_catalogue(client: FlaskClient) -> None:
    assert _paths(client.post(f"{PREFIX}/catalogues/files", json=PACKED)) == ["/datasheets/1/name"]


def test_imports_of_documents_of_one_name(client: FlaskClient) -> None:
    """Each is told by its place: names are the user's, and two may be the same."""
    documents = [CATALOGUE, datasheet(), datasheet(name=""), PACKED, {"a": 1}, WRONG["RosterDocument"][0]]
    body = {"documents": [{"name": "same", "document": each} for each in documents]}
    places = ("2/document/name", "3/document/datasheets/1/name", "4/document", "5/document/army/name")
    assert _paths(client.post(f"{PREFIX}/imports", json=body)) == [f"/documents/{place}" for place in places]


def test_imports_of_a_datasheet_whose_catalogue_is_not_there(client: FlaskClient) -> None:
    body = {"documents": [{"name": "x", "document": datasheet()}]}
    assert _paths(client.post(f"{PREFIX}/imports", json=body)) == ["/documents/0/document"]


FILE = {"good.json": CATALOGUE, "bad.json": datasheet(name="")}
FILES = {name: json.dumps(document).encode() for name, document in FILE.items()}


def test_imports_of_files(client: FlaskClient) -> None:
    files = [{"name": name, "content": b64encode(data).decode()} for name, data in FILES.items()]
    answer = client.post(f"{PREFIX}/imports", json={"files": files})
    assert _paths(answer) == ["/files/1"]
    assert answer.get_json()["problems"][0]["message"].startswith("bad.json /name: ")
    data = [{"name": "x.ros", "content": "AAAA"}, {"name": "Reeds.cat", "content": b64encode(b"<catalogue>\n<").decode()}]
    assert _paths(client.post(f"{PREFIX}/imports", json={"files": data[1:]})) == ["/files/0"]
    assert _paths(client.post(f"{PREFIX}/imports", json={"files": data})) == ["/files/0"]


def test_a_zip_is_a_file_or_the_whole_body(client: FlaskClient) -> None:
    packed = zip_files({name: data.decode() for name, data in FILES.items()})
    files = [{"name": "all.zip", "content": b64encode(packed).decode()}]
    assert _paths(client.post(f"{PREFIX}/imports", json={"files": files})) == ["/files/0"]
    answer = client.post(f"{PREFIX}/imports", data=packed, content_type="application/zip")
    assert _paths(answer) == [""]
    assert "bad.json /name: " in answer.get_json()["detail"]


def test_imports_of_an_address(client: FlaskClient) -> None:
    body = {"urls": ["ftp://muster.example/x.cat"]}
    assert _paths(client.post(f"{PREFIX}/imports", json=body)) == ["/urls/0"]


def test_rosters_at_once(client: FlaskClient) -> None:
    body: Json = {"rosters": ["gloam-patrol", "none"]}
    assert _paths(client.post(f"{PREFIX}/rosters/findings", json=body), 404) == ["/rosters/1"]
    body = {"rosters": [{"id": "gloam-patrol", "version": 1}, {"id": "none", "version": 0}]}
    assert _paths(client.post(f"{PREFIX}/rosters/deletions", json=body)) == ["/rosters/1/version"]
