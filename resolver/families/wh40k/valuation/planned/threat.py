"""What the enemy can do to a unit in its next turn: each enemy unit attacks once, so friends share what it threatens."""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.valuation.planned import campaign
from resolver.families.wh40k.valuation.planned.candidate_position import CandidatePosition
from resolver.families.wh40k.valuation.planned.weights import PLAN
from resolver.families.wh40k.valuation.position import Stance
from resolver.shared.units import engagement
from resolver.table.columns import ALL, FORCES
from resolver.table.geometry import EPSILON

NOTHING_TO_DO = Stance(shoots=False, charges=False)
SHELTERED_WOUNDS = 9


def to(place: CandidatePosition, now: Game, but: int = -1) -> float:
    """Return what the enemy is expected to take from a unit at a place, less what it would take from others instead.

    `now` is the battle as it stands: there the other units are. One enemy unit may be left out.
    """
    total = 0.0
    for enemy in place.enemies if campaign.enemy_has_turn_left(now, now.owner(place.unit)) else ():
        if enemy != but and (taken := by(place, now, enemy)):
            spared = max(taken - rival(now, place.unit, enemy), 0.0)
            total += PLAN.shared * taken + (1.0 - PLAN.shared) * spared
    return total


def by(place: CandidatePosition, now: Game, enemy: int) -> float:
    """Return what one enemy unit would take from a unit at a place, if it attacked that unit."""
    across = edition(now).across + EPSILON
    touching = place.gap(enemy) <= across
    shot, struck = place.shot_by(enemy), place.charge_loss(enemy)
    if shot and not touching:
        if place.touching:
            shot *= PLAN.locked
        if is_sheltered(place, enemy):
            shot *= PLAN.sheltered
    if not touching and is_engaged_elsewhere(now, enemy, place.unit):
        shot, struck = shot * PLAN.bound, struck * PLAN.bound
    return max(shot, struck)


def rival(now: Game, unit: int, enemy: int) -> float:
    """Return the most that an enemy unit would take from one of the other units, where these stand."""

    def most() -> float:
        others = (other for other in now.units_on_table(now.owner(unit)) if other != unit)
        return max((_there(now, other, enemy) for other in others), default=0.0)

    return now.cache(ALL, ("rival", unit, enemy), most)


def _there(now: Game, unit: int, enemy: int) -> float:
    def work_out() -> dict[int, float]:
        place = CandidatePosition(now, now, unit, NOTHING_TO_DO)
        return {foe: by(place, now, foe) for foe in place.enemies}

    return now.cache(ALL, ("threat", unit), work_out)[enemy]


def is_engaged_elsewhere(now: Game, enemy: int, unit: int) -> bool:
    """Tell whether an enemy unit is in combat with another unit than this one."""
    return any(other != unit for other in engagement.enemies_in_engagement(now, enemy))


def is_sheltered(place: CandidatePosition, enemy: int) -> bool:
    """Tell whether a character would be passed over by an enemy that is nearer to others: roughly, of any edition."""
    now = place.there
    if not now.cache(FORCES, ("small", place.unit), lambda: _small(now, place.unit)):
        return False
    gap = place.gap(enemy)
    others = (other for other in now.units_on_table(now.owner(place.unit)) if other != place.unit)
    return any(
        engagement.distance(now, other, enemy) < gap and engagement.distance(now, other, place.unit) <= PLAN.guard
        for other in others
    )


def _small(game: Game, unit: int) -> bool:
    wounds = game.state.wounds[game.state.standing(unit)]
    return engagement.has_keyword(game, unit, "CHARACTER") and bool(wounds.max() <= SHELTERED_WOUNDS)
