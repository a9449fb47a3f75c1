"""Is a path legal? How long is it, over what does it lead, whom does it cross or come too near?

A path is an array of poses (x, y, facing), the first one where the model stands; between two poses it goes straight and
turns evenly. What height it is at follows from the terrain: it climbs up to the top of everything higher than the free
height that its base passes over, and down again. Long bases are followed as discs along their middle line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.compiled import Z, around
from resolver.table.ground import NOBODY, Ground, ground_heights


@dataclass(frozen=True)
class MoveRules:
    """What an edition, a unit and a kind of move allow: `most` inches, and what counts towards them.

    `climbing_counts`: vertical distance does; `turning_counts`: what turns counts by the part that moves
    furthest. `over_models`: it moves across models as if they were not there. `through_air`: what it has risen or sunk
    by its end counts as on a straight line in space.
    """

    most: float
    climbing_counts: bool = True
    turning_counts: bool = True
    over_models: bool = False
    through_air: bool = False

    @cached_property
    def limits(self) -> around.PathLimits:
        """All of it as the compiled loops take it."""
        return around.PathLimits(
            float(self.most), self.climbing_counts, self.turning_counts, self.over_models, self.through_air
        )


@dataclass(frozen=True, slots=True)
class Breach:
    """Why a path is not legal: a code and its numbers.

    Codes: "too-far" (length, most), "edge", "across-model", "on-model", "too-near" (band, model, at_end), "mid-climb",
    "barred" (piece) and "slowed" (piece, length, most). Models are indices into `Ground.crossed`, `Ground.occupied` or the
    band's models; pieces of terrain are named.
    """

    code: str
    values: dict[str, Any] = field(default_factory=dict)


def check(mover: Bodies, path: Floats, rules: MoveRules, ground: Ground) -> Breach | None:
    """Return the first thing that is wrong with a path of one model (`mover`, a set of one), None if it is legal."""
    code, band, model, length = around.breach(
        mover.data, np.ascontiguousarray(path, np.float64), rules.limits, ground.around, NOBODY.data
    )
    values: dict[str, Any] = {"band": band, "model": model, "length": round(length, 4), "most": rules.most}
    if code in (around.BARRED, around.SLOWED):
        piece, does = ground.rough.pieces[model]
        values |= {"piece": piece.name, "most": does.most}
    return _breach(code, values)


def _breach(code: int, values: Mapping[str, Any]) -> Breach | None:
    if code == around.LEGAL:
        return None
    name, said = _BREACHES[code]
    at_end = {"at_end": code == around.TOO_NEAR} if name == "too-near" else {}
    return Breach(name, {each: values[each] for each in said} | at_end)


_BREACHES = {
    around.TOO_FAR: ("too-far", ("length", "most")),
    around.EDGE: ("edge", ()),
    around.ACROSS: ("across-model", ("model",)),
    around.ENTERED: ("too-near", ("band", "model")),
    around.MID_CLIMB: ("mid-climb", ()),
    around.ON_MODEL: ("on-model", ("model",)),
    around.TOO_NEAR: ("too-near", ("band", "model")),
    around.BARRED: ("barred", ("piece",)),
    around.SLOWED: ("slowed", ("piece", "length", "most")),
}


def length(mover: Bodies, path: Floats, rules: MoveRules, ground: Ground) -> float:
    """Return how much of its move the path costs the model."""
    path = np.ascontiguousarray(path, np.float64)
    cost = around.cost(mover.data, path, rules.climbing_counts, rules.turning_counts, ground.around)
    if not rules.through_air:
        return cost
    return float(np.hypot(cost, around.at_end(mover.data, path, ground.around)[Z, 0] - mover.z[0]))


def stand_in_pose(mover: Bodies, pose: Floats, ground: Ground) -> Bodies:
    """Return the model in a pose (x, y, facing), at the height of what is under it; not a number where it cannot stand."""
    moved = mover.with_poses(pose[:1], pose[1:2], facing=pose[2:3])
    return moved.with_poses(moved.x, moved.y, ground_heights(moved, ground.board, ground.free_height))
