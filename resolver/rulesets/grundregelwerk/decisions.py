"""Kinds of decisions of this game, beside those that it shares, with what options are worth to programs."""

from __future__ import annotations

from datasheets.fields import Choice, Flag, Items, Part, Strict, Text, Whole
from resolver.engine.decision_kinds import (
    Aim,
    DecisionKinds,
    decisions_by_name,
    finite,
    finite_kind,
    one_of,
    open_kind,
    shape,
    with_worth,
    yes_no,
)
from resolver.rulesets.grundregelwerk import (
    activation,
    combat,
    damage,
    labels,
    lineup,
    marching,
    planned,
    reactions,
    set_up,
    shooting,
    valuation,
)
from resolver.rulesets.grundregelwerk.names import EDGES
from resolver.shared.decisions import MODEL, MOST_MODELS, SHARED_DECISIONS, UNIT, model, moves
from resolver.shared.labels import WordLabel, label_model, label_unit
from resolver.shared.moves.snap_moves import snap_move


class ShotRow(Strict):
    """A weapon of a model that is shot at a unit."""

    model = Whole(required=True, most=MOST_MODELS)
    slot = Whole(required=True, most=60)
    profile = Whole(required=True, most=20)
    target = Text(required=True)


PATH = Aim("path", "moves", snap_move(marching.mover_of, marching.ways_to))
_SHARED = ("place-marker", "set-up", "select")

DECISIONS: DecisionKinds = {
    **{name: SHARED_DECISIONS[name] for name in _SHARED},
    **decisions_by_name(
        (
            with_worth(SHARED_DECISIONS["place-marker"], valuation.marker_values),
            with_worth(SHARED_DECISIONS["set-up"], valuation.set_up_values, lineup.SET_UP),
            finite(
                "loss", shape(model=model()), one_of("model", "models"), label_model, aim=MODEL, worth=valuation.loss_values
            ),
            finite(
                "assign",
                shape(model=model()),
                one_of("model", "models"),
                label_model,
                aim=MODEL,
                worth=valuation.allocation_values,
            ),
            finite("edge", shape(edge=Choice(EDGES, required=True)), set_up.edge_options, labels.label_edge),
            finite(
                "name-general",
                shape(model=model()),
                set_up.general_options,
                label_model,
                aim=Aim("model", "model"),
                worth=valuation.general_values,
            ),
            finite_kind(
                "activate",
                shape(unit=Text(required=True, allow_none=True), waaaaagh=Flag(required=True)),
                activation.options,
                activation.check,
                labels.label_activation,
                aim=UNIT,
                variant=lambda decision: "fleeing" if decision.data["fleeing"] else "",
                worth=valuation.activation_values,
                plan=planned.ACTIVATION,
            ),
            finite_kind(
                "action",
                shape(action=Text(required=True)),
                activation.action_options,
                activation.action_check,
                labels.label_action,
                values=labels.action_values,
                note=labels.action_note,
                variant=lambda decision: "done" if decision.data["done"] else "",
                worth=valuation.action_values,
                plan=planned.ACTION,
            ),
            finite_kind(
                "react",
                shape(unit=Text(required=True, allow_none=True), action=Text(required=True, least=0)),
                reactions.options,
                reactions.check,
                labels.label_reaction,
                aim=UNIT,
                values=labels.reaction_values,
                worth=valuation.reaction_values,
                plan=planned.REACTION,
            ),
            open_kind(
                "march",
                shape(moves=moves()),
                marching.options,
                marching.check,
                labels.label_march,
                aim=PATH,
                values=labels.march_values,
                worth=valuation.march_values,
                plan=planned.MARCH,
            ),
            open_kind(
                "fire",
                shape(shots=Items(Part(ShotRow), most=MOST_MODELS, required=True)),
                shooting.options,
                shooting.check,
                labels.label_fire,
                aim=Aim("shots", "shots"),
                variant=lambda decision: "suppressing" if decision.data["suppressing"] else "",
                worth=valuation.fire_values,
                plan=planned.FIRE,
            ),
            finite(
                "fight",
                shape(unit=Text(required=True)),
                lambda game, decision: ({"unit": key} for key in decision.data["units"]),
                label_unit,
                aim=UNIT,
                worth=valuation.fight_values,
            ),
            open_kind(
                "close-up",
                shape(moves=moves()),
                combat.close_up_options,
                combat.close_up_check,
                labels.label_march,
                aim=Aim("path", "moves", snap_move()),
                worth=lambda game, decision, options: [float(len(data["moves"])) for data in options],
            ),
            finite(
                "blade",
                shape(weapon=Whole(required=True)),
                combat.blade_options,
                labels.label_blade,
                worth=valuation.blade_values,
            ),
            finite(
                "weapon",
                shape(slot=Whole(required=True)),
                damage.weapon_options,
                labels.label_lost_weapon,
                worth=valuation.weapon_values,
            ),
            finite(
                "pursue",
                shape(pursue=Flag(required=True)),
                yes_no("pursue"),
                WordLabel("pursue", "pursue"),
                worth=lambda game, decision, options: [float(data["pursue"]) for data in options],
            ),
        )
    ),
}
