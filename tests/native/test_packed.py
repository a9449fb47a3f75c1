"""A catalogue in one file: the same bytes again, and nothing else is taken for one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from datasheets.native.bundled import bundled_catalogues
from datasheets.native.catalogue import NativeCatalogue
from datasheets.native.packed import MOST_DATASHEETS, pack, rename, unpack
from datasheets.problems import DocumentError

CATALOGUES = bundled_catalogues()


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda each: each.id)
def test_what_is_read_is_written_again_to_the_byte(catalogue: NativeCatalogue) -> None:
    data = pack(catalogue.header_document, catalogue.documents.values())
    read = unpack(data)
    assert read.digest == catalogue.digest
    assert pack(read.header_document, reversed(read.documents.values())) == data


def test_another_name_changes_nothing_else() -> None:
    catalogue = next(each for each in CATALOGUES if each.id == "tidewatch")
    other = rename(catalogue, "ebb", "Ebb")
    assert (other.id, other.header.name) == ("ebb", "Ebb")
    assert rename(other, catalogue.id, catalogue.header.name).digest == catalogue.digest


def problems(document: Any) -> list[str]:
    with pytest.raises(DocumentError) as caught:
        unpack(json.dumps(document).encode())
    return [problem.path for problem in caught.value.problems]


def packed_document() -> dict[str, Any]:
    catalogue = CATALOGUES[0]
    made: dict[str, Any] = json.loads(pack(catalogue.header_document, catalogue.documents.values()))
    return made


def test_everything_that_is_wrong_is_said_with_its_place() -> None:
    document = packed_document()
    document["datasheets"][0]["name"] = ""
    document["datasheets"][1]["catalogue"] = "elsewhere"
    document["catalogue"]["revision"] = 0
    assert {"/catalogue/revision", "/datasheets/0/name"} <= set(problems(document))
    assert problems({**packed_document(), "datasheets": [document["datasheets"][1]]}) == ["/datasheets/0/catalogue"]


@pytest.mark.parametrize(
    ("change", "paths"),
    [
        ({"schema": "muster.catalogue/1"}, ["/schema"]),
        ({"more": 1}, ["/more"]),
        ({"datasheets": {}}, ["/datasheets"]),
        ({"datasheets": [{}] * (MOST_DATASHEETS + 1)}, ["/datasheets"]),
        ({"catalogue": 7}, ["/catalogue"]),
    ],
)
def test_what_is_no_file_is_refused(change: dict[str, Any], paths: list[str]) -> None:
    assert problems({**packed_document(), **change}) == paths


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b"\xff", b'{"schema": 7}', b"[" * 100_000, b" " * 10_000_001])
def test_hostile_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(DocumentError):
        unpack(data)


def test_a_member_that_is_not_there_is_named() -> None:
    assert problems({"schema": "muster.homebrew/1"}) == ["/catalogue", "/datasheets"]
