"""The yardstick: a player who takes any of the options, each as likely as the others.

Its dice are its own, drawn from its seed and the number of the decision: they have nothing to do with the battle's.
"""

from __future__ import annotations

from collections.abc import Sequence

from resolver.engine.decision import Choice
from resolver.engine.view import View
from resolver.table.dice import Address, SeededDice


class RandomLegal:
    """Chooses at random among the options."""

    name = "random"

    def __init__(self, seed: int, game: int = 0) -> None:
        self._dice, self._game = SeededDice(seed ^ 0x5EED_0F_B075), game

    def choose(self, view: View, options: Sequence[Choice]) -> Choice:
        """Return any of the options."""
        number = options[0].decision
        player = -1 if view.player is None else view.player
        address = Address(self._game, 0, 0, "player", player, label="choice", number=number)
        return options[self._dice.roll(address, len(options)) - 1]
