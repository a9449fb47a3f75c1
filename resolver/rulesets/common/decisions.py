"""The kinds of decisions that editions share: the shape of the answer, what may be answered, why an answer is refused.

Who is asked and what `decision.data` says stands in docs/resolver.md; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from marshmallow import fields

from datasheets.fields import Amount, Choice, Flag, Items, Part, Strict, Table, Text, Whole
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import DecisionKind
from resolver.rulesets.common import selecting, spares
from resolver.rulesets.common.attacks import melee, shooting, volleys
from resolver.rulesets.common.effects import psychic
from resolver.rulesets.common.field import objectives
from resolver.rulesets.common.moves import charge, closing, deployment, dividing, movement, reinforcements, transports
from resolver.rulesets.common.units import warlords

MOST_MODELS = 1000
MOST_LEGS = 50

Options = Callable[[Game, Decision], Iterable[Data]]
Check = Callable[[Game, Decision, Data], Refusal | None]


class Number(fields.Field[float]):
    """A coordinate, an angle or a model's index within a list of numbers."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> float:
        found: float = Amount(least=-1000, most=1000).deserialize(value)
        return found


class Step(Strict):
    """The path of one model: the poses (x, y, facing) it goes through after where it stands."""

    model = Whole(required=True, most=MOST_MODELS)
    path = Items(Items(Number(), least=3, most=3), least=1, most=MOST_LEGS, required=True)


class Shot(Strict):
    """One weapon of one model at one target."""

    model = Whole(required=True, most=MOST_MODELS)
    slot = Whole(required=True, most=100)
    profile = Whole(required=True, most=100)
    target = Text(required=True)


class Blow(Strict):
    """Attacks of one model with one melee weapon at one target; slot -1 is the close combat weapon."""

    model = Whole(required=True, most=MOST_MODELS)
    slot = Whole(required=True, least=-1, most=100)
    profile = Whole(required=True, most=100)
    target = Text(required=True)
    number = Whole(required=True, least=1, most=1000)


def shape(**declared: fields.Field[Any]) -> Strict:
    """Return the schema of an answer."""
    made: type[Strict] = Strict.from_dict(dict(declared), name="Answer")  # type: ignore[assignment]
    return made()


def model() -> Whole:
    """Return the field for the index of a model."""
    return Whole(required=True, most=MOST_MODELS)


def moves(*, null: bool = False) -> Items:
    """Return the field for the moves of a unit, `null` where it may make none at all."""
    return Items(Part(Step), most=MOST_MODELS, required=True, allow_none=null)


def poses() -> Items:
    """Return the field for where models are set up, null for nowhere."""
    return Items(Items(Number(), least=4, most=4), most=MOST_MODELS, required=True, allow_none=True)


def finite(answer: Strict, options: Options) -> DecisionKind:
    """Return a kind of which every legal answer is offered, and nothing else is legal."""

    def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
        return None if any(data == offer for offer in options(game, decision)) else Refusal(decision.rule, "not-offered")

    return DecisionKind(answer, options, check)


def proposed(answer: Strict, options: Options, check: Check) -> DecisionKind:
    """Return a kind with more legal answers than can be listed: proposals, and a check of anything submitted."""
    return DecisionKind(answer, options, check, finite=False)


def listed(answer: Strict, options: Options, check: Check) -> DecisionKind:
    """Return a kind of which every sensible answer is offered, and whose check knows the rule that an answer breaks."""
    return DecisionKind(answer, options, check)


def yes_no(name: str) -> Options:
    """Return the options of a decision between yes and no."""
    return lambda game, decision: ({name: True}, {name: False})


def _rows(name: str, source: str) -> Options:
    return lambda game, decision: ({name: value} for value in decision.data[source])


def _embark(game: Game, decision: Decision) -> Iterable[Data]:
    return ({"transport": transport} for transport in (None, *decision.data["transports"]))


def _order(game: Game, decision: Decision) -> Iterable[Data]:
    return ({"first": index} for index in range(len(decision.data["effects"])))


def _saves(game: Game, decision: Decision) -> Iterable[Data]:
    return ({"save": row["save"]} for row in decision.data["saves"])


SHARED: Mapping[str, DecisionKind] = {
    "warlord": finite(shape(model=model()), warlords.options),
    "choose-zone": finite(shape(zone=Whole(required=True)), lambda g, d: ({"zone": 1}, {"zone": 2})),
    "set-up": proposed(
        shape(poses=poses(), reserves=Flag(required=True)), deployment.set_up_options, deployment.set_up_check
    ),
    "choose-turn": finite(
        shape(turn=Choice(("first", "second"), required=True)), lambda g, d: ({"turn": "first"}, {"turn": "second"})
    ),
    "split": listed(
        shape(models=Items(Whole(most=MOST_MODELS), most=MOST_MODELS, required=True)), dividing.options, dividing.check
    ),
    "flee": finite(shape(model=model()), selecting.model_options),
    "casualty": finite(shape(model=model()), _rows("model", "models")),
    "place-marker": proposed(
        shape(at=Items(Number(), least=2, most=2, required=True)), objectives.place_options, objectives.place_check
    ),
    "start-embarked": proposed(
        shape(embarked=Table(Whole(most=MOST_MODELS), most=200, required=True)),
        transports.start_options,
        transports.start_check,
    ),
    "select": finite(shape(unit=Text(required=True, allow_none=True)), selecting.options),
    "order": finite(shape(first=Whole(required=True)), _order),
    "pick-unit": finite(shape(unit=Text(required=True)), _rows("unit", "units")),
    "re-roll": finite(shape(again=Flag(required=True)), yes_no("again")),
    "roll-again": finite(shape(die=Whole(required=True, allow_none=True)), spares.options),
    "count-for": finite(shape(marker=Whole(required=True)), _rows("marker", "markers")),
    "move": proposed(
        shape(
            kind=Choice(("stationary", "none", "normal", "advance", "fall-back"), required=True),
            moves=Items(Part(Step), most=MOST_MODELS, load_default=list),
        ),
        movement.options,
        movement.check,
    ),
    "advance": proposed(shape(moves=moves(null=True)), movement.advance_options, movement.advance_check),
    "embark": finite(shape(transport=Whole(required=True, allow_none=True, most=MOST_MODELS)), _embark),
    "disembark": proposed(shape(poses=poses()), transports.disembark_options, transports.disembark_check),
    "arrive": proposed(shape(poses=poses()), reinforcements.options, reinforcements.check),
    "power": finite(shape(power=Text(required=True, allow_none=True)), psychic.power_options),
    "deny": finite(shape(unit=Text(required=True, allow_none=True)), psychic.deny_options),
    "shots": proposed(shape(shots=Items(Part(Shot), most=10_000, required=True)), shooting.options, shooting.check),
    "allocate": finite(shape(model=model()), _rows("model", "models")),
    "toughness": finite(shape(toughness=Whole(required=True)), _rows("toughness", "values")),
    "save": finite(shape(save=Choice(("armour", "invulnerable"), required=True)), _saves),
    "resolve": finite(shape(group=Whole(required=True)), volleys.order_options),
    "charge": proposed(shape(targets=Items(Text(), most=200, required=True)), charge.target_options, charge.target_check),
    "overwatch": finite(shape(fire=Flag(required=True)), yes_no("fire")),
    "charge-move": proposed(shape(moves=moves(null=True)), charge.move_options, charge.move_check),
    "heroic-move": proposed(shape(moves=moves()), closing.options, closing.check),
    "pile-in": proposed(shape(moves=moves()), closing.options, closing.check),
    "melee": proposed(shape(attacks=Items(Part(Blow), most=10_000, required=True)), melee.options, melee.check),
    "consolidate": proposed(shape(moves=moves()), closing.options, closing.check),
}
