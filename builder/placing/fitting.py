"""One item at the end of one way below a unit: on as many models as it is for, where groups and entries have room."""

from __future__ import annotations

from builder.placing.draft import Node, default_node, make_room, room, scale
from builder.placing.reach import Way
from builder.placing.sizing import Sizing
from datasheets.closure import Closure, Resolved
from exports.lists.listed import ListedSelection


class Fitting:
    """Fits items into one unit."""

    def __init__(self, closure: Closure, unit: Node, sizing: Sizing) -> None:
        self.closure, self.unit, self.sizing = closure, unit, sizing

    def along(self, parent: Node, way: Way, number: int, item: ListedSelection, adding: bool) -> int:
        """Put an item at the end of a way and return how many found a place."""
        step, *rest = way
        if not rest:
            return self._here(parent, step, number, item)
        if step.entry.type == "model" and parent is self.unit:
            return self._on_models(step, tuple(rest), number, item, adding)
        there = [node for node in parent.below if node.entry and node.entry.id == step.id]
        if not there and adding:
            make_room(parent, step, 1)
            if room(parent, step) != 0:
                there = [default_node(self.closure, step)]
                parent.below += there
        placed = 0
        for node in there:
            if placed < number:
                placed += self.along(node, tuple(rest), number - placed, item, adding)
        return placed

    def _on_models(self, row: Resolved, rest: Way, number: int, item: ListedSelection, adding: bool) -> int:
        """Put an item on the models of a row: on all alike, else on as many as it is for, those with options first."""
        nodes = sorted(self.sizing.models(row), key=lambda node: -sum(bool(each.wanted) for each in node.walk()))
        models = sum(node.number for node in nodes)
        each = max(1, number // models) if models else 1
        placed = 0
        for node in nodes:
            if placed < number:
                placed += self.along(node, rest, min(number - placed, each * node.number), item, adding)
        while adding and placed < number and (new := self.sizing.exchange(row)):
            here = self.along(new, rest, 1, item, True)
            if not here:
                break
            placed += here
        return placed

    def _here(self, parent: Node, entry: Resolved, number: int, item: ListedSelection) -> int:
        """Put so many of an entry below a node, a default of it counted, and return how many found a place."""
        if entry.collective:
            number -= number % max(1, parent.number)
        if not number:
            return 0
        same = [node for node in parent.below if node.entry and node.entry.id == entry.id]
        there = next((node for node in same if not node.wanted), same[0] if same else None)
        before = there.number if there and not there.wanted else 0
        more = number - before
        if there and more < 0 < before:
            there.spare = -more
        if more > 0:
            make_room(parent, entry, more)
            there = there if there in parent.below else None
            before = there.number if there and not there.wanted else 0
            free = room(parent, entry)
            more = number - before if free is None else min(number - before, free)
        if there is None:
            if more <= 0:
                return 0
            there = default_node(self.closure, entry, more)
            parent.below.append(there)
        elif more > 0:
            scale(there, there.number + more)
        elif there.wanted:
            return 0
        there.wanted.append(item)
        return min(number, before + max(0, more))
