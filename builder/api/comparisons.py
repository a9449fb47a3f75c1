"""`/comparisons`: what differs between any two armies."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask.views import MethodView
from marshmallow import fields

from builder.api.bodies import Blueprint
from builder.api.current import services
from builder.api.sources import TwoArmies
from exports.document.differences import to_json

blueprint = Blueprint("comparisons", __name__, url_prefix="/comparisons", description="What differs between two armies.")


class ChangeSchema(ma.Schema):
    """One thing that differs."""

    what = fields.String(required=True, metadata={"description": "name, models, units, wounds, cost, equipment, ..."})
    key = fields.String(required=True, metadata={"description": "Which cost; power_level is the army's size."})
    before = fields.List(fields.Raw(allow_none=True), required=True)
    after = fields.List(fields.Raw(allow_none=True), required=True)


class ComparedUnitSchema(ma.Schema):
    """A unit of one army."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    title = fields.String(required=True)
    datasheet = fields.String(required=True)
    models = fields.Integer(required=True)
    costs = fields.Dict(keys=fields.String(), values=fields.Float(), required=True, metadata={"description": "By cost."})


class UnitDifferenceSchema(ma.Schema):
    """A unit that is not the same in both; null where it is in one only."""

    before = fields.Nested(ComparedUnitSchema, required=True, allow_none=True)
    after = fields.Nested(ComparedUnitSchema, required=True, allow_none=True)
    changes = fields.List(fields.Nested(ChangeSchema), required=True)


class ComparisonSchema(ma.Schema):
    """What differs between army `a` (before) and army `b` (after)."""

    totals = fields.List(fields.Nested(ChangeSchema), required=True)
    units = fields.List(fields.Nested(UnitDifferenceSchema), required=True)
    same = fields.Integer(required=True, metadata={"description": "How many units are the same in both."})
    alike = fields.List(
        fields.Nested(ComparedUnitSchema),
        required=True,
        metadata={"description": "These units, as the second army has them."},
    )


@blueprint.route("")
class Comparisons(MethodView):
    """Comparing two armies."""

    @blueprint.arguments(TwoArmies)
    @blueprint.response(200, ComparisonSchema)
    def post(self, body: dict[str, Any]) -> Any:
        """Say what differs between two armies: units, models, costs, equipment, keywords, statements."""
        return to_json(services().comparisons.of(body["a"], body["b"]).difference)
