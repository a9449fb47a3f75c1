"""What it is worth to stand somewhere: markers, what can be shot and charged from there, what can shoot and charge there.

A place is weighed on an imagined table: a copy of the view's state on which the unit stands there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from resolver.engine.decision import Data
from resolver.engine.game import Game
from resolver.families.wh40k.attacks.weapons import ASSAULT
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.valuation import reach, worth
from resolver.families.wh40k.valuation.markers import markers
from resolver.families.wh40k.valuation.weights import WEIGHTS
from resolver.shared.effects import abilities
from resolver.shared.moves import placing
from resolver.shared.valuation import CHANCES
from resolver.table.bases import Floats
from resolver.table.columns import FORCES
from resolver.table.compiled import damage
from resolver.table.geometry import EPSILON, Flags, Indices
from resolver.table.units import glimpsed_units, near_units

EYES = 3
"""So many models of a unit stand for all of them where it is asked what they see."""
FARTHEST_CHARGE = 12.0

Pose = Sequence[float]


class Stance(NamedTuple):
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


def ends(moves: Sequence[Data]) -> list[Pose]:
    """Return the poses in which moves end."""
    return [(step["model"], *step["path"][-1]) for step in moves]


def imagine_moved(game: Game, unit: int, poses: Sequence[Pose]) -> Game:
    """Return a battle in which models of a unit stand on these poses (model, x, y, facing), the rest as they stand."""
    state = game.state.copy(knowing=True)
    if len(poses):
        placed = placing.bodies(game, poses)
        models = np.array([int(row[0]) for row in poses])
        rows = placed.data[:4]  # x, y, z, facing
        state.write("poses", np.s_[:4, models], np.where(np.isnan(rows), state.poses[:4, models], rows))
        if not state.on_table[models].all():
            state.write("on_table", models, True)
            state.write("embarked_in", unit, -1)
    return Game(game.armies, game.ruleset, game.mission, state, game.dice, 0, log=False)


@dataclass(frozen=True, slots=True, eq=False)
class Batteries:
    """Weapons against units in columns: for each the column, how many there are, range, what one takes, is it Assault.

    `every` is all of them, as flags.
    """

    enemy: Indices
    number: Floats
    range: Floats
    taken: Floats
    assault: Flags
    every: Flags

    @classmethod
    def of(cls, rows: Sequence[tuple[int, reach.Battery]]) -> Batteries:
        """Gather those of columns."""
        return cls(
            np.array([column for column, _ in rows], np.intp),
            np.array([arm.number for _, arm in rows], np.float64),
            np.array([arm.range for _, arm in rows], np.float64),
            np.array([arm.taken for _, arm in rows], np.float64),
            np.array([arm.type == ASSAULT for _, arm in rows], np.bool_),
            np.ones(len(rows), np.bool_),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """What a unit and each enemy unit (in columns) could do to each other, wherever they stand.

    `own` and `theirs`: what each shoots; `fought` and `worth` of the enemy: what it takes from the unit in close combat,
    what is left of it.
    """

    enemies: tuple[int, ...]
    own: Batteries
    theirs: Batteries
    fought: Floats
    worth: Floats


def outlook(game: Game, unit: int, enemies: tuple[int, ...]) -> Outlook:
    """Return what a unit and these enemy units could do to each other, worked out once while nobody is lost."""
    return game.cache(FORCES, ("outlook", unit, enemies), lambda: _outlook(game, unit, enemies))


def _outlook(game: Game, unit: int, enemies: tuple[int, ...]) -> Outlook:
    exchanged = reach.exchange_losses(game, unit, enemies)
    own = [(column, arm) for column, (arms, _, _) in enumerate(exchanged) for arm in arms]
    theirs = [(column, arm) for column, (_, arms, _) in enumerate(exchanged) for arm in arms]
    fought = np.array([taken for _, _, taken in exchanged], np.float64)
    left = np.array([worth.worth_left(game, enemy) for enemy in enemies], np.float64)
    return Outlook(enemies, Batteries.of(own), Batteries.of(theirs), fought, left)


def speeds(game: Game, units: tuple[int, ...]) -> Floats:
    """Return the Moves of units."""
    span = reach.speed_span(game.armies, game.ruleset, units)
    return game.cache(span, ("speeds", units), lambda: np.array([reach.speed(game, unit) for unit in units], np.float64))


class Place:
    """A unit somewhere. `known` is the battle as it stands: what hardly depends on the place is worked out there, once."""

    def __init__(self, known: Game, there: Game, unit: int, stance: Stance) -> None:
        self.known = known if known.on_table(unit) else there
        self.there, self.unit, self.stance = there, unit, stance
        self.models = there.state.standing(unit)
        self.outlook = outlook(self.known, unit, tuple(there.units_on_table(1 - there.owner(unit))))
        self.speed = speeds(self.known, self.outlook.enemies)
        self._seen = self._asked = np.zeros(len(self.outlook.enemies), np.bool_)

    def value(self) -> float:
        """Return what the place is worth."""
        if not len(self.models):
            return 0.0
        total = markers(self.known, self.there, self.unit) + self.threat() * -WEIGHTS.threat
        if self.stance.shoots:
            total += WEIGHTS.shooting * self.shooting_value()
        if self.stance.charges:
            total += WEIGHTS.charging * self.charging_value()
        return total

    @cached_property
    def near(self) -> Floats:
        """The distance from each own model (rows) to the closest model of each enemy unit (columns)."""
        return near_units(self.there.state, self.models, self.outlook.enemies)

    @cached_property
    def gaps(self) -> Floats:
        """The distance to each enemy unit."""
        least: Floats = self.near.min(0)
        return least

    def sees(self, column: int) -> bool:
        """Tell whether some of the unit's models, standing for all, see an enemy unit (by its column)."""
        if not self._asked[column]:
            self.sees_which(np.arange(len(self._asked)) == column)
        return bool(self._seen[column])

    def sees_which(self, wanted: Flags) -> Flags:
        """Tell which of these enemy units (flags, by columns) some of the unit's models, standing for all, see."""
        asked = wanted & ~self._asked
        if asked.any():
            enemies = self.outlook.enemies
            self._seen = self._seen | glimpsed_units(self.there.state, self.models, enemies, asked, EYES)
            self._asked = self._asked | asked
        return self._seen & wanted

    def shooting_value(self) -> float:
        """Return the most that shooting at one enemy unit from here would take."""
        out, arms = self.outlook, self.outlook.own
        if not len(arms.taken):
            return 0.0
        usable = arms.assault if self.stance.assault_only else arms.every
        taken = damage.damage_given(
            self.near, arms.enemy, arms.number, arms.range, arms.taken, usable, edition(self.known).across
        )
        totals = np.minimum(taken, out.worth)
        order = np.argsort(-totals, kind="stable")
        return next((float(totals[column]) for column in order if totals[column] > 0.0 and self.sees(int(column))), 0.0)

    def charging_value(self) -> float:
        """Return the most that charging an enemy unit from here is expected to take, less what its answer takes."""
        gaps = self.gaps
        close = np.flatnonzero(gaps <= FARTHEST_CHARGE + EPSILON)
        values = (charge_value(self.known, self.unit, self.outlook.enemies[column], float(gaps[column])) for column in close)
        most = max(values, default=None)
        if most is None or len(close) < len(gaps):
            return max(most or 0.0, 0.0)
        return most

    def threat(self) -> float:
        """Return what the enemy is expected to take from the unit here in the next turn."""
        out, arms, gaps = self.outlook, self.outlook.theirs, self.gaps
        shot = damage.damage_suffered(gaps, self.speed, arms.enemy, arms.number, arms.range, arms.taken)
        seen, across = self.sees_which(shot > 0.0), edition(self.known).across
        total = damage.threat(gaps, self.speed, shot, seen, WEIGHTS.hidden, out.fought, CHANCES, across)
        return min(total, worth.worth_left(self.known, self.unit))


def charge_value(game: Game, unit: int, enemy: int, gap: float) -> float:
    """Return what a charge over this distance is expected to take, less what the answer takes; 1 inch is in combat."""
    chance = 1.0 if gap <= edition(game).across + EPSILON else reach.charge_chance(game, gap)
    if not chance or gap > FARTHEST_CHARGE + EPSILON:
        return 0.0
    taken = reach.melee_loss(game, unit, enemy)
    survives = 1.0 - taken / max(worth.worth_left(game, enemy), EPSILON)
    return chance * (taken - WEIGHTS.reply * survives * reach.melee_loss(game, enemy, unit))
