"""Battles for the referee: what it is handed are events and documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from bench.rosters import armies
from exports.document import document_from
from resolver.engine.battle import Battle
from resolver.players import BOTS, play

SYSTEM = "aos-1e"
PLAYERS = (("random", "random"), ("greedy", "random"), ("random", "greedy"), ("greedy", "greedy"))
AGREED: tuple[Mapping[str, Any], ...] = (
    {},
    {"won_last_battle": True, "first_turn_chooser": "finished_first"},
    {"won_last_battle": True, "round_limit": 5, "terrain": "one"},
    {"scenery": "choose", "terrain": "one"},
)


@cache
def fight(seed: int, size: str = "") -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Play a battle to its end; return events and documents as JSON says them. Seeds go through settings and players.

    In every third battle the first army is half as large, so that it may choose a Sudden Death objective.
    """
    rows = [
        json.loads(document.to_bytes()) for document in armies(SYSTEM, size or ("hosts" if seed % 8 == 7 else "patrols"))
    ]
    for row in rows:
        row["army"]["agreed"] |= AGREED[seed // 2 % 4]
    if seed % 3 == 0:
        _halve(rows[0]["army"])
    documents = tuple(document_from(row) for row in rows)
    battle = Battle.start(documents, SYSTEM, "glorious-victory", seed=seed)  # type: ignore[arg-type]
    first, second = PLAYERS[seed % 4]
    play(battle, (BOTS[first](seed), BOTS[second](seed + 1)))
    return json.loads(json.dumps(battle.events)), [json.loads(document.to_bytes()) for document in documents]


def _halve(army: dict[str, Any]) -> None:
    army["units"] = army["units"][: (len(army["units"]) + 1) // 2]
    kept = {each["id"] for unit in army["units"] for each in (unit, *unit["models"])}
    army["declarations"] = [each for each in army["declarations"] if each["subject"] in kept]
    army["model_count"] = sum(group["number"] for unit in army["units"] for group in unit["models"])
