"""Areas of terrain by themselves: how much of a line lies inside one, and who may not reach into it."""

from __future__ import annotations

import numpy as np
import pytest

from resolver.table.areas import Hindrance, Rough, inches_inside
from resolver.table.bases import Base, Bodies
from resolver.table.board import Area, Terrain
from resolver.table.compiled import areas

SWAMP = Area.rectangle(14, 0, 17, 44)


def rough(area: Area, **does: float) -> np.ndarray:
    """One piece that does something to a mover."""
    return Rough(((Terrain("piece", area, 0.0), Hindrance(**does)),)).data  # type: ignore[arg-type]


def disc(radius: float, half: float = 0.0) -> np.ndarray:
    return Bodies.of(Base(radius=radius, half=half), np.array([[0.0, 0.0]])).data


def test_inches_inside_of_a_path_and_of_a_line_of_sight() -> None:
    assert inches_inside(np.array([[10.0, 5, 0], [20, 5, 0], [20, 9, 0], [16, 9, 0]]), SWAMP) == pytest.approx(4)
    assert inches_inside(np.array([[13.0, 0], [17, 4]]), SWAMP) == pytest.approx(3 * 2**0.5)
    assert inches_inside(np.array([[13.0, 0], [13, 40]]), SWAMP) == 0


def test_the_straight_side_of_a_long_base_may_not_reach_into_a_corner() -> None:
    """Found by a battle: a Rhino ended 0.005 inches inside a pillar, where no disc that covers its base was."""
    pillar = rough(Area(((14, 20), (16, 19), (18, 20), (16, 21))), entered=False)
    for x, stands in ((12.5, True), (12.501, False), (12.54, False)):
        pose = np.array([[x, 20.375, np.pi / 2]])
        assert (areas.barring_area(disc(1.5, 0.75), pose, pillar) < 0) is stands


@pytest.mark.parametrize("turn", range(4))
def test_a_base_may_not_reach_over_any_side_of_what_is_not_entered(turn: int) -> None:
    """Its centre is outside, an inch from the side; the corners are far away."""
    square = [(10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)]
    fence = rough(Area((*square[turn:], *square[:turn])), entered=False)
    for x, y in ((15.0, 9.0), (21.0, 15.0), (15.0, 21.0), (9.0, 15.0)):
        for radius, stands in ((0.99, True), (1.01, False)):
            assert (areas.barring_area(disc(radius), np.array([[x, y, 0.0]]), fence) < 0) is stands, (x, y, radius)


def test_nobody_stands_in_the_middle_of_what_is_not_entered_far_from_its_sides() -> None:
    fence = rough(Area.rectangle(10, 10, 30, 30), entered=False)
    assert areas.barring_area(disc(0.5), np.array([[20.0, 20.0, 0.0]]), fence) == 0
    assert areas.barring_area(disc(0.5), np.array([[40.0, 20.0, 0.0]]), fence) == -1


@pytest.mark.parametrize(
    ("y", "length", "found"),
    [
        (5.0, 10.0, areas.SLOWED),
        (5.0, 4.0, areas.CLEAR),  # no further than may be gone here
        (50.0, 10.0, areas.CLEAR),  # past it
    ],
)
def test_a_path_through_slow_ground_goes_no_further_than_that_lets_it(y: float, length: float, found: int) -> None:
    path = np.array([[12.0, y], [12.0 + length, y]])
    slow = rough(SWAMP, most=4.0, slowed_from=1.0)
    assert areas.find_hindrance(path, path[:, None, :], 0.5, length, slow)[0] == found


def test_each_piece_adds_what_an_inch_inside_it_costs() -> None:
    path = np.array([[10.0, 5.0], [20.0, 5.0]])
    pieces = [(SWAMP, 2.0), (Area.rectangle(18, 0, 19, 44), 3.0), (Area.rectangle(11, 0, 12, 44), 1.0)]
    ground = [(Terrain("piece", area, 0.0), Hindrance(price=price)) for area, price in pieces]
    assert areas.price(path, Rough(tuple(ground)).data) == pytest.approx(3 * 1 + 1 * 2)
    assert areas.price(path + np.array([0.0, 60.0]), Rough(tuple(ground)).data) == 0.0


def test_a_path_through_what_is_not_passed_is_barred() -> None:
    fence = rough(SWAMP, passed=False)
    for y, found in ((5.0, areas.BARRED), (65.0, areas.CLEAR)):
        path = np.array([[12.0, y], [20.0, y]])
        assert areas.find_hindrance(path, path[:, None, :], 0.5, 8.0, fence)[0] == found
