"""Is a path legal? How long is it, over what does it lead, whom does it cross or come too near?

A path is an array of poses (x, y, facing), the first one where the model stands; between two poses it goes straight and
turns evenly. What height it is at follows from the terrain: it climbs up to the top of everything higher than the free
height that its base passes over, and down again. Long bases are followed as discs along their middle line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.compiled import tracks, walks
from resolver.table.geometry import EPSILON, in_reach, overlapping
from resolver.table.ground import Band, Ground, footing

NEARLY = 0.99
"""A turn that is followed in steps is hardly shorter than the arc."""


@dataclass(frozen=True, slots=True)
class MoveRules:
    """What an edition, a unit and a kind of move allow: `most` inches, and what counts towards them.

    `climbing_counts`: vertical distance does (9E-MTERR-03); `turning_counts`: what turns counts by the part that moves
    furthest (9E-MOVE-10). `over_models`: it moves across models as if they were not there (9E-FLY-01).
    """

    most: float
    climbing_counts: bool = True
    turning_counts: bool = True
    over_models: bool = False


@dataclass(frozen=True, slots=True)
class Breach:
    """Why a path is not legal: a code and its numbers.

    Codes: "too-far" (length, most), "edge", "across-model", "on-model", "too-near" (band, model, at_end), "mid-climb".
    Models are indices into `Ground.crossed`, `Ground.occupied` or the band's models.
    """

    code: str
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Trace:
    """A path followed step by step: `discs` (steps + 1, discs, 2), the `height` of each step, the `length` of all."""

    discs: Floats
    height: Floats
    length: float


def check(mover: Bodies, path: Floats, rules: MoveRules, ground: Ground) -> Breach | None:
    """Return the first thing that is wrong with a path of one model (`mover`, a set of one), None if it is legal."""
    spun = _spun(mover, path) if rules.turning_counts else 0.0
    if spun * NEARLY > rules.most:
        return Breach("too-far", {"length": round(spun, 4), "most": rules.most})
    trace = follow(mover, path, rules, ground)
    if trace.length > rules.most + EPSILON:
        return Breach("too-far", {"length": round(trace.length, 4), "most": rules.most})
    if tracks.leaves(trace.discs, float(mover.radius[0]), ground.board.width, ground.board.depth):
        return Breach("edge")
    if not rules.over_models:
        crossed = _crossed(trace, mover, ground.crossed)
        if crossed >= 0:
            return Breach("across-model", {"model": crossed})
    for number, band in enumerate(ground.bands):
        near = _entered(trace, mover, band)
        if near >= 0:
            return Breach("too-near", {"band": number, "model": near, "at_end": False})
    return _ends(standing(mover, path[-1], ground), ground)


def _spun(mover: Bodies, path: Floats) -> float:
    """How far turning alone takes one of the two ends of a long base, at the least; nobody follows a model that spins."""
    if not mover.half[0]:
        return 0.0
    return float(mover.half[0] + mover.radius[0]) * float(np.abs(np.diff(np.asarray(path)[:, 2])).sum())


def length(mover: Bodies, path: Floats, rules: MoveRules, ground: Ground) -> float:
    """Return how much of its move the path costs the model."""
    return follow(mover, path, rules, ground).length


def standing(mover: Bodies, pose: Floats, ground: Ground) -> Bodies:
    """Return the model in a pose (x, y, facing), at the height of what is under it; not a number where it cannot stand."""
    moved = mover.moved(pose[:1], pose[1:2], facing=pose[2:3])
    return moved.moved(moved.x, moved.y, footing(moved, ground.board, ground.free_height))


def follow(mover: Bodies, path: Floats, rules: MoveRules, ground: Ground) -> Trace:
    """Follow a path: cut it where the model turns and where its height changes."""
    solid = ground.board.walls(0.0)
    return Trace(
        *tracks.follow(
            mover.data,
            np.asarray(path, dtype=np.float64),
            solid.normals,
            solid.offsets,
            solid.heights,
            solid.edges,
            solid.boxes,
            ground.free_height,
            rules.turning_counts,
            rules.climbing_counts,
        )
    )


def _crossed(trace: Trace, mover: Bodies, others: Bodies) -> int:
    """Return the first model that the path crosses, -1 for none; touching is no crossing, nor is passing above or below."""
    return walks.crossed(trace.discs, trace.height, float(mover.radius[0]), float(mover.height[0]), others.data)


def _entered(trace: Trace, mover: Bodies, band: Band) -> int:
    """Return the first model whose band the path enters, -1 for none. Who starts within may leave, where the band says so.

    While a step starts within, all of it up to where it leaves is within: bands are convex.
    """
    if not band.passing:
        return -1
    radius, extent = float(mover.radius[0]), float(mover.extent[0])
    return walks.entered(trace.discs, trace.height, radius, extent, band.models.data, band.across, band.height, band.leaving)


def _ends(mover: Bodies, ground: Ground) -> Breach | None:
    """Return what is wrong with where the path ends."""
    if np.isnan(mover.z[0]):
        return Breach("mid-climb")
    on = overlapping(mover, ground.occupied)[0]
    if on.any():
        return Breach("on-model", {"model": int(on.argmax())})
    for number, band in enumerate(ground.bands):
        near = in_reach(mover, band.models, band.across, band.up)[0]
        if near.any():
            return Breach("too-near", {"band": number, "model": int(near.argmax()), "at_end": True})
    return None
