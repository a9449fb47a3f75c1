"""Turns whose order is settled anew for each battle round: one player may have the last of one and the first of the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.turns.fixed import FixedTurns


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledTurns(FixedTurns):
    """A turn for each player in every battle round; before each, it is settled who has the first.

    Args:
        first: settles who has the first turn of the battle round to come, by dice or by asking: `state.round` is the round
            that is over, 0 before the first one, and `state.first` who began it.
    """

    first: Callable[[Game], Script[int]]
    lives: ClassVar[Mapping[str, str]] = {**FixedTurns.lives, "turn.chosen": "turn"}
    """When the first turn is chosen, what was remembered "for this turn" before the battle, such as slain models, ends."""

    def _begin_round(self, game: Game) -> Script[None]:
        if self.over(game):  # before the first round, by what is used then
            yield from self._begin_end(game)
            return
        player = yield from self.first(game)
        yield from self._begin_turn(game, player, battle_round=game.state.round + 1, first=player)
