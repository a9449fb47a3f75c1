"""Fields of queries and addresses, and what every schema of the API shares."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import marshmallow as ma
from marshmallow import fields
from werkzeug.routing import BaseConverter

from builder.api.current import services
from builder.api.languages import language
from builder.services.pages import CHANGES, LATEST, NAME, NAMES
from builder.services.paging import MOST
from datasheets.fields import Amount, Choice, Flag, Items, Strict, Table, Text, Whole, document_message
from datasheets.words import Message, translate

ID = r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}"
NUMBER = r"[0-9]{1,9}"
TOKEN = r"[A-Za-z0-9_-]{16,80}"
AMOUNT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,3})?")


class IdConverter(BaseConverter):
    """A part of an address that names something: bounded, and without a character that would need quoting."""

    regex = ID


class TokenConverter(BaseConverter):
    """A part of an address that nobody can guess."""

    regex = TOKEN


class NumberConverter(BaseConverter):
    """A whole number in an address, small enough for any database."""

    regex = NUMBER

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)


class QueryWhole(fields.Field[int]):
    """A whole number in a query, in plain digits."""

    def __init__(self, *, least: int = 0, most: int = 1_000_000_000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if not isinstance(value, str) or not value.isascii() or not value.isdigit() or len(value) > 12:
            raise ma.ValidationError(Message("refused.request.digits"))
        if not self.least <= int(value) <= self.most:
            raise ma.ValidationError(document_message("whole-range", least=self.least, most=self.most))
        return int(value)


class Number(fields.Field[float]):
    """A number in an answer, written as it is: 5 or 2.5."""


class QueryAmount(fields.Field[float]):
    """A number of 0 or more in a query, such as 5 or 2.5."""

    def __init__(self, *, most: float = 10**9, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> float:
        if not isinstance(value, str) or not AMOUNT.fullmatch(value):
            raise ma.ValidationError(Message("refused.request.amount"))
        if float(value) > self.most:
            raise ma.ValidationError(document_message("number-range", least=0, most=f"{self.most:g}"))
        return float(value)


class Sentence(fields.String):
    """A sentence in the asker's language."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str:
        return translate(value, language())


class Base64(fields.Field[bytes]):
    """Bytes in base 64."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bytes:
        if isinstance(value, bytes):
            return value  # of a form
        try:
            return base64.b64decode(value if isinstance(value, str) else "!", validate=True)
        except (binascii.Error, ValueError) as error:
            raise ma.ValidationError(Message("refused.request.base64")) from error


class Shaped(fields.Raw):
    """Plain data of which the document has a named component; whoever uses it checks it."""

    def __init__(self, component: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.component = component


class Operation(fields.Dict):
    """An operation as plain data; `builder.operations` checks it."""


class JsonObject(fields.Dict):
    """An object as plain data, of which the document has a named component; whoever uses it checks it."""

    def __init__(self, component: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.component = component


class Document(ma.Schema):
    """A document with a schema of its own, passed on as it is; whoever uses it checks it."""

    class Meta:
        """Whatever it holds is passed on."""

        unknown = ma.INCLUDE

    component = ""
    """The component of the OpenAPI document that says what it holds, "" for anything."""

    def load(self, data: Any, **_: Any) -> Any:
        """Return an object as it is."""
        if not isinstance(data, dict):
            raise ma.ValidationError(document_message("object"))
        return data

    def dump(self, obj: Any, **_: Any) -> Any:
        """Return it as it is."""
        return obj


@cache
def document_of(component: str) -> type[Document]:
    """Return the schema of a document that a named component of the OpenAPI document describes."""
    return type(f"{component}Schema", (Document,), {"component": component})


class Paged(Strict):
    """Which part of a list is wanted."""

    start = QueryWhole(load_default=None, metadata={"description": "Where the page starts: `next` of the page before."})
    limit = QueryWhole(least=1, most=MOST, load_default=None, metadata={"description": "How many items at most."})


class PagedChanges(Paged):
    """Which part of a list of what changes is wanted, in which order."""

    sort = Choice(
        CHANGES,
        load_default=LATEST,
        metadata={
            "description": "The last change first, or the first: in the order `oldest` no item is missed while items change."
        },
    )


class PagedNames(Paged):
    """Which part of a list of what may be chosen is wanted, in which order."""

    sort = Choice(
        NAMES,
        load_default=NAME,
        metadata={"description": "By name (of a search the best match first), or as they came in: then none is missed."},
    )


def page_values(query: Mapping[str, Any], start: int | None = 0) -> dict[str, Any]:
    """Return a query's values for a service that pages; `start` is where its first page starts."""
    limit = query["limit"] or services().settings.page
    return {**query, "limit": limit, "start": start if query["start"] is None else query["start"]}


def bounds(converter: Any, field: fields.Field[Any], *, ret: dict[str, Any], **_: Any) -> dict[str, Any]:
    """What the OpenAPI document says of our own fields; "nothing" is no default worth telling."""
    if not ret.get("default", True):
        del ret["default"]
    made = _shape(converter, field)
    if "$ref" in made and field.allow_none:
        return {"anyOf": [made, {"type": "null"}]}
    if isinstance(field, QueryWhole | QueryAmount):
        return made  # in a query, nothing is said by leaving it out
    if field.allow_none and "type" in made:
        made["type"] = [made["type"], "null"]
    if field.allow_none and "enum" in made:
        made["enum"] = [*made["enum"], None]
    return made


def _shape(converter: Any, field: fields.Field[Any]) -> dict[str, Any]:
    match field:
        case Operation():
            return {"$ref": "#/components/schemas/Operation"}
        case Shaped() | JsonObject():
            return {"$ref": f"#/components/schemas/{field.component}"}
        case Base64():
            return {"type": "string", "format": "byte"}
        case Number():
            return {"type": "number"}
        case QueryAmount():
            return {"type": "number", "minimum": 0, "maximum": field.most}
        case Choice():
            return {"type": "string", "enum": list(field.words)}
        case Text():
            return {"type": "string", "minLength": field.least, "maxLength": field.most}
        case Whole() | QueryWhole():
            return {"type": "integer", "minimum": field.least, "maximum": field.most}
        case Amount():
            return {"type": "number", "minimum": field.least, "maximum": field.most}
        case Items():
            return {"minItems": field.least, "maxItems": field.most}
        case Table():
            values = converter.field2property(field.values)
            limits = {"minProperties": field.least, "maxProperties": field.most}
            return {"type": "object", **limits, "additionalProperties": values}
        case Flag():
            return {"type": "boolean"}
    return {}
