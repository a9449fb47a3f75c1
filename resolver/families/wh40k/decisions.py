"""The kinds of decisions that this game's editions share: those of shared steps with what they are worth here, and its own.

Who is asked and what `decision.data` says stands in docs/resolver.md; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable

from datasheets.fields import Choice, Flag, Items, Part, Strict, Table, Text, Whole
from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import (
    Aim,
    DecisionKinds,
    Plan,
    decisions_by_name,
    finite,
    finite_kind,
    one_of,
    open_kind,
    shape,
    with_worth,
    yes_no,
)
from resolver.engine.game import Game
from resolver.families.wh40k import aims, labels, psychic
from resolver.families.wh40k.attacks import melee, shooting
from resolver.families.wh40k.attacks.forecast import forecast_blows, forecast_shots
from resolver.families.wh40k.moves import charge, closing, dividing, movement, reinforcements, transports
from resolver.families.wh40k.units import warlords
from resolver.families.wh40k.valuation import markers, powers, strikes, turns
from resolver.families.wh40k.valuation import moves as going
from resolver.families.wh40k.valuation.planned import assault, passengers, targets
from resolver.families.wh40k.valuation.planned import movement as planned
from resolver.shared import selecting
from resolver.shared.decisions import ARRIVAL, MODEL, MOST_MODELS, SHARED_DECISIONS, UNIT, ModelMove, model, moves, poses
from resolver.shared.labels import (
    WordLabel,
    label_blows,
    label_model,
    label_moves,
    label_poses,
    label_shots,
    label_unit,
    label_zone,
)


class ShotRow(Strict):
    """One weapon of one model at one target."""

    model = Whole(required=True, most=MOST_MODELS)
    slot = Whole(required=True, most=100)
    profile = Whole(required=True, most=100)
    target = Text(required=True)


class MeleeRow(Strict):
    """Attacks of one model with one melee weapon at one target; slot -1 is the close combat weapon."""

    model = Whole(required=True, most=MOST_MODELS)
    slot = Whole(required=True, least=-1, most=100)
    profile = Whole(required=True, most=100)
    target = Text(required=True)
    number = Whole(required=True, least=1, most=1000)


def _embark(game: Game, decision: Decision) -> Iterable[Data]:
    return ({"transport": transport} for transport in (None, *decision.data["transports"]))


def _saves(game: Game, decision: Decision) -> Iterable[Data]:
    return ({"save": row["save"]} for row in decision.data["saves"])


_WEIGHED = (
    with_worth(SHARED_DECISIONS["select"], turns.select, Plan(assault.select)),
    with_worth(SHARED_DECISIONS["pick-unit"], powers.pick_values),
    with_worth(SHARED_DECISIONS["re-roll"], powers.again),
    with_worth(SHARED_DECISIONS["roll-again"], powers.roll_again),
    with_worth(SHARED_DECISIONS["place-marker"], markers.spread),
    with_worth(SHARED_DECISIONS["count-for"], turns.count_for),
    with_worth(SHARED_DECISIONS["set-up"], going.set_up, Plan(planned.set_up, planned.set_ups, led=True)),
    open_kind(
        "arrive",
        shape(poses=poses()),
        reinforcements.options,
        reinforcements.check,
        label_poses,
        aim=ARRIVAL,
        worth=going.arrive,
        plan=Plan(planned.arrive, led=True),
    ),
    with_worth(SHARED_DECISIONS["allocate"], turns.loss),
    with_worth(SHARED_DECISIONS["casualty"], turns.loss),
)
_BEFORE = (
    finite("warlord", shape(model=model()), warlords.options, labels.label_warlord, aim=MODEL),
    finite(
        "choose-zone",
        shape(zone=Whole(required=True)),
        lambda game, decision: ({"zone": 1}, {"zone": 2}),
        label_zone,
        worth=turns.zone,
    ),
    finite(
        "choose-turn",
        shape(turn=Choice(("first", "second"), required=True)),
        lambda game, decision: ({"turn": "first"}, {"turn": "second"}),
        WordLabel("choose-turn", "turn"),
    ),
    finite_kind(
        "split",
        shape(models=Items(Whole(most=MOST_MODELS), most=MOST_MODELS, required=True)),
        dividing.options,
        dividing.check,
        labels.label_split,
        deploys=True,
    ),
    open_kind(
        "start-embarked",
        shape(embarked=Table(Whole(most=MOST_MODELS), most=200, required=True)),
        transports.start_options,
        transports.start_check,
        labels.label_embarked,
        aim=Aim("units", "embarked"),
        deploys=True,
        worth=going.start_embarked,
    ),
)
_MOVES = (
    open_kind(
        "move",
        shape(
            kind=Choice(("stationary", "none", "normal", "advance", "fall-back"), required=True),
            moves=Items(Part(ModelMove), most=MOST_MODELS, load_default=list),
        ),
        movement.options,
        movement.check,
        labels.label_move,
        aim=aims.MOVE,
        worth=going.move,
        plan=Plan(planned.move, planned.moves, led=True),
    ),
    open_kind(
        "advance",
        shape(moves=moves(null=True)),
        movement.advance_options,
        movement.advance_check,
        label_moves,
        aim=aims.ADVANCE,
        worth=going.advance,
        plan=Plan(planned.advance, planned.advances, led=True),
    ),
    finite(
        "embark",
        shape(transport=Whole(required=True, allow_none=True, most=MOST_MODELS)),
        _embark,
        labels.label_embark,
        aim=Aim("unit", "transport"),
        worth=going.embark,
        plan=Plan(passengers.embark, led=True),
    ),
    open_kind(
        "disembark",
        shape(poses=poses()),
        transports.disembark_options,
        transports.disembark_check,
        label_poses,
        aim=ARRIVAL,
        worth=going.disembark,
        plan=Plan(passengers.disembark, led=True),
    ),
)
_ATTACKS = (
    finite(
        "power",
        shape(power=Text(required=True, allow_none=True)),
        psychic.power_options,
        labels.label_power,
        worth=powers.power,
    ),
    finite(
        "deny",
        shape(unit=Text(required=True, allow_none=True)),
        psychic.deny_options,
        label_unit,
        aim=UNIT,
        worth=powers.deny,
    ),
    open_kind(
        "shots",
        shape(shots=Items(Part(ShotRow), most=10_000, required=True)),
        shooting.options,
        shooting.check,
        label_shots,
        aim=Aim("shots", "shots"),
        forecast=forecast_shots,
        worth=strikes.shots,
        plan=Plan(targets.shots),
    ),
    finite(
        "toughness",
        shape(toughness=Whole(required=True)),
        one_of("toughness", "values"),
        labels.label_toughness,
    ),
    finite("save", shape(save=Choice(("armour", "invulnerable"), required=True)), _saves, labels.label_save),
    open_kind(
        "charge",
        shape(targets=Items(Text(), most=200, required=True)),
        charge.target_options,
        charge.target_check,
        labels.label_charge,
        aim=Aim("units", "targets"),
        worth=strikes.charge,
        plan=Plan(assault.charge),
    ),
    finite(
        "overwatch",
        shape(fire=Flag(required=True)),
        yes_no("fire"),
        WordLabel("overwatch", "fire"),
        worth=turns.overwatch,
    ),
    open_kind(
        "charge-move",
        shape(moves=moves(null=True)),
        charge.move_options,
        charge.move_check,
        label_moves,
        aim=aims.CLOSING,
        worth=going.close_in,
    ),
    *(
        open_kind(
            name,
            shape(moves=moves()),
            closing.options,
            closing.check,
            label_moves,
            aim=aims.CLOSING,
            worth=going.close_in,
        )
        for name in ("heroic-move", "pile-in", "consolidate")
    ),
    open_kind(
        "melee",
        shape(attacks=Items(Part(MeleeRow), most=10_000, required=True)),
        melee.options,
        melee.check,
        label_blows,
        aim=Aim("blows", "attacks"),
        forecast=forecast_blows,
        worth=strikes.fight,
        plan=Plan(targets.fight),
    ),
    finite("flee", shape(model=model()), selecting.model_options, label_model, aim=MODEL, worth=turns.loss),
)

FAMILY_DECISIONS: DecisionKinds = {
    **SHARED_DECISIONS,
    **decisions_by_name((*_WEIGHED, *_BEFORE, *_MOVES, *_ATTACKS)),
}
