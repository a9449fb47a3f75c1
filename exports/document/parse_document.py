"""Documents from outside and from the builder: checked as a whole, every problem at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from marshmallow import ValidationError

from datasheets.problems import DocumentError, from_messages
from datasheets.strict_json import normal, read_json
from exports.document.model import RosterDocument, Unit
from exports.document.references import problems_of
from exports.document.shape import schema_of
from exports.document.versions import upgrade

KEPT = 16
"""How many documents are kept: the two armies of a battle are asked for with each of its pages."""


class NotADocument(DocumentError):
    """This is no roster document that can be used; `problems` says why, each with its path and one sentence."""


def read_document(data: bytes) -> RosterDocument:
    """Read a roster document of any known version from JSON.

    Raises:
        NotADocument: It is not one; nothing of it is used then.
    """
    try:
        return _document(read_json(data))
    except DocumentError as error:
        raise NotADocument(error.problems) from error


def document_from(data: Mapping[str, object]) -> RosterDocument:
    """Make a roster document from plain data, held to the same rules as one that is read.

    Raises:
        NotADocument: The data are no roster document.
    """
    try:
        return _document(normal(data))
    except DocumentError as error:
        raise NotADocument(error.problems) from error


def unit_from(data: Mapping[str, object]) -> Unit:
    """Make one unit of a roster document from plain data; how it fits its army is not looked at.

    Raises:
        NotADocument: The data are no unit.
    """
    try:
        unit: Unit = schema_of(Unit).load(normal(data))
    except ValidationError as error:
        raise NotADocument(tuple(from_messages(error.messages))) from error
    except DocumentError as error:
        raise NotADocument(error.problems) from error
    return unit


def _document(data: object) -> RosterDocument:
    newest = upgrade(data)
    try:
        text = json.dumps(newest, ensure_ascii=False, separators=(",", ":"))
    except ValueError:  # a number of thousands of digits, which Python does not write and no field takes
        return _load(newest)
    return _read(text)


@lru_cache(KEPT)
def _read(text: str) -> RosterDocument:
    """Read a document: nobody can change one, so the same text is the same document."""
    return _load(json.loads(text))


def _load(data: dict[str, Any]) -> RosterDocument:
    try:
        document: RosterDocument = schema_of(RosterDocument).load(data)
    except ValidationError as error:
        raise DocumentError(tuple(from_messages(error.messages))) from error
    if problems := problems_of(document):
        raise DocumentError(problems)
    return document
