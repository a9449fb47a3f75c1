"""Answers about places as they are drawn on the table: where models would stand, ways there, where a marker would lie."""

from __future__ import annotations

from typing import Any

from builder.web.battles.frames import path_row, pose_row
from resolver.engine.decision import Data
from resolver.table.state import State


def spot_of(state: State, data: Data) -> dict[str, Any]:
    """Return an answer in rows as those of `frames.py`: `m` models, `w` their ways, `at` a place of its own, else None."""
    poses = data.get("poses") or [[row["model"], *row["path"][-1]] for row in data.get("moves") or ()]
    at = data.get("at")
    return {
        "m": [pose_row(state, *pose) for pose in poses],
        "w": [path_row(state, row["model"], row["path"]) for row in data.get("moves") or ()],
        "at": [at[0], state.board.depth - at[1]] if at else None,
    }
