"""Shapes of what `/battles` takes and answers."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from builder.api.fields import JsonObject, Number, Paged, PagedChanges, QueryAmount, QueryWhole, Shaped
from builder.api.sources import TwoArmies
from builder.services.battles import BOTS, HUMAN, MOST_SEED, SEATS
from builder.services.following import MOST_SECONDS
from datasheets.fields import Choice as Word
from datasheets.fields import Items, Strict, Table, Text, Whole
from resolver.engine.decision import ChoiceShape
from resolver.engine.record import MOST_CHOICES

DATA = {"description": "What it is about; docs/decisions.md lists it by kind."}


class NewBattle(TwoArmies):
    """A battle to begin."""

    mission = Text(most=80, load_default="", metadata={"description": "A mission of the system; its first by default."})
    seed = Whole(
        most=MOST_SEED,
        load_default=None,
        allow_none=True,
        metadata={"description": "Where all dice come from. Where two people play, the server draws it: leave it out."},
    )
    players = Items(
        Word((HUMAN, *BOTS)),
        least=2,
        most=2,
        load_default=(HUMAN, next(iter(BOTS))),
        metadata={"description": "Who plays each army."},
    )


class AbilityShareSchema(ma.Schema):
    """How many of an army's abilities are played wholly."""

    name = fields.String(required=True)
    played = fields.Integer(required=True)
    all = fields.Integer(required=True)


class UnplayedSchema(ma.Schema):
    """An ability that is not played, or not wholly, by its name."""

    name = fields.String(required=True)
    units = fields.List(fields.String(), required=True)
    texts = fields.List(fields.String(), required=True)
    effects = fields.List(fields.String(), required=True, metadata={"description": "Kinds of effects that are not played."})


class AssumedSchema(ma.Schema):
    """What the documents do not say."""

    what = fields.String(required=True, metadata={"description": "base, height, or characteristics: who takes no part."})
    value = fields.String(required=True)
    units = fields.List(fields.String(), required=True)
    profiles = fields.List(fields.String(), required=True)


class MissingSchema(ma.Schema):
    """What does not exist in the battle."""

    what = fields.String(required=True, metadata={"description": "stratagems, command-points, powers or transports."})
    names = fields.List(fields.String(), required=True)
    units = fields.List(fields.String(), required=True)


class CoverageSchema(ma.Schema):
    """How much of two armies a battle plays; units and armies by the names that the log gives them."""

    abilities = fields.List(fields.Nested(AbilityShareSchema), required=True)
    unplayed = fields.List(fields.Nested(UnplayedSchema), required=True)
    assumed = fields.List(fields.Nested(AssumedSchema), required=True)
    missing = fields.List(fields.Nested(MissingSchema), required=True)


class ChoiceBody(ChoiceShape):
    """The answer to the open decision; `standing` makes it the answer to all further ones of its kind, until when."""

    decision = Whole(required=True, metadata={"description": "The decision's number."})
    data = Table(fields.Raw(allow_none=True), most=20, required=True, metadata=DATA)


class UndoBody(Strict):
    """What is to be taken back."""

    choices = Whole(
        most=MOST_CHOICES,
        load_default=None,
        allow_none=True,
        metadata={"description": "How many choices stay; null: back to the last decision of your seat."},
    )


class ForkBody(Strict):
    """Where a new battle leaves another one."""

    choices = Whole(most=MOST_CHOICES, required=True, metadata={"description": "How many choices it takes over."})
    players = Items(
        Word((HUMAN, *BOTS)),
        most=2,
        load_default=(),
        metadata={"description": "Who plays each army; as there, if not said."},
    )


class RecordBody(Strict):
    """A record to go on from."""

    record = JsonObject("BattleRecord", required=True)
    players = Items(
        Word((HUMAN, *BOTS)),
        most=2,
        load_default=(),
        metadata={"description": "Who plays each army; as recorded, if not said."},
    )


class FollowQuery(Paged):
    """Which events are wanted."""

    undos = QueryWhole(
        load_default=None,
        metadata={"description": "`undos` of the page that you read last: what was taken back since then comes again."},
    )
    wait = QueryAmount(
        most=MOST_SECONDS,
        load_default=0.0,
        metadata={"description": "For how many seconds to wait for something new."},
    )
    told = fields.Boolean(
        load_default=False,
        metadata={"description": "Whether each event comes with its sentence, in the language of `Accept-Language`."},
    )


class EventsSchema(ma.Schema):
    """Events, and where to go on."""

    items = fields.List(Shaped("Event"), required=True)
    next = fields.Integer(required=True, allow_none=True)
    start = fields.Integer(
        required=True,
        metadata={
            "description": "The number that this begins at. Below what you asked for: forget what you have from it on."
        },
    )
    undos = fields.Integer(required=True, metadata={"description": "How often choices were taken back."})


class SeatSchema(ma.Schema):
    """Who plays an army."""

    seat = fields.String(required=True, metadata={"enum": list(SEATS)})
    player = fields.String(required=True)


class OriginSchema(ma.Schema):
    """The battle that this one was forked from."""

    battle = fields.String(required=True)
    choices = fields.Integer(required=True)
    events_digest = fields.String(required=True)


SECRET = "Null where the kind of decision is secret"


class PendingSchema(ma.Schema):
    """The open decision, as anybody may know it."""

    id = fields.Integer(required=True)
    seat = fields.String(required=True, metadata={"enum": list(SEATS)})
    kind = fields.String(
        required=True, allow_none=True, metadata={"description": f"{SECRET}; `GET decision` tells its seat."}
    )
    subject = fields.String(required=True, allow_none=True, metadata={"description": SECRET})
    rule = fields.String(required=True, allow_none=True, metadata={"description": SECRET})


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
    seed_digest = fields.String(
        required=True,
        metadata={
            "description": "SHA-256 of `muster seed <salt> <seed>` (without a salt `muster seed <seed>`): "
            "shows at the end that the seed was not changed."
        },
    )
    seed = fields.Integer(required=True, allow_none=True, metadata={"description": "Null until the battle is over."})
    salt = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": 'Null until the battle is over; "" where two people do not play.'},
    )
    choices = fields.Integer(required=True)
    events = fields.Integer(required=True)
    undos = fields.Integer(required=True, metadata={"description": "How often choices were taken back."})
    wishes = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(allow_none=True),
        required=True,
        metadata={"description": "By seat: how many choices are to stay; null: no wish."},
    )
    origin = fields.Nested(OriginSchema, required=True, allow_none=True)
    pending = fields.Nested(PendingSchema, required=True, allow_none=True)
    outcome = fields.Nested(OutcomeSchema, required=True, allow_none=True)
    href = fields.String(required=True)


class StartedSchema(BattleSchema):
    """A new battle, with the tokens of its seats, which are shown this once."""

    tokens = fields.Dict(
        keys=fields.String(),
        values=fields.String(allow_none=True),
        required=True,
        metadata={"description": "Token by seat; null where a program plays."},
    )


class AskedSchema(ma.Schema):
    """What a seat is asked; `decision` is null while somebody else decides, or when all is over."""

    state = fields.String(required=True, metadata={"enum": ["waiting", "running", "over"]})
    decision = Shaped("OpenDecision", required=True, allow_none=True)
    question = fields.String(required=True, allow_none=True, metadata={"description": "The decision in words."})
    finite = fields.Boolean(
        required=True, metadata={"description": "Whether `options` are all that is legal; else they are proposals."}
    )
    options = fields.List(Shaped("Choice"), required=True)
    labels = fields.List(fields.String(), required=True, metadata={"description": "What each option does, in words."})


class BattleQuery(PagedChanges):
    """Which battles are wanted."""

    system = Text(load_default="", most=80)
