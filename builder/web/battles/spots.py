"""Answers about places as they are drawn on the table: where models would stand, ways there, where a marker would lie."""

from __future__ import annotations

from typing import Any

from builder.web.battles.frames import path_row, pose_row
from resolver.engine.decision import Data
from resolver.table.state import State


def spot_of(state: State, data: Data) -> dict[str, Any]:
    """Return an answer in rows as those of `frames.py`: `m` where models end, `at` a place of its own.

    `w` stands there where they walk, with the corners of each way that is not straight: where it begins and ends says the
    table. What is empty is left out, since a page has many of these.
    """
    moves = data.get("moves") or ()
    poses = data.get("poses") or [[row["model"], *row["path"][-1]] for row in moves]
    at, found = data.get("at"), dict[str, Any]()
    if poses:
        found["m"] = [pose_row(state, *pose) for pose in poses]
    if moves:
        ways = [path_row(state, row["model"], row["path"]) for row in moves if len(row["path"]) > 1]
        found["w"] = [[model, *points[1:-1]] for model, *points in ways]
    return found | ({"at": [at[0], state.board.depth - at[1]]} if at else {})
