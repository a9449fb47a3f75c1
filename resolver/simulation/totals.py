"""What games come to, added up: counts by key, and the games whose pair is not there yet.

Adding totals is associative and commutative, and all numbers are whole: the order and the cut of blocks change nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Key = tuple[str | int, ...]
WIN, DRAW, LOSS = "a", "draw", "b"
RESULTS = (WIN, DRAW, LOSS)


class BadTotals(ValueError):
    """It is no totals."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts of games by what happened in them, from the side of army A.

    `counts` has the keys ("games",), ("result", who won), ("pair", results of both games of a pair), and those of `facts`.
    `halves` are results of games, by number, whose other game was not added yet.
    """

    counts: Counter[Key] = field(default_factory=Counter)
    halves: Mapping[int, str] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games these are."""
        return self.counts["games",]

    def games_ending(self, result: str) -> int:
        """How many games ended so."""
        return self.counts["result", result]

    def part(self, *start: str | int) -> dict[Key, int]:
        """Return the counts whose key begins so, by the rest of it."""
        size = len(start)
        return {key[size:]: number for key, number in self.counts.items() if key[:size] == start}

    def to_json(self) -> dict[str, Any]:
        """Return them as plain data, in one order."""
        counts = sorted(([list(key), number] for key, number in self.counts.items() if number), key=json.dumps)
        return {"counts": counts, "halves": [list(item) for item in sorted(self.halves.items())]}


def totals_of_game(game: int, result: str, counts: Iterable[tuple[Key, int]]) -> Totals:
    """Return the totals of one game."""
    found: Counter[Key] = Counter({("games",): 1, ("result", result): 1})
    for key, number in counts:
        found[key] += number
    return Totals(found, {game: result})


def add(many: Iterable[Totals]) -> Totals:
    """Add totals of different games up."""
    counts: Counter[Key] = Counter()
    halves: dict[int, str] = {}
    for each in many:
        counts.update(each.counts)
        halves.update(each.halves)
    for game in [game for game in halves if game % 2 == 0 and game + 1 in halves]:
        counts["pair", halves.pop(game), halves.pop(game + 1)] += 1
    return Totals(counts, halves)


def totals_from(data: Mapping[str, Any]) -> Totals:
    """Return totals from plain data.

    Raises:
        BadTotals: it is none.
    """
    try:
        counts = Counter({tuple(key): int(number) for key, number in data["counts"]})
        return Totals(counts, {int(game): str(result) for game, result in data["halves"]})
    except (KeyError, TypeError, ValueError) as error:
        raise BadTotals(str(error)) from error
