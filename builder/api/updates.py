"""What newer versions of its catalogues would make of a roster, as JSON."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow import fields

from builder.api.fields import Number, Operation
from builder.api.findings import FindingSchema, SummarySchema, finding_json
from builder.services.updates import RosterUpdate


class MoveSchema(ma.Schema):
    """A force whose catalogue has a newer version."""

    force = fields.String(required=True)
    name = fields.String(required=True)
    catalogue = fields.String(required=True)
    pin = fields.String(required=True)
    newest = fields.String(required=True)
    revision_before = fields.Integer(required=True, allow_none=True)
    revision_after = fields.Integer(required=True)


class CostChangeSchema(ma.Schema):
    """A cost before and after."""

    cost = fields.String(required=True)
    name = fields.String(required=True)
    before = Number(required=True)
    after = Number(required=True)


class UnitChangeSchema(ma.Schema):
    """A unit that costs something else, or whose entry is gone."""

    unit = fields.String(required=True)
    name = fields.String(required=True)
    gone = fields.Boolean(required=True)
    costs = fields.List(fields.Nested(CostChangeSchema), required=True)


class OptionChangeSchema(ma.Schema):
    """A selection whose entry is gone, there again, or has another name."""

    selection = fields.String(required=True)
    unit = fields.String(required=True)
    name = fields.String(required=True)
    change = fields.String(required=True, metadata={"enum": ["gone", "back", "renamed"]})
    now = fields.String(required=True, metadata={"description": "Its name afterwards."})


class RosterUpdateSchema(ma.Schema):
    """What changes in a roster, and the operations that accept it; without forces there is nothing newer."""

    roster = fields.String(required=True)
    name = fields.String(required=True)
    version = fields.Integer(required=True)
    before = fields.Nested(SummarySchema, required=True)
    after = fields.Nested(SummarySchema, required=True)
    forces = fields.List(fields.Nested(MoveSchema), required=True)
    costs = fields.List(fields.Nested(CostChangeSchema), required=True)
    units = fields.List(fields.Nested(UnitChangeSchema), required=True)
    options = fields.List(fields.Nested(OptionChangeSchema), required=True)
    operations = fields.List(Operation(), required=True)
    broken = fields.List(fields.Nested(FindingSchema), required=True)
    settled = fields.List(fields.Nested(FindingSchema), required=True)


def update_json(update: RosterUpdate) -> dict[str, Any]:
    """Return an update with its findings in words."""
    system = update.after.system.id
    return {
        **update.plain(),
        "broken": [finding_json(each, system) for each in update.broken],
        "settled": [finding_json(each, system) for each in update.settled],
    }
