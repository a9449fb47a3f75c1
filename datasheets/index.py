"""Where everything of one source stands: a dictionary per kind of definition, built once and shared by all closures.

Each node is filed with its container: the entry, group or link whose child it is (None at the root and among the shared
ones). That is all it takes to find the groups that a selection was chosen in.
"""

from __future__ import annotations

from collections.abc import Iterable

from datasheets.model import (
    CategoryEntry,
    Choosable,
    Entry,
    EntryGroup,
    EntryLink,
    ForceEntry,
    InfoGroup,
    Profile,
    Rule,
    Source,
)

Container = Choosable | None
Info = Profile | Rule | InfoGroup


class Index:
    """All definitions of one source by id. Of two with one id the first counts, shared ones and roots before nested ones."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.entries: dict[str, tuple[Entry, Container]] = {}
        self.groups: dict[str, tuple[EntryGroup, Container]] = {}
        self.links: dict[str, tuple[EntryLink, Container]] = {}
        self.categories: dict[str, CategoryEntry] = {}
        self.force_entries: dict[str, ForceEntry] = {}
        self.info: dict[str, Info] = {}
        for category in source.categories:
            self.categories.setdefault(category.id, category)
        self._file_force_entries(source.force_entries)
        self._file_info(source.shared_profiles, source.shared_rules, source.shared_info_groups)
        self._file_info(source.profiles, source.rules, ())
        self._file_choosables(source.shared_entries + source.entries, source.shared_groups, source.links)

    def _file_force_entries(self, force_entries: Iterable[ForceEntry]) -> None:
        for force_entry in force_entries:
            self.force_entries.setdefault(force_entry.id, force_entry)
            self._file_force_entries(force_entry.forces)

    def _file_info(self, profiles: Iterable[Profile], rules: Iterable[Rule], info_groups: Iterable[InfoGroup]) -> None:
        items: tuple[Info, ...] = (*profiles, *rules)
        for item in items:
            self.info.setdefault(item.id, item)
        for group in info_groups:
            self.info.setdefault(group.id, group)
            self._file_info(group.profiles, group.rules, group.info_groups)

    def _file_choosables(self, entries: Iterable[Entry], groups: Iterable[EntryGroup], links: Iterable[EntryLink]) -> None:
        """File breadth first, so that what stands higher is found first."""
        pending: list[tuple[Choosable, Container]] = [(node, None) for node in (*entries, *groups, *links)]
        for node, container in pending:
            if isinstance(node, Entry):
                self.entries.setdefault(node.id, (node, container))
            elif isinstance(node, EntryGroup):
                self.groups.setdefault(node.id, (node, container))
            elif isinstance(node, EntryLink):
                self.links.setdefault(node.id, (node, container))
            self._file_info(node.profiles, node.rules, node.info_groups)
            pending += [(child, node) for child in (*node.entries, *node.groups, *node.links)]
