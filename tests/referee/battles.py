"""Battles for the referee: armies as documents, and playing them with the referee looking on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from exports.document import RosterDocument
from resolver.engine.battle import Battle
from resolver.players import BOTS
from tests.referee.case import Finding
from tests.referee.judge import Referee

Documents = tuple[RosterDocument, RosterDocument]


def plain(documents: Documents) -> list[dict[str, Any]]:
    """Documents as the referee reads them."""
    return [json.loads(document.to_bytes()) for document in documents]


def play_and_referee(documents: Documents, bot: str, seed: int, most: int = 100_000) -> Iterator[list[Finding]]:
    """Play a battle with the referee looking on; yield what it finds after each choice, at most `most` of them."""
    battle = Battle.start(documents, ruleset=documents[0].army.system, seed=seed, players=(bot, bot))
    players = BOTS[bot](seed), BOTS[bot](seed + 1000)
    judge, seen = Referee(plain(documents)), 0
    for _ in range(most):
        yield judge.see(battle.events[seen:])
        seen = len(battle.events)
        if battle.decision is None:
            return
        player = battle.decision.player
        battle.choose(players[player].choose(battle.view(player), battle.options(player)))


def faults(documents: Documents, bot: str, seed: int) -> list[Finding]:
    """Play a whole battle; return everything that the referee finds."""
    return [finding for found in play_and_referee(documents, bot, seed) for finding in found]
