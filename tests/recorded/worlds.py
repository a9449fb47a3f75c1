"""Small tables with terrain and models here and there, and what geometry says of them: gaps, footing, paths, ways, sight.

Each is made from a number. On every second one all stands on a grid, where many things just touch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import cos, pi, sin
from random import Random
from typing import Any

import numpy as np

from resolver.table import advance, geometry, paths
from resolver.table.bases import Base, Bodies, Floats
from resolver.table.board import Area, Board, Terrain
from resolver.table.coherency import CoherencyRules, coherent, largest
from resolver.table.formation import place
from resolver.table.ground import Band, Ground, fits, ground_heights
from resolver.table.movement import MoveRules, check, length
from resolver.table.sight import can_glimpse, visible
from resolver.table.state import State

WIDTH, DEPTH = 30.0, 22.0
PLACES = 5
BASES = (Base(0.5), Base(0.63), Base(0.4, 0.5), Base(1.0236, 0.748), Base(1.2, 1.0, hull=True))
"""Round bases, ovals, a hull."""
COHERENCY = CoherencyRules(2.0, 5.0, ((2, 1), (6, 2)))


class World:
    """A table made from a number: terrain, a unit of one's own in a loose formation, enemies."""

    def __init__(self, number: int) -> None:
        self.random, self.grid = Random(number), number % 2 == 1
        self.board = Board(WIDTH, DEPTH, tuple(self._piece(place) for place in range(3)))
        self.base = BASES[number % len(BASES)]
        self.own = self._unit(2 + number % 5, self.base)
        self.foes = self._scatter_models(5)
        self.ground = Ground(
            self.board,
            self.foes,
            self.foes,
            (
                Band(self.foes[:2], 1.0, 5.0, leaving=bool(number % 3)),
                Band(self.foes[2:], 3.0, None if number % 2 else 2.0, passing=False),
            ),
            free_height=1.0,
        )
        self.rules = MoveRules(6.0, number % 3 != 0, number % 4 != 0, number % 5 == 4)

    def near(self, low: float, high: float) -> float:
        """A number between two, in halves on a grid."""
        found = self.random.uniform(low, high)
        return round(2 * found) / 2 if self.grid else round(found, 3)

    def point(self) -> tuple[float, float]:
        """A place on the table, or just beyond its edge."""
        return self.near(-0.5, WIDTH + 0.5), self.near(-0.5, DEPTH + 0.5)

    def turn(self) -> float:
        """A facing."""
        return self.random.randrange(4) * pi / 4 if self.grid else round(self.random.uniform(-pi, pi), 3)

    def _piece(self, place: int) -> Terrain:
        x, y = self.near(5 + 8 * place, 9 + 8 * place), self.near(5, DEPTH - 5)
        wide, deep = self.near(1, 4), self.near(1, 6)
        height = (0.5, 1.0, 2.0, 3.0, 6.0)[self.random.randrange(5)]
        area = Area.rectangle(x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2)
        if self.random.random() < 0.3:
            area = Area(((x - wide, y), (x, y - deep / 2), (x + wide, y), (x, y + deep / 2)))
        given = [self.random.random() < chance for chance in (0.8, 0.8, 0.7)]
        return Terrain(f"piece {place}", area, height, *given)

    def _unit(self, number: int, base: Base) -> Bodies:
        x, y = self.near(4, WIDTH - 10), self.near(4, DEPTH - 6)
        gap = 2 * (base.half + base.radius) + 0.5
        points = np.array([(x + gap * (place % 3), y + gap * (place // 3)) for place in range(number)])
        return self.set_on_ground(Bodies.of(base, points, facing=self.turn(), height=1.5))

    def _scatter_models(self, number: int) -> Bodies:
        rows = [
            Bodies.of(
                BASES[self.random.randrange(len(BASES))], np.array([self.point()]), self.turn(), height=self.near(1, 4)
            )
            for _ in range(number)
        ]
        return self.set_on_ground(Bodies(np.concatenate([row.data for row in rows], axis=1)))

    def set_on_ground(self, models: Bodies) -> Bodies:
        """Stand models on what is under them, and those of which that cannot be said on the board."""
        floors = ground_heights(models, self.board, 1.0)
        return models.with_poses(models.x, models.y, np.where(np.isnan(floors), 0.0, floors))

    def state(self) -> State:
        """Both units as units of a state."""
        every = self.own.join(self.foes)
        state = State(len(every), 3, self.board)
        for name in ("x", "y", "z", "facing", "half", "radius", "height", "extent"):
            getattr(state, name)[:] = getattr(every, name)
        state.write("unit", ..., [0] * len(self.own) + [1, 1, 2, 2, 2])
        state.write("alive", ..., True)
        state.write("on_table", ..., True)
        return state

    def path(self, model: Bodies) -> Floats:
        """A path of one to three legs, which may turn and lead anywhere."""
        poses = [(model.x[0], model.y[0], model.facing[0])]
        for _ in range(self.random.randrange(1, 4)):
            far, angle = self.near(0.5, 3.5), self.turn()
            x, y, facing = poses[-1]
            turned = facing + self.turn() if self.random.random() < 0.3 else facing
            poses.append((x + far * cos(angle), y + far * sin(angle), turned))
        return np.array(poses)


def gaps(world: World) -> Iterator[object]:
    """How far apart models are, who reaches whom, who overlaps, who is in coherency."""
    a, b = world.own, world.foes
    gaps = geometry.distances(a, b)
    yield from (geometry.horizontal(a, b), gaps, float(gaps.min(initial=np.inf)), geometry.farthest(a, b))
    yield from (geometry.in_reach(a, b, across, up) for across, up in ((1.0, 5.0), (6.0, None), (9.0, 1.0)))
    every = a.join(b)
    yield from (geometry.overlaps(every, every), geometry.in_reach(every, every, 2.0, 5.0))
    state = world.state()
    models, others = np.arange(len(a)), np.arange(len(a), len(every))
    yield geometry.unit_gaps(state.poses, models, others, state.unit[others] - 1, 2)
    for models_ in (a, b, every):
        yield coherent(models_, COHERENCY), largest(models_, COHERENCY)
    yield [state.models_of(unit) for unit in range(3)], [state.standing(unit) for unit in range(3)]


def footings(world: World) -> Iterator[object]:
    """What is under models, and where they may stand."""
    for base in BASES[: 3 if world.grid else None]:
        points = np.array([world.point() for _ in range(12)])
        models = Bodies.of(base, points, facing=world.turn(), height=1.5)
        for free in (0.5, 1.0):
            yield base.radius, ground_heights(models, world.board, free)
        yield fits(models, world.ground)
        for piece in world.board.terrain:
            area = piece.footprint
            yield area.gaps(models), area.holds(models), area.overlaps(models)


def moves(world: World) -> Iterator[object]:
    """Whether paths are legal, and how long they are."""
    for model in range(len(world.own)):
        mover = world.own[[model]]
        for more in range(4):
            path, rules = world.path(mover), replace(world.rules, over_models=more == 3)
            breach = check(mover, path, rules, world.ground)
            broken = [breach.code, *breach.values.values()] if breach else "legal"
            yield broken, length(mover, path, rules, world.ground)


def ways(world: World) -> Iterator[object]:
    """Ways that single models are proposed."""
    for model in range(min(2, len(world.own))):
        mover, rules = world.own[[model]], replace(world.rules, most=9.0)
        for _ in range(2):
            goal = np.array(world.point())
            yield paths.toward(mover, goal, rules, world.ground)
            yield paths.find(mover, goal, rules, world.ground)
            for way in paths.find_paths(mover, goal, rules, world.ground, 20.0):
                yield paths.along(way), paths.at(way, 2.5)


def units(world: World) -> Iterator[object]:
    """Moves and set-ups of whole units."""
    far, ground, rules = world.own[:4], world.ground, world.rules
    goal = np.array(world.point())
    yield advance.shift_all(far, np.array([world.near(-3, 3), world.near(-3, 3)]), rules, ground, COHERENCY)
    yield advance.together(far, goal, rules, ground, COHERENCY)
    steps = np.array([[3.0 * cos(turn), 3.0 * sin(turn)] for turn in (0.0, 1.0, 2.0, 3.0, 4.0)])
    yield advance.first_step(far, steps, rules, ground, COHERENCY)
    yield place(far, goal, ground, COHERENCY, spread=4.0).data[:4]


def sight(world: World) -> Iterator[object]:
    """Who sees whom."""
    state, number = world.state(), len(world.own)
    own, foes = np.arange(number), np.arange(number, number + 5)
    yield visible(state, own[:3], foes)
    yield visible(state, foes[:1], own, models_block=False)
    yield [can_glimpse(state, own, foes, most) for most in (1, 3)]


TOPICS: Mapping[str, Callable[[World], Iterator[object]]] = {
    "gaps": gaps,
    "footings": footings,
    "moves": moves,
    "ways": ways,
    "units": units,
    "sight": sight,
}
WORLDS: Mapping[str, int] = {"gaps": 30, "footings": 20, "moves": 60, "ways": 60, "units": 60, "sight": 60}
"""How many tables each topic is recorded of."""


def survey(topic: str, number: int) -> list[str]:
    """The lines that tell a topic of a table."""
    return [f"{number} {_text(found)}" for found in TOPICS[topic](World(number))]


def _text(found: Any) -> str:
    if isinstance(found, np.ndarray):
        return _text(found.tolist())
    if isinstance(found, bool | np.bool_):
        return "x" if found else "."
    if isinstance(found, float | np.floating):
        return f"{round(found, PLACES) + 0.0:g}"
    if isinstance(found, list | tuple):
        return f"[{' '.join(map(_text, found))}]"
    return str(found)
