"""Putting another datasheet or choice in the place of a selection, for whoever misspelt one or has older data.

What the selection held comes along as far as the new entry has something that is called nearly so; what the new entry
asks for besides is chosen as usual. It keeps its place, its uid, its own name, its note, and what was declared about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from builder.operations import nodes
from builder.operations.error import OperationError
from builder.operations.forces import closure_of
from builder.operations.nodes import Place
from datasheets.alike import alike, number_meant
from datasheets.closure import Catalogues, Closure, Resolved
from datasheets.evaluation import selecting
from datasheets.evaluation.tree import Roster, Selection
from datasheets.fields import unknown
from datasheets.model import Loadout

DEEPEST = 16
"""Levels that come along: what stands deeper is chosen as usual."""


def replace_selection(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Make a selection one of another entry that can stand in its place."""
    place = nodes.find(roster, arguments["selection"], "/selection")
    closure = closure_of(catalogues, place.force, "/selection")
    offered = {each.id: each for each in _offers(closure, place)}
    if arguments["entry"] not in offered:
        raise OperationError("/entry", unknown(arguments["entry"], tuple(offered), "choice"))
    entry, old = offered[arguments["entry"]], place.selection
    unit = closure.entry(place.unit.entry) if len(place.selections) > 1 else entry
    replacing = _Replacing(closure, unit.entry.loadout if unit else None, roster.next_uid)
    made = replacing.make(old, entry)
    return nodes.put(replace(roster, next_uid=replacing.next_uid), old.uid, made)


def _offers(closure: Closure, place: Place) -> Iterator[Resolved]:
    """Yield what can stand where a selection does."""
    if len(place.selections) == 1:
        yield from closure.roots()
    elif parent := closure.entry(place.selections[-2].entry):
        yield from closure.offers(parent)


@dataclass(slots=True)
class _Replacing:
    """Makes selections of other entries; `loadout` is that of the unit where it is a native one."""

    closure: Closure
    loadout: Loadout | None
    next_uid: int

    def make(self, old: Selection, entry: Resolved, depth: int = 0) -> Selection:
        """Return a selection of an entry with what an old one held."""
        number = number_meant(entry, old.name, old.number)
        held = list(self._take_along(old, entry, depth)) if depth < DEEPEST else []
        return replace(
            old,
            entry=entry.id,
            name=entry.name,
            group=entry.group,
            number=number,
            selections=(*held, *self._choose_usual(entry, held, number)),
        )

    def _take_along(self, old: Selection, entry: Resolved, depth: int) -> Iterator[Selection]:
        """Yield what was held, as what the new entry has that is called most alike."""
        offers = [each for each in self.closure.offers(entry) if not self.loadout or depth or each.entry.type == "model"]
        for child in old.selections:
            found = next(iter(alike(child.name, offers, 1, child.number)), None)
            if found:
                yield self.make(child, found, depth + 1)

    def _choose_usual(self, entry: Resolved, held: list[Selection], number: int) -> Iterator[Selection]:
        """Yield what else is chosen as usual: of native units all or nothing, else what nothing held stands for."""
        if self.loadout:
            if not held:
                yield from self._choose_usual_of_native(entry, number)
            return
        usual, self.next_uid = selecting.default_selection(self.closure, entry.id, self.next_uid)
        groups, entries = {each.group for each in held if each.group}, {each.entry for each in held}
        for each in usual.selections:
            if each.entry not in entries and each.group not in groups:
                yield each

    def _choose_usual_of_native(self, entry: Resolved, number: int) -> Iterator[Selection]:
        if entry.entry.loadout:
            usual, self.next_uid = selecting.default_selection(self.closure, entry.id, self.next_uid)
            yield from usual.selections
        elif self.loadout:
            items = {offer.id: offer for offer in self.closure.offers(entry)}
            for id, each in self.loadout.defaults.get(entry.id, {}).items():
                if id in items and each:
                    yield Selection(f"s{self.next_uid}", id, items[id].name, "", number * each)
                    self.next_uid += 1
