"""An army that is gone has lost, whatever its points: what the chance of that counts, and who is ahead on points."""

from __future__ import annotations

from math import exp

from resolver.engine.game import Game
from resolver.families.wh40k.valuation import worth
from resolver.families.wh40k.valuation.planned import scoring, threat
from resolver.families.wh40k.valuation.planned.candidate_position import CandidatePosition
from resolver.families.wh40k.valuation.planned.weights import PLAN
from resolver.table.columns import ALL
from resolver.table.geometry import EPSILON

SPREAD = 2.0
"""A lead of so many points is made good in about one battle of four."""


def ahead(game: Game, player: int) -> float:
    """Return about how likely a player is to win on points, going by the points and who holds the markers."""

    def work_out() -> float:
        return 1.0 / (1.0 + exp(-scoring.lead(game, player) / SPREAD))

    return game.cache(ALL, ("ahead", player), work_out)


def wipe_out_risk(now: Game, unit: int, risk: float) -> float:
    """Return what it counts that the whole army may be gone after the enemy's turn, a unit with this risk of it."""
    player = now.owner(unit)
    chance = _loss_share(risk)
    for other in now.units_of(player):
        if other != unit and chance > EPSILON:
            chance *= _loss_share(_risk(now, other)) if now.on_table(other) else 0.0
    return PLAN.army_lost * ahead(now, player) * chance if chance > EPSILON else 0.0


def finish(game: Game, target: int) -> float:
    """Return what it counts that an enemy army is gone of which this is the last unit, or nearly."""
    others = sum(worth.worth_left(game, unit) for unit in game.units_of(game.owner(target)) if unit != target)
    left = worth.worth_left(game, target)
    share = left / max(left + others, EPSILON)
    return PLAN.army_lost * ahead(game, game.owner(target)) * share**4


def _loss_share(risk: float) -> float:
    return min(risk, 1.0) ** 2


def _risk(now: Game, unit: int) -> float:
    def work_out() -> float:
        return threat.to(CandidatePosition(now, now, unit, threat.NOTHING_TO_DO), now) / max(
            worth.worth_left(now, unit), EPSILON
        )

    return now.cache(ALL, ("risk", unit), work_out)
