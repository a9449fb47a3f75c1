"""`/imports`: many documents, data files and lists of other programs at once, all or none, with a report."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import marshmallow as ma
from flask import Request
from flask.views import MethodView
from marshmallow import fields
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import UnsupportedMediaType

from builder.api.bodies import Blueprint, TakesFiles
from builder.api.current import services
from builder.api.fields import Base64, Sentence
from builder.api.import_places import WHOLE, locate_problems
from builder.api.placings import PlacingSchema
from builder.api.updates import RosterUpdateSchema, update_json
from builder.importing.archives import Named, Unpacker
from builder.importing.download import Downloader
from builder.placing.plain import report_data
from builder.services.errors import Invalid
from builder.services.imports import Given, Report, split_files
from datasheets.fields import Flag, Items, Part, Strict, Text
from datasheets.problems import DocumentError, first_of
from datasheets.words import Message
from exports.file_kind import file_kind

blueprint = Blueprint("imports", __name__, url_prefix="/imports", description="Many documents at once, all or none.")

MOST = 500
MOST_FILES = 1_000
MOST_URLS = 10
MOST_WARNINGS = 1_000


class GivenBody(Strict):
    """A document with a name for the report: a catalogue's header, a datasheet or a roster document."""

    name = Text(most=200, required=True)
    document = fields.Raw(required=True, metadata={"description": "See /api/v1/schemas."})

    @ma.post_load
    def make(self, data: dict[str, Any], **_: Any) -> Given:
        """Return it as the services take it."""
        return Given(**data)


class FileBody(Strict):
    """A file: .gst, .cat, .gstz, .catz, a .zip of such files, or a list (.ros, .rosz, .txt, New Recruit's .json)."""

    name = Text(most=200, required=True, metadata={"description": "Its ending says what it is."})
    content = Base64(required=True, metadata={"description": "Its bytes in base 64."})

    @ma.post_load
    def make(self, data: dict[str, Any], **_: Any) -> Named:
        """Return it as the services take it."""
        return Named(data["name"], data["content"])


class ImportBody(Strict, TakesFiles):
    """What is brought in; at least one of the three must be there."""

    documents = Items(Part(GivenBody), most=MOST, load_default=())
    files = Items(Part(FileBody), most=MOST_FILES, load_default=())
    urls = Items(
        Text(most=2000),
        most=MOST_URLS,
        load_default=(),
        metadata={"description": "Addresses of such files, of a repository or of a BattleScribe index."},
    )
    preview = Flag(load_default=False, metadata={"description": "Only say what the import would do."})
    again = Flag(load_default=False, metadata={"description": "Keep rosters once more that are here already."})

    def body_of(self, req: Request) -> dict[str, Any]:
        """Return the body that a form with files, or a zip, stands for."""
        if req.mimetype == ZIP:
            return {"files": [{"name": WHOLE, "content": req.get_data(cache=False)}], **_plain(req.args)}
        if req.mimetype != FORM:
            raise UnsupportedMediaType(Message("refused.request.import"))
        req.max_form_parts = MOST_FILES + MOST_URLS + SWITCHES
        files = []
        for each in req.files.getlist("files"):
            with closing(each):  # a large one stands on the disk
                files.append({"name": each.filename or "", "content": each.read()})
        unknown = {name: each for name, each in req.files.items() if name != "files"}
        return {"files": files, **_plain(req.form), **unknown}

    @classmethod
    def reads_query(cls, req: Request) -> bool:
        """Tell whether it is one zip, beside which nothing can be said but in the query."""
        return req.mimetype == ZIP

    @ma.post_load
    def place(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Let each document know where it stands."""
        documents = [replace(each, place=f"/documents/{at}/document") for at, each in enumerate(data["documents"])]
        return {**data, "documents": documents}

    @ma.validates_schema
    def something(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse a body that brings nothing."""
        if not (data["documents"] or data["files"] or data["urls"]):
            raise ma.ValidationError(Message("refused.request.nothing"), "documents")


class ImportedSchema(ma.Schema):
    """What became of a document or data file."""

    source = fields.String(required=True, metadata={"description": "The name that it was given."})
    kind = fields.String(required=True, metadata={"enum": ["game-system", "catalogue", "datasheet", "roster"]})
    id = fields.String(required=True)
    name = fields.String(required=True)
    change = fields.String(
        required=True,
        metadata={
            "enum": ["added", "changed", "same", "older"],
            "description": "An older revision than is there is kept beside it.",
        },
    )
    revision = fields.Integer(required=True, allow_none=True, metadata={"description": "Of a data file."})


class ImportProblemSchema(ma.Schema):
    """A warning about a data file, which was brought in all the same."""

    path = fields.String(required=True, metadata={"description": "The file, and where known the line: `Reeds.cat:120`."})
    message = Sentence(required=True)


class ImportSchema(ma.Schema):
    """The report."""

    items = fields.List(fields.Nested(ImportedSchema), required=True)
    problems = fields.List(fields.Nested(ImportProblemSchema), required=True)
    rosters = fields.List(
        fields.Nested(RosterUpdateSchema),
        required=True,
        metadata={"description": "In a preview: what the import would make of each roster, once its forces are moved."},
    )
    lists = fields.List(
        fields.Nested(PlacingSchema),
        required=True,
        metadata={"description": "What became of each list of another program."},
    )


def _plain(fields: MultiDict[str, str]) -> dict[str, Any]:
    """Return the fields of a form or query as JSON would have them."""
    given: dict[str, Any] = fields.to_dict()
    urls = {"urls": fields.getlist("urls")} if "urls" in fields else {}
    return {name: {"true": True, "false": False}.get(value, value) for name, value in given.items()} | urls


FORM, ZIP = "multipart/form-data", "application/zip"
SWITCHES = 2
KINDS_OF_BODY = {
    FORM: {
        "schema": {
            "type": "object",
            "properties": {
                "files": {"type": "array", "maxItems": MOST_FILES, "items": {"type": "string", "format": "binary"}},
                "urls": {"type": "array", "maxItems": MOST_URLS, "items": {"type": "string"}},
                "preview": {"type": "boolean"},
                "again": {"type": "boolean"},
            },
        }
    },
    ZIP: {"schema": {"type": "string", "format": "binary", "description": "`preview` and `again` stand in the query then."}},
}


@blueprint.route("")
class Imports(MethodView):
    """Documents and data files brought in together."""

    @blueprint.doc(requestBody={"content": KINDS_OF_BODY})
    @blueprint.arguments(ImportBody)
    @blueprint.response(200, ImportSchema)
    def post(self, body: dict[str, Any]) -> Any:
        """Bring in data files, catalogue headers, datasheets, roster documents and lists of other programs: all, or none."""
        try:
            return _json(_load(body))
        except (DocumentError, Invalid) as error:
            raise Invalid(locate_problems(error.problems, body)) from error


def _load(body: dict[str, Any]) -> Report:
    lists = [file for file in body["files"] if file_kind(file.data, file.name) == "list"]
    packed = (file for file in _all_files(body) if file not in lists)
    documents, data = split_files(Unpacker().unpack(packed))
    how = {"preview": body["preview"], "again": body["again"]}
    return services().imports.load([*body["documents"], *documents], data, lists, **how)


def _all_files(body: dict[str, Any]) -> Iterator[Named]:
    yield from body["files"]
    for url in body["urls"]:
        yield from Downloader(private=services().settings.private_imports).load(url)


def _json(report: Report) -> dict[str, Any]:
    return {
        "items": report.items,
        "problems": first_of(report.problems, MOST_WARNINGS),
        "rosters": [update_json(each) for each in report.rosters],
        "lists": [{"source": each.source, "roster": each.roster, **report_data(each.report)} for each in report.lists],
    }
