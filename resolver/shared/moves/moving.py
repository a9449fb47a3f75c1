"""Moves of whole units: what surrounds them, whether a submitted move is legal, and where it ends.

A move is submitted as `{"moves": [{"model", "path": [[x, y, facing], ...]}]}`; models move one after the other in this
order, those that are left out stay. What each kind of move allows is said once, in `Manner`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from resolver.engine.decision import Data, Refusal
from resolver.engine.game import Game
from resolver.shared.rules import shared_rules
from resolver.shared.units import engagement
from resolver.shared.units.coherency import in_coherency
from resolver.table.bases import Bodies, Floats
from resolver.table.columns import FIELD
from resolver.table.geometry import EPSILON, Flags, Indices, distances
from resolver.table.ground import Band, Ground, ground_heights
from resolver.table.movement import Breach, MoveRules, check, length, stand_in_pose

Limits = Mapping[int, float]
Pose = tuple[int, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Manner:
    """A kind of move.

    `far`, `near` and `end` are the rules that are broken by moving too far, too near to enemies on the way, and by ending
    engaged; `climb` by ending half-way up. `enemies` says whether the reach of enemies is kept out of: "avoid" it on the way
    and at the end, "leave" it by the end, or "free". `flying`: models that fly cross models and, `flies_over_terrain`,
    heights and the reach of enemies. That of `targets` is free. `within`: so near a model has to come that is to reach an
    enemy, in inches; None: into its reach.
    """

    far: str
    enemies: str = "avoid"
    near: str = "normal-move.enemies"
    end: str = "normal-move.enemies"
    flying: bool = True
    flies_over_terrain: bool = True
    climb: str = "move.mid-climb"
    targets: frozenset[int] = field(default_factory=frozenset)
    within: float | None = None


class Mover:
    """A unit that moves in some manner: everything around it, with its own models where they have got to."""

    def __init__(self, game: Game, unit: int, manner: Manner, limits: Limits) -> None:
        self.game, self.unit, self.manner, self.limits = game, unit, manner, limits
        state = game.state
        self.models = state.standing(unit)
        self.row = {int(model): row for row, model in enumerate(self.models)}
        self.start = self.bodies = state.bodies(self.models)
        said = shared_rules(game)
        self.reach = (said.across if manner.within is None else manner.within, said.up)
        self.flies = manner.flying and said.flies(game, unit)
        self.surroundings = game.cache(FIELD, ("surroundings", unit, manner), self._surroundings)
        self.bands = self.surroundings.bands

    def _surroundings(self) -> Ground:
        """What surrounds the unit, without its own models."""
        game, state = self.game, self.game.state
        others = np.flatnonzero(state.alive & state.on_table & (state.unit != self.unit))
        bodies, units = state.bodies(others), state.unit[others]
        bypassed = _among(units, shared_rules(game).bypassed(game))
        kept = (state.owner[units] != game.owner(self.unit)) & ~_among(units, self.manner.targets)
        bands = self._bands(bodies, kept, bypassed)
        rules, rough = shared_rules(game), shared_rules(game).terrain.rough(game, self.unit)
        passed = bypassed | (rules.through_friends & (state.owner[units] == game.owner(self.unit)))
        return Ground(state.board, bodies[np.flatnonzero(~passed)], bodies, bands, rules.free_height, rough)

    def _bands(self, others: Bodies, kept: Flags, bypassed: Flags) -> tuple[Band, ...]:
        """How near the unit may not come to the enemies: to those that are bypassed only at the end."""
        if self.manner.enemies == "free":
            return ()
        passing = self.manner.enemies == "avoid" and not (self.flies and self.manner.flies_over_terrain)
        rows = ((kept & ~bypassed, passing), (kept & bypassed, False))
        said = shared_rules(self.game)
        return tuple(
            Band(others[np.flatnonzero(which)], said.across, said.up, passing=on_way)
            for which, on_way in rows
            if which.any()
        )

    @cached_property
    def middle(self) -> Floats:
        """Where the middle of the unit is before it moves: (x, y)."""
        return np.array([self.start.x.mean(), self.start.y.mean()])

    def ground(self, row: int) -> Ground:
        """Return what surrounds one model of the unit, the others standing where they have got to."""
        across = not shared_rules(self.game).through_friends
        return self.surroundings.among(self.bodies.without(row), crossed=across)

    def rules(self, model: int | None = None) -> MoveRules:
        """Return how far one model may move, or the whole unit together, and what counts."""
        most = min(self.limits.values()) if model is None else self.limits[model]
        over_terrain = self.flies and self.manner.flies_over_terrain
        return _move_rules(most, over_terrain, self.flies, over_terrain and shared_rules(self.game).through_air)

    def path(self, row: int, points: Sequence[Sequence[float]]) -> Floats:
        """Return a submitted path with the pose where the model stands in front."""
        here = self.bodies
        return np.array([[here.x[row], here.y[row], here.facing[row]], *points], dtype=np.float64)

    def breach(self, model: int, points: Sequence[Sequence[float]]) -> Breach | None:
        """Return what is wrong with the path of one model, as the unit stands now."""
        row = self.row[model]
        body = self.bodies[[row]]
        return check(body, self.path(row, points), self.rules(model), self.ground(row))

    def length(self, model: int, points: Sequence[Sequence[float]]) -> float:
        """Return what the path of one model costs."""
        row = self.row[model]
        return length(self.bodies[[row]], self.path(row, points), self.rules(model), self.ground(row))

    def go(self, model: int, points: Sequence[Sequence[float]]) -> None:
        """Put one model where its path ends."""
        row = self.row[model]
        end = stand_in_pose(self.bodies[[row]], np.array(points[-1], dtype=np.float64), self.surroundings)
        self.bodies = self.bodies.with_model(row, end)

    def restart(self) -> None:
        """Put all models back where they stood."""
        self.bodies = self.start

    def stand(self, moves: Sequence[Data]) -> None:
        """Put all models back where they stood, and then those of a move where their paths end."""
        rows = [self.row[step["model"]] for step in moves]
        ends = np.array([step["path"][-1] for step in moves], dtype=np.float64)
        placed = self.start[rows].with_poses(ends[:, 0], ends[:, 1], facing=ends[:, 2])
        around = self.surroundings
        data = self.start.data.copy()
        data[:, rows] = placed.data
        self.bodies = Bodies(data)
        self.bodies.z[rows] = ground_heights(placed, around.board, around.free_height)

    def poses(self) -> list[Pose]:
        """Return where the models that were moved stand now, for the log."""
        here, before = self.bodies, self.start
        return [
            (int(model), *(round(float(getattr(here, name)[row]), 4) for name in ("x", "y", "z", "facing")))  # type: ignore[misc]
            for row, model in enumerate(self.models)
            if any(getattr(here, name)[row] != getattr(before, name)[row] for name in ("x", "y", "z", "facing"))
        ]


@lru_cache(maxsize=256, typed=True)  # a refusal says 6 or 6.5, as `most` was given
def _move_rules(most: float, over_terrain: bool, over_models: bool, through_air: bool) -> MoveRules:
    return MoveRules(most, climbing_counts=not over_terrain, over_models=over_models, through_air=through_air)


def _among(units: Indices, chosen: frozenset[int]) -> Flags:
    """Tell which of the units are among those that are chosen, mostly none."""
    found = np.zeros(len(units), dtype=np.bool_)
    for unit in chosen:  # one or two: a tenth of the time of `numpy.isin`
        found |= units == unit
    return found


def refusal(mover: Mover, data: Data) -> Refusal | None:
    """Walk a submitted move model by model; return the first rule that it breaks, or None if all of it is legal."""
    seen: set[int] = set()
    for step in data["moves"]:
        model = step["model"]
        if model not in mover.row or model in seen:
            return Refusal("move.models", "model.unknown", {"model": model})
        seen.add(model)
        if mover.limits[model] <= 0 and step["path"]:
            return Refusal("no-move", "model.cannot-move", {"model": model})
        breach = mover.breach(model, step["path"])
        if breach:
            return _because(mover.manner, model, breach)
        mover.go(model, step["path"])
    return end_refusal(mover)


def end_refusal(mover: Mover) -> Refusal | None:
    """Return what is wrong with where the whole unit stands at the end: coherency, and enemies beside models that stayed."""
    if not in_coherency(mover.game, mover.bodies):
        return Refusal("coherency.move", "unit.coherency", {"unit": mover.game.key(mover.unit)})
    for band in mover.bands:
        if engagement.in_engagement(mover.game, mover.bodies, band.models).any():
            return Refusal(mover.manner.end, "unit.in-engagement", {"unit": mover.game.key(mover.unit)})
    return None


def _because(manner: Manner, model: int, breach: Breach) -> Refusal:
    rules = {
        "too-far": manner.far,
        "edge": "move.edge",
        "across-model": "move.models-in-way",
        "on-model": "fly.end",
        "mid-climb": manner.climb,
        "barred": "terrain.barred",
        "slowed": manner.far,
        "too-near": manner.end if breach.values.get("at_end") else manner.near,
    }
    return Refusal(rules[breach.code], f"move.{breach.code}", {"model": model, **_numbers(breach.values)})


def _numbers(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name in ("length", "most", "piece")}


def final_poses(game: Game, unit: int, manner: Manner, limits: Limits, data: Data) -> list[Pose]:
    """Return where a move that was checked brings the models."""
    mover = Mover(game, unit, manner, limits)
    if data["moves"]:
        mover.stand(data["moves"])
    return mover.poses()


def moved_marks(game: Game) -> dict[str, Any]:
    """Return what an event says of the models that it moves or sets up, where the ruleset remembers that of each."""
    marks = shared_rules(game).moved_marks
    return {"model_marks": list(marks)} if marks else {}


def limits_of(models: Indices, most: float) -> Limits:
    """Return the same limit for all models."""
    return {int(model): most for model in models}


def nearest_enemy(game: Game, unit: int, bodies: Bodies) -> tuple[Floats, Bodies]:
    """Return the distances from bodies of a unit to the enemy models that count as closest, and those models.

    Those that are bypassed do not count unless the unit flies.
    """
    state = game.state
    others = engagement.enemies(game, game.owner(unit))
    if not shared_rules(game).flies(game, unit):
        others = others[~_among(state.unit[others], shared_rules(game).bypassed(game))]
    enemies = state.bodies(others)
    return distances(bodies, enemies), enemies


def closer_refusal(mover: Mover, rule: str, touching: str) -> Refusal | None:
    """Each model that moved must be strictly closer to the enemy model that was closest to it.

    `touching`: the rule by which a model that touched an enemy may not have moved.
    """
    gaps, _ = nearest_enemy(mover.game, mover.unit, mover.start)
    after, _ = nearest_enemy(mover.game, mover.unit, mover.bodies)
    changed = {pose[0] for pose in mover.poses()}
    for model, row in mover.row.items():
        if model not in changed or not gaps.shape[1]:
            continue
        closest = gaps[row].min()
        if touching and closest <= EPSILON:
            return Refusal(touching, "model.touching", {"model": model})
        ties = gaps[row] <= closest + EPSILON
        if not (after[row][ties] < closest - EPSILON).any():
            return Refusal(rule, "move.not-closer", {"model": model})
    return None
