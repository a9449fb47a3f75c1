"""What one force can see: its catalogue, the catalogues that this one links to (breadth first), and the game system.

Ids are not unique over a repository of catalogues, so they are looked up per closure, nearest source first. A selection's
entry is named by a composite id: the ids of all links on the way, outermost first, then the entry's own, joined by "::".
`Closure.entry` turns it into a `Resolved`: the entry with what its link and its groups add. Nothing here knows a roster.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import Protocol

from datasheets.index import Index, Info
from datasheets.model import (
    Catalogue,
    CategoryEntry,
    CostType,
    ForceEntry,
    GameSystem,
    ProfileType,
    Publication,
    Source,
)
from datasheets.resolved import Merged, Resolved, ResolvedGroup
from datasheets.resolving import Resolver, keep

__all__ = [
    "CatalogueSet",
    "Catalogues",
    "Closure",
    "Merged",
    "RememberedClosures",
    "Resolved",
    "ResolvedGroup",
    "UnknownCatalogue",
]


class UnknownCatalogue(KeyError):
    """No catalogue has this id."""


def digest_of_sources(sources: Iterable[tuple[str, int, str]]) -> str:
    """Return the digest of a closure: over the id, revision and digest of each of its sources in their order."""
    lines = "".join(f"{id}\t{revision}\t{digest}\n" for id, revision, digest in sources)
    return "sha256:" + hashlib.sha256(lines.encode()).hexdigest()


class Closure(Resolver):
    """All that one force can see. Lookups never raise: what is not there is None.

    Args:
        indexes: the force's catalogue, then the linked catalogues breadth first, then the game system.
    """

    def __init__(self, indexes: Sequence[Index]) -> None:
        super().__init__(indexes)
        self._limited: dict[str, tuple[Merged, ...]] = {}
        self._offered: dict[str, frozenset[str]] = {}

    @property
    def sources(self) -> tuple[Source, ...]:
        """The catalogue, the linked catalogues, the game system."""
        return tuple(index.source for index in self._indexes)

    @property
    def catalogue(self) -> Source:
        """The catalogue that the force is taken from."""
        return self._indexes[0].source

    @property
    def system(self) -> Source:
        """The game system."""
        return self._indexes[-1].source

    @cached_property
    def digest(self) -> str:
        """`sha256:` and the hexadecimal digest over the ids and digests of all sources, in their order."""
        return digest_of_sources((source.id, source.revision, source.digest) for source in self.sources)

    @cached_property
    def cost_types(self) -> Mapping[str, CostType]:
        """All kinds of cost, the game system's first."""
        found: dict[str, CostType] = {}
        for source in (self.system, *self.sources):
            for cost_type in source.cost_types:
                found.setdefault(cost_type.id, cost_type)
        return found

    @cached_property
    def no_costs(self) -> Mapping[str, Decimal]:
        """0 of every kind of cost."""
        return dict.fromkeys(self.cost_types, Decimal(0))

    @cached_property
    def profile_types(self) -> Mapping[str, ProfileType]:
        """All kinds of profile, the game system's first."""
        found: dict[str, ProfileType] = {}
        for source in (self.system, *self.sources):
            for profile_type in source.profile_types:
                found.setdefault(profile_type.id, profile_type)
        return found

    @cached_property
    def publications(self) -> Mapping[str, Publication]:
        """All publications, the catalogue's first."""
        found: dict[str, Publication] = {}
        for source in self.sources:
            for publication in source.publications:
                found.setdefault(publication.id, publication)
        return found

    def category(self, id: str) -> CategoryEntry | None:
        """Return a category: a linked catalogue's definition counts first, then the system's, then the catalogue's own."""
        for index in (*self._indexes[1:], self._indexes[0]):
            if id in index.categories:
                return index.categories[id]
        return None

    def force_entry(self, id: str) -> ForceEntry | None:
        """Return a force entry, nested ones too."""
        return next((index.force_entries[id] for index in self._indexes if id in index.force_entries), None)

    @cached_property
    def kinds_of_force(self) -> tuple[ForceEntry, ...]:
        """What a force of the catalogue can be: its force entries and those of its game that are not hidden."""
        return tuple(each for source in self.sources for each in source.force_entries if not each.hidden)

    def info(self, id: str) -> Info | None:
        """Return what an info link points to: a profile, a rule or an info group."""
        return next((index.info[id] for index in self._indexes if id in index.info), None)

    def name(self, id: str) -> str:
        """Return the name of an entry, group, link, category or force entry, "" where there is none."""
        link = self.link(id)
        for target in (id, link.target) if link else (id,):
            for index in self._indexes:
                for kind in (index.entries, index.groups):
                    if target in kind:
                        return kind[target][0].name
        named = self.category(id) or self.force_entry(id)
        return named.name if named else ""

    def roots(self) -> tuple[Resolved, ...]:
        """Return what can be added to a force: the root entries of the catalogue, of the game system, and of linked
        catalogues where each link on the way imports roots and the entry is exported. Nothing of a library's own."""
        return tuple(self._roots.values())

    def offered_ids(self, parent: Resolved | None) -> Collection[str]:
        """Return the composite ids of what can be chosen directly below an entry, or in a force."""
        if parent is None:
            return self._roots.keys()
        found = self._offered.get(parent.id)
        if found is None:
            found = keep(self._offered, parent.id, frozenset(offer.id for offer in self.offers(parent)))
        return found

    def constrained_entries(self, parent: Resolved | None) -> tuple[Merged, ...]:
        """Return what has constraints of the entries and groups below an entry, groups at any depth, or in a force."""
        if parent is None:
            return self._limited_roots
        found = self._limited.get(parent.id)
        if found is None:
            found = keep(self._limited, parent.id, tuple(choice for choice in self._choices(parent) if choice.constraints))
        return found

    @cached_property
    def _roots(self) -> Mapping[str, Resolved]:
        found: dict[str, Resolved] = {}
        if isinstance(self.catalogue, Catalogue) and self.catalogue.library:
            return found
        for source in self._root_sources():
            for node in (*source.entries, *source.links):
                root = self.stands_for(node) if node.exported or source is self.catalogue else None
                for offer in (root,) if isinstance(root, Resolved) else self.offers(root) if root else ():
                    found.setdefault(offer.id, offer)
        return found

    @cached_property
    def _limited_roots(self) -> tuple[Merged, ...]:
        return tuple(root for root in self._roots.values() if root.constraints)

    @cached_property
    def limited_categories(self) -> tuple[str, ...]:
        """The ids of all categories that have constraints."""
        ids = dict.fromkeys(id for index in self._indexes for id in index.categories)
        return tuple(id for id in ids if (category := self.category(id)) and category.constraints)

    def _root_sources(self) -> Iterator[Source]:
        by_id = {source.id: source for source in self.sources}
        seen = {self.catalogue.id}
        pending: list[Source] = [self.catalogue]
        for source in pending:
            yield source
            for link in source.catalogue_links if isinstance(source, Catalogue) else ():
                if link.import_roots and link.target in by_id and link.target not in seen:
                    seen.add(link.target)
                    pending.append(by_id[link.target])
        if self.system.id not in seen:
            yield self.system


class Catalogues(Protocol):
    """Where closures come from. `pin` is the digest of the closure wanted, "" for the newest."""

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        """Return the closure of a catalogue; raise `UnknownCatalogue` where there is none."""
        ...


class RememberedClosures:
    """Catalogues as they are during one piece of work: each is looked up once."""

    def __init__(self, catalogues: Catalogues) -> None:
        self._catalogues = catalogues
        self._found: dict[tuple[str, str], Closure] = {}

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        """Return the closure of a catalogue; raise `UnknownCatalogue` where there is none."""
        found = self._found.get((catalogue, pin))
        if found is None:
            found = self._found[catalogue, pin] = self._catalogues.closure(catalogue, pin)
        return found


class CatalogueSet:
    """A game system and its catalogues in memory, one version of each, so that pins are not looked at.

    A link to a catalogue that is not here is passed over. The game system itself can stand for a catalogue.
    """

    def __init__(self, system: GameSystem, catalogues: Iterable[Catalogue] = ()) -> None:
        self._system = Index(system)
        self._catalogues = {catalogue.id: Index(catalogue) for catalogue in catalogues}
        self._closures: dict[str, Closure] = {}

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        """Return the closure of a catalogue; raise `UnknownCatalogue` where there is none."""
        if catalogue not in self._closures:
            self._closures[catalogue] = Closure([*self._linked_indexes(catalogue), self._system])
        return self._closures[catalogue]

    def _linked_indexes(self, catalogue: str) -> list[Index]:
        if catalogue == self._system.source.id and catalogue not in self._catalogues:
            return []
        if catalogue not in self._catalogues:
            raise UnknownCatalogue(catalogue)
        ids = [catalogue]
        for id in ids:
            source = self._catalogues[id].source
            targets = [link.target for link in source.catalogue_links] if isinstance(source, Catalogue) else []
            ids += [t for t in dict.fromkeys(targets) if t in self._catalogues and t not in ids]
        return [self._catalogues[id] for id in ids]
