"""Sharing models out among the ways in which they can have come by their wargear, within the limits of all bullets.

Exact. A bullet that all who might want it can have is no limit; what is left of the others tells ways apart, and models with
the same ways are one lot. The lots are searched one after another over what remains of each limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from datasheets.evaluation.derivation import Budget, Derivation, TooEntangled

MOST_WAYS = 250  # of all lots together: as deep does the search go

Needs = frozenset[int]  # scarce bullets that one way takes
Left = tuple[int, ...]
Group = tuple[tuple[Derivation, ...], int]


@dataclass(slots=True)
class Shared:
    """How the models of one group were shared out; `left` have no way."""

    by_way: list[tuple[Derivation, int]] = field(default_factory=list)
    left: int = 0


def share_out(groups: Sequence[Group], limits: Mapping[int, int], budget: Budget) -> list[Shared]:
    """Share groups (their ways, how many models) out so that as few models as possible are left over.

    Raises:
        TooEntangled: the search was given up.
    """
    scarce = _scarce(groups, limits)
    needs = [_smallest([way.limited & scarce for way in ways]) for ways, _ in groups]
    lots: dict[tuple[Needs, ...], int] = {}
    for need, (_, models) in zip(needs, groups, strict=True):
        lots[need] = lots.get(need, 0) + models
    order = sorted((need for need in lots if need), key=len)
    if sum(map(len, order)) > MOST_WAYS:
        raise TooEntangled
    portions = _Search([(need, lots[need]) for need in order], limits, budget).portions()
    queues = {need: list(portion) for need, portion in zip(order, portions, strict=True)}
    return [
        _take_from(queues.get(need, []), ways, models, scarce) for need, (ways, models) in zip(needs, groups, strict=True)
    ]


def _scarce(groups: Sequence[Group], limits: Mapping[int, int]) -> Needs:
    """Return the bullets that more models could want than can have them."""
    wanted: dict[int, int] = {}
    for ways, models in groups:
        for bullet in frozenset[int]().union(*(way.limited for way in ways)):
            wanted[bullet] = wanted.get(bullet, 0) + models
    return frozenset(bullet for bullet, models in wanted.items() if models > limits[bullet])


def _smallest(needs: Sequence[Needs]) -> tuple[Needs, ...]:
    """Return the sets that contain no other, each once, in one order."""
    found = {need for need in needs if not any(other < need for other in needs)}
    return tuple(sorted(found, key=sorted))


def _take_from(queue: list[tuple[Needs, int]], ways: Sequence[Derivation], models: int, scarce: Needs) -> Shared:
    """Take a group's models off the front of what its lot was given, each by its own way with the same needs."""
    shared = Shared()
    while models and queue:
        need, there = queue.pop(0)
        now = min(models, there)
        shared.by_way.append((next(way for way in ways if way.limited & scarce == need), now))
        models -= now
        if there > now:
            queue.insert(0, (need, there - now))
    shared.left = models
    return shared


class _Search:
    """The lots one after another, of each lot its ways one after another; `left` is what remains of each limit."""

    def __init__(self, lots: Sequence[tuple[tuple[Needs, ...], int]], limits: Mapping[int, int], budget: Budget) -> None:
        self.lots = lots
        self.budget = budget
        self.bullets = sorted({bullet for needs, _ in lots for need in needs for bullet in need})
        self.places = [[[self.bullets.index(bullet) for bullet in need] for need in needs] for needs, _ in lots]
        self.start: Left = tuple(limits[bullet] for bullet in self.bullets)
        counts = [models if all(needs) else 0 for needs, models in lots]
        self.following = [sum(counts[lot + 1 :]) for lot in range(len(lots))]
        self.best: dict[tuple[int, int, int, Left], tuple[int, int]] = {}

    def portions(self) -> Iterator[Iterator[tuple[Needs, int]]]:
        """Yield for each lot its ways with how many models go each."""
        left = self.start
        for lot, (needs, models) in enumerate(self.lots):
            found = []
            for at, need in enumerate(needs):
                _, number = self._fewest(lot, at, models, left)
                if number:
                    found.append((need, number))
                models, left = models - number, self._without(lot, at, number, left)
            yield iter(found)

    def _fewest(self, lot: int, at: int, models: int, left: Left) -> tuple[int, int]:
        """Return the fewest models left over from here on, and how many to send the way `at` for that."""
        key = lot, at, models, left
        if key in self.best:
            return self.best[key]
        self.budget.spend()
        most = min([models, *(left[place] for place in self.places[lot][at])])
        answers = []
        least = max(
            0, self.following[lot] + (models if all(self.lots[lot][0]) else 0) - sum(left)
        )  # each needs one at least
        for number in range(most, -1, -1):
            over = self._rest(lot, at, models - number, self._without(lot, at, number, left))
            answers.append((over, number))
            if over <= least:
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
