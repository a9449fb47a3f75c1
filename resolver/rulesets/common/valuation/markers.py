"""What a place is worth for the markers: those held from there, and how near it is to the others."""

from __future__ import annotations

import numpy as np

from resolver.engine.game import Game
from resolver.rulesets.common.field import holding, objectives
from resolver.rulesets.common.valuation import reach
from resolver.rulesets.common.valuation.weights import WEIGHTS
from resolver.table.bases import Floats
from resolver.table.columns import ALL


def markers(known: Game, there: Game, unit: int) -> float:
    """Return what a place is worth for the markers: those held with the unit there, and how near it is to the others."""
    if not (points := objectives.placed(there)).size:
        return 0.0
    player, models = there.owner(unit), there.state.standing(unit)
    rest, enemy = holding.presence(known, player, without=unit), holding.presence(known, 1 - player)
    counts = models[0] in holding.counting(there, player)
    mine = rest.joined(holding.presence_of(there, models)) if counts else rest
    holders = holding.held(sides(player, mine, enemy))
    held = sum(WEIGHTS.marker * ((holder == player) - (holder == 1 - player)) for holder in holders)
    return held + (_approach(known, there, unit, points) if counts else 0.0)


def _approach(known: Game, there: Game, unit: int, points: Floats) -> float:
    """What the marker is worth that the unit is on the best way to: less, the more moves it is away, and if held anyway."""
    player, state = there.owner(unit), there.state
    models, step = state.standing(unit), max(reach.speed(known, unit), 1.0)
    run_x, run_y = state.x[models][:, None] - points[:, 0], state.y[models][:, None] - points[:, 1]
    away = np.hypot(run_x, run_y).min(0) - objectives.numbers(there).range_in
    wanted = (1.0 if holder != player else WEIGHTS.spare for holder in _without(known, unit))
    near: float = max(
        WEIGHTS.marker * WEIGHTS.approach * share / (1.0 + max(inches, 0.0) / step)
        for inches, share in zip(away.tolist(), wanted, strict=True)
    )
    return near


def _without(game: Game, unit: int) -> list[int | None]:
    """Who holds each marker without a unit."""
    player = game.owner(unit)

    def held() -> list[int | None]:
        rest, enemy = holding.presence(game, player, without=unit), holding.presence(game, 1 - player)
        return holding.held(sides(player, rest, enemy))

    return game.known(ALL, ("held without", unit), held)


def sides(player: int, own: holding.Presence, enemy: holding.Presence) -> tuple[holding.Presence, holding.Presence]:
    """Return the presence of both players in their order."""
    return (enemy, own) if player else (own, enemy)
