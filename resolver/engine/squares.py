"""Squares of a table, as players name places on it: a letter from the left, a number from the far edge ("C4").

A square measures about six inches each way; so many of them as fit best share the table evenly.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from resolver.table.board import Board

SIDE = 6.0
LEAN = 0.05
"""How far from the middle of a table, as a part of its size, the middle of an area must be to lie at one of its edges."""
INSIDE = 0.01


def grid(width: float, depth: float) -> tuple[int, int]:
    """Return how many columns and rows of squares a table has."""
    return min(max(round(width / SIDE), 1), len(ascii_uppercase)), max(round(depth / SIDE), 1)


def square(board: Board, x: float, y: float) -> str:
    """Return the name of the square that a place lies in; of two that meet there, the right and the far one."""
    columns, rows = grid(board.width, board.depth)
    column, row = int(x * columns / board.width), int((board.depth - y) * rows / board.depth)
    return f"{ascii_uppercase[min(max(column, 0), columns - 1)]}{min(max(row, 0), rows - 1) + 1}"


def middle(board: Board, name: str) -> tuple[float, float] | None:
    """Return the middle of the square of a name, in letters of either size; None where there is none of it."""
    columns, rows = grid(board.width, board.depth)
    column, row = ascii_uppercase[:columns].find(name[:1].upper()), int(name[1:]) - 1 if name[1:].isdecimal() else -1
    if column < 0 or not 0 <= row < rows:
        return None
    return (column + 0.5) * board.width / columns, board.depth - (row + 0.5) * board.depth / rows


def centre(points: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return the centre of gravity of a polygon."""
    following = [*points[1:], points[0]]
    crossed = [x * later_y - later_x * y for (x, y), (later_x, later_y) in zip(points, following, strict=True)]
    x, y = (
        sum((here[axis] + later[axis]) * each for here, later, each in zip(points, following, crossed, strict=True))
        for axis in (0, 1)
    )
    return x / (3 * sum(crossed)), y / (3 * sum(crossed))


def surface(points: Sequence[Sequence[float]]) -> float:
    """Return how many square inches a polygon has."""
    following = [*points[1:], points[0]]
    return abs(sum(x * later_y - later_x * y for (x, y), (later_x, later_y) in zip(points, following, strict=True))) / 2


def side(board: Board, points: Sequence[Sequence[float]]) -> str:
    """Return at which edge or corner an area lies: `near`, `far`, `left`, `right`, `near-left` ...; `middle` for none."""
    x, y = centre(points)
    across, up = x / board.width - 0.5, y / board.depth - 0.5
    names = ("near", "far")[up > 0] if abs(up) > LEAN else "", ("left", "right")[across > 0] if abs(across) > LEAN else ""
    return "-".join(name for name in names if name) or "middle"


def corners_of(board: Board, points: Sequence[Sequence[float]]) -> tuple[str, str]:
    """Return the squares at the far left and at the near right of the box around some points."""
    xs, ys = zip(*points, strict=True)
    return square(board, min(xs) + INSIDE, max(ys) - INSIDE), square(board, max(xs) - INSIDE, min(ys) + INSIDE)
