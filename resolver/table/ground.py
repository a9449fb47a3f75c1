"""Where a model may stand: on the board, on its feet, clear of other models and of the distances it must keep."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from resolver.table.areas import Rough
from resolver.table.bases import ROWS, Bodies, Floats
from resolver.table.board import Board
from resolver.table.compiled import around, walks
from resolver.table.compiled.around import Around
from resolver.table.geometry import UP_IN_THE_AIR, Flags

NOBODY = Bodies(np.zeros((len(ROWS), 0)))
OPEN = Rough(())


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

    @property
    def height(self) -> float:
        """`up` as the compiled loops take it."""
        return UP_IN_THE_AIR if self.up is None else self.up


@dataclass(frozen=True, eq=False)
class Ground:
    """What surrounds a mover: the board, models that it may not cross, models that it may not end on, bands.

    Terrain up to `free_height` is moved over and stood on as if it were not there. `rough` is what costs the mover more, or
    bars it.
    """

    board: Board
    crossed: Bodies = NOBODY
    occupied: Bodies = NOBODY
    bands: tuple[Band, ...] = ()
    free_height: float = 1.0
    rough: Rough = OPEN

    @cached_property
    def around(self) -> Around:
        """All of it as the compiled loops take it."""
        ends = np.cumsum([0, *(len(band.models) for band in self.bands)])
        bands = np.zeros((len(self.bands), 6))
        for number, band in enumerate(self.bands):
            bands[number] = *ends[number : number + 2], band.across, band.height, band.passing, band.leaving
        banded = np.concatenate([NOBODY.data, *(band.models.data for band in self.bands)], axis=1)
        solid, board = self.board.walls(0.0), self.board
        pieces = solid.normals, solid.offsets, solid.heights, solid.edges, solid.boxes, solid.tops
        models = self.crossed.data, self.occupied.data, banded
        return Around(
            float(board.width), float(board.depth), float(self.free_height), *pieces, *models, bands, self.rough.data
        )

    def among(self, mates: Bodies, *, crossed: bool = True) -> Ground:
        """Return the same with further models that may not be ended on and, `crossed`, not be moved across."""
        barring = self.crossed.join(mates) if crossed else self.crossed
        found = replace(self, crossed=barring, occupied=self.occupied.join(mates))
        around = self.around._replace(crossed=found.crossed.data, occupied=found.occupied.data)
        found.__dict__["around"] = around  # all else of it is the same
        return found


def ground_heights(models: Bodies, board: Board, free_height: float) -> Floats:
    """Return the height at which each model would stand where it is, not a number where it cannot.

    A model stands on a piece higher than `free_height` with its centre over it, and clear of every higher one.
    """
    solid = board.walls(0.0)
    return walks.ground_heights(
        models.data, solid.normals, solid.offsets, solid.heights, solid.edges, solid.boxes, solid.tops, free_height
    )


def fits(models: Bodies, ground: Ground) -> Flags:
    """Tell which models may end a move or be set up where they are, each taken by itself.

    Their `z` does not matter: they stand on what is under them.
    """
    return around.fits(models.data.copy(), ground.around, NOBODY.data)
