"""Which errors an operation can answer with, by what it takes; and the headers of answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builder.api.contract.rows import OperationRow
from builder.services.given_answers import HEADER as KEY

Json = dict[str, Any]

ALWAYS = (401, 403, 422, 429, 500, 503)
"""Who asks, how often, a query that is not read, and what can go wrong with any database."""

HEADERS: Mapping[str, Json] = {
    "ETag": {"description": "The version, for `If-Match` and `If-None-Match`.", "schema": {"type": "string"}},
    "Location": {"description": "The address of what was made.", "schema": {"type": "string"}},
    "Retry-After": {"description": "After how many seconds to ask again.", "schema": {"type": "integer", "minimum": 0}},
    "X-Request-Id": {"description": "Names this request in the server's log.", "schema": {"type": "string"}},
}
OF_STATUS: Mapping[int, tuple[str, ...]] = {429: ("Retry-After",), 503: ("Retry-After",)}


def refusals(method: str, parameters: Iterable[Mapping[str, Any]], has_body: bool, row: OperationRow) -> Iterator[int]:
    """Yield the statuses of the errors that an operation can answer with."""
    yield from ALWAYS
    places = {(each.get("in"), each.get("name")) for each in parameters}
    if row.names or any(place == "path" for place, _ in places):
        yield 404
    if row.conflict:
        yield 409
    if row.stale:
        yield 412
    if ("header", "If-Match") in places:
        yield from (409, 412, 428)
    if ("header", KEY) in places:
        yield 409
    if has_body:
        yield from (400, 413, 415)
    if method in ("post", "put", "patch", "delete"):
        yield 507


def header_references(names: Iterable[str]) -> Json:
    """Return the headers of an answer, by name."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
