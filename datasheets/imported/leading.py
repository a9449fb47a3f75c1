"""Which definitions below a unit lead to something, each looked at once, by however many ways links lead to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from datasheets.closure import Closure, Merged
from datasheets.model import Choosable
from datasheets.steps import spend

Leading = frozenset[int]
"""Definitions and links, by `id()`."""


class Definitions:
    """The definitions and links of a unit and of all below it."""

    def __init__(self, closure: Closure, unit: Merged) -> None:
        self._closure = closure
        self._all: list[Choosable] = []
        self._above: dict[int, list[int]] = {}
        self._add(unit.parts)
        for node in self._all:
            for part in self._below(node):
                self._above[id(part)].append(id(node))

    def leading_to(self, is_wanted: Callable[[Choosable], bool]) -> Leading:
        """Return those that are wanted, and all that lead to one of them."""
        pending = [id(node) for node in self._all if is_wanted(node)]
        found = set(pending)
        for place in pending:
            new = [above for above in dict.fromkeys(self._above[place]) if above not in found]
            found.update(new)
            pending.extend(new)
        return frozenset(found)

    def _below(self, node: Choosable) -> list[Choosable]:
        """Return what stands right below a definition, of links what they lead to as well."""
        choices = [self._closure.stands_for(child) for child in (*node.entries, *node.groups, *node.links)]
        below = [part for choice in choices if choice for part in choice.parts]
        spend(1 + len(below), self._closure.catalogue.name)
        self._add(below)
        return below

    def _add(self, parts: Iterable[Choosable]) -> None:
        for part in parts:
            if id(part) not in self._above:
                self._above[id(part)] = []
                self._all.append(part)


def leads(choice: Merged, leading: Leading) -> bool:
    """Whether an entry or group on one way is one of these."""
    return any(id(part) in leading for part in choice.parts)
