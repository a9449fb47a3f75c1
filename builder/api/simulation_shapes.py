"""Shapes of what `/simulations` takes and answers."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from builder.api.fields import Number, PagedChanges
from builder.api.sources import TwoArmies
from builder.services.simulations import LEAST_PRECISION, MOST_SERVED, STRONGEST
from datasheets.fields import Amount, Items, Strict, Text, Whole
from datasheets.fields import Choice as Word
from resolver.engine.record import MOST_SEED
from resolver.players import BOTS

PRECISION = {"description": "Stop when the share of A's wins is known to so many percentage points each way."}


class NewSimulation(TwoArmies):
    """A simulation to be played."""

    games = Whole(least=1, most=MOST_SERVED, load_default=200, metadata={"description": "How many games at most."})
    mission = Text(most=80, load_default="", metadata={"description": "A mission of the system; its first by default."})
    players = Items(
        Word(tuple(BOTS)),
        least=2,
        most=2,
        load_default=(STRONGEST, STRONGEST),
        metadata={"description": "Who plays A and B."},
    )
    seed = Whole(
        most=MOST_SEED,
        load_default=None,
        allow_none=True,
        metadata={"description": "Where all games come from; any if null."},
    )
    precision = Amount(least=LEAST_PRECISION, most=50, load_default=None, allow_none=True, metadata=PRECISION)


class MoreGames(Strict):
    """How far to go on."""

    games = Whole(
        least=1, most=MOST_SERVED, load_default=None, allow_none=True, metadata={"description": "As before if null."}
    )
    precision = Amount(least=LEAST_PRECISION, most=50, load_default=None, allow_none=True, metadata=PRECISION)


class SimulationQuery(PagedChanges):
    """Which simulations to list."""

    system = Text(most=80, load_default="", metadata={"description": "Only of this system."})


class SimulationSchema(ma.Schema):
    """A simulation as it stands."""

    id = fields.String(required=True)
    href = fields.String(required=True)
    system = fields.String(required=True)
    name = fields.String(required=True)
    mission = fields.String(required=True)
    players = fields.List(fields.String(), required=True)
    seed = fields.Integer(required=True)
    games = fields.Integer(required=True, metadata={"description": "How many are wanted at most."})
    precision = Number(required=True, allow_none=True)
    state = fields.String(required=True, metadata={"enum": ["queued", "running", "stopped", "done", "failed"]})
    problem = fields.String(required=True, metadata={"description": "Why it failed."})
    played = fields.Integer(required=True, metadata={"description": "How many games were played."})
    progress = fields.String(required=True, metadata={"description": "Where progress is told as server-sent events."})


class AverageSchema(ma.Schema):
    """A mean and its standard deviation."""

    mean = Number(required=True)
    spread = Number(required=True)


class MarginSchema(AverageSchema):
    """A's measure less B's; `counts` are pairs of a margin and in how many games it was so."""

    median = fields.Integer(required=True, allow_none=True)
    counts = fields.List(fields.List(fields.Integer()), required=True)


class RoundSchema(ma.Schema):
    """Averages of A and B after a battle round."""

    round = fields.Integer(required=True)
    models = fields.List(Number(), required=True)
    points = fields.List(Number(), metadata={"description": "Not there where no score is kept."})


class FirstSchema(ma.Schema):
    """In how many games an army acted first, and how many of these it won."""

    games = fields.Integer(required=True)
    won = fields.Integer(required=True)
    interval_95 = fields.List(Number(), required=True)


class UnitFateSchema(ma.Schema):
    """What became of a unit: averages for a game; `destroyed` is the share of games in which it was."""

    unit = fields.String(required=True)
    army = fields.String(required=True)
    name = fields.String(required=True)
    models = fields.Integer(required=True)
    destroyed = Number(required=True)
    models_lost = Number(required=True)
    wounds_lost = Number(required=True)
    models_taken = Number(required=True)
    wounds_taken = Number(required=True)
    markers = Number(required=True, metadata={"description": "How often it counted for a marker that its side controlled."})


class DecisiveSchema(ma.Schema):
    """A fact with which A wins more or less often than without it, beyond chance."""

    fact = fields.String(required=True, metadata={"enum": ["first", "alive", "charged", "joined", "held", "ahead"]})
    army = fields.String()
    unit = fields.String()
    marker = fields.Integer()
    round = fields.Integer()
    sentence = fields.String(required=True)
    games = fields.Integer(required=True)
    won = fields.Integer(required=True)
    other_games = fields.Integer(required=True)
    other_won = fields.Integer(required=True)
    share = Number(required=True)
    other_share = Number(required=True)
    difference = Number(required=True)


class AnswerSchema(ma.Schema):
    """What the games say."""

    games = fields.Integer(required=True)
    wins = fields.List(fields.Integer(), required=True, metadata={"description": "A's, B's, draws."})
    interval_95 = fields.List(Number(), required=True, metadata={"description": "Of A's share of wins."})
    intervals = fields.Dict(keys=fields.String(), values=fields.List(Number()), required=True)
    verdict = fields.String(required=True, metadata={"enum": ["a", "b", "even", "early"]})
    sentence = fields.String(required=True)
    seconds = Number(required=True, metadata={"description": "Processor time."})
    measure = fields.String(required=True, metadata={"enum": ["points", "models"]})
    victory_points = fields.Dict(keys=fields.String(), values=fields.Nested(AverageSchema), required=True, allow_none=True)
    models_left = fields.Dict(keys=fields.String(), values=fields.Nested(AverageSchema), required=True)
    margin = fields.Nested(MarginSchema, required=True)
    rounds = fields.List(fields.List(fields.Integer()), required=True)
    by_round = fields.List(fields.Nested(RoundSchema), required=True)
    first_turn = fields.Dict(keys=fields.String(), values=fields.Nested(FirstSchema), required=True)
    units = fields.List(fields.Nested(UnitFateSchema), required=True)
    decides = fields.List(fields.Nested(DecisiveSchema), required=True)


class SimulatedSchema(SimulationSchema):
    """A simulation with what its games say so far."""

    answer = fields.Nested(AnswerSchema, required=True)
    unresolved = fields.List(fields.Dict(), required=True, metadata={"description": "Abilities that are not played."})
