"""How the battle stands: what is left to be won, who controls markers, what the other units count there."""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.rulesets.common.field import holding, objectives
from resolver.rulesets.common.valuation import worth
from resolver.rulesets.common.valuation.planned.weights import PLAN


def losses_count(game: Game, player: int) -> float:
    """Return how much it still counts what a player's army loses.

    That is 1 in the first round and little in the last one, but more again the less is left: an army that is gone has
    lost the battle.
    """
    gone = (max(game.state.round, 1) - 1) / (PLAN.rounds - 1)
    return 1.0 - (1.0 - PLAN.last) * min(gone, 1.0) + PLAN.ruin * (1.0 - _left(game, player)) ** 2


def _left(game: Game, player: int) -> float:
    """The share of a player's army that is left, by Power."""

    def share() -> float:
        units = [unit for unit, row in enumerate(game.armies.units) if row.spare_of is None and game.owner(unit) == player]
        whole = sum(worth.power(game, unit) for unit in units)
        return min(sum(worth.left(game, unit) for unit in game.units_of(player)) / max(whole, 1.0), 1.0)

    return game.cached(("left", player), share)


def turns_left(game: Game) -> float:
    """Return about how many more turns a player has after this one, at least 1."""
    return float(max(PLAN.rounds - max(game.state.round, 1), 1))


def present(game: Game, marker: int) -> tuple[list[int], list[int]]:
    """Return how many models of each unit are in range of a marker, in arrays of all units, for both players."""

    def counted() -> tuple[list[int], list[int]]:
        sides: tuple[list[int], list[int]] = ([0] * len(game.armies.units), [0] * len(game.armies.units))
        for player in (0, 1):
            for model in holding.in_range(game, marker, holding.counting(game, player)):
                sides[player][int(game.state.unit[model])] += 1
        return sides

    return game.cached(("present", marker), counted)


def held_by(game: Game, unit: int) -> list[int]:
    """Return the places (among those on the field) of the markers that a unit is in range of."""
    player = game.owner(unit)
    return [place for place, marker in enumerate(objectives.on_field(game)) if present(game, marker)[player][unit]]


def control(game: Game, player: int) -> list[float]:
    """Return how surely a player controls each marker, from -1 (the enemy surely does) to 1; 0 where nobody does.

    Who controls it counts `PLAN.control`; the rest comes with the lead in models, against losses and newcomers.
    """
    found = []
    for marker, holder in zip(objectives.on_field(game), holding.holders(game), strict=True):
        if holder is None:
            found.append(0.0)
            continue
        models = [sum(side) for side in present(game, marker)]
        lead = max(models[holder] - models[1 - holder], 1)
        sure = PLAN.control + (1.0 - PLAN.control) * (1.0 - 1.0 / lead)
        found.append(sure if holder == player else -sure)
    return found


def leads(game: Game, unit: int) -> bool:
    """Tell whether the Warlord is in a unit."""
    return any(game.model_marked(int(model), "warlord") for model in game.state.models_of(unit))
