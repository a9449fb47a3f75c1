"""Kinds of events of every battle: its beginning and end, rounds, turns and phases, who is selected, dice."""

from __future__ import annotations

from resolver.engine import changes
from resolver.engine.events import Event, EventKinds, by_name, event_kind
from resolver.engine.telling import Teller, Values, word_of


def _score(teller: Teller, event: Event) -> Values:
    return {"points_a": event["victory_points"][0], "points_b": event["victory_points"][1]}


def _throws(teller: Teller, event: Event) -> Values:
    throws = ", ".join(f"{first}:{second}" for first, second in event["throws"])
    return {"purpose": teller.word("purpose", event["purpose"]), "throws": throws}


def _end_values(teller: Teller, event: Event) -> Values:
    return _score(teller, event) | {"reason": teller.word("reason", event["reason"])}


def _start(teller: Teller, event: Event) -> Values:
    return {"a": teller.players[0], "b": teller.players[1], "unresolved": event["unresolved"]}


ENGINE_EVENTS: EventKinds = by_name(
    (
        event_kind("battle.began", "Two armies meet.", "system mission armies seed_digest game unresolved", values=_start),
        event_kind(
            "battle.ended",
            "The battle is over.",
            "winner reason victory_points seed",
            "victory",
            change=changes.end,
            values=_end_values,
            variant=lambda event: "draw" if event["winner"] is None else event.get("victory", ""),
        ),
        event_kind("round.began", "A battle round begins.", roles="round-begins"),
        event_kind("round.ended", "A battle round is over.", silent=True, roles="round-ends"),
        event_kind("turn.began", "A player's turn begins.", "player"),
        event_kind("turn.ended", "A player's turn is over.", "player"),
        event_kind("phase.began", "A phase begins.", "player", values=word_of("phase", "phase"), roles="pause"),
        event_kind("phase.ended", "A phase is over.", "player", values=word_of("phase", "phase")),
        event_kind(
            "step.began", "A step begins.", "step", "battle_round player first", change=changes.begin_step, silent=True
        ),
        event_kind("rolled-off", "The players rolled off.", "purpose throws winner", values=_throws),
        event_kind("player.first", "A player begins.", "player purpose", silent=True),
        event_kind("turn.chosen", "A player chose who takes the first turn.", "player first", change=changes.choose_first),
        event_kind("unit.selected", "A unit was selected.", "unit to", values=word_of("to", "to"), acts=True, roles="pause"),
        event_kind(
            "die.rolled-again",
            "A player rolled a single die again.",
            "player unit roll before face",
            values=word_of("roll", "die", "die"),
            variant=lambda event: "own" if event["unit"] is None else "",
        ),
    )
)
