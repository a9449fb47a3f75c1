"""What hidden loot is worth is nowhere before the end: in no view, no event, no question, no state, and no die is thrown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bench.rosters import armies
from resolver.engine.battle import Battle
from resolver.engine.data import plain
from resolver.players import BOTS
from resolver.table.dice import Address, SeededDice
from tests.grundregelwerk.stage import SYSTEM

SEED = 3


class Shuffles(SeededDice):
    """Seeded dice, but the markers are shuffled as told; it remembers when they were."""

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__(SEED)
        self.faces, self.thrown = list(faces), 0

    def roll(self, address: Address, sides: int = 6) -> int:
        if address.label != "loot":
            return super().roll(address, sides)
        self.thrown += 1
        return self.faces[address.number - 1]


def knowledge(battle: Battle) -> list[Any]:
    """All that players, programs and who watches can learn now."""
    assert battle.decision is not None
    views = [battle.view(player) for player in (0, 1, None)]
    seen: list[Any] = [[view.to_json(), view.events, view.game.state.to_bytes(), repr(view.decision)] for view in views]
    return [*seen, plain(battle.decision.data), [choice.data for choice in battle.options()]]


def keys(value: Any) -> set[str]:
    """All keys within nested data."""
    if isinstance(value, dict):
        return set(value).union(*map(keys, value.values()))
    return set().union(*map(keys, value)) if isinstance(value, list | tuple) else set()


@pytest.mark.rule("GRW-SCEN-03", "GRW-Q-58")
def test_nobody_learns_before_the_end_what_a_marker_is_worth() -> None:
    dice = Shuffles((1, 1, 1, 1, 1)), Shuffles((2, 3, 4, 5, 6))
    one, other = (Battle.start(armies(SYSTEM, "patrols"), SYSTEM, "secret-loot", seed=SEED, dice=each) for each in dice)
    bots, looks = (BOTS["random"](SEED), BOTS["random"](SEED + 1)), 0
    while one.decision is not None:
        if len(one.choices) % 25 == 0:
            known = knowledge(one)
            assert known == knowledge(other)
            assert not keys(known) & {"value", "loot", "seed"}
            assert "loot.revealed" not in {event["kind"] for event in one.events}
            looks += 1
        assert (dice[0].thrown, dice[1].thrown) == (0, 0), "the markers were shuffled before the end"
        choice = bots[one.decision.player].choose(one.view(one.decision.player), one.options())
        one.choose(choice)
        other.choose(choice)
    assert looks > 5
    assert (dice[0].thrown, dice[1].thrown) == (5, 5)
    worth = [[event["value"] for event in each.events if event["kind"] == "loot.revealed"] for each in (one, other)]
    assert sorted(worth[0]) == sorted(worth[1]) == [1, 2, 2, 3, 3, 3]
    assert worth[0] != worth[1]
