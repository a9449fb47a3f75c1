"""What weapons may do over distances: the loops say what the same sums over whole arrays say."""

from __future__ import annotations

import numpy as np
import pytest

from resolver.table.compiled import EPSILON, damage
from resolver.table.geometry import Indices

SEEDS = range(6)


def sums(column: Indices, values: np.ndarray, number: int) -> np.ndarray:
    """The sum of the values in each column."""
    return np.bincount(column, values, number)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_unit_takes_and_suffers(seed: int) -> None:
    random, units, arms = np.random.default_rng(seed), 5, 12
    near = random.choice([6.0, 12.0, 12.0 + EPSILON, 24.5, 30.0], (4, units))
    near[1, 2] = 0.5
    column, number = np.sort(random.integers(0, units, arms)), random.integers(1, 6, arms).astype(np.float64)
    reach, taken = random.choice([6.0, 12.0, 24.0], arms), random.uniform(0.0, 2.0, arms)
    usable, gaps, speeds = random.random(arms) < 0.7, near.min(0), random.choice([0.0, 5.0, 6.0], units)
    inside = (near[:, column] <= reach + EPSILON).sum(0)
    given = sums(column, taken * np.minimum(number, inside) * usable, units)
    given[gaps <= 1.0] = 0.0
    assert damage.damage_given(near, column, number, reach, taken, usable, 1.0) == pytest.approx(given)
    reached = gaps[column] - speeds[column] <= reach + EPSILON
    suffered = sums(column, taken * number * reached, units)
    assert damage.damage_suffered(gaps, speeds, column, number, reach, taken) == pytest.approx(suffered)
    assert given.any()
    assert suffered.any()


def test_a_threat_is_shooting_or_a_charge_whichever_is_more() -> None:
    chances = np.array([1.0, 1.0, 1.0, 0.9, 0.5, 0.0])
    gaps, speeds = np.array([0.5, 9.0, 9.0, 40.0]), np.array([0.0, 5.0, 5.0, 0.0])
    shot, fought = np.array([0.1, 2.0, 2.0, 1.0]), np.array([3.0, 4.0, 4.0, 9.0])
    seen = np.array([True, True, False, True])
    # in combat already; 9 - 5 - 1 = 3 inches to charge, shooting is less; hidden, the charge is more; too far for a charge
    assert damage.threat(gaps, speeds, shot, seen, 0.4, fought, chances, 1.0) == pytest.approx(3.0 + 3.6 + 3.6 + 1.0)
    assert damage.threat(gaps, speeds, shot * 2, seen, 0.4, fought * 0.1, chances, 1.0) == pytest.approx(0.3 + 4 + 1.6 + 2)
    assert damage.threat(gaps + np.inf, speeds, shot, seen, 0.4, fought, chances, 1.0) == pytest.approx(0.1 + 2 + 0.8 + 1)
