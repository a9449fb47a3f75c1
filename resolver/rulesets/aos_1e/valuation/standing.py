"""What it is worth to a unit to stand somewhere: what it can do from there, now and later, and what is done to it there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from resolver.engine.decision import Data
from resolver.engine.game import Game
from resolver.rulesets.aos_1e.features import FEATURE
from resolver.rulesets.aos_1e.sudden_death import objective_of
from resolver.rulesets.aos_1e.valuation import forces
from resolver.rulesets.aos_1e.valuation.weights import Weights
from resolver.shared.moves.ends import ends_of
from resolver.shared.units import engagement
from resolver.shared.valuation import CHANCES
from resolver.table.bases import Bodies, Floats
from resolver.table.columns import ALL
from resolver.table.geometry import EPSILON, distances

CHARGED, NEAR, REACHED = 12.0, 3.0, 0.5
LIKELY = 8.0
"""A charge that succeeds more often than not goes so far, in inches."""
IN_REACH = 0.75
"""So many of a unit's models get to attack in close combat."""


def charge_chance(gap: float) -> float:
    """Return the probability that a charge brings a unit from this gap within half an inch; 1 for who is near already."""
    if gap <= NEAR + EPSILON:
        return 1.0
    return float(CHANCES[min(max(ceil(gap - REACHED - EPSILON), 0), 13)]) if gap <= CHARGED + EPSILON else 0.0


@dataclass(frozen=True, slots=True)
class Stance:
    """What a unit may still do this turn from a place."""

    shoots: bool = True
    charges: bool = True


class Place:
    """A unit somewhere: how far it is from each enemy unit there."""

    def __init__(self, game: Game, unit: int, there: Bodies, models: Sequence[int], weights: Weights) -> None:
        self.game, self.unit, self.weights, self.there = game, unit, weights, there
        self.models = list(models)
        self.near: dict[int, Floats] = {}
        for foe in game.units_on_table(1 - game.owner(unit)):
            self.near[foe] = distances(there, game.state.bodies(game.state.standing(foe))).min(1)
        self.gaps = {foe: float(near.min()) for foe, near in self.near.items()}

    def value(self, stance: Stance, goal: int | None = None) -> float:
        """Return what the place is worth."""
        weights, total = self.weights, 0.0
        if not self.gaps:
            return 0.0
        if stance.shoots:
            total += weights.shooting * max(map(self.shooting_value, self.gaps), default=0.0)
        fear = weights.danger * (exposure(self.game, self.game.owner(self.unit)) if weights.wary else 1.0)
        stay = -fear * self.danger()
        fights = [self.charge_value(foe, stance, fear, stay) for foe in self.gaps]
        later = [self.later(foe) * (1.0 + (weights.goal if foe == goal else 0.0)) for foe in self.gaps]
        total += max(max(fights), stay) + max(later)
        return total + self.seizing_value() + weights.cover * self.shelter()

    def shooting_value(self, foe: int) -> float:
        """Return what shooting at an enemy unit from here takes."""
        near = dict(zip(self.models, self.near[foe].tolist(), strict=True))
        return forces.loss(self.game, foe, forces.shot_at(self.game, self.unit, foe, near), self.weights)

    def charge_value(self, foe: int, stance: Stance, fear: float, stay: float) -> float:
        """Return what trying to charge an enemy unit from here is worth: what it takes and risks, less the answer."""
        gap = self.gaps[foe]
        chance = charge_chance(gap) if stance.charges or gap <= NEAR else 0.0
        if not chance:
            return stay
        game, weights = self.game, self.weights
        gain = combat(game, self.unit, foe, weights) * weights.charging
        after = -fear * threat(game, self.unit, gaps_at(game, self.unit, foe), weights, foe) if weights.wary else stay
        return chance * (gain + after) + (1.0 - chance) * stay

    def later(self, foe: int) -> float:
        """Return what is to be had of an enemy unit in turns to come; a little for being nearer."""
        game, gap = self.game, self.gaps[foe]
        reach = max(forces.longest(game, self.unit, foe), 8.0)
        turns = max(gap - reach, 0.0) / max(forces.stride(game, self.unit), 1.0)
        shot = forces.expected_wounds(game, self.unit, foe, ranged=True)
        fought = forces.expected_wounds(game, self.unit, foe, ranged=False) * IN_REACH
        best = forces.loss(game, foe, max(shot, fought), self.weights)
        nearer = 1.0 / (50.0 + gap)
        return best * float(self.weights.later ** (turns + 1)) + nearer

    def danger(self) -> float:
        """Return what all enemies together may take from the unit here in a turn, each by shooting or by charging."""
        return threat(self.game, self.unit, self.gaps, self.weights)

    def shelter(self) -> float:
        """Return what cover spares: something of what may be shot, where all models stand within one feature."""
        pieces = (piece for piece in self.game.state.board.terrain if FEATURE in piece.tags)
        inside = any(bool(piece.footprint.overlaps(self.there).all()) for piece in pieces)
        return self.danger() if inside else 0.0

    def seizing_value(self) -> float:
        """Return what it is worth to be nearer to a feature that has to be seized."""
        game = self.game
        player = game.owner(self.unit)
        if objective_of(game, player) != "seize-ground" or game.state.round > 4:
            return 0.0
        feature = game.player_count(player, "feature") - 1
        gap = float(game.state.board.terrain[feature].footprint.gaps(self.there).min())
        return 2.0 if gap <= NEAR else 20.0 / (20.0 + gap)


def combat(game: Game, unit: int, foe: int, weights: Weights) -> float:
    """Return what it is worth to a unit to fight another one: what it takes, less the answer of what is left."""
    given = forces.expected_wounds(game, unit, foe, ranged=False) * IN_REACH
    left = max(1.0 - given / max(forces.wounds_left(game, foe), 1), 0.0)
    back = forces.expected_wounds(game, foe, unit, ranged=False) * IN_REACH * left
    answer = forces.loss(game, unit, back, weights)
    return forces.loss(game, foe, given, weights) - weights.answer * answer


def threat(game: Game, unit: int, gaps: Mapping[int, float], weights: Weights, fought: int | None = None) -> float:
    """Return what all enemies together may take from a unit that is so far from them, each by shooting or by charging.

    `fought`: an enemy that it has charged by then; only what is left of that one does something.
    """
    wounds = 0.0
    for foe, gap in gaps.items():
        after = max(gap - forces.stride(game, foe), NEAR + 0.1) if gap > NEAR else gap
        far = after > forces.longest(game, foe, unit)
        shot = 0.0 if far else forces.expected_wounds(game, foe, unit, ranged=True)
        struck = charge_chance(after) * forces.expected_wounds(game, foe, unit, ranged=False) * IN_REACH
        if foe == fought:
            given = forces.expected_wounds(game, unit, foe, ranged=False) * IN_REACH
            struck *= max(1.0 - given / max(forces.wounds_left(game, foe), 1), 0.0)
            shot = 0.0
        others = len(find_reachable(game, foe) - {unit})
        wounds += max(shot, struck) / (1.0 + weights.shared * others)
    return forces.loss(game, unit, wounds, weights)


def gaps_at(game: Game, unit: int, foe: int) -> Mapping[int, float]:
    """Return how far enemies are from a unit that has charged one of them: about as far as from that one."""
    others = game.units_on_table(1 - game.owner(unit))
    return {each: 0.0 if each == foe else engagement.distance(game, foe, each) for each in others}


def exposure(game: Game, player: int) -> float:
    """Return how many turns the enemy is expected to have before the player's next: the first of a round is rolled for."""
    if game.state.first < 0 or not game.state.round:
        return 1.0
    return 1.5 if game.state.first == player else 0.5


def find_reachable(game: Game, foe: int) -> frozenset[int]:
    """Return the units that an enemy may attack in its next turn, as everybody stands now."""

    def units() -> frozenset[int]:
        own = game.units_on_table(1 - game.owner(foe))
        far = {unit: forces.stride(game, foe) + max(LIKELY, forces.longest(game, foe, unit)) for unit in own}
        return frozenset(unit for unit in own if engagement.distance(game, unit, foe) <= far[unit])

    return game.cache(ALL, ("reached", foe), units)


def place_of(game: Game, unit: int, moves: Sequence[Data], weights: Weights) -> Place:
    """Return the place to which a move leads."""
    models = [int(model) for model in game.state.standing(unit)]
    return Place(game, unit, ends_of(game, unit, moves), models, weights)


def poses_of(game: Game, unit: int, poses: Sequence[Sequence[float]], weights: Weights) -> Place:
    """Return the place at which a unit is set up."""
    rows = np.array(poses, dtype=np.float64)
    models = [int(row[0]) for row in poses]
    bodies = game.state.bodies(models).with_poses(rows[:, 1], rows[:, 2], facing=rows[:, 3])
    return Place(game, unit, bodies, models, weights)


Goals = Mapping[int, int]
