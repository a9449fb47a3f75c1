"""What can be chosen anywhere below a unit, and which of it an item of a list may mean, the surest first."""

from __future__ import annotations

from dataclasses import dataclass

from builder.placing import names
from datasheets.closure import Closure, Resolved
from exports.lists.listed import ListedSelection

DEEPEST, MOST_WAYS = 5, 4_000
Way = tuple[Resolved, ...]
"""Entries from right below the unit down to the one that is meant."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A way that an item may mean, with how sure it is by name."""

    rank: int
    way: Way

    @property
    def entry(self) -> Resolved:
        """What is meant."""
        return self.way[-1]


def ways_below(closure: Closure, unit: Resolved) -> tuple[Way, ...]:
    """Return the ways to all entries below a unit, the nearest first."""
    found: list[Way] = [(offer,) for offer in closure.offers(unit)]
    for way in found:
        if len(way) >= DEEPEST or len(found) >= MOST_WAYS:
            break
        above = {unit.entry.id, *(step.entry.id for step in way)}
        found += [(*way, offer) for offer in closure.offers(way[-1]) if offer.entry.id not in above]
    return tuple(found[:MOST_WAYS])


def meanings(item: ListedSelection, ways: tuple[Way, ...]) -> list[Meaning]:
    """Return what an item may mean, the surest first: by its name, by its cost, by what the list calls its kind, the
    nearest first."""
    found = []
    for at, way in enumerate(ways):
        rank = names.best(item.name, names.names_of(way[-1]))
        if rank is not None:
            key = rank, _other_cost(item, way[-1]), _other_kind(item, way[-1]), _is_hidden(way[-1]), len(way), at
            found.append((key, Meaning(rank, way)))
    ranked = [meaning for _, meaning in sorted(found, key=lambda pair: pair[0])]
    return [each for each in ranked if each.rank == ranked[0].rank]


def _other_cost(item: ListedSelection, entry: Resolved) -> bool:
    """Whether the list gives an item a cost, and the entry has none of that value."""
    return any(all(cost.value != stated.value for cost in entry.costs) for stated in item.costs if stated.value)


def _other_kind(item: ListedSelection, entry: Resolved) -> bool:
    """Whether the list says what kind of thing an item is, and no group around the entry is called so."""
    words = set(names.normal(item.heading).split())
    around = {word.removesuffix("s") for group in entry.groups for word in names.normal(group.name).split()}
    return bool(words) and not {word.removesuffix("s") for word in words} & around


def _is_hidden(entry: Resolved) -> bool:
    return any(each.hidden for each in (entry, *entry.groups))
