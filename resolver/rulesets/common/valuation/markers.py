"""What a place is worth for the markers: those held from there, and how near it is to the others."""

from __future__ import annotations

from dataclasses import dataclass

from resolver.engine.game import Game
from resolver.rulesets.common.field import holding, objectives
from resolver.rulesets.common.valuation import reach
from resolver.rulesets.common.valuation.weights import WEIGHTS
from resolver.table.bases import Floats
from resolver.table.columns import ALL
from resolver.table.geometry import nearest


@dataclass(frozen=True, slots=True, eq=False)
class Stake:
    """The markers without a unit: the presence of its player's others and of the enemy, who holds each, what each is worth.

    `step` is how far the unit goes in a turn, in inches.
    """

    rest: holding.Presence
    enemy: holding.Presence
    holders: list[int | None]
    worth: tuple[float, ...]
    step: float


def stake(game: Game, unit: int) -> Stake:
    """Return how the markers stand without a unit, worked out once while everything stays as it is."""
    return game.known(ALL, ("stake", unit), lambda: _stake(game, unit))


def _stake(game: Game, unit: int) -> Stake:
    player = game.owner(unit)
    rest, enemy = holding.presence(game, player, without=unit), holding.presence(game, 1 - player)
    holders = holding.held(sides(player, rest, enemy))
    full = WEIGHTS.marker * WEIGHTS.approach
    worth = tuple(full * (1.0 if holder != player else WEIGHTS.spare) for holder in holders)
    return Stake(rest, enemy, holders, worth, max(reach.speed(game, unit), 1.0))


def markers(known: Game, there: Game, unit: int) -> float:
    """Return what a place is worth for the markers: those held with the unit there, and how near it is to the others."""
    if not (points := objectives.placed(there)).size:
        return 0.0
    player, models, now = there.owner(unit), there.state.standing(unit), stake(known, unit)
    if models[0] not in holding.counting(there, player):
        return _held(player, now.holders)
    mine = now.rest.joined(holding.presence_of(there, models))
    away = nearest(there.state.poses, models, points) - objectives.numbers(there).range_in
    return _held(player, holding.held(sides(player, mine, now.enemy))) + _approach(now, away)


def _held(player: int, holders: list[int | None]) -> float:
    mine, theirs = holders.count(player), holders.count(1 - player)
    worth: float = WEIGHTS.marker * (mine - theirs)
    return worth


def _approach(now: Stake, away: Floats) -> float:
    """What the marker is worth that the unit is on the best way to: less, the more moves it is away, and if held anyway."""
    values = (worth / (1.0 + max(inches, 0.0) / now.step) for inches, worth in zip(away.tolist(), now.worth, strict=True))
    best: float = max(values)
    return best


def sides(player: int, own: holding.Presence, enemy: holding.Presence) -> tuple[holding.Presence, holding.Presence]:
    """Return the presence of both players in their order."""
    return (enemy, own) if player else (own, enemy)
