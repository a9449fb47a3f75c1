"""Distances between bases: against hand numbers, Shapely-free brute force, and the ledger's rules of measuring."""

import numpy as np
import pytest

from resolver.table.bases import Base, Bodies
from resolver.table.geometry import (
    EPSILON,
    closest,
    distances,
    farthest,
    horizontal,
    in_reach,
    overlaps,
    wholly_within,
    within,
)

ROUND = Base(0.5)
LONG = Base(1.0, 2.0)


def at(*points, base=ROUND, **more) -> Bodies:
    return Bodies.of(base, np.array(points, dtype=float), **more)


def outline(body: Bodies, points: int = 240) -> np.ndarray:
    """Points all over a footprint's edge and middle line, by brute force."""
    ends = body.ends()[0]
    turns = np.linspace(0, 2 * np.pi, points, endpoint=False)
    circle = body.radius[0] * np.stack((np.cos(turns), np.sin(turns)), axis=1)
    middle = ends[0] + np.linspace(0, 1, points)[:, None] * (ends[1] - ends[0])
    across = np.array([-np.sin(body.facing[0]), np.cos(body.facing[0])]) * body.radius[0]
    return np.concatenate((ends[0] + circle, ends[1] + circle, middle + across, middle - across, middle))


@pytest.mark.parametrize(
    ("shape", "mm", "radius", "half"),
    [("round", [32], 16 / 25.4, 0), ("oval", [75, 42], 21 / 25.4, 33 / 50.8), ("hull", [100, 150], 50 / 25.4, 25 / 25.4)],
)
def test_printed_bases_are_stadiums(shape, mm, radius, half):
    base = Base.from_print(shape, mm)
    assert (base.radius, base.half, base.hull) == (pytest.approx(radius), pytest.approx(half), shape == "hull")
    assert base.reach == pytest.approx(radius + half)


@pytest.mark.parametrize(
    ("shape", "mm"), [("round", [32, 40]), ("oval", [32]), ("star", [32]), ("hull", [0, 4]), ("round", [])]
)
def test_what_is_no_base_is_refused(shape, mm):
    with pytest.raises(ValueError, match="a base is"):
        Base.from_print(shape, mm)


@pytest.mark.rule("9E-MEAS-01")
def test_distances_are_between_closest_points_of_bases():
    a, b = at((0, 0), (0, 10)), at((3, 4), (0.5, 0), (0, 10.2))
    assert distances(a, b) == pytest.approx(np.array([[4, 0, 9.2], [np.hypot(3, 6) - 1, np.hypot(0.5, 10) - 1, 0]]))


@pytest.mark.rule("9E-MEAS-01")
def test_only_the_base_counts_not_what_towers_over_it():
    low, high = at((0, 0), height=5.0), at((3, 0), z=4.0, height=2.0)
    assert distances(low, high).tolist() == [[pytest.approx(np.hypot(2, 4))]]


@pytest.mark.rule("9E-MEAS-02")
def test_a_hull_is_measured_from_any_part_of_it():
    hull, high = at((0, 0), base=Base(0.5, 0.0, hull=True), height=5.0), at((3, 0), z=4.0, height=2.0)
    assert distances(hull, high).tolist() == [[2.0]]
    assert distances(hull, at((3, 0), z=9.0)).tolist() == [[pytest.approx(np.hypot(2, 4))]]


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(6))
def test_stadiums_against_brute_force(seed):
    rng = np.random.default_rng(seed)
    for _ in range(8):
        a, b = (
            at(
                rng.uniform(0, 8, 2),
                base=Base(rng.uniform(0.3, 1.5), rng.choice([0.0, rng.uniform(0.2, 3)])),
                facing=rng.uniform(0, 7),
            )
            for _ in range(2)
        )
        near = outline(a)[:, None] - outline(b)[None]
        gap = np.hypot(near[..., 0], near[..., 1]).min()
        found = horizontal(a, b)[0, 0]
        assert (found == pytest.approx(gap, abs=0.02)) if found > 0.02 else gap < 0.05
        assert horizontal(b, a)[0, 0] == pytest.approx(found)


def test_rounds_and_stadiums_mix_in_one_matrix():
    some = at((0, 0)).join(at((6, 0), base=LONG)).join(at((0, 6), base=LONG, facing=np.pi / 2))
    found = horizontal(some, some)
    assert found[0].tolist() == [0.0, 2.5, 2.5]
    assert found[1, 2] == pytest.approx(np.hypot(4, 4) - 2)
    assert np.allclose(found, found.T)


def test_crossing_stadiums_touch():
    assert horizontal(at((0, 0), base=LONG), at((0, 0.5), base=LONG, facing=np.pi / 2))[0, 0] == 0.0


@pytest.mark.rule("9E-WITHIN-01")
@pytest.mark.example("9E-EX-03")
@pytest.mark.parametrize(("gap", "inside"), [(0.9, True), (1.0, True), (1.1, False)])
def test_within_includes_the_boundary(gap, inside):
    found = distances(at((0, 0)), at((1 + gap, 0)))
    assert within(found, 1.0).tolist() == [[inside]]


@pytest.mark.rule("9E-WITHIN-01")
def test_within_allows_for_rounding_and_no_more():
    assert within(np.array([1 + EPSILON / 2, 1 + EPSILON * 3]), 1.0).tolist() == [True, False]


@pytest.mark.rule("9E-WITHIN-02")
@pytest.mark.rule("9E-WITHIN-03")
def test_a_part_is_within_all_of_it_wholly_within():
    post = at((0, 0))
    model = at((3, 0), (3.5, 0), (3.6, 0), (4.1, 0))
    assert within(distances(model, post), 3.0).all(1).tolist() == [True, True, True, False]
    assert wholly_within(model, post, 3.0)[:, 0].tolist() == [True, False, False, False]
    assert wholly_within(model, post, 3.5)[:, 0].tolist() == [True, True, False, False]


@pytest.mark.rule("9E-WITHIN-04")
@pytest.mark.rule("9E-WITHIN-05")
@pytest.mark.rule("9E-WITHIN-06")
def test_units_within_every_model_within_wholly_within():
    """A unit is within if one model is; "every model" asks each for a part, "wholly" each for all of it."""
    unit, post = at((3, 0), (5, 0)), at((0, 0))
    near = within(distances(unit, post), 3.0)
    assert near.any()
    assert not near.all()
    closer = at((3, 0), (3.9, 0))
    assert within(distances(closer, post), 3.0).all()
    assert not wholly_within(closer, post, 3.0).all()
    assert wholly_within(at((3, 0), (2, 1)), post, 3.0).all()


@pytest.mark.rule("9E-WITHIN-03")
@pytest.mark.parametrize("seed", range(4))
def test_wholly_within_against_brute_force(seed):
    rng = np.random.default_rng(seed)
    for _ in range(10):
        a = at(rng.uniform(0, 6, 2), base=Base(rng.uniform(0.3, 1), rng.uniform(0, 2)), facing=rng.uniform(0, 7))
        b = at(rng.uniform(0, 6, 2), base=Base(rng.uniform(0.3, 1), rng.uniform(0, 2)), facing=rng.uniform(0, 7))
        ends = b.ends()[0]
        along = ends[1] - ends[0]
        points = outline(a)
        share = np.clip(((points - ends[0]) @ along) / max(along @ along, 1e-12), 0, 1)
        gaps = np.hypot(*(points - ends[0] - share[:, None] * along).T) - b.radius[0]
        assert farthest(a, b)[0, 0] == pytest.approx(max(gaps.max(), 0.0), abs=0.01)


def test_within_reach_needs_both_directions():
    a = at((0, 0))
    others = at((2, 0)).join(at((2, 0), z=5.0)).join(at((2, 0), z=5.1)).join(at((2.1, 0)))
    assert in_reach(a, others, 1.0, 5.0).tolist() == [[True, True, False, False]]


def test_overlapping_is_more_than_touching_and_on_the_same_level():
    a = at((0, 0), height=2.0)
    others = at((1, 0), height=2.0).join(at((0.9, 0), height=2.0)).join(at((0, 0), z=2.0, height=2.0))
    assert overlaps(a, others).tolist() == [[False, True, False]]
    flat = at((0, 0))
    assert overlaps(flat, flat).tolist() == [[True]]
    assert overlaps(at((0, 0), z=3.0, height=1.0), at((0.2, 0), z=2.5, height=1.0)).all()


@pytest.mark.rule("9E-MEAS-04")
def test_equally_close_models_are_all_offered():
    found = distances(at((0, 0)), at((3, 0), (0, 3), (5, 0)))[0]
    assert closest(found).tolist() == [0, 1]
    assert closest(np.zeros(0)).tolist() == []


def test_bodies_are_chosen_by_index_mask_and_slice():
    some = at((0, 0), (1, 0), (2, 0))
    assert some[[2, 0]].x.tolist() == [2, 0]
    assert some[slice(1, 3)].x.tolist() == [1, 2]
    assert some[np.array([True, False, True])].x.tolist() == [0, 2]
    assert len(some) == 3
