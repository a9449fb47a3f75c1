"""Places of labels beside their units, for pages without scripts; `labels.js` finds them anew by the same rules.

A label stands near its unit, within the table, and neither on another label nor on a thing that is to be seen. One that had
to go farther gets a line to its unit. Lengths are inches from the upper left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, cos, radians, sin

import numpy as np
from numpy.typing import NDArray

Circle = tuple[float, float, float]
Array = NDArray[np.float64]

RINGS = (0.6, 1.6, 2.8, 4.4, 6.4)
TURNS = (-90, 90, 0, 180, -45, -135, 45, 135, -68, -112, 22, 158, -22, 202, 68, 112)
"""Where a label is tried around its unit, in degrees: first above and below, then beside it."""
ON_LABEL, ON_THING = 30, 4
WAYS = np.array([(cos(radians(turn)), sin(radians(turn))) for turn in TURNS])
COSTS = np.array([ring + order * 0.03 for ring in RINGS for order in range(len(TURNS))])
BROADEST = 3.2
"""From the middle of a unit that is broader, its labels begin here: what stands far apart has no outside."""
HEIGHT, PADDING = 24, 4
PIXELS = 820
"""How many pixels wide a page shows a table where it has room; labels are as large as on that."""


@dataclass(frozen=True, slots=True)
class Label:
    """Where a label stands, and the line from its unit to it."""

    x: float
    y: float
    line: tuple[float, float]


def pixel_size(width: float) -> float:
    """Return how many inches of a table so wide one pixel of a label is."""
    return round((width + 1) / PIXELS, 4)


def circles_of(pose: Sequence[float], half: float, radius: float) -> list[Circle]:
    """Return circles that cover a base: `pose` is x, y and degrees, `half` is half the length of its middle line."""
    x, y, turn = pose
    steps = ceil(half / radius) if half else 0
    far = [half * at / steps if steps else 0.0 for at in range(-steps, steps + 1)]
    return [(x + cos(radians(turn)) * each, y + sin(radians(turn)) * each, radius) for each in far]


def place_labels(
    units: dict[int, list[Circle]], widths: dict[int, int], things: Iterable[Circle], size: tuple[float, float]
) -> dict[int, Label]:
    """Return where the labels of units stand; `widths` are theirs in pixels, `size` that of the table.

    What has the fewest models comes first: it has the fewest places beside it.
    """
    pixel = pixel_size(size[0])
    obstacles = np.array([*(circle for circles in units.values() for circle in circles), *things]).reshape(-1, 3)
    taken: list[Array] = []
    found: dict[int, Label] = {}
    for unit in sorted(units, key=lambda each: len(units[each])):
        half = np.array(((widths[unit] + PADDING) * pixel / 2, HEIGHT * pixel / 2))
        circles = np.array(units[unit])
        places = np.clip(_candidates(circles, half), half, np.maximum(np.array(size) - half, half))
        costs = COSTS + ON_LABEL * _count_overlaps(places, half, taken) + ON_THING * _count_covers(places, half, obstacles)
        at = places[int(np.argmin(costs))]
        taken.append(np.concatenate((at - half, at + half)))
        found[unit] = Label(*_round(at), line=_round(_edge(circles, at)))
    return found


def _candidates(circles: Array, half: Array) -> Array:
    """Return the middles that a label may have, from near to far."""
    middle = circles[:, :2].mean(axis=0)
    around = float((np.hypot(*(circles[:, :2] - middle).T) + circles[:, 2]).max())
    rings = [middle + WAYS * (min(around, BROADEST) + ring + half * np.abs(WAYS)) for ring in RINGS]
    return np.concatenate(rings)


def _count_overlaps(places: Array, half: Array, taken: Sequence[Array]) -> Array:
    boxes = np.array(taken).reshape(-1, 4)
    low, high = (places - half)[:, None], (places + half)[:, None]
    apart = (low >= boxes[None, :, 2:]) | (boxes[None, :, :2] >= high)
    return (~apart.any(axis=2)).sum(axis=1)  # type: ignore[no-any-return]  # NumPy's sum has no type of its own


def _count_covers(places: Array, half: Array, circles: Array) -> Array:
    """Return how many circles each place would cover, so far that one sees less of them."""
    away = np.maximum(np.abs(circles[None, :, :2] - places[:, None]) - half, 0)
    return (np.hypot(away[..., 0], away[..., 1]) < circles[:, 2] * 0.8).sum(axis=1)  # type: ignore[no-any-return]


def _edge(circles: Array, at: Array) -> Array:
    """Return the point of the nearest circle that is nearest to a label."""
    away = at - circles[:, :2]
    far = np.hypot(*away.T)
    nearest = int(np.argmin(far))
    return circles[nearest, :2] + away[nearest] * min(1.0, circles[nearest, 2] / (far[nearest] or 1.0))  # type: ignore[no-any-return]


def _round(point: Array) -> tuple[float, float]:
    return round(float(point[0]), 2), round(float(point[1]), 2)
