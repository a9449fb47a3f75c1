"""What is said to be sure is sure: intervals hold what they promise, and chance alone decides nothing."""

from __future__ import annotations

from collections import Counter
from math import comb

import numpy as np
import pytest

from resolver.simulation.blocks import WINS
from resolver.simulation.deciding import decisive_facts
from resolver.simulation.intervals import beyond_chance, design_effect, share_interval, wilson
from resolver.simulation.totals import Key, Totals

EXPERIMENTS, GAMES = 1000, 400
"""Five times the 200 experiments that would do: chance alone moves what 200 of them cover by 1.5 points."""


def totals_of(results: np.ndarray, facts: dict[Key, np.ndarray] | None = None) -> Totals:
    """Totals of games that A won where it says so, two of a pair after each other."""
    names = np.where(results, "a", "b")
    counts: Counter[Key] = Counter({("games",): len(results), ("result", "a"): int(results.sum())})
    counts["result", "b"] = len(results) - counts["result", "a"]
    pairs = np.bincount(results.reshape(-1, 2) @ [2, 1], minlength=4)
    counts.update({("pair", x, y): int(n) for (x, y), n in zip(("bb", "ba", "ab", "aa"), pairs, strict=True) if n})
    for fact, so in (facts or {}).items():
        won, numbers = np.unique(names[so], return_counts=True)
        counts.update(dict(zip((("fact", *fact, str(name)) for name in won), map(int, numbers), strict=True)))
    return Totals(counts)


def interval_coverage(bias: float, agreement: float, seed: int) -> float:
    """The share of experiments whose interval holds the bias; `agreement` is how often a pair is one throw for both."""
    rng, found = np.random.default_rng(seed), 0
    for _ in range(EXPERIMENTS):
        throws = rng.random((GAMES // 2, 2)) < bias
        alike = rng.random(GAMES // 2) < abs(agreement)
        if agreement > 0:
            throws[alike, 1] = throws[alike, 0]
        elif agreement < 0:
            throws[alike, 1] = ~throws[alike, 0]
        low, high = share_interval(totals_of(throws.reshape(-1)), WINS)
        found += low <= bias <= high
    return found / EXPERIMENTS


@pytest.mark.parametrize("bias", [0.1, 0.3, 0.5, 0.58, 0.9])
def test_the_interval_of_a_coin_covers_its_bias(bias: float):
    assert 0.93 <= interval_coverage(bias, 0, seed=19) <= 0.97


@pytest.mark.parametrize(("bias", "agreement"), [(0.5, 0.5), (0.3, 0.5), (0.5, -0.4)])
def test_the_interval_holds_where_both_games_of_a_pair_agree_or_disagree(bias: float, agreement: float):
    assert 0.92 <= interval_coverage(bias, agreement, seed=4) <= 0.98


@pytest.mark.parametrize("bias", [0.2, 0.5, 0.58])
def test_wilson_covers_exactly_as_much_as_it_promises(bias: float):
    chances = [comb(GAMES, k) * bias**k * (1 - bias) ** (GAMES - k) for k in range(GAMES + 1)]
    held = [wilson(k / GAMES, GAMES) for k in range(GAMES + 1)]
    assert 0.94 <= sum(p for p, (low, high) in zip(chances, held, strict=True) if low <= bias <= high) <= 0.96


def test_wilson_is_that_of_statistics_packages():
    """10 of 40: what `proportion_confint(10, 40, method="wilson")` of statsmodels says."""
    assert wilson(0.25, 40) == pytest.approx((0.14187, 0.40193), abs=2e-5)


def test_pairs_that_always_disagree_are_worth_more_than_independent_games():
    rng = np.random.default_rng(1)
    seat = rng.random(GAMES // 2) < 0.5
    opposed = totals_of(np.stack([seat, ~seat], axis=1).reshape(-1))
    alike = totals_of(np.stack([seat, seat], axis=1).reshape(-1))
    assert design_effect(opposed, WINS) < 0.1 < 1.9 < design_effect(alike, WINS)


@pytest.mark.slow
def test_chance_alone_decides_nothing():
    """In 100 simulations with 60 facts each that have nothing to do with who wins, a handful at most name any."""
    rng, named = np.random.default_rng(2), 0
    for _ in range(100):
        results = rng.random(GAMES) < 0.5
        facts: dict[Key, np.ndarray] = {
            ("alive", f"a.s{n}", 1): rng.random(GAMES) < rng.uniform(0.1, 0.9) for n in range(60)
        }
        named += bool(decisive_facts(totals_of(results, facts)))
    assert named <= 10


def test_what_decides_is_found_with_its_shares():
    rng = np.random.default_rng(3)
    so = rng.random(GAMES) < 0.5
    results = rng.random(GAMES) < np.where(so, 0.75, 0.45)
    (fact,) = decisive_facts(totals_of(results, {("charged", "b.s2", 2): so, ("first", "a"): rng.random(GAMES) < 0.5}))
    assert fact.to_json()["fact"] == "charged"
    assert fact.to_json()["unit"] == "b.s2"
    assert (fact.games, fact.won) == (so.sum(), (so & results).sum())
    assert fact.difference == pytest.approx(results[so].mean() - results[~so].mean())


def test_many_facts_need_more_to_be_beyond_chance():
    assert beyond_chance([0.04]) == [True]
    assert beyond_chance([0.04, 0.5]) == [False, False]
    assert beyond_chance([0.001, 0.9, 0.04]) == [True, False, False]
