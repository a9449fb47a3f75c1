"""Battles for the referee: what it is handed are events and documents."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from bench.rosters import armies
from resolver.engine.battle import Battle
from resolver.players import BOTS, play

SYSTEM = "grundregelwerk"
MISSIONS = ("king-of-the-hill", "secret-loot", "capture-objectives", "annihilation")
PLAYERS = (("random", "random"), ("greedy", "random"), ("random", "greedy"), ("greedy", "greedy"))


@cache
def fight_battle(seed: int, size: str = "") -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Play a battle to its end; return events and documents as JSON says them. Seeds go through scenarios and players."""
    documents = armies(SYSTEM, size or ("hosts" if seed % 8 == 7 else "patrols"))
    battle = Battle.start(documents, SYSTEM, MISSIONS[seed % 4], seed=seed)
    first, second = PLAYERS[seed // 4 % 4]
    play(battle, (BOTS[first](seed), BOTS[second](seed + 1)))
    return json.loads(json.dumps(battle.events)), [json.loads(document.to_bytes()) for document in documents]
