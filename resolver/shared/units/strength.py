"""How many models units have left of those they began with, and who has lost wounds."""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.shared.rules import shared_rules


def is_wounded(game: Game, model: int) -> bool:
    """Tell whether a model has lost wounds."""
    return bool(game.state.wounds[model] < whole_wounds(game, model))


def whole_wounds(game: Game, model: int) -> int:
    """Return how many wounds a model has that has lost none."""
    profile = game.armies.profiles[int(game.state.profile[model])]
    return profile.wounds + shared_rules(game).more_wounds(game, model)


def wounded_first(game: Game, unit: int) -> list[int]:
    """Return the models of a unit that have lost wounds or, where none has, all of them."""
    models = [int(model) for model in game.state.standing(unit) if game.state.wounds[model] > 0]
    return [model for model in models if is_wounded(game, model)] or models


def below_half(game: Game, unit: int) -> bool:
    """Tell whether a unit has fewer models than half of those it began with.

    A unit that started with one model never is.
    """
    return bool(2 * len(game.state.models_of(unit)) < game.state.starting_strength[unit])


def below_starting(game: Game, unit: int) -> bool:
    """Tell whether a unit has fewer models than it began with."""
    return bool(len(game.state.models_of(unit)) < game.state.starting_strength[unit])
