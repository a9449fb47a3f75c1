"""What a ruleset hides from a player is seen by nobody else: neither on the table nor in the log, by programs and people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from datasheets.fields import Strict, Whole
from resolver.engine.battle import Battle
from resolver.engine.decision import Choice, Data, Decision
from resolver.engine.decision_kinds import decisions_by_name, finite
from resolver.engine.events import by_name, event_kind
from resolver.engine.game import Game
from resolver.engine.retelling import Retelling
from resolver.engine.ruleset import Script
from resolver.engine.view import View
from resolver.players import play
from resolver.table.columns import ALL
from resolver.table.state import State
from resolver.turns.rolled import RolledTurns
from tests.turns.tiny import quiet, start

BOTH = (0, 1)


class CardShape(Strict):
    card = Whole(required=True, allow_none=True)


def hand(game: Game, player: int) -> list[int]:
    bits = game.cache(ALL, ("hand", player), lambda: game.player_count(player, "hand"))
    return [card for card in range(6) if bits >> card & 1]


def playable(game: Game, decision: Decision) -> Iterator[Data]:
    yield from ({"card": card} for card in (None, *hand(game, decision.player)))


def put_down(state: State, fields: Mapping[str, Any]) -> None:
    where = fields["player"], state.names.player_counters["hand"]
    state.write("player_counters", where, ~(1 << fields["card"]), np.bitwise_and)


def hide_hands(state: State, player: int | None) -> None:
    for other in BOTH:
        if other != player:
            state.write("player_counters", (other, state.names.player_counters["hand"]), 0)


def turn(game: Game) -> Script[bool]:
    """Draw a card that nobody else sees; then play one of the hand, or none."""
    player = game.active
    card = game.roll("card", number=player) - 1
    yield from game.happen("card.drawn", player=player, card=card, player_bits={"hand": 1 << card})
    data = yield from game.ask("play", player, "")
    if data["card"] is not None:
        yield from game.happen("card.played", player=player, card=data["card"])
    return True


def begin() -> Battle:
    def first(game: Game) -> Script[int]:
        yield from game.happen("player.first", player=0, purpose="turn")
        return 0

    return start(
        RolledTurns(rounds=lambda game: 4, moment=quiet, lapse=lambda *_: iter(()), first=first),
        turn,
        (1, 1),
        counters={"hand": "battle"},
        events=by_name(
            (
                event_kind("card.drawn", "A player drew a card.", "player card", secret="card player_bits"),
                event_kind("card.played", "A player played a card.", "player card", change=put_down),
            )
        ),
        decisions=decisions_by_name([finite("play", CardShape(), playable)]),
        veil=hide_hands,
    )


class Spy:
    """A program that plays the last card of its hand in every second turn, and looks at all that it is given."""

    def __init__(self, battle: Battle) -> None:
        self.battle, self.held = battle, 0

    def choose(self, view: View, options: Sequence[Choice]) -> Choice:
        player = view.player
        assert player is not None
        for each in BOTH:
            assert hand(view.game, each) == (hand(self.battle.game, each) if each == player else [])
        drawn = [event for event in view.events if event["kind"] == "card.drawn"]
        assert all((event["card"] is None) is (event["player"] != player) for event in drawn)
        assert all(("player_bits" in event) is (event["player"] == player) for event in drawn)
        self.held += len(hand(self.battle.game, 1 - player))
        return options[-1 if view.game.state.round % 2 else 0]


def test_a_program_sees_its_own_hand_and_what_was_played() -> None:
    battle = begin()
    spies = Spy(battle), Spy(battle)
    play(battle, spies)
    assert all(spy.held for spy in spies)
    played = [event["card"] for event in battle.view(None).events if event["kind"] == "card.played"]
    assert len(played) == 4
    assert None not in played


def test_a_log_as_it_was_seen_leads_to_the_table_as_it_is_seen() -> None:
    battle = begin()
    while battle.decision is not None:
        for player in (0, 1, None):
            view = battle.view(player)
            told = Retelling(battle.armies, battle.game.ruleset, "")
            assert told.upto(view.events).to_bytes() == view.game.state.to_bytes()
        battle.choose(battle.options()[-1 if battle.game.state.round % 2 else 0])


def test_looking_changes_nothing() -> None:
    battle = begin()
    before = battle.game.state.to_bytes()
    cards = hand(battle.game, 0)
    assert hand(battle.view(1).game, 0) == []
    assert battle.game.state.to_bytes() == before
    assert hand(battle.game, 0) == cards != []


def test_a_misspelt_secret_is_refused_in_place_of_being_shown() -> None:
    with pytest.raises(ValueError, match=r"card\.drawn: it has no field crad that could be secret"):
        event_kind("card.drawn", "A player drew a card.", "player card", secret="crad player_bits")
