"""What it is worth to stand somewhere: markers, what can be shot and charged from there, what can shoot and charge there.

A place is weighed on an imagined table: a copy of the view's state on which the unit stands there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from resolver.engine.game import Game
from resolver.rulesets.common.attacks.weapons import ASSAULT
from resolver.rulesets.common.edition import edition
from resolver.rulesets.common.effects import abilities
from resolver.rulesets.common.field import objectives
from resolver.rulesets.common.moves import placing
from resolver.rulesets.common.valuation import reach, worth
from resolver.rulesets.common.valuation.weights import WEIGHTS
from resolver.table.bases import Floats
from resolver.table.geometry import EPSILON, distances
from resolver.table.sight import visible

EYES = 3
"""So many models of a unit stand for all of them where it is asked what they see."""
SCORING_ROUNDS = 5

Pose = Sequence[float]


@dataclass(frozen=True, slots=True)
class Stance:
    """What a unit will have done by then, and so may still do this turn."""

    shoots: bool = True
    charges: bool = True
    assault_only: bool = False
    moves: bool = False
    """Whether it may still move this turn."""


def stance(game: Game, unit: int, kind: str) -> Stance:
    """Return what a unit may do after a kind of move."""
    if kind == "advance":
        free = abilities.may(game, "shoot-after-advance", unit, False)
        return Stance(True, abilities.may(game, "charge-after-advance", unit, False), assault_only=not free)
    if kind == "fall-back":
        shoots = abilities.may(game, "shoot-after-fall-back", unit, False)
        return Stance(shoots, abilities.may(game, "charge-after-fall-back", unit, False))
    return Stance()


def imagined(game: Game, unit: int, poses: Sequence[Pose]) -> Game:
    """Return a battle in which models of a unit stand on these poses (model, x, y, facing), the rest as they stand."""
    state = game.state.copy()
    if len(poses):
        placed = placing.bodies(game, poses)
        models = np.array([int(row[0]) for row in poses])
        state.x[models], state.y[models], state.facing[models] = placed.x, placed.y, placed.facing
        state.z[models] = np.where(np.isnan(placed.z), state.z[models], placed.z)
        state.on_table[models] = True
        state.embarked_in[unit] = -1
    return Game(game.armies, game.ruleset, game.mission, state, game.dice, 0, log=False)


class Place:
    """A unit somewhere. `known` is the battle as it stands: what hardly depends on the place is worked out there, once."""

    def __init__(self, known: Game, there: Game, unit: int, stance: Stance) -> None:
        self.known = known if known.on_table(unit) else there
        self.there, self.unit, self.stance = there, unit, stance
        self.models = there.state.standing(unit)
        self.enemies = there.fielded(1 - there.owner(unit))

    def value(self) -> float:
        """Return what the place is worth."""
        if not len(self.models):
            return 0.0
        total = markers(self.known, self.there, self.unit) + self.threat() * -WEIGHTS.threat
        if self.stance.shoots:
            total += WEIGHTS.shooting * max((self.shot(enemy) for enemy in self.enemies), default=0.0)
        if self.stance.charges:
            total += WEIGHTS.charging * max((self.charge(enemy) for enemy in self.enemies), default=0.0)
        return total

    def gaps(self, enemy: int) -> Floats:
        """Return the distances to the models of an enemy unit, a row for each own model."""

        def measured() -> Floats:
            state = self.there.state
            return distances(state.bodies(self.models), state.bodies(state.standing(enemy)))

        return self.there.cached(("gaps", self.unit, enemy), measured)

    def gap(self, enemy: int) -> float:
        """Return the distance to an enemy unit."""
        return float(self.gaps(enemy).min())

    def sees(self, enemy: int) -> bool:
        """Tell whether some of the unit's models, standing for all, see an enemy unit."""
        return self.there.cached(("sees", self.unit, enemy), lambda: self._sees(enemy, 1) or self._sees(enemy, EYES))

    def _sees(self, enemy: int, number: int) -> bool:
        eyes = np.argsort(self.gaps(enemy).min(1), kind="stable")[:number]
        targets = np.argsort(self.gaps(enemy).min(0), kind="stable")[:number]
        return bool(visible(self.there.state, self.models[eyes], self.there.state.standing(enemy)[targets]).any())

    def shot(self, enemy: int) -> float:
        """Return what shooting at an enemy unit from here would take."""
        arms = [a for a in reach.shooting(self.known, self.unit, enemy) if self._may_fire(a.type)]
        most = max((arm.range for arm in arms), default=-1.0)
        gap = self.gap(enemy)
        if gap > most + EPSILON or gap <= edition(self.known).across or not self.sees(enemy):
            return 0.0
        near = np.sort(self.gaps(enemy).min(1))
        total = sum(a.taken * min(a.number, int((near <= a.range + EPSILON).sum())) for a in arms)
        return min(total, worth.left(self.known, enemy))

    def _may_fire(self, type: str) -> bool:
        return not self.stance.assault_only or type == ASSAULT

    def charge(self, enemy: int) -> float:
        """Return what a charge at an enemy unit from here is expected to take, less what its answer takes."""
        return charge_value(self.known, self.unit, enemy, self.gap(enemy))

    def threat(self) -> float:
        """Return what the enemy is expected to take from the unit here in the next turn."""
        total = sum(max(self.shot_by(enemy), self.charged_by(enemy)) for enemy in self.enemies)
        return min(total, worth.left(self.known, self.unit))

    def shot_by(self, enemy: int) -> float:
        """Return what an enemy unit would take by shooting after a move."""
        near = self.gap(enemy) - reach.speed(self.known, enemy)
        there = reach.shooting(self.known, enemy, self.unit)
        taken = sum(arm.taken * arm.number for arm in there if near <= arm.range + EPSILON)
        return taken * (1.0 if taken and self.sees(enemy) else WEIGHTS.hidden)

    def charged_by(self, enemy: int) -> float:
        """Return what an enemy unit would take by charging after a move."""
        gap = self.gap(enemy)
        chance = (
            1.0
            if gap <= edition(self.known).across
            else reach.charge_chance(self.known, max(gap - reach.speed(self.known, enemy), 1.0))
        )
        return chance * reach.fighting(self.known, enemy, self.unit) if chance else 0.0


def charge_value(game: Game, unit: int, enemy: int, gap: float) -> float:
    """Return what a charge over this distance is expected to take, less what the answer takes; 1 inch is in combat."""
    chance = 1.0 if gap <= edition(game).across + EPSILON else reach.charge_chance(game, gap)
    if not chance or gap > 12.0 + EPSILON:
        return 0.0
    taken = reach.fighting(game, unit, enemy)
    survives = 1.0 - taken / max(worth.left(game, enemy), EPSILON)
    return chance * (taken - WEIGHTS.reply * survives * reach.fighting(game, enemy, unit))


def markers(known: Game, there: Game, unit: int) -> float:
    """Return what a place is worth for the markers: those held with the unit there, and how near it is to the others."""
    if not (points := objectives.placed(there)).size:
        return 0.0
    player, state = there.owner(unit), there.state
    models = state.standing(unit)
    total, near = 0.0, [0.0]
    step = max(reach.speed(known, unit), 1.0)
    counts = models[0] in objectives.counting(there, player)
    without = _without(known, unit)
    for marker, (point, now) in enumerate(zip(points, objectives.holders(there), strict=True)):
        total += WEIGHTS.marker * ((now == player) - (now == 1 - player))
        away = (
            float(np.hypot(state.x[models] - point[0], state.y[models] - point[1]).min())
            - objectives.numbers(there).range_in
        )
        wanted = 1.0 if without[marker] != player else WEIGHTS.spare
        near.append(WEIGHTS.marker * WEIGHTS.approach * wanted / (1.0 + max(away, 0.0) / step))
    return total + (max(near) if counts else 0.0)


def _without(game: Game, unit: int) -> list[int | None]:
    """Who would hold each marker if the unit were not there."""

    def held() -> list[int | None]:
        state = game.state.copy()
        state.on_table[state.models_of(unit)] = False
        gone = Game(game.armies, game.ruleset, game.mission, state, game.dice, 0, log=False)
        return objectives.holders(gone)

    return game.cached(("without", unit), held)
