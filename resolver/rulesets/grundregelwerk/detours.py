"""The shortest way of a model round pieces that it may not pass, as one lays a tape round their corners.

A way is a list of points, without the one where the model stands. Source: GRW-FLEE-05, GRW-MELEE-18, GRW-Q-81.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.board import Area
from resolver.table.geometry import segment_gaps

Way = list[Floats]
ROOM = 0.05
"""So far from a piece leads the way round its corners, beyond half the base."""
SLACK = 0.01
STEP = 0.1


def to_point(body: Bodies, goal: Floats, pieces: Sequence[Area], table: Area) -> Way | None:
    """Return the shortest way of a model (a set of one) to a point, None where there is none."""
    near = [(piece, _gap(goal, goal, piece)) for piece in pieces]
    return _shortest(body, lambda point: goal, near, table) if all(gap > 0.0 for _, gap in near) else None


def to_height(body: Bodies, y: float, pieces: Sequence[Area], table: Area) -> Way | None:
    """Return the shortest way to any point of a line along the table, at this `y`; None where there is none."""
    return _shortest(body, lambda point: np.array([point[0], y]), [(piece, np.inf) for piece in pieces], table)


def straight(body: Bodies, goal: Floats, pieces: Sequence[Area]) -> Way:
    """Return the straight way to a point as far as nothing bars it, for a model that gets to it on no way."""
    here, rooms = body.centres()[0], _rooms(body, [(piece, np.inf) for piece in pieces])
    way = [goal]
    for inches in np.arange(length(here, way), 0.0, -STEP):
        (end,) = cut(here, way, float(inches))
        if _is_clear(here, end, rooms):
            return [end]
    return []


def legs(here: Floats, way: Way) -> Iterator[tuple[Floats, Floats, float]]:
    """Yield the straight parts of a way: from where, in which direction, how long."""
    for start, end in pairwise([here, *way]):
        length = float(np.hypot(*(end - start)))
        if length > 0.0:
            yield start, (end - start) / length, length


def length(here: Floats, way: Way) -> float:
    """Return how long a way is."""
    return sum(inches for _, _, inches in legs(here, way))


def cut(here: Floats, way: Way, inches: float) -> Way:
    """Return so much of a way."""
    found: Way = []
    for start, towards, far in legs(here, way):
        found.append(start + towards * min(far, inches))
        inches -= far
        if inches <= 0.0:
            break
    return found


Rooms = list[tuple[Area, float]]
"""Pieces, each with how far a way keeps from it."""


def _rooms(body: Bodies, pieces: Rooms) -> Rooms:
    """Return how far from each piece a way keeps: half the base, less where the model or its goal is nearer already."""
    here, reach = body.centres()[0], float(body.half[0] + body.radius[0])
    return [(piece, min(reach, gap, _gap(here, here, piece)) - SLACK) for piece, gap in pieces]


def _is_clear(start: Floats, end: Floats, rooms: Rooms) -> bool:
    return all(_gap(start, end, piece) >= room for piece, room in rooms)


def _shortest(body: Bodies, end_from: Callable[[Floats], Floats], pieces: Rooms, table: Area) -> Way | None:
    """Go over the corners, the shortest way first; from each the way ends where `end_from` says."""
    here, reach = body.centres()[0], float(body.half[0] + body.radius[0])
    rooms = _rooms(body, pieces)
    if _is_clear(here, end_from(here), rooms):
        return [end_from(here)]
    corners = [corner for piece, _ in pieces for corner in piece.outset(reach + ROOM)]
    nodes = [here, *(corner for corner in corners if table.holds(body.with_poses(corner[:1], corner[1:]))[0])]
    queue: list[tuple[float, int, tuple[int, ...]]] = [(0.0, 0, ())]
    done = set[int]()
    while queue:
        gone, row, before = heappop(queue)
        if row < 0:
            return [*(nodes[each] for each in before[1:]), end_from(nodes[before[-1]])]
        if row in done:
            continue
        done.add(row)
        at, trail = nodes[row], (*before, row)
        ends = [(-1, end_from(at)), *((other, point) for other, point in enumerate(nodes) if other not in done)]
        for other, point in ends:
            if _is_clear(at, point, rooms):
                heappush(queue, (gone + float(np.hypot(*(point - at))), other, trail))
    return None


def _gap(start: Floats, end: Floats, piece: Area) -> float:
    """How far a straight line keeps from a piece, 0 where it enters it."""
    if (piece.depths(np.array([start, end])) >= 0.0).any():
        return 0.0
    return float(segment_gaps(start, end, piece.points, piece.next).min())
