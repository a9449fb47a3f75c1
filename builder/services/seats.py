"""Who may sit at a battle and choose, who may take choices back, and what a battle cannot begin with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from builder.services.errors import Conflict, Forbidden, Invalid, Unauthorized
from builder.services.playing import HUMAN, Live
from builder.services.tokens import is_token
from builder.store.battles import BattleRow
from datasheets.fields import unknown
from datasheets.problems import Problem
from datasheets.systems import system
from datasheets.words import Message
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.decision import Choice, Decision, Refusal
from resolver.engine.prose import LogWriter
from resolver.engine.record import MOST_SEED
from resolver.engine.ruleset import Ruleset
from resolver.players import BOTS

SEATS = "ab"


@dataclass(frozen=True, slots=True)
class Seated:
    """Whoever sits at the machine with the database, at a seat, or at `both`: there no token is needed."""

    seat: int
    both: bool = False


OWNER = Seated(0)
"""Whoever sits at the machine, at no seat."""

Holder = str | Seated
"""Who asks: the token of a seat ("" is nobody's), or somebody at the machine itself."""


def refusal_sentence(refusal: Refusal, armies: BattleArmies, ruleset: Ruleset, language: str = "en") -> str:
    """Return why a choice was refused, in a sentence, with the rule that says so."""
    sentence = LogWriter(armies, ruleset, language).refusal(refusal)
    return f"{sentence} ({refusal.rule})" if refusal.rule else sentence


def seat_of(row: BattleRow, holder: Holder) -> int:
    """Return a holder's seat; raises `Unauthorized` without a token, `Forbidden` where it opens no seat."""
    if isinstance(holder, Seated):
        return holder.seat
    if not holder:
        raise Unauthorized(Message("error.seat-token"))
    for seat, sitting in enumerate(row.seats):
        if sitting["token"] and is_token(holder, sitting["token"]):
            return seat
    raise Forbidden(Message("error.no-seat"))


def people(row: BattleRow) -> list[int]:
    """Return the seats at which people sit."""
    return [seat for seat, sitting in enumerate(row.seats) if sitting["player"] == HUMAN]


def refuse_but_alone(row: BattleRow, holder: Holder, what: Literal["fork", "record"]) -> None:
    """Let only somebody pass to whom the dice to come may be shown: nobody else plays against them.

    Raises:
        Forbidden: the token opens no seat.
        Conflict: the battle goes on, and two people play it, or somebody else does.
    """
    if knows_dice(row, holder):
        return
    if len(people(row)) > 1:
        raise Conflict(Message(f"error.two-people.{what}"))
    raise Conflict(Message(f"error.goes-on.{what}"))


def knows_dice(row: BattleRow, holder: Holder) -> bool:
    """Tell whether the dice to come may be shown: all is over, or only programs play, or the holder alone against them.

    Raises:
        Forbidden: the token opens no seat.
    """
    sitting = people(row)
    if row.outcome is not None or not sitting:
        return True
    if len(sitting) > 1 or not holder:
        return False
    return isinstance(holder, Seated) or seat_of(row, holder) in sitting


def refuse_stale(live: Live, seat: int, choice: Choice) -> None:
    """Raise `Conflict` where it is not the seat's turn, or the choice answers another decision than the open one."""
    decision = live.battle.decision
    if decision is None:
        raise Conflict(Message("error.battle-over"))
    if decision.player != seat:
        raise Conflict(Message("error.other-seat", {"seat": SEATS[decision.player]}))
    if (choice.decision, choice.kind) != (decision.id, decision.kind):
        raise Conflict(_explain_closed(live, decision, choice))


def _explain_closed(live: Live, decision: Decision, choice: Choice) -> Message:
    """Return why a decision that is not open can't be answered, with the rule where one says so."""
    closed = Message("error.decision-closed", {"given": choice.decision, "open": decision.id, "kind": decision.kind})
    if choice.decision == decision.id:
        closed = Message("error.decision-other", {"given": choice.kind, "open": decision.id, "kind": decision.kind})
    refusal = live.battle.check(choice)
    if refusal is None or not refusal.rule:
        return closed
    why = LogWriter(live.battle.armies, live.battle.game.ruleset).explain_refusal(refusal)
    return Message("error.decision-closed.rule", {"closed": closed, "why": why, "rule": refusal.rule})


def refuse_unknown(of: str, mission: str, seed: int | None, players: Sequence[str]) -> None:
    """Raise `Invalid` with everything that a battle of this system cannot begin with."""
    problems = unknown_players(players)
    missions = [each.id for each in system(of).missions]
    if mission not in missions:
        problems.append(Problem("/mission", unknown(mission, missions, "mission")))
    if seed is not None and not 0 <= seed <= MOST_SEED:
        problems.append(Problem("/seed", Message("error.number-whole", {"most": MOST_SEED})))
    if problems:
        raise Invalid(tuple(problems))


def unknown_players(players: Sequence[str]) -> list[Problem]:
    """Return what is wrong with those who are to play."""
    problems = [] if len(players) == len(SEATS) else [Problem("/players", Message("error.two-players"))]
    for place, player in enumerate(players):
        if player != HUMAN and player not in BOTS:
            problems.append(Problem(f"/players/{place}", unknown(player, [HUMAN, *BOTS], "player")))
    return problems
