"""Kinds of decisions of the steps that any ruleset may take, and the fields of answers.

Who is asked and what `decision.data` says stands in docs/resolver.md; a test holds the two together.
"""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from datasheets.fields import Amount, Flag, Items, Part, Strict, Text, Whole
from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Aim, DecisionKinds, decisions_by_name, finite, one_of, open_kind, shape, yes_no
from resolver.engine.game import Game
from resolver.engine.telling import word_of
from resolver.shared import labels, rerolls, selecting
from resolver.shared.attacks import volleys
from resolver.shared.field import objectives
from resolver.shared.moves import deployment, placing
from resolver.shared.moves.snapping import snap_placement, snap_point

MOST_MODELS = 1000
MOST_LEGS = 50


class Coordinate(fields.Field[float]):
    """A coordinate, an angle or a model's index within a list of numbers."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> float:
        found: float = Amount(least=-1000, most=1000).deserialize(value)
        return found


class ModelMove(Strict):
    """The path of one model: the poses (x, y, facing) it goes through after where it stands."""

    model = Whole(required=True, most=MOST_MODELS)
    path = Items(Items(Coordinate(), least=3, most=3), least=1, most=MOST_LEGS, required=True)


def model() -> Whole:
    """Return the field for the index of a model."""
    return Whole(required=True, most=MOST_MODELS)


def moves(*, null: bool = False) -> Items:
    """Return the field for the moves of a unit, `null` where it may make none at all."""
    return Items(Part(ModelMove), most=MOST_MODELS, required=True, allow_none=null)


def poses() -> Items:
    """Return the field for where models are set up, null for nowhere."""
    return Items(Items(Coordinate(), least=4, most=4), most=MOST_MODELS, required=True, allow_none=True)


def _order(game: Game, decision: Decision) -> list[Data]:
    return [{"first": index} for index in range(len(decision.data["effects"]))]


UNIT, MODEL = Aim("unit", "unit"), Aim("model", "model")
ARRIVAL = Aim("placements", "poses", snap_placement(lambda game, unit: placing.anywhere))

SHARED_DECISIONS: DecisionKinds = decisions_by_name(
    (
        finite(
            "select",
            shape(unit=Text(required=True, allow_none=True)),
            selecting.options,
            labels.label_selection,
            aim=UNIT,
            about=("to",),
            values=word_of("to", "to"),
            deploys=True,
        ),
        finite("order", shape(first=Whole(required=True)), _order, labels.label_order),
        finite(
            "pick-unit",
            shape(unit=Text(required=True)),
            one_of("unit", "units"),
            labels.label_unit,
            aim=UNIT,
            about=("ability",),
        ),
        finite(
            "re-roll",
            shape(again=Flag(required=True)),
            yes_no("again"),
            labels.WordLabel("re-roll", "again"),
            about=("ability",),
            unasked="re-roll.once",
        ),
        finite(
            "roll-again",
            shape(die=Whole(required=True, allow_none=True)),
            rerolls.options,
            labels.label_die,
            values=word_of("roll", "die"),
            variant=lambda decision: "" if decision.subject else "own",
        ),
        open_kind(
            "place-marker",
            shape(at=Items(Coordinate(), least=2, most=2, required=True)),
            objectives.place_options,
            objectives.place_check,
            labels.label_point,
            aim=Aim("point", "at", snap_point),
        ),
        finite(
            "count-for",
            shape(marker=Whole(required=True)),
            one_of("marker", "markers"),
            labels.number_label("count-for", "marker", "number"),
        ),
        open_kind(
            "set-up",
            shape(poses=poses(), reserves=Flag(required=True)),
            deployment.set_up_options,
            deployment.set_up_check,
            labels.label_poses,
            aim=Aim("placements", "poses", snap_placement(deployment.set_up_places)),
            deploys=True,
        ),
        finite("resolve", shape(group=Whole(required=True)), volleys.order_options, labels.label_group),
        finite("allocate", shape(model=model()), one_of("model", "models"), labels.label_model, aim=MODEL),
        finite("casualty", shape(model=model()), one_of("model", "models"), labels.label_model, aim=MODEL),
    )
)
