"""What a place is worth for the markers: those held from there, and how near it is to the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.families.wh40k.valuation import reach
from resolver.families.wh40k.valuation.weights import WEIGHTS
from resolver.families.wh40k.valuation.worth import worth_left
from resolver.shared.field import holding, objectives
from resolver.table.bases import Floats
from resolver.table.columns import ALL
from resolver.table.geometry import nearest

PARTS = 12
"""The battlefield is divided into so many parts across and along."""


@dataclass(frozen=True, slots=True, eq=False)
class MarkerStake:
    """The markers without a unit: the presence of its player's others and of the enemy, who holds each, what each is worth.

    `step` is how far the unit goes in a turn, in inches.
    """

    rest: holding.Presence
    enemy: holding.Presence
    holders: list[int | None]
    worth: tuple[float, ...]
    step: float


def marker_stake(game: Game, unit: int) -> MarkerStake:
    """Return how the markers stand without a unit, worked out once while everything stays as it is."""
    return game.cache(ALL, ("stake", unit), lambda: _stake(game, unit))


def _stake(game: Game, unit: int) -> MarkerStake:
    player = game.owner(unit)
    rest, enemy = holding.presence(game, player, without=unit), holding.presence(game, 1 - player)
    holders = holding.controllers(sides(player, rest, enemy))
    full = WEIGHTS.marker * WEIGHTS.approach
    worth = tuple(full * (1.0 if holder != player else WEIGHTS.spare) for holder in holders)
    return MarkerStake(rest, enemy, holders, worth, max(reach.speed(game, unit), 1.0))


def markers(known: Game, there: Game, unit: int) -> float:
    """Return what a place is worth for the markers: those held with the unit there, and how near it is to the others."""
    if not (points := objectives.placed_markers(there)).size:
        return 0.0
    player, models, now = there.owner(unit), there.state.standing(unit), marker_stake(known, unit)
    if models[0] not in holding.counting_models(there, player):
        return _holding_value(player, now.holders)
    mine = now.rest.join(holding.presence_of(there, models))
    away = nearest(there.state.poses, models, points) - objectives.numbers(there).range_in
    return _holding_value(player, holding.controllers(sides(player, mine, now.enemy))) + _approach(now, away)


def loss_value(game: Game, unit: int) -> float:
    """Return what it is worth to lose a unit: what the others hold, less what is left of it."""
    held = (
        _holding_value(game.owner(unit), marker_stake(game, unit).holders) if objectives.placed_markers(game).size else 0.0
    )
    return held - worth_left(game, unit)


def spread(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Weigh places of markers: the nearer every part of the battlefield is to one, the farther does no army have to go."""
    board, done = game.state.board, objectives.placed_markers(game)
    across, along = (np.arange(PARTS) + 0.5) / PARTS * board.width, (np.arange(PARTS) + 0.5) / PARTS * board.depth
    parts = np.stack(np.meshgrid(across, along), axis=-1).reshape(-1, 2)
    points = np.concatenate((np.array([option["at"] for option in options], np.float64), done))
    away = np.hypot(*(parts[:, None] - points).transpose(2, 0, 1))
    near = away[:, len(options) :].min(1, initial=np.inf)
    return [-float(np.minimum(near, away[:, place]).mean()) for place in range(len(options))]


def _holding_value(player: int, holders: list[int | None]) -> float:
    mine, theirs = holders.count(player), holders.count(1 - player)
    worth: float = WEIGHTS.marker * (mine - theirs)
    return worth


def _approach(now: MarkerStake, away: Floats) -> float:
    """What the marker is worth that the unit is on the best way to: less, the more moves it is away, and if held anyway."""
    values = (worth / (1.0 + max(inches, 0.0) / now.step) for inches, worth in zip(away.tolist(), now.worth, strict=True))
    best: float = max(values)
    return best


def sides(player: int, own: holding.Presence, enemy: holding.Presence) -> tuple[holding.Presence, holding.Presence]:
    """Return the presence of both players in their order."""
    return (enemy, own) if player else (own, enemy)
