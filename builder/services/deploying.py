"""Deployment by a program for somebody who has no wish to place every unit: the rest of an army, before the first round."""

from __future__ import annotations

import time

from builder.services.errors import Conflict
from builder.services.playing import Live
from datasheets.words import Message
from resolver.engine.decision import Decision
from resolver.engine.game import Game
from resolver.players import BOTS
from resolver.players.greedy import Greedy


def is_deploying(game: Game, decision: Decision | None) -> bool:
    """Tell whether an army is set up by a decision; who goes first, zones and markers stay the player's own."""
    return decision is not None and game.state.round == 0 and game.ruleset.decisions[decision.kind].deploys


def deploy_rest(live: Live, seat: int, seconds: float) -> int:
    """Have a program set up what is left of a seat's army, and programs of the other seat meanwhile theirs.

    It ends where somebody else must choose, where the seat is asked something else, or after `seconds`. Nothing is stored.

    Returns:
        How many choices were made before, so that all of it can be taken back.

    Raises:
        Conflict: the seat is not asked how to set its army up.
    """
    battle, before, until = live.battle, len(live.battle.choices), time.monotonic() + seconds
    if battle.decision is None or battle.decision.player != seat or not is_deploying(battle.game, battle.decision):
        raise Conflict(Message("error.not-deploying"))
    helper = BOTS[Greedy.name](live.row.seed)
    while (decision := battle.decision) and time.monotonic() < until:
        player = helper if decision.player == seat and is_deploying(battle.game, decision) else live.bots[decision.player]
        options = battle.options(decision.player)
        if player is None or not options:
            break
        battle.choose(player.choose(battle.view(decision.player), options))
    return before
