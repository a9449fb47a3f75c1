"""A unit somewhere, enemy unit by enemy unit: how near each is, what they could do to each other there."""

from __future__ import annotations

import numpy as np

from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.valuation import reach
from resolver.families.wh40k.valuation.planned import shooting
from resolver.families.wh40k.valuation.planned.weights import PLAN
from resolver.families.wh40k.valuation.position import Place, charge_value
from resolver.table.geometry import EPSILON


class CandidatePosition(Place):
    """A place, asked of single enemy units."""

    @property
    def enemies(self) -> tuple[int, ...]:
        """The enemy units on the table."""
        return self.outlook.enemies

    def gap(self, enemy: int) -> float:
        """Return the distance to an enemy unit."""
        return float(self.gaps[self.enemies.index(enemy)])

    @property
    def touching(self) -> bool:
        """Whether an enemy unit is in combat with the unit here."""
        return bool(len(self.gaps)) and float(self.gaps.min()) <= edition(self.known).across + EPSILON

    def loss_of(self, enemy: int) -> float:
        """Return what shooting at an enemy unit from here would take."""
        if self.touching:
            return 0.0
        column = self.enemies.index(enemy)
        near = np.sort(self.near[:, column])
        found = shooting.expected_loss(
            self.known,
            self.unit,
            enemy,
            lambda inches: int(np.searchsorted(near, inches + EPSILON, side="right")),
            self.stance.assault_only,
        )
        return found if found and self.sees(column) else 0.0

    def charge(self, enemy: int) -> float:
        """Return what a charge at an enemy unit from here is expected to take, less what its answer takes."""
        return charge_value(self.known, self.unit, enemy, self.gap(enemy))

    def shot_by(self, enemy: int) -> float:
        """Return what an enemy unit would take by shooting after a move, less where it sees nothing now."""
        known = self.known
        taken = shooting.from_afar(known, enemy, self.unit, self.gap(enemy) - reach.speed(known, enemy))
        return taken * (1.0 if taken and self.sees(self.enemies.index(enemy)) else PLAN.hidden)

    def charge_loss(self, enemy: int) -> float:
        """Return what an enemy unit would take by charging after a move."""
        known, gap = self.known, self.gap(enemy)
        if gap <= edition(known).across:
            return reach.melee_loss(known, enemy, self.unit)
        chance = reach.charge_chance(known, max(gap - reach.speed(known, enemy), 1.0))
        return chance * reach.melee_loss(known, enemy, self.unit) if chance else 0.0
