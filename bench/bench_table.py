"""The table: distances, engagement and lines of sight in bulk, paths, copies of the state, dice; against plain Python."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from random import Random

import numpy as np

from bench.timing import Measurement, measure
from resolver.table.board import Area, Board, Terrain
from resolver.table.dice import Address, SeededDice
from resolver.table.geometry import Indices, in_reach
from resolver.table.ground import Band, Ground
from resolver.table.movement import MoveRules, check
from resolver.table.sight import visible
from resolver.table.state import State, distances

MODELS, PER_UNIT, PIECES = 200, 10, 20
Box = tuple[float, float, float, float]


def table() -> State:
    """200 models in units of ten and 20 pieces of terrain on 44 x 60 inches."""
    rng = np.random.default_rng(1)
    corners = rng.uniform((0, 0), (40, 56), (PIECES, 2))
    pieces = tuple(Terrain(f"piece {n}", Area.rectangle(x, y, x + 4, y + 3), 5.0) for n, (x, y) in enumerate(corners))
    state = State(MODELS, MODELS // PER_UNIT, Board(44.0, 60.0, pieces))
    middles = np.repeat(rng.uniform((4, 4), (38, 54), (MODELS // PER_UNIT, 2)), PER_UNIT, axis=0)
    place = np.arange(MODELS) % PER_UNIT
    state.write("x", ..., middles[:, 0] + place % 5 * 1.5)
    state.write("y", ..., middles[:, 1] + place // 5 * 1.5)
    state.write("radius", ..., 0.63)
    state.write("height", ..., 1.6)
    state.write("unit", ..., np.arange(MODELS) // PER_UNIT)
    state.write("alive", ..., True)
    state.write("on_table", ..., True)
    return state


def plain_distances(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> list[list[float]]:
    """The matrix of gaps between round bases, pair by pair."""
    return [[max(math.hypot(ax - bx, ay - by) - 1.26, 0.0) for bx, by in b] for ax, ay in a]


def plain_sight(start: tuple[float, float], end: tuple[float, float], boxes: list[Box]) -> bool:
    """Whether a single line from middle to middle misses all pieces, clipped side by side."""
    (x0, y0), (x1, y1) = start, end
    for left, bottom, right, top in boxes:
        entry, leave = 0.0, 1.0
        for first, last in (
            (x0 - left, x1 - left),
            (right - x0, right - x1),
            (y0 - bottom, y1 - bottom),
            (top - y0, top - y1),
        ):
            if first <= 0.0 and last <= 0.0:
                leave = -1.0
            elif first < 0.0:
                entry = max(entry, first / (first - last))
            elif last < 0.0:
                leave = min(leave, first / (first - last))
        if leave > entry:
            return False
    return True


def plain_views(start: tuple[float, float], end: tuple[float, float], boxes: list[Box]) -> bool:
    """Whether one of 18 lines from side to side of two bases is free, one after the other."""
    far = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    x, y = -(end[1] - start[1]) / far * 0.62, (end[0] - start[0]) / far * 0.62
    return any(
        plain_sight((start[0] + eye * x, start[1] + eye * y), (end[0] + side * x, end[1] + side * y), boxes)
        for eye in (0, -1, 1)
        for side in (0, -1, 1)
        for _ in range(2)
    )


def plain_path(start: tuple[float, float], end: tuple[float, float], others: list[tuple[float, float]]) -> bool:
    """Whether a straight way keeps clear of all other bases, one after the other."""
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    for x, y in others:
        share = min(max(((x - start[0]) * along[0] + (y - start[1]) * along[1]) / length, 0.0), 1.0)
        if math.hypot(x - start[0] - share * along[0], y - start[1] - share * along[1]) < 1.26:
            return False
    return True


def tables() -> Iterator[tuple[str, list[Measurement]]]:
    """Measure."""
    state, everybody = table(), np.arange(MODELS)
    points = list(zip(state.x.tolist(), state.y.tolist(), strict=True))
    yield "Distances between 200 models", _distances(state, everybody, points)
    yield "Lines of sight: 10 models at 10 models, 20 pieces of terrain", _sight(state, everybody, points)
    yield "Paths: a straight step of one model among 199", _paths(state, everybody, points)
    yield (
        "The state of 200 models",
        [
            measure("copy.deepcopy", "copies/s", lambda: copy.deepcopy(state)),
            measure("copy", "copies/s", state.copy),
        ],
    )
    dice, random, address = SeededDice(1), Random(1), Address(0, 1, 0, "shooting", 3, 1, 4)
    numbers = iter(range(10**9))
    yield (
        "Dice one at a time",
        [
            measure("random.randrange", "dice/s", lambda: random.randrange(1, 7)),
            measure("addressed", "dice/s", lambda: dice.roll(address.of("hit", next(numbers)))),
        ],
    )


def _distances(state: State, everybody: Indices, points: list[tuple[float, float]]) -> list[Measurement]:
    pairs, bodies = len(everybody) ** 2, state.bodies(everybody)
    return [
        measure("plain Python", "pairs/s", lambda: plain_distances(points, points), pairs),
        measure("in bulk", "pairs/s", lambda: distances(state, everybody, everybody), pairs),
        measure("within 1 inch and 5 inches up, in bulk", "pairs/s", lambda: in_reach(bodies, bodies, 1.0, 5.0), pairs),
    ]


def _sight(state: State, everybody: Indices, points: list[tuple[float, float]]) -> list[Measurement]:
    boxes = [piece.footprint.box for piece in state.board.terrain]
    shooters, targets, pairs = everybody[:PER_UNIT], everybody[7 * PER_UNIT : 8 * PER_UNIT], PER_UNIT**2

    def plainly() -> list[bool]:
        return [plain_views(points[shooter], points[target], boxes) for shooter in shooters for target in targets]

    return [
        measure("plain Python, up to 18 lines, flat terrain only", "pairs/s", plainly, pairs),
        measure("in bulk, terrain only", "pairs/s", lambda: visible(state, shooters, targets, models_block=False), pairs),
        measure("in bulk, terrain and 190 models", "pairs/s", lambda: visible(state, shooters, targets), pairs),
    ]


def _paths(state: State, everybody: Indices, points: list[tuple[float, float]]) -> list[Measurement]:
    bodies, foes = state.bodies(everybody), state.bodies(everybody[MODELS // 2 :])
    for model in range(MODELS // 2):
        others = bodies[np.flatnonzero(everybody != model)]
        ground = Ground(state.board, others, others, (Band(foes, 1.0, 5.0),))
        start, mover = points[model], bodies[[model]]
        path = np.array([[*start, 0.0], [start[0] - 0.05, start[1] - 0.05, 0.0]])
        if check(mover, path, MoveRules(6.0), ground) is None:
            break
    rest = points[:model] + points[model + 1 :]
    return [
        measure("plain Python, other bases only", "paths/s", lambda: plain_path(start, tuple(path[1, :2]), rest)),
        measure("checked in full", "paths/s", lambda: check(mover, path, MoveRules(6.0), ground)),
    ]
