"""Is a path legal? How long is it, over what does it lead, whom does it cross or come too near?

A path is an array of poses (x, y, facing), the first one where the model stands; between two poses it goes straight and
turns evenly. What height it is at follows from the terrain: it climbs up to the top of everything higher than the free
height that its base passes over, and down again. Long bases are followed as discs along their middle line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.board import Area, Board
from resolver.table.geometry import EPSILON, Flags, Indices, in_reach, overlapping, point_to_segment, segment_gaps, within
from resolver.table.ground import Band, Ground, footing

TURN = np.pi / 36
"""A turn is followed in steps of at most this angle."""
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

    poses: Floats
    discs: Floats
    height: Floats
    length: float


def check(mover: Bodies, path: Floats, rules: MoveRules, ground: Ground) -> Breach | None:
    """Return the first thing that is wrong with a path of one model (`mover`, a set of one), None if it is legal."""
    spun = _spun(mover, path) if rules.turning_counts else 0.0
    if spun * NEARLY > rules.most:
        return Breach("too-far", {"length": round(spun, 4), "most": rules.most})
    trace = follow(mover, path, rules, ground)
    if not within(np.array(trace.length), rules.most):
        return Breach("too-far", {"length": round(trace.length, 4), "most": rules.most})
    if not _on_board(trace.discs, float(mover.radius[0]), ground.board):
        return Breach("edge")
    if not rules.over_models:
        crossed = _crossed(trace, mover, ground.crossed)
        if len(crossed):
            return Breach("across-model", {"model": int(crossed[0])})
    for number, band in enumerate(ground.bands):
        near = _entered(trace, mover, band)
        if len(near):
            return Breach("too-near", {"band": number, "model": int(near[0]), "at_end": False})
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
    poses = _turning(np.asarray(path, dtype=np.float64)) if mover.half[0] else np.asarray(path, dtype=np.float64)
    poses, height = _climbing(mover, poses, ground)
    moved = _length(mover, poses, rules.turning_counts)
    if rules.climbing_counts:
        moved += float(np.abs(np.diff(height)).sum())
    return Trace(poses, _discs(mover, poses), height, moved)


def _turning(path: Floats) -> Floats:
    """The path with more poses where it turns, none further than TURN from the next."""
    parts = [path[:1]]
    for before, after in pairwise(path):
        steps = max(int(np.ceil(abs(after[2] - before[2]) / TURN)), 1)
        parts.append(before + (after - before) * np.linspace(0.0, 1.0, steps + 1)[1:, None])
    return np.concatenate(parts)


def _climbing(mover: Bodies, poses: Floats, ground: Ground) -> tuple[Floats, Floats]:
    """The poses with more of them where the base comes over or leaves high terrain, and the height of each step."""
    reach = float(mover.half[0] + mover.radius[0])
    pieces = ground.board.walls(ground.free_height).near(poses[:, :2].min(0) - reach, poses[:, :2].max(0) + reach)
    spans = [(piece.height, span) for piece in pieces for span in _spans(mover, poses, piece.footprint)]
    if not spans:
        return poses, np.zeros(max(len(poses) - 1, 1))
    steps = np.arange(len(poses), dtype=np.float64)
    cuts = np.unique(np.concatenate((steps, [edge for _, span in spans for edge in span])))
    middle = (cuts[:-1] + cuts[1:]) / 2
    height = np.zeros(max(len(middle), 1))
    for top, (start, end) in spans:
        over = (middle > start) & (middle < end) if len(middle) else np.ones(1, dtype=np.bool_)
        height = np.where(over, np.maximum(height, top), height)
    return np.column_stack([np.interp(cuts, steps, poses[:, axis]) for axis in range(3)]), height


def _spans(mover: Bodies, poses: Floats, area: Area) -> list[tuple[float, float]]:
    """From where to where, in steps of the path, the base reaches into the area."""
    if len(poses) == 1:
        return [(0.0, 0.0)] if area.overlaps(mover)[0] else []
    discs = _discs(mover, poses)
    found = []
    for step in range(len(poses) - 1):
        ways = zip(discs[step], discs[step + 1], strict=True)
        known = [span for start, end in ways if (span := _span(start, end, area, float(mover.radius[0])))]
        if known:
            found.append((step + min(start for start, _ in known), step + max(end for _, end in known)))
    return found


def _span(start: Floats, end: Floats, area: Area, radius: float) -> tuple[float, float] | None:
    """The shares of a straight line on which a disc reaches into the area; they are one stretch, the area is convex."""
    along = end - start
    shares = _touches(start, along, area, radius)
    points = start + shares[:, None] * along
    middle = (points[:-1] + points[1:]) / 2
    gaps = point_to_segment(middle[:, None], area.points, area.next).min(1)
    inside = np.flatnonzero((gaps < radius - EPSILON) | (area.depths(middle) > 0.0))
    return (float(shares[inside[0]]), float(shares[inside[-1] + 1])) if len(inside) else None


def _touches(start: Floats, along: Floats, area: Area, radius: float) -> Floats:
    """All shares of a line at which a disc may begin or cease to touch the area, and 0 and 1, ascending."""
    normals, offsets = area.sides
    pace, back = normals @ along, start - area.points
    square, slope = along @ along, back @ along
    with np.errstate(divide="ignore", invalid="ignore"):
        sides = (offsets - radius - normals @ start) / pace
        root = np.sqrt(slope**2 - square * ((back * back).sum(1) - radius**2))
        shares = np.concatenate((sides, (-slope - root) / square, (-slope + root) / square))
    return np.unique(np.concatenate(([0.0, 1.0], shares[(shares > 0.0) & (shares < 1.0)])))


def _discs(mover: Bodies, poses: Floats) -> Floats:
    """The centres of discs that together cover the base: (poses, discs, 2)."""
    half, radius = float(mover.half[0]), float(mover.radius[0])
    shares = np.linspace(-1.0, 1.0, 2 * int(np.ceil(2 * half / radius)) + 1) if half else np.zeros(1)
    along = np.stack((np.cos(poses[:, 2]), np.sin(poses[:, 2])), axis=1) * half
    return poses[:, None, :2] + shares[:, None] * along[:, None]


def _length(mover: Bodies, poses: Floats, turning: bool) -> float:
    """The way of the part that moves furthest: of a long base its ends or its sides, else the centre."""
    if not (turning and mover.half[0]):
        return float(np.hypot(*np.diff(poses[:, :2], axis=0).T).sum())
    reach, radius = float(mover.half[0] + mover.radius[0]), float(mover.radius[0])
    rim = np.array([[reach, 0.0], [-reach, 0.0], [0.0, radius], [0.0, -radius]])
    cos, sin = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    x = np.outer(cos, rim[:, 0]) - np.outer(sin, rim[:, 1])
    y = np.outer(sin, rim[:, 0]) + np.outer(cos, rim[:, 1])
    ways = np.diff(poses[:, None, :2] + np.stack((x, y), axis=2), axis=0)
    return float(np.hypot(ways[..., 0], ways[..., 1]).sum(0).max())


def _on_board(discs: Floats, radius: float, board: Board) -> bool:
    return bool((board.area.depths(discs.reshape(-1, 2)) >= radius - EPSILON).all())


def _gaps(starts: Floats, ends: Floats, mover: Bodies, others: Bodies) -> Floats:
    """Distances between bases while the mover's discs go from starts to ends (steps, discs, 2): (steps, others)."""
    from_, to = starts[:, :, None], ends[:, :, None]
    if others.half.any():
        lines = others.ends()
        gaps = segment_gaps(from_, to, lines[:, 0], lines[:, 1])
    else:
        gaps = point_to_segment(others.centres(), from_, to)
    return np.asarray(gaps.min(1) - mover.radius[0] - others.radius)


def _steps(trace: Trace) -> tuple[Floats, Floats]:
    return (trace.discs[:-1], trace.discs[1:]) if len(trace.discs) > 1 else (trace.discs, trace.discs)


def _around(trace: Trace, mover: Bodies, others: Bodies, more: float = 0.0) -> Indices:
    """The models whose boxes, made larger by `more`, meet the path's box: nobody else can be in its way."""
    reach = others.half + others.radius + float(mover.radius[0]) + more + EPSILON
    low, high = trace.discs.min((0, 1)), trace.discs.max((0, 1))
    across = (others.x + reach > low[0]) & (others.x - reach < high[0])
    return np.flatnonzero(across & (others.y + reach > low[1]) & (others.y - reach < high[1]))


def _crossed(trace: Trace, mover: Bodies, others: Bodies) -> Indices:
    """Return the models that the path crosses; touching is no crossing, nor is passing above or below."""
    around = _around(trace, mover, others)
    if len(around) == 0:
        return around
    floor, others = trace.height[:, None], others[around]
    meets = (floor < others.z + others.height - EPSILON) & (floor + mover.height[0] > others.z + EPSILON)
    meets |= np.abs(floor - others.z) <= EPSILON
    return np.asarray(around[((_gaps(*_steps(trace), mover, others) < -EPSILON) & meets).any(0)])


def _entered(trace: Trace, mover: Bodies, band: Band) -> Indices:
    """Return the models whose band the path enters. Who starts within may leave, where the band says so.

    While a step starts within, all of it up to where it leaves is within: bands are convex.
    """
    around = _around(trace, mover, band.models, band.across) if band.passing else np.zeros(0, dtype=np.intp)
    if len(around) == 0:
        return around
    models = band.models[around]
    starts, ends = _steps(trace)
    above = trace.height[:, None] - (models.z + models.extent)
    below = models.z - (trace.height[:, None] + mover.extent[0])
    rise = np.maximum(np.maximum(above, below), 0.0)
    near = _within_band(_gaps(starts, ends, mover, models), rise, band)
    if band.leaving:
        began = _within_band(_gaps(starts, starts, mover, models), rise, band)
        near &= np.logical_or.accumulate(~began, axis=0)
    return np.asarray(around[near.any(0)])


def _within_band(gaps: Floats, rise: Floats, band: Band) -> Flags:
    """Tell who is within a band, from the gaps across and the rise between heights."""
    if band.up is None:
        return within(np.hypot(np.maximum(gaps, 0.0), rise), band.across)
    return within(gaps, band.across) & within(rise, band.up)


def _ends(mover: Bodies, ground: Ground) -> Breach | None:
    """Return what is wrong with where the path ends."""
    if np.isnan(mover.z[0]):
        return Breach("mid-climb")
    end = Trace(np.zeros((0, 3)), np.array([[[mover.x[0], mover.y[0]]]]), np.zeros(0), 0.0)
    around = _around(end, mover, ground.occupied, float(mover.half[0]))
    on = around[overlapping(mover, ground.occupied[around])[0]] if len(around) else around
    if len(on):
        return Breach("on-model", {"model": int(on[0])})
    for number, band in enumerate(ground.bands):
        around = _around(end, mover, band.models, band.across + float(mover.half[0]))
        near = around[in_reach(mover, band.models[around], band.across, band.up)[0]] if len(around) else around
        if len(near):
            return Breach("too-near", {"band": number, "model": int(near[0]), "at_end": True})
    return None
