"""Who may sit at a battle and choose, and what it cannot begin with."""

from __future__ import annotations

from collections.abc import Sequence

from builder.services.errors import Conflict, Forbidden, Invalid, Unauthorized
from builder.services.playing import HUMAN, Live
from builder.services.tokens import is_token
from builder.store.battles import BattleRow
from datasheets.fields import unknown
from datasheets.problems import Problem
from datasheets.systems import system
from datasheets.words import has_words, say
from resolver.engine.battle import MOST_SEED
from resolver.engine.decision import Choice, Refusal
from resolver.players import BOTS

SEATS = "ab"


def refused(refusal: Refusal) -> str:
    """Return why a choice was refused, in a sentence, with the rule that says so."""
    code = f"refusal.{refusal.code}"
    sentence = say(code, refusal.values) if has_words(code) else f"This choice is refused ({refusal.code})."
    return f"{sentence} ({refusal.rule})" if refusal.rule else sentence


def seat_of(row: BattleRow, token: str) -> int:
    """Return the seat that a token opens; raises `Unauthorized` without one, `Forbidden` where it opens none."""
    if not token:
        raise Unauthorized("send the token of your seat")
    for seat, holder in enumerate(row.seats):
        if holder["token"] and is_token(token, holder["token"]):
            return seat
    raise Forbidden("this token opens no seat of this battle")


def refuse_stale(live: Live, seat: int, choice: Choice) -> None:
    """Raise `Conflict` where it is not the seat's turn, or the choice answers another decision than the open one."""
    decision = live.battle.decision
    if decision is None:
        raise Conflict("the battle is over")
    if decision.player != seat:
        raise Conflict(f"it is for seat {SEATS[decision.player]} to choose")
    if (choice.decision, choice.kind) != (decision.id, decision.kind):
        raise Conflict(f"decision {choice.decision} is not open; the open one is {decision.id}, {decision.kind}")


def refuse_unknown(of: str, mission: str, seed: int, players: Sequence[str]) -> None:
    """Raise `Invalid` with everything that a battle of this system cannot begin with."""
    problems = []
    missions = [each.id for each in system(of).missions]
    if mission not in missions:
        problems.append(Problem("/mission", unknown(mission, missions, "mission")))
    if not 0 <= seed <= MOST_SEED:
        problems.append(Problem("/seed", f"Write a whole number from 0 to {MOST_SEED}."))
    if len(players) != len(SEATS):
        problems.append(Problem("/players", "Name two players."))
    for place, player in enumerate(players):
        if player != HUMAN and player not in BOTS:
            problems.append(Problem(f"/players/{place}", unknown(player, [HUMAN, *BOTS], "player")))
    if problems:
        raise Invalid(tuple(problems))
