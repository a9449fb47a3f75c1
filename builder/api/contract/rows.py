"""What `operations/*.json` say of each operation of the API: one object for each, by "METHOD /address"."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Example:
    """A request that works: `path` where it is about other things than the example ids, what stands in its query and body.

    `content_type` is that of a body that is no JSON; `file` names what the body holds then. `status` is what is answered.
    """

    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    content_type: str = "application/json"
    file: str = ""
    status: int = 200


@dataclass(frozen=True, slots=True)
class OperationRow:
    """An operation as the document tells it.

    `id` is what generated clients call it; `more` what to know beside its summary; `headers` what its success answer
    carries; `conflict` when it answers 409; `seat`: it takes the token of a seat; `names`: its body or query names things
    that may not be there (404); `stale`: its body names versions (412).
    """

    id: str
    example: Example
    more: str = ""
    headers: tuple[str, ...] = ()
    conflict: str = ""
    seat: bool = False
    names: bool = False
    stale: bool = False


EXAMPLE_IDS: Mapping[str, str | int] = {
    "system": "wh40k-9e",
    "rule": "9E-DS-05",
    "catalogue": "core-9e",
    "datasheet": "assault-intercessor-squad",
    "roster": "sunward-host",
    "step": 1,
    "battle": "4k7m2q9xzt10",
    "simulation": "7d2m8w4qk0xr",
    "game": 0,
    "link": "8s3v5w1c6dpa",
    "club": "2b6h4n8x0kqe",
    "person": "5f1t7y3m9rza",
    "token": "Zx3kQ9vLr7TnB2mWc5yHd8Jf",
    "name": "club-night",
    "schema": "operations",
    "style": "discord",
}
"""What stands for each part of an address in examples. The bundled ones are on every server."""


@cache
def operation_rows() -> Mapping[str, OperationRow]:
    """Return what is said of each operation, by "METHOD /address" as in the document, without the prefix."""
    found: dict[str, OperationRow] = {}
    for file in sorted(files("builder.api.contract").joinpath("operations").iterdir(), key=lambda each: each.name):
        for address, row in json.loads(file.read_text(encoding="utf-8")).items():
            example = Example(**row.pop("example", {}))
            found[address] = OperationRow(**{**row, "headers": tuple(row.get("headers", ()))}, example=example)
    return found
