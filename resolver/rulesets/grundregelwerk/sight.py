"""Lines of sight: flat, past pieces that block sight, from unit to unit. Models never block.

A line runs from the centre or an edge point of one base to the centre or an edge point of the other; the edge points are
those across the line between the centres. Source: GRW-LOS-01..03, GRW-TERRAIN-08, -09, GRW-Q-52, -87.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np

from resolver.engine.game import Game
from resolver.table.bases import Bodies
from resolver.table.board import Prisms, Terrain
from resolver.table.columns import PLACES
from resolver.table.compiled import flat_lines

SIDES = (0.0, -1.0, 1.0)
VIEWS = np.array(list(product(SIDES, SIDES)))
"""The lines by their shares of the half widths of the viewer and of the target."""


def sees(game: Game, unit: int, target: int) -> bool:
    """Tell whether a unit sees another: one of its models sees one of the other's (GRW-LOS-02, -03)."""
    return game.cache(PLACES, ("sees", min(unit, target), max(unit, target)), lambda: _sees(game, unit, target))


def seen_units(game: Game, unit: int) -> list[int]:
    """Return the enemy units on the table that a unit sees."""
    if not game.on_table(unit):
        return []
    return [foe for foe in game.units_on_table(1 - game.owner(unit)) if sees(game, unit, foe)]


def _sees(game: Game, unit: int, target: int) -> bool:
    state = game.state
    own, others = state.bodies(state.standing(unit)), state.bodies(state.standing(target))
    return bool(len(own) and len(others)) and bodies_see(game, own, others)


def bodies_see(game: Game, own: Bodies, others: Bodies) -> bool:
    """Tell whether models of one unit that stood here would see models of another that stood there."""
    solid = game.state.board.obstacles
    if not solid.pieces:
        return True
    across = [piece for piece in solid.pieces if not (_counts_inside(piece, own) or _counts_inside(piece, others))]
    if len(across) < len(solid.pieces):
        solid = _prisms(tuple(across))
    return flat_lines.any_flat_sight(own.data, others.data, VIEWS, solid.normals, solid.offsets, solid.edges)


@lru_cache(maxsize=512)
def _prisms(pieces: tuple[Terrain, ...]) -> Prisms:
    return Prisms.of(pieces)


def _counts_inside(piece: Terrain, bodies: Bodies) -> bool:
    """Tell whether at least half of the models are wholly inside a piece, so that their unit counts as inside."""
    left, bottom, right, top = piece.footprint.box
    if bodies.x.max() < left or bodies.x.min() > right or bodies.y.max() < bottom or bodies.y.min() > top:
        return False
    inside = piece.footprint.holds(bodies)
    return 2 * int(inside.sum()) >= len(inside)
