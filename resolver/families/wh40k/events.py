"""Kinds of events that only battles of this game have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from datasheets.systems import system
from exports.document import name_of
from resolver.engine import changes
from resolver.engine.events import Event, EventKinds, by_name, event_kind, with_fields
from resolver.engine.telling import Teller, Values, word_of
from resolver.shared.events import SHARED_EVENTS
from resolver.table.state import State


def _count_attacks(teller: Teller, event: Event) -> Values:
    attacks = sum(row["attacks"] + row.get("extra", 0) for row in event["models"])
    return {"attacks": attacks, "models": len(event["models"])}


def _warlord(teller: Teller, event: Event) -> Values:
    army = teller.armies.documents[event["player"]].army
    return {"trait": name_of(army, "warlord-trait", event["trait"]) if event["trait"] else ""}


def _rolled_trait(teller: Teller, event: Event) -> Values:
    traits = system(teller.armies.documents[event["player"]].army.system).traits
    return {"name": next((trait.name for trait in traits if trait.id == event["trait"]), event["name"])}


def _gain_command_points(state: State, fields: Mapping[str, Any]) -> None:
    column = state.names.player_counters["command-points"]
    state.write("player_counters", (fields["player"], column), fields["points"], np.add)


FAMILY_EVENTS: EventKinds = by_name(
    (
        with_fields(SHARED_EVENTS["battlefield.created"], "battle_size combined_power"),
        with_fields(SHARED_EVENTS["attacks.began"], "overwatch"),
        with_fields(SHARED_EVENTS["attack.made"], "toughness"),
        event_kind(
            "warlord.named",
            "A model is its army's Warlord.",
            "player unit model trait",
            values=_warlord,
            variant=lambda event: "trait" if event["trait"] else "",
        ),
        event_kind(
            "primary.rolled",
            "What both players play for.",
            "player dice primary",
            values=word_of("primary", "purpose", "purpose"),
        ),
        event_kind(
            "trait.determined",
            "A Warlord has a Warlord Trait.",
            "player unit model trait name dice",
            values=_rolled_trait,
        ),
        event_kind(
            "underdog.named",
            "Who is the Underdog.",
            "player powers rerolls",
            variant=lambda event: "" if event["rerolls"] else "even",
        ),
        event_kind("command-points.gained", "A player gained command points.", "player points", change=_gain_command_points),
        event_kind("unit.stationary", "A unit Remained Stationary.", "unit"),
        event_kind(
            "advance.rolled",
            "An Advance roll was made.",
            "unit dice distance",
            "instead modifiers",
            variant=lambda event: "instead" if event.get("instead") else "",
        ),
        event_kind("unit.carried", "A unit shares the move of its transport.", "unit move"),
        event_kind("unit.stayed-aboard", "A unit did not get out of its transport.", "unit"),
        event_kind("unit.bails-out", "A unit gets out of a destroyed transport.", "unit transport"),
        event_kind("minimum-move.failed", "An aircraft could not make its minimum move.", "unit model least"),
        event_kind("psychic.attempted", "A unit attempts a psychic power.", "unit player power warp_charge"),
        event_kind(
            "psychic.tested",
            "A Psychic test was made.",
            "unit power dice modifier total warp_charge passed",
            "modifiers",
            variant=lambda event: "passed" if event["passed"] else "failed",
        ),
        event_kind("perils.suffered", "A unit suffers Perils of the Warp.", "unit dice"),
        event_kind(
            "deny.tested",
            "A Deny the Witch test was made.",
            "unit target power dice modifier total needed denied",
            "modifiers",
            variant=lambda event: "denied" if event["denied"] else "failed",
        ),
        event_kind(
            "power.manifested",
            "A psychic power takes effect.",
            "unit power total targets",
            variant=lambda event: "" if event["targets"] else "nobody",
            roles="deed",
        ),
        event_kind(
            "power.failed", "A psychic power did not manifest.", "unit power reason", values=word_of("reason", "failed")
        ),
        event_kind("attacks.counted", "How many attacks the models that fight make.", "unit models", values=_count_attacks),
        event_kind(
            "explosion.rolled",
            "Whether a destroyed model explodes.",
            "unit model dice needed exploded",
            "modifiers",
            variant=lambda event: "exploded" if event["exploded"] else "quiet",
            roles="deed",
        ),
        event_kind("survivors.rolled", "Who survives a destroyed transport.", "unit dice destroyed"),
        event_kind("charges.possible", "Which units stand so at the start of the Charge phase.", "units", silent=True),
        event_kind("charge.declared", "A unit declares a charge.", "unit targets"),
        event_kind("overwatch.fired", "A unit fires Overwatch.", "unit target"),
        event_kind("unit.fights", "A unit fights.", "unit"),
        event_kind(
            "morale.tested",
            "A Morale test was taken.",
            "unit dice lost modifier total leadership passed",
            "rerolled automatic leadership_dice printed modifiers",
            variant=lambda event: ("passed" if event["dice"] else "automatic") if event["passed"] else "failed",
        ),
        event_kind(
            "attrition.tested", "Combat Attrition tests were taken.", "unit dice modifier below_half fleeing", "modifiers"
        ),
        event_kind("model.fled", "A model fled.", "unit model", change=changes.destroy, roles="loss"),
    )
)
