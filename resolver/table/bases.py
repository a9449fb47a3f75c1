"""Bases: the footprint of a model, a stadium (a disc, or a disc drawn along a line) with a facing.

`Base` is one footprint as printed, `Bodies` many models' footprints with their poses in arrays, as geometry takes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

MM_PER_INCH = 25.4
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Base:
    """A footprint in inches: all points within `radius` of a line that reaches `half` to both sides of the centre.

    `hull` marks a model without a base: distances are then measured from its whole body, not from the floor it stands on.
    """

    radius: float
    half: float = 0.0
    hull: bool = False

    @classmethod
    def printed(cls, shape: str, mm: Sequence[float]) -> Base:
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


@dataclass(frozen=True, slots=True)
class Bodies:
    """Footprints and poses of n models, each field an array of n numbers (inches, radians).

    `z` is the floor a model stands on. `height` is how tall it is (for sight), `extent` how much of that height counts
    in measuring: 0 for a model with a base, its height for a hull (9E-MEAS-01, -02).
    """

    x: Floats
    y: Floats
    z: Floats
    facing: Floats
    half: Floats
    radius: Floats
    height: Floats
    extent: Floats

    @classmethod
    def of(cls, base: Base, points: Floats, facing: float = 0.0, z: float = 0.0, height: float = 0.0) -> Bodies:
        """Stand equal models on the given points, an array of shape (n, 2)."""
        points = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        n = len(points)
        full = [np.full(n, value) for value in (z, facing, base.half, base.radius, height, height if base.hull else 0.0)]
        return cls(points[:, 0].copy(), points[:, 1].copy(), *full)

    def __len__(self) -> int:
        return len(self.x)

    def __getitem__(self, which: NDArray[np.generic] | slice | Sequence[int]) -> Bodies:
        chosen = which if isinstance(which, (slice, np.ndarray)) else np.asarray(which, dtype=np.int64)
        return Bodies(*(getattr(self, name)[chosen] for name in self.__slots__))

    def moved(self, x: Floats, y: Floats, z: Floats | None = None, facing: Floats | None = None) -> Bodies:
        """Return the same footprints in other poses."""
        return replace(self, x=x, y=y, z=self.z if z is None else z, facing=self.facing if facing is None else facing)

    def joined(self, other: Bodies) -> Bodies:
        """Return these and the other's, in this order."""
        return Bodies(*(np.concatenate((getattr(self, name), getattr(other, name))) for name in self.__slots__))

    def centres(self) -> Floats:
        """Return where they stand: shape (n, 2)."""
        points: Floats = np.array((self.x, self.y)).T
        return points

    def ends(self) -> Floats:
        """Return both ends of every middle line: shape (n, 2, 2), the same point twice for a round base."""
        along_x, along_y = np.cos(self.facing) * self.half, np.sin(self.facing) * self.half
        ends: Floats = np.array(((self.x - along_x, self.y - along_y), (self.x + along_x, self.y + along_y)))
        return ends.transpose(2, 0, 1)
