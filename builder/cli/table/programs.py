"""Battles that programs play to the end, here and now."""

from __future__ import annotations

from collections.abc import Sequence

from builder.cli.context import Refused
from builder.cli.output import tell
from builder.cli.table.opening import STRONGEST
from builder.cli.words import say
from builder.services.matchups import same_system
from datasheets.fields import unknown
from datasheets.systems import system
from exports.document import RosterDocument
from resolver.engine.battle import Battle
from resolver.engine.decision import Choice
from resolver.engine.view import View
from resolver.players import BOTS, Player, play


def names_of(players: str | None) -> tuple[str, str]:
    """Return the programs that play.

    Raises:
        Refused: there is no such program, or there are not two.
    """
    names = [name.strip() for name in players.split(",")] if players else [STRONGEST, STRONGEST]
    for name in names:
        if name not in BOTS:
            raise Refused(unknown(name, tuple(BOTS), "player"))
    if len(names) != 2:
        raise Refused(say("cli.battle.two-players", {"example": f"{STRONGEST},{STRONGEST}"}))
    return names[0], names[1]


def fight(armies: tuple[RosterDocument, RosterDocument], mission: str | None, seed: int, names: tuple[str, str]) -> Battle:
    """Play a battle to its end.

    Raises:
        Invalid, NotPlayable: the armies cannot fight each other.
        Refused: there is no such mission.
    """
    of = system(same_system(armies))
    missions = [each.id for each in of.missions]
    if mission is not None and mission not in missions:
        raise Refused(unknown(mission, missions, "mission"))
    started = Battle.start(armies, of.id, mission or missions[0], seed, players=names)
    a, b = (document.army.name for document in armies)
    tell(say("cli.battle.began", {"a": a, "b": b, "seed": seed, "p": names[0], "q": names[1]}))
    rounds: set[int] = set()
    first, second = (Reporting(BOTS[name](seed), rounds) for name in names)
    play(started, (first, second))
    return started


class Reporting:
    """A player that tells the user when a battle round comes that is not among `rounds` yet: a battle takes a while."""

    def __init__(self, player: Player, rounds: set[int]) -> None:
        self.name, self._player, self._rounds = player.name, player, rounds

    def choose(self, view: View, options: Sequence[Choice]) -> Choice:
        """Return what the player chooses."""
        now = view.game.state.round
        if now and now not in self._rounds:
            self._rounds.add(now)
            tell(say("cli.battle.round", {"round": now}))
        return self._player.choose(view, options)
