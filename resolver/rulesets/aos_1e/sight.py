"""Who sees whom: models of the viewer's unit and of the target are in nobody's way (AOS-TARGET-03, AOS-Q-50)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from resolver.table import sight
from resolver.table.bases import Bodies
from resolver.table.board import Terrain
from resolver.table.geometry import Flags, Indices
from resolver.table.state import State


def visible(state: State, viewers: Indices, targets: Indices) -> Flags:
    """Tell which of the viewers (rows), models of one unit, see which of the targets (columns), models of another.

    A feature never blocks lines from or to a model that is within it or on it.
    """
    if not len(viewers) or not len(targets):
        return np.zeros((len(viewers), len(targets)), dtype=np.bool_)
    apart = (state.unit != state.unit[viewers[0]]) & (state.unit != state.unit[targets[0]])
    blockers = state.bodies(np.flatnonzero(state.alive & state.on_table & apart))
    nobody = np.zeros((len(targets), len(blockers)), dtype=np.bool_)
    rows, columns = state.bodies(viewers), state.bodies(targets)
    seen = sight.sight(rows, columns, state.board, blockers, nobody)
    if seen.all():
        return seen
    for pair, pieces in _stood_on(state.board.terrain, rows, columns):
        board = replace(state.board, terrain=tuple(piece for piece in state.board.terrain if piece not in pieces))
        seen[pair] |= sight.sight(rows, columns, board, blockers, nobody)[pair]
    return seen


def _stood_on(terrain: tuple[Terrain, ...], rows: Bodies, columns: Bodies) -> Iterator[tuple[Flags, list[Terrain]]]:
    """Yield pairs of models, and the features that block sight which one of the two is within or on."""
    blocking = [piece for piece in terrain if piece.blocks_sight]
    if not blocking:
        return
    on = np.stack([np.logical_or.outer(*map(piece.footprint.overlaps, (rows, columns))) for piece in blocking], axis=-1)
    for stood in np.unique(on.reshape(-1, len(blocking)), axis=0):
        if stood.any():
            yield (on == stood).all(axis=-1), [piece for piece, is_on in zip(blocking, stood, strict=True) if is_on]
