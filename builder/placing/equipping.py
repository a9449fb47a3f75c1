"""The options of one unit: every item of the list is put where the catalogue has it, on as many models as the list says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from builder.placing import names
from builder.placing.draft import Node, default_node, make_room, room, scaled
from builder.placing.reach import Meaning, Reaches, Way
from builder.placing.sizing import Sizing
from datasheets.closure import Closure, Resolved
from exports.lists.listed import ListedSelection

Items = list[tuple[ListedSelection, int]]
"""Items with how many of each are still to be put somewhere."""


class Equipping:
    """Puts items into one unit.

    `chosen` says which meaning is tried first, by the place of the item in the list; `several` has the items that may mean
    more than one thing, with how many; `absorbed` has the ids (`id()`) of items that are said by something the unit has
    anyway, `torn` the whole of items that a comma in a name had torn apart.
    """

    def __init__(self, closure: Closure, unit: Node, entry: Resolved, reaches: Reaches, chosen: Mapping[int, int]) -> None:
        self.closure, self.unit, self.chosen, self.reaches = closure, unit, chosen, reaches
        self.several: dict[int, int] = {}
        self.absorbed: set[int] = set()
        self.torn: dict[int, ListedSelection] = {}
        self.reach = reaches.of(entry)
        self.sizing = Sizing(closure, unit)

    def equip(self, listed: ListedSelection, models: int, items: Items | None = None) -> Items:
        """Give the unit its models and items, and return those that a further unit may take.

        Args:
            listed: the unit as listed.
            models: how many models it has in all.
            items: what is left of its items; all of them where it is not given.
        """
        self.unit.wanted += [] if items is not None else [listed]
        if items is None:
            loose = [each for each in listed.selections if each.type != "model"]
            lines = [each for each in listed.selections if each.type == "model"]
            if len(lines) == 1 and not self.sizing.rows:  # the unit is the model
                self.absorbed.add(id(lines[0]))
                loose += lines[0].selections
                lines = []
            rest = [item for line in lines for item in self._line(line)]
            items = [*((each, each.number) for each in loose), *self._not_shared(rest)]
        if models > 1:
            self.sizing.reach(models)
        return self._put_all(items)

    def keep_rest(self, items: Items) -> None:
        """Keep what found no place as selections that are missing, but for what is a profile of what the unit has."""
        has = {name for node in self.unit.walk() if node.entry for name in names.profile_names(node.entry)}
        for item, number in items:
            if names.normal(item.name) in has:
                self.absorbed.add(id(item))
            else:
                self.unit.below.append(Node(None, item.name, number, [item]))

    def _line(self, line: ListedSelection) -> Items:
        """Give the unit the models of one line, with what stands behind them, and return what these cannot have."""
        node = self.sizing.named(line) or self._other_models(line)
        if node is None or node.entry is None:
            self.keep_rest([(line, line.number)])
            return [(each, each.number) for each in line.selections]
        inner = Equipping(self.closure, node, node.entry, self.reaches, {})
        rest = inner._put_all([(each, each.number) for each in line.selections])
        self.absorbed |= inner.absorbed
        self.torn |= inner.torn
        return rest

    def _other_models(self, line: ListedSelection) -> Node | None:
        """Let the unit have the models of one line where their entry is of another type, None where nothing is called so."""
        offers = self.closure.offers(self.unit.entry) if self.unit.entry else ()
        offer = next((each for each in offers if names.is_called(line.name, each)), None)
        if offer is None:
            return None
        there = next((each for each in self.unit.below if each.entry is offer and not each.wanted), None)
        if there is None:
            make_room(self.unit, offer, line.number)
            there = default_node(self.closure, offer)
            self.unit.below.append(there)
        scaled(there, line.number).wanted.append(line)
        return there

    def _not_shared(self, items: Items) -> Items:
        """Return those of the items on lines of models that the unit does not have for all of its models together."""
        shared = [each.entry for each in self.unit.below if each.entry and not each.is_model]
        found = [any(names.is_called(item.name, each) for each in shared) for item, _ in items]
        self.absorbed |= {id(item) for (item, _), is_shared in zip(items, found, strict=True) if is_shared}
        return [each for each, is_shared in zip(items, found, strict=True) if not is_shared]

    def _put_all(self, items: Items) -> Items:
        """Put the surest items first, so that they are there when vaguer ones are looked at."""
        meant = [(item, number, self.reach.meanings(item)) for item, number in self._joined(items)]
        order = sorted(range(len(meant)), key=lambda at: self._vagueness(meant[at][2]))
        rest = {at: meant[at][1] for at in order}
        elsewhere = [at for at in order if self._needs_other_model(meant[at][2])]
        for adding, some in ((True, elsewhere), (False, order), (True, order)):
            for at in [each for each in some if rest[each] > 0]:
                rest[at] -= self._put(at, meant[at][0], rest[at], meant[at][2], adding)
        return [(meant[at][0], rest[at]) for at in order if rest[at] > 0]

    def _needs_other_model(self, found: Sequence[Meaning]) -> bool:
        """Whether only models of rows that the unit has not may have an item: they come before others are equipped."""
        rows = [meaning.way[0] for meaning in found]
        return bool(rows) and all(row.entry.type == "model" and not self.sizing.models(row) for row in rows)

    def _joined(self, items: Items) -> Items:
        """Join names that were torn apart at a comma, or behind a number that belongs to them."""
        joined: Items = []
        for item, number in items:
            before = joined[-1][0] if joined else None
            if before and before.place == item.place and not before.costs and number == 1:
                whole = replace(before, name=f"{before.name}, {item.name}")
                if self.reach.has(whole.name):
                    joined[-1] = (whole, joined[-1][1])
                    self.torn |= {id(before): whole, id(item): whole}
                    continue
            counted = replace(item, name=f"{item.number}x {item.name}", number=1)
            if number > 1 and number == item.number and self.reach.has(counted.name):
                self.torn[id(item)] = counted
                joined.append((counted, 1))
            else:
                joined.append((item, number))
        return joined

    def _vagueness(self, found: Sequence[Meaning]) -> tuple[int, bool]:
        """Return how sure it is what an item means: by name, and whether it needs something above it that is not there."""
        if not found:
            return names.ALIKE + 1, False
        way, nodes, lacks = found[0].way, [self.unit], False
        for step in way[:-1]:
            nodes = [node for parent in nodes for node in parent.below if node.entry and node.entry.id == step.id]
            lacks |= not nodes and step.entry.type != "model"
        return (max(names.PART, found[0].rank), True) if lacks else (found[0].rank, False)

    def _put(self, at: int, item: ListedSelection, number: int, found: list[Meaning], adding: bool) -> int:
        """Put one item and return how many found a place."""
        if self._vagueness(found) > (names.PLURAL, False) and self._is_said(item):
            self.absorbed.add(id(item))
            return number
        if len(found) > 1:
            self.several[at] = len(found)
        first = self.chosen.get(at, 0) % max(1, len(found))
        placed = 0
        for meaning in [*found[first:], *found[:first]]:
            if placed < number:
                placed += self._along(self.unit, meaning.way, number - placed, item, adding)
        return placed

    def _is_said(self, item: ListedSelection) -> bool:
        """Whether an item is a keyword of the unit, or a part of the name of what the list put there already."""
        wanted = names.normal(item.name)
        if any(wanted in names.parts(node.name) for node in self.unit.walk() if node.wanted):
            return True
        own = {id for node in self.unit.walk() if node.entry for id in node.entry.categories}
        return any(names.normal(category.name) == wanted for id in own if (category := self.closure.category(id)))

    def _along(self, parent: Node, way: Way, number: int, item: ListedSelection, adding: bool) -> int:
        """Put an item at the end of a way and return how many found a place."""
        step, *rest = way
        if not rest:
            return self._here(parent, step, number, item)
        if step.entry.type == "model" and parent is self.unit:
            return self._on_models(step, tuple(rest), number, item, adding)
        there = next((node for node in parent.below if node.entry and node.entry.id == step.id), None)
        if there is None:
            if not adding:
                return 0
            make_room(parent, step, 1)
            if room(parent, step) == 0:
                return 0
            there = default_node(self.closure, step)
            parent.below.append(there)
        return self._along(there, tuple(rest), number, item, adding)

    def _on_models(self, row: Resolved, rest: Way, number: int, item: ListedSelection, adding: bool) -> int:
        """Put an item on the models of a row: on all alike, else on as many as it is for, those with options first."""
        nodes = sorted(self.sizing.models(row), key=lambda node: -sum(bool(each.wanted) for each in node.walk()))
        models = sum(node.number for node in nodes)
        each = max(1, number // models) if models else 1
        placed = 0
        for node in nodes:
            if placed < number:
                placed += self._along(node, rest, min(number - placed, each * node.number), item, adding)
        while adding and placed < number and (new := self.sizing.exchange(row)):
            here = self._along(new, rest, 1, item, True)
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
        there = next((node for node in parent.below if node.entry and node.entry.id == entry.id), None)
        before = there.number if there and not there.wanted else 0
        more = number - before
        if more > 0:
            make_room(parent, entry, more)
            free = room(parent, entry)
            more = more if free is None else min(more, free)
            there = there if there in parent.below else None
        if there is None:
            if more <= 0:
                return 0
            there = default_node(self.closure, entry, more)
            parent.below.append(there)
        elif more > 0:
            scaled(there, there.number + more)
        elif there.wanted:
            return 0
        there.wanted.append(item)
        return min(number, before + max(0, more))
