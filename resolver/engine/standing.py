"""Standing answers: a choice that answers all further decisions of its kind too, until a phase, turn or round ends.

A player who does not want to be asked says so with a choice (`Choice.standing`); so standing answers are part of the record
like all choices, and a replay gives the same answers at the same places. Where the answer would not be legal, the player is
asked. A later answer that stands replaces the one about the same; with `ASK` a player is asked everything again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from resolver.engine.decision import ASK, STANDS, Choice, Data, Decision
from resolver.engine.game import Game
from resolver.table.names import BATTLE

Moment = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player answers unasked to decisions of a `kind` that are about the same (`DecisionKind.about`), until when.

    `given` is the round, the turn and the phase in which it was given.
    """

    player: int
    kind: str
    about: tuple[tuple[str, Any], ...]
    data: Data
    until: str
    given: Moment

    def to_json(self) -> dict[str, Any]:
        """Return the standing answer as a JSON object."""
        return {"kind": self.kind, **dict(self.about), "data": self.data, "until": self.until}

    def lasts(self, now: Moment) -> bool:
        """Tell whether it is still in force."""
        shared = {"battle": 0, "round": 1, "turn": 2, "phase": 3}[self.until]
        return self.given[:shared] == now[:shared]

    def answers(self, decision: Decision) -> bool:
        """Tell whether it is meant for a decision."""
        same = (self.player, self.kind) == (decision.player, decision.kind)
        return same and all(decision.data[name] == value for name, value in self.about)


Standings = tuple[Standing, ...]


def add_standing(known: Standings, game: Game, decision: Decision, choice: Choice) -> Standings:
    """Return the standing answers after a choice."""
    if not choice.standing:
        return known
    if choice.standing == ASK:
        return tuple(each for each in known if each.player != decision.player)
    kept = tuple(each for each in known if not each.answers(decision))
    about = tuple((name, decision.data[name]) for name in game.ruleset.decisions[decision.kind].about)
    return (*kept, Standing(decision.player, decision.kind, about, choice.data, choice.standing, moment(game)))


def in_force(known: Standings, game: Game) -> Standings:
    """Return those that have not lapsed."""
    now = moment(game)
    return tuple(each for each in known if each.lasts(now))


def moment(game: Game) -> Moment:
    """Return the round, the player who acts and the phase."""
    return game.state.round, game.active, game.step.phase


def stands(game: Game) -> tuple[str, ...]:
    """Return until when answers can stand in this order of play; `ASK` takes all of them back."""
    lasting = {*game.ruleset.order.lives.values(), BATTLE, ASK}
    return tuple(until for until in STANDS if until in lasting)
