"""How one model can have come by its wargear: which bullets turn its default into exactly what it has.

Each bullet is taken at most once, in any order in which each finds what it replaces. For the limits of a unit only the
limited bullets of a derivation count, so just the smallest sets of these are kept. Source: 9E-WARG-01..03, 9E-Q-20.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from datasheets.model import Bullet

MOST_STEPS = 500_000  # for one unit, about a second; bullets that a person wrote need a few thousand

Items = Mapping[str, int]
Amounts = tuple[int, ...]


class TooEntangled(Exception):
    """The bullets allow so many ways that searching them was given up."""


class Budget:
    """How many steps the searches for one unit may still make."""

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def spend(self) -> None:
        """Make a step; raise `TooEntangled` where none is left."""
        self.left -= 1
        if self.left < 0:
            raise TooEntangled


class Take(NamedTuple):
    """One taking of a bullet: its index among all bullets, and which of its choices."""

    bullet: int
    choice: int


class Derivation(NamedTuple):
    """Takings that lead from default to what a model has, and the limited bullets among them."""

    takes: tuple[Take, ...]
    limited: frozenset[int]


def normalize(items: Items) -> tuple[tuple[str, int], ...]:
    """Return items in one form for all equal ones: sorted, nothing counted 0."""
    return tuple(sorted((item, number) for item, number in items.items() if number))


class Ways:
    """All ways from a row's default to other wargear.

    Args:
        default: what a model of the row has at first.
        bullets: those that act on its row, by index.
        limited: the indices of those that a unit cannot take at will.
        budget: for all searches.
    """

    def __init__(self, default: Items, bullets: Mapping[int, Bullet], limited: Collection[int], budget: Budget) -> None:
        self.default = default
        self.bullets = bullets
        self.limited = limited
        touched = {item for bullet in bullets.values() for part in (bullet.replace, *bullet.choices) for item in part}
        self.names = sorted({*default, *touched})
        self.effects = [
            (index, [(choice, self._effect(bullet.replace, given)) for choice, given in enumerate(bullet.choices)])
            for index, bullet in bullets.items()
        ]
        self.reach = self._reach()
        self.budget = budget

    def to(self, items: Items) -> tuple[Derivation, ...]:
        """Return the derivations of `items` that use the fewest limited bullets; of equal ones, the shortest.

        Raises:
            TooEntangled: the search was given up.
        """
        smallest: dict[frozenset[int], Derivation] = {}
        for takes in self._solutions(items):
            usage = frozenset(take.bullet for take in takes if take.bullet in self.limited)
            if any(other < usage for other in smallest) or (usage in smallest and len(smallest[usage].takes) <= len(takes)):
                continue
            smallest = {other: way for other, way in smallest.items() if not usage < other}
            smallest[usage] = Derivation(takes, usage)
        return tuple(smallest.values())

    def _solutions(self, items: Items) -> Iterator[tuple[Take, ...]]:
        """Yield each set of takings whose effects add up to the difference and that can be put in order."""
        if any(number and name not in self.names for name, number in items.items()):
            return
        goal = tuple(items.get(name, 0) - self.default.get(name, 0) for name in self.names)
        yield from (takes for takes in self._from(0, goal, ()) if self._has_order(takes))

    def _effect(self, away: Items, given: Items) -> Amounts:
        return tuple(given.get(name, 0) - away.get(name, 0) for name in self.names)

    def _reach(self) -> list[list[tuple[int, int]]]:
        """Return for each bullet and the end how little and how much this and all later ones can add to each item."""
        reach = [[(0, 0)] * len(self.names)]
        for _, choices in reversed(self.effects):
            columns = zip(*(effect for _, effect in choices), strict=True)
            reach.append(
                [(low + min(0, *of), high + max(0, *of)) for (low, high), of in zip(reach[-1], columns, strict=True)]
            )
        return reach[::-1]

    def _from(self, start: int, left: Amounts, takes: tuple[Take, ...]) -> Iterator[tuple[Take, ...]]:
        self.budget.spend()
        if any(not low <= amount <= high for amount, (low, high) in zip(left, self.reach[start], strict=True)):
            return
        if start == len(self.effects):
            yield takes
            return
        yield from self._from(start + 1, left, takes)
        index, choices = self.effects[start]
        for choice, effect in choices:
            rest = tuple(amount - change for amount, change in zip(left, effect, strict=True))
            yield from self._from(start + 1, rest, (*takes, Take(index, choice)))

    def _has_order(self, takes: Sequence[Take]) -> bool:
        """Whether the takings can be put in an order in which each finds all that it replaces."""
        return self._can_take(dict(self.default), frozenset(takes), set())

    def _can_take(self, items: dict[str, int], takes: frozenset[Take], hopeless: set[frozenset[Take]]) -> bool:
        if not takes:
            return True
        if takes in hopeless:
            return False
        self.budget.spend()
        for take in sorted(takes):
            bullet = self.bullets[take.bullet]
            if all(items.get(item, 0) >= number for item, number in bullet.replace.items()):
                after = dict(items)
                for item, number in bullet.replace.items():
                    after[item] -= number
                for item, number in bullet.choices[take.choice].items():
                    after[item] = after.get(item, 0) + number
                if self._can_take(after, takes - {take}, hopeless):
                    return True
        hopeless.add(takes)
        return False
