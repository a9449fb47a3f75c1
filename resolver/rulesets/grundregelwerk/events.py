"""Kinds of events of this game: activations and actions, hits and saves, the damage table, combats, flight, scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from resolver.engine.events import Event, EventKinds, by_name, event_kind
from resolver.engine.telling import Teller, Values
from resolver.rulesets.grundregelwerk.names import EDGES
from resolver.shared.events import SHARED_EVENTS
from resolver.table.state import State

Fields = Mapping[str, Any]


def _join(state: State, fields: Fields) -> None:
    """Two units are in close combat with each other."""
    bit = state.names.pairs["combat"]
    for one, other in ((fields["unit"], fields["target"]), (fields["target"], fields["unit"])):
        state.write("pairs", (one, other), bit, np.bitwise_or)


def _part(state: State, fields: Fields) -> None:
    """Two units are in close combat with each other no more."""
    keep = ~state.names.pairs["combat"]
    for one, other in ((fields["unit"], fields["target"]), (fields["target"], fields["unit"])):
        state.write("pairs", (one, other), keep, np.bitwise_and)


def _count(state: State, fields: Fields) -> None:
    """There are so many markers to be placed."""
    state.write("battle_counters", state.names.battle_counters["objectives"], fields["number"])


def _decide(state: State, fields: Fields) -> None:
    """The battle is over after this round."""
    state.write("battle_counters", state.names.battle_counters["decided"], 1)


def _action(teller: Teller, event: Event) -> Values:
    return {"action": teller.word("action", event["action"])}


def _reaction(teller: Teller, event: Event) -> Values:
    return {"action": teller.word("action", event["action"])}


def _hit_values(teller: Teller, event: Event) -> Values:
    weapon = event["weapon"] or teller.say("battle.bare-hands", {})
    again = teller.say("battle.rerolled", {"first": event["before"]}) if event["before"] else ""
    return {"weapon": weapon, "number": len(event["dice"]), "again": again, "shown": _need(teller, event["needed"])}


def _need(teller: Teller, needed: int) -> str:
    return teller.say("battle.never", {}) if needed > 6 else f"{needed}+"


def _save_values(teller: Teller, event: Event) -> Values:
    fp, weapon_fp = event["fp"], event["weapon_fp"]
    code = "battle.save-fp" if fp == weapon_fp else "battle.save-fp-armour"
    reasons = [teller.say(code, {"fp": fp, "weapon_fp": weapon_fp})] if weapon_fp else []
    reasons += [teller.say(f"battle.save-{name}", {"by": by}) for name, by in event["bonuses"].items()]
    rw = teller.say("battle.save-rw", {"rw": event["rw"]}) if event["rw"] is not None else teller.say("battle.save-none", {})
    return {
        "number": len(event["dice"]),
        "saved": len(event["dice"]) - event["unsaved"],
        "shown": _need(teller, event["needed"]),
        "because": ", ".join([rw, *reasons]),
    }


def _ignored_values(teller: Teller, event: Event) -> Values:
    return {"weapon": event["weapon"] or teller.say("battle.explosion", {})}


def _damage_values(teller: Teller, event: Event) -> Values:
    return {"result": teller.word("damage-result", event["result"])}


def _test_values(teller: Teller, event: Event) -> Values:
    return {"reason": teller.word("morale-reason", event["reason"])}


def _start_values(teller: Teller, event: Event) -> Values:
    shown = ", ".join(":".join(str(face) for face in throw) for throw in event["throws"])
    added = next((player for player in (0, 1) if event["modifiers"][player]), None)
    why = "" if added is None else teller.say("battle.fewer-units", {"army": teller.players[added]})
    return {"throws": shown, "why": why}


def _combat_values(teller: Teller, event: Event) -> Values:
    winner = event["winner_unit"]
    return {"winner": teller.units[winner] if winner else ""}


def _edge_values(teller: Teller, event: Event) -> Values:
    return {"edge": teller.say(f"option.edge.{EDGES[event['zone'] - 1]}", {})}


def _blast_values(teller: Teller, event: Event) -> Values:
    return {"number": sum(event["hits"])}


def _test_piece(teller: Teller, event: Event) -> Values:
    return {"piece": teller.word("terrain", event["piece"]), "models": len(event["models"])}


OWN_EVENTS: EventKinds = by_name(
    (
        replace(SHARED_EVENTS["zone.chosen"], values=_edge_values),
        replace(SHARED_EVENTS["wounds.lost"], untold=lambda event: event["left"] <= 0),
        event_kind(
            "starting-player.rolled",
            "The players rolled for who begins the round; `units_left` are those on the table.",
            "player throws modifiers units_left tie",
            values=_start_values,
            variant=lambda event: "tie" if event["tie"] else "",
        ),
        event_kind("unit.activated", "A player activates a unit.", "unit player"),
        event_kind(
            "action.began",
            "A unit takes an action; `manner` says whether of its activation, for free or as a reaction.",
            "unit action manner",
            values=_action,
            variant=lambda event: "" if event["manner"] == "action" else event["manner"],
            acts=True,
        ),
        event_kind("action.ended", "An action is over: enemies may react to it.", "unit action manner", silent=True),
        event_kind("reaction.made", "A unit reacts to an enemy.", "unit target action", values=_reaction),
        event_kind("area.secured", "A unit has a reaction marker.", "unit"),
        event_kind("cover.taken", "A unit takes cover until the round ends.", "unit"),
        event_kind("waaaaagh.announced", "A player announces a Waaaaagh!.", "player"),
        event_kind("vanguard.moves", "A unit may move before the game.", "unit", silent=True),
        event_kind(
            "hits.rolled",
            "Equal weapons roll to hit: `models` use them, those `near` roll; `gaps` to the target, `rate`, `extra`.",
            "unit target weapon cause models near gaps reach rate extra skill harder needed dice before hits fp",
            values=_hit_values,
            variant=lambda event: "" if event["dice"] else "none",
            acts=True,
            roles="attacks deed",
            counts=lambda event: {"attacks": len(event["dice"]), "hits": event["hits"]},
        ),
        event_kind("hits.ignored", "Armour ignores hits.", "unit by_unit weapon number fp", values=_ignored_values),
        event_kind(
            "saves.rolled",
            "A unit saves hits: its RW, the FP of the weapon and after armour, bonuses, dice; `models` that save apart.",
            "unit by_unit weapon cause dice rw weapon_fp fp bonuses needed unsaved models",
            values=_save_values,
            variant=lambda event: "terrain" if event["cause"] == "terrain" else "",
            roles="attack",
            counts=lambda event: {"saved": len(event["dice"]) - event["unsaved"]},
        ),
        event_kind(
            "vehicle.damaged",
            "A vehicle rolled on the damage table; `instead` says why it is destroyed instead.",
            "unit model dice result instead",
            values=_damage_values,
            variant=lambda event: event["instead"],
            roles="attack",
        ),
        event_kind("weapon.destroyed", "A vehicle has lost a weapon.", "unit model weapon slot"),
        event_kind(
            "vehicle.exploded",
            "A vehicle explodes: so many hits on each unit.",
            "unit model units hits",
            values=_blast_values,
            variant=lambda event: "" if event["units"] else "nobody",
            roles="deed",
        ),
        event_kind(
            "terrain.tested", "Models take a terrain test.", "unit piece models", "counted", values=_test_piece, roles="deed"
        ),
        event_kind(
            "nerve.tested",
            "A unit takes a Morale test; `lost` of the models it had `before` fell to shooting in this action.",
            "unit reason dice needed passed lost before",
            values=_test_values,
            variant=lambda event: "passed" if event["passed"] else "failed",
        ),
        event_kind("unit.pinned", "A unit is pinned.", "unit"),
        event_kind("unit.fleeing", "A unit begins to flee.", "unit"),
        event_kind(
            "rally.tried",
            "A unit tries to rally; without dice it cannot fail.",
            "unit state dice needed passed",
            variant=lambda event: "sure" if event["dice"] is None else "passed" if event["passed"] else "failed",
        ),
        event_kind(
            "unit.flees",
            "A unit makes a Flee move; `reached`: it reaches its edge.",
            "unit dice inches reached",
            variant=lambda event: "stuck" if not event["inches"] else "reached" if event["reached"] else "",
            acts=True,
        ),
        event_kind(
            "unit.pursues",
            "A unit pursues one that fled.",
            "unit target dice needed caught",
            variant=lambda event: "caught" if event["caught"] else "",
            acts=True,
        ),
        event_kind("combat.unreached", "No model of a unit reaches the enemy in close combat.", "unit target"),
        event_kind("combat.joined", "Two units are in close combat.", "unit target", change=_join, roles="combat"),
        event_kind("combat.ended", "Two units are no longer in close combat.", "unit target", change=_part),
        event_kind("combat.fought", "A unit attacks in close combat.", "unit target"),
        event_kind(
            "combat.decided",
            "A close combat has a result: unsaved hits of both; `over`: one of the units is gone.",
            "unit target dealt taken winner_unit over",
            values=_combat_values,
            variant=lambda event: "nobody" if event["winner_unit"] is None else "",
        ),
        event_kind(
            "objectives.counted",
            "How many markers there are.",
            "number dice",
            change=_count,
            needs=("battle_counters objectives",),
            variant=lambda event: "" if event["dice"] is None else "rolled",
        ),
        event_kind("general.chosen", "A model is a player's general.", "player unit model"),
        event_kind(
            "loot.revealed",
            "A hidden marker is turned over.",
            "marker value",
            values=lambda teller, event: {"number": event["marker"] + 1},
        ),
        event_kind("battle.decided", "Somebody has won before the last round.", "", change=_decide, silent=True),
    )
)
