"""Sharing models out among the ways in which they can have come by their wargear, within the limits of all bullets.

Exact, by searching over what is left of each limit and keeping what was found. Models with the same ways are one lot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from datasheets.evaluation.derivation import Derivation, TooEntangled

MOST_STATES = 100_000  # of one search; units of 30 models with 8 bullets need a few hundred
MOST_WAYS = 250  # of all lots together: as deep does the search go

Left = tuple[int, ...]


@dataclass(slots=True)
class Shared:
    """How the models of one group were shared out; `left` have no way."""

    by_way: list[tuple[Derivation, int]] = field(default_factory=list)
    left: int = 0


def share_out(groups: Sequence[tuple[tuple[Derivation, ...], int]], limits: Mapping[int, int]) -> list[Shared]:
    """Share groups (their ways, how many models) out so that as few models as possible are left over.

    Raises:
        TooEntangled: the search was given up.
    """
    lots: dict[tuple[Derivation, ...], int] = {}
    for ways, models in groups:
        lots[ways] = lots.get(ways, 0) + models
    free = {ways: [(ways[0], models)] for ways, models in lots.items() if ways and not ways[0].limited}
    order = sorted((ways for ways in lots if ways and ways not in free), key=len)
    if sum(map(len, order)) > MOST_WAYS:
        raise TooEntangled
    search = _Search([(ways, lots[ways]) for ways in order], limits)
    queues = free | {ways: list(portions) for ways, portions in zip(order, search.portions(), strict=True)}
    return [_taken_from(queues.get(ways, []), models) for ways, models in groups]


def _taken_from(queue: list[tuple[Derivation, int]], models: int) -> Shared:
    """Take a group's models off the front of what its lot was given."""
    shared = Shared()
    while models and queue:
        way, there = queue.pop(0)
        now = min(models, there)
        shared.by_way.append((way, now))
        models -= now
        if there > now:
            queue.insert(0, (way, there - now))
    shared.left = models
    return shared


class _Search:
    """The lots one after another, of each lot its ways one after another; `left` is what remains of each limit."""

    def __init__(self, lots: Sequence[tuple[tuple[Derivation, ...], int]], limits: Mapping[int, int]) -> None:
        self.lots = lots
        self.bullets = sorted({bullet for ways, _ in lots for way in ways for bullet in way.limited})
        self.places = [[[self.bullets.index(b) for b in way.limited] for way in ways] for ways, _ in lots]
        self.start: Left = tuple(limits[bullet] for bullet in self.bullets)
        self.best: dict[tuple[int, int, int, Left], tuple[int, int]] = {}

    def portions(self) -> Iterator[Iterator[tuple[Derivation, int]]]:
        """Yield for each lot its ways with how many models go each."""
        left = self.start
        for lot, (ways, models) in enumerate(self.lots):
            found = []
            for at, way in enumerate(ways):
                _, number = self._fewest(lot, at, models, left)
                if number:
                    found.append((way, number))
                models, left = models - number, self._without(lot, at, number, left)
            yield iter(found)

    def _fewest(self, lot: int, at: int, models: int, left: Left) -> tuple[int, int]:
        """Return the fewest models left over from here on, and how many to send the way `at` for that."""
        key = lot, at, models, left
        if key in self.best:
            return self.best[key]
        if len(self.best) > MOST_STATES:
            raise TooEntangled
        most = min([models, *(left[place] for place in self.places[lot][at])])
        answers = []
        for number in range(most, -1, -1):
            over = self._rest(lot, at, models - number, self._without(lot, at, number, left))
            answers.append((over, number))
            if not over:
                break
        self.best[key] = min(answers, key=lambda answer: answer[0])
        return self.best[key]

    def _rest(self, lot: int, at: int, models: int, left: Left) -> int:
        if at + 1 < len(self.lots[lot][0]):
            return self._fewest(lot, at + 1, models, left)[0]
        following = self._fewest(lot + 1, 0, self.lots[lot + 1][1], left)[0] if lot + 1 < len(self.lots) else 0
        return models + following

    def _without(self, lot: int, at: int, number: int, left: Left) -> Left:
        remaining = list(left)
        for place in self.places[lot][at]:
            remaining[place] -= number
        return tuple(remaining)
