"""`/sheets`: armies on paper, printed, read back and verified; and the papers of one roster under its address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView
from marshmallow import fields
from werkzeug.exceptions import UnsupportedMediaType

from builder.api.answers import file
from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.fields import Sentence, document_of
from builder.api.languages import language
from builder.api.rosters import blueprint as rosters
from builder.api.sources import ArmyPart
from builder.services.armies import Source
from builder.services.errors import Invalid, NotFound
from builder.services.places import point_at
from datasheets.fields import Slug, Strict, Text
from datasheets.problems import Problem
from datasheets.words import Message
from exports.document import RosterDocument
from exports.sheet.setup import Setup, setting_fields

blueprint = Blueprint("sheets", __name__, url_prefix="/sheets", description="Armies on paper: printed, read back, verified.")

PDF = "application/pdf"
BINARY = {"type": "string", "format": "binary"}
PDF_BODY = {"required": True, "content": {PDF: {"schema": BINARY}}}


NAMED = Slug(most=80, load_default="", metadata={"description": "The name of a saved set-up; the other settings change it."})
Print = Strict.from_dict({"setup": NAMED, **setting_fields(defaults=False)}, name="Print")
"""How a sheet is printed: a saved set-up, single settings, or both."""


class PrintQuery(Print):  # type: ignore[misc, valid-type]
    """The same in an address, where numbers and yes or no are words."""

    @ma.pre_load
    def read_words(self, data: Mapping[str, Any], **_: Any) -> dict[str, Any]:
        """Read them as JSON would."""
        return {name: _plain(value) for name, value in data.items()}


class Render(Print):  # type: ignore[misc, valid-type]
    """An army to print."""

    army = ArmyPart()


def chosen_setup(given: Mapping[str, Any]) -> Setup:
    """Return the set-up that a request asks for."""
    settings = {name: value for name, value in given.items() if name not in ("setup", "army")}
    return services().print_setups.choose(given["setup"], settings)


def _plain(value: str) -> object:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.isascii() and value.isdigit() and len(value) < 4 else value


class Against(Strict):
    """What a sheet is compared with."""

    roster = Text(most=80, load_default="", metadata={"description": "The id of a roster."})
    digest = Text(most=80, load_default="", metadata={"description": "A digest, or a check code."})


class Typed(Strict):
    """A code off paper."""

    code = Text(most=80, required=True, metadata={"description": "A check code, such as 7K2QH-9XRTM, or a digest."})


class CodeOfSchema(ma.Schema):
    """A state of a roster that has the code."""

    roster = fields.String(required=True)
    name = fields.String(required=True, metadata={"description": "What the roster is called now."})
    step = fields.Integer(required=True, metadata={"description": "The step of its history."})
    current = fields.Boolean(required=True, metadata={"description": "Whether it stands at that step now."})
    digest = fields.String(required=True)


class CodeSearchSchema(ma.Schema):
    """The rosters that have, or once had, a check code. While `left` is not 0, ask again to search on."""

    code = fields.String(required=True)
    found = fields.List(fields.Nested(CodeOfSchema), required=True)
    searched = fields.Integer(required=True, metadata={"description": "How many states of rosters are known."})
    left = fields.Integer(required=True, metadata={"description": "How many were not looked at yet."})


class VerificationSchema(ma.Schema):
    """Whether paper and data agree."""

    consistent = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "Metadata and every page are as the data print; null if the pages cannot be compared."},
    )
    matches = fields.Boolean(required=True, allow_none=True, metadata={"description": "Null if nothing to compare with."})
    digest = fields.String(
        required=True,
        metadata={"description": "Of the roster that the file carries; empty where only the code on its pages is known."},
    )
    check_code = fields.String(required=True)
    differences = fields.List(
        Sentence(), required=True, metadata={"description": "What does not agree, or why nothing can be said."}
    )
    address = fields.String(required=True, metadata={"description": "The server whose page the QR code opens, or empty."})


@blueprint.route("/render")
class Rendered(MethodView):
    """Sheets of any army."""

    @blueprint.arguments(Render)
    @blueprint.response(200, BINARY, content_type=PDF)
    def post(self, body: dict[str, Any]) -> Response:
        """Print an army as PDF, with its roster document inside."""
        pdf = services().sheets.render(body["army"], chosen_setup(body), language=language())
        return file(pdf, "sheet.pdf", PDF)


@blueprint.route("/read")
class Read(MethodView):
    """What sheets carry."""

    @blueprint.doc(requestBody=PDF_BODY)
    @blueprint.response(200, document_of("RosterDocument"))
    def post(self) -> Response:
        """Read the roster document out of a sheet (the body is the PDF)."""
        return document_answer(services().sheets.read(_pdf()))


@blueprint.route("/verify")
class Verified(MethodView):
    """Whether paper and data agree."""

    @blueprint.arguments(Typed, location="query")
    @blueprint.response(200, CodeSearchSchema)
    def get(self, query: dict[str, Any]) -> Any:
        """Say which of the rosters, as they stand or as they once stood, has this check code."""
        return services().codes.find(query["code"])

    @blueprint.doc(requestBody=PDF_BODY)
    @blueprint.arguments(Against, location="query")
    @blueprint.response(200, VerificationSchema)
    def post(self, query: dict[str, Any]) -> Any:
        """Say whether a sheet (the body is the PDF) is as its data print, and those of a roster or digest."""
        if query["roster"] and query["digest"]:
            raise Invalid((Problem("?digest", Message("refused.request.compare")),))
        return services().sheets.verify(
            _pdf(), _stored_source(query["roster"]) if query["roster"] else query["digest"] or None
        )


@rosters.route("/<id:roster>/document")
class RosterPaper(MethodView):
    """A roster's frozen copy."""

    @rosters.response(200, document_of("RosterDocument"))
    def get(self, roster: str) -> Response:
        """Read a roster as a roster document: complete in itself, with its judgement."""
        return document_answer(services().documents.of(roster))


@rosters.route("/<id:roster>/sheet.pdf")
class RosterSheet(MethodView):
    """A roster's sheet."""

    @rosters.arguments(PrintQuery, location="query")
    @rosters.response(200, BINARY, content_type=PDF)
    def get(self, query: dict[str, Any], roster: str) -> Response:
        """Print a roster as PDF, with its roster document inside."""
        name = services().rosters.get(roster).row.name
        pdf = services().sheets.render(Source(roster=roster), chosen_setup(query), language=language())
        return file(pdf, f"{name}.pdf", PDF)


@rosters.route("/<id:roster>/export.json")
class RosterJson(MethodView):
    """A roster's document to keep."""

    @rosters.response(200, document_of("RosterDocument"))
    def get(self, roster: str) -> Response:
        """Download a roster document in its one byte form."""
        document = services().documents.of(roster)
        return file(document.to_bytes(), f"{document.army.name}.json", "application/json", download=True)


@rosters.route("/<id:roster>/export.txt")
class RosterText(MethodView):
    """A roster to paste."""

    @rosters.response(200, {"type": "string"}, content_type="text/plain")
    def get(self, roster: str) -> Response:
        """Read a roster as plain text."""
        name = services().rosters.get(roster).row.name
        text = services().sheets.text(Source(roster=roster), language=language())
        return file(text.encode(), f"{name}.txt", "text/plain")


def document_answer(document: RosterDocument) -> Response:
    """Return a roster document as the body, in its one byte form."""
    return file(document.to_bytes(), "roster.json", "application/json")


def _stored_source(roster: str) -> Source:
    with point_at("?roster", NotFound):
        return Source(document=services().documents.of(roster))


def _pdf() -> bytes:
    if request.mimetype != PDF:
        raise UnsupportedMediaType(Message("refused.request.pdf"))
    return request.get_data()
