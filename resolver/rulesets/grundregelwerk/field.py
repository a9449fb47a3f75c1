"""The battlefield: three categories of terrain, a third of a quarter of the table each, that look the same from both sides.

Source: GRW-AMOUNT-01..06, GRW-TERRAIN-13, GRW-Q-69, -84.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin

import numpy as np

from datasheets.systems import system
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk.ground import CLOSED
from resolver.rulesets.grundregelwerk.names import SYSTEM
from resolver.shared.field.battlefield import Feature, corners
from resolver.table.board import Area
from resolver.table.geometry import segment_gaps

GAP, EDGE = 3.0, 0.5
"""Between two pieces (GRW-Q-84), and from the edges of the table."""
TRIES, ROUNDS = 80, 40
"""So many places are tried for a pair of pieces, and so often the table is begun anew."""
ANGLES = (0, 90, 30, 60, 120, 150)
OPEN_MIDDLE = 6.0
"""So far from the middle of the table stands what nobody may enter, so that the middle can be held."""
HALF = (8.485, 5.657)
"""A piece of 3 to 2 that covers half as much as one of 12 by 8."""
SETS: Sequence[Sequence[Feature]] = (
    (
        Feature("hill", 12.0, 8.0, 4.0, ("los-blocker", "hill")),
        Feature("support-pillar", *HALF, 5.0, ("los-blocker", CLOSED, "support-pillar")),
    ),
    (
        Feature("woods", 12.0, 8.0, 4.0, ("soft-cover", "wood")),
        Feature("ruin", *HALF, 5.0, ("hard-cover", "ruin")),
    ),
    (
        Feature("crater", 8.0, 6.0, 0.5, ("soft-cover", "crater")),
        Feature("crater", 8.0, 6.0, 0.5, ("soft-cover", "crater")),
        Feature("woods", 8.0, 6.0, 4.0, ("soft-cover", "wood")),
    ),
)
"""For each category the pieces of which there are two each: together a third of the terrain of a table of 72 by 48."""
LOW = frozenset({"crater"})
"""Pieces that one looks over (GRW-Q-52)."""

Placed = tuple[Feature, float, float, int]


def create(game: Game) -> Script[None]:
    """Make the battlefield and set up its terrain."""
    mission = system(SYSTEM).mission(game.mission)
    table = mission.table if mission and mission.table else None
    width, depth = (table.width_in, table.depth_in) if table else (72.0, 48.0)
    yield from game.happen("battlefield.created", width=width, depth=depth, rules=("GRW-AMOUNT-01", "GRW-Q-54"))
    for feature, x, y, angle in generate(game, width, depth):
        yield from game.happen(
            "terrain.placed",
            name=feature.name,
            corners=corners(feature, x, y, angle),
            height=feature.height,
            blocks_sight=feature.name not in LOW,
            blocks_movement=False,
            top=False,
            tags=feature.tags,
            rules=("GRW-AMOUNT-02", "GRW-AMOUNT-03", "GRW-AMOUNT-04", "GRW-AMOUNT-05", "GRW-TERRAIN-13", "GRW-Q-69"),
        )


def generate(game: Game, width: float, depth: float) -> list[Placed]:
    """Draw places for all pieces, each with a twin turned by half round the centre; as many pairs as find room."""
    best: list[Placed] = []
    pairs = sum(len(features) for features in SETS)
    for attempt in range(ROUNDS):
        placed = _try(game, attempt, width, depth)
        if len(placed) > len(best):
            best = placed
        if len(best) == 2 * pairs:
            break
    return best


def _try(game: Game, attempt: int, width: float, depth: float) -> list[Placed]:
    placed: list[Placed] = []
    shapes: list[Area] = []
    for pair, feature in enumerate(feature for features in SETS for feature in features):
        for row in _places(game, (attempt * 16 + pair) * TRIES, feature, width, depth):
            both = [row, (feature, width - row[1], depth - row[2], row[3])]
            areas = [Area(tuple((x, y) for x, y in corners(*each))) for each in both]
            if _fits(areas, shapes) and not (CLOSED in feature.tags and _covers_middle(areas[0], width, depth)):
                placed += both
                shapes += areas
                break
        else:
            return placed
    return placed


def _places(game: Game, first: int, feature: Feature, width: float, depth: float) -> Iterator[Placed]:
    for number in range(first, first + TRIES):
        angle = ANGLES[game.roll("terrain", number=number, sides=len(ANGLES), die=2) - 1]
        turn = radians(angle)
        across = (abs(cos(turn)) * feature.length + abs(sin(turn)) * feature.width) / 2 + EDGE
        up = (abs(sin(turn)) * feature.length + abs(cos(turn)) * feature.width) / 2 + EDGE
        x = across + (game.roll("terrain", number=number, sides=int(2 * (width - 2 * across)) + 1, die=0) - 1) / 2
        y = up + (game.roll("terrain", number=number, sides=max(int(depth - 2 * up), 0) + 1, die=1) - 1) / 2
        yield feature, x, y, angle


def _fits(areas: list[Area], shapes: list[Area]) -> bool:
    if apart(areas[0], areas[1]) < GAP:
        return False
    return all(apart(area, shape) >= GAP for area in areas[:1] for shape in shapes)


def _covers_middle(area: Area, width: float, depth: float) -> bool:
    return float(area.depths(np.array([[width / 2, depth / 2]]))[0]) > -OPEN_MIDDLE


def apart(one: Area, other: Area) -> float:
    """Return the distance between two pieces, 0 where they meet."""
    if (one.depths(other.points) >= 0).any() or (other.depths(one.points) >= 0).any():
        return 0.0
    gaps = segment_gaps(one.points[:, None], one.next[:, None], other.points[None], other.next[None])
    return float(gaps.min())
