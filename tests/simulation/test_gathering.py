"""What is counted of a game is what its log says."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bench.rosters import armies
from resolver.engine.battle import Battle
from resolver.engine.registry import playable, ruleset
from resolver.players import BOTS, play
from resolver.simulation.answer import shown_deeds
from resolver.simulation.gathering import Gathering
from tests.simulation.armies import MISSION
from tests.simulation.armies import armies as small_armies

Counted = Counter[tuple[Any, ...]]


@pytest.fixture(scope="module")
def fought() -> tuple[Battle, Counted]:
    """A battle of vehicles and foot, and what was counted of it."""
    gathering, counted = Gathering(0), Counted()
    battle = Battle.start(armies("grundregelwerk", "patrols"), "grundregelwerk", "secret-loot", 12, listener=gathering)
    play(battle, (BOTS["greedy"](1), BOTS["greedy"](2)))
    for key, number in gathering.counts(battle):
        counted[key] += number
    return battle, counted


def of_units(counted: Counted, what: str) -> dict[str, int]:
    return {key[1]: number for key, number in counted.items() if key[0] == "unit" and key[2] == what and number}


def test_each_unit_is_credited_with_what_it_took(fought: tuple[Battle, Counted]):
    battle, counted = fought
    taken = of_units(counted, "models-taken")
    fell = [event["by"] for event in battle.events if event["kind"] == "model.destroyed" and event["by"] is not None]
    assert len(taken) >= 4
    assert Counter("ab"[by] for by in fell) == {
        side: sum(number for unit, number in taken.items() if unit[0] == side) for side in "ab"
    }


@pytest.mark.parametrize("side", [0, 1])
def test_the_margin_is_by_how_much_the_one_army_is_ahead(side: int):
    """Of army A, wherever it sat."""
    gathering, counted = Gathering(side), Counted()
    battle = Battle.start(small_armies(), "wh40k-9e", MISSION, 3, listener=gathering)
    play(battle, (BOTS["random"](1), BOTS["random"](2)))
    for key, number in gathering.counts(battle):
        counted[key] += number
    outcome, both = battle.outcome, battle.game.armies
    assert outcome is not None
    alive = [both.units[both.models[model].unit].player for model in battle.game.state.alive.nonzero()[0]]
    left = (alive.count(0), alive.count(1))
    assert min(outcome.victory_points) > 0, "else a sum would be as good as a difference"
    for what, numbers in (("points", outcome.victory_points), ("models", left)):
        own, other = numbers[side], numbers[1 - side]
        assert [key for key in counted if key[:2] == ("margin", what)] == [("margin", what, own - other)]
        for army, number in (("a", own), ("b", other)):
            assert counted["sum", what, army] == number
            assert counted["squares", what, army] == number * number


@pytest.mark.rule("GRW-RANGED-08")
def test_a_model_that_is_lost_at_once_loses_all_its_wounds(fought: tuple[Battle, Counted]):
    battle, counted = fought
    both, lost = battle.game.armies, of_units(counted, "wounds-lost")
    gone = [event["unit"] for event in battle.events if event["kind"] == "unit.destroyed" and event["cause"] == "shooting"]
    assert gone
    for key in gone:
        models = [model for model in both.models if both.units[model.unit].key == key]
        assert lost[key] == sum(both.profiles[both.loadouts[model.loadout].profile].wounds for model in models)


def test_who_was_in_close_combat_is_a_fact_where_nobody_charges(fought: tuple[Battle, Counted]):
    battle, counted = fought
    joined = [event for event in battle.events if event["kind"] == "combat.joined" and event["round"] <= 2]
    assert (
        {key[2] for key in counted if key[:2] == ("fact", "joined") and key[3] == 2}
        == {event[side] for event in joined for side in ("unit", "target")}
        != set()
    )


@pytest.mark.parametrize("id", playable())
def test_a_game_with_charges_says_which_moves_they_are(id: str):
    """Else no simulation of it says what a charge decides."""
    assert bool(ruleset(id).charges) == ("charge.rolled" in ruleset(id).events)


def test_no_column_of_markers_is_shown_where_nobody_held_any():
    units = [dict.fromkeys(("models_lost", "models_taken", "wounds_taken", "markers"), 0.0) for _ in range(2)]
    assert shown_deeds({"units": units}) == ["models_lost", "models_taken", "wounds_taken"]
    units[1]["markers"] = 0.5
    assert "markers" in shown_deeds({"units": units})
