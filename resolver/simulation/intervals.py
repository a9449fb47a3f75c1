"""What counts allow to be said: intervals of shares (95 %), paired over swapped seats, and differences beyond chance.

Both games of a pair have the same dice and are no two independent trials: their results agree or disagree more often than
chance would have it. That changes how many independent games they are worth, which is what the Wilson interval is given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erfc, sqrt

from resolver.simulation.totals import RESULTS, Totals

CONFIDENCE = 1.959963984540054
CAUTION = 10.0
"""So many independent pairs are thought to have been seen before the first: a few pairs say little about how they agree."""
CHANCE = 0.05
"""How likely it may be that anything at all is called a difference where there is none."""

Interval = tuple[float, float]


def wilson(share: float, games: float) -> Interval:
    """Return the Wilson interval of a share that so many independent games came to; of none, everything."""
    if games <= 0:
        return 0.0, 1.0
    square = CONFIDENCE**2
    middle = share + square / (2 * games)
    half = CONFIDENCE * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, (middle - half) / (1 + square / games)), min(1.0, (middle + half) / (1 + square / games))


def share_interval(totals: Totals, worth: Mapping[str, float]) -> Interval:
    """Return the interval of the average worth of a game: 1 for a win and 0 for all else makes it the share of wins.

    `worth` is by result, from 0 to 1.
    """
    games = totals.games
    if not games:
        return 0.0, 1.0
    return wilson(mean(totals, worth), games / design_effect(totals, worth))


def mean(totals: Totals, worth: Mapping[str, float]) -> float:
    """Return the average worth of a game."""
    return sum(totals.games_ending(result) * worth[result] for result in RESULTS) / totals.games if totals.games else 0.0


def design_effect(totals: Totals, worth: Mapping[str, float]) -> float:
    """Return how many games of these are worth one independent game: below 1 where the games of pairs disagree."""
    pairs = [((worth[str(first)], worth[str(second)]), number) for (first, second), number in totals.part("pair").items()]
    many = sum(number for _, number in pairs)
    if not many:
        return 1.0
    middle = sum((x + y) * number for (x, y), number in pairs) / (2 * many)
    spread = sum(((x - middle) ** 2 + (y - middle) ** 2) * number for (x, y), number in pairs) / (2 * many)
    if not spread:
        return 1.0
    together = sum((x - middle) * (y - middle) * number for (x, y), number in pairs) / many
    return 1 + together / spread * many / (many + CAUTION)


def chance_of_difference(first: tuple[int, int], second: tuple[int, int]) -> float:
    """Return how likely two shares (so many of so many) differ at least so much by chance, where truly they do not."""
    (won, games), (other, more) = first, second
    common = (won + other) / (games + more)
    spread = sqrt(common * (1 - common) * (1 / games + 1 / more))
    if not spread:
        return 1.0
    return erfc(abs(won / games - other / more) / spread / sqrt(2))


def beyond_chance(chances: Sequence[float]) -> list[bool]:
    """Tell which of many differences are beyond chance, by Holm's rule: with 95 % certainty none of them is mere chance."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    found = [False] * len(chances)
    for place, index in enumerate(order):
        if chances[index] > CHANCE / (len(chances) - place):
            break
        found[index] = True
    return found
