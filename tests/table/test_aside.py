"""What is aside is passed over: the answers are those of looking at everything."""

from __future__ import annotations

import numpy as np
import pytest

from resolver.table.bases import Bodies
from resolver.table.board import Area, Board, Terrain
from resolver.table.compiled import EPSILON, FACING, HALF, RADIUS, Z, contacts, following, search, shapes, walks
from resolver.table.compiled.together import Coherency
from resolver.table.geometry import Flags, segment_gaps
from resolver.table.ground import Band, Ground
from resolver.table.movement import MoveRules

SEEDS = range(6)


def models(random: np.random.Generator, number: int, room: float) -> Bodies:
    """Round and long bases at random, on three floors."""
    half = np.where(random.random(number) < 0.5, 0.0, random.uniform(0.5, 3.0, number))
    place = random.uniform(0.0, room, (2, number))
    rest = random.choice([0.0, 2.0, 6.0], number), random.uniform(0.0, 6.3, number), half, random.uniform(0.4, 2.0, number)
    return Bodies(np.stack([*place, *rest, np.full(number, 2.0), np.where(half > 0.0, 2.0, 0.0)]))


@pytest.mark.parametrize("seed", SEEDS)
def test_models_overlap_and_are_near_as_in_the_whole_matrix(seed: int) -> None:
    random = np.random.default_rng(seed)
    some, others = models(random, 60, 15.0), models(random, 80, 50.0)
    good = random.random(60) < 0.8
    clear, apart = good.copy(), good.copy()
    walks.clear_of(some.data, others.data, clear)
    walks.apart_from(some.data, others.data, 5, 70, 0.3, -1.0, apart)
    assert clear.tolist() == (good & ~shapes.overlaps(some.data, others.data).any(1)).tolist()
    near = shapes.all_reaches(some.data, others.data, 0.3, -1.0)[:, 5:70]
    assert apart.tolist() == (good & ~near.any(1)).tolist()
    assert 0 < clear.sum() < good.sum()
    assert 0 < apart.sum() < good.sum()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_closest_models_are_those_of_the_whole_matrix(seed: int) -> None:
    random = np.random.default_rng(seed)
    some, others = models(random, 12, 20.0), models(random, 30, 40.0)
    gaps = shapes.gaps(some.data, others.data)
    both, ours, theirs = some.join(others).data, np.arange(12), np.arange(12, 42)
    assert shapes.least_gap(both, ours, theirs) == gaps.min()
    assert shapes.least_gap(both, ours, theirs[:0]) == np.inf
    columns = np.sort(random.integers(0, 4, 30))
    found = shapes.unit_gaps(both, ours, theirs, columns, 5)
    wanted = [gaps[:, columns == column].min(1, initial=np.inf) for column in range(5)]
    assert found.tolist() == np.array(wanted).T.tolist()
    points = random.uniform(0.0, 30.0, (7, 2))
    away = np.hypot(*(some.centres()[:, None] - points[None]).transpose(2, 0, 1)).min(0)
    assert shapes.nearest(some.data, np.arange(12), points) == pytest.approx(away, rel=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_go_straight_to_its_goal_goes_where_it_would_go_if_all_places_were_looked_at(seed: int) -> None:
    random = np.random.default_rng(seed)
    wall = Terrain("wall", Area.rectangle(14.0, 2.0, 16.0, 20.0), 4.0)
    found = set()
    for _ in range(60):
        unit, others = models(random, 6, 22.0), models(random, 12, 30.0)
        ground = Ground(Board(30.0, 30.0, (wall,)), others, others, (Band(others[:3], 1.0, 5.0),))
        goal, gone = np.round(random.uniform(0.0, 22.0, 2), 4), np.array([2, 4])
        limits, around = MoveRules(12.0).limits, ground.around
        at_once = following.at_once(unit.data, 1, goal, gone, limits, around, Coherency(6.0, 5.0, 1))
        spots = following.spots_of(unit.data, 1, goal, gone, 12.0, around, Coherency(6.0, 5.0, 1), 8)[:8]
        path = following.straight_to(unit.data, 1, spots, limits, around)
        found.add((len(at_once) > 0, len(path) > 0))
        assert not len(at_once) or at_once.tolist() == path.tolist()
    assert found == {(True, True), (False, True), (False, False)}


@pytest.mark.parametrize("seed", SEEDS)
def test_discs_are_stood_in_and_crossed_as_if_all_were_looked_at(seed: int) -> None:
    random = np.random.default_rng(seed)
    centres, clear = random.uniform(0.0, 30.0, (25, 2)), random.uniform(0.5, 2.5, 25)
    found = set()
    for start, end in random.uniform(0.0, 30.0, (200, 2, 2)):
        inside = bool((np.hypot(*(centres - start).T) < clear).any())
        assert search.within_any(*start, centres, clear) is inside
        barred = bool((segment_gaps(centres, centres, start, end) < clear - EPSILON).any())
        assert search.bars_any(*start, *end, centres, clear) is barred
        found.add((inside, barred))
    assert len(found) >= 3


@pytest.mark.parametrize("seed", SEEDS)
def test_a_path_meets_the_first_of_all_models_that_are_near_enough(seed: int) -> None:
    random = np.random.default_rng(seed)
    others, found = models(random, 60, 40.0), set()
    ends, height = others.ends(), others.z
    for path in random.uniform(0.0, 40.0, (40, 3, 1, 2)):
        ways = [segment_gaps(path[step], path[step + 1], ends[:, 0], ends[:, 1]) for step in (0, 1)]
        gaps = np.minimum(*ways) - 0.6 - others.radius
        first = walks.first_crossed(path, np.zeros(2), 0.6, 2.0, others.data)
        assert first == first_of((gaps < -EPSILON) & (height < 2.0 - EPSILON))
        entered = walks.first_entered(path, np.zeros(2), 0.6, 0.0, others.data, 10, 60, 1.0, 5.0, False)
        near = (gaps <= 1.0 + EPSILON) & (height <= 5.0 + EPSILON)
        assert entered == first_of(near & (np.arange(60) >= 10))
        found |= {first < 0, entered == first}
    assert found == {False, True}


def first_of(flags: Flags) -> int:
    """The first that is flagged, -1 for none."""
    return int(flags.argmax()) if flags.any() else -1


@pytest.mark.parametrize("seed", SEEDS)
def test_points_round_a_model_are_so_far_away_from_it(seed: int) -> None:
    """Between two corners of what is drawn round it a point is a little nearer, as a chord is; of long bases by more."""
    random = np.random.default_rng(seed)
    number, facing = 16, float(random.uniform(0.0, 6.3))
    for _ in range(20):
        pair, away = models(random, 2, 20.0), float(random.uniform(0.0, 2.0))
        pair.data[Z] = 0.0
        mover, other = pair.data[:, :1].copy(), pair.data[:, 1:].copy()
        points = contacts.rim(mover, facing, other, 0, away, contacts.directions(number))
        there = np.repeat(mover, len(points), 1)
        there[:2], there[FACING] = points.T, facing
        gaps = shapes.flat_gaps(there, other)[:, 0]
        radii = mover[RADIUS, 0] + other[RADIUS, 0]
        assert gaps.max() == pytest.approx(away)
        if not mover[HALF, 0] + other[HALF, 0]:
            assert gaps.min() >= (radii + away) * np.cos(np.pi / number) - radii - EPSILON
