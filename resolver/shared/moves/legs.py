"""Moves in legs: a move that somebody may interrupt goes on step by step, an event each; any other is one event.

Where a submitted move is cut is the ruleset's to say: at distances along the ways of its models, which all go together
(`LegRules`), and where models enter terrain that tests them (`TerrainKind.tested`). After each leg those may answer who have
a window on "unit.moved". What that comes to may stop the move or slow it (`Onward`), and may slay models; the others go on.
Where the rest of a way is no longer legal, it ends as far along as it is. Coherency is looked at when all of it is over, by
the ruleset (`LegRules.over`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from resolver.engine.decision import Data
from resolver.engine.events import REMEMBERED
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.moves.leg_rules import Onward, Route
from resolver.shared.moves.moving import Limits, Manner, Mover, final_poses
from resolver.shared.rules import shared_rules
from resolver.table.areas import entry
from resolver.table.bases import Bodies, Floats
from resolver.table.board import Terrain
from resolver.table.geometry import EPSILON, Indices
from resolver.table.ground import fits
from resolver.table.movement import check, stand_in_pose
from resolver.table.paths import PLACES, along, at, farthest
from resolver.table.sight import visible_bodies

BACK = 0.25
"""So many inches at a time a model stays behind where it could not stand between two legs."""


Entered = Callable[[Game, int, Terrain, tuple[int, ...], str], Script[Onward | None]]
"""What happens when models of a unit enter a piece on a kind of move."""


class Way:
    """A submitted move as it goes on: how each model of a unit still has to go, from where it has got to."""

    def __init__(self, game: Game, unit: int, manner: Manner, limits: Limits, move: str, moves: Sequence[Data]) -> None:
        self.game, self.unit, self.manner, self.move = game, unit, manner, move
        self.mover = Mover(game, unit, manner, limits)
        self.limits = dict(limits)
        self.paths = {step["model"]: self.mover.path(self.mover.row[step["model"]], step["path"]) for step in moves}
        self.gone = dict.fromkeys(self.paths, 0.0)
        self.disturbed = False
        self.entries = list(self._entries())

    def _entries(self) -> Iterator[tuple[Terrain, dict[int, float]]]:
        """Pieces that test a move, and how far along its way each model enters them: who flies only where it lands."""
        rules = shared_rules(self.game).terrain
        for piece in self.game.state.board.terrain:
            if any(self.move in kind.tested for kind in rules.kinds_of(piece)):
                places = {model: self._entry(model, path, piece) for model, path in self.paths.items()}
                yield piece, {model: inches for model, inches in places.items() if inches < inf}

    def _entry(self, model: int, path: Floats, piece: Terrain) -> float:
        mover, row = self.mover, self.mover.row[model]
        if not mover.flies:
            return entry(mover.bodies[[row]], path, piece)
        lands = piece.footprint.overlaps(stand_in_pose(mover.bodies[[row]], path[-1], mover.surroundings)).any()
        return float(along(path)[-1]) if lands else inf

    def enter(self, entered: Entered) -> Script[Onward | None]:
        """What happens to the models that have entered a piece by now; return what the move goes on with."""
        found: Onward | None = None
        for piece, places in self.entries:
            here = {model for model, inches in places.items() if inches <= self.gone[model] + EPSILON}
            models = tuple(model for model in self.game.state.standing(self.unit).tolist() if model in here)
            for model in here:
                del places[model]
            if models:
                said = yield from entered(self.game, self.unit, piece, models, self.move)
                found = found if said is None else said
        return found

    @property
    def longest(self) -> float:
        """How far the model goes that still has the farthest to go, seen from above."""
        return max((float(along(path)[-1]) for path in self.paths.values()), default=0.0)

    def bodies(self, inches: float) -> Bodies:
        """Return all models of the unit as they stand so far along their ways, before anybody has gone on."""
        there = self.mover.start
        for model, path in self.paths.items() if inches else ():
            row = self.mover.row[model]
            there = there.with_model(row, stand_in_pose(there[[row]], at(path, inches), self.mover.surroundings))
        return there

    def go(self, until: float) -> list[Data]:
        """Move all models on until so far along their ways, infinitely far: to their ends; return what each goes.

        One that could not stand there stays behind, and makes up for it in the next leg.
        """
        self.mover = mover = Mover(self.game, self.unit, self.manner, self.limits)
        steps: list[Data] = []
        for model, path in self.paths.items():
            most = min(until - self.gone[model], float(along(path)[-1]))
            for inches in (most, *np.arange(most - BACK, 0.0, -BACK)) if len(path) > 1 else ():
                done, rest = _split(path, float(inches))
                if len(done) and self._may_stand(model, done[-1], until):
                    self.limits[model] -= mover.length(model, done)
                    mover.go(model, done)
                    self.paths[model], self.gone[model] = rest, self.gone[model] + float(inches)
                    steps.append({"model": model, "path": done})
                    break
        return steps

    def _may_stand(self, model: int, pose: Sequence[float], until: float) -> bool:
        """Tell whether a model can stop here; where nobody has answered all can at their ends: that was checked."""
        if until == inf and not self.disturbed:
            return True
        row, around = self.mover.row[model], self.mover.surroundings
        around = around if until == inf else replace(around, bands=())
        body = stand_in_pose(self.mover.bodies[[row]], np.array(pose, dtype=np.float64), around)
        return bool(fits(body, around.among(self.mover.bodies.without(row)))[0])

    def resume(self, most: float = inf) -> None:
        """Go on after somebody has answered: who lives, as far as its way is still legal, and at most so many inches."""
        self.limits = {int(m): min(self.limits[int(m)], most) for m in self.game.state.standing(self.unit)}
        self.mover, self.disturbed = Mover(self.game, self.unit, self.manner, self.limits), True
        self.paths = {model: self._legal(model, path) for model, path in self.paths.items() if model in self.limits}

    def _legal(self, model: int, path: Floats) -> Floats:
        """The rest of a way as far along it as it is legal; its mates come along and are in nobody's way."""
        body, rules, around = self.mover.bodies[[self.mover.row[model]]], self.mover.rules(model), self.mover.surroundings
        if len(path) < 2 or check(body, path, rules, around) is None:
            return path
        found = farthest(body, path, rules, around)
        return found if len(found) else path[:1]


def _split(path: Floats, inches: float) -> tuple[list[list[float]], Floats]:
    """Cut a path so far along: the poses until there, as they are submitted, and the rest, from there on."""
    passed = along(path)
    if inches >= passed[-1] - EPSILON:
        return path[1:].tolist(), path[-1:]
    pose = np.round(at(path, inches), PLACES)
    before, after = path[(passed > 0.0) & (passed < inches - EPSILON)], path[passed > inches + EPSILON]
    return [*before.tolist(), pose.tolist()], np.concatenate(([pose], after))


def carry_out(
    game: Game,
    unit: int,
    manner: Manner,
    limits: Limits,
    data: Data,
    entered: Entered | None = None,
    /,
    *,
    move: str,
    most: float,
    **said: Any,
) -> Script[bool]:
    """Make a submitted move that was checked, in one event or leg by leg; its events say `most` inches and what is `said`.

    What the engine remembers by an event it remembers by the first. `entered`: what happens to models that enter terrain, in
    place of what the ruleset says, where it depends on the legs before.

    Returns:
        Whether the unit is still on the table.
    """
    cuts, way = _cuts(game, unit, manner, limits, move, data["moves"])
    if way is None:
        poses = final_poses(game, unit, manner, limits, data)
        yield from game.happen("unit.moved", unit=unit, move=move, most=most, poses=poses, paths=data["moves"], **said)
        return True
    leg = 0
    for until in (*cuts, inf):
        steps = way.go(until)
        if not steps and leg:
            continue
        leg, before = leg + 1, game.happened
        onward: Onward | None = yield from game.happen(
            "unit.moved",
            unit=unit,
            move=move,
            most=most,
            poses=way.mover.poses(),
            paths=steps,
            leg=leg,
            more=until < inf,
            **said,
        )
        said_there = yield from way.enter(entered or shared_rules(game).terrain.entered)
        if not game.on_table(unit):
            return False
        onward = onward if said_there is None else said_there
        said = {name: value for name, value in said.items() if name not in REMEMBERED - {"model_marks"}}
        if game.happened > before + 1 or onward is not None:
            way.resume(inf if onward is None else onward.most)
    if way.longest > EPSILON or not steps:
        yield from game.happen("move.stopped", unit=unit, move=move)
    yield from shared_rules(game).legs.over(game, unit)
    return game.on_table(unit)


def _cuts(
    game: Game, unit: int, manner: Manner, limits: Limits, move: str, moves: Sequence[Data]
) -> tuple[list[float], Way | None]:
    """Where a move is cut, of cuts that are nearly the same only the last; no way for a move that is one event."""
    rules, cuts, first = shared_rules(game), list[float](), 0.0
    if not moves or (rules.legs.cuts is None and not rules.terrain.kinds):
        return [], None
    way = Way(game, unit, manner, limits, move, moves)
    places = [inches for _, models in way.entries for inches in models.values()]
    places += rules.legs.cuts(game, way) if rules.legs.cuts else ()
    for inches in sorted(inches for inches in places if EPSILON < inches < way.longest - EPSILON):
        if cuts and inches - first <= rules.legs.apart:
            cuts[-1] = inches
        else:
            first = inches
            cuts.append(inches)
    return cuts, way if cuts or any(models for _, models in way.entries) else None


def every(way: Route, inches: float) -> Iterator[float]:
    """Yield the distances of a way that are so many inches apart: for a ruleset's `cuts`."""
    yield from np.arange(inches, way.longest, inches).tolist()


def coming_into_sight(way: Route, watchers: Indices, step: float = 0.5) -> Iterator[float]:
    """Yield the distances of a way at which one of the watchers begins to see a model of the unit.

    It is looked for at places so many inches apart, once for each model, with all others where they stand.
    """
    seen = visible_bodies(way.game.state, watchers, way.bodies(0.0), way.unit).any(0)
    for inches in every(way, step):
        now = visible_bodies(way.game.state, watchers, way.bodies(inches), way.unit).any(0)
        if (now & ~seen).any():
            yield inches
        seen |= now
