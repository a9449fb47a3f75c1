"""Battles for the referee: armies as documents, and playing them with the referee looking on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from builder.operations.table import apply_all
from builder.services.bundled import samples
from builder.snapshot.document import snapshot
from datasheets.evaluation.tree import Roster
from exports.document import RosterDocument, document_from
from resolver.engine.battle import Battle
from resolver.players import BOTS
from tests.referee.case import Finding
from tests.referee.judge import Referee
from tests.rules.playing import BUNDLED, judge_roster

Documents = tuple[RosterDocument, RosterDocument]


@cache
def sample(id: str) -> RosterDocument:
    """A sample roster as a document."""
    found = next(each for each in samples() if each.id == id)
    if not isinstance(found.written, list):
        return document_from(found.written)
    roster = apply_all(Roster(found.system, id), found.written, BUNDLED)
    return snapshot(roster, BUNDLED, judge_roster(roster, fixes=False))


def few(id: str, *names: str, **abilities: dict[str, Any]) -> RosterDocument:
    """Some units of a sample roster, each with an effect more: the unit's id or "every" is the key."""
    data = json.loads(sample(id).to_bytes())
    army = data["army"]
    army["units"] = [unit for unit in army["units"] if not names or unit["name"] in names]
    kept = {each["id"] for unit in army["units"] for each in (unit, *unit["models"])}
    army["declarations"] = [each for each in army["declarations"] if each["subject"] in kept]
    army["model_count"] = sum(group["number"] for unit in army["units"] for group in unit["models"])
    for unit in army["units"]:
        for effect in (abilities[key] for key in ("every", unit["id"]) if key in abilities):
            row = {"name": "Given", "text": "Given for a test.", "aura": False, "external": False, "effects": [effect]}
            unit["abilities"].append(row)
    return document_from(data)


def plain(documents: Documents) -> list[dict[str, Any]]:
    """Documents as the referee reads them."""
    return [json.loads(document.to_bytes()) for document in documents]


def watched(documents: Documents, bot: str, seed: int, most: int = 100_000) -> Iterator[list[Finding]]:
    """Play a battle with the referee looking on: what it finds after each choice, at most `most` of them."""
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
    return [finding for found in watched(documents, bot, seed) for finding in found]
