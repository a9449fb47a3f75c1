"""What is wrong between data files: systems that do not fit, links that lead nowhere or back, ids that stand twice.

An error means that the files cannot be used together. Everything else is a warning: real repositories have links whose
target is gone and ids that stand twice, and the programs that players use pass over them; so do we.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from datasheets.index import Index
from datasheets.model import (
    Catalogue,
    CategoryLink,
    Choosable,
    EntryGroup,
    EntryLink,
    ForceEntry,
    GameSystem,
    InfoGroup,
    InfoLink,
    Source,
)
from datasheets.problems import Problem
from datasheets.words import Message

MOST_WARNINGS = 500
Linking = EntryLink | InfoLink | CategoryLink
Holder = Choosable | ForceEntry | InfoGroup
TARGETS: Mapping[str, str] = {
    "selectionEntry": "entry",
    "selectionEntryGroup": "group",
    "profile": "profile",
    "rule": "rule",
    "infoGroup": "info-group",
    "category": "category",
}


@dataclass(frozen=True, slots=True)
class File:
    """A data file that was read. `data` are its bytes, to name the line of a problem."""

    name: str
    source: GameSystem | Catalogue
    data: bytes = b""

    def place(self, id: str) -> str:
        """Return "file:line" of what has this id, "file" where that is not known."""
        found = re.search(rb"""\bid=["']""" + re.escape(id.encode()) + rb"""["']""", self.data) if id else None
        return f"{self.name}:{self.data.count(10, 0, found.start()) + 1}" if found else self.name


def check(files: Iterable[File]) -> tuple[Problem, ...]:
    """Return the problems of files that are to be used together, errors first; at most 500 warnings."""
    known = tuple(files)
    errors = unfit(known)
    return errors or tuple(_first(_questionable(known), MOST_WARNINGS))


def unfit(files: Iterable[File]) -> tuple[Problem, ...]:
    """Return the errors alone, which is much quicker."""
    return tuple(_unfit(tuple(files)))


def _unfit(files: Sequence[File]) -> Iterator[Problem]:
    systems = [file for file in files if isinstance(file.source, GameSystem)]
    if not systems:
        yield Problem("", Message("file.no-system"))
        return
    for file in systems[1:]:
        yield Problem(file.name, Message("file.second-system", {"name": systems[0].name}))
    by_id: dict[str, File] = {}
    for file in files:
        first = by_id.setdefault(file.source.id, file)
        if first is not file:
            yield Problem(file.place(file.source.id), Message("file.same-id", {"name": first.name, "id": file.source.id}))
        if isinstance(file.source, Catalogue) and file.source.system != systems[0].source.id:
            ours = systems[0].source
            values = {"catalogue": file.source.name, "theirs": file.source.system, "id": ours.id, "name": ours.name}
            yield Problem(file.place(file.source.id), Message("file.other-system", values))


def _questionable(files: Sequence[File]) -> Iterator[Problem]:
    indexes = {file.source.id: Index(file.source) for file in files}
    system = next(file.source.id for file in files if isinstance(file.source, GameSystem))
    linked = {file.source.id: _links(file.source, indexes) for file in files}
    for file in files:
        yield from _catalogue_links(file, indexes, linked)
        yield from _twice(file)
        yield from _dead_links(file, [indexes[id] for id in (*_reach(file.source.id, linked), system)])
    yield from _rings(files, indexes, linked, system)


def _links(source: Source, indexes: Collection[str]) -> tuple[str, ...]:
    return (
        tuple(link.target for link in source.catalogue_links if link.target in indexes)
        if isinstance(source, Catalogue)
        else ()
    )


def _reach(id: str, linked: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return a source and all that it links to, breadth first."""
    found = [id]
    for each in found:
        found += [target for target in linked[each] if target not in found]
    return tuple(found)


def _catalogue_links(file: File, indexes: Collection[str], linked: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
    for link in file.source.catalogue_links if isinstance(file.source, Catalogue) else ():
        if link.target not in indexes:
            yield _warning(file, "", Message("file.link-missing", {"name": link.name, "id": link.target}))
    if any(file.source.id in _reach(target, linked) for target in linked[file.source.id]):
        yield _warning(file, "", Message("file.link-ring"))


def _twice(file: File) -> Iterator[Problem]:
    ids = Counter(each.id for each in _all(file.source) if each.id)
    for id, times in ids.items():
        if times > 1:
            yield _warning(file, id, Message("file.id-twice", {"id": id, "count": times}))


def _dead_links(file: File, indexes: Sequence[Index]) -> Iterator[Problem]:
    for link in _all(file.source):
        if isinstance(link, (EntryLink, InfoLink, CategoryLink)) and not _is_there(link, indexes):
            kind = TARGETS["category" if isinstance(link, CategoryLink) else link.type]
            values = {"name": link.name, "kind": Message(f"file.kind.{kind}"), "target": link.target}
            yield _warning(file, link.id, Message("file.link-dead", values))


def _is_there(link: Linking, indexes: Sequence[Index]) -> bool:
    if isinstance(link, CategoryLink):
        return any(link.target in index.categories for index in indexes)
    if isinstance(link, InfoLink):
        return any(link.target in index.info for index in indexes)
    if link.type == "selectionEntryGroup":
        return any(link.target in index.groups for index in indexes)
    return any(link.target in index.entries for index in indexes)


def _rings(
    files: Sequence[File], indexes: Mapping[str, Index], linked: Mapping[str, Sequence[str]], system: str
) -> Iterator[Problem]:
    """Yield each group that contains itself through links: nothing could ever be chosen from it."""
    for file in files:
        reach = [indexes[id] for id in (*_reach(file.source.id, linked), system)]
        for group in (node for node in _all(file.source) if isinstance(node, EntryGroup)):
            if _contains(group, group.id, reach):
                yield _warning(file, group.id, Message("file.group-ring", {"name": group.name}))


def _contains(group: EntryGroup, id: str, indexes: Sequence[Index]) -> bool:
    """Whether the group of this id is reached from a group through groups and links to groups alone."""
    pending, seen = [group], set[str]()
    while pending:
        node = pending.pop()
        linked = [link.target for link in node.links if link.type == "selectionEntryGroup"]
        for target in linked:
            found = next((index.groups[target][0] for index in indexes if target in index.groups), None)
            if target == id:
                return True
            if found and target not in seen:
                seen.add(target)
                pending.append(found)
        pending += node.groups
    return False


def _all(source: Source) -> Iterator[Linking | Holder]:
    """Yield every entry, group, link, force entry and info group of a source."""
    pending: list[Linking | Holder] = [
        *source.force_entries,
        *source.shared_entries,
        *source.shared_groups,
        *source.entries,
        *source.links,
        *source.shared_info_groups,
        *source.info_links,
    ]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, (InfoLink, CategoryLink)):
            continue
        pending += (*node.info_groups, *node.info_links)
        if isinstance(node, Choosable):
            pending += (*node.entries, *node.groups, *node.links)
        if isinstance(node, ForceEntry):
            pending += node.forces
        if not isinstance(node, InfoGroup):
            pending += node.category_links


def _warning(file: File, id: str, message: str) -> Problem:
    return Problem(file.place(id), message, "warning")


def _first(problems: Iterable[Problem], most: int) -> Iterator[Problem]:
    for count, problem in enumerate(problems):
        if count >= most:
            yield Problem("", Message("file.warnings-most", {"most": most}), "warning")
            return
        yield problem
