"""Kinds of events that only battles of this game have."""

from __future__ import annotations

from dataclasses import replace

from datasheets.systems import system
from datasheets.words import has_words, say, translate
from resolver.engine import changes
from resolver.engine.events import Event, EventKinds, by_name, event_kind, with_fields
from resolver.engine.kinds import ENGINE_EVENTS
from resolver.engine.telling import Teller, Values, word_of
from resolver.rulesets.aos_1e import scenery, triumphs
from resolver.shared.events import SHARED_EVENTS


def _piece(teller: Teller, event: Event) -> Values:
    """Return the number of a terrain feature, from 1."""
    return {} if event.get("feature") is None else {"number": event["feature"] + 1}


def card_name(teller: Teller, id: str) -> str:
    """Return the name of a row of one of the game's tables."""
    cards = system(teller.armies.documents[0].army.system).cards
    return next((translate(card.name, teller.language) for card in cards if card.id == id), id)


def _game_word(teller: Teller, id: str) -> str:
    """Return what players agreed or ruled in words: one of the choices that settings list, or a row of a table."""
    code = f"game.choice.{id}"
    return say(code, language=teller.language) if has_words(code) else card_name(teller, id)


def _scenery(teller: Teller, event: Event) -> Values:
    return _piece(teller, event) | {"name": card_name(teller, event["scenery"])}


def _realm(teller: Teller, event: Event) -> Values:
    return {"name": _game_word(teller, event["realm"] or "").replace("-", " ")}


def _objective(teller: Teller, event: Event) -> Values:
    return _piece(teller, event) | {"name": card_name(teller, event["objective"])}


def _triumph(teller: Teller, event: Event) -> Values:
    return {"name": card_name(teller, event["triumph"])}


def _declaration(teller: Teller, event: Event) -> Values:
    parts = [
        teller.say(
            "battle.declared-attacks",
            {"weapon": row["weapon"], "target": teller.units[row["target"]], "attacks": sum(row["attacks"])},
        )
        for row in event["attacks"]
    ]
    return {"declared": "; ".join(parts)}


def _number_of_attacks(teller: Teller, event: Event) -> Values:
    return {"attacks": sum(row["attacks"] for row in event["models"])}


def _end(teller: Teller, event: Event) -> Values:
    """Return how the battle ended, and which share of its models each army lost."""
    usual = ENGINE_EVENTS["battle.ended"].values
    lost = zip(teller.players, event.get("losses", ()), strict=False)
    shares = ", ".join(teller.say("battle.lost-share", {"player": player, "share": share}) for player, share in lost)
    return (usual(teller, event) if usual else {}) | {"losses": shares}


def _ruling(teller: Teller, event: Event) -> Values:
    return {"name": teller.word("matter", event["matter"]), "ruling": _game_word(teller, event["ruling"])}


AOS_EVENTS: EventKinds = by_name(
    (
        replace(with_fields(ENGINE_EVENTS["battle.ended"], "losses"), values=_end),
        with_fields(SHARED_EVENTS["battlefield.created"], "player"),
        with_fields(SHARED_EVENTS["model.destroyed"], "player"),
        event_kind(
            "realm.chosen",
            "The battle takes place in this realm; null where nobody has said which.",
            "realm",
            values=_realm,
            variant=lambda event: "" if event["realm"] else "none",
        ),
        event_kind(
            "ruling.made",
            "The players did not agree; the winner of a roll-off has its way.",
            "player matter ruling",
            values=_ruling,
        ),
        event_kind(
            "features.rolled",
            "How many terrain features a square has; `chosen` by the players on 11 or 12.",
            "square dice total number chosen",
        ),
        event_kind(
            "scenery.ruled",
            "A terrain feature has a scenery rule; no dice where it was chosen.",
            "feature scenery dice",
            change=scenery.give_rule,
            values=_scenery,
            roles="scenery",
        ),
        event_kind("unit.reserved", "A unit is a reserve.", "unit"),
        event_kind(
            "set-up.finished",
            "A player has finished setting up: with its last unit, or because it `stopped`.",
            "player stopped last",
            variant=lambda event: "stopped" if event["stopped"] else "",
        ),
        event_kind("army.counted", "How many models an army begins with.", "player models number"),
        event_kind("general.named", "A model is its army's general.", "player unit model"),
        event_kind(
            "objective.chosen",
            "A Sudden Death objective, with the unit to slay or the feature to seize.",
            "player objective unit feature",
            values=_objective,
            variant=lambda event: "unit" if event["unit"] else "" if event["feature"] is None else "feature",
        ),
        event_kind("objective.achieved", "A Sudden Death objective is achieved.", "player objective", values=_objective),
        event_kind(
            "triumph.rolled",
            "A Triumph was rolled; the general that is Empowered.",
            "player dice triumph unit model",
            change=triumphs.empower,
            values=_triumph,
        ),
        event_kind("triumph.used", "A Triumph was used on a unit.", "player unit triumph", values=_triumph),
        event_kind(
            "die.changed",
            "A player set one of its dice to another face.",
            "player unit roll before face",
            values=word_of("roll", "die", "die"),
            variant=lambda event: "own" if event["unit"] is None else "",
        ),
        event_kind(
            "mystery.rolled",
            "What Mystical terrain does to a unit.",
            "unit feature dice befuddled",
            values=_piece,
            variant=lambda event: "befuddled" if event["befuddled"] else "",
        ),
        event_kind("fear.caused", "A unit causes fear.", "unit feature", values=_piece),
        event_kind(
            "sacrifice.made", "A unit made a sacrifice to Damned terrain.", "unit player feature dice", values=_piece
        ),
        event_kind(
            "deadly.rolled",
            "Whether Deadly terrain slays a model that ran or charged across it.",
            "unit model feature dice slain move",
            values=_piece,
            variant=lambda event: "slain" if event["slain"] else "",
        ),
        event_kind("command.used", "The general used a command ability.", "player unit model command"),
        event_kind("unit.inspired", "A unit takes no battleshock tests for a while.", "unit by_unit"),
        event_kind(
            "spell.rolled",
            "A casting roll was made.",
            "unit model power dice modifier total needed passed",
            "modifiers",
            variant=lambda event: "passed" if event["passed"] else "failed",
        ),
        event_kind(
            "spell.took-effect",
            "A spell takes effect, on a unit or, without a target, on nobody.",
            "unit model power total targets",
            variant=lambda event: "" if event["targets"] else "nobody",
        ),
        event_kind(
            "unbinding.rolled",
            "An unbinding roll was made.",
            "unit model target power dice modifier total needed unbound",
            "modifiers",
            variant=lambda event: "unbound" if event["unbound"] else "failed",
        ),
        event_kind("run.rolled", "A unit runs: how much further it may move.", "unit dice distance", "modifiers"),
        event_kind("run.stayed", "A unit that would run away finds no way out, and stays.", "unit"),
        event_kind(
            "attacks.counted",
            "How many attacks weapons with random numbers of attacks make.",
            "unit models",
            values=_number_of_attacks,
        ),
        event_kind(
            "attacks.declared",
            "Which weapons make how many attacks on which units.",
            "unit attacks ranged",
            values=_declaration,
        ),
        event_kind(
            "mortal-wounds.scored",
            "An attack inflicts mortal wounds, after all attacks of its unit.",
            "unit target weapon number dice",
            roles="attack",
        ),
        event_kind(
            "damage.inflicted",
            "All damage of a unit's attacks falls on a target.",
            "unit by_unit wounds mortal",
            variant=lambda event: ("both" if event["mortal"] else "") if event["wounds"] else "mortal",
            roles="attack",
        ),
        event_kind("battleshock.spared", "A unit does not have to take a battleshock test.", "unit slain", "modifiers"),
        event_kind(
            "battleshock.tested",
            "A battleshock test was taken.",
            "unit dice slain total bravery fleeing models",
            "rerolled printed modifiers",
            variant=lambda event: "failed" if event["fleeing"] else "",
        ),
        event_kind(
            "round.counted",
            "How many models are out of play, and for how many rounds no more of them are.",
            "player removed quiet",
            silent=True,
        ),
        event_kind("model.fled", "A model fled.", "unit model player", change=changes.destroy, roles="loss"),
    )
)
