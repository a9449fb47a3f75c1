"""`/imports`: many native documents at once, all or none, with a report."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields

from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.services.imports import Given
from datasheets.fields import Items, Part, Strict, Text

blueprint = Blueprint("imports", __name__, url_prefix="/imports", description="Many documents at once, all or none.")

MOST = 500


class GivenBody(Strict):
    """A document with a name for the report: a catalogue's header, a datasheet or a roster document."""

    name = Text(most=200, required=True)
    document = fields.Raw(required=True, metadata={"description": "See /api/v1/schemas."})

    @ma.post_load
    def make(self, data: dict[str, Any], **_: Any) -> Given:
        """Return it as the services take it."""
        return Given(**data)


class ImportBody(Strict):
    """The documents."""

    documents = Items(Part(GivenBody), least=1, most=MOST, required=True)


class ImportedSchema(ma.Schema):
    """What became of a document."""

    source = fields.String(required=True, metadata={"description": "The name that it was given."})
    kind = fields.String(required=True, metadata={"enum": ["catalogue", "datasheet", "roster"]})
    id = fields.String(required=True)
    name = fields.String(required=True)
    change = fields.String(required=True, metadata={"enum": ["added", "changed", "same"]})


class ImportSchema(ma.Schema):
    """The report."""

    items = fields.List(fields.Nested(ImportedSchema), required=True)


@blueprint.route("")
class Imports(MethodView):
    """Documents brought in together."""

    @blueprint.arguments(ImportBody)
    @blueprint.response(200, ImportSchema)
    def post(self, body: dict[str, Any]) -> Any:
        """Bring in catalogue headers, datasheets and roster documents: all of them, or none."""
        return {"items": services().imports.load(body["documents"])}
