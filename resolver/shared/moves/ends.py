"""Where the models of a unit stand when it has moved."""

from __future__ import annotations

from collections.abc import Sequence

from resolver.engine.decision import Data
from resolver.engine.game import Game
from resolver.table.bases import Bodies


def ends_of(game: Game, unit: int, moves: Sequence[Data]) -> Bodies:
    """Return the models of a unit at the ends of their paths; who has none stays where it is."""
    models = game.state.standing(unit)
    bodies, ends = game.state.bodies(models), {step["model"]: step["path"][-1] for step in moves if step["path"]}
    x, y = bodies.x.copy(), bodies.y.copy()
    for row, model in enumerate(models.tolist()):
        if model in ends:
            x[row], y[row] = ends[model][:2]
    return bodies.with_poses(x, y)
