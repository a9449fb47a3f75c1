"""The kinds of decisions of this game: those of shared steps, with what they are worth, and its own."""

from __future__ import annotations

from marshmallow import fields

from datasheets.fields import Amount, Choice, Flag, Items, Part, Strict, Text, Whole
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
from resolver.engine.telling import word_of
from resolver.rulesets.aos_1e import (
    aims,
    battlefield,
    charging,
    declaring,
    hero,
    labels,
    movement,
    piling_in,
    reserves,
    spells,
    sudden_death,
    territories,
    triumphs,
)
from resolver.rulesets.aos_1e.forecast import forecast
from resolver.rulesets.aos_1e.names import OBJECTIVES
from resolver.rulesets.aos_1e.valuation import actions, losses, moves, places, strikes, turns
from resolver.shared import labels as shown
from resolver.shared import selecting
from resolver.shared.decisions import ARRIVAL, MODEL, MOST_MODELS, SHARED_DECISIONS, UNIT, ModelMove, model, poses
from resolver.shared.decisions import moves as moves_field


class StrikeRow(Strict):
    """Attacks of one model with one weapon at one target; no number: all that it makes."""

    model = Whole(required=True, most=MOST_MODELS)
    slot = Whole(required=True, most=100)
    profile = Whole(required=True, most=100)
    target = Text(required=True)
    number: fields.Field[int] = Whole(load_default=None, allow_none=True, least=1, most=1000)


_SHARED = (
    with_worth(SHARED_DECISIONS["select"], turns.select, Plan(turns.plan_select)),
    with_worth(SHARED_DECISIONS["order"]),
    with_worth(SHARED_DECISIONS["pick-unit"], actions.pick),
    with_worth(SHARED_DECISIONS["re-roll"], turns.again),
    with_worth(SHARED_DECISIONS["set-up"], places.set_up, Plan(places.plan_set_up, places.set_ups, led=True)),
    with_worth(SHARED_DECISIONS["allocate"], losses.lose),
)
_BEFORE = (
    finite(
        "features",
        shape(number=Whole(required=True, most=3)),
        battlefield.feature_options,
        labels.label_features,
    ),
    finite(
        "scenery",
        shape(scenery=Text(required=True)),
        one_of("scenery", "names"),
        labels.label_scenery,
        values=lambda teller, data: {"feature": data["feature"] + 1},
    ),
    open_kind(
        "divide",
        shape(angle=Amount(required=True, least=0, most=360)),
        territories.divide_options,
        territories.divide_check,
        labels.label_divide,
    ),
    finite(
        "choose-zone",
        shape(zone=Whole(required=True)),
        lambda game, decision: ({"zone": 1}, {"zone": 2}),
        shown.label_zone,
    ),
    finite("general", shape(model=model()), one_of("model", "models"), labels.label_general, aim=MODEL, worth=turns.general),
    finite_kind(
        "sudden-death",
        shape(objective=Choice(OBJECTIVES, required=True, allow_none=True), feature=Whole(required=True, allow_none=True)),
        sudden_death.options,
        sudden_death.check,
        labels.label_objective,
        worth=turns.objective,
    ),
    finite_kind(
        "sought-unit",
        shape(unit=Text(required=True)),
        one_of("unit", "units"),
        sudden_death.check_unit,
        shown.label_unit,
        aim=UNIT,
        worth=turns.sought_unit,
    ),
    finite(
        "choose-turn",
        shape(turn=Choice(("first", "second"), required=True)),
        lambda game, decision: ({"turn": "first"}, {"turn": "second"}),
        shown.WordLabel("choose-turn", "turn"),
        worth=turns.first,
    ),
)
_TRIUMPHS = (
    finite(
        "inspired",
        shape(use=Flag(required=True)),
        yes_no("use"),
        shown.WordLabel("inspired", "use"),
        worth=turns.inspire,
    ),
    finite(
        "blessed",
        shape(die=Whole(required=True, allow_none=True), face=Whole(required=True, allow_none=True)),
        triumphs.options,
        labels.label_blessed,
        values=word_of("roll", "die", "die"),
        variant=lambda decision: "" if decision.subject else "own",
        worth=turns.bless,
    ),
)
_HERO = (
    finite_kind(
        "act",
        shape(action=Whole(required=True, allow_none=True, most=10_000)),
        hero.options,
        hero.check,
        labels.label_action,
        note=labels.note_spells,
        worth=actions.act,
    ),
    finite_kind(
        "unbind",
        shape(model=Whole(required=True, allow_none=True, most=MOST_MODELS)),
        spells.unbind_options,
        spells.unbind_check,
        labels.label_unbinder,
        aim=MODEL,
        unasked="AOS-SPELL-04",
        worth=actions.unbind,
    ),
    open_kind(
        "summon",
        shape(poses=poses()),
        reserves.options,
        reserves.check,
        shown.label_poses,
        aim=ARRIVAL,
        worth=places.summon,
    ),
)
_TURN = (
    open_kind(
        "move",
        shape(
            kind=Choice((movement.STAY, *movement.MANNERS), required=True),
            moves=Items(Part(ModelMove), most=MOST_MODELS, load_default=list),
        ),
        movement.options,
        movement.check,
        labels.label_move,
        aim=aims.MOVE,
        worth=moves.move,
        plan=Plan(moves.plan_move, moves.ways, led=True),
    ),
    open_kind(
        "run",
        shape(moves=moves_field(null=True)),
        movement.run_options,
        movement.run_check,
        shown.label_moves,
        aim=aims.RUN,
        worth=moves.run,
        plan=Plan(moves.plan_run, moves.run_ways, led=True),
    ),
    open_kind(
        "charge-move",
        shape(moves=moves_field(null=True)),
        charging.move_options,
        charging.move_check,
        shown.label_moves,
        aim=aims.CLOSING,
        worth=moves.charge,
        plan=Plan(moves.plan_charge),
    ),
    open_kind(
        "pile-in",
        shape(moves=moves_field()),
        piling_in.options,
        piling_in.check,
        shown.label_moves,
        aim=aims.CLOSING,
        worth=moves.close,
    ),
    open_kind(
        "strikes",
        shape(strikes=Items(Part(StrikeRow), most=10_000, required=True)),
        declaring.options,
        declaring.check,
        labels.label_strikes,
        aim=Aim("shots", "strikes"),
        variant=lambda decision: "" if decision.data["ranged"] else "melee",
        forecast=forecast,
        worth=strikes.strike,
        plan=Plan(strikes.plan_strike),
    ),
    finite("flee", shape(model=model()), selecting.model_options, shown.label_model, aim=MODEL, worth=losses.lose),
)

DECISIONS: DecisionKinds = decisions_by_name((*_SHARED, *_BEFORE, *_TRIUMPHS, *_HERO, *_TURN))
