"""`/schemas`: JSON Schemas of the documents that Muster reads and writes, made from the code that checks them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import marshmallow as ma
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Response, url_for
from flask.views import MethodView
from marshmallow import fields

from builder.api.answers import file
from builder.api.bodies import Blueprint
from builder.api.fields import Document, bounds
from builder.api.schemas import page_of
from builder.operations.roster_json import RosterSchema
from builder.operations.table import KINDS
from builder.services.errors import NotFound
from datasheets.native.schema import Datasheet, Header
from datasheets.systems.shape import schema_of
from datasheets.words import Message
from exports.document import json_schema as roster_document
from resolver.engine.record import RecordSchema

blueprint = Blueprint("schemas", __name__, url_prefix="/schemas", description="JSON Schemas of the documents.")

DIALECT = "https://json-schema.org/draft/2020-12/schema"
COMPONENTS, DEFINITIONS = "#/components/schemas/", "#/$defs/"


class SchemaItemSchema(ma.Schema):
    """A JSON Schema in a list."""

    name = fields.String(required=True)
    title = fields.String(required=True)
    href = fields.String(required=True)


@blueprint.route("")
class Schemas(MethodView):
    """All JSON Schemas."""

    @blueprint.response(200, page_of(SchemaItemSchema))
    def get(self) -> Any:
        """List the JSON Schemas."""
        items = [{"name": name, "title": title, "href": _address(name)} for name, (title, _) in PUBLISHED.items()]
        return {"items": items, "next": None}


@blueprint.route("/<id:schema>")
class JsonSchema(MethodView):
    """One JSON Schema."""

    @blueprint.response(200, Document, content_type="application/schema+json")
    def get(self, schema: str) -> Response:
        """Read a JSON Schema."""
        return file(published_schema(schema), f"{schema}.json", "application/schema+json")


@cache
def published_schema(name: str) -> bytes:
    """Return a JSON Schema as it is served.

    Raises:
        NotFound: there is none of that name.
    """
    if name not in PUBLISHED:
        raise NotFound(Message("refused.request.schema", {"name": repr(name), "known": tuple(PUBLISHED)}))
    return PUBLISHED[name][1]()


def publish(name: str, title: str, component: str, contents: Callable[[], Mapping[str, Any]]) -> None:
    """Publish a named component of the OpenAPI document as a JSON Schema of its own."""

    PUBLISHED[name] = (title, lambda: _of_component(title, component, contents()["components"]["schemas"]))


def _of_component(title: str, component: str, shapes: Mapping[str, Any]) -> bytes:
    """Return a component with those that it refers to."""
    wanted, found = [component], dict[str, Any]()
    while wanted:
        name = wanted.pop()
        if name not in found:
            found[name] = shapes[name]
            wanted.extend(re.findall(f'"{COMPONENTS}([A-Za-z0-9_]+)"', json.dumps(shapes[name])))
    made = {"$schema": DIALECT, "title": title, "$ref": DEFINITIONS + component, "$defs": found}
    return json.dumps(made, indent=1).replace(COMPONENTS, DEFINITIONS).encode()


def of(title: str, schema: ma.Schema | type[ma.Schema]) -> bytes:
    """Return the JSON Schema of a marshmallow schema."""
    plugin = MarshmallowPlugin()
    spec = APISpec(title, "1", "3.1.0", plugins=[plugin])
    plugin.converter.add_attribute_function(bounds)  # type: ignore[union-attr]
    spec.components.schema("Whole", schema=schema)
    definitions = spec.to_dict()["components"]["schemas"]
    whole = definitions.pop("Whole")
    made = {"$schema": DIALECT, "title": title, **whole, "$defs": definitions}
    return json.dumps(made, indent=1).replace(COMPONENTS, DEFINITIONS).encode()


def operation_shapes() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of each kind of operation, by its name."""
    return {name: _of_kind(name, kind.schema) for name, kind in KINDS.items()}


def _of_kind(name: str, arguments: ma.Schema) -> dict[str, Any]:
    shape: dict[str, Any] = json.loads(of(name, arguments))
    for key in ("$schema", "$defs"):
        del shape[key]
    shape["properties"] = {"op": {"type": "string", "const": name}, **shape["properties"]}
    return shape | {"required": ["op", *shape.get("required", ())]}


def _operations() -> bytes:
    kinds = {"oneOf": list(operation_shapes().values())}
    return json.dumps({"$schema": DIALECT, "title": "Operations on a roster", "type": "array", "items": kinds}).encode()


PUBLISHED: dict[str, tuple[str, Callable[[], bytes]]] = {
    "muster.roster-3": ("Roster document", roster_document.published_schema),
    "muster.roster-2": ("Roster document of version 2", lambda: roster_document.published_schema(2)),
    "muster.roster-1": ("Roster document of version 1", lambda: roster_document.published_schema(1)),
    "muster.datasheet-1": ("Native datasheet", lambda: of("Native datasheet", schema_of(Datasheet))),
    "muster.catalogue-1": ("Header of a native catalogue", lambda: of("Header of a native catalogue", schema_of(Header))),
    "muster.battle-1": ("Record of a battle", lambda: of("Record of a battle", RecordSchema)),
    "roster-tree": ("A roster's tree of selections", lambda: of("A roster's tree of selections", RosterSchema)),
    "operations": ("Operations on a roster", _operations),
}


def _address(name: str) -> str:
    return url_for("schemas.JsonSchema", schema=name)
