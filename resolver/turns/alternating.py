"""Alternating activations: in every battle round the players take turns to activate one unit each, until none is left.

A ruleset names `ACTIVATED` among its marks of units and `PASSED` among the counters of players. Its steps between set-up and
the end are those of one activation; the first lets the active player select one of `waiting_units`, marks it "activated" and
acts with it, or happens "player.passed" where that is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from resolver.engine.events import EventKinds, by_name, event_kind
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.turns.rounds import Rounds, first_step

ACTIVATED, PASSED = {"activated": "round"}, {"passed": "round"}
"""The mark of units that were activated, the counter of players who pass for the rest of the battle round."""

ACTIVATION_EVENTS: EventKinds = by_name(
    (
        event_kind("activation.began", "A player is to activate a unit.", "player", silent=True),
        event_kind("activation.ended", "What a player did with a unit is over.", "player", silent=True),
        event_kind("player.passed", "A player activates no more units in this battle round.", "player"),
    )
)


def not_activated(game: Game, player: int) -> list[int]:
    """Return a player's units on the table that were not activated in this battle round."""
    return [unit for unit in game.units_on_table(player) if not game.has_mark(unit, "activated")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternatingActivations(Rounds):
    """The players activate a unit each in turn; one who has none left, or passes, leaves the rest of the round to the other.

    Args:
        first: settles who begins the battle round to come, by dice or by asking: `state.round` is the round that is over, 0
            before the first one, and `state.first` who began it.
        units: which of a player's units may be activated now, such as those that flee before all others.
    """

    first: Callable[[Game], Script[int]]
    units: Callable[[Game, int], list[int]] = not_activated
    lives: ClassVar[Mapping[str, str]] = {"activation.ended": "activation", "round.ended": "round"}

    def waiting_units(self, game: Game, player: int) -> list[int]:
        """Return the units that a player may activate now."""
        return [] if game.player_count(player, "passed") else self.units(game, player)

    def advance(self, game: Game) -> Script[None]:
        """Go on to the next step of the activation, the next activation, the next battle round, or to the end."""
        if not game.state.round:
            yield from self._go_on_setting_up(game)
            return
        decided = self.is_decided(game)
        if not decided and game.step is not game.ruleset.steps[-2]:
            yield from self._begin_next_step(game)
            return
        yield from self.moment(game, "activation-end")
        yield from game.happen("activation.ended", player=game.active)
        if decided or self.is_decided(game):
            yield from self._begin_end(game)
        else:
            yield from self._go_on(game, 1 - game.active)

    def _go_on(self, game: Game, player: int) -> Script[None]:
        """Begin the next activation, this player's if possible, or end the battle round."""
        able = [each for each in (player, 1 - player) if self.waiting_units(game, each)]
        if able:
            yield from self._begin_activation(game, able[0])
        elif (yield from self._round_ends(game)) or self.is_decided(game):
            yield from self._begin_end(game)
        else:
            yield from self._begin_round(game)

    def _begin_round(self, game: Game) -> Script[None]:
        player = yield from self.first(game)
        number = game.state.round + 1
        yield from game.happen("step.began", step=first_step(game), player=player, battle_round=number, first=player)
        yield from self._round_begins(game)
        endless = self.rounds(game) is None and not any(self.waiting_units(game, each) for each in (0, 1))
        yield from self._begin_end(game) if endless else self._go_on(game, player)

    def _begin_activation(self, game: Game, player: int) -> Script[None]:
        yield from game.happen("step.began", step=first_step(game), player=player)
        yield from game.happen("activation.began", player=player)
        yield from self.moment(game, "activation-start")
