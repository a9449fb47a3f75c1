"""Paths followed step by step: cut where a model turns and where its height changes, and how long they are."""

from __future__ import annotations

from math import ceil, cos, pi, sin

import numpy as np

from resolver.table.compiled import EPSILON, HALF, RADIUS, compiled
from resolver.table.compiled.shapes import Floats, distance
from resolver.table.compiled.walks import climbs

TURN = pi / 36
"""A turn is followed in steps of at most this angle."""
EDGE = 8
"""Into so many steps each round end of a base is divided where its way is measured: right to a fiftieth of its radius."""


@compiled
def add_turns(path: Floats) -> Floats:
    """Return the path with more poses where it turns, none further than TURN from the next."""
    steps = np.ones(len(path), dtype=np.int64)
    for row in range(1, len(path)):
        steps[row] = max(ceil(abs(path[row, 2] - path[row - 1, 2]) / TURN), 1)
    found, count = np.empty((steps.sum(), 3)), 1
    found[0] = path[0]
    for row in range(1, len(path)):
        for step in range(1, steps[row] + 1):
            found[count] = path[row - 1] + (path[row] - path[row - 1]) * (step / steps[row])
            count += 1
    return found


@compiled
def discs_of(poses: Floats, half: float, radius: float) -> Floats:
    """Return the centres of discs that together cover the base: (poses, discs, 2)."""
    number = 2 * ceil(2 * half / radius) + 1 if half > 0.0 else 1
    found = np.empty((len(poses), number, 2))
    for row in range(len(poses)):
        along_x = cos(poses[row, 2]) * half if half > 0.0 else 0.0
        along_y = sin(poses[row, 2]) * half if half > 0.0 else 0.0
        for disc in range(number):
            share = -1.0 + 2.0 * disc / (number - 1) if number > 1 else 0.0
            found[row, disc, 0], found[row, disc, 1] = poses[row, 0] + share * along_x, poses[row, 1] + share * along_y
    return found


@compiled
def ends_of(pose: Floats, half: float) -> Floats:
    """Return the ends of the middle line of a base in a pose (1, 3), as if one disc went from one to the other: (2, 1, 2).

    What that disc sweeps is the base exactly; `discs_of` leaves out a little at its straight sides.
    """
    along_x, along_y = cos(pose[0, 2]) * half, sin(pose[0, 2]) * half
    found = np.empty((2, 1, 2))
    found[0, 0, 0], found[0, 0, 1] = pose[0, 0] - along_x, pose[0, 1] - along_y
    found[1, 0, 0], found[1, 0, 1] = pose[0, 0] + along_x, pose[0, 1] + along_y
    return found


@compiled
def way_of(poses: Floats, turns: Floats, along: float, across: float) -> float:
    """Return how far a point of a base goes that is so far along its middle line and across it.

    `turns`: how the cosine and the sine of its facing change with each pose, shape (poses - 1, 2).
    """
    total = 0.0
    for row in range(1, len(poses)):
        x, y = poses[row, 0] - poses[row - 1, 0], poses[row, 1] - poses[row - 1, 1]
        x += turns[row - 1, 0] * along - turns[row - 1, 1] * across
        y += turns[row - 1, 1] * along + turns[row - 1, 0] * across
        total += distance(x, y)
    return total


@compiled
def furthest(poses: Floats, half: float, radius: float, turning: bool) -> float:
    """Return the way of the part that moves furthest: of a long base that turns a point of its edge, else the centre.

    Which point that is depends on the turn: a base that turns as it goes swings a corner out, neither its end nor its side.
    """
    turns = np.zeros((max(len(poses) - 1, 0), 2))
    if not turning or half == 0.0 or np.all(poses[:, 2] == poses[0, 2]):
        return way_of(poses, turns, 0.0, 0.0)
    turns[:, 0], turns[:, 1] = np.diff(np.cos(poses[:, 2])), np.diff(np.sin(poses[:, 2]))
    most = 0.0
    for at in range(EDGE + 1):
        angle = pi * at / EDGE - pi / 2
        along, across = half + cos(angle) * radius, sin(angle) * radius
        most = max(most, max(way_of(poses, turns, along, across), way_of(poses, turns, -along, across)))
    return most


@compiled
def cuts_of(number: int, spans: Floats) -> Floats:
    """Return where a path of so many poses is cut, in steps: at each pose, and where a stretch (n, 3) begins or ends."""
    cuts, count = np.empty(number + 2 * len(spans)), 0
    for pose in range(number):
        cuts[pose] = pose
    for row in range(len(spans)):
        cuts[number + 2 * row], cuts[number + 2 * row + 1] = spans[row, 0], spans[row, 1]
    cuts.sort()
    for cut in cuts:
        if count == 0 or cut != cuts[count - 1]:
            cuts[count] = cut
            count += 1
    return cuts[:count]


@compiled
def poses_at(poses: Floats, cuts: Floats) -> Floats:
    """Return the poses at these places of a path, given in steps: (cuts, 3)."""
    found, last = np.empty((len(cuts), 3)), len(poses) - 1
    for place in range(len(cuts)):
        step = min(int(cuts[place]), last)
        found[place] = poses[step]
        if step < last:
            for axis in range(3):
                found[place, axis] += (poses[step + 1, axis] - poses[step, axis]) * (cuts[place] - step)
    return found


@compiled
def follow(
    mover: Floats,
    path: Floats,
    normals: Floats,
    offsets: Floats,
    heights: Floats,
    edges: Floats,
    boxes: Floats,
    free_height: float,
    turning: bool,
    climbing: bool,
) -> tuple[Floats, Floats, float]:
    """Follow a path of one model.

    Returns:
        The discs that cover its base at each cut (cuts, discs, 2), the height of each step, and what the path costs.
    """
    half, radius = mover[HALF, 0], mover[RADIUS, 0]
    poses = add_turns(path) if half > 0.0 else path
    discs = discs_of(poses, half, radius)
    spans = climbs(discs, radius, normals, offsets, heights, edges, boxes, free_height)
    floors = np.zeros(max(len(poses) - 1, 1))
    if len(spans) and len(poses) == 1:
        floors[0] = spans[:, 2].max()
    elif len(spans):
        cuts = cuts_of(len(poses), spans)
        floors = np.zeros(len(cuts) - 1)
        for place in range(len(floors)):
            middle = (cuts[place] + cuts[place + 1]) / 2
            for row in range(len(spans)):
                if spans[row, 0] < middle < spans[row, 1]:
                    floors[place] = max(floors[place], spans[row, 2])
        poses = poses_at(poses, cuts)
        discs = discs_of(poses, half, radius)
    cost = furthest(poses, half, radius, turning)
    if climbing:
        for place in range(1, len(floors)):
            cost += abs(floors[place] - floors[place - 1])
    return discs, floors, cost


@compiled
def leaves(discs: Floats, radius: float, width: float, depth: float) -> bool:
    """Tell whether a path leads over the edge of the battlefield."""
    for step in range(discs.shape[0]):
        for disc in range(discs.shape[1]):
            x, y = discs[step, disc]
            if not min(min(x, width - x), min(y, depth - y)) >= radius - EPSILON:
                return True
    return False
