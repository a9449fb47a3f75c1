"""What it is worth to stand somewhere, to a unit with a goal: markers, shooting, charging, threats."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from resolver.engine.game import Game
from resolver.families.wh40k.valuation import reach, worth
from resolver.families.wh40k.valuation.planned import campaign, scoring, survival, targets, threat
from resolver.families.wh40k.valuation.planned.candidate_position import CandidatePosition
from resolver.families.wh40k.valuation.planned.weights import PLAN
from resolver.families.wh40k.valuation.position import Pose, Stance, imagine_moved
from resolver.shared.field import holding, objectives
from resolver.table.geometry import EPSILON


def place_value(game: Game, unit: int, poses: Sequence[Pose], after: Stance, goal: int | None) -> float:
    """Return what it is worth to a unit with a goal that its models stand on these poses, and may do so much from there."""
    return PositionScore(game, imagine_moved(game, unit, poses), unit, after, goal).value()


class PositionScore(CandidatePosition):
    """A unit with a goal (None: none) somewhere."""

    def __init__(self, now: Game, there: Game, unit: int, stance: Stance, goal: int | None) -> None:
        super().__init__(now, there, unit, stance)
        self.now, self.goal = now, goal

    def value(self) -> float:
        """Return what the place is worth."""
        if not len(self.models):
            return 0.0
        taken = threat.to(self, self.now)
        gained = 0.0
        if self.stance.shoots:
            gained += PLAN.shooting * max((self.loss_of(enemy) * self._counts(enemy) for enemy in self.enemies), default=0.0)
        if self.stance.charges:
            gained += PLAN.charging * max((self.charge(enemy) * self._counts(enemy) for enemy in self.enemies), default=0.0)
        left = max(worth.worth_left(self.known, self.unit), EPSILON)
        risk = min(taken / left, 1.0)
        lost = PLAN.threat * min(taken, left) * campaign.worth_of(self.known, self.unit)
        if campaign.leads(self.known, self.unit):
            lost += PLAN.marker * scoring.leader(self.now) * risk * PLAN.threat
        lost += survival.wipe_out_risk(self.now, self.unit, risk)
        return gained - lost + self.markers(risk)

    def _counts(self, enemy: int) -> float:
        return targets.counts(self.now, enemy)

    def markers(self, risk: float) -> float:
        """Return what the place is worth for the markers, where the unit runs this risk of being gone after a turn."""
        inside = scoring.near(self.there, self.unit).models > 0
        way: float = sum(self._way(place) for place in np.flatnonzero(~inside).tolist())
        return PLAN.marker * scoring.worth(self.now, self.there, self.unit, risk) + way

    def _way(self, place: int) -> float:
        """What it costs to be away from a marker: each turn on the way much for the goal, little for another one."""
        models, state = self.models, self.there.state
        if models[0] not in holding.counting_models(self.there, self.there.owner(self.unit)):
            return 0.0
        share = PLAN.goal if place == self.goal else PLAN.other
        point = objectives.placed_markers(self.there)[place]
        away = float(np.hypot(state.x[models] - point[0], state.y[models] - point[1]).min())
        moves = reach.speed(self.known, self.unit) if self.stance.moves else 0.0
        away = max(away - objectives.numbers(self.there).range_in - moves, 0.0)
        turns = campaign.turns_left(self.known)
        share *= scoring.goal(self.now, self.now.owner(self.unit))
        return -PLAN.marker * share * min(away / max(reach.speed(self.known, self.unit), 1.0), turns)
