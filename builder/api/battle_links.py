"""`/battles/<id>/links`: links under which others watch a battle, and choose nothing."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import url_for
from flask.views import MethodView
from marshmallow import fields

from builder.api.battles import blueprint
from builder.api.current import services
from builder.api.links import PRIVATE
from builder.services.links import LONGEST_NAME
from builder.store.battle_links import BattleLinkRow
from datasheets.fields import Strict, Text

__all__ = ["blueprint"]


class NewBattleLink(Strict):
    """A link that is wanted."""

    name = Text(most=LONGEST_NAME, load_default="", metadata={"description": "For whom it is, to tell links apart."})


class BattleLinkSchema(ma.Schema):
    """A link to a battle."""

    id = fields.String(required=True)
    battle = fields.String(required=True)
    name = fields.String(required=True)


class HandedBattleLinkSchema(BattleLinkSchema):
    """A link that was just made. Its token is not shown again."""

    token = fields.String(
        required=True,
        metadata={"description": "Reads events and view as a seat's does (`Authorization: Bearer`), without any seat."},
    )
    page = fields.String(required=True, metadata={"description": "The page to hand out: a path on this server."})


class BattleLinksSchema(ma.Schema):
    """The links of a battle."""

    items = fields.List(fields.Nested(BattleLinkSchema), required=True)


@blueprint.route("/<id:battle>/links")
class BattleLinks(MethodView):
    """The links of one battle."""

    @blueprint.response(200, BattleLinksSchema)
    def get(self, battle: str) -> Any:
        """List the links under which others can watch a battle, the oldest first."""
        return {"items": services().battles.spectators.of(battle)}

    @blueprint.arguments(NewBattleLink)
    @blueprint.response(201, HandedBattleLinkSchema)
    def post(self, body: dict[str, Any], battle: str) -> Any:
        """Make a link under which others watch a battle as it happens: what both players may see, and nothing else."""
        made = services().battles.spectators.make(battle, **body)
        page = url_for("web.battles.spectators.watch", battle=battle, token=made.token)
        return {**_plain(made.link), "token": made.token, "page": page}, 201, PRIVATE


@blueprint.route("/<id:battle>/links/<id:link>")
class BattleLink(MethodView):
    """One link of a battle."""

    @blueprint.response(204)
    def delete(self, battle: str, link: str) -> None:
        """Take a link back: from now on it opens nothing."""
        services().battles.spectators.take_back(battle, link)


def _plain(link: BattleLinkRow) -> dict[str, Any]:
    return {"id": link.id, "battle": link.battle, "name": link.name}
