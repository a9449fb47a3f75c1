"""Shapes of what `/battles` takes and answers."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from builder.api.fields import Number, Paged
from builder.api.sources import TwoArmies
from builder.services.battles import BOTS, HUMAN, MOST_SEED, SEATS
from datasheets.fields import Choice as Word
from datasheets.fields import Items, Strict, Table, Text, Whole

DATA = {"description": "What it is about; docs/resolver.md lists it by kind."}


class NewBattle(TwoArmies):
    """A battle to begin."""

    mission = Text(most=80, load_default="", metadata={"description": "A mission of the system; its first by default."})
    seed = Whole(most=MOST_SEED, load_default=None, allow_none=True, metadata={"description": "Where all dice come from."})
    players = Items(
        Word((HUMAN, *BOTS)),
        least=2,
        most=2,
        load_default=(HUMAN, next(iter(BOTS))),
        metadata={"description": "Who plays each army."},
    )


class ChoiceBody(Strict):
    """The answer to the open decision."""

    decision = Whole(required=True, metadata={"description": "The decision's number."})
    kind = Text(most=40, required=True)
    data = Table(fields.Raw(allow_none=True), most=20, required=True, metadata=DATA)


class SeatSchema(ma.Schema):
    """Who plays an army."""

    seat = fields.String(required=True, metadata={"enum": list(SEATS)})
    player = fields.String(required=True)


class PendingSchema(ma.Schema):
    """The open decision, as anybody may know it."""

    id = fields.Integer(required=True)
    seat = fields.String(required=True, metadata={"enum": list(SEATS)})
    kind = fields.String(required=True)
    subject = fields.String(required=True)
    rule = fields.String(required=True)


class OutcomeSchema(ma.Schema):
    """How a battle ended."""

    winner = fields.String(required=True, allow_none=True, metadata={"description": "A seat; null for a draw."})
    victory_points = fields.List(Number(), required=True)
    rounds = fields.Integer(required=True)
    reason = fields.String(required=True)


class BattleSchema(ma.Schema):
    """How a battle stands."""

    id = fields.String(required=True)
    system = fields.String(required=True)
    name = fields.String(required=True)
    mission = fields.String(required=True)
    state = fields.String(required=True, metadata={"enum": ["waiting", "running", "over"]})
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    seed_digest = fields.String(required=True, metadata={"description": "Shows at the end that the seed was not changed."})
    seed = fields.Integer(required=True, allow_none=True, metadata={"description": "Null until the battle is over."})
    choices = fields.Integer(required=True)
    events = fields.Integer(required=True)
    pending = fields.Nested(PendingSchema, required=True, allow_none=True)
    outcome = fields.Nested(OutcomeSchema, required=True, allow_none=True)
    href = fields.String(required=True)


class StartedSchema(BattleSchema):
    """A new battle, with the tokens of its seats, which are shown this once."""

    tokens = fields.Dict(required=True, metadata={"description": "Token by seat; null where a program plays."})


class OptionSchema(ma.Schema):
    """A choice that is legal."""

    decision = fields.Integer(required=True)
    kind = fields.String(required=True)
    data = fields.Dict(required=True, metadata=DATA)


class OpenDecisionSchema(ma.Schema):
    """The open decision, as the one sees it who must make it."""

    id = fields.Integer(required=True)
    player = fields.Integer(required=True)
    kind = fields.String(required=True)
    subject = fields.String(required=True)
    rule = fields.String(required=True)
    data = fields.Dict(required=True, metadata=DATA)


class AskedSchema(ma.Schema):
    """What a seat is asked; `decision` is null while somebody else decides, or when all is over."""

    state = fields.String(required=True, metadata={"enum": ["waiting", "running", "over"]})
    decision = fields.Nested(OpenDecisionSchema, required=True, allow_none=True)
    options = fields.List(fields.Nested(OptionSchema), required=True)


class BattleQuery(Paged):
    """Which battles are wanted."""

    system = Text(load_default="", most=80)
