"""What a place is worth to a unit: whom it can shoot at and fight from there, what it holds, who can hurt it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from resolver.engine.game import Game
from resolver.rulesets.grundregelwerk import profiles, scenarios, states, worth
from resolver.rulesets.grundregelwerk.sight import bodies_see
from resolver.shared.field import objectives
from resolver.table.bases import Bodies, Floats
from resolver.table.geometry import distances


@dataclass(frozen=True, slots=True)
class Weights:
    """How a program weighs places.

    Args:
        later: what can be done in the next activation is worth this share of what can be done now.
        fear: what the enemy can take weighs so much against what a unit can take.
        marker: what holding a marker is worth, whenever it is scored.
        near: how much of a marker's worth being near it is worth.
        shared: how much of a marker a second unit adds.
        acted: how much an enemy is feared that has acted in this round.
    """

    later: float = 0.45
    fear: float = 0.0
    marker: float = 9.0
    near: float = 0.5
    shared: float = 1.0
    acted: float = 1.0


NOW = Weights()
"""Of a program that looks at what is there now."""


class Outlook:
    """Places as one unit sees them in its activation: `after_move`, it may still shoot or fight."""

    def __init__(self, game: Game, unit: int, weights: Weights = NOW, *, after_move: bool = True) -> None:
        self.weights = weights
        self.game, self.unit, self.player = game, unit, game.owner(unit)
        self.here = game.state.bodies(game.state.standing(unit))
        done = [mark for mark in ("shoot", "close-combat") if game.has_mark(unit, f"did-{mark}")]
        others = sum(game.has_mark(unit, f"did-{each}") for each in ("shoot", "close-combat", "secure-area", "rally"))
        self.may_act = after_move and not others
        self.may_shoot = 1.0 if self.may_act and "shoot" not in done else weights.later
        self.may_fight = 1.0 if self.may_act and "close-combat" not in done else weights.later
        self.foes = game.units_on_table(1 - self.player)

    @cached_property
    def shapes(self) -> list[Bodies]:
        """The models of each enemy unit."""
        state = self.game.state
        return [state.bodies(state.standing(foe)) for foe in self.foes]

    @cached_property
    def markers(self) -> tuple[Floats, list[float]]:
        """The markers, and what each is worth to this unit now."""
        points = objectives.placed_markers(self.game)
        return points, [self.weights.marker * self._share(marker) for marker in range(len(points))]

    def _share(self, marker: int) -> float:
        """How much of a marker this unit adds: little where others of its side hold it already."""
        near = scenarios.presence(self.game)[marker]
        mine = [model for model in near[self.player] if int(self.game.state.unit[model]) != self.unit]
        return self.weights.shared if mine else 1.0

    def value(self, there: Bodies) -> float:
        """Return what standing there is worth, with what can be done from there in this activation or the next."""
        shots, fights, later = self._look(there)
        return (self.may_fight * fights if fights else self.may_shoot * shots) + later

    def both(self, there: Bodies) -> tuple[float, float]:
        """Return what can be done from there now, and what standing there is worth when nothing is done now."""
        shots, fights, later = self._look(there)
        acts = fights or shots
        return acts, later + self.weights.later * acts

    def _look(self, there: Bodies) -> tuple[float, float, float]:
        """The best shot and the best fight from there; and all that does not depend on what the unit still may do."""
        game, unit = self.game, self.unit
        shots, combat, danger, nearest = [0.0], list[float](), 0.0, 99.0
        for foe, shape in zip(self.foes, self.shapes, strict=True):
            gaps = distances(there, shape)
            each = gaps.min(1)
            gap = float(each.min())
            nearest = min(nearest, gap)
            if gap <= states.TOUCH:
                combat.append(worth.fight_value(game, unit, foe))
            elif not states.in_combat(game, foe) and gap <= worth.reach_of(game, unit) and self.sees(there, shape):
                shots.append(worth.damage_value(game, foe, worth.fire(game, unit, foe, each)))
            if self.weights.fear:
                danger += self._danger(foe, gap, there, shape)
        fear = self.weights.fear * min(danger, worth.unit_worth(game, unit))
        return max(shots), max(combat, default=0.0), self._marker_value(there) - fear - self._walk(nearest)

    def danger_here(self) -> float:
        """Return what the enemy is expected to take from the unit where it stands."""
        total = 0.0
        for foe, shape in zip(self.foes, self.shapes, strict=True):
            total += self._danger(foe, float(distances(self.here, shape).min()), self.here, shape)
        return total

    def _danger(self, foe: int, gap: float, there: Bodies, shape: Bodies) -> float:
        """What one enemy may take next: by shooting where it sees the unit, or by coming into contact."""
        game = self.game
        if states.is_pinned(game, foe) or states.is_fleeing(game, foe):
            return 0.0
        stride = self._stride(foe)
        taken = 0.0
        if gap <= worth.reach_of(game, foe) + stride * 0.5 and self.sees(there, shape):
            taken = worth.fire(game, foe, self.unit, np.full(len(shape), max(gap - stride * 0.5, 0.0)))
        if gap <= stride:
            taken = max(taken, worth.blows(game, foe, self.unit, attacking=True))
        left = max(worth.lives(game, self.unit), 1)
        soon = self.weights.acted if game.has_mark(foe, "activated") else 1.0
        return soon * min(taken / left, 1.0) * worth.unit_worth(game, self.unit)

    def _stride(self, unit: int) -> float:
        models = self.game.state.standing(unit)
        return profiles.stride(self.game, int(models[0])) if len(models) else 0.0

    def sees(self, there: Bodies, shape: Bodies) -> bool:
        """Estimate whether models there see some models: the nearest of both, past what blocks sight."""
        gaps = distances(there, shape)
        rows, columns = np.argsort(gaps.min(1), kind="stable")[:2], np.argsort(gaps.min(0), kind="stable")[:2]
        return bodies_see(self.game, there[rows], shape[columns])

    def _marker_value(self, there: Bodies) -> float:
        """What the unit holds there, and a little for being nearer to what it may hold."""
        points, weights = self.markers
        if not len(points):
            return 0.0
        reach = objectives.numbers(self.game).range_in
        gaps = np.hypot(there.x[:, None] - points[:, 0], there.y[:, None] - points[:, 1]).min(0) - float(there.radius.max())
        foes = scenarios.presence(self.game)
        total = 0.0
        for marker, weight in enumerate(weights):
            gap = float(gaps[marker])
            contested = 0.5 if foes[marker][1 - self.player] else 1.0
            total += weight * contested if gap <= reach else weight * self.weights.near * np.exp(-(gap - reach) / 14.0)
        return float(total)

    def _walk(self, nearest: float) -> float:
        """Who has nobody in reach and nothing to hold goes where the enemy is."""
        reach = worth.reach_of(self.game, self.unit)
        return 0.03 * max(nearest - max(reach * 0.7, 1.0), 0.0)
