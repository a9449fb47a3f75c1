"""From composite ids to entries: looking up what stands at the end of a way of links, and what stands below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from datasheets.index import Container, Index
from datasheets.model import CategoryLink, Choosable, EntryGroup, EntryLink
from datasheets.resolved import Merged, Resolved, ResolvedGroup
from datasheets.steps import spend

SEPARATOR = "::"
LONGEST_WAY = 64  # links on the way to an entry; real data need fewer than 10, links that lead back have no end
MOST_CHOICES = 5_000  # below one entry; real data have 400, but groups that link to groups double with each level
RESOLVING = 5  # steps for what is resolved for the first time, which takes as much longer than looking it up
MOST_KEPT = 100_000  # ids of one kind that are kept; rosters of strangers could name any number of ways

Key = TypeVar("Key")
Value = TypeVar("Value")


class Resolver:
    """Entries and groups by composite id over some sources, the nearest first. What was looked up is kept."""

    def __init__(self, indexes: Sequence[Index]) -> None:
        self._indexes = tuple(indexes)
        self._entries: dict[str, Resolved] = {}
        self._groups: dict[str, ResolvedGroup] = {}
        self._children: dict[tuple[bool, str], tuple[Merged, ...]] = {}

    def entry(self, composite_id: str) -> Resolved | None:
        """Return the entry of a selection with this id, None where entry or links are gone."""
        found = self._entries.get(composite_id)
        if found is None:
            self._pave(composite_id)
            if found := self._resolve_entry(composite_id):
                keep(self._entries, composite_id, found)
        return found

    def group(self, composite_id: str) -> ResolvedGroup | None:
        """Return a group by its composite id."""
        found = self._groups.get(composite_id)
        if found is None and (found := self._resolve_group(composite_id)):
            keep(self._groups, composite_id, found)
        return found

    def link(self, id: str) -> EntryLink | None:
        """Return an entry link by its own id."""
        found = self._link(id)
        return found[0] if found else None

    def stands_for(self, node: Choosable) -> Merged | None:
        """Return what a root entry or link of a source stands for."""
        return self._at(_target_id((), node), node)

    def children(self, parent: Merged) -> tuple[Merged, ...]:
        """Return the entries and groups directly below an entry or group: its own in file order, then the link's.

        Raises:
            DocumentError: the budget of steps is used up (`datasheets.steps`).
        """
        key = isinstance(parent, Resolved), parent.id
        found = self._children.get(key)
        cost = 1
        if found is None:
            found, cost = keep(self._children, key, tuple(self._below(parent))), RESOLVING
        spend(cost * (1 + len(found)), self._indexes[0].source.name)
        return found

    def offers(self, parent: Merged) -> Iterator[Resolved]:
        """Yield all entries that can be chosen directly below an entry, those in groups at any depth included."""
        return (choice for choice in self._choices(parent) if isinstance(choice, Resolved))

    def _choices(self, parent: Merged) -> Iterator[Merged]:
        """Yield what stands below an entry or group, groups at any depth, each group before what is in it."""
        pending = list(reversed(self.children(parent)))
        for _ in range(MOST_CHOICES):
            if not pending:
                return
            child = pending.pop()
            if not isinstance(child, ResolvedGroup):
                yield child
            elif not child.leads_back:
                yield child
                pending.extend(reversed(self.children(child)))

    def _below(self, parent: Merged) -> Iterator[Merged]:
        path = tuple(parent.id.split(SEPARATOR)[:-1])
        for part in parent.parts:
            way = path[:-1] if isinstance(part, EntryLink) else path  # a link is no step on the way to its own children
            for node in (*part.entries, *part.groups, *part.links):
                child = self._at(_target_id(way, node), node)
                if child:
                    yield child

    def _at(self, composite_id: str, node: Choosable) -> Merged | None:
        is_group = isinstance(node, EntryGroup) or (isinstance(node, EntryLink) and node.type == "selectionEntryGroup")
        return self.group(composite_id) if is_group else self.entry(composite_id)

    def _link(self, id: str) -> tuple[EntryLink, Container] | None:
        for index in self._indexes:
            if found := index.links.get(id):
                return found
        return None

    def _pave(self, composite_id: str) -> None:
        """Resolve the groups on a way from the outermost on, so that none has to go up all of it by itself."""
        way, ahead = composite_id.split(SEPARATOR)[:LONGEST_WAY], list[str]()
        for at in range(len(way) - 1, 0, -1):
            found = self._link(way[at - 1])
            if found and found[0].type == "selectionEntryGroup":
                group = SEPARATOR.join((*way[:at], found[0].target))
                if group in self._groups:  # and with it those around it
                    break
                ahead.append(group)
        for group in reversed(ahead):
            self.group(group)

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


def keep(kept: dict[Key, Value], key: Key, value: Value) -> Value:
    """Keep a value, all others forgotten where there are too many, and return it."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value
    return value


def _target_id(path: tuple[str, ...], node: Choosable) -> str:
    """Return the composite id of a child that stands at `path`: a link adds itself and names its target."""
    return SEPARATOR.join((*path, node.id, node.target) if isinstance(node, EntryLink) else (*path, node.id))
