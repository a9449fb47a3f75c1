"""Places beside other models: looked at one by one, each exactly."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from resolver.table.compiled import FACING, HALF, RADIUS, X, Y, Z, compiled
from resolver.table.compiled.around import Around, floors
from resolver.table.compiled.shapes import Floats, Indices, distance, flat_gap, gap
from resolver.table.compiled.together import FINEST

LONG = 0.3
"""The straight sides of long bases are divided into parts no longer than this."""


@compiled
def directions(number: int) -> Floats:
    """Return so many directions all round, each of length 1: (number, 2)."""
    found = np.empty((number, 2))
    for turn in range(number):
        found[turn, 0], found[turn, 1] = cos(2 * pi * turn / number), sin(2 * pi * turn / number)
    return found


@compiled
def rim(mover: Floats, facing: float, others: Floats, j: int, away: float, ring: Floats) -> Floats:
    """Return points at which a model that faces so stands so far away from another one, in all `directions`: (n, 2).

    Where its centre may not be is a parallelogram, drawn by one middle line along the other, with rounded corners.
    """
    number = len(ring)
    reach = mover[RADIUS, 0] + others[RADIUS, j] + away
    own_x, own_y = cos(facing) * mover[HALF, 0], sin(facing) * mover[HALF, 0]
    its_x, its_y = cos(others[FACING, j]) * others[HALF, j], sin(others[FACING, j]) * others[HALF, j]
    corners = np.empty((number + 1, 2))
    for turn in range(number + 1):
        x, y = ring[turn % number]
        own, its = 1.0 if own_x * x + own_y * y >= 0.0 else -1.0, 1.0 if its_x * x + its_y * y >= 0.0 else -1.0
        corners[turn, 0] = others[X, j] + own * own_x + its * its_x + x * reach
        corners[turn, 1] = others[Y, j] + own * own_y + its * its_y + y * reach
    more = int(4 * (mover[HALF, 0] + others[HALF, j]) / LONG) + 8
    found, count = np.empty((number + more, 2)), 0
    for turn in range(number):
        along, up = corners[turn + 1, 0] - corners[turn, 0], corners[turn + 1, 1] - corners[turn, 1]
        parts = max(int(distance(along, up) / LONG), 1) if mover[HALF, 0] + others[HALF, j] > 0.0 else 1
        for part in range(parts):
            if count < len(found):
                found[count, 0] = corners[turn, 0] + along * (part / parts)
                found[count, 1] = corners[turn, 1] + up * (part / parts)
                count += 1
    return found[:count]


@compiled
def beside(mover: Floats, facings: Floats, foes: Floats, gaps: Floats, number: int, most: float) -> Floats:
    """Return poses (n, 3) so far away from these models, facing so, none further than `most`; the nearest first."""
    room = foes.shape[1] * len(gaps) * len(facings) * (number + 8 * int(4 * foes[HALF].max() + 4 * mover[HALF, 0] + 8))
    found, count, ring = np.empty((room, 3)), 0, directions(number)
    for j in range(foes.shape[1]):
        if flat_gap(mover, 0, foes, j) > most + gaps.max() + 2 * mover[HALF, 0]:
            continue  # however it turns, it does not get there
        for facing in facings:
            for away in gaps:
                for point in rim(mover, facing, foes, j, away, ring):
                    if distance(point[0] - mover[X, 0], point[1] - mover[Y, 0]) <= most and count < room:
                        found[count, 0], found[count, 1] = (
                            np.rint(point[0] * FINEST) / FINEST,
                            np.rint(point[1] * FINEST) / FINEST,
                        )
                        found[count, 2] = facing
                        count += 1
    found = found[:count]
    far = np.empty(count)
    for place in range(count):
        far[place] = distance(found[place, 0] - mover[X, 0], found[place, 1] - mover[Y, 0])
        far[place] += abs(found[place, 2] - mover[FACING, 0]) * (mover[HALF, 0] + mover[RADIUS, 0])
    return found[np.argsort(far, kind="mergesort")]


@compiled
def closer(mover: Floats, poses: Floats, foes: Floats, below: float, around: Around) -> Floats:
    """Return those of the poses (n, 3) in which a model is less than `below` away from one of the foes, closest first."""
    there, kept = np.empty((mover.shape[0], len(poses))), np.zeros(len(poses), dtype=np.bool_)
    for pose in range(len(poses)):
        there[:, pose] = mover[:, 0]
        there[X, pose], there[Y, pose], there[FACING, pose] = poses[pose, 0], poses[pose, 1], poses[pose, 2]
        for j in range(foes.shape[1]):
            kept[pose] = kept[pose] or flat_gap(there, pose, foes, j) < below
    poses, there = poses[kept], there[:, kept]
    there[Z] = floors(there, around)
    after, good = np.full(len(poses), np.inf), np.zeros(len(poses), dtype=np.bool_)
    for pose in range(len(poses)):
        if not np.isnan(there[Z, pose]):
            for j in range(foes.shape[1]):
                after[pose] = min(after[pose], gap(there, pose, foes, j))
        good[pose] = after[pose] < below
    return poses[good][np.argsort(after[good], kind="mergesort")]


@compiled
def space_out(poses: Floats, number: int, apart: float, most: int, more: int) -> tuple[Indices, Indices]:
    """Return so many of the first `most` poses, each so far apart from the others, and so many `more` of them."""
    kept, rest, count, others = np.empty(number, dtype=np.intp), np.empty(more, dtype=np.intp), 0, 0
    for pose in range(min(len(poses), most)):
        free = count < number
        for other in range(count):
            x, y = poses[pose, 0] - poses[kept[other], 0], poses[pose, 1] - poses[kept[other], 1]
            free = free and distance(x, y) >= apart
        if free:
            kept[count] = pose
            count += 1
        elif others < more:
            rest[others] = pose
            others += 1
    return kept[:count], rest[:others]
