"""A log told again: after each event the table is what it was when the battle was played, in every edition."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from resolver.engine.battle import Battle
from resolver.engine.registry import descriptor
from resolver.engine.retelling import Retelling
from resolver.engine.summary import summarize_units
from resolver.players.random_legal import RandomLegal
from tests.engine.test_battles import finished_battle, start
from tests.wh40k_8e import test_battles as eighth


def retelling(battle: Battle) -> Retelling:
    return Retelling(battle.armies, battle.game.ruleset, battle.game.mission)


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_battle_is_told_again_to_the_byte(seed: int) -> None:
    battle = finished_battle(seed)
    told = retelling(battle)
    events = json.loads(json.dumps(battle.events))
    assert told.upto(events).to_bytes() == battle.game.state.to_bytes()
    assert told.state.board == battle.game.state.board
    assert told.game.happened == len(events)


@pytest.mark.parametrize("begin", [start, eighth.start], ids=["9e", "8e"])
def test_at_every_decision_the_table_is_the_one_that_players_see(begin: Callable[[int], Battle]) -> None:
    battle, players = begin(5), (RandomLegal(5), RandomLegal(1005))
    told, done = retelling(battle), 0
    for _ in range(400):
        told.upto(battle.events[done:])
        done = len(battle.events)
        assert told.state.to_bytes() == battle.game.state.to_bytes(), done
        decision = battle.decision
        if decision is None:
            break
        battle.choose(players[decision.player].choose(battle.view(decision.player), battle.options()))


def test_each_event_is_told_before_the_next() -> None:
    battle = start(2)
    told = retelling(battle)
    rounds = [(event["round"], told.state.round) for event in told.each(battle.events)]
    assert all(said == shown for said, shown in rounds)


def test_what_is_told_again_has_no_dice() -> None:
    with pytest.raises(LookupError):
        retelling(start(1)).game.roll("hit")


def test_a_summary_says_what_can_be_seen() -> None:
    battle, summary = finished_battle(1), descriptor("wh40k-9e").summary
    told, signs = retelling(battle), set[str]()
    for event in told.each(battle.events):
        if event["kind"] in ("unit.moved", "wounds.lost", "unit.embarked", "model.destroyed"):
            rows = summarize_units(told.game, summary)
            signs |= {sign for row in rows for sign in row.signs}
            assert all(0 <= row.models <= row.strength and row.wounds <= row.whole for row in rows)
    assert {"engaged", "hurt"} <= signs <= set(summary.signs)
    assert [row.models for row in summarize_units(told.game, summary)] == [
        len(battle.game.state.models_of(row.unit)) for row in summarize_units(told.game, summary)
    ]
    assert all(
        inches > 0 for row in summarize_units(told.game, summary) for _, inches in summary.ranges(told.game, row.unit)
    )
