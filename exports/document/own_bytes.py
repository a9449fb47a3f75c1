"""Documents from bytes that this very Muster wrote and kept: made again without the checks that others' bytes go through."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from exports.document.model import RosterDocument
from exports.document.shape import key_of

Make = Callable[[Any], Any]


def read_own_document(data: bytes) -> RosterDocument:
    """Return the document whose bytes these are, as `RosterDocument.to_bytes` gave them in this version of Muster.

    Nothing is checked: who calls it knows by a digest that the bytes are unchanged. Bytes from anywhere else go through
    `read_document`, which takes some twenty times as long.
    """
    document: RosterDocument = _maker(RosterDocument)(json.loads(data))
    return document


def in_order_of_bytes(document: RosterDocument, data: bytes) -> RosterDocument:
    """Return a document again, whose bytes are `data`, with its parts in the order in which they stand there."""
    made = read_own_document(data)
    vars(made)["digest"] = document.digest  # is kept where it was asked for; it is of these bytes
    return made


@cache
def _maker(made: type) -> Make:
    """Return the function from a JSON object to a value of a dataclass: the way back from `shape.plain`."""
    hints = get_type_hints(made, include_extras=True)
    parts = {key_of(item.name, item.metadata): (item.name, _make(hints[item.name])) for item in fields(made)}

    def make(data: Mapping[str, Any]) -> Any:
        values = {}
        for key, value in data.items():
            name, part = parts[key]
            values[name] = part(value) if part else value
        return made(**values)

    return make


def _make(hint: Any) -> Make | None:
    """Return how JSON becomes a value of a type, None where it is one already."""
    if get_origin(hint) is Annotated:
        return _make(get_args(hint)[0])
    if isinstance(hint, UnionType) or NoneType in get_args(hint):
        inner = _make(next(arm for arm in get_args(hint) if arm is not NoneType))
        return inner and (lambda value: None if value is None else inner(value))
    if get_origin(hint) is tuple:
        item = _make(get_args(hint)[0])
        return (lambda values: tuple(map(item, values))) if item else tuple
    if get_origin(hint) is Mapping:
        part = _make(get_args(hint)[1])
        return part and (lambda values: {key: part(value) for key, value in values.items()})
    if is_dataclass(hint) and isinstance(hint, type):
        return lambda value: _maker(hint)(value)
    return None
