"""Unit coherency and what is left of a unit that lost it."""

import itertools

import numpy as np
import pytest

from resolver.table.bases import Base, Bodies
from resolver.table.coherency import CoherencyRules, coherent, largest

RULES = CoherencyRules(across=2.0, up=5.0, neighbours=((2, 1), (6, 2)))
BASE = Base(0.5)


def at(*points, z=0.0) -> Bodies:
    return Bodies.of(BASE, np.array(points, dtype=float), z=z)


def line(models: int, gap: float = 2.0, y: float = 0.0) -> list[tuple[float, float]]:
    return [(number * (gap + 1.0), y) for number in range(models)]


@pytest.mark.rule("9E-COH-01")
@pytest.mark.rule("9E-COH-02")
@pytest.mark.example("9E-EX-37")
def test_lines_and_pairs():
    assert coherent(at(*line(5)), RULES)
    assert not coherent(at(*line(6)), RULES)
    assert not coherent(at(*line(2), *line(2, y=11.0)), RULES)


@pytest.mark.rule("9E-COH-01")
@pytest.mark.parametrize(("gap", "together"), [(2.0, True), (2.1, False)])
def test_two_inches_across(gap, together):
    assert coherent(at(*line(2, gap)), RULES) is together


@pytest.mark.rule("9E-COH-01")
@pytest.mark.parametrize(("up", "together"), [(5.0, True), (5.1, False)])
def test_five_inches_up(up, together):
    assert coherent(at((0, 0)).join(at((1, 0), z=up)), RULES) is together


@pytest.mark.rule("9E-COH-02")
def test_from_six_models_on_each_needs_two_neighbours():
    ring = [(2.9 * np.cos(turn), 2.9 * np.sin(turn)) for turn in np.arange(6) * np.pi / 3]
    assert coherent(at(*ring), RULES)
    assert not coherent(at(*ring[:5], (9.0, 0.0)), RULES)
    triangles = [(0, 0), (2, 0), (1, 2), (20, 0), (22, 0), (21, 2)]
    assert not coherent(at(*triangles), RULES)


@pytest.mark.rule("9E-COH-03")
def test_a_single_model_is_always_coherent():
    assert coherent(at((5, 5)), RULES)
    assert coherent(at(), RULES)


def best(models: Bodies) -> int:
    """The most models that can stay, by trying all subsets."""
    for size in range(len(models), 0, -1):
        if any(coherent(models[list(some)], RULES) for some in itertools.combinations(range(len(models)), size)):
            return size
    return 0


@pytest.mark.parametrize("seed", range(30))
def test_the_most_models_stay(seed):
    rng = np.random.default_rng(seed)
    models = at(*rng.uniform(0, 9, (rng.integers(2, 10), 2)))
    kept = largest(models, RULES)
    assert coherent(models[kept], RULES)
    assert len(kept) == best(models)
    assert sorted(kept.tolist()) == kept.tolist()


def test_among_equal_groups_the_first_stays():
    assert largest(at((0, 0), (1, 0), (20, 0), (21, 0)), RULES).tolist() == [0, 1]
    assert largest(at(), RULES).tolist() == []
    assert largest(at((0, 0), (9, 9)), RULES).tolist() == [0]


def test_a_unit_that_falls_to_five_needs_one_neighbour_only():
    """Six in a line are not coherent; taking one end away makes them so."""
    assert len(largest(at(*line(6)), RULES)) == 5
