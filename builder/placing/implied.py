"""What a list names that its unit has anyway: a profile of what was chosen, a keyword, what all models have together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.placing import names
from builder.placing.conventions import imports_of
from builder.placing.draft import Node
from builder.placing.reach import Items, Meaning, Reaches
from builder.placing.sizing import Sizing, models_in
from datasheets.closure import Closure, Resolved
from datasheets.imported.shared import Sharing, shared_choices
from exports.lists.listed import ListedSelection

COUNT = re.compile(r"\d{1,3}x\s+")


class Implied:
    """Says what one unit has anyway."""

    def __init__(self, closure: Closure, unit: Node, reaches: Reaches, sizing: Sizing) -> None:
        self.closure, self.unit, self.reaches, self.sizing = closure, unit, reaches, sizing

    def number_of(self, item: ListedSelection, models: int) -> int:
        """Return how many of an item were chosen: one, where each model has what the unit has chosen once for all."""
        if item.number != models or models < 2 or self.unit.entry is None:
            return item.number
        shared = _shared_choices_of(self.closure, self.unit.entry)
        chosen = (each for each in self.unit.below if each.entry and each.number == 1 and not each.is_model)
        once = (each for each in chosen if each.entry and any(one.id in shared for one in (each.entry, *each.entry.groups)))
        there = (inner for each in once for inner in each.walk() if inner.number == 1)
        return 1 if any(each.entry and names.is_called(item.name, each.entry) for each in there) else item.number

    def is_there(self, item: ListedSelection, number: int) -> bool:
        """Whether so many of an item stand there for something that the list calls otherwise."""
        wanted = names.normal(item.name)
        called = (node for node in self.unit.walk() if node.entry and names.is_called(item.name, node.entry))
        otherwise = (
            node for node in called if node.wanted and all(names.normal(each.name) != wanted for each in node.wanted)
        )
        return number <= sum(node.number for node in otherwise)

    def is_shared(self, item: ListedSelection, *, on_line: bool) -> bool:
        """Whether an item of models, on their line or one for each, is what the unit has for all of them together."""
        if not on_line and not item.number == self.sizing.count > 1:
            return False
        return any(self._is_shown_by(item, each) for each in self._shared_entries())

    def _shared_entries(self) -> list[Resolved]:
        """Return what the unit has for all of its models together, at any depth."""
        shared = [node for node in self.unit.below if not node.is_model]
        for node in shared:
            shared += [inner for inner in node.below if not inner.is_model]
        return [node.entry for node in shared if node.entry]

    def _is_shown_by(self, item: ListedSelection, entry: Resolved) -> bool:
        """Whether an item is an entry, or a profile of what the entry shows: the pistol that comes with armour."""
        return names.is_called(item.name, entry) or names.normal(item.name) in self.reaches.shows(entry)

    def split_shared(self, items: Items) -> tuple[Items, set[int]]:
        """Return those of the items on lines of models that the unit does not have for all of its models together, and the
        ids (`id()`) of the others."""
        shared = self._shared_entries()
        found = {id(item) for item, _ in items if any(self._is_shown_by(item, each) for each in shared)}
        return [each for each in items if id(each[0]) not in found], found

    def is_shown(self, item: ListedSelection) -> bool:
        """Whether something that the list names otherwise shows a profile of that name."""
        name = names.normal(COUNT.sub("", item.name))
        named = (node.entry for node in self.unit.walk() if node.entry and node.wanted)
        return any(name in self.reaches.shows(entry) for entry in named)

    def is_whose(self, found: Sequence[Meaning]) -> bool:
        """Whether an option says that models have what the unit itself shows, in data whose names count models."""
        is_counted = any(node.entry and models_in(node.entry) > 1 for node in self.unit.below)
        return is_counted and any(each.rank == names.SAME and len(each.way) == 1 for each in found)

    def is_said(self, item: ListedSelection) -> bool:
        """Whether an item is a keyword of the unit, or a part of the name of what the list put there already."""
        wanted = names.normal(item.name)
        if any(wanted in names.parts(node.name) for node in self.unit.walk() if node.wanted):
            return True
        own = {id for node in self.unit.walk() if node.entry for id in node.entry.categories}
        return any(names.normal(category.name) == wanted for id in own if (category := self.closure.category(id)))


def _shared_choices_of(closure: Closure, unit: Resolved) -> Sharing:
    """Return what a unit chooses for all its models, nothing in a game whose data nobody knows to read."""
    imports = imports_of(closure)
    return shared_choices(closure, unit, imports) if imports else {}
