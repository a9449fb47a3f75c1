"""Lists that name every selection, placed as they stand: by composite id, by a part of it, else by name in the same place.

What cannot be placed stays where it stood, with the id that the list gives, so that it is shown and marked as missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from builder.placing import names
from builder.placing.report import How, Match
from builder.placing.uids import Uids
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.tree import Selection
from datasheets.resolving import SEPARATOR
from exports.lists.listed import ListedSelection

MOST_JOINED = 5


@dataclass(slots=True)
class Faithful:
    """Places the selections of one force. `matches` grows with every selection."""

    closure: Closure | None
    uids: Uids
    other_revision: bool = False
    matches: list[Match] = field(default_factory=list)

    def roots(self, listed: Iterable[ListedSelection]) -> tuple[Selection, ...]:
        """Return the selections of the force."""
        return tuple(self._place(each, None, self.closure is not None, each.name) for each in listed)

    def _below(
        self, listed: Sequence[ListedSelection], parent: Resolved | None, is_known: bool, unit: str
    ) -> Iterator[Selection]:
        """Yield the selections below another; items whose name a comma tore apart are one."""
        offers, at = self._offers(parent) if is_known else (), 0
        while at < len(listed):
            torn = 1 if listed[at].entry else _torn(listed[at:], offers)
            whole = listed[at] if torn == 1 else replace(listed[at + torn - 1], **_head(listed[at : at + torn]))
            yield self._place(whole, parent, is_known, unit)
            at += torn

    def _place(self, listed: ListedSelection, parent: Resolved | None, is_known: bool, unit: str) -> Selection:
        uid = self.uids.selection(listed.id)
        entry, how, joined = self._find(listed, parent) if is_known else (None, "none", 0)
        name = entry.name if entry else listed.name
        self.matches.append(Match(uid, listed, how, unit, name if entry else "", self.other_revision))
        below = listed.selections[joined:]
        return Selection(
            uid=uid,
            entry=entry.id if entry else listed.entry,
            name=name,
            group=entry.group if entry else listed.group,
            number=listed.number,
            title=listed.title,
            note=listed.note,
            selections=tuple(self._below(below, entry, entry is not None, unit)),
        )

    def _find(self, listed: ListedSelection, parent: Resolved | None) -> tuple[Resolved | None, How, int]:
        """Return the entry of a selection, how it was found, and how many items behind its colon belong to its name."""
        if self.closure is None:
            return None, "none", 0
        if listed.entry:
            found = self.closure.entry(listed.entry)
            if found and listed.entry in self.closure.offered(parent):
                return found, "id", 0
            offers = self._offers(parent)
            near = _by_segment(listed, offers)
            if near:
                return near, "segment", 0
            named = _by_name(listed, offers)
            if named or found is None:
                return named, "name" if named else "none", 0
            return found, "id", 0  # it is there, and misplaced: a finding says so
        return self._by_joined_name(listed, self._offers(parent))

    def _by_joined_name(self, listed: ListedSelection, offers: Sequence[Resolved]) -> tuple[Resolved | None, How, int]:
        for joined, name in _spellings(listed):
            found = _by_name(listed, offers, name)
            if found:
                return found, "name", joined
        return None, "none", 0

    def _offers(self, parent: Resolved | None) -> Sequence[Resolved]:
        if self.closure is None:
            return ()
        return self.closure.roots() if parent is None else tuple(self.closure.offers(parent))


def _by_segment(listed: ListedSelection, offers: Sequence[Resolved]) -> Resolved | None:
    """Return the offer with the same entry or link, the entry's own id first; of several the one in the same group."""
    for segment in reversed(listed.entry.split(SEPARATOR)):
        found = [offer for offer in offers if segment in offer.id.split(SEPARATOR)]
        if found:
            return min(found, key=lambda offer: (offer.group != listed.group, _is_called_otherwise(listed.name, offer)))
    return None


def _by_name(listed: ListedSelection, offers: Sequence[Resolved], name: str = "") -> Resolved | None:
    """Return the offer of the surest name; of several alike the one in the same group and of the same type."""
    groups = set(listed.group.split(SEPARATOR))
    ranked = []
    for at, offer in enumerate(offers):
        rank = names.best(name or listed.name, names.names_of(offer))
        if rank is not None and rank <= names.PLURAL:
            other_type = bool(listed.type) and offer.entry.type != listed.type
            ranked.append((rank, groups.isdisjoint(offer.group.split(SEPARATOR)), other_type, at))
    return offers[min(ranked)[3]] if ranked else None


def _torn(items: Sequence[ListedSelection], offers: Sequence[Resolved]) -> int:
    """Return how many items of a line together have the name of one offer, 1 where the first is one by itself."""
    if _by_name(items[0], offers) is None:
        for joined, name in _spellings(replace(items[0], selections=tuple(items[1:MOST_JOINED])), ", "):
            if joined and _by_name(items[0], offers, name):
                return joined + 1
    return 1


def _head(items: Sequence[ListedSelection]) -> dict[str, Any]:
    name = ", ".join(item.name for item in items)
    return {"name": name, "number": items[0].number}


def _spellings(listed: ListedSelection, first: str = ": ") -> Iterator[tuple[int, str]]:
    """Yield the name of a line of text, then with what stands behind its colon (or what `first` is) and commas."""
    yield 0, listed.name
    name = listed.name
    for joined, item in enumerate(listed.selections, 1):
        if item.place != listed.place or item.selections:
            return
        count = f"{item.number}x " if item.number != 1 else ""
        name = f"{name}{first if joined == 1 else ', '}{count}{item.name}"
        yield joined, name


def _is_called_otherwise(name: str, offer: Resolved) -> bool:
    """Whether no name of an entry is this one."""
    return all(names.normal(name) != names.normal(each) for each in names.names_of(offer))
