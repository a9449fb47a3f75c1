"""`/rosters/<id>/exports`: rosters as files of other programs, what each of these cannot hold, and as texts to post."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response, request, url_for
from flask.views import MethodView
from marshmallow import fields

from builder.api.answers import file
from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.languages import language
from builder.services.lists import FILES, left_out_words
from builder.services.sharing import link_of
from exports.battlescribe.omissions import FORMATS, Format
from exports.text import POSTED, Posted, post_texts, text_of

blueprint = Blueprint("exports", __name__, url_prefix="/rosters", description="Rosters as files of other programs.")

BINARY = {"type": "string", "format": "binary"}
TEXT = {"type": "string"}


class ExportItemSchema(ma.Schema):
    """A format that a roster can be written in."""

    format = fields.String(required=True, metadata={"enum": list(FORMATS)})
    href = fields.String(required=True)
    media_type = fields.String(required=True)
    left_out = fields.List(
        fields.String(), required=True, metadata={"description": "What the roster has and the format cannot hold."}
    )


class ExportsSchema(ma.Schema):
    """The formats of other programs."""

    items = fields.List(fields.Nested(ExportItemSchema), required=True)


ADDRESSES: dict[Format, str] = {
    "ros": "RosterRos",
    "rosz": "RosterRosz",
    "newrecruit-json": "RosterNewRecruit",
    "text": "RosterPlainText",
}


class LinkItself(ma.Schema):
    """A link that holds a roster."""

    href = fields.String(
        required=True, metadata={"description": "The roster itself stands behind the #, which no server is sent."}
    )
    letters = fields.Integer(required=True, metadata={"description": "How long what stands behind the # is."})


@blueprint.route("/<id:roster>/link")
class RosterLinkItself(MethodView):
    """A roster in a link."""

    @blueprint.response(200, LinkItself)
    def get(self, roster: str) -> Any:
        """Read the link that holds a roster, without the texts of rules; 409 where it would be too long for programs."""
        href = link_of(services().documents.of(roster), request.host_url.rstrip("/"))
        return {"href": href, "letters": len(href.partition("#")[2])}


@blueprint.route("/<id:roster>/exports")
class RosterExports(MethodView):
    """The files of other programs that a roster can be."""

    @blueprint.response(200, ExportsSchema)
    def get(self, roster: str) -> Any:
        """List the formats of other programs that a roster can be written in, and what each cannot hold."""
        return {"items": [_item(roster, format) for format in FORMATS]}


@blueprint.route("/<id:roster>/export.ros")
class RosterRos(MethodView):
    """A roster for BattleScribe."""

    @blueprint.response(200, TEXT, content_type=FILES["ros"][1])
    def get(self, roster: str) -> Response:
        """Download a roster as BattleScribe's `.ros`."""
        return _file(roster, "ros")


@blueprint.route("/<id:roster>/export.rosz")
class RosterRosz(MethodView):
    """A roster for BattleScribe, zipped."""

    @blueprint.response(200, BINARY, content_type=FILES["rosz"][1])
    def get(self, roster: str) -> Response:
        """Download a roster as BattleScribe's `.rosz`."""
        return _file(roster, "rosz")


@blueprint.route("/<id:roster>/export.newrecruit-json")
class RosterNewRecruit(MethodView):
    """A roster for New Recruit."""

    @blueprint.response(200, {"type": "object"}, content_type=FILES["newrecruit-json"][1])
    def get(self, roster: str) -> Response:
        """Download a roster as New Recruit's JSON."""
        return _file(roster, "newrecruit-json")


@blueprint.route("/<id:roster>/export.text")
class RosterPlainText(MethodView):
    """A roster as others write it."""

    @blueprint.response(200, TEXT, content_type="text/plain")
    def get(self, roster: str) -> Response:
        """Read a roster as the plain text that BattleScribe shares."""
        return _file(roster, "text")


@blueprint.route(f"/<id:roster>/export.<any({', '.join(POSTED)}):style>")
class RosterPosted(MethodView):
    """A roster to post."""

    @blueprint.response(200, TEXT, content_type="text/plain")
    def get(self, roster: str, style: Posted) -> Response:
        """Read a roster as messages for Discord, Markdown or forums (numbered, within limits), or as an event's text."""
        document = services().documents.of(roster)
        text = text_of(post_texts(document, style, language()))
        return file(text.encode(), f"{document.army.name}.txt", "text/plain")


def _file(roster: str, format: Format) -> Response:
    made = services().lists.export(services().rosters.get(roster).roster, format, language())
    return file(made.content, made.file_name, made.media_type, download=format != "text")


def _item(roster: str, format: Format) -> dict[str, Any]:
    found = services().rosters.get(roster).roster
    return {
        "format": format,
        "href": url_for(f"exports.{ADDRESSES[format]}", roster=roster),
        "media_type": FILES[format][1],
        "left_out": list(left_out_words(found, format, language())),
    }
