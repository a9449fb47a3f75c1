"""What it is worth to stand somewhere, to a unit with a goal: markers, shooting, charging, threats."""

from __future__ import annotations

import numpy as np

from resolver.engine.game import Game
from resolver.rulesets.common.field import holding, objectives
from resolver.rulesets.common.valuation import reach, worth
from resolver.rulesets.common.valuation.planned import campaign
from resolver.rulesets.common.valuation.planned.weights import PLAN
from resolver.rulesets.common.valuation.position import Place, Stance
from resolver.table.geometry import EPSILON


class Stand(Place):
    """A unit with a goal (None: none) somewhere."""

    def __init__(self, known: Game, there: Game, unit: int, stance: Stance, goal: int | None) -> None:
        super().__init__(known, there, unit, stance)
        self.goal = goal

    def value(self) -> float:
        """Return what the place is worth."""
        if not len(self.models):
            return 0.0
        player, taken = self.known.owner(self.unit), self.threat()
        gained = 0.0
        if self.stance.shoots:
            gained += PLAN.shooting * self.shooting()
        if self.stance.charges:
            gained += PLAN.charging * self.charging()
        risk = min(taken / max(worth.left(self.known, self.unit), EPSILON), 1.0)
        lost = PLAN.threat * taken * campaign.losses_count(self.known, player)
        if campaign.leads(self.known, self.unit):
            lost += PLAN.marker * PLAN.warlord * risk * PLAN.threat
        return gained * campaign.losses_count(self.known, 1 - player) - lost + self.markers(risk)

    def markers(self, risk: float) -> float:
        """Return what the place is worth for the markers, where the unit runs this risk of being gone after a turn."""
        there, player = self.there, self.there.owner(self.unit)
        mine = set(campaign.held_by(there, self.unit))
        total = 0.0
        for place, control in enumerate(campaign.control(there, player)):
            kept = 1.0 - PLAN.lost * risk if control > 0.0 and place in mine else 1.0
            total += PLAN.marker * control * kept + self._way(place, place in mine)
        return total

    def _way(self, place: int, inside: bool) -> float:
        """What it costs to be away from a marker: each turn on the way much for the goal, little for another one."""
        models, state = self.models, self.there.state
        if models[0] not in holding.counting(self.there, self.there.owner(self.unit)):
            return 0.0
        share = PLAN.goal if place == self.goal else PLAN.other
        if inside:
            return 0.0
        point = objectives.placed(self.there)[place]
        away = float(np.hypot(state.x[models] - point[0], state.y[models] - point[1]).min())
        away = max(away - objectives.numbers(self.there).range_in, 0.0)
        turns = campaign.turns_left(self.known)
        return -PLAN.marker * share * min(away / max(reach.speed(self.known, self.unit), 1.0), turns)
