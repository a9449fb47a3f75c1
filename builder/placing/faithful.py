"""Lists that name every selection, placed as they stand: by composite id, by a part of it, else by name in the same place.

What cannot be placed stays where it stood, with the id that the list gives, so that it is shown and marked as missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from builder.placing import names
from builder.placing.doubts import Doubt, Placement
from builder.placing.draft import most
from builder.placing.reach import is_hidden
from builder.placing.report import How, Match
from builder.placing.several import apart
from builder.placing.spelling import respell
from builder.placing.uids import Uids
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.tree import Selection
from datasheets.imported.noted import with_weapons
from datasheets.resolving import SEPARATOR
from exports.lists.listed import ListedSelection

Siblings = list[tuple[Resolved, int]]
"""What stands beside a selection already, with its numbers."""


@dataclass(slots=True)
class Faithful:
    """Places the selections of one force. `matches` grows with every selection, `doubts` with those that may be others."""

    closure: Closure | None
    uids: Uids
    other_revision: bool = False
    matches: list[Match] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)

    def roots(self, listed: Sequence[ListedSelection]) -> tuple[Selection, ...]:
        """Return the selections of the force."""
        return self._together(listed, None, self.closure is not None, "")

    def _together(
        self, listed: Sequence[ListedSelection], parent: Resolved | None, is_known: bool, unit: str
    ) -> tuple[Selection, ...]:
        """Return the selections below a parent, or of the force; `is_known`: the catalogue says what can stand there."""
        offers = self._offers(parent) if is_known and any(not each.entry for each in listed) else ()
        siblings: Siblings = []
        spelled = respell(listed, offers)
        ones = spelled if parent else (one for each in spelled for one in self._one_by_one(each, offers))
        return tuple(self._place(each, parent, is_known, unit or each.name, siblings) for each in ones)

    def _one_by_one(self, listed: ListedSelection, offers: Sequence[Resolved]) -> Iterator[ListedSelection]:
        """Yield the units that one line of a text is."""
        entry = next(iter(self._by_name(listed, offers, [])), None) if listed.number > 1 else None
        yield from apart(listed, entry, self.closure) if entry and self.closure else (listed,)

    def _place(
        self, listed: ListedSelection, parent: Resolved | None, is_known: bool, unit: str, siblings: Siblings
    ) -> Selection:
        entry, how, others = self._find(listed, parent, siblings) if is_known else (None, "none", ())
        siblings += [(entry, listed.number)] if entry else []
        at = len(self.doubts)
        made = self._selection(listed, entry, how, unit)
        if others:
            self.doubts.insert(at, Doubt(made.uid, others, lambda other: self._instead(listed, other, unit)))
        return made

    def _instead(self, listed: ListedSelection, entry: Resolved, unit: str) -> Placement:
        """Return a selection of the list as one of another entry."""
        other = Faithful(self.closure, self.uids, self.other_revision)
        made = other._selection(listed, entry, "name", unit)
        return Placement(made, tuple(other.matches), tuple(other.doubts))

    def _selection(self, listed: ListedSelection, entry: Resolved | None, how: How, unit: str) -> Selection:
        uid = self.uids.selection(listed.id)
        self.matches.append(Match(uid, listed, how, unit, entry.name if entry else "", self.other_revision))
        return Selection(
            uid=uid,
            entry=entry.id if entry else listed.entry,
            name=entry.name if entry else listed.name,
            group=entry.group if entry else listed.group,
            number=listed.number,
            title=listed.title,
            note=listed.note if entry else with_weapons(listed.note, listed.weapons),
            selections=self._together(listed.selections, entry, entry is not None, unit),
        )

    def _find(
        self, listed: ListedSelection, parent: Resolved | None, siblings: Siblings
    ) -> tuple[Resolved | None, How, tuple[Resolved, ...]]:
        """Return the entry of a selection, how it was found, and the others that it may be as well."""
        if self.closure is None:
            return None, "none", ()
        found = self.closure.entry(listed.entry) if listed.entry else None
        if found and listed.entry in self.closure.offered_ids(parent):
            return found, "id", ()
        offers = self._offers(parent)
        if same := _by_own_id(listed, offers):
            return same, "segment", ()
        if called_so := self._by_name(listed, offers, siblings):
            return called_so[0], "name", tuple(called_so[1:])
        if linked := _by_link(listed, offers):
            return linked, "segment", ()
        if only := _only_part(listed, offers):
            return only, "name", ()
        return found, "id" if found else "none", ()  # what is there and misplaced has a finding that says so

    def _by_name(self, listed: ListedSelection, offers: Sequence[Resolved], siblings: Siblings) -> list[Resolved]:
        """Return the offers of that name of which all can be chosen that stands below, the likeliest first: what is shown,
        what has room, what is in the group and of the type and cost that the list says."""
        found = [(at, offer) for at, offer in enumerate(offers) if names.is_called(listed.name, offer)]
        if len(found) < 2:
            return [offer for _, offer in found]
        groups = set(listed.group.split(SEPARATOR))
        fits = {
            at: (names.best(listed.name, names.names_of(offer)) or 0, self._count_lost(listed, offer)) for at, offer in found
        }

        def order(pair: tuple[int, Resolved]) -> tuple[object, ...]:
            at, offer = pair
            return (
                is_hidden(offer),
                _is_full(offer, siblings),
                groups.isdisjoint(offer.group.split(SEPARATOR)),
                bool(listed.type) and offer.entry.type != listed.type,
                _costs_otherwise(listed, offer),
                at,
            )

        best = min(fits.values())
        return [offer for _, offer in sorted((pair for pair in found if fits[pair[0]] == best), key=order)]

    def _count_lost(self, listed: ListedSelection, offer: Resolved) -> int:
        """Return how much of what stands below a selection cannot be chosen below an entry."""
        inner = self._offers(offer) if listed.selections else ()
        return sum(not any(names.is_called(each.name, one) for one in inner) for each in respell(listed.selections, inner))

    def _offers(self, parent: Resolved | None) -> Sequence[Resolved]:
        if self.closure is None:
            return ()
        return self.closure.roots() if parent is None else tuple(self.closure.offers(parent))


def _by_own_id(listed: ListedSelection, offers: Sequence[Resolved]) -> Resolved | None:
    """Return the offer of the same entry on whatever way; of several the one on the same link, then in the same group."""
    *links, own = listed.entry.split(SEPARATOR)
    found = [offer for offer in offers if own and offer.entry.id == own]

    def order(offer: Resolved) -> tuple[bool, bool]:
        return _link_id(offer) not in links, offer.group != listed.group

    return min(found, key=order, default=None)


def _by_link(listed: ListedSelection, offers: Sequence[Resolved]) -> Resolved | None:
    """Return the offer that the same link leads to: what it is called may have changed. Links further up say nothing."""
    links = set(filter(None, listed.entry.split(SEPARATOR)))
    return next((offer for offer in offers if _link_id(offer) in links), None)


def _only_part(listed: ListedSelection, offers: Sequence[Resolved]) -> Resolved | None:
    """Return the one offer of the same type whose name is a part of the list's, or has it as a part; None of several."""
    found = [offer for offer in offers if names.is_part(listed.name, offer) and listed.type in ("", offer.entry.type)]
    return found[0] if len(found) == 1 else None


def _link_id(offer: Resolved) -> str:
    return offer.link.id if offer.link else ""


def _is_full(offer: Resolved, siblings: Siblings) -> bool:
    """Whether an entry or a group around it has as many selections as it may have."""
    for choice in (offer, *offer.groups):
        limit = most(choice)
        there = sum(number for entry, number in siblings if entry.id == choice.id or choice in entry.groups)
        if limit is not None and there >= limit:
            return True
    return False


def _costs_otherwise(listed: ListedSelection, offer: Resolved) -> bool:
    """Whether the list states a cost that is not the entry's times its number."""
    own = {cost.value * listed.number for cost in offer.costs if cost.value}
    stated = {cost.value for cost in listed.costs if cost.value}
    return not listed.selections and own != stated
