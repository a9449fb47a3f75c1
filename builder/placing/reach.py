"""What can be chosen anywhere below a unit, and which of it an item of a list may mean, the surest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from builder.placing import names
from builder.placing.conventions import imports_of
from datasheets.closure import Closure, Resolved
from datasheets.imported.tables import heading_of, profile_names_shown, profiles_shown
from datasheets.markup import strip_marks
from datasheets.model import Profile
from exports.lists.listed import ListedSelection

DEEPEST, MOST_WAYS = 5, 4_000
Way = tuple[Resolved, ...]
"""Entries from right below the unit down to the one that is meant."""
Items = list[tuple[ListedSelection, int]]
"""Items of a list with how many of each are still to be put somewhere."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A way that an item may mean, with how sure it is by name."""

    rank: int
    way: Way


class Reach:
    """The ways to all entries below a unit, the nearest first, and what they are called."""

    def __init__(self, closure: Closure, unit: Resolved) -> None:
        self._closure = closure
        self.ways = _ways_below(closure, unit)
        self._named: dict[str, list[int]] = {}
        for at, way in enumerate(self.ways):
            for name in dict.fromkeys(names.names_of(way[-1])):
                self._named.setdefault(name, []).append(at)
        self._meant: dict[ListedSelection, list[Meaning]] = {}

    def has(self, name: str) -> bool:
        """Whether something below the unit, or a profile that it shows, is called exactly so."""
        return names.normal(name) in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        profiles = {names.normal(name) for way in self.ways for name in profile_names_shown(self._closure, way[-1])}
        return frozenset(map(names.normal, self._named)) | profiles

    def meanings(self, item: ListedSelection) -> list[Meaning]:
        """Return what an item may mean, the surest first: by its name, by its cost, by what the list calls its kind, the
        nearest first."""
        key = replace(item, place=0, number=1, selections=())
        if key not in self._meant:
            self._meant[key] = list(self._rank(item))
        return self._meant[key]

    def _rank(self, item: ListedSelection) -> Iterator[Meaning]:
        ranks: dict[int, int] = {}
        for name, places in self._named.items():
            rank = names.score(item.name, name)
            if rank is not None:
                ranks |= {at: min(rank, ranks.get(at, rank)) for at in places}
        best = min(ranks.values(), default=None)

        def order(at: int) -> tuple[bool, bool, bool, int, int]:
            entry = self.ways[at][-1]
            return _other_cost(item, entry), _other_kind(item, entry), is_hidden(entry), len(self.ways[at]), at

        return (Meaning(rank, self.ways[at]) for at in sorted(ranks, key=order) if (rank := ranks[at]) == best)


class Reaches:
    """What can be reached below the units of one catalogue, worked out once for each."""

    def __init__(self, closure: Closure) -> None:
        self._closure = closure
        self._found: dict[str, Reach] = {}
        self._shown: dict[str, frozenset[str]] = {}

    def of(self, unit: Resolved) -> Reach:
        """Return what can be reached below a unit."""
        if unit.id not in self._found:
            self._found[unit.id] = Reach(self._closure, unit)
        return self._found[unit.id]

    def shows(self, entry: Resolved) -> frozenset[str]:
        """Return the names of an entry's profiles, normal: "Frag & Krak grenades" are both.

        Of armour that is called as the entry it is the heading of its type.
        """
        if entry.id not in self._shown:
            shown, own = profile_names_shown(self._closure, entry), names.normal(entry.name)
            found = {stem for name in shown for stem in names.stems(strip_marks(name))}
            alike = (each for each in profiles_shown(self._closure, entry) if names.normal(strip_marks(each.name)) == own)
            self._shown[entry.id] = frozenset((found | self._headings_of_armour(alike)) - {own})
        return self._shown[entry.id]

    def _headings_of_armour(self, profiles: Iterable[Profile]) -> set[str]:
        imports = imports_of(self._closure)
        headings = {heading_of(self._closure, each) for each in profiles}
        return {names.normal(each) for each in headings if imports and imports.kind_of(each) == "armour"}


def _ways_below(closure: Closure, unit: Resolved) -> tuple[Way, ...]:
    found: list[Way] = [(offer,) for offer in closure.offers(unit)]
    for way in found:
        if len(way) >= DEEPEST or len(found) >= MOST_WAYS:
            break
        above = {unit.entry.id, *(step.entry.id for step in way)}
        found += [(*way, offer) for offer in closure.offers(way[-1]) if offer.entry.id not in above]
    return tuple(found[:MOST_WAYS])


def _other_cost(item: ListedSelection, entry: Resolved) -> bool:
    """Whether the list gives an item a cost, and the entry has none of that value."""
    return any(all(cost.value != stated.value for cost in entry.costs) for stated in item.costs if stated.value)


def _other_kind(item: ListedSelection, entry: Resolved) -> bool:
    """Whether the list says what kind of thing an item is, and no group around the entry is called so."""
    words = set(names.normal(item.heading).split())
    around = {word.removesuffix("s") for group in entry.groups for word in names.normal(group.name).split()}
    return bool(words) and not {word.removesuffix("s") for word in words} & around


def is_hidden(entry: Resolved) -> bool:
    """Whether an entry or a group around it is hidden, as far as nothing modifies that."""
    return any(each.hidden for each in (entry, *entry.groups))
