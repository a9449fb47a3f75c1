"""Standing answers: a choice that answers all further decisions of its kind too, until a phase, turn or round ends.

A player who does not want to be asked says so with a choice (`Choice.standing`); so standing answers are part of the record
like all choices, and a replay gives the same answers at the same places. Where the answer would not be legal, the player is
asked. A later answer that stands replaces the one about the same; with `ASK` a player is asked everything again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from resolver.engine.decision import ASK, Choice, Data, Decision
from resolver.engine.game import Game

SAME = ("to", "ability")
"""What must be the same in the data of two decisions of a kind for one answer to be meant for both."""

Moment = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player answers unasked to decisions of a `kind` that are about the same, and until when.

    `given` is the round, the turn and the phase in which it was given.
    """

    player: int
    kind: str
    about: tuple[Any, ...]
    data: Data
    until: str
    given: Moment

    def to_json(self) -> dict[str, Any]:
        """Return the standing answer as a JSON object."""
        about = {name: value for name, value in zip(SAME, self.about, strict=True) if value is not None}
        return {"kind": self.kind, **about, "data": self.data, "until": self.until}

    def lasts(self, now: Moment) -> bool:
        """Tell whether it is still in force."""
        shared = {"battle": 0, "round": 1, "turn": 2, "phase": 3}[self.until]
        return self.given[:shared] == now[:shared]

    def answers(self, decision: Decision) -> bool:
        """Tell whether it is meant for a decision."""
        return (self.player, self.kind, self.about) == (decision.player, decision.kind, _about(decision))


Standings = tuple[Standing, ...]


def given(known: Standings, game: Game, decision: Decision, choice: Choice) -> Standings:
    """Return the standing answers after a choice."""
    if not choice.standing:
        return known
    if choice.standing == ASK:
        return tuple(each for each in known if each.player != decision.player)
    kept = tuple(each for each in known if not each.answers(decision))
    new = Standing(decision.player, decision.kind, _about(decision), choice.data, choice.standing, moment(game))
    return (*kept, new)


def in_force(known: Standings, game: Game) -> Standings:
    """Return those that have not lapsed."""
    now = moment(game)
    return tuple(each for each in known if each.lasts(now))


def moment(game: Game) -> Moment:
    """Return the round, the turn and the phase."""
    return game.state.round, game.state.turn, game.step.phase


def _about(decision: Decision) -> tuple[Any, ...]:
    return tuple(decision.data.get(name) for name in SAME)
