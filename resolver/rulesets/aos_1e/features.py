"""Terrain features: what kinds there are, how many a battlefield has, where they stand.

Source: AOS-FIELD-06..08, AOS-SCENERY-01, AOS-Q-50..52. The rules name no kinds but
walls and trees; these are the project's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from resolver.engine.game import Game
from resolver.shared.field import battlefield
from resolver.table.board import Area, Board, Terrain

SQUARE = 24.0
"""The side of a square for which features are counted (60 cm, AOS-Q-48)."""
FEATURE = "feature"
"""The tag of every feature."""
FEW, MANY, CHOICE = 3, 11, 3
"""The table of features: none up to `FEW`, the players' choice of up to `CHOICE` from `MANY` on."""
TRIES, EDGE, GAP = 24, 1.5, 3.0


@dataclass(frozen=True, slots=True)
class FeatureKind:
    """A kind of feature: its measures in inches, and whether it is in the way of sight and movement.

    What is in nobody's way is walked and seen through; models stand within it. All others are climbed over.
    """

    name: str
    length: float
    width: float
    height: float
    solid: bool
    sight: bool


KINDS = (
    FeatureKind("wood", 7.0, 5.0, 4.0, solid=False, sight=False),
    FeatureKind("stone-circle", 6.0, 6.0, 3.0, solid=False, sight=False),
    FeatureKind("mere", 7.0, 4.5, 0.1, solid=False, sight=False),
    FeatureKind("graveyard", 6.0, 5.0, 1.0, solid=False, sight=False),
    FeatureKind("mound", 7.0, 5.0, 1.5, solid=True, sight=False),
    FeatureKind("wall", 6.0, 0.5, 1.0, solid=True, sight=True),
    FeatureKind("watchtower", 4.0, 4.0, 5.0, solid=True, sight=True),
)


def number_of(total: int) -> int | None:
    """Return how many features a square has by the total of two dice; None where the players choose (AOS-FIELD-07, -08)."""
    if total >= MANY:
        return None
    if total <= FEW:
        return 0
    return 1 if 6 <= total <= 8 else 2


def squares(width: float, depth: float) -> list[tuple[float, float, float, float]]:
    """Return the squares of a battlefield, (left, bottom, right, top): cells that are cut off if at least half as large.

    AOS-Q-52: laid out from one corner, so 36 x 36 inches have three.
    """
    found = []
    for bottom in _steps(depth):
        for left in _steps(width):
            cell = (left, bottom, min(left + SQUARE, width), min(bottom + SQUARE, depth))
            if 2 * (cell[2] - cell[0]) * (cell[3] - cell[1]) >= SQUARE * SQUARE:
                found.append(cell)
    return found


def _steps(side: float) -> Iterator[float]:
    start = 0.0
    while start < side - 1e-9:
        yield start
        start += SQUARE


def draw(game: Game, square: tuple[float, float, float, float], number: int) -> Terrain | None:
    """Return a feature that stands somewhere in a square, drawn by chance; None where there is no room for one."""
    board: Board = game.state.board
    for attempt in range(TRIES):

        def pick(sides: int, die: int, attempt: int = attempt) -> int:
            return game.roll("choice", number=number * TRIES + attempt, sides=sides, die=die) - 1

        kind = KINDS[pick(len(KINDS), 0)]
        angle = battlefield.ANGLES[pick(len(battlefield.ANGLES), 1)]
        margin = EDGE + hypot(kind.length, kind.width) / 2
        across, up = square[2] - square[0] - 2 * margin, square[3] - square[1] - 2 * margin
        if across < 0 or up < 0:
            continue
        x = square[0] + margin + pick(int(2 * across) + 1, 2) / 2
        y = square[1] + margin + pick(int(2 * up) + 1, 3) / 2
        piece = build(kind, x, y, angle)
        if all(_apart(piece, other) for other in board.terrain):
            return piece
    return None


def build(kind: FeatureKind, x: float, y: float, angle: int) -> Terrain:
    """Return a feature of a kind around a point."""
    shape = battlefield.Feature(kind.name, kind.length, kind.width, kind.height)
    corners = tuple((a, b) for a, b in battlefield.corners(shape, x, y, angle))
    return Terrain(kind.name, Area(corners), kind.height, kind.sight, kind.solid, top=True, tags=(FEATURE,))


def _apart(one: Terrain, other: Terrain) -> bool:
    """Tell whether models pass between two features."""
    boxes = one.footprint.box, other.footprint.box
    across = max(boxes[0][0] - boxes[1][2], boxes[1][0] - boxes[0][2])
    up = max(boxes[0][1] - boxes[1][3], boxes[1][1] - boxes[0][3])
    return max(across, up) >= GAP
