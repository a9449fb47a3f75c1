"""What terrain does to one kind of mover, and how many inches of a path or a line of sight lie inside a piece.

Whether bases are within a piece, or wholly, its footprint says: `Area.overlaps`, `Area.holds`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.board import Area, Prisms, Terrain
from resolver.table.compiled import areas, walks
from resolver.table.compiled.search import along
from resolver.table.compiled.tracks import discs_of


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What a piece does to a mover.

    Args:
        price: what each inch inside costs of its move, along the way of its centre.
        most: how far it may move in all where it goes `slowed_from` inches inside or more.
        entered: whether it may stand inside, even in part; `passed`: whether it may move through.
    """

    price: float = 1.0
    most: float = inf
    slowed_from: float = 1.0
    entered: bool = True
    passed: bool = True


@dataclass(frozen=True, eq=False)
class Rough:
    """The pieces that do something to a mover, and what."""

    pieces: tuple[tuple[Terrain, Hindrance], ...]

    @cached_property
    def data(self) -> Floats:
        """All of it as the compiled loops take it."""
        most = max((len(piece.footprint.corners) for piece, _ in self.pieces), default=0)
        found = np.zeros((len(self.pieces), 1 + most, 7))
        for row, (piece, does) in zip(found, self.pieces, strict=True):
            row[0, :5] = does.price, does.most, does.slowed_from, does.entered, does.passed
            row[1:] = piece.footprint.packed_sides[np.minimum(np.arange(most), len(piece.footprint.corners) - 1)]
        return found


def inches_inside(points: Floats, area: Area) -> float:
    """Return how many inches of a line from point to point lie inside an area: of a path, or a line of sight."""
    packed = np.concatenate((np.zeros((1, 7)), area.packed_sides))[None]
    return areas.inches_inside(np.asarray(points, dtype=np.float64), packed, 0)


def entry(mover: Bodies, path: Floats, piece: Terrain) -> float:
    """Return how far along a path, seen from above, a base (a set of one) begins to reach into a piece: inf if nowhere."""
    radius, solid, far = float(mover.radius[0]), Prisms.of((piece,)), along(path)
    sides, discs = (solid.normals, solid.offsets, solid.edges), discs_of(path, float(mover.half[0]), radius)
    for step in range(max(len(path) - 1, 1)):
        last, found = min(step + 1, len(path) - 1), inf
        for here, there in zip(discs[step], discs[last], strict=True):
            start, end = walks.touch_span(here[0], here[1], there[0], there[1], radius, *sides, 0)
            found = min(found, start) if start < end else found
        if found < inf:
            return float(far[step] + found * (far[last] - far[step]))
    return inf
