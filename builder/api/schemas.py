"""Shapes of answers that several resources share."""

from __future__ import annotations

from functools import cache
from typing import Any

import marshmallow as ma
from marshmallow import fields


class PlaceSchema(ma.Schema):
    """Where something is wrong, and how to mend it."""

    path = fields.String(required=True, metadata={"description": 'JSON pointer into the body, "?name" or a header.'})
    message = fields.String(required=True)


class ProblemSchema(ma.Schema):
    """An error (RFC 9457)."""

    type = fields.String(required=True, metadata={"description": "The address of the explanation."})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    problems = fields.List(fields.Nested(PlaceSchema), required=True)


@cache
def page_of(item: type[ma.Schema]) -> type[ma.Schema]:
    """Return the schema of a page of such items."""
    members: dict[str, Any] = {
        "items": fields.List(fields.Nested(item), required=True),
        "next": fields.Integer(required=True, allow_none=True, metadata={"description": "`start` of the next page."}),
    }
    return type(item.__name__.removesuffix("Schema") + "PageSchema", (ma.Schema,), members)
