"""The Warlord and the Warlord Trait of imported data: upgrades that a unit chooses, read as declarations.

An upgrade is about the model that it stands below; one of the unit itself is about its first model. How authors name such
upgrades is data of the system (`System.imports`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from datasheets.closure import Closure, Resolved
from datasheets.evaluation.selecting import number_required
from datasheets.evaluation.tree import Declaration, Selection
from datasheets.imported.models import Models
from datasheets.imported.tables import heading_of, profiles_shown
from datasheets.markup import strip_marks
from datasheets.model import Condition, ConditionGroup, EntryGroup, Modifier, ModifierGroup
from datasheets.systems.imports import Imports

WARLORD, TRAIT = "warlord", "warlord-trait"
PRESENT = ("equalTo", "atLeast", "greaterThan")
_warlords: WeakKeyDictionary[Closure, dict[str, bool]] = WeakKeyDictionary()
_are_traits: WeakKeyDictionary[Closure, dict[str, bool]] = WeakKeyDictionary()
_traits: WeakKeyDictionary[Closure, frozenset[str]] = WeakKeyDictionary()


class Choice(NamedTuple):
    """An upgrade that was chosen, what it declares, and the selection right above it."""

    declaration: Declaration
    node: Selection
    parent: Selection


class Offer(NamedTuple):
    """An upgrade that can be chosen below a selection, and what it declares then."""

    declaration: Declaration
    entry: Resolved
    parent: Selection

    @property
    def place(self) -> tuple[str, str]:
        """The uid of the selection that it can be chosen below, and the entry's id."""
        return self.parent.uid, self.entry.id


class ImportedUnit(NamedTuple):
    """A unit of imported data, with what reads it."""

    selection: Selection
    models: Models
    closure: Closure
    imports: Imports

    def choices(self) -> Iterator[Choice]:
        """Yield the upgrades of the unit that declare something."""
        for node, subject in self._subjects(self.selection, self.selection):
            chosen = [(child, entry) for child in node.selections if (entry := self.closure.entry(child.entry))]
            warlords = self._warlord_ids(entry for _, entry in chosen)
            for child, entry in chosen:
                said = self._declaration(entry, subject, warlords) if child.number else None
                if said:
                    yield Choice(said, child, node)

    def asked_for(self) -> Iterator[Declaration]:
        """Yield what upgrades declare that the data ask for, so that nobody chose them."""
        for each in self.choices():
            entry = self.closure.entry(each.node.entry)
            if entry and number_required(entry):
                yield each.declaration

    def offers(self) -> Iterator[Offer]:
        """Yield the upgrades that declare something, of all that the data offer in the unit, hidden ones too."""
        for node, subject in self._subjects(self.selection, self.selection):
            entry = self.closure.entry(node.entry)
            offers = list(self.closure.offers(entry)) if entry else []
            warlords = self._warlord_ids(offers)
            for offer in offers:
                said = self._declaration(offer, subject, warlords)
                if said:
                    yield Offer(said, offer, node)

    def has_offers(self, subject: str) -> bool:
        """Whether the data have anything to say about a model: that it is the Warlord, or has a trait."""
        return any(each.declaration.subject == subject for each in self.offers())

    def _subjects(self, node: Selection, model: Selection) -> Iterator[tuple[Selection, str]]:
        """Yield every selection of the unit, and the uid of the model that an upgrade right below it is about."""
        model = node if node.entry in self.models.entries else model
        first = next((each for each in model.walk() if each.entry in self.models.entries and each.number > 0), None)
        yield node, first.uid if first else ""
        for child in node.selections:
            yield from self._subjects(child, model)

    def _warlord_ids(self, entries: Iterable[Resolved]) -> frozenset[str]:
        """Return the ids by which conditions ask for the Warlord among some entries."""
        warlords = [entry for entry in entries if self._is_warlord(entry)]
        inner = [offer for entry in warlords for offer in self.closure.offers(entry) if self._is_called_warlord(offer)]
        return frozenset(part.id for entry in (*warlords, *inner) for part in entry.parts)

    def _is_warlord(self, entry: Resolved) -> bool:
        """Whether an upgrade is the Warlord, or brings it along as something that it must have."""
        known = _warlords.setdefault(self.closure, {})
        if entry.id not in known:
            inner = (offer for offer in self.closure.offers(entry) if self._is_called_warlord(offer))
            known[entry.id] = self._is_called_warlord(entry) or any(number_required(offer) for offer in inner)
        return known[entry.id]

    def _is_called_warlord(self, entry: Resolved) -> bool:
        return entry.name.strip() == self.imports.leader

    def _declaration(self, entry: Resolved, subject: str, warlords: frozenset[str]) -> Declaration | None:
        if not subject or entry.id in self.models.entries:
            return None
        if self._is_warlord(entry):
            return Declaration(self.imports.leader_kind, subject)
        is_trait = self._is_trait(entry) or _is_asked_of(entry, warlords)
        return Declaration(TRAIT, subject, value=trait_name(entry)) if is_trait else None

    def _is_trait(self, entry: Resolved) -> bool:
        """Whether an upgrade is a Warlord Trait; one that only holds traits to choose from is none."""
        known = _are_traits.setdefault(self.closure, {})
        if entry.id not in known:
            inner = (is_trait(offer, self.closure, self.imports) for offer in self.closure.offers(entry))
            known[entry.id] = is_trait(entry, self.closure, self.imports) and not any(inner)
        return known[entry.id]


def _is_asked_of(entry: Resolved, warlords: frozenset[str]) -> bool:
    """Whether the data ask for an upgrade because its model is the Warlord: so they write the traits of named characters."""
    if not warlords:
        return False
    changes = (each for _, limit in entry.constraints if limit.type == "min" for each in entry.changes.get(limit.id, ()))
    gates: list[Modifier | ModifierGroup] = []
    for change in changes:
        gates += [*change.gates, change.modifier]
    return any(_asks_for(gate.conditions, gate.groups, warlords) for gate in gates)


def _asks_for(conditions: Iterable[Condition], groups: Iterable[ConditionGroup], ids: frozenset[str]) -> bool:
    return any(each.query.child in ids and each.type in PRESENT for each in conditions) or any(
        _asks_for(group.conditions, group.groups, ids) for group in groups
    )


def trait_name(entry: Resolved) -> str:
    """Return what a trait is called where it is declared."""
    return strip_marks(entry.name).strip()


def is_trait(entry: Resolved, closure: Closure, imports: Imports) -> bool:
    """Whether an upgrade is a Warlord Trait: it, a group around it or the type of a profile of it is called so.

    Named characters have theirs outside of such a group; some are known from the groups that others choose them from.
    """
    headings = (heading_of(closure, profile) for profile in profiles_shown(closure, entry))
    called = (entry.name.strip(), *(group.name.strip() for group in entry.groups), *headings)
    return any(name.startswith(imports.traits) for name in called) or entry.entry.id in _trait_entries(closure, imports)


def brings_traits(unit: ImportedUnit) -> bool:
    """Whether the data of a unit have Warlord Traits: shared ones, or its own."""
    return bool(_trait_entries(unit.closure, unit.imports)) or any(each.declaration.kind == TRAIT for each in unit.offers())


def _trait_entries(closure: Closure, imports: Imports) -> frozenset[str]:
    """Return the ids of the entries that shared groups of Warlord Traits offer."""
    if closure not in _traits:
        groups = [group for source in closure.sources for group in source.shared_groups]
        _traits[closure] = frozenset(id for group in groups for id in _entries_among(group, False, imports.traits))
    return _traits[closure]


def _entries_among(group: EntryGroup, among: bool, traits: str) -> Iterator[str]:
    among = among or group.name.strip().startswith(traits)
    if among:
        yield from (entry.id for entry in group.entries)
        yield from (link.target for link in group.links if link.type == "selectionEntry")
    for inner in group.groups:
        yield from _entries_among(inner, among, traits)
