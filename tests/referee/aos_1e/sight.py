"""Whether one model surely sees another, or surely does not: many lines between their bodies (AOS-Q-50)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import hypot

from tests.referee.aos_1e.table import Model, Piece, Table
from tests.referee.geometry import SLACK, Body, cut, polygon_gap, positive_part, segments

SIDES = (0.0, -0.98, 0.98, -0.5, 0.5)
HEIGHTS = (1.0, 0.5, 0.75, 0.25)
Spot = tuple[float, float, float]
Line = tuple[Spot, Spot]


def is_hidden(table: Table, viewer: Model, targets: Sequence[Model]) -> bool:
    """Whether none of many lines to any of the targets is free, even those past models that stand close by."""
    return not any(_sees(table, viewer, target, -0.02) for target in targets)


def clear(table: Table, viewer: Model, target: Model) -> bool:
    """Whether a line from middle to middle is free beyond doubt."""
    walls, bodies = _obstacles(table, viewer, target, -SLACK)
    return _free(next(_lines(viewer.body, target.body)), walls, bodies, 0.05)


def _sees(table: Table, viewer: Model, target: Model, margin: float) -> bool:
    walls, bodies = _obstacles(table, viewer, target, SLACK)
    return any(_free(line, walls, bodies, margin) for line in _lines(viewer.body, target.body))


def _obstacles(table: Table, viewer: Model, target: Model, apart: float) -> tuple[list[Piece], list[Body]]:
    """What may be in the way; no feature that one of the two is within or on, which is nearer to it than `apart`."""
    ends = viewer.body, target.body
    walls = [p for p in table.pieces if p.blocks_sight and all(polygon_gap(body, p.corners) > apart for body in ends)]
    bodies = [m.body for m in table.models if m.alive and m.on and m.unit not in (viewer.unit, target.unit)]
    middle = (viewer.body.x + target.body.x) / 2, (viewer.body.y + target.body.y) / 2
    reach = hypot(viewer.body.x - middle[0], viewer.body.y - middle[1]) + max(viewer.body.reach, target.body.reach)
    return walls, [body for body in bodies if hypot(body.x - middle[0], body.y - middle[1]) < reach + body.reach]


def _lines(a: Body, b: Body) -> Iterator[Line]:
    length = hypot(b.x - a.x, b.y - a.y) or 1.0
    across = (-(b.y - a.y) / length, (b.x - a.x) / length)
    for eye, side, up, height in product(SIDES, SIDES, (1.0, 0.5), HEIGHTS):
        yield _spot(a, across, eye, up), _spot(b, across, side, height)


def _spot(body: Body, across: tuple[float, float], share: float, height: float) -> Spot:
    """A point of a body, at a share of its width across the line of sight, which a long base has at an end."""
    ends = body.ends
    end = max(ends, key=lambda point: ((point[0] - body.x) * across[0] + (point[1] - body.y) * across[1]) * share)
    x, y = (body.x, body.y) if not share else end
    return x + share * body.radius * across[0], y + share * body.radius * across[1], body.z + body.height * height


def _free(line: Line, walls: Sequence[Piece], bodies: Sequence[Body], margin: float) -> bool:
    (x, y, z), (u, v, w) = line
    for piece in walls:
        shares = cut((x, y), (u, v), piece.corners)
        part = shares and positive_part(piece.height - z, piece.height - w, *shares)
        if part and (part[1] - part[0]) * hypot(u - x, v - y) > SLACK:
            return False
    return not any(_through(line, body, margin) for body in bodies)


def _through(line: Line, body: Body, margin: float) -> bool:
    (x, y, z), (u, v, w) = line
    top = body.z + body.height + margin
    part = positive_part(top - z, top - w, 0.0, 1.0)
    part = part and positive_part(z - body.z + SLACK, w - body.z + SLACK, *part)
    if not part:
        return False
    ends = [(x + (u - x) * share, y + (v - y) * share) for share in part]
    return segments(ends[0], ends[1], *body.ends) < body.radius + margin
