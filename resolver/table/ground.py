"""Where a model may stand: on the board, on its feet, clear of other models and of the distances it must keep."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from resolver.table.bases import Bodies, Floats
from resolver.table.board import Board
from resolver.table.geometry import EPSILON, Flags, in_reach, overlapping

NOBODY = Bodies(*(np.zeros(0) for _ in Bodies.__slots__))


@dataclass(frozen=True, eq=False)
class Band:
    """A distance around models that must be kept: nobody may be within `across` and `up` of them (`in_reach`).

    `passing`: not on the way either; otherwise only at the end. `leaving`: who starts within may leave.
    """

    models: Bodies
    across: float
    up: float | None
    passing: bool = True
    leaving: bool = True


@dataclass(frozen=True, eq=False)
class Ground:
    """What surrounds a mover: the board, models that it may not cross, models that it may not end on, bands.

    Terrain up to `free_height` is moved over and stood on as if it were not there (9E-MTERR-02).
    """

    board: Board
    crossed: Bodies = NOBODY
    occupied: Bodies = NOBODY
    bands: tuple[Band, ...] = ()
    free_height: float = 1.0


def footing(models: Bodies, board: Board, free_height: float) -> Floats:
    """Return the height at which each model would stand where it is, not a number where it cannot (9E-MTERR-04).

    A model stands on a piece higher than `free_height` with its centre over it, and clear of every higher one.
    """
    height, climbing = np.zeros(len(models)), np.zeros(len(models))
    centres, reach = models.centres(), (models.half + models.radius)[:, None]
    if len(models) == 0:
        return height
    for piece in board.walls(0.0).near((centres - reach).min(0), (centres + reach).max(0)):
        over = piece.footprint.depths(centres) >= 0.0
        if piece.height <= free_height:
            height = np.where(over, np.maximum(height, piece.height), height)
            continue
        touched = piece.footprint.overlaps(models)
        climbing = np.where(touched, np.maximum(climbing, piece.height), climbing)
        height = np.where(over & touched & piece.top, np.maximum(height, piece.height), height)
    return np.where(climbing > height + EPSILON, np.nan, height)


def fits(models: Bodies, ground: Ground) -> Flags:
    """Tell which models may end a move or be set up where they are, each taken by itself.

    Their `z` does not matter: they stand on what is under them.
    """
    height = footing(models, ground.board, ground.free_height)
    standing = models.moved(models.x, models.y, np.nan_to_num(height))
    good = ~np.isnan(height) & ground.board.area.holds(standing)
    if len(ground.occupied):
        good &= ~overlapping(standing, ground.occupied).any(1)
    for band in ground.bands:
        if len(band.models):
            good &= ~in_reach(standing, band.models, band.across, band.up).any(1)
    return good
