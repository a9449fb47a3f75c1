"""The referee's simple sight check: is a shot clearly blocked, along every one of many lines?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import cos, hypot, sin

from tests.referee.geometry import SLACK, Body, cut, flat, inside, positive_part, segments
from tests.referee.table import Model, Table, Terrain

EYES = (0.0, -0.98, 0.98, -0.5, 0.5)
HEIGHTS = (1.0, 0.5, 0.75, 0.25)
Spot = tuple[float, float, float]


def clearly_hidden(table: Table, shooter: Model, targets: list[Model]) -> bool:
    """Whether none of many lines from the shooter to any of the targets is free of terrain and models."""
    return not any(_can_see(table, shooter, target) for target in targets)


def clearly_seen(table: Table, shooter: Model, targets: list[Model]) -> bool:
    """Whether a line from head to head is free: then nobody can say that the target is not seen."""
    for target in targets:
        walls, between = _obstacles(table, shooter, target)
        if _free(next(_lines(shooter.body, target.body)), walls, between):
            return True
    return False


def _obstacles(table: Table, shooter: Model, target: Model) -> tuple[list[Terrain], list[Body]]:
    """The terrain and the models that may be in the way."""
    walls = [
        piece
        for piece in table.terrain
        if piece.blocks_sight and not _in(shooter.body, piece) and not _in(target.body, piece)
    ]
    between = [
        model.body
        for model in table.all_standing()
        if model.unit != shooter.unit and model is not target and _between(shooter.body, target.body, model.body)
    ]
    return walls, between


def _can_see(table: Table, shooter: Model, target: Model) -> bool:
    walls, between = _obstacles(table, shooter, target)
    return any(_free(line, walls, between) for line in _lines(shooter.body, target.body))


def _in(body: Body, piece: Terrain) -> bool:
    return inside((body.x, body.y), piece.corners) and body.z < piece.height - SLACK


def _between(a: Body, b: Body, other: Body) -> bool:
    reach = max(a.reach, b.reach)
    line = Body((a.x + b.x) / 2, (a.y + b.y) / 2, 0, 0, 0, hypot(a.x - b.x, a.y - b.y) / 2 + reach, 0, 0)
    return flat(line, other) < 0


def _lines(a: Body, b: Body) -> Iterator[tuple[Spot, Spot]]:
    length = hypot(b.x - a.x, b.y - a.y) or 1.0
    across = (-(b.y - a.y) / length, (b.x - a.x) / length)
    for eye, side, height in product(EYES, EYES, HEIGHTS):
        start, end = _rim(a, across), _rim(b, across)
        yield (
            (a.x + eye * start[0], a.y + eye * start[1], a.z + a.height),
            (b.x + side * end[0], b.y + side * end[1], b.z + b.height * height),
        )


def _rim(body: Body, across: tuple[float, float]) -> tuple[float, float]:
    """From the centre to the point of the base that lies farthest across the line of sight."""
    axis = (cos(body.facing), sin(body.facing))
    lean = body.half if axis[0] * across[0] + axis[1] * across[1] > 0 else -body.half
    if abs(axis[0] * across[0] + axis[1] * across[1]) < 1e-12:
        lean = 0.0
    return lean * axis[0] + body.radius * across[0], lean * axis[1] + body.radius * across[1]


def _free(line: tuple[Spot, Spot], walls: list[Terrain], between: list[Body]) -> bool:
    start, end = line
    for piece in walls:
        shares = cut(start[:2], end[:2], piece.corners)
        part = shares and _below(line, piece.height - SLACK, *shares)
        if part and (part[1] - part[0]) * hypot(end[0] - start[0], end[1] - start[1]) > SLACK:
            return False
    return not any(_through(line, body) for body in between)


def _below(line: tuple[Spot, Spot], height: float, low: float, high: float) -> tuple[float, float] | None:
    """The part of a stretch of a line that runs below a height."""
    return positive_part(height - line[0][2], height - line[1][2], low, high)


def _through(line: tuple[Spot, Spot], body: Body) -> bool:
    """Whether a line passes through a model, between its feet and its head."""
    (x, y, z), (u, v, w) = line
    part = _below(line, body.z + body.height - SLACK, 0.0, 1.0)
    part = part and positive_part(z - body.z, w - body.z, *part)
    if not part:
        return False
    ends = [(x + (u - x) * share, y + (v - y) * share) for share in part]
    return segments(ends[0], ends[1], *body.ends) < body.radius - SLACK
