"""What a program answers in a constructed position: `choose_answer` to the pending one, `play_until` a kind of decision."""

from __future__ import annotations

from typing import Any

from resolver.engine.battle import Battle
from resolver.players import Player
from resolver.table.dice import SeededDice
from tests.field import Field


def choose_answer(player: Player, battle: Battle) -> dict[str, Any]:
    """Return what a program answers to the pending decision; it is legal."""
    assert battle.decision is not None
    choice = player.choose(battle.view(battle.decision.player), battle.options())
    assert battle.check(choice) is None
    return dict(choice.data)


def play_until(player: Player, field: Field, kind: str) -> Battle:
    """Play to the first decision of this kind; the program answers those before it."""
    battle = field.go(source=SeededDice(3))
    for _ in range(50):
        assert battle.decision is not None
        if battle.decision.kind == kind:
            return battle
        battle.choose(player.choose(battle.view(battle.decision.player), battle.options()))
    raise AssertionError(f"nobody was asked: {kind}")
