"""`/rosters/findings` and `/rosters/deletions`: several rosters judged, or deleted, by one request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields

from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.findings import JudgementSchema, judgement_json
from builder.services.bulk import MOST_DELETED, MOST_JUDGED
from datasheets.fields import Flag, Items, Part, Strict, Text, Whole
from datasheets.words import Message

blueprint = Blueprint("bulk", __name__, url_prefix="/rosters", description="Several rosters at once.")


class RosterIds(Strict):
    """Which rosters are to be judged."""

    rosters = Items(Text(most=80), least=1, most=MOST_JUDGED, required=True)
    fixes = Flag(load_default=False, metadata={"description": "Try fixes out too; without it no finding has any."})

    @ma.validates_schema
    def once(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse a roster that is named twice."""
        refuse_twice(data["rosters"])


class RosterVersion(Strict):
    """A roster in the version that was read."""

    id = Text(most=80, required=True)
    version = Whole(least=1, most=1_000_000_000, required=True)


class Deletion(Strict):
    """Which rosters are to be deleted: all of them, or none."""

    rosters = Items(Part(RosterVersion), least=1, most=MOST_DELETED, required=True)

    @ma.validates_schema
    def once(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse a roster that is named twice."""
        refuse_twice([each["id"] for each in data["rosters"]])


class RosterJudgementSchema(JudgementSchema):
    """A stored roster's judgement."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)


class RosterJudgementsSchema(ma.Schema):
    """Judgements, in the order in which they were asked for."""

    items = fields.List(fields.Nested(RosterJudgementSchema), required=True)


@blueprint.route("/findings")
class ManyFindings(MethodView):
    """Judgements of several rosters."""

    @blueprint.arguments(RosterIds)
    @blueprint.response(200, RosterJudgementsSchema)
    def post(self, body: dict[str, Any]) -> Any:
        """Judge several rosters: what each amounts to and every finding; fixes only where they are asked for."""
        judged = services().bulk.judge(body["rosters"], fixes=body["fixes"])
        return {"items": [{"id": row.id, "version": row.version, **judgement_json(each.verdict)} for row, each in judged]}


@blueprint.route("/deletions")
class Deletions(MethodView):
    """Several rosters deleted."""

    @blueprint.arguments(Deletion)
    @blueprint.response(204)
    def post(self, body: dict[str, Any]) -> None:
        """Delete several rosters with their histories, each in the version that was read: all of them, or none."""
        services().bulk.delete([(each["id"], each["version"]) for each in body["rosters"]])


def refuse_twice(ids: Sequence[str]) -> None:
    """Raise `ValidationError` with the place of each id that stands there a second time."""
    again = {at: [Message("refused.request.twice")] for at, id in enumerate(ids) if id in ids[:at]}
    if again:
        raise ma.ValidationError({"rosters": again})
