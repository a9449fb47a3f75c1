"""Players that are programs: `BOTS` lists them by name, `play` lets two of them fight a battle out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from resolver.engine.battle import Battle, Outcome
from resolver.engine.decision import Choice
from resolver.engine.view import View
from resolver.players.greedy import Greedy
from resolver.players.planning import Planner
from resolver.players.random_legal import RandomLegal


class Player(Protocol):
    """Somebody who makes choices. A player sees a view of the battle and never its dice."""

    name: str

    def choose(self, view: View, options: Sequence[Choice]) -> Choice:
        """Return one of the options, or another choice that answers the view's decision."""


BOTS: Mapping[str, Callable[[int], Player]] = {
    Planner.name: lambda seed: Planner(),
    Greedy.name: lambda seed: Greedy(),
    RandomLegal.name: RandomLegal,
}
"""Every program that can play, by name, the best first; each is made with the battle's seed."""


class Stuck(RuntimeError):
    """A player was asked and had no legal choice: a fault of the ruleset, never of a player."""


def play(battle: Battle, players: tuple[Player, Player], most: int = 1_000_000) -> Outcome:
    """Play a battle to its end.

    Raises:
        IllegalChoice: a player made an illegal choice.
        Stuck: there was no option, or no end after `most` choices.
    """
    for _ in range(most):
        decision = battle.decision
        if decision is None:
            break
        options = battle.options(decision.player)
        if not options:
            raise Stuck(f"no option for {decision.to_json()}")
        battle.choose(players[decision.player].choose(battle.view(decision.player), options))
    outcome = battle.outcome
    if outcome is None:
        raise Stuck(f"the battle did not end after {most} choices")
    return outcome
