"""How the battle stands: what is left to be won, who controls markers, what the other units count there."""

from __future__ import annotations

import numpy as np

from resolver.engine.game import Game
from resolver.families.wh40k.valuation import reach, worth
from resolver.families.wh40k.valuation.planned import shooting
from resolver.families.wh40k.valuation.planned.weights import PLAN
from resolver.shared.field import holding, objectives
from resolver.table.columns import ALL, FORCES, PLACES

USUAL = 14.0
"""How far away enemies usually are that are shot at, in inches."""


def losses_count(game: Game, player: int) -> float:
    """Return how much it still counts what a player's army loses.

    That is 1 in the first round and little in the last one, but more again the less is left: an army that is gone has
    lost the battle.
    """
    gone = (max(game.state.round, 1) - 1) / (PLAN.rounds - 1)
    return 1.0 - (1.0 - PLAN.last) * min(gone, 1.0) + PLAN.ruin * (1.0 - _share_left(game, player)) ** 2


def _share_left(game: Game, player: int) -> float:
    """The share of a player's army that is left, by Power."""

    def share() -> float:
        units = [unit for unit, row in enumerate(game.armies.units) if row.spare_of is None and game.owner(unit) == player]
        whole = sum(worth.power(game, unit) for unit in units)
        return min(sum(worth.worth_left(game, unit) for unit in game.units_of(player)) / max(whole, 1.0), 1.0)

    return game.cache(FORCES, ("army", player), share)


def worth_of(game: Game, unit: int) -> float:
    """Return how much each point of worth counts that is taken from a unit: the more, the more harm the unit does."""

    def work_out() -> float:
        share = danger(game, unit) / max(worth.worth_left(game, unit), 1.0)
        return losses_count(game, game.owner(unit)) + PLAN.lethal * share * (turns_left(game) - 1.0) / (PLAN.rounds - 1)

    return game.cache(ALL, ("worth", unit), work_out)


def danger(game: Game, unit: int) -> float:
    """Return the most that a unit could take from an enemy unit in a turn, wherever both stand."""
    return max((_worth_taken(game, unit, enemy) for enemy in game.units_on_table(1 - game.owner(unit))), default=0.0)


def _worth_taken(game: Game, unit: int, enemy: int) -> float:
    return min(
        max(shooting.from_afar(game, unit, enemy, USUAL), PLAN.charging * reach.melee_loss(game, unit, enemy)),
        worth.worth_left(game, enemy),
    )


def turns_left(game: Game) -> float:
    """Return about how many more turns a player has after this one, at least 1."""
    return float(max(PLAN.rounds - max(game.state.round, 1), 1))


def enemy_has_turn_left(game: Game, player: int) -> bool:
    """Tell whether the enemy of a player has another turn after this one, or this turn is the enemy's."""
    state = game.state
    return state.round < PLAN.rounds or state.turn != player or state.first == player


def present(game: Game, marker: int) -> tuple[list[int], list[int]]:
    """Return how many models of each unit are in range of a marker, in arrays of all units, for both players."""

    def count() -> tuple[list[int], list[int]]:
        sides: tuple[list[int], list[int]] = ([0] * len(game.armies.units), [0] * len(game.armies.units))
        for player in (0, 1):
            for model in holding.in_range(game, marker, holding.counting_models(game, player)):
                sides[player][int(game.state.unit[model])] += 1
        return sides

    return game.cache(PLACES, ("present", marker), count)


def away(game: Game, unit: int, marker: int) -> float:
    """Return how far the closest model of a unit is from a marker."""

    def measure() -> float:
        state, point = game.state, game.state.markers[marker]
        models = state.standing(unit)
        return float(np.hypot(state.x[models] - point[0], state.y[models] - point[1]).min())

    return game.cache(PLACES, ("away", unit, marker), measure)


def markers_in_range(game: Game, unit: int) -> list[int]:
    """Return the places (among those on the field) of the markers that a unit is in range of."""
    player = game.owner(unit)
    return [place for place, marker in enumerate(objectives.on_field(game)) if present(game, marker)[player][unit]]


def leads(game: Game, unit: int) -> bool:
    """Tell whether the Warlord is in a unit."""
    return any(game.model_marked(int(model), "warlord") for model in game.state.models_of(unit))
