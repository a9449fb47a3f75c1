"""All kinds of decisions of this edition: the shape of the answer, what may be answered, why an answer is refused.

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
from resolver.rulesets.wh40k_9e import (
    charge,
    closing,
    deployment,
    melee,
    mission_only_war,
    morale,
    movement,
    objectives,
    psychic,
    reinforcements,
    selecting,
    shooting,
    transports,
    volleys,
)

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


def _model() -> Whole:
    return Whole(required=True, most=MOST_MODELS)


def _moves(*, null: bool = False) -> Items:
    return Items(Part(Step), most=MOST_MODELS, required=True, allow_none=null)


def _poses() -> Items:
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


def _yes_no(name: str) -> Options:
    return lambda game, decision: ({name: True}, {name: False})


def _rows(name: str, source: str) -> Options:
    return lambda game, decision: ({name: value} for value in decision.data[source])


def _embark(game: Game, decision: Decision) -> Iterable[Data]:
    return ({"transport": transport} for transport in (None, *decision.data["transports"]))


def _order(game: Game, decision: Decision) -> Iterable[Data]:
    return ({"first": index} for index in range(len(decision.data["effects"])))


DECISIONS: Mapping[str, DecisionKind] = {
    "warlord": finite(shape(model=_model()), mission_only_war.warlord_options),
    "place-marker": proposed(
        shape(at=Items(Number(), least=2, most=2, required=True)), objectives.place_options, objectives.place_check
    ),
    "choose-zone": finite(shape(zone=Whole(required=True)), lambda g, d: ({"zone": 1}, {"zone": 2})),
    "split": listed(
        shape(models=Items(Whole(most=MOST_MODELS), most=MOST_MODELS, required=True)),
        deployment.split_options,
        deployment.split_check,
    ),
    "start-embarked": proposed(
        shape(embarked=Table(Whole(most=MOST_MODELS), most=200, required=True)),
        transports.start_options,
        transports.start_check,
    ),
    "select": finite(shape(unit=Text(required=True, allow_none=True)), selecting.options),
    "set-up": proposed(
        shape(poses=_poses(), reserves=Flag(required=True)), deployment.set_up_options, deployment.set_up_check
    ),
    "choose-turn": finite(
        shape(turn=Choice(("first", "second"), required=True)), lambda g, d: ({"turn": "first"}, {"turn": "second"})
    ),
    "order": finite(shape(first=Whole(required=True)), _order),
    "pick-unit": finite(shape(unit=Text(required=True)), _rows("unit", "units")),
    "re-roll": finite(shape(again=Flag(required=True)), _yes_no("again")),
    "count-for": finite(shape(marker=Whole(required=True)), _rows("marker", "markers")),
    "move": proposed(
        shape(
            kind=Choice(("stationary", "none", "normal", "advance", "fall-back"), required=True),
            moves=Items(Part(Step), most=MOST_MODELS, load_default=list),
        ),
        movement.options,
        movement.check,
    ),
    "advance": proposed(shape(moves=_moves(null=True)), movement.advance_options, movement.advance_check),
    "embark": finite(shape(transport=Whole(required=True, allow_none=True, most=MOST_MODELS)), _embark),
    "disembark": proposed(shape(poses=_poses()), transports.disembark_options, transports.disembark_check),
    "arrive": proposed(shape(poses=_poses()), reinforcements.options, reinforcements.check),
    "power": finite(shape(power=Text(required=True, allow_none=True)), psychic.power_options),
    "deny": finite(shape(unit=Text(required=True, allow_none=True)), psychic.deny_options),
    "shots": proposed(shape(shots=Items(Part(Shot), most=10_000, required=True)), shooting.options, shooting.check),
    "allocate": finite(shape(model=_model()), _rows("model", "models")),
    "resolve": finite(shape(group=Whole(required=True)), volleys.order_options),
    "charge": proposed(shape(targets=Items(Text(), most=200, required=True)), charge.target_options, charge.target_check),
    "overwatch": finite(shape(fire=Flag(required=True)), _yes_no("fire")),
    "charge-move": proposed(shape(moves=_moves(null=True)), charge.move_options, charge.move_check),
    "heroic-move": proposed(shape(moves=_moves()), closing.options, closing.check),
    "pile-in": proposed(shape(moves=_moves()), closing.options, closing.check),
    "melee": proposed(shape(attacks=Items(Part(Blow), most=10_000, required=True)), melee.options, melee.check),
    "consolidate": proposed(shape(moves=_moves()), closing.options, closing.check),
    "flee": finite(shape(model=_model()), morale.model_options),
    "remove": finite(shape(model=_model()), morale.remove_options),
    "casualty": finite(shape(model=_model()), morale.model_options),
}
