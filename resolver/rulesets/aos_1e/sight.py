"""Who sees whom: models of the viewer's unit and of the target are in nobody's way (AOS-TARGET-03, AOS-Q-50)."""

from __future__ import annotations

import numpy as np

from resolver.table import sight
from resolver.table.geometry import Flags, Indices
from resolver.table.state import State


def visible(state: State, viewers: Indices, targets: Indices) -> Flags:
    """Tell which of the viewers (rows), models of one unit, see which of the targets (columns), models of another."""
    if not len(viewers) or not len(targets):
        return np.zeros((len(viewers), len(targets)), dtype=np.bool_)
    apart = (state.unit != state.unit[viewers[0]]) & (state.unit != state.unit[targets[0]])
    blockers = state.bodies(np.flatnonzero(state.alive & state.on_table & apart))
    nobody = np.zeros((len(targets), len(blockers)), dtype=np.bool_)
    return sight.sight(state.bodies(viewers), state.bodies(targets), state.board, blockers, nobody)
