"""`/datasheets`: search over all units' cards, and writing one's own."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response, url_for
from flask.views import MethodView
from marshmallow import fields

from builder.api.answers import VERSION_HEADER, creation, named_version, with_tag
from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.fields import Number, PagedNames, QueryAmount, QueryWhole, document_of, page_values
from builder.api.filters import refuse_unknown
from builder.api.schemas import page_of
from builder.services.bases import LEAST_HEIGHT, MOST_HEIGHT, MOST_MM, SHAPES
from builder.services.datasheets import DatasheetAnswer
from builder.store.datasheets import DatasheetRow
from datasheets.fields import Amount, Items, Part, Strict, Text
from datasheets.fields import Choice as Word
from datasheets.system_folders import measures_power, outlines

blueprint = Blueprint("datasheets", __name__, url_prefix="/datasheets", description="Units' cards, as they were written.")


class DatasheetItemSchema(ma.Schema):
    """A datasheet in a list."""

    catalogue = fields.String(required=True)
    id = fields.String(required=True)
    system = fields.String(required=True)
    name = fields.String(required=True)
    role = fields.String(required=True, allow_none=True)
    power_least = Number(required=True, allow_none=True, metadata={"description": "Power of its smallest unit."})
    power_most = Number(required=True, allow_none=True, metadata={"description": "Power of its largest unit."})
    cost = fields.String(
        required=True, allow_none=True, metadata={"description": "The cost that measures armies: power, points, or none."}
    )
    cost_least = Number(required=True, allow_none=True, metadata={"description": "That of its smallest unit as it comes."})
    cost_most = Number(required=True, allow_none=True, metadata={"description": "That of its largest unit as it comes."})
    version = fields.Integer(required=True)
    entry = fields.String(required=True, metadata={"description": "What the operation add-unit takes."})
    href = fields.String(required=True)


class DatasheetSchema(DatasheetItemSchema):
    """A datasheet as it was written."""

    document = fields.Dict(required=True, metadata={"description": "See /api/v1/schemas/muster.datasheet-1."})
    unit = fields.Dict(
        required=True,
        allow_none=True,
        metadata={"description": "Of an imported one: a unit as it comes into a roster, shaped as in a roster document."},
    )


class DatasheetVersionSchema(ma.Schema):
    """A version of a datasheet; `digest` is null where it was deleted."""

    version = fields.Integer(required=True)
    digest = fields.String(required=True, allow_none=True)


class DatasheetVersionsSchema(ma.Schema):
    """All versions of a datasheet."""

    items = fields.List(fields.Nested(DatasheetVersionSchema), required=True)
    next = fields.Integer(required=True, allow_none=True)


class DatasheetQuery(PagedNames):
    """Which datasheets are wanted."""

    text = Text(load_default="", most=200, metadata={"description": "Words, perhaps cut short, that must all occur."})
    keyword = fields.List(Text(most=60), load_default=(), metadata={"description": "May be repeated; all must be there."})
    role = Text(load_default="", most=80)
    system = Text(load_default="", most=80)
    catalogue = Text(load_default="", most=80)
    power_min = QueryAmount(load_default=None)
    power_max = QueryAmount(load_default=None)
    cost = Text(load_default="", most=60, metadata={"description": 'Which cost the next two are about: an id, or "pts".'})
    cost_min = QueryAmount(load_default=None)
    cost_max = QueryAmount(load_default=None)


class VersionQuery(Strict):
    """Which version is wanted."""

    version = QueryWhole(least=1, load_default=None)


@blueprint.route("")
class Datasheets(MethodView):
    """All datasheets."""

    @blueprint.arguments(DatasheetQuery, location="query")
    @blueprint.response(200, page_of(DatasheetItemSchema))
    def get(self, query: dict[str, Any]) -> Any:
        """Search datasheets by words, keywords, role, system, catalogue, Power and other costs."""
        query["keyword"] = tuple(query["keyword"])
        return refuse_unknown(services().datasheets.search(**page_values(query)), query).map(_item)

    @blueprint.arguments(document_of("NativeDatasheet"))
    @blueprint.response(201, DatasheetSchema)
    def post(self, document: dict[str, Any]) -> Response:
        """Add a datasheet to a catalogue of your own."""
        made = services().datasheets.create(document)
        return creation(_answer(made), made.row.version)


@blueprint.route("/<id:catalogue>/<id:datasheet>")
class Datasheet(MethodView):
    """One datasheet."""

    @blueprint.arguments(VersionQuery, location="query")
    @blueprint.response(200, DatasheetSchema)
    def get(self, query: dict[str, Any], catalogue: str, datasheet: str) -> Response:
        """Read a datasheet, in its newest version or an older one."""
        found = services().datasheets.get(catalogue, datasheet, query["version"])
        return with_tag(_answer(found), found.row.version)

    @blueprint.doc(parameters=[VERSION_HEADER])
    @blueprint.arguments(document_of("NativeDatasheet"))
    @blueprint.response(200, DatasheetSchema)
    def put(self, document: dict[str, Any], catalogue: str, datasheet: str) -> Response:
        """Replace a datasheet of your own; rosters stay on the version that they pin."""
        version = named_version(services().datasheets.get(catalogue, datasheet).row.version)
        made = services().datasheets.replace(catalogue, datasheet, version, document)
        return with_tag(_answer(made), made.row.version)

    @blueprint.doc(parameters=[VERSION_HEADER])
    @blueprint.response(204)
    def delete(self, catalogue: str, datasheet: str) -> None:
        """Delete a datasheet of your own; its versions stay."""
        version = named_version(services().datasheets.get(catalogue, datasheet).row.version)
        services().datasheets.delete(catalogue, datasheet, version)


class BaseSchema(ma.Schema):
    """The base of a row of characteristics of an imported unit."""

    profile = fields.String(required=True)
    shape = fields.String(required=True)
    mm = fields.List(Number(), required=True, metadata={"description": "A diameter, or length and width."})
    height = Number(required=True, metadata={"description": "In inches."})
    given = fields.Boolean(required=True, metadata={"description": "Whether you gave it; else a battle assumes it."})


class BasesSchema(ma.Schema):
    """The bases of an imported unit."""

    items = fields.List(fields.Nested(BaseSchema), required=True)


class WantedBase(Strict):
    """A base to give; without a shape the usual one counts again."""

    profile = Text(required=True, most=200)
    shape = Word(SHAPES, load_default=None, allow_none=True)
    mm = Items(Amount(least=0.1, most=MOST_MM), load_default=(), most=2)
    height = Amount(least=LEAST_HEIGHT, most=MOST_HEIGHT, load_default=None, allow_none=True)


class WantedBases(Strict):
    """Bases to give; rows that are not named stay as they are."""

    items = Items(Part(WantedBase), required=True, most=100)


@blueprint.route("/<id:catalogue>/<id:datasheet>/bases")
class DatasheetBases(MethodView):
    """The bases of an imported unit."""

    @blueprint.response(200, BasesSchema)
    def get(self, catalogue: str, datasheet: str) -> Any:
        """Read the bases of an imported unit: those that you gave, and those that a battle assumes."""
        return {"items": services().bases.of(services().datasheets.get(catalogue, datasheet))}

    @blueprint.arguments(WantedBases)
    @blueprint.response(200, BasesSchema)
    def put(self, body: dict[str, Any], catalogue: str, datasheet: str) -> Any:
        """Give bases to models of an imported unit. They stay when the data are imported again."""
        services().bases.save(services().datasheets.get(catalogue, datasheet), body["items"])
        return self.get(catalogue, datasheet)


@blueprint.route("/<id:catalogue>/<id:datasheet>/versions")
class DatasheetVersions(MethodView):
    """The versions of one datasheet."""

    @blueprint.response(200, DatasheetVersionsSchema)
    def get(self, catalogue: str, datasheet: str) -> Any:
        """List the versions of a datasheet, oldest first."""
        found = services().datasheets.versions(catalogue, datasheet)
        return {"items": [{"version": version, "digest": digest} for version, digest in found], "next": None}


def _item(row: DatasheetRow) -> dict[str, Any]:
    names = ("catalogue", "id", "system", "name", "role", "version", "entry")
    measure = outlines()[row.system].cost if row.system in outlines() else ""
    amounts = (row.power_least, row.power_most) if measure else (None, None)
    least, most = amounts if measures_power(row.system) else (None, None)
    costs = {"cost": measure or None, "cost_least": amounts[0], "cost_most": amounts[1]}
    href = url_for("datasheets.Datasheet", catalogue=row.catalogue, datasheet=row.id)
    return {name: getattr(row, name) for name in names} | {"power_least": least, "power_most": most, **costs, "href": href}


def _answer(found: DatasheetAnswer) -> dict[str, Any]:
    army: Any = found.default.data["army"] if found.default else {"units": [None]}
    return _item(found.row) | {"document": dict(found.document), "unit": army["units"][0]}
