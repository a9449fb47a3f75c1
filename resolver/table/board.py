"""The board: a rectangle with terrain pieces on it, and the areas that a mission marks on it.

Origin bottom left, x along the width, y along the depth, inches. All of it is frozen and shared by every copy of a state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.compiled.areas import middle_gaps
from resolver.table.geometry import EPSILON, Flags


@dataclass(frozen=True)
class Area:
    """A convex part of the board, its corners in counter-clockwise order."""

    corners: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if len(self.corners) < 3 or np.any(self._turns() <= 0.0):
            raise ValueError("an area is a convex polygon of three or more corners, counter-clockwise")

    @classmethod
    def rectangle(cls, left: float, bottom: float, right: float, top: float) -> Area:
        """Return the rectangle between two corners."""
        return cls(((left, bottom), (right, bottom), (right, top), (left, top)))

    @cached_property
    def points(self) -> Floats:
        """The corners as an array of shape (k, 2)."""
        return np.array(self.corners, dtype=np.float64)

    @cached_property
    def next(self) -> Floats:
        """For each corner the one after it."""
        return _turn_round(self.points)

    @cached_property
    def sides(self) -> tuple[Floats, Floats]:
        """Unit normals pointing inwards (k, 2) and offsets (k): a point p is inside where normals @ p >= offsets."""
        along = self.next - self.points
        normals = np.stack((-along[:, 1], along[:, 0]), axis=1) / np.hypot(along[:, 0], along[:, 1])[:, None]
        return normals, (normals * self.points).sum(1)

    @cached_property
    def packed_sides(self) -> Floats:
        """The sides as compiled loops take them (k, 7): their normals, offsets, and both ends."""
        normals, offsets = self.sides
        return np.concatenate((normals, offsets[:, None], self.points, self.next), axis=1)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the smallest upright rectangle around it."""
        low, high = self.points.min(0), self.points.max(0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def depths(self, points: Floats) -> Floats:
        """Return how deep points (n, 2) lie inside; negative outside (then no less than minus the distance)."""
        normals, offsets = self.sides
        depth: Floats = (points @ normals.T - offsets).min(1)
        return depth

    def cut(self, normal: tuple[float, float], offset: float) -> Area:
        """Return the part of the area where `normal @ point >= offset`; the line must leave one.

        Raises:
            ValueError: nothing is left.
        """
        kept: list[tuple[float, float]] = []
        deep = self.points @ np.array(normal) - offset
        for (here, depth), (there, after) in pairwise([*zip(self.corners, deep, strict=True), (self.corners[0], deep[0])]):
            if depth >= 0:
                kept.append(here)
            if (depth > 0 > after) or (depth < 0 < after):
                share = float(depth / (depth - after))
                kept.append((here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])))
        return Area(tuple(kept))

    def holds(self, models: Bodies) -> Flags:
        """Tell which models are wholly within the area."""
        if models.half.any():
            ends = models.ends()
            return np.minimum(self.depths(ends[:, 0]), self.depths(ends[:, 1])) >= models.radius - EPSILON
        return self.depths(models.centres()) >= models.radius - EPSILON

    def outset(self, inches: float) -> Floats:
        """Return a point outside each corner, `inches` away from both of its sides."""
        normals, _ = self.sides
        before = np.roll(normals, 1, axis=0)
        both = normals + before
        points: Floats = self.points - both * (inches / (1.0 + (normals * before).sum(1)))[:, None]
        return points

    def gaps(self, models: Bodies) -> Floats:
        """Return the distances from the area to the footprints, 0 where they touch or overlap."""
        return np.maximum(self._middle_gaps(models) - models.radius, 0.0)

    def overlaps(self, models: Bodies) -> Flags:
        """Tell which footprints reach into the area; touching is not enough."""
        return self._middle_gaps(models) < models.radius - EPSILON

    def _middle_gaps(self, models: Bodies) -> Floats:
        return middle_gaps(np.ascontiguousarray(models.ends()), self.packed_sides)

    def _turns(self) -> Floats:
        along = self.next - self.points
        after = _turn_round(along)
        turns: Floats = along[:, 0] * after[:, 1] - along[:, 1] * after[:, 0]
        return turns


def _turn_round(rows: Floats) -> Floats:
    """Return the rows from the second on, the first one last (`np.roll` takes five times as long for so few)."""
    return np.concatenate((rows[1:], rows[:1]))


@dataclass(frozen=True)
class Terrain:
    """A terrain piece: a solid prism over a convex footprint, standing on the board.

    `height` in inches. `blocks_sight`: no line of sight passes through it. `blocks_movement`: a model moves over it, never
    through it; a piece that does not block (a wood, a road) is walked through. `top` says that models may stand on it.
    The ruleset says what its `tags` mean.
    """

    name: str
    footprint: Area
    height: float
    blocks_sight: bool = True
    blocks_movement: bool = True
    top: bool = True
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Prisms:
    """Pieces as arrays: the k-th sides of all pieces together, `normals` (k, n, 2) and `offsets` (k, n); `heights` (n).

    `boxes` (4, n) are left, bottom, right and top of each; `edges` (k, n, 4) both ends of its sides; `tops` (n) says on
    which models may stand.
    """

    pieces: tuple[Terrain, ...]
    normals: Floats
    offsets: Floats
    heights: Floats
    boxes: Floats
    edges: Floats
    tops: Flags
    _corners: dict[float, Floats] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, pieces: tuple[Terrain, ...]) -> Prisms:
        """Gather the sides; a piece with fewer sides than another has its last one again."""
        most = max((len(piece.footprint.corners) for piece in pieces), default=0)
        normals, offsets = np.zeros((most, len(pieces), 2)), np.zeros((most, len(pieces)))
        edges = np.zeros((most, len(pieces), 4))
        for n, piece in enumerate(pieces):
            for k in range(most):
                side = min(k, len(piece.footprint.corners) - 1)
                normals[k, n], offsets[k, n] = (values[side] for values in piece.footprint.sides)
                edges[k, n] = *piece.footprint.points[side], *piece.footprint.next[side]
        heights = np.array([piece.height for piece in pieces], dtype=np.float64)
        boxes = np.array([piece.footprint.box for piece in pieces], dtype=np.float64).reshape(-1, 4).T.copy()
        tops = np.array([piece.top for piece in pieces], dtype=np.bool_)
        return cls(pieces, normals, offsets, heights, boxes, edges, tops)

    def corners(self, inches: float) -> Floats:
        """Return a point outside each corner of each piece, `inches` away from both of its sides: (n, 2)."""
        if inches not in self._corners:
            points = [piece.footprint.outset(inches) for piece in self.pieces]
            self._corners[inches] = np.concatenate([*points, np.zeros((0, 2))])
        return self._corners[inches]

    def near(self, low: Floats, high: Floats) -> list[Terrain]:
        """Return the pieces whose boxes meet the box between two points, each (2)."""
        left, bottom, right, top = self.boxes
        meets = (left < high[0]) & (right > low[0]) & (bottom < high[1]) & (top > low[1])
        return [self.pieces[place] for place in np.flatnonzero(meets)]


@dataclass(frozen=True)
class Board:
    """A battlefield: width and depth in inches and its terrain."""

    width: float
    depth: float
    terrain: tuple[Terrain, ...] = ()
    _walls: dict[float, Prisms] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def area(self) -> Area:
        """The whole battlefield."""
        return Area.rectangle(0.0, 0.0, self.width, self.depth)

    @cached_property
    def obstacles(self) -> Prisms:
        """The pieces that block sight."""
        return Prisms.of(tuple(piece for piece in self.terrain if piece.blocks_sight))

    def walls(self, free_height: float) -> Prisms:
        """Return the pieces that are climbed over: they block movement and are higher than `free_height`."""
        if free_height not in self._walls:
            pieces = (piece for piece in self.terrain if piece.blocks_movement and piece.height > free_height)
            self._walls[free_height] = Prisms.of(tuple(pieces))
        return self._walls[free_height]
