"""Areas that a path or a line leads through: how many inches inside, what that costs, and who may not enter.

`rough` are areas that do something to a mover, packed (n, 1 + sides, 7): first a row of PRICE to PASSED, then for each side
its normal, its offset and both ends. It is one array because most movers have none, and pay for handing it on.
"""

from __future__ import annotations

import numpy as np

from resolver.table.compiled import EPSILON, HALF, RADIUS, compiled, inlined
from resolver.table.compiled.lines import clip
from resolver.table.compiled.shapes import Floats, distance, segment_gap
from resolver.table.compiled.tracks import ends_of

PRICE, MOST, FROM, ENTERED, PASSED = range(5)
"""What an inch inside costs; how far who goes FROM inches inside may move in all; may it be entered, and passed?"""
CLEAR, BARRED, SLOWED = range(3)


@inlined
def share_inside(x0: float, y0: float, x1: float, y1: float, rough: Floats, area: int) -> float:
    """Return which share of a line lies inside an area."""
    entry, leave = 0.0, 1.0
    for side in range(1, rough.shape[1]):
        across, up, offset = rough[area, side, 0], rough[area, side, 1], rough[area, side, 2]
        entry, leave = clip(entry, leave, x0 * across + y0 * up - offset, x1 * across + y1 * up - offset)
        if leave <= entry:
            return 0.0
    return leave - entry


@compiled
def middle_gaps(lines: Floats, sides: Floats) -> Floats:
    """Return the distances from middle lines of bases (n, 2, 2) to an area, 0 where one of their ends is inside.

    `sides` (k, 7) has the normal, the offset and both ends of each side of the area.
    """
    found = np.empty(len(lines))
    for model in range(len(lines)):
        x0, y0, x1, y1 = lines[model, 0, 0], lines[model, 0, 1], lines[model, 1, 0], lines[model, 1, 1]
        gap, first, last = np.inf, np.inf, np.inf
        for side in range(len(sides)):
            across, up, offset, a, b, c, d = sides[side]
            first, last = min(first, x0 * across + y0 * up - offset), min(last, x1 * across + y1 * up - offset)
            gap = min(gap, segment_gap(x0, y0, x1, y1, a, b, c, d))
        found[model] = 0.0 if max(first, last) >= 0.0 else gap
    return found


@compiled
def inches_inside(points: Floats, rough: Floats, area: int) -> float:
    """Return how many inches of a line from point to point (n, 2 or more) lie inside an area."""
    found = 0.0
    for row in range(1, len(points)):
        x0, y0, x1, y1 = points[row - 1, 0], points[row - 1, 1], points[row, 0], points[row, 1]
        found += share_inside(x0, y0, x1, y1, rough, area) * distance(x1 - x0, y1 - y0)
    return found


@compiled
def price(points: Floats, rough: Floats) -> float:
    """Return what rough ground adds to the cost of a path."""
    found = 0.0
    for area in range(len(rough)):
        if rough[area, 0, PRICE] != 1.0:
            found += (rough[area, 0, PRICE] - 1.0) * inches_inside(points, rough, area)
    return found


@compiled
def reaches_into(discs: Floats, radius: float, rough: Floats, area: int) -> bool:
    """Tell whether a base that these discs (steps, discs, 2) cover is anywhere inside an area; touching is not enough."""
    for step in range(max(len(discs) - 1, 1)):
        last = min(step + 1, len(discs) - 1)
        for disc in range(discs.shape[1]):
            x0, y0, x1, y1 = discs[step, disc, 0], discs[step, disc, 1], discs[last, disc, 0], discs[last, disc, 1]
            if share_inside(x0, y0, x1, y1, rough, area) > 0.0:
                return True
            for side in range(1, rough.shape[1]):
                a, b, c, d = rough[area, side, 3:7]
                if segment_gap(x0, y0, x1, y1, a, b, c, d) < radius - EPSILON:
                    return True
    return False


@compiled
def find_hindrance(path: Floats, discs: Floats, radius: float, length: float, rough: Floats) -> tuple[int, int]:
    """Tell what bars or slows a path: CLEAR, BARRED or SLOWED, and by which area; `length` is what the path costs."""
    for area in range(len(rough)):
        if rough[area, 0, PASSED] == 0.0 and reaches_into(discs, radius, rough, area):
            return BARRED, area
        if length > rough[area, 0, MOST] + EPSILON and inches_inside(path, rough, area) > rough[area, 0, FROM] - EPSILON:
            return SLOWED, area
    return CLEAR, 0


@compiled
def barring_area(model: Floats, pose: Floats, rough: Floats) -> int:
    """Return the first area in which a model (a set of one) may not stand and would in this pose (1, 3), -1 for none."""
    ends = ends_of(pose, model[HALF, 0])
    for area in range(len(rough)):
        if rough[area, 0, ENTERED] == 0.0 and reaches_into(ends, model[RADIUS, 0], rough, area):
            return area
    return -1
