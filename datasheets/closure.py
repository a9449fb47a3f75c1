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
from typing import Protocol, TypeVar

from datasheets.index import Container, Index, Info
from datasheets.model import (
    Catalogue,
    CategoryEntry,
    CategoryLink,
    Choosable,
    CostType,
    EntryGroup,
    EntryLink,
    ForceEntry,
    GameSystem,
    ProfileType,
    Publication,
    Source,
)
from datasheets.resolved import Merged, Resolved, ResolvedGroup

__all__ = ["CatalogueSet", "Catalogues", "Closure", "Merged", "Resolved", "ResolvedGroup", "UnknownCatalogue"]

SEPARATOR = "::"
LONGEST_WAY = 64  # links on the way to an entry; real data need fewer than 10, links that lead back have no end
MOST_KEPT = 100_000  # resolved ids that one closure keeps; rosters of strangers could name any number of ways

Key = TypeVar("Key")
Value = TypeVar("Value")


class UnknownCatalogue(KeyError):
    """No catalogue has this id."""


class Closure:
    """All that one force can see. Lookups never raise: what is not there is None.

    Args:
        indexes: the force's catalogue, then the linked catalogues breadth first, then the game system.
    """

    def __init__(self, indexes: Sequence[Index]) -> None:
        self._indexes = tuple(indexes)
        self._entries: dict[str, Resolved] = {}
        self._groups: dict[str, ResolvedGroup] = {}
        self._children: dict[tuple[bool, str], tuple[Merged, ...]] = {}
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
        lines = "".join(f"{source.id}\t{source.revision}\t{source.digest}\n" for source in self.sources)
        return "sha256:" + hashlib.sha256(lines.encode()).hexdigest()

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

    def info(self, id: str) -> Info | None:
        """Return what an info link points to: a profile, a rule or an info group."""
        return next((index.info[id] for index in self._indexes if id in index.info), None)

    def name(self, id: str) -> str:
        """Return the name of an entry, group, link, category or force entry, "" where there is none."""
        for index in self._indexes:
            for kind in (index.entries, index.groups):
                if id in kind:
                    return kind[id][0].name
        link = self._link(id)
        if link:
            return self.name(link[0].target) if link[0].target != id else ""
        named = self.category(id) or self.force_entry(id)
        return named.name if named else ""

    def entry(self, composite_id: str) -> Resolved | None:
        """Return the entry of a selection with this id, None where entry or links are gone."""
        found = self._entries.get(composite_id)
        if found is None and (found := self._resolve_entry(composite_id)):
            _keep(self._entries, composite_id, found)
        return found

    def group(self, composite_id: str) -> ResolvedGroup | None:
        """Return a group by its composite id."""
        found = self._groups.get(composite_id)
        if found is None and (found := self._resolve_group(composite_id)):
            _keep(self._groups, composite_id, found)
        return found

    def roots(self) -> tuple[Resolved, ...]:
        """Return what can be added to a force: the root entries of the catalogue, of the game system, and of linked
        catalogues where each link on the way imports roots and the entry is exported. Nothing of a library's own."""
        return tuple(self._roots.values())

    def offered(self, parent: Resolved | None) -> Collection[str]:
        """Return the composite ids of what can be chosen directly below an entry, or in a force."""
        if parent is None:
            return self._roots.keys()
        found = self._offered.get(parent.id)
        if found is None:
            found = _keep(self._offered, parent.id, frozenset(offer.id for offer in self.offers(parent)))
        return found

    def children(self, parent: Merged) -> tuple[Merged, ...]:
        """Return the entries and groups directly below an entry or group: its own in file order, then the link's."""
        key = isinstance(parent, Resolved), parent.id
        found = self._children.get(key)
        return _keep(self._children, key, tuple(self._below(parent))) if found is None else found

    def limited(self, parent: Resolved | None) -> tuple[Merged, ...]:
        """Return what has constraints of the entries and groups below an entry, groups at any depth, or in a force."""
        if parent is None:
            return self._limited_roots
        found = self._limited.get(parent.id)
        if found is None:
            found = _keep(self._limited, parent.id, tuple(choice for choice in self._choices(parent) if choice.constraints))
        return found

    def offers(self, parent: Merged) -> Iterator[Resolved]:
        """Yield all entries that can be chosen directly below an entry, those in groups at any depth included."""
        return (choice for choice in self._choices(parent) if isinstance(choice, Resolved))

    def _choices(self, parent: Merged) -> Iterator[Merged]:
        for child in self.children(parent):
            if isinstance(child, ResolvedGroup):
                if child.leads_back:
                    continue
                yield child
                yield from self._choices(child)
            else:
                yield child

    def _below(self, parent: Merged) -> Iterator[Merged]:
        path = tuple(parent.id.split(SEPARATOR)[:-1])
        for part in parent.parts:
            way = path[:-1] if isinstance(part, EntryLink) else path  # a link is no step on the way to its own children
            for node in (*part.entries, *part.groups, *part.links):
                child = self._at(_target_id(way, node), node)
                if child:
                    yield child

    @cached_property
    def _roots(self) -> Mapping[str, Resolved]:
        found: dict[str, Resolved] = {}
        if isinstance(self.catalogue, Catalogue) and self.catalogue.library:
            return found
        for source in self._root_sources():
            for node in (*source.entries, *source.links):
                root = self._at(_target_id((), node), node) if node.exported or source is self.catalogue else None
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

    def _at(self, composite_id: str, node: Choosable) -> Merged | None:
        is_group = isinstance(node, EntryGroup) or (isinstance(node, EntryLink) and node.type == "selectionEntryGroup")
        return self.group(composite_id) if is_group else self.entry(composite_id)

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

    def _link(self, id: str) -> tuple[EntryLink, Container] | None:
        return next((index.links[id] for index in self._indexes if id in index.links), None)

    def _reach(
        self, path: tuple[str, ...], id: str, container: Container
    ) -> tuple[EntryLink | None, tuple[str, ...], Container]:
        """Return the link at the end of `path` if it leads to `id`, and path and container of what stands in the parent."""
        found = self._link(path[-1]) if path else None
        if found and found[0].target == id:
            return found[0], path[:-1], found[1]
        return None, path, container

    def _around(self, path: tuple[str, ...], container: Container) -> tuple[ResolvedGroup, ...]:
        """Return the groups around what stands in `container`, innermost first."""
        if isinstance(container, EntryGroup):
            group = self.group(SEPARATOR.join((*path, container.id)))
        elif isinstance(container, EntryLink) and container.type == "selectionEntryGroup":
            group = self.group(SEPARATOR.join((*path, container.id, container.target)))
        else:
            group = None
        return (group, *group.groups) if group else ()

    def _resolve_group(self, composite_id: str) -> ResolvedGroup | None:
        *way, id = composite_id.split(SEPARATOR)
        found = next((index.groups[id] for index in self._indexes if id in index.groups), None)
        if found is None or len(way) > LONGEST_WAY or not all(map(self._link, way)):
            return None
        group, container = found
        link, path, container = self._reach(tuple(way), id, container)
        parts = (group, link) if link else (group,)
        return ResolvedGroup(id=composite_id, parts=parts, groups=self._around(path, container), definition=group)

    def _resolve_entry(self, composite_id: str) -> Resolved | None:
        *way, id = composite_id.split(SEPARATOR)
        found = next((index.entries[id] for index in self._indexes if id in index.entries), None)
        if found is None or len(way) > LONGEST_WAY or not all(map(self._link, way)):
            return None
        entry, container = found
        link, path, container = self._reach(tuple(way), id, container)
        parts: tuple[Choosable, ...] = (entry, link) if link else (entry,)
        groups = self._around(path, container)
        costs = {cost.type: cost for cost in (*entry.costs, *(link.costs if link else ()))}
        around = tuple(part for group in groups for part in group.parts)
        category_links: dict[str, CategoryLink] = {}
        for own in (own for part in (*parts, *around) for own in part.category_links):
            category_links.setdefault(own.target, own)
        primaries = (own.target for part in (*reversed(parts), *around) for own in part.category_links if own.primary)
        return Resolved(
            id=composite_id,
            parts=parts,
            groups=groups,
            entry=entry,
            costs=tuple(costs.values()),
            category_links=tuple(category_links.values()),
            primary=next(primaries, ""),
        )


class Catalogues(Protocol):
    """Where closures come from. `pin` is the digest of the closure wanted, "" for the newest."""

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        """Return the closure of a catalogue; raise `UnknownCatalogue` where there is none."""
        ...


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
            self._closures[catalogue] = Closure([*self._linked(catalogue), self._system])
        return self._closures[catalogue]

    def _linked(self, catalogue: str) -> list[Index]:
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


def _keep(kept: dict[Key, Value], key: Key, value: Value) -> Value:
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value
    return value


def _target_id(path: tuple[str, ...], node: Choosable) -> str:
    """Return the composite id of a child that stands at `path`: a link adds itself and names its target."""
    return SEPARATOR.join((*path, node.id, node.target) if isinstance(node, EntryLink) else (*path, node.id))
