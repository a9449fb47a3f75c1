"""Areas, terrain and where models may stand."""

import numpy as np
import pytest

from resolver.table.bases import Base, Bodies
from resolver.table.board import Area, Board, Terrain
from resolver.table.ground import Band, Ground, fits, ground_heights

ROUND = Base(0.5)
SQUARE = Area.rectangle(10, 10, 14, 14)


def at(*points, base=ROUND, **more) -> Bodies:
    return Bodies.of(base, np.array(points, dtype=float), **more)


def board(*pieces: Terrain) -> Board:
    return Board(30, 30, pieces)


def piece(area=SQUARE, height=4.0, **more) -> Terrain:
    return Terrain("block", area, height, **more)


@pytest.mark.parametrize(
    "corners", [((0, 0), (1, 0)), ((0, 0), (0, 1), (1, 0)), ((0, 0), (4, 0), (1, 1), (0, 4)), ((0, 0), (1, 0), (2, 0))]
)
def test_an_area_is_convex_and_counter_clockwise(corners):
    with pytest.raises(ValueError, match="convex polygon"):
        Area(corners)


def test_depths_gaps_and_overlaps():
    assert SQUARE.depths(np.array([[12, 12], [10, 12], [9, 12], [13, 11]])).tolist() == [2, 0, -1, 1]
    models = at((12, 12), (9, 12), (9.5, 12), (9.6, 12), (9, 9))
    assert SQUARE.gaps(models) == pytest.approx([0, 0.5, 0, 0, np.sqrt(2) - 0.5])
    assert SQUARE.overlaps(models).tolist() == [True, False, False, True, False]
    long = at((8, 12), (8, 12), base=Base(0.5, 2.0))
    turned = long.with_poses(long.x, long.y, facing=np.array([0.0, np.pi / 2]))
    assert SQUARE.overlaps(turned).tolist() == [True, False]


@pytest.mark.rule("9E-WITHIN-06")
def test_wholly_within_an_area():
    models = at((12, 12), (10.5, 10.5), (10.4, 12), (14, 12))
    assert SQUARE.holds(models).tolist() == [True, True, False, False]
    assert SQUARE.holds(at((12, 12), base=Base(0.5, 1.5))).tolist() == [True]
    assert SQUARE.holds(at((12, 12), base=Base(0.5, 1.6))).tolist() == [False]


def test_outset_corners_are_as_far_from_both_sides():
    assert sorted(SQUARE.outset(1.0).tolist()) == [[9, 9], [9, 15], [15, 9], [15, 15]]
    triangle = Area(((0, 0), (4, 0), (0, 3)))
    assert np.allclose(np.sort(triangle.depths(triangle.outset(0.5))), -0.5)


def test_a_model_stands_on_what_is_under_its_centre():
    low = piece(height=1.0)
    models = at((12, 12), (5, 5), (9.9, 12), (10.1, 12))
    assert ground_heights(models, board(low), 1.0).tolist() == [1.0, 0.0, 0.0, 1.0]


@pytest.mark.rule("9E-MTERR-04")
def test_nobody_stands_halfway_up():
    """Reaching into a high piece, a model must have its centre on top of it."""
    found = ground_heights(at((12, 12), (5, 5), (9.9, 12), (10.1, 12), (9.5, 12)), board(piece()), 1.0)
    assert np.isnan(found).tolist() == [False, False, True, False, False]
    assert found[[0, 1, 3, 4]].tolist() == [4.0, 0.0, 4.0, 0.0]


def test_a_higher_neighbour_and_a_roof_keep_models_off():
    tower = piece(Area.rectangle(13, 10, 16, 14), height=6.0)
    found = ground_heights(at((12, 12), (12.6, 12), (13.2, 12)), board(piece(), tower), 1.0)
    assert np.isnan(found).tolist() == [False, True, False]
    assert found[2] == 6.0
    assert np.isnan(ground_heights(at((12, 12)), board(piece(top=False)), 1.0)).all()
    assert ground_heights(at((12, 12)), board(piece(blocks_movement=False)), 1.0).tolist() == [0.0]


def test_fits_asks_for_the_board_other_models_and_bands():
    foe = at((20, 20), height=2.0)
    ground = Ground(board(piece()), occupied=foe, bands=(Band(foe, 1.0, 5.0),))
    models = at((0.5, 5), (0.4, 5), (9.8, 12), (12, 12), (20, 20.5), (20, 22), (20, 22.1), (5, 5), height=2.0)
    assert fits(models, ground).tolist() == [True, False, False, True, False, False, True, True]
    assert fits(models, Ground(board(), occupied=foe)).tolist() == [True, False, True, True, False, True, True, True]
