"""`/rosters/<id>/links` and `/links/<token>`: links under which others read a roster, and nothing else."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response, request, url_for
from flask.views import MethodView
from marshmallow import fields

from builder.api.answers import file
from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.fields import document_of
from builder.api.guards import SAFE
from builder.api.rosters import blueprint as rosters
from builder.services.links import LONGEST_NAME
from builder.store.links import LinkRow
from datasheets.fields import Strict, Text, Whole

blueprint = Blueprint("links", __name__, url_prefix="/links", description="Rosters that somebody lets others read.")
READ = (
    *("links.LinkedRoster", "web.reading.read", "web.reading.document", "web.reading.sheet"),
    *("web.tabletop.show_linked", "web.tabletop.linked_odds", "web.tabletop.worker", "static"),
)
"""What may be read from elsewhere: what a token opens, and the style and scripts of its pages."""
PRIVATE = {"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"}
"""What keeps an address with a token in it to those who were given it, and a roster out of stores once it is taken back."""


class NewLink(Strict):
    """A link that is wanted."""

    name = Text(most=LONGEST_NAME, load_default="", metadata={"description": "For whom it is, to tell links apart."})
    step = Whole(load_default=0, metadata={"description": "A step of the history; 0 is the roster as it stands, always."})


class LinkSchema(ma.Schema):
    """A link to a roster."""

    id = fields.String(required=True)
    roster = fields.String(required=True)
    step = fields.Integer(required=True, metadata={"description": "0 is the roster as it stands."})
    name = fields.String(required=True)


class HandedSchema(LinkSchema):
    """A link that was just made. Its token is not shown again."""

    token = fields.String(required=True)
    href = fields.String(required=True, metadata={"description": "Where the roster document is read."})
    page = fields.String(required=True, metadata={"description": "The page to hand out: a path on this server."})


class LinksSchema(ma.Schema):
    """The links of a roster."""

    items = fields.List(fields.Nested(LinkSchema), required=True)


@rosters.route("/<id:roster>/links")
class RosterLinks(MethodView):
    """The links of one roster."""

    @rosters.response(200, LinksSchema)
    def get(self, roster: str) -> Any:
        """List the links under which others can read a roster, the oldest first."""
        return {"items": services().links.of(roster)}

    @rosters.arguments(NewLink)
    @rosters.response(201, HandedSchema)
    def post(self, body: dict[str, Any], roster: str) -> Any:
        """Make a link under which others read a roster, as it stands or at one step, and nothing else."""
        made = services().links.make(roster, **body)
        address = url_for("links.LinkedRoster", token=made.token)
        handed = {"token": made.token, "href": address, "page": url_for("web.reading.read", token=made.token)}
        return {**_plain(made.link), **handed}, 201, {"Location": address, **PRIVATE}


@rosters.route("/<id:roster>/links/<id:link>")
class RosterLink(MethodView):
    """One link of a roster."""

    @rosters.response(204)
    def delete(self, roster: str, link: str) -> None:
        """Take a link back: from now on it opens nothing."""
        services().links.take_back(roster, link)


@blueprint.route("/<token:token>")
class LinkedRoster(MethodView):
    """What a link opens."""

    @blueprint.response(200, document_of("RosterDocument"))
    def get(self, token: str) -> Response:
        """Read the roster document that a link opens; from anywhere that this server is reached from."""
        answer = file(services().links.document(token).to_bytes(), "roster.json", "application/json")
        answer.headers.update(PRIVATE)
        return answer


def reads_by_link() -> bool:
    """Tell whether a request from elsewhere only reads what the token in its address opens, which the view looks up."""
    return request.method in SAFE and request.endpoint in READ


def _plain(link: LinkRow) -> dict[str, Any]:
    return {"id": link.id, "roster": link.roster, "step": link.step, "name": link.name}
