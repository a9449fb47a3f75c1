"""What became of a list of another program, as JSON."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from builder.api.fields import Number


class ForceMatchSchema(ma.Schema):
    """A force's catalogue: what the list names, and what is here."""

    uid = fields.String(required=True)
    name = fields.String(required=True)
    catalogue = fields.String(required=True)
    wanted = fields.String(required=True, metadata={"description": "What the list calls it."})
    revision = fields.Integer(required=True, metadata={"description": "That the list names; 0 where it names none."})
    found = fields.String(required=True, metadata={"description": "What is here; empty where nothing is."})
    found_revision = fields.Integer(required=True)
    system_revision = fields.Integer(required=True, metadata={"description": "Of the game system, likewise."})
    found_system_revision = fields.Integer(required=True)
    library = fields.String(
        required=True,
        metadata={"description": "The library that the named catalogue has become, where `found` is one that links to it."},
    )
    is_guess = fields.Boolean(
        required=True, metadata={"description": "Whether the list does not say it, and what is here has most of its units."}
    )
    other_revision = fields.Boolean(required=True)


class EditionSchema(ma.Schema):
    """An edition that a text may be of that says none, and how many of its names are found there; the first was taken."""

    system = fields.String(required=True)
    name = fields.String(required=True)
    found = fields.Integer(required=True)


class UnplacedSchema(ma.Schema):
    """A selection of the list; `selection` is its uid in the roster."""

    selection = fields.String(required=True)
    name = fields.String(required=True, metadata={"description": "As the list calls it."})
    number = fields.Integer(required=True)
    unit = fields.String(required=True)
    place = fields.String(required=True, metadata={"description": "The line of the file, or a JSON pointer."})


class ReadAsSchema(UnplacedSchema):
    """A selection that the catalogue calls otherwise."""

    entry = fields.String(required=True, metadata={"description": "As the catalogue calls it."})
    how = fields.String(required=True, metadata={"enum": ["segment", "name"]})


class MatchedSchema(ma.Schema):
    """How many selections matched in which way."""

    id = fields.Integer(required=True)
    segment = fields.Integer(required=True, metadata={"description": "By a part of the id."})
    name = fields.Integer(required=True)
    keyword = fields.Integer(required=True, metadata={"description": "The unit has it anyway."})
    none = fields.Integer(required=True, metadata={"description": "Kept in the roster, and marked."})


class OpenSchema(UnplacedSchema):
    """A selection whose name several entries have that fit what the list says; how many."""

    entries = fields.Integer(required=True)


class UnreadSchema(ma.Schema):
    """A line that was not understood."""

    place = fields.String(required=True)
    text = fields.String(required=True)


class CauseSchema(ma.Schema):
    """A selection whose cost in the list is not ours; no `selection` where the file's own total is no sum."""

    selection = fields.String(required=True)
    name = fields.String(required=True)
    stated = Number(required=True)
    ours = Number(required=True)
    why = fields.String(required=True, metadata={"enum": ["unplaced", "revision", "added", "data", "file"]})


class TotalSchema(ma.Schema):
    """A total that the list states beside ours; the causes explain the whole difference."""

    cost = fields.String(required=True)
    stated = Number(required=True)
    ours = Number(required=True)
    causes = fields.List(fields.Nested(CauseSchema), required=True)


class PlacingSchema(ma.Schema):
    """The report on one list; `source` is what it was given as, `roster` the id of the roster that it is now."""

    source = fields.String(required=True)
    roster = fields.String(required=True)
    format = fields.String(
        required=True, metadata={"enum": ["ros", "newrecruit", "battlescribe-text", "event-text", "posted-text"]}
    )
    name = fields.String(required=True)
    forces = fields.List(fields.Nested(ForceMatchSchema), required=True)
    editions = fields.List(fields.Nested(EditionSchema), required=True)
    matched = fields.Nested(MatchedSchema, required=True)
    read_as = fields.List(fields.Nested(ReadAsSchema), required=True)
    open = fields.List(fields.Nested(OpenSchema), required=True)
    unplaced = fields.List(fields.Nested(UnplacedSchema), required=True)
    unread = fields.List(fields.Nested(UnreadSchema), required=True)
    totals = fields.List(fields.Nested(TotalSchema), required=True)
