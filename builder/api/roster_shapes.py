"""Shapes of what `/rosters` takes and answers, and the operations in them."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow import fields

from builder.api.current import services
from builder.api.fields import JsonObject, Operation, PagedChanges
from builder.api.findings import JudgementSchema, SummarySchema
from builder.operations import MOST_OPERATIONS
from builder.services.errors import Invalid
from builder.services.filing import LONGEST_NAME, LONGEST_TAG, MOST_TAGS
from datasheets.fields import Flag, Items, Strict, Text, Whole, document_message, unknown
from datasheets.problems import Problem
from datasheets.words import Message


class RosterItemSchema(ma.Schema):
    """A roster in a list."""

    id = fields.String(required=True)
    system = fields.String(required=True)
    name = fields.String(required=True)
    origin = fields.String(required=True, metadata={"enum": ["bundled", "user"]})
    version = fields.Integer(required=True)
    summary = fields.Nested(SummarySchema, required=True)
    tags = fields.List(fields.String(), required=True)
    archived = fields.Boolean(required=True, metadata={"description": "Put away: not on the usual list of the web form."})
    locked = fields.Boolean(required=True, metadata={"description": "Every change but unlocking is refused (409)."})
    href = fields.String(required=True)


class RosterSchema(RosterItemSchema):
    """A roster as it stands."""

    step = fields.Integer(required=True, metadata={"description": "The step of its history that it stands at."})
    can_undo = fields.Boolean(required=True)
    can_redo = fields.Boolean(required=True)
    tree = JsonObject("RosterTree", required=True)


class StepSchema(ma.Schema):
    """A step of a roster's history."""

    n = fields.Integer(required=True)
    parent = fields.Integer(required=True, allow_none=True, metadata={"description": "The step it was made on."})
    operations = fields.List(Operation(), required=True)
    muster = fields.String(required=True)
    name = fields.String(required=True, metadata={"description": "What the player called this version, or nothing."})


class PreviewSchema(JudgementSchema):
    """What a roster would be."""

    tree = JsonObject("RosterTree", required=True)


class RosterQuery(PagedChanges):
    """Which rosters are wanted."""

    system = Text(load_default="", most=80)
    text = Text(load_default="", most=200, metadata={"description": "A part of the name."})
    tag = Text(load_default="", most=40)
    archived = fields.Boolean(load_default=None, metadata={"description": "Only those put away, or only the others."})


def operations_field(least: int) -> Items:
    """Return the field of a list of operations."""
    options: dict[str, Any] = {"required": True} if least else {"load_default": ()}
    note = {"description": "What to do, in order; see /api/v1/schemas/operations."}
    return Items(Operation(), least=least, most=MOST_OPERATIONS, metadata=note, **options)


class NewRoster(Strict):
    """A roster to be made: of a system, a name and operations, or of a roster document."""

    system = Text(most=80, load_default=None)
    name = Text(most=200, load_default=None)
    operations = operations_field(0)
    document = JsonObject("RosterDocument", load_default=None)
    again = Flag(load_default=False, metadata={"description": "Of a document: make a roster even if one stands at it."})

    @ma.validates_schema
    def whole(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse what is neither and what is both."""
        given = [name for name in ("system", "name", "operations") if data[name]]
        if data["document"] is None and not {"system", "name"} <= set(given):
            missing = [name for name in ("system", "name") if name not in given]
            raise ma.ValidationError({name: [document_message("missing")] for name in missing})
        if data["document"] is not None and given:
            raise ma.ValidationError({name: [Message("refused.request.beside-document")] for name in given})


class Edit(Strict):
    """Operations to run, all or none."""

    operations = operations_field(1)


class Restore(Strict):
    """The step to go to."""

    step = Whole(least=1, most=1_000_000_000, required=True)


class Shelf(Strict):
    """How a roster is filed."""

    tags = Items(Text(least=1, most=LONGEST_TAG), most=MOST_TAGS, required=True)
    archived = Flag(required=True)
    locked = Flag(required=True)


class VersionName(Strict):
    """What a version is called."""

    name = Text(least=0, most=LONGEST_NAME, required=True, metadata={"description": "Nothing takes the name away."})


class Copy(Strict):
    """What the copy is called."""

    name = Text(most=200, load_default="")


def refuse_unknown_system(id: str) -> None:
    """Raise `Invalid` where a body names a system that is not there."""
    known = services().rosters.systems()
    if id not in known:
        raise Invalid((Problem("/system", unknown(id, known, "system")),))
