"""The battlefield: its size from the battle size, and a symmetric set of terrain features drawn from the seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import Any

from datasheets.systems.mission import Table
from resolver.engine.game import Game
from resolver.engine.ruleset import Script

GAP, EDGE = 4.5, 2.0
"""Between two features, and from the edge of the battlefield, so that even large models pass."""
TRIES = 60


@dataclass(frozen=True, slots=True)
class Feature:
    """A kind of terrain feature: a rectangle of some height."""

    name: str
    length: float
    width: float
    height: float
    tags: tuple[str, ...] = ()

    @property
    def reach(self) -> float:
        """From the centre to a corner."""
        return hypot(self.length, self.width) / 2


ANGLES = (0, 30, 45, 60, 90, 120, 135, 150)

Placed = tuple[Feature, float, float, int]


def create(
    game: Game, table: Table | None, area_per_feature: float, features: Sequence[Feature], **said: Any
) -> Script[None]:
    """Make the battlefield, and set up terrain on it: one of the features for about so many square inches.

    `said` is what a ruleset's event tells beside the size.
    """
    if table is None:
        raise ValueError(f"{game.ruleset.id} says of no table how large it is")
    yield from game.happen(
        "battlefield.created",
        **said,
        width=table.width_in,
        depth=table.depth_in,
        rules=("battlefield", "battlefield.size"),
    )
    for feature, x, y, angle in generate_features(game, table.width_in, table.depth_in, area_per_feature, features):
        yield from game.happen(
            "terrain.placed",
            name=feature.name,
            corners=corners(feature, x, y, angle),
            height=feature.height,
            blocks_sight=True,
            blocks_movement=True,
            top=True,
            **_tags(feature),
            rules=("battlefield.terrain", "terrain", "terrain.amount", "terrain.guidelines"),
        )


def generate_features(
    game: Game, width: float, depth: float, area_per_feature: float, features: Sequence[Feature]
) -> list[Placed]:
    """Draw a set of features that looks the same from both sides: each has a twin, turned by half round the centre."""
    wanted = max(2, round(width * depth / area_per_feature))
    placed: list[Placed] = []
    for attempt in range(TRIES * wanted):
        if len(placed) + 2 > wanted:
            break
        feature, x, y, angle = _draw_feature(game, attempt, width, depth, features)
        pair: list[Placed] = [(feature, x, y, angle), (feature, width - x, depth - y, angle)]
        if _fits(pair[0], [pair[1], *placed]):
            placed += pair
    return placed


def corners(feature: Feature, x: float, y: float, angle: int) -> list[list[float]]:
    """Return the corners of a feature, counter-clockwise, rounded to a thousandth of an inch."""
    along, across = (cos(radians(angle)), sin(radians(angle))), (-sin(radians(angle)), cos(radians(angle)))
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return [
        [
            round(x + a * feature.length / 2 * along[0] + b * feature.width / 2 * across[0], 3),
            round(y + a * feature.length / 2 * along[1] + b * feature.width / 2 * across[1], 3),
        ]
        for a, b in signs
    ]


def _draw_feature(game: Game, attempt: int, width: float, depth: float, features: Sequence[Feature]) -> Placed:
    def draw(sides: int, die: int) -> int:
        return game.roll("choice", number=attempt, sides=sides, die=die) - 1

    feature = features[draw(len(features), 0)]
    margin = EDGE + feature.reach
    x = margin + draw(int(2 * (width - 2 * margin)) + 1, 1) / 2
    y = margin + draw(int(depth - 2 * margin) + 1, 2) / 2
    return feature, x, y, ANGLES[draw(len(ANGLES), 3)]


def _tags(feature: Feature) -> dict[str, Any]:
    return {"tags": feature.tags} if feature.tags else {}


def _fits(one: Placed, others: list[Placed]) -> bool:
    feature, x, y, _ = one
    return all(hypot(x - u, y - v) >= feature.reach + other.reach + GAP for other, u, v, _ in others)
