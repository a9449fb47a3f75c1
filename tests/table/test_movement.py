"""Paths of single models: their length, and everything that may be wrong with them."""

import numpy as np
import pytest

from resolver.table.bases import Base, Bodies
from resolver.table.board import Area, Board, Terrain
from resolver.table.ground import Band, Ground
from resolver.table.movement import MoveRules, check, length

BASE = Base(0.5)
SIX = MoveRules(6.0)
FAR = MoveRules(99.0)


def at(*points, base=BASE, height=2.0, **more) -> Bodies:
    return Bodies.of(base, np.array(points, dtype=float), height=height, **more)


def path(*poses) -> np.ndarray:
    return np.array([(*pose, 0.0)[:3] for pose in poses], dtype=float)


def wall(left, bottom, right, top, height, **more) -> Terrain:
    return Terrain("wall", Area.rectangle(left, bottom, right, top), height, **more)


def ground(*terrain: Terrain, **more) -> Ground:
    return Ground(Board(40, 40, terrain), **more)


def code(mover: Bodies, way: np.ndarray, rules: MoveRules, where: Ground) -> str | None:
    breach = check(mover, way, rules, where)
    return breach and breach.code


ME = at((5, 5))


@pytest.mark.rule("9E-MOVE-06")
@pytest.mark.parametrize(
    ("way", "inches"),
    [
        (path((5, 5), (11, 5)), 6.0),
        (path((5, 5), (8, 9), (8, 10)), 6.0),
        (path((5, 5), (5, 8), (5, 5)), 6.0),
        (path((5, 5)), 0.0),
        (path((5, 5, 0), (5, 5, 3)), 0.0),
    ],
)
def test_any_path_is_measured_along_its_legs(way, inches):
    assert length(ME, way, SIX, ground()) == pytest.approx(inches)
    assert check(ME, way, SIX, ground()) is None


def test_too_far_says_how_far():
    breach = check(ME, path((5, 5), (11.01, 5)), SIX, ground())
    assert breach is not None
    assert (breach.code, breach.values) == ("too-far", {"length": 6.01, "most": 6.0})


def distance_travelled(way: np.ndarray, point: tuple[float, float]) -> float:
    """Follow a point of a base from pose to pose in a thousand steps; return how far it goes."""
    x, y, turn = (np.linspace(*way[:, axis], 1000) for axis in range(3))
    across = x + point[0] * np.cos(turn) - point[1] * np.sin(turn)
    up = y + point[0] * np.sin(turn) + point[1] * np.cos(turn)
    return float(np.hypot(np.diff(across), np.diff(up)).sum())


@pytest.mark.rule("9E-MOVE-10")
def test_the_part_that_moves_furthest_counts():
    long = at((20, 20), base=Base(1.0, 3.0))
    turn = path((20, 20, 0), (20, 20, np.pi / 2))
    assert length(long, turn, FAR, ground()) == pytest.approx(4 * np.pi / 2, rel=1e-3)
    both = path((20, 20, 0), (24, 20, np.pi / 2))
    assert 4.0 < length(long, both, FAR, ground()) < 4 + 2 * np.pi
    assert length(long, both, FAR, ground()) > length(long, turn, FAR, ground())
    assert length(long, path((20, 20, 0), (24, 20, 0)), FAR, ground()) == pytest.approx(4.0)
    corner = path((20, 20, 0), (21.56, 20.08, 1.04))
    rim = [(x + side, y) for side in (-3, 3) for x, y in ((np.cos(a), np.sin(a)) for a in np.arange(0, 2 * np.pi, 0.05))]
    assert length(long, corner, FAR, ground()) == pytest.approx(
        max(distance_travelled(corner, point) for point in rim), abs=0.02
    )
    free = MoveRules(99.0, turning_counts=False)
    assert length(long, turn, free, ground()) == 0.0


@pytest.mark.rule("9E-MOVE-08")
def test_no_part_crosses_the_edge():
    assert code(ME, path((5, 5), (0.5, 5)), SIX, ground()) is None
    assert code(ME, path((5, 5), (0.4, 5)), SIX, ground()) == "edge"
    assert code(ME, path((5, 5), (0.4, 5), (2, 5)), MoveRules(9), ground()) == "edge"
    long = at((5, 2.5), base=Base(1.0, 3.0))
    assert code(long, path((5, 2.5, 0), (5, 2.5, np.pi)), FAR, ground()) == "edge"


@pytest.mark.rule("9E-MOVE-07")
@pytest.mark.parametrize(
    ("other", "bad"),
    [((8, 5), True), ((8, 5.9), True), ((8, 6.0), False), ((5, 5.9), True), ((12, 5), False), ((8, 7), False)],
)
def test_no_base_is_crossed(other, bad):
    where = ground(crossed=at(other))
    assert (code(ME, path((5, 5), (11, 5)), SIX, where) == "across-model") is bad
    assert code(ME, path((5, 5), (11, 5)), MoveRules(6, over_models=True), where) is None


@pytest.mark.rule("9E-MOVE-07")
def test_a_long_base_sweeps_what_it_turns_over():
    long, other = at((20, 20), base=Base(0.5, 3.0)), ground(crossed=at((20, 22)))
    assert code(long, path((20, 20, 0), (20, 20, np.pi)), FAR, other) == "across-model"
    assert code(long, path((20, 20, 0), (20, 20, np.pi / 6)), FAR, other) is None
    assert code(long, path((20, 20, 0), (16, 20, 0)), FAR, ground(crossed=at((13, 20.5)))) == "across-model"


def test_the_side_of_a_long_base_grazes_nobody_as_it_turns():
    """Between the discs that cover it, the base reaches further than they do."""
    oval = Base(26 / 25.4, 19 / 25.4)
    moving, beside = at((18.428, 16.516), base=oval), at((16.255, 16.542), base=oval)
    moving, beside = (each.with_poses(each.x, each.y, facing=np.array([1.571])) for each in (moving, beside))
    way = path((18.428, 16.516, 1.571), (18.2744, 18.2221, 2.0944))
    assert code(moving, way, SIX, ground(crossed=beside)) == "across-model"


def test_long_bases_are_in_the_way_along_their_length():
    where = ground(crossed=at((8, 8), base=Base(0.5, 3.0), facing=np.pi / 2))
    assert code(ME, path((5, 5), (11, 5)), SIX, where) == "across-model"
    assert code(ME, path((5, 5), (5, 9)), SIX, where) is None


def test_nobody_ends_on_another_model():
    where = ground(occupied=at((11, 5)))
    assert code(ME, path((5, 5), (10.5, 5)), MoveRules(9, over_models=True), where) == "on-model"
    assert code(ME, path((5, 5), (10, 5)), SIX, where) is None


def test_models_on_other_levels_do_not_bar_the_way():
    roof = wall(7, 0, 9, 10, 4.0)
    up, down = at((8, 5), z=4.0), at((8, 5), z=0.0)
    way = path((5, 5), (12, 5))
    assert code(ME, way, FAR, ground(roof, crossed=up)) == "across-model"
    assert code(ME, way, FAR, ground(crossed=up)) is None
    assert code(ME, way, FAR, ground(roof, crossed=down)) is None


@pytest.mark.rule("9E-MTERR-01")
@pytest.mark.rule("9E-MTERR-03")
@pytest.mark.parametrize(("end", "inches"), [((8.4, 5), 3.4), ((9.5, 5), 4.5 + 3), ((14, 5), 9 + 6), ((10.6, 5), 5.6 + 3)])
def test_a_wall_is_climbed_and_the_climb_counts(end, inches):
    """A wall 3 inches high: up to its top counts 3, over it and down again 6. There is no way through."""
    where = ground(wall(9, 0, 10.5, 10, 3.0))
    assert length(ME, path((5, 5), end), FAR, where) == pytest.approx(inches)


@pytest.mark.rule("9E-MTERR-02")
def test_low_terrain_is_not_there():
    assert length(ME, path((5, 5), (11, 5)), SIX, ground(wall(7, 0, 8, 10, 1.0))) == 6.0
    assert length(ME, path((5, 5), (11, 5)), SIX, ground(wall(7, 0, 8, 10, 1.1))) == pytest.approx(8.2)
    assert length(ME, path((5, 5), (11, 5)), SIX, ground(wall(7, 0, 8, 10, 2.0, blocks_movement=False))) == 6.0


def test_steps_of_different_height_and_pieces_side_by_side():
    stairs = (wall(7, 0, 9, 10, 2.0), wall(9, 0, 11, 10, 5.0))
    assert length(ME, path((5, 5), (10, 5)), FAR, ground(*stairs)) == pytest.approx(5 + 5)
    assert length(ME, path((5, 5), (15, 5)), FAR, ground(*stairs)) == pytest.approx(10 + 10)
    apart = (wall(7, 0, 7.5, 10, 2.0), wall(12, 0, 12.5, 10, 2.0))
    assert length(ME, path((5, 5), (15, 5)), FAR, ground(*apart)) == pytest.approx(10 + 8)
    near = (wall(7, 0, 7.5, 10, 2.0), wall(8, 0, 8.5, 10, 2.0))
    assert length(ME, path((5, 5), (15, 5)), FAR, ground(*near)) == pytest.approx(10 + 4)


def test_a_model_on_top_climbs_down():
    roof = wall(3, 3, 7, 7, 3.0)
    up = at((5, 5), z=3.0)
    assert length(up, path((5, 5), (6, 5)), FAR, ground(roof)) == pytest.approx(1.0)
    assert length(up, path((5, 5), (10, 5)), FAR, ground(roof)) == pytest.approx(8.0)


def test_a_model_that_stays_on_top_stays_above_who_is_below():
    """It stands at the very edge of a tower on a platform; others stand below it, on the platform and on the ground."""
    tower, platform = wall(3, 3, 7, 7, 6.0), wall(3, 3, 10, 7, 3.0)
    up = at((6.8, 5), z=6.0)
    assert code(up, path((6.8, 5)), FAR, ground(tower, crossed=at((7.6, 5)))) is None
    assert code(up, path((6.8, 5)), FAR, ground(platform, tower, crossed=at((7.6, 5), z=3.0))) is None
    assert code(up, path((6.8, 5)), FAR, ground(tower, crossed=at((6.2, 5), z=6.0))) == "across-model"


@pytest.mark.rule("9E-MTERR-04")
def test_no_move_ends_halfway_up():
    where = ground(wall(9, 0, 10.5, 10, 3.0))
    assert code(ME, path((5, 5), (8.8, 5)), FAR, where) == "mid-climb"
    assert code(ME, path((5, 5), (8.5, 5)), FAR, where) is None
    assert code(ME, path((5, 5), (9.7, 5)), FAR, where) is None


def test_vertical_distance_can_be_free():
    assert length(ME, path((5, 5), (14, 5)), MoveRules(9, climbing_counts=False), ground(wall(9, 0, 10.5, 10, 3.0))) == 9.0


def test_corners_are_passed_as_near_as_the_base_allows():
    where = ground(wall(9, 5.6, 12, 12, 3.0))
    assert length(ME, path((5, 5), (14, 5)), FAR, where) == 9.0
    assert length(ME, path((5, 5), (9, 5.2), (14, 5)), FAR, where) > 12.0
    assert length(ME, path((5, 5), (8.7, 5.1), (14, 5)), FAR, where) < 9.1


FOE = at((10, 5))
BAND = Band(FOE, 1.0, 5.0)


@pytest.mark.parametrize(
    ("way", "found"),
    [
        (path((5, 5), (7.9, 5)), None),
        (path((5, 5), (8.0, 5)), "too-near"),
        (path((5, 5), (5, 8), (14, 7.1)), None),
        (path((5, 5), (5, 8), (14, 5.5)), "too-near"),
        (path((5, 5), (9, 6.5), (5, 9)), "too-near"),
    ],
)
def test_a_band_is_not_entered(way, found):
    assert code(ME, way, FAR, ground(bands=(BAND,))) == found


def test_who_starts_in_a_band_may_leave_it_but_not_come_back():
    inside = at((8.2, 5))
    out = path((8.2, 5), (6, 5))
    assert code(inside, out, FAR, ground(bands=(BAND,))) is None
    assert code(inside, path((8.2, 5), (6, 5), (8.1, 5)), FAR, ground(bands=(BAND,))) == "too-near"
    assert code(inside, path((8.2, 5), (8.3, 6)), FAR, ground(bands=(BAND,))) == "too-near"
    assert code(inside, out, FAR, ground(bands=(Band(FOE, 1.0, 5.0, leaving=False),))) == "too-near"


def test_a_band_may_bar_the_end_only():
    where = ground(bands=(Band(FOE, 1.0, 5.0, passing=False),))
    assert code(ME, path((5, 5), (10, 6.2), (15, 5)), FAR, where) is None
    breach = check(ME, path((5, 5), (10, 6.2)), FAR, where)
    assert breach is not None
    assert breach.values == {"band": 0, "model": 0, "at_end": True}


def test_a_band_ends_above_its_height():
    where = ground(wall(7, 0, 13, 10, 6.0), bands=(Band(at((10, 5), z=0.0), 1.0, 5.0),))
    assert code(ME, path((5, 5), (12, 5)), FAR, where) is None
    low = ground(wall(7, 0, 13, 10, 4.0), bands=(Band(at((10, 5), z=0.0), 1.0, 5.0),))
    assert code(ME, path((5, 5), (12, 5)), FAR, low) == "too-near"


def test_a_model_that_spins_is_refused_before_anybody_follows_it():
    tank = at((20, 20), base=Base(1.0, 2.0))
    breach = check(tank, path((20, 20, 0), (20, 20, 1e12)), MoveRules(14), ground())
    assert breach is not None
    assert (breach.code, breach.values["length"]) == ("too-far", 3e12)
    for angle in np.linspace(0.0, 5.0, 60):
        way = path((20, 20, 0), (20, 20, angle))
        most = length(tank, way, MoveRules(99), ground())
        assert check(tank, way, MoveRules(most), ground()) is None
