"""Starting Strength and Half-strength."""

from __future__ import annotations

from resolver.engine.game import Game


def below_half(game: Game, unit: int) -> bool:
    """Tell whether a unit is below Half-strength: fewer models than half of its Starting Strength.

    A unit that started with one model never is.
    """
    return bool(2 * len(game.state.models_of(unit)) < game.state.starting_strength[unit])


def below_starting(game: Game, unit: int) -> bool:
    """Tell whether a unit has fewer models than its Starting Strength."""
    return bool(len(game.state.models_of(unit)) < game.state.starting_strength[unit])
