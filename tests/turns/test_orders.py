"""Who acts when, by each order of play."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.engine.battle import Battle
from resolver.engine.decision import Choice
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.selecting import select
from resolver.turns.alternating import AlternatingActivations, not_activated
from resolver.turns.fixed import FixedTurns
from resolver.turns.rolled import RolledTurns
from tests.turns.tiny import log, play, quiet, start


def starts(*players: int) -> Any:
    """Settle who begins each battle round, from a list."""

    def first(game: Game) -> Script[int]:
        yield from game.happen("player.first", player=players[game.state.round], purpose="turn")
        return players[game.state.round]

    return first


def alternating(sizes: tuple[int, int], *players: int, optional: bool = False, **more: Any) -> Battle:
    """Begin a battle of one battle round for each of the players that begin them."""
    order = AlternatingActivations(rounds=lambda game: len(players), moment=quiet, first=starts(*players), **more)

    def act(game: Game) -> Script[bool]:
        player = game.active
        marks = ("activated", "tired")
        unit = yield from select(
            game, player, "activate", order.waiting_units(game, player), "", marks=marks, optional=optional
        )
        if unit is None:
            yield from game.happen("player.passed", player=player, player_counts={"passed": 1})
        return True

    return start(order, act, sizes, {"tired": "activation"})


def test_players_activate_a_unit_each_and_one_goes_on_alone() -> None:
    battle = alternating((3, 1), 1, 0)
    play(battle)
    assert log(battle, "unit.selected", "round.ended") == [
        (1, 1, "b.b0"),
        (1, 0, "a.a0"),
        (1, 0, "a.a1"),
        (1, 0, "a.a2"),
        (1, 0, "round.ended"),
        (2, 0, "a.a0"),
        (2, 1, "b.b0"),
        (2, 0, "a.a1"),
        (2, 0, "a.a2"),
        (2, 0, "round.ended"),
    ]
    assert battle.outcome is not None


def test_who_passes_is_out_until_the_round_ends() -> None:
    battle = alternating((2, 2), 0, 0, optional=True)

    def pass_first(battle: Battle, options: Any) -> Choice:
        return options[-1] if battle.decision.player == 0 and battle.game.state.round == 1 else options[0]

    play(battle, pass_first)
    told = [(number, player) for number, player, _ in log(battle, "unit.selected", "player.passed")]
    assert told == [(1, 0), (1, 1), (1, 1), (2, 0), (2, 1), (2, 0), (2, 1)]


def test_marks_last_for_an_activation_or_a_round() -> None:
    battle = alternating((2, 2), 0, 0)
    battle.choose(battle.options()[0])
    game = battle.game
    assert (game.active, game.has_mark(0, "tired"), game.has_mark(0, "activated")) == (1, False, True)
    play(battle)
    assert not any(game.has_mark(unit, "activated") for unit in range(4))


def test_units_that_flee_are_activated_before_all_others() -> None:
    """Each player's own: the alternation goes on as usual (GRW-ROUND-07)."""

    def fleeing_first(game: Game, player: int) -> list[int]:
        left = not_activated(game, player)
        return [unit for unit in left if game.has_mark(unit, "fleeing")] or left

    battle = alternating((2, 3), 1, 1, units=fleeing_first)
    battle.choose(battle.options()[0])
    game = battle.game
    game.state.write("unit_marks", game.unit("b.b2"), game.ruleset.names.unit_marks["fleeing"])
    play(battle)
    assert [unit for number, player, unit in log(battle, "unit.selected") if player] == [
        *("b.b0", "b.b2", "b.b1"),
        *("b.b2", "b.b0", "b.b1"),
    ]


def test_a_battle_without_a_last_round_ends_when_nobody_can_act() -> None:
    battle = alternating((1, 1), 0, 0, 0)
    order = battle.game.ruleset.order
    assert isinstance(order, AlternatingActivations)
    endless = start(
        AlternatingActivations(rounds=lambda game: None, moment=quiet, first=order.first, units=lambda game, player: []),
        lambda game: pytest.fail("nobody can act"),
        (1, 1),
        {},
    )
    assert endless.decision is None
    assert endless.outcome is not None


def test_the_order_of_turns_is_settled_for_each_round() -> None:
    """A player may have the last turn of a round and the first of the next (AOS-ROUND-02)."""

    def act(game: Game) -> Script[bool]:
        units = [unit for unit in game.units_on_table(game.active) if not game.has_mark(unit, "acted")]
        return (yield from select(game, game.active, "move", units, "")) is None

    order = RolledTurns(rounds=lambda game: 3, moment=quiet, lapse=lambda *_: (), first=starts(0, 1, 1))
    battle = start(order, act, (1, 1), {"acted": "turn"})
    play(battle)
    assert log(battle, "turn.began") == [
        (number, player, "turn.began") for number, player in zip((1, 1, 2, 2, 3, 3), (0, 1, 1, 0, 1, 0), strict=True)
    ]
    assert [unit for *_, unit in log(battle, "unit.selected")] == ["a.a0", "b.b0", "b.b0", "a.a0", "b.b0", "a.a0"]


def test_fixed_turns_without_a_first_player_are_refused() -> None:
    """Else both players would be nobody, and the battle would go by without a decision."""
    order = FixedTurns(rounds=lambda game: 2, moment=quiet, lapse=lambda *_: ())
    with pytest.raises(ValueError, match="nobody has the first turn"):
        start(order, lambda game: quiet(game, ""), (1, 1), {})


def test_who_begins_may_be_asked_and_a_battle_goes_back_there() -> None:
    """The winner of a roll decides who has the first turn (AOS-ROUND-03): a decision between two battle rounds."""

    def select_beginner(game: Game) -> Script[int]:
        unit = yield from select(game, game.state.round % 2, "begin", [0, 1], "", optional=False, marks=())
        assert unit is not None
        return game.owner(unit)

    order = RolledTurns(rounds=lambda game: 2, moment=quiet, lapse=lambda *_: (), first=select_beginner)

    def act(game: Game) -> Script[bool]:
        yield from game.happen("unit.selected", unit=0, to="move")
        return True

    battle = start(order, act, (1, 1), {})
    battle.choose(battle.options()[1])
    assert (battle.game.state.round, battle.game.active, battle.decision.player) == (1, 0, 1)
    battle.choose(battle.options()[0])
    assert [player for _, player, _ in log(battle, "turn.began")] == [1, 0, 0, 1]
    battle.undo()
    battle.choose(battle.options()[1])
    assert [player for _, player, _ in log(battle, "turn.began")] == [1, 0, 1, 0]


@pytest.mark.parametrize(("until", "code"), [("turn", "standing.until"), ("round", None)])
def test_no_answer_stands_longer_than_the_order_of_play_knows(until: str, code: str | None) -> None:
    battle = alternating((2, 2), 0)
    choice = battle.options()[0]
    refusal = battle.check(Choice(choice.decision, choice.kind, choice.data, until))
    assert (refusal.code if refusal else None) == code
