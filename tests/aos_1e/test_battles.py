"""Whole battles between the bundled armies: they come to an end, are told in every language, and can be played again."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from bench.rosters import armies
from datasheets.words import languages
from resolver.engine.battle import Battle
from resolver.engine.prose import tell
from resolver.engine.record import read_record
from resolver.engine.replay import replay
from resolver.players import BOTS, play

ID = "aos-1e"


@cache
def fight(size: str, names: tuple[str, str], seed: int) -> Battle:
    """A battle that is played once for all who look at it."""
    battle = Battle.start(armies(ID, size), seed=seed)
    play(battle, (BOTS[names[0]](seed), BOTS[names[1]](seed + 1)))
    return battle


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("size", "names", "seed"), [("patrols", ("greedy", "random"), 11), ("patrols", ("random", "greedy"), 3)]
)
def test_a_battle_comes_to_an_end_and_is_played_again_byte_for_byte(size: str, names: Any, seed: int) -> None:
    battle = fight(size, names, seed)
    assert battle.outcome is not None
    again = replay(read_record(battle.record().to_bytes()))
    assert again.record().to_bytes() == battle.record().to_bytes()
    assert [event["kind"] for event in battle.events][-1] == "battle.ended"


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", languages())
def test_everything_that_happens_is_told(language: str) -> None:
    battle = fight("patrols", ("random", "greedy"), 3)
    lines = list(tell(battle.events, battle.game.armies, battle.game.ruleset, language))
    assert len(lines) > 200
    assert not [line for line in lines if "{" in line or "event." in line or "battle." in line]


def test_what_is_added_to_unbinding_rolls_is_played() -> None:
    """The Lantern Witch has a Fenlight; a realm that nobody chose is what her Warden knows alone."""
    battle = Battle.start(armies(ID, "patrols"), seed=1)
    left = {row["name"] for row in battle.game.ruleset.list_unresolved(battle.game.armies)}
    assert left == {"Home Waters"}
