"""The referee's own geometry: stadium bases, gaps between them, polygons. Plain numbers, inches and radians."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import ceil, cos, hypot, inf, pi, sin

SLACK = 1e-5
"""Lengths that differ by less are equal; the log has poses as they are."""
Point = tuple[float, float]
Polygon = Sequence[Point]


@dataclass(frozen=True, slots=True)
class Body:
    """A base where it stands: all points within `radius` of a middle line that reaches `half` to both sides.

    `height` is how tall the model is, `extent` how much of that counts in measuring: all of a hull, nothing of a base.
    """

    x: float
    y: float
    z: float
    facing: float
    half: float
    radius: float
    height: float
    extent: float

    def at(self, x: float, y: float, z: float, facing: float) -> Body:
        """The same base in another pose."""
        return replace(self, x=x, y=y, z=z, facing=facing)

    @property
    def reach(self) -> float:
        """From the centre to the farthest point of the edge."""
        return self.half + self.radius

    @property
    def ends(self) -> tuple[Point, Point]:
        """Both ends of the middle line."""
        dx, dy = cos(self.facing) * self.half, sin(self.facing) * self.half
        return (self.x - dx, self.y - dy), (self.x + dx, self.y + dy)


def flat(a: Body, b: Body) -> float:
    """The gap between two bases seen from above; negative by how far they overlap."""
    apart = hypot(a.x - b.x, a.y - b.y)
    if a.half or b.half:
        apart = segments(*a.ends, *b.ends)
    return apart - a.radius - b.radius


def upright(a: Body, b: Body) -> float:
    """The gap between the heights that count."""
    return max(a.z - b.z - b.extent, b.z - a.z - a.extent, 0.0)


def gap(a: Body, b: Body) -> float:
    """The distance between the closest points of two models."""
    return hypot(max(flat(a, b), 0.0), upright(a, b))


def gap_of(some: Iterable[Body], others: Iterable[Body]) -> float:
    """The distance between the closest of two sets of models; infinite if one is empty."""
    others = list(others)
    return min((gap(a, b) for a in some for b in others), default=inf)


def near(a: Body, b: Body, across: float, up: float | None) -> bool:
    """Whether two models are within so much horizontally and vertically; without `up`, through the air."""
    if up is None:
        return within(gap(a, b), across)
    return within(flat(a, b), across) and within(upright(a, b), up)


def surely_near(a: Body, b: Body, across: float, up: float | None) -> bool:
    """The same, beyond doubt: not only by the rounding of the log."""
    if up is None:
        return gap(a, b) < across - SLACK
    return flat(a, b) < across - SLACK and upright(a, b) < up + SLACK


def within(distance: float, inches: float) -> bool:
    """Whether a distance is not more than so many inches, as far as the log can tell."""
    return distance <= inches + SLACK


def overlap(a: Body, b: Body) -> bool:
    """Whether two models stand in each other: deeper than rounding, at the same height."""
    if flat(a, b) > -SLACK:
        return False
    return abs(a.z - b.z) < SLACK or (a.z < b.z + b.height - SLACK and b.z < a.z + a.height - SLACK)


def farthest(a: Body, b: Body) -> float:
    """How far the part of `a` that is farthest from `b` is from it, seen from above."""
    ends = (segments(end, end, *b.ends) for end in a.ends)
    return max(ends) + a.radius - b.radius


def point_to_segment(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square if square else 0.0
    share = min(max(share, 0.0), 1.0)
    return hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy)


def segments(a: Point, b: Point, c: Point, d: Point) -> float:
    """The distance between two segments, 0 where they cross."""
    if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
        return 0.0
    return min(point_to_segment(a, c, d), point_to_segment(b, c, d), point_to_segment(c, a, b), point_to_segment(d, a, b))


def _side(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def inside(point: Point, corners: Polygon) -> bool:
    """Whether a point is in a convex polygon, corners counter-clockwise; its edge belongs to it."""
    return all(_side(a, b, point) >= -1e-9 for a, b in sides(corners))


def sides(corners: Polygon) -> list[tuple[Point, Point]]:
    """The sides of a polygon."""
    return [(corners[at - 1], corners[at]) for at in range(len(corners))]


def polygon_gap(body: Body, corners: Polygon) -> float:
    """The gap between a base and a polygon, negative where the base reaches into it by the base's own radius."""
    ends = body.ends
    if any(inside(end, corners) for end in ends):
        return -body.radius
    return min(segments(*ends, a, b) for a, b in sides(corners)) - body.radius


def reaches_into(body: Body, corners: Polygon) -> bool:
    """Whether a base reaches into a polygon, deeper than rounding."""
    left, right, near, far = _box(tuple(corners))
    around = left - body.reach < body.x < right + body.reach and near - body.reach < body.y < far + body.reach
    return around and polygon_gap(body, corners) < -SLACK


@cache
def _box(corners: tuple[Point, ...]) -> tuple[float, float, float, float]:
    """The least and greatest x and y of a polygon: most bases are nowhere near it."""
    xs, ys = zip(*corners, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def holds(corners: Polygon, body: Body) -> bool:
    """Whether a base is wholly within a convex polygon."""
    for a, b in sides(corners):
        length = hypot(b[0] - a[0], b[1] - a[1])
        if any(_side(a, b, end) / length < body.radius - SLACK for end in body.ends):
            return False
    return True


def cut(start: Point, end: Point, corners: Polygon) -> tuple[float, float] | None:
    """From which to which share of a line it runs inside a convex polygon."""
    low, high = 0.0, 1.0
    for a, b in sides(corners):
        first, last = _side(a, b, start), _side(a, b, end)
        if first < 0 and last < 0:
            return None
        if first < 0:
            low = max(low, first / (first - last))
        elif last < 0:
            high = min(high, first / (first - last))
    return (low, high) if low < high else None


RIM = 16
"""How many points of a long base are followed where it turns."""


def way(body: Body, path: Sequence[Sequence[float]]) -> float:
    """How far the part of a base moves that moves furthest along poses (x, y, facing), seen from above."""
    poses = [(body.x, body.y, body.facing), *((p[0], p[1], p[2]) for p in path)]
    centre = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in _pairs(poses))
    if not body.half or all(abs(b[2] - a[2]) < 1e-12 for a, b in _pairs(poses)):
        return centre
    fine = [poses[0]] + [pose for a, b in _pairs(poses) for pose in _steps(a, b, pi / 90)]
    return max(_distance_travelled(fine, point) for point in _rim(body))


def _rim(body: Body) -> list[Point]:
    points = []
    for at in range(RIM):
        angle = 2 * pi * at / RIM
        points.append((cos(angle) * body.radius + (body.half if cos(angle) > 0 else -body.half), sin(angle) * body.radius))
    return points


def _distance_travelled(poses: Sequence[tuple[float, float, float]], point: Point) -> float:
    spots = [(x + point[0] * cos(f) - point[1] * sin(f), y + point[0] * sin(f) + point[1] * cos(f)) for x, y, f in poses]
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in _pairs(spots))


def _pairs(values: Sequence[tuple[float, ...]]) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    return list(pairwise(values))


def _steps(a: Sequence[float], b: Sequence[float], turn: float, inches: float = inf) -> list[tuple[float, float, float]]:
    number = max(ceil(abs(b[2] - a[2]) / turn), ceil(hypot(b[0] - a[0], b[1] - a[1]) / inches), 1)
    return [
        (a[0] + (b[0] - a[0]) * s / number, a[1] + (b[1] - a[1]) * s / number, a[2] + (b[2] - a[2]) * s / number)
        for s in range(1, number + 1)
    ]


def poses_along(body: Body, path: Sequence[Sequence[float]], inches: float = 0.25) -> list[tuple[float, float, float]]:
    """Poses on the way along a path, none further than so many inches from the next; the first where the body stands."""
    poses = [(body.x, body.y, body.facing), *((p[0], p[1], p[2]) for p in path)]
    return [poses[0]] + [pose for a, b in _pairs(poses) for pose in _steps(a, b, pi / 18, inches)]


def positive_part(first: float, last: float, low: float, high: float) -> tuple[float, float] | None:
    """The part of a stretch of a line on which a value that runs from `first` to `last` is positive."""
    if first <= 0 and last <= 0:
        return None
    if first < 0:
        low = max(low, first / (first - last))
    elif last < 0:
        high = min(high, first / (first - last))
    return (low, high) if low < high else None
