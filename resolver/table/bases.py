"""Bases: the footprint of a model, a stadium (a disc, or a disc drawn along a line) with a facing.

`Base` is one footprint as printed, `Bodies` many models' footprints with their poses in arrays, as geometry takes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MM_PER_INCH = 25.4
Floats = NDArray[np.float64]
ROWS = ("x", "y", "z", "facing", "half", "radius", "height", "extent")
"""The rows of `Bodies.data`."""


@dataclass(frozen=True, slots=True)
class Base:
    """A footprint in inches: all points within `radius` of a line that reaches `half` to both sides of the centre.

    `hull` marks a model without a base: distances are then measured from its whole body, not from the floor it stands on.
    """

    radius: float
    half: float = 0.0
    hull: bool = False

    @classmethod
    def from_print(cls, shape: str, mm: Sequence[float]) -> Base:
        """Read a base as a datasheet prints it: round (diameter), oval or hull (length and width), millimetres.

        Raises:
            ValueError: the shape is unknown or its sizes are missing, not positive or too many.
        """
        if len(mm) != {"round": 1, "oval": 2, "hull": 2}.get(shape, 0) or min(mm, default=0) <= 0:
            raise ValueError(f'a base is "round" with one size or "oval" or "hull" with two, in mm, not {shape} {list(mm)}')
        length, width = max(mm), min(mm)
        return cls(width / 2 / MM_PER_INCH, (length - width) / 2 / MM_PER_INCH, shape == "hull")

    @property
    def reach(self) -> float:
        """The greatest distance from the centre to the edge."""
        return self.half + self.radius


class Row:
    """A row of `Bodies.data`, read by its name."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place = place

    def __get__(self, bodies: Bodies, owner: type) -> Floats:
        row: Floats = bodies.data[self.place]
        return row


class Bodies:
    """Footprints and poses of n models: `data`, an array of shape (8, n), whose rows have names (inches, radians).

    `x` and `y` are places along the width and the depth of the board, `z` the floor a model stands on, `facing` where its
    middle line points, `half` half the length of that line, `radius` the one around it. `height` is how tall it is (for
    sight), `extent` how much of that height counts in measuring: 0 for a model with a base, its height for a hull.
    """

    __slots__ = ("data",)

    def __init__(self, data: Floats) -> None:
        self.data = data

    x, y, z, facing, half, radius, height, extent = map(Row, range(len(ROWS)))

    @classmethod
    def of(cls, base: Base, points: Floats, facing: float = 0.0, z: float = 0.0, height: float = 0.0) -> Bodies:
        """Stand equal models on the given points, an array of shape (n, 2)."""
        points = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        data = np.empty((len(ROWS), len(points)))
        data[:2] = points.T
        data[2:] = np.array([z, facing, base.half, base.radius, height, height if base.hull else 0.0])[:, None]
        return cls(data)

    def __len__(self) -> int:
        return int(self.data.shape[1])

    def __getitem__(self, which: NDArray[np.generic] | slice | Sequence[int]) -> Bodies:
        if isinstance(which, slice):
            return Bodies(np.ascontiguousarray(self.data[:, which]))
        chosen: NDArray[Any] = np.asarray(which, dtype=None if len(which) else np.intp)
        return Bodies(self.data.compress(chosen, 1) if chosen.dtype == np.bool_ else self.data.take(chosen, 1))

    def with_poses(self, x: Floats, y: Floats, z: Floats | None = None, facing: Floats | None = None) -> Bodies:
        """Return the same footprints in other poses."""
        data = self.data.copy()
        data[0], data[1] = x, y
        if z is not None:
            data[2] = z
        if facing is not None:
            data[3] = facing
        return Bodies(data)

    def join(self, other: Bodies) -> Bodies:
        """Return these and the other's, in this order."""
        return Bodies(np.concatenate((self.data, other.data), axis=1))

    def with_model(self, model: int, other: Bodies) -> Bodies:
        """Return these with one model as it is in a set of one."""
        data = self.data.copy()
        data[:, model] = other.data[:, 0]
        return Bodies(data)

    def without(self, model: int) -> Bodies:
        """Return all of these but one."""
        return Bodies(np.concatenate((self.data[:, :model], self.data[:, model + 1 :]), axis=1))

    def centres(self) -> Floats:
        """Return where they stand: shape (n, 2)."""
        points: Floats = np.ascontiguousarray(self.data[:2].T)
        return points

    def ends(self) -> Floats:
        """Return both ends of every middle line: shape (n, 2, 2), the same point twice for a round base."""
        along_x, along_y = np.cos(self.facing) * self.half, np.sin(self.facing) * self.half
        ends: Floats = np.array(((self.x - along_x, self.y - along_y), (self.x + along_x, self.y + along_y)))
        return ends.transpose(2, 0, 1)
