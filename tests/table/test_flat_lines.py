"""Sight seen from above, where height does not count: past walls, between them, round a corner."""

from __future__ import annotations

import numpy as np
import pytest

from resolver.table.bases import Base, Bodies
from resolver.table.board import Area, Prisms, Terrain
from resolver.table.compiled import flat_lines
from resolver.table.sight import VIEWS


def wall(*corners: tuple[float, float]) -> Terrain:
    return Terrain("wall", Area(corners), 3.0)


def sees(*walls: Terrain) -> bool:
    """Whether a model of 1 inch at (0, 0) sees one at (20, 0)."""
    ours, theirs = (Bodies.of(Base(radius=0.5), np.array([[x, 0.0]])) for x in (0.0, 20.0))
    solid = Prisms.of(walls)
    return flat_lines.any_flat_sight(ours.data, theirs.data, VIEWS, solid.normals, solid.offsets, solid.edges)


@pytest.mark.parametrize(
    ("walls", "seen"),
    [
        ([wall((9, -5), (11, -5), (11, 5), (9, 5))], False),
        ([wall((9, 0.2), (11, 0.2), (11, 5), (9, 5))], True),
        ([wall((9, 0.6), (11, 0.6), (11, 5), (9, 5))], True),
        ([wall((5, -6), (6, -6), (15, 6), (14, 6))], False),  # slanted across
        ([wall((5, -12), (6, -12), (15, -1), (14, -1))], True),  # slanted, and it ends short of them
        ([wall((5, 0.1), (6, 0.1), (6, 9), (5, 9)), wall((14, -9), (15, -9), (15, -0.1), (14, -0.1))], True),
        ([wall((5, -0.4), (6, -0.4), (6, 9), (5, 9)), wall((14, -9), (15, -9), (15, 0.4), (14, 0.4))], False),
    ],
)
def test_a_line_is_free_where_no_wall_lies_on_it(walls: list[Terrain], seen: bool) -> None:
    assert sees(*walls) is seen
