"""`/catalogues`: files of datasheets of one faction; those that come with Muster are read-only."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response, url_for
from flask.views import MethodView
from marshmallow import fields

from builder.api.answers import VERSION_HEADER, creation, file, named_version, with_tag
from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.fields import Document, PagedNames, document_of, page_values
from builder.api.filters import refuse_unknown
from builder.api.schemas import page_of
from builder.services.catalogues import CatalogueAnswer, Revision
from builder.store.catalogues import CatalogueRow
from datasheets.fields import Choice, Strict, Text

blueprint = Blueprint("catalogues", __name__, url_prefix="/catalogues", description="Files of datasheets of one faction.")


class CatalogueItemSchema(ma.Schema):
    """A catalogue in a list."""

    id = fields.String(required=True)
    system = fields.String(required=True)
    name = fields.String(required=True)
    origin = fields.String(required=True, metadata={"enum": ["bundled", "homebrew", "imported"]})
    version = fields.Integer(required=True)
    closure = fields.String(required=True, metadata={"description": "The digest that new forces pin."})
    href = fields.String(required=True)


class CatalogueSchema(CatalogueItemSchema):
    """A catalogue with its header as it was written; of an imported one, what it is made of, and its force entries."""

    document = fields.Dict(required=True, metadata={"description": "See /api/v1/schemas/muster.catalogue-1."})


class FileSchema(ma.Schema):
    """A data file."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    revision = fields.Integer(required=True)
    digest = fields.String(required=True)


class CatalogueVersionSchema(ma.Schema):
    """A version of a catalogue that forces can pin."""

    pin = fields.String(required=True, metadata={"description": "What `move-pin` takes as `digest`."})
    newest = fields.Boolean(required=True, metadata={"description": "Whether new forces pin it."})
    files = fields.List(
        fields.Nested(FileSchema),
        required=True,
        metadata={"description": "What an imported one is made of: the catalogue, what it links to, the game system."},
    )


class CatalogueVersionsSchema(ma.Schema):
    """All versions of an imported catalogue; of others the newest."""

    items = fields.List(fields.Nested(CatalogueVersionSchema), required=True)
    next = fields.Integer(required=True, allow_none=True)


class CatalogueQuery(PagedNames):
    """Which catalogues are wanted."""

    system = Text(load_default="", most=80)


class FileQuery(Strict):
    """What is done with a file."""

    name = Text(load_default="", most=100, metadata={"description": "Bring it in under this name instead of its own."})
    there = Choice(
        ("refuse", "replace"),
        load_default="refuse",
        metadata={"description": "What becomes of a catalogue of your own of that id that says something else."},
    )


class BroughtSchema(ma.Schema):
    """What became of a file; `added`, `changed` and `gone` are names of datasheets."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    change = fields.String(required=True, metadata={"enum": ["added", "changed", "same"]})
    added = fields.List(fields.String(), required=True)
    changed = fields.List(fields.String(), required=True)
    gone = fields.List(fields.String(), required=True)


@blueprint.route("")
class Catalogues(MethodView):
    """All catalogues."""

    @blueprint.arguments(CatalogueQuery, location="query")
    @blueprint.response(200, page_of(CatalogueItemSchema))
    def get(self, query: dict[str, Any]) -> Any:
        """List the catalogues by system and name."""
        return refuse_unknown(services().catalogues.page(**page_values(query)), query).map(item)

    @blueprint.arguments(document_of("NativeCatalogue"))
    @blueprint.response(201, CatalogueSchema)
    def post(self, document: dict[str, Any]) -> Response:
        """Add a catalogue of your own from its header."""
        made = services().catalogues.create(document)
        return creation(_answer(made), made.row.version)


@blueprint.route("/<id:catalogue>")
class Catalogue(MethodView):
    """One catalogue."""

    @blueprint.response(200, CatalogueSchema)
    def get(self, catalogue: str) -> Response:
        """Read a catalogue's header."""
        found = services().catalogues.get(catalogue)
        return with_tag(_answer(found), found.row.version)

    @blueprint.doc(parameters=[VERSION_HEADER])
    @blueprint.arguments(document_of("NativeCatalogue"))
    @blueprint.response(200, CatalogueSchema)
    def put(self, document: dict[str, Any], catalogue: str) -> Response:
        """Replace the header of a catalogue of your own."""
        version = named_version(services().catalogues.get(catalogue).row.version)
        made = services().catalogues.replace(catalogue, version, document)
        return with_tag(_answer(made), made.row.version)

    @blueprint.doc(parameters=[VERSION_HEADER])
    @blueprint.response(204)
    def delete(self, catalogue: str) -> None:
        """Delete a catalogue of your own, or an imported one; rosters built on it keep what they pin."""
        version = named_version(services().catalogues.get(catalogue).row.version)
        services().catalogues.delete(catalogue, version)


@blueprint.route("/<id:catalogue>/file")
class CatalogueFile(MethodView):
    """A whole catalogue as one file."""

    @blueprint.response(200, {"type": "object"}, content_type="application/json")
    def get(self, catalogue: str) -> Response:
        """Download a catalogue with all its datasheets as one file; not one that was imported as data files."""
        return file(services().homebrew.pack(catalogue), f"{catalogue}.json", "application/json", download=True)


@blueprint.route("/files")
class CatalogueFiles(MethodView):
    """Catalogues brought in as files."""

    @blueprint.arguments(FileQuery, location="query")
    @blueprint.arguments(Document, description="A file: `muster.homebrew/1`.")
    @blueprint.response(200, BroughtSchema)
    def post(self, query: dict[str, Any], document: dict[str, Any]) -> Any:
        """Bring in a whole catalogue; 409 where one of its id says something else and is not to be replaced."""
        found = services().homebrew.bring(document, name=query["name"], replace=query["there"] == "replace")
        header = found.catalogue.header
        return {"id": header.id, "name": header.name, "change": found.change} | {
            name: list(getattr(found, name)) for name in ("added", "changed", "gone")
        }


@blueprint.route("/<id:catalogue>/versions")
class CatalogueVersions(MethodView):
    """The versions of one catalogue."""

    @blueprint.response(200, CatalogueVersionsSchema)
    def get(self, catalogue: str) -> Any:
        """List the versions of a catalogue that forces can pin, the newest first; of other than imported ones only that."""
        row = services().catalogues.get(catalogue).row
        found = services().catalogues.revisions(catalogue) if row.origin == "imported" else [Revision(row.closure, ())]
        items = [{"pin": each.pin, "newest": each.pin == row.closure, "files": each.files} for each in found]
        return {"items": items, "next": None}


def item(row: CatalogueRow) -> dict[str, Any]:
    """Return a catalogue as it stands in lists."""
    names = ("id", "system", "name", "origin", "version", "closure")
    href = url_for("catalogues.Catalogue", catalogue=row.id)
    return {name: getattr(row, name) for name in names} | {"href": href}


def _answer(found: CatalogueAnswer) -> dict[str, Any]:
    return item(found.row) | {"document": dict(found.document)}
