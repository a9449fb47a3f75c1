"""What is broken of a force's categories and roots, kept part by part with the ids that it was read from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from datasheets.evaluation.constraint import ContentPart, categories_of, root_part, roots_of
from datasheets.evaluation.judging import Reported
from datasheets.evaluation.query import COSTS
from datasheets.evaluation.scope import ForceScope

Found = tuple[Reported, ...]
Judge = Callable[[ContentPart], Found]


class KeptParts:
    """Some parts of a force as they were judged. `judge_again` judges again only those that an edit may concern."""

    def __init__(self, force: ForceScope, parts: Iterable[ContentPart], judge: Judge) -> None:
        self._force, self._parts = force, list(parts)
        self._found: dict[int, Found] = {}
        self._always: set[int] = set()
        self._readers: dict[str, list[int]] = {}
        self._entries = {part.entry: at for at, part in enumerate(self._parts) if part.entry}
        for at, part in enumerate(self._parts):
            force.roster.reads = reads = set[str]()
            found = judge(part)
            if found:
                self._found[at] = found
            if COSTS in reads or may_be_renamed(found):
                self._always.add(at)
            for id in reads:
                self._readers.setdefault(id, []).append(at)

    def judge_again(self, changed: set[str], touched: set[str], judge: Judge) -> Iterator[Reported]:
        """Yield what is broken where ids are counted otherwise and root selections of entries were touched."""
        concerned = self._always.union(*(self._readers[id] for id in changed & self._readers.keys()))
        rooted = {self._entries[entry] for entry in touched & self._entries.keys()}
        for at in sorted(concerned | rooted | self._found.keys()):
            if at in rooted:
                part = self._parts[at]
                yield from judge(root_part(self._force, part.choice) if part.choice else part)
            elif at in concerned:
                yield from judge(self._parts[at])
            else:
                yield from self._found[at]


class KeptContent:
    """The categories and roots of a force."""

    def __init__(self, force: ForceScope, judge: Judge) -> None:
        self._force = force
        self._limited = frozenset(force.closure.limited_categories if force.closure else ())
        self._categories = KeptParts(force, categories_of(force), judge)
        self._roots = KeptParts(force, roots_of(force), judge)

    def judge_again(self, changed: set[str], touched: set[str], judge: Judge) -> Iterator[Reported]:
        """Yield what is broken where ids are counted otherwise and root selections of entries were touched."""
        if changed.isdisjoint(self._limited):
            yield from self._categories.judge_again(changed, touched, judge)
        else:  # another category may be there now
            for part in categories_of(self._force):
                yield from judge(part)
        yield from self._roots.judge_again(changed, touched, judge)


def may_be_renamed(found: Iterable[Reported]) -> bool:
    """Whether findings name a selection, which may be called otherwise after an edit of something else."""
    return any(each.outside is None for each in found)
