"""What surrounds a mover as arrays; where models may stand there, and what is wrong with a path of one of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from resolver.table.compiled import EPSILON, EXTENT, FACING, HALF, HEIGHT, RADIUS, X, Y, Z, compiled, inlined
from resolver.table.compiled.areas import BARRED as HINDERED
from resolver.table.compiled.areas import CLEAR, barring_area, find_hindrance, price
from resolver.table.compiled.shapes import Flags, Floats, distance, overlap, reaches
from resolver.table.compiled.tracks import follow, leaves
from resolver.table.compiled.walks import apart_from, clear_of, first_crossed, first_entered, ground_heights, on_board

NEARLY = 0.99
"""A turn that is followed in steps is hardly shorter than the arc."""
LEGAL, TOO_FAR, EDGE, ACROSS, ENTERED, MID_CLIMB, ON_MODEL, TOO_NEAR, BARRED, SLOWED = range(10)
"""What may be wrong with a path: the first that is."""


class PathLimits(NamedTuple):
    """What a move allows: `most` inches, whether climbing and turning count towards them, whether it crosses models.

    `through_air`: what it has risen or sunk by its end counts as on a straight line in space.
    """

    most: float
    climbing: bool
    turning: bool
    over_models: bool
    through_air: bool


class Around(NamedTuple):
    """The board, its pieces (`Prisms`), models that may not be crossed and not be ended on, and bands to keep out of.

    `banded` are the models of all bands, `bands` (k, 6) for each band its first model, the one after its last, how far it
    reaches across and up, whether it counts on the way, and whether who starts within may leave. `rough` is ground that
    does something to the mover, as `areas` takes it.
    """

    width: float
    depth: float
    free_height: float
    normals: Floats
    offsets: Floats
    heights: Floats
    edges: Floats
    boxes: Floats
    tops: Flags
    crossed: Floats
    occupied: Floats
    banded: Floats
    bands: Floats
    rough: Floats


@compiled
def floors(models: Floats, around: Around) -> Floats:
    """Return the height at which each model would stand, not a number where it cannot."""
    return ground_heights(
        models, around.normals, around.offsets, around.heights, around.edges, around.boxes, around.tops, around.free_height
    )


@inlined
def band_of(around: Around, band: int) -> tuple[int, int]:
    """Return the first model of a band, and the one after its last."""
    return int(around.bands[band, 0]), int(around.bands[band, 1])


@compiled
def fits(models: Floats, around: Around, mates: Floats) -> Flags:
    """Tell which models may end a move or be set up where they are, each taken by itself, clear of `mates` too.

    Their `z` becomes what is under them, not a number where they cannot stand.
    """
    models[Z] = floors(models, around)
    good = on_board(models, around.width, around.depth)
    for i in range(models.shape[1]):
        good[i] = good[i] and not np.isnan(models[Z, i])
    clear_of(models, around.occupied, good)
    clear_of(models, mates, good)
    for band in range(len(around.bands)):
        first, end = band_of(around, band)
        apart_from(models, around.banded, first, end, around.bands[band, 2], around.bands[band, 3], good)
    if len(around.rough):
        for i in range(models.shape[1]):
            good[i] = good[i] and barring_area(models[:, i : i + 1].copy(), pose_of(models, i), around.rough) < 0
    return good


@compiled
def pose_of(models: Floats, i: int) -> Floats:
    """Return the pose of a model: (1, 3)."""
    found = np.empty((1, 3))
    found[0, 0], found[0, 1], found[0, 2] = models[X, i], models[Y, i], models[FACING, i]
    return found


@compiled
def spun(mover: Floats, path: Floats) -> float:
    """Return how far turning alone takes one of the two ends of a long base, at the least."""
    total = 0.0
    if mover[HALF, 0] > 0.0:
        for row in range(1, len(path)):
            total += abs(path[row, 2] - path[row - 1, 2])
    return (mover[HALF, 0] + mover[RADIUS, 0]) * total


@compiled
def trace(mover: Floats, path: Floats, climbing: bool, turning: bool, around: Around) -> tuple[Floats, Floats, float]:
    """Follow a path of one model over the pieces, as `follow` does."""
    return follow(
        mover,
        path,
        around.normals,
        around.offsets,
        around.heights,
        around.edges,
        around.boxes,
        around.free_height,
        turning,
        climbing,
    )


@compiled
def cost(mover: Floats, path: Floats, climbing: bool, turning: bool, around: Around) -> float:
    """Return how much of its move a path costs a model."""
    length = trace(mover, path, climbing, turning, around)[2]
    return length + price(path, around.rough) if len(around.rough) else length


@compiled
def on_the_way(
    mover: Floats, path: Floats, limits: PathLimits, around: Around, mates: Floats
) -> tuple[int, int, int, float]:
    """Return the first thing that is wrong with a path of one model before its end, as `breach` does."""
    turns = spun(mover, path) if limits.turning else 0.0
    if turns * NEARLY > limits.most:
        return TOO_FAR, 0, 0, turns
    discs, floor, length = trace(mover, path, limits.climbing, limits.turning, around)
    radius = mover[RADIUS, 0]
    if len(around.rough):
        length += price(path, around.rough)
        what, area = find_hindrance(path, discs, radius, length, around.rough)
        if what != CLEAR:
            return BARRED if what == HINDERED else SLOWED, 0, area, length
    if length > limits.most + EPSILON:
        return TOO_FAR, 0, 0, length
    if leaves(discs, radius, around.width, around.depth):
        return EDGE, 0, 0, length
    if not limits.over_models:
        found = first_crossed(discs, floor, radius, mover[HEIGHT, 0], around.crossed)
        if found >= 0:
            return ACROSS, 0, found, length
        found = first_crossed(discs, floor, radius, mover[HEIGHT, 0], mates)
        if found >= 0:
            return ACROSS, 0, around.crossed.shape[1] + found, length
    for band in range(len(around.bands)):
        if around.bands[band, 4] > 0.0:
            across, up, leaving = around.bands[band, 2], around.bands[band, 3], around.bands[band, 5] > 0.0
            first, end = band_of(around, band)
            found = first_entered(discs, floor, radius, mover[EXTENT, 0], around.banded, first, end, across, up, leaving)
            if found >= 0:
                return ENTERED, band, found - first, length
    return LEGAL, 0, 0, length


@compiled
def breach(mover: Floats, path: Floats, limits: PathLimits, around: Around, mates: Floats) -> tuple[int, int, int, float]:
    """Return the first thing that is wrong with a path of one model (`mover`, a set of one): its code and numbers.

    `mates` are further models that may not be crossed or ended on.

    Returns:
        The code; the number of the band; that of the model (among `crossed` or `occupied` and then `mates`, or in the
        band); the length.
    """
    found = on_the_way(mover, path, limits, around, mates)
    if found[0] != LEGAL:
        return found
    standing, length = at_end(mover, path, around), found[3]
    if limits.through_air and not np.isnan(standing[Z, 0]):
        length = distance(length, standing[Z, 0] - mover[Z, 0])
        if length > limits.most + EPSILON:
            return TOO_FAR, 0, 0, length
    return ends(standing, around, mates, length)


@compiled
def at_end(mover: Floats, path: Floats, around: Around) -> Floats:
    """Return the model where its path ends, at the height of what is under it."""
    standing = mover.copy()
    standing[X, 0], standing[Y, 0], standing[FACING, 0] = path[-1, 0], path[-1, 1], path[-1, 2]
    standing[Z] = floors(standing, around)
    return standing


@compiled
def ends(standing: Floats, around: Around, mates: Floats, length: float) -> tuple[int, int, int, float]:
    """Return what is wrong with where a path ends, as `breach` does."""
    if np.isnan(standing[Z, 0]):
        return MID_CLIMB, 0, 0, length
    if len(around.rough):
        area = barring_area(standing, pose_of(standing, 0), around.rough)
        if area >= 0:
            return BARRED, 0, area, length
    for j in range(around.occupied.shape[1]):
        if overlap(standing, 0, around.occupied, j):
            return ON_MODEL, 0, j, length
    for j in range(mates.shape[1]):
        if overlap(standing, 0, mates, j):
            return ON_MODEL, 0, around.occupied.shape[1] + j, length
    for band in range(len(around.bands)):
        first, end = band_of(around, band)
        for j in range(first, end):
            if reaches(standing, 0, around.banded, j, around.bands[band, 2], around.bands[band, 3]):
                return TOO_NEAR, band, j - first, length
    return LEGAL, 0, 0, length
