"""Ways round, formations, units on the move: whatever is proposed is legal."""

from itertools import product

import numpy as np
import pytest

from resolver.table.advance import follow_each, legal, shift_all, together
from resolver.table.bases import Base, Bodies
from resolver.table.board import Area, Board, Terrain
from resolver.table.coherency import CoherencyRules, coherent
from resolver.table.compiled import contacts, way_points, ways
from resolver.table.compiled import together as compiled_together
from resolver.table.compiled.around import LEGAL, on_the_way
from resolver.table.formation import place
from resolver.table.geometry import distances, overlaps, wholly_within
from resolver.table.ground import Band, Ground, fits
from resolver.table.movement import MoveRules, check, length
from resolver.table.paths import find, toward

RULES = CoherencyRules(2.0, 5.0, ((2, 1), (6, 2)))
BASE = Base(0.63)


def at(*points, base=BASE, **more) -> Bodies:
    return Bodies.of(base, np.array(points, dtype=float).reshape(-1, 2), height=1.6, **more)


def wall(left, bottom, right, top, height=6.0) -> Terrain:
    return Terrain("wall", Area.rectangle(left, bottom, right, top), height)


def ground(*terrain: Terrain, foes: Bodies | None = None) -> Ground:
    foes = at() if foes is None else foes
    return Ground(Board(44, 60, terrain), foes, foes, (Band(foes, 1.0, 5.0),))


def test_straight_is_best():
    path = find(at((5, 5)), np.array([9, 8]), MoveRules(5), ground())
    assert len(path)
    assert path.tolist() == [[5, 5, 0], [9, 8, 0]]


def test_round_a_wall_or_over_it():
    where = ground(wall(9, 0, 10, 8))
    path = find(at((6, 7)), np.array([13, 7]), MoveRules(12), where)
    assert len(path)
    assert len(path) > 2
    assert length(at((6, 7)), path, MoveRules(12), where) < 9
    low = ground(wall(9, 0, 10, 20, 1.5))
    over = find(at((6, 7)), np.array([13, 7]), MoveRules(10), low)
    assert len(over)
    assert len(over) == 2


def test_no_way_is_none():
    assert not len(find(at((5, 5)), np.array([30, 5]), MoveRules(6), ground()))
    assert not len(find(at((6, 7)), np.array([13, 7]), MoveRules(8), ground(wall(9, 0, 10, 14))))
    assert not len(find(at((5, 5)), np.array([9, 5]), MoveRules(6), ground(foes=at((10, 5)))))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_found_is_legal_and_gets_nearer(seed):
    rng = np.random.default_rng(seed)
    pieces = [wall(x, y, x + 4, y + 2, h) for x, y, h in rng.uniform((0, 0, 0.5), (40, 55, 5), (8, 3))]
    where = ground(*pieces, foes=at(*rng.uniform((5, 20), (40, 50), (15, 2))))
    starts = at(*rng.uniform((2, 2), (42, 58), (40, 2)))
    for start in np.flatnonzero(fits(starts, where))[:6]:
        mover = starts[[int(start)]]
        mover = mover.with_poses(mover.x, mover.y)
        goal = rng.uniform((2, 2), (42, 58))
        path = toward(mover, goal, MoveRules(6), where)
        if len(path):
            assert check(mover, path, MoveRules(6), where) is None
            assert tuple(path[0, :2]) == (mover.x[0], mover.y[0])


def test_towards_goes_as_far_as_it_may():
    path = toward(at((5, 5)), np.array([25, 5]), MoveRules(6), ground())
    assert len(path)
    assert path[-1].tolist() == [11, 5, 0]
    near = toward(at((5, 5)), np.array([10, 5]), MoveRules(6), ground(foes=at((10, 5))))
    assert len(near)
    assert 7.4 < near[-1, 0] < 10 - 2 * 0.63 - 1
    assert not len(toward(at((5, 5)), np.array([5, 5]), MoveRules(6), ground()))


def test_over_models_the_straight_way_is_free():
    row = at(*[(9, y) for y in range(0, 20, 2)])
    where = Ground(Board(44, 60), row, row)
    path = find(at((5, 5)), np.array([13, 5]), MoveRules(9, over_models=True), where)
    assert len(path) == 2
    assert not len(find(at((5, 5)), np.array([13, 5]), MoveRules(9), where))


@pytest.mark.parametrize("models", [1, 2, 5, 6, 10, 20])
def test_a_formation_is_coherent_close_and_clear(models):
    where = ground(wall(10, 10, 14, 14), foes=at((20, 20)))
    placed = place(at(*[(0, 0)] * models), np.array([15.0, 15.0]), where, RULES)
    assert len(placed) == models
    assert coherent(placed, RULES)
    assert fits(placed, where).all()
    assert np.triu(overlaps(placed, placed), 1).sum() == 0
    assert (np.hypot(placed.x - 15, placed.y - 15) <= 12).all()


def test_a_formation_keeps_to_where_it_is_allowed():
    zone, post = Area.rectangle(0, 0, 44, 8), at((10, 4))
    inside = place(at(*[(0, 0)] * 8), np.array([20.0, 8.0]), ground(), RULES, allowed=zone.holds)
    assert len(inside) == 8
    assert zone.holds(inside).all()
    where = Ground(Board(44, 60), post, post)
    near = place(
        at(*[(0, 0)] * 5), np.array([10.0, 4.0]), where, RULES, allowed=lambda some: wholly_within(some, post, 3.0)[:, 0]
    )
    assert len(near) == 5
    assert wholly_within(near, post, 3.0).all()


def test_without_room_only_the_first_models_are_placed():
    pen = Area.rectangle(10, 10, 13, 13)
    placed = place(at(*[(0, 0)] * 9), np.array([11.5, 11.5]), ground(), RULES, allowed=pen.holds)
    assert 1 < len(placed) < 9
    assert coherent(placed, RULES)
    assert (
        len(place(at((0, 0)), np.array([11.5, 11.5]), ground(), RULES, allowed=lambda some: np.zeros(len(some), bool))) == 0
    )
    assert len(place(at(), np.array([11.5, 11.5]), ground(), RULES)) == 0


def test_models_of_different_bases_stand_together():
    mixed = at(*[(0, 0)] * 4).join(at((0, 0), base=Base(1.2)))
    placed = place(mixed, np.array([20.0, 20.0]), ground(), RULES)
    assert placed.radius.tolist() == mixed.radius.tolist()
    assert coherent(placed, RULES)
    assert np.triu(overlaps(placed, placed), 1).sum() == 0
    tanks = place(at((0, 0), (0, 0), base=Base(1.5, 2.0), facing=0.5), np.array([20.0, 20.0]), ground(), RULES)
    assert len(tanks) == 2
    assert not overlaps(tanks, tanks)[0, 1]


def unit(models=6, middle=(10.0, 10.0)) -> Bodies:
    return place(at(*[(0, 0)] * models), np.array(middle), ground(), RULES)


def test_in_the_open_the_formation_moves_as_it_is():
    models = unit()
    paths = together(models, np.array([10.0, 40.0]), MoveRules(6), ground(), RULES)
    assert paths is not None
    assert sorted(model for model, _ in paths) == list(range(6))
    steps = np.array([path[-1, :2] - path[0, :2] for _, path in paths])
    assert np.allclose(steps, [0, 6], atol=1e-3)
    assert paths[0][1][0, 1] == max(models.y)
    assert legal(models, paths, MoveRules(6), ground(), RULES)


@pytest.mark.parametrize("seed", range(4))
def test_units_find_their_way_in_a_crowd(seed):
    rng = np.random.default_rng(seed)
    foes = at(*rng.uniform((2, 16), (40, 40), (12, 2)))
    where = ground(wall(6, 14, 12, 15), foes=foes)
    models = unit()
    paths = together(models, np.array([14.0, 45.0]), MoveRules(6), where, RULES)
    assert paths is not None
    assert legal(models, paths, MoveRules(6), where, RULES)


def test_a_unit_that_cannot_move_says_so():
    models = unit()
    assert together(models, np.array([models.x.mean(), models.y.mean()]), MoveRules(6), ground(), RULES) is None
    assert shift_all(models, np.array([0.0, -20.0]), MoveRules(30), ground(), RULES) is None
    pen = ground(foes=at(*[(x, y) for x in np.arange(3, 18, 1.2) for y in np.arange(3, 18, 1.2)]))
    assert together(models, np.array([10.0, 50.0]), MoveRules(6), pen, RULES) is None


@pytest.mark.parametrize(("size", "gap"), [(5, 2.5), (12, 4.0)])
def test_a_unit_moves_as_a_body_through_a_gap_that_is_narrower_than_it(size, gap):
    where = ground(wall(0, 14, 9, 15), wall(9 + gap, 14, 44, 15))
    models = unit(size, middle=(10.0, 11.5))
    paths = together(models, np.array([10.2, 30.0]), MoveRules(6), where, RULES)
    assert paths is not None
    assert legal(models, paths, MoveRules(6), where, RULES)
    ends = np.array([path[-1, 1] for _, path in paths])
    assert ends.max() > 15.0
    assert ends.mean() > models.y.mean() + 0.5


def test_models_follow_one_that_leads():
    models = unit(6)
    first = int(np.argmax(models.x))
    led = [(first, np.array([[models.x[first], models.y[first], 0.0], [models.x[first] + 5.0, models.y[first], 0.0]]))]
    order = np.array([model for model in np.argsort(-models.x) if model != first])
    goals = np.tile([40.0, float(models.y[first])], (6, 1))
    paths = follow_each(models, order, goals, MoveRules(6), ground(), RULES, led)
    assert paths is not None
    assert paths[0] == led[0]
    assert legal(models, paths, MoveRules(6), ground(), RULES)


def test_who_is_behind_mates_finds_a_way_to_an_enemy():
    """The goal is where the enemy stands, mates stand in between: the model gets to the enemy's base."""
    models, foe = unit(3), at((10, 17))
    back = int(np.argmin(models.y))
    mates = models[[model for model in range(3) if model != back]].join(foe)
    path = toward(models[[back]], np.array([10.0, 17.0]), MoveRules(12), Ground(Board(44, 60), mates, mates))
    assert len(path)
    assert np.hypot(path[-1, 0] - 10, path[-1, 1] - 17) - 1.26 < 1.0


def test_a_unit_grows_to_the_nearest_free_point() -> None:
    points = np.array([[11.0, 10.0], [10.0, 10.0], [10.0, 12.0], [13.0, 10.0]])
    level = at(*points).data
    good = np.array([[True, True, True, True]])
    rules = compiled_together.Coherency(2.0, 5.0, 1)
    for first, found in ((1, [1, 0, 2]), (0, [0, 1, 3])):
        kinds = np.zeros(3, np.intp)
        assert compiled_together.grow(points, good, kinds, level, first, rules).tolist() == found


def test_who_may_not_move_across_models_looks_for_ways_round_them() -> None:
    mover, other = at((10, 10)).data, at((14, 10))
    empty, around = (Ground(Board(30.0, 30.0), crossed=some, occupied=some).around for some in (other[:0], other))
    nothing = np.empty((0, 2))
    across, round_them = (
        way_points.corners_round(mover, 0.0, 9.0, over, around, other[:0].data, nothing) for over in (True, False)
    )
    assert across.tolist() == [[10, 10]]
    assert len(round_them) > 4
    gaps = np.hypot(*(round_them[1:] - [14, 10]).T) - 2 * 0.63
    assert gaps.min() > 0.0
    assert gaps.max() < 0.05, (
        "a way round is no longer than it has to be, and leads through gaps that are hardly wide enough"
    )
    round_mates = way_points.corners_round(mover, 0.0, 9.0, False, empty, other.data, nothing)
    assert round_mates.tolist() == round_them.tolist()


@pytest.mark.parametrize(("seed", "number"), [(1, 30), (2, 30), (3, 30), (4, 150)])
def test_a_way_round_is_the_cheapest_of_all_over_these_points(seed: int, number: int) -> None:
    """Legs are looked at only when they are needed: what comes out is what looking at all of them gives."""
    random = np.random.default_rng(seed)
    mover, others = at((5, 5)).data, at(*random.uniform(6.5, 13, (6, 2)))
    around, limits = Ground(Board(30.0, 30.0), others, others).around, MoveRules(17).limits
    points = np.concatenate(([[5.0, 5.0]], random.uniform(3, 16, (number - 1, 2))))
    goal = np.array([[15.0, 15.0, 0.0]])
    legs = np.full((number, number), np.inf)
    for here, there in product(range(number), repeat=2):
        body, path = at(points[here]).data, np.column_stack((points[[here, there]], np.zeros(2)))
        if on_the_way(body, path, limits, around, others.data[:, :0])[0] == LEGAL:
            legs[here, there] = np.hypot(*(points[here] - points[there]))
    cheapest = legs[0]
    for _ in range(number):
        cheapest = np.minimum(cheapest, (cheapest[:, None] + legs).min(0))
    costs, came = ways.spread(mover, 0.0, points, goal, limits, around, others.data[:, :0])
    in_time = cheapest + np.hypot(*(points - goal[0, :2]).T) < 17
    assert number / 6 < in_time.sum() < number
    assert costs[in_time] == pytest.approx(cheapest[in_time])
    assert np.isinf(costs[~in_time]).all()
    there = np.flatnonzero(in_time)[1:]
    before = came[there].astype(np.intp)
    assert costs[before] + legs[before, there] == pytest.approx(costs[there])


def test_a_way_round_a_corner_of_a_piece_keeps_close_to_it() -> None:
    """Else a long base goes further than it must, and does not get through a gap that is wide enough."""
    mover, corner = at((10, 10), base=Base(0.6, 0.5)).data, np.array([13.0, 10.0])
    around = Ground(Board(44.0, 30.0, (wall(13, 10, 20, 20),))).around
    found = way_points.corners_round(mover, 0.0, 4.0, True, around, at().data, np.empty((0, 2)))[1:]
    reach = np.hypot(np.maximum(abs(found[:, 0] - corner[0]) - 0.5, 0.0), found[:, 1] - corner[1])
    assert ((reach > 0.6) & (reach < 0.65)).sum() > 8


def test_a_way_round_leads_over_points_in_reach_of_the_goal_where_the_model_may_be() -> None:
    mover, foe = at((5, 5)).data, at((8, 5))
    around = Ground(Board(30.0, 30.0), foe, foe).around
    points = np.array([[5.0, 5.0], [8.0, 7.0], [5.0, 11.0], [8.0, 5.5], [9.0, 3.0]])
    goals = np.array([[11.0, 5.0, 0.0]])
    found = way_points.useful(mover, 0.0, points, goals, MoveRules(8.0).limits, around, at().data)
    assert found.tolist() == [[5, 5], [8, 7], [9, 3]], "one is too far round, one is where the enemy stands"


def test_places_to_stand_are_not_nearly_the_same() -> None:
    line = np.array([[0.0, 0, 0], [0.1, 0, 0], [5, 0, 0], [5.1, 0, 0], [10, 0, 0], [15, 0, 0]])
    for number, most, more, kept, rest in (
        (3, 6, 6, [0, 2, 4], [1, 3, 5]),
        (3, 6, 1, [0, 2, 4], [1]),
        (9, 6, 6, [0, 2, 4, 5], [1, 3]),
        (9, 4, 6, [0, 2], [1, 3]),
    ):
        few, others = contacts.space_out(line, number, 1.0, most, more)
        assert (few.tolist(), others.tolist()) == (kept, rest)


@pytest.mark.parametrize("facing", [0.0, 0.7, 2.0])
def test_a_long_base_stands_beside_another_all_round_just_so_far_away(facing: float) -> None:
    long, turned = Base(0.6, 0.5), at((14, 9), base=Base(0.8, 1.1), facing=2.2)
    points = contacts.rim(at((0, 0), base=long).data, facing, turned.data, 0, 0.25, contacts.directions(96))
    there = at(*points, base=long, facing=facing)
    gaps = distances(there, turned)[:, 0]
    assert gaps == pytest.approx(0.25, abs=0.01)
    angles = np.degrees(np.arctan2(points[:, 1] - 9, points[:, 0] - 14))
    assert {int(angle // 60) for angle in angles} == set(range(-3, 3)), "on all sides of it"
    assert np.hypot(*np.diff(points, axis=0).T).max() < 0.4, "no part of its side is left out"


def test_poses_beside_enemies_are_in_reach_and_the_nearest_comes_first() -> None:
    mover, foes = at((10, 10)), at((14, 10), (40, 10))
    poses = contacts.beside(mover.data, np.array([0.0]), foes.data, np.array([0.1, 0.5]), 24, 4.0)
    away = np.hypot(*(poses[:, :2] - [10, 10]).T)
    assert away.tolist() == sorted(away)
    assert away[0] == pytest.approx(4 - 2 * 0.63 - 0.5, abs=0.01)
    assert 3.5 < away[-1] <= 4.0
    gaps = distances(at(*poses[:, :2]), foes[:1])[:, 0]
    assert set(np.round(gaps, 1)) == {0.1, 0.5}
    assert not len(contacts.beside(mover.data, np.array([0.0]), foes.data, np.array([0.1]), 24, 2.0))


def test_a_way_round_leads_over_the_corners_of_pieces_in_reach_and_past_who_keeps_others_away() -> None:
    mover, foe, nobody = at((10, 10)).data, at((14, 10)), at()
    corners = np.array([[12.0, 12.0], [10.0, 13.9], [10.0, 14.1]])
    open_ground = Ground(Board(30.0, 30.0)).around
    found = way_points.corners_round(mover, 0.0, 4.0, False, open_ground, nobody.data, corners)
    assert found.tolist() == [[10, 10], [12, 12], [10, 13.9]]
    banded = Ground(Board(30.0, 30.0), bands=(Band(foe, 1.0, 5.0),)).around
    round_it = way_points.corners_round(mover, 0.0, 9.0, True, banded, nobody.data, corners[:0])[1:]
    gaps = np.hypot(*(round_it - [14, 10]).T) - 2 * 0.63
    assert len(gaps) > 4
    assert gaps.min() > 1.0
    assert gaps.max() < 1.1
