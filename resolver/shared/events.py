"""Kinds of events of the steps that any ruleset may take: the battlefield, set-up, moves, attacks, wounds, effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from datasheets.words import has_words
from resolver.engine import changes
from resolver.engine.events import Event, EventKinds, by_name, event_kind
from resolver.engine.telling import Teller, Values, word_of

BACKFIRES = ("destroy-bearer", "harm-bearer")
"""Effects of weapons on those who carry them."""


def _number(name: str, field: str) -> Callable[[Teller, Event], Values]:
    return lambda teller, event: {name: len(event[field])}


def _place(teller: Teller, event: Event) -> Values:
    return {"number": event["marker"] + 1, "x": round(event["at"][0], 1), "y": round(event["at"][1], 1)}


def _control(teller: Teller, event: Event) -> Values:
    return {"number": event["marker"] + 1, "models_a": event["models"][0], "models_b": event["models"][1]}


def _set_up(teller: Teller, event: Event) -> Values:
    return {"where": teller.word("where", event["where"]), "models": len(event["poses"])}


def _move_values(teller: Teller, event: Event) -> Values:
    return {"move": teller.word("move", event["move"]), "models": len(event["poses"])}


def _terrain(teller: Teller, event: Event) -> Values:
    middle = [sum(corner[axis] for corner in event["corners"]) / len(event["corners"]) for axis in (0, 1)]
    return {"name": teller.word("terrain", event["name"]), "x": round(middle[0], 1), "y": round(middle[1], 1)}


def _pool_values(teller: Teller, event: Event) -> Values:
    return {"attacks": sum(event["attacks"]), "models": len(set(event["models"]))}


def _choice_values(teller: Teller, event: Event) -> Values:
    return {"weapons": ", ".join(f"{row['weapon']} ({len(row['models'])})" for row in event["weapons"])}


def _cause(teller: Teller, event: Event) -> Values:
    code = f"battle.cause.{event['cause']}"
    return {"cause": teller.say(code, {})} if has_words(code) else {}


def _marker(teller: Teller, event: Event) -> Values:
    return {"number": event["marker"] + 1}


def roll_words(teller: Teller, name: str, roll: Mapping[str, Any] | None, unit: str | None = None) -> str:
    """Return what is said of one roll of an attack by a unit: "hit 5 modified to 4 (3+; -1 X)"."""
    if roll is None:
        return ""
    variant = "passed" if roll["passed"] else "failed"
    values = {"dice": roll["dice"], "result": roll["result"], "needed": roll["needed"], "first": roll.get("first", [])}
    what = teller.word("save", roll["kind"]) if "kind" in roll else teller.word("roll", name)
    again = teller.say("battle.rerolled", values) if roll.get("first") else ""
    changed = teller.say("battle.modified", values) if roll["result"] != roll["dice"][0] else ""
    values |= teller.reasons(roll.get("modifiers", ()), unit)
    return teller.say(f"battle.roll-{variant}", values | {"what": what, "again": again, "changed": changed})


def _attack(teller: Teller, event: Event) -> Values:
    """Return the rolls of an attack in one phrase."""
    parts = [roll_words(teller, name, event.get(name), event["unit"]) for name in ("hit", "wound")]
    parts.append(roll_words(teller, "save", event.get("save"), event["target"]))
    damage = event.get("damage")
    if damage:
        why = teller.reasons(damage.get("modifiers", ()), event["unit"])
        parts.append(teller.say("battle.damage", {"damage": damage["damage"], "dice": damage["dice"], **why}))
    if event.get("triggers"):
        parts += [teller.word("trigger", name) for name in event["triggers"]]
    return {"rolls": ", ".join(part for part in parts if part)}


def _count_attack(event: Event) -> Mapping[str, int]:
    found = {
        name: bool(event.get(roll) and event[roll]["passed"]) for name, roll in (("wounds", "wound"), ("saved", "save"))
    }
    return {"attacks": not event.get("extra"), "hits": event["hit"] is None or event["hit"]["passed"], **found}


def _declaration_values(teller: Teller, event: Event) -> Values:
    """Return the declared attacks as phrases."""
    rows = [
        teller.say(
            "battle.declared", {"weapon": r["weapon"], "target": teller.units[r["target"]], "models": len(r["models"])}
        )
        for r in event["attacks"]
    ]
    return {"attacks": "; ".join(rows)}


SHARED_EVENTS: EventKinds = by_name(
    (
        event_kind(
            "battlefield.created",
            "The battlefield has this size.",
            "width depth",
            change=changes.create_battlefield,
            roles="field",
        ),
        event_kind(
            "terrain.placed",
            "A terrain feature was set up.",
            "name corners height blocks_sight blocks_movement top",
            "tags",
            change=changes.place_terrain,
            values=_terrain,
            roles="terrain",
        ),
        event_kind(
            "marker.placed",
            "An objective marker was placed.",
            "player marker at",
            change=changes.place_marker,
            values=_place,
            roles="marker",
        ),
        event_kind("marker.skipped", "There was no room for an objective marker.", "player marker", values=_marker),
        event_kind("zone.chosen", "A player took a deployment zone.", "player zone corners", roles="zone"),
        event_kind(
            "marker.removed",
            "An objective marker was taken from the battlefield.",
            "marker",
            change=changes.remove_marker,
            values=_marker,
            roles="unmarked",
        ),
        event_kind(
            "unit.split",
            "A unit was divided.",
            "unit into models",
            change=changes.split_unit,
            values=_number("models", "models"),
        ),
        event_kind("unit.merged", "A unit became part of another.", "unit into", change=changes.merge_units),
        event_kind("unit.placed-aboard", "A unit starts the battle embarked.", "unit transport", change=changes.embark),
        event_kind("unit.held-back", "A unit is held back: it will arrive during the battle.", "unit"),
        event_kind("unit.unplaced", "There was no room for a unit.", "unit"),
        event_kind(
            "unit.set-up", "A unit was set up.", "unit where poses", "transport", change=changes.set_up, values=_set_up
        ),
        event_kind("marker.counted-for", "A model counts for one of several markers.", "model marker unit", silent=True),
        event_kind(
            "marker.controlled",
            "Who controls an objective marker.",
            "marker player models secured counted",
            values=_control,
            variant=lambda event: "nobody" if event["player"] is None else "",
            roles="control",
        ),
        event_kind("move.rolled", "A random Move was rolled for a unit.", "unit dice distance"),
        event_kind(
            "unit.moved",
            "A unit has moved, each model along its path; one `leg` of a move, with `more` to come, where it was cut.",
            "unit move most poses paths",
            "leg more",
            change=changes.pose,
            values=_move_values,
            variant=lambda event: ("leg" if "leg" in event else "") if event["poses"] or event.get("more") else "still",
            roles="move",
        ),
        event_kind(
            "move.stopped",
            "A move ended before its end.",
            "unit move",
            values=lambda teller, event: {"move": teller.word("move", event["move"])},
        ),
        event_kind("unit.embarked", "A unit embarked.", "unit transport", change=changes.embark),
        event_kind(
            "weapons.chosen",
            "Which weapons the models of a unit use, with which profile.",
            "unit weapons",
            values=_choice_values,
        ),
        event_kind(
            "attacks.lost",
            "Declared attacks cannot be made.",
            "unit target weapon reason",
            values=word_of("reason", "lost"),
            roles="attack",
        ),
        event_kind(
            "attacks.began",
            "Attacks of one weapon profile on one target.",
            "unit target weapon models attacks dice",
            values=_pool_values,
            acts=True,
            roles="attacks",
        ),
        event_kind(
            "attack.made",
            "One attack.",
            "unit model target weapon",
            "hit wound allocated save damage triggers strength resistance extra",
            values=_attack,
            variant=lambda event: "allocated" if event.get("allocated") is not None else "",
            roles="attack deed",
            counts=_count_attack,
        ),
        event_kind(
            "attack.allocated", "An attack was allocated to a model.", "unit model", "cause", silent=True, roles="attack"
        ),
        event_kind(
            "wounds.lost",
            "A model lost wounds.",
            "unit model wounds left cause",
            "ignored lost_excess",
            change=changes.set_wounds,
            roles="attack wounds",
            counts=lambda event: {"damage": event["wounds"]},
        ),
        event_kind(
            "wounds.ignored",
            "A wound was ignored, or not.",
            "unit model dice needed ignored",
            "modifiers",
            variant=lambda event: "ignored" if event["ignored"] else "lost",
            roles="attack",
            counts=lambda event: {"ignored": bool(event["ignored"])},
        ),
        event_kind(
            "wounds.regained",
            "A model regained wounds.",
            "unit model wounds left",
            change=changes.set_wounds,
            roles="healing",
        ),
        event_kind(
            "mortal-wounds.suffered",
            "A unit suffers mortal wounds.",
            "unit number cause",
            "dice by",
            values=_cause,
            roles="attack",
        ),
        event_kind(
            "model.destroyed",
            "A model was destroyed.",
            "unit model cause by",
            "triggers",
            change=changes.destroy,
            roles="attack kill loss",
            counts=lambda event: {"slain": 1},
        ),
        event_kind("unit.destroyed", "A unit was destroyed.", "unit cause by", roles="attack"),
        event_kind(
            "model.removed", "A model out of coherency was removed.", "unit model", change=changes.destroy, roles="loss"
        ),
        event_kind(
            "ability.used",
            "An ability took effect.",
            "unit ability effect",
            "targets dice player model",
            variant=lambda event: "on" if event.get("targets") else "backfire" if event["effect"] in BACKFIRES else "",
            roles="deed",
        ),
        event_kind("ability.rolled", "Dice were rolled for what an ability does.", "unit ability target dice"),
        event_kind("effects.lapsed", "Effects that lasted until now are over.", "player"),
        event_kind("effect.began", "An effect lasts from now on.", "unit effect until"),
        event_kind(
            "models.returned",
            "Destroyed models came back.",
            "unit poses",
            change=changes.return_models,
            values=_number("models", "poses"),
            roles="return",
        ),
    )
)

SCORING_EVENTS: EventKinds = by_name(
    (
        event_kind(
            "victory-points.scored",
            "A player scored victory points.",
            "player points purpose",
            "dice",
            change=changes.score,
            needs=("player_counters victory-points",),
            values=word_of("purpose", "purpose"),
            roles="points",
        ),
    )
)
"""Of a game that keeps score."""

BORDER_EVENTS: EventKinds = by_name(
    (event_kind("battlefield.divided", "A player divided the battlefield.", "player angle halves"),)
)
"""Of a game in which a player divides the battlefield."""

CHARGE_EVENTS: EventKinds = by_name(
    (
        event_kind("charge.rolled", "A charge roll was made.", "unit dice modifier distance", "rerolled modifiers"),
        event_kind(
            "charge.failed",
            "A charge failed; `declined` where a move was found and its player made none.",
            "unit",
            "declined",
            variant=lambda event: "declined" if event.get("declined") else "",
        ),
    )
)
"""Of a game whose units roll for how far they charge."""

DECLARATION_EVENTS: EventKinds = by_name(
    (
        event_kind(
            "targets.declared",
            "Which weapons attack which units.",
            "unit attacks fired",
            change=changes.fire,
            needs=("model_counters fired",),
            values=_declaration_values,
        ),
    )
)
"""Of a game in which all attacks are declared before the first is made, weapon by weapon."""
