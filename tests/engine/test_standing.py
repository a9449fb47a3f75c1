"""Standing answers: they answer what they are meant for, until they lapse, and are part of the record."""

from __future__ import annotations

from functools import cache

import pytest

from exports.document import RosterDocument, document_from
from resolver.engine.battle import Battle
from resolver.engine.decision import ASK, Choice, Decision, IllegalChoice
from resolver.engine.record import read_record
from resolver.engine.replay import replay
from tests.armies import army
from tests.engine.test_battles import lines


@cache
def documents() -> tuple[RosterDocument, RosterDocument]:
    return document_from(army("sunward-host")), document_from(army("gloam-court"))


def nobody(decision: Decision) -> bool:
    """Whether a decision is to select a unit or none."""
    return decision.kind == "select" and bool(decision.data["optional"])


def play_with_pass(until: str, to: str, *, choices: int = 400) -> tuple[Battle, list[Decision]]:
    """Play a battle in which player 0 once says "nobody" to selections for `to`; return what was asked after that."""
    battle = Battle.start(documents(), seed=5)
    asked: list[Decision] = []
    said = False
    while battle.decision and len(battle.choices) < choices:
        decision = battle.decision
        if said:
            asked.append(decision)
        if not said and nobody(decision) and decision.player == 0 and decision.data["to"] == to:
            battle.choose(Choice(decision.id, decision.kind, {"unit": None}, until))
            said = True
        else:
            battle.choose(battle.options()[0])
    return battle, asked


def moment(battle: Battle) -> tuple[int, int]:
    return battle.game.state.round, battle.game.state.turn


def test_an_answer_that_stands_is_given_unasked_until_the_battle_ends() -> None:
    battle, asked = play_with_pass("battle", "move")
    assert battle.outcome or len(battle.choices) == 400
    assert not [each for each in asked if each.player == 0 and nobody(each) and each.data["to"] == "move"]
    assert [each for each in asked if each.player == 0 and nobody(each) and each.data["to"] == "shoot"]
    assert [each for each in asked if each.player == 1 and nobody(each) and each.data["to"] == "move"]
    moved = [e for e in battle.events if e["kind"] == "unit.moved" and e["unit"].startswith("a.") and e["move"] == "normal"]
    assert not moved


def test_it_lapses_with_the_turn() -> None:
    _, asked = play_with_pass("turn", "move")
    assert [each for each in asked if each.player == 0 and nobody(each) and each.data["to"] == "move"]


def test_the_record_has_it_and_replays_alike() -> None:
    battle, _ = play_with_pass("battle", "move", choices=120)
    record = battle.record()
    assert [choice.standing for choice in record.choices if choice.standing] == ["battle"]
    again = replay(read_record(record.to_bytes()))
    assert lines(again) == lines(battle)
    assert again.standing == battle.standing
    assert again.decision == battle.decision
    assert again.record().to_bytes() == record.to_bytes()


def test_undo_and_clone_keep_what_stood_then() -> None:
    battle, _ = play_with_pass("battle", "move", choices=120)
    at = next(number for number, choice in enumerate(battle.choices) if choice.standing)
    for back in range(0, 120, 50):
        twin = replay(battle.record())
        twin.undo(back)
        assert bool(twin.standing) == (120 - back > at)
        for choice in battle.choices[120 - back :]:
            twin.choose(choice)
        assert lines(twin) == lines(battle)
        assert twin.decision == battle.decision
        assert twin.made_by == battle.made_by


def test_the_player_can_ask_to_be_asked_again() -> None:
    battle, _ = play_with_pass("battle", "move", choices=60)
    while battle.decision and battle.decision.player != 0:
        battle.choose(battle.options()[0])
    assert battle.view(0).to_json()["standing"] == [
        {"kind": "select", "to": "move", "data": {"unit": None}, "until": "battle"}
    ]
    assert battle.view(1).to_json()["standing"] == battle.view().to_json()["standing"] == []
    first = battle.options()[0]
    battle.choose(Choice(first.decision, first.kind, first.data, ASK))
    assert battle.standing == ()


def test_only_finite_answers_stand() -> None:
    battle = Battle.start(documents(), seed=5)
    while battle.decision and battle.decision.kind != "set-up":
        battle.choose(battle.options()[0])
    option = battle.options()[0]
    with pytest.raises(IllegalChoice) as caught:
        battle.choose(Choice(option.decision, option.kind, option.data, "turn"))
    assert caught.value.refusal.code == "standing"
    assert battle.standing == ()


def test_an_answer_that_would_be_illegal_is_asked_for() -> None:
    """A unit that was selected to shoot cannot be selected again: the player is asked."""
    battle = Battle.start(documents(), seed=5)
    stands = None
    for _ in range(400):
        decision = battle.decision
        if decision is None:
            break
        option = battle.options()[0]
        if stands is None and decision.kind == "select" and decision.data["to"] == "move":
            stands = Choice(option.decision, option.kind, option.data, "turn")
            battle.choose(stands)
        elif stands and decision.kind == "select" and decision.data["to"] == "move":
            assert stands.data["unit"] not in decision.data["units"]
            return
        else:
            battle.choose(option)
    pytest.fail("the player was not asked again")
