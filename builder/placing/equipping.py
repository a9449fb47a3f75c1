"""The options of one unit: every item of the list is put where the catalogue has it, on as many models as the list says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from builder.placing import names
from builder.placing.draft import Node, default_node, make_room, scale
from builder.placing.fitting import Fitting
from builder.placing.implied import Implied
from builder.placing.reach import Items, Meaning, Reaches, Way
from builder.placing.sizing import Sizing, number_of
from builder.placing.torn import join_names
from datasheets.closure import Closure, Resolved
from exports.lists.listed import ListedSelection

ItemKey = tuple[int, str]
"""What an item is known by whatever is tried: the line that it stands on (`id()`), and its name."""


class Equipping:
    """Puts items into one unit.

    `chosen` says which meaning of an item is tried first; `several` has the items that may mean
    more than one thing, with how many; `absorbed` has the ids (`id()`) of items that are said by something the unit has
    anyway, `torn` the whole of items that a comma in a name had torn apart.
    """

    def __init__(
        self,
        closure: Closure,
        unit: Node,
        entry: Resolved,
        reaches: Reaches,
        chosen: Mapping[ItemKey, int],
        outfitted: bool = False,
    ) -> None:
        self.closure, self.unit, self.chosen, self.reaches, self.outfitted = closure, unit, chosen, reaches, outfitted
        self.several: dict[ItemKey, int] = {}
        self.about = 0
        self.absorbed: set[int] = set()
        self.torn: dict[int, ListedSelection] = {}
        self.reach = reaches.of(entry)
        self.sizing = Sizing(closure, unit)
        self.fitting = Fitting(closure, unit, self.sizing)
        self.implied = Implied(closure, unit, reaches, self.sizing)
        self.lines: Sequence[ListedSelection] = ()

    def equip(self, listed: ListedSelection, models: int, items: Items | None = None) -> Items:
        """Give the unit its models and items, and return those that a further unit may take.

        Args:
            listed: the unit as listed.
            models: how many models it has in all.
            items: what is left of its items; all of them where it is not given.
        """
        if items is None:
            self.unit.wanted.append(listed)
            items = self._equip_models(listed, models)
        if models > 1 and not (self.outfitted and self.lines):
            self.sizing.reach(models)
        return self._put_all(items)

    def _equip_models(self, listed: ListedSelection, models: int) -> Items:
        """Give the unit the models that have lines of their own, and return all items that are still to be put somewhere."""
        loose = [each for each in listed.selections if each.type != "model"]
        lines = [each for each in listed.selections if each.type == "model"]
        counted_so = models > 1 and self.sizing.squads_called(listed.name)
        if not lines and (counted_so or self.sizing.entries_of_model(listed.name)):
            lines = [replace(listed, number=models, type="model", selections=tuple(loose), stated=())]
            loose = []
        lines = self.sizing.join_squads(lines)
        called = [line for line in lines if self.reach.has(f"{line.number} {line.name}")]  # "1 Extra relic"
        counted = [line for line in called if not self.sizing.squads_called(line.name)]
        wholes = [replace(line, name=f"{line.number} {line.name}", number=1) for line in counted]
        self.torn |= dict(zip(map(id, counted), wholes, strict=True))
        self.lines = lines = [line for line in lines if line not in counted]
        own = [line for line in lines if self._is_unit_itself(line, lines)]
        self.absorbed |= {id(line) for line in own}
        loose += [*wholes, *(item for line in own for item in line.selections)]
        lines = [line for line in lines if line not in own]
        rest = [item for line in lines for item in (self._models_of(line) if self.outfitted else self._line(line))]
        if self.outfitted and lines:
            self.sizing.settle_lines()
        items, shared = self.implied.split_shared(rest)
        self.absorbed |= shared
        return [*((each, self.implied.number_of(each, models)) for each in loose), *items]

    def keep_rest(self, items: Items) -> None:
        """Keep what found no place as selections that are missing, but for what is a profile of what the unit has."""
        has = {name for node in self.unit.walk() if node.entry for name in self.reaches.shows(node.entry)}
        for item, number in items:
            shared = self.implied.is_shared(item, on_line=self._line_of(item) is not None)
            if names.normal(item.name) in has or shared or self.implied.is_there(item, number):
                self.absorbed.add(id(item))
            else:
                self._keep(item, number)

    def _keep(self, item: ListedSelection, number: int) -> None:
        """Keep an item that is missing: on the models of its line, on each the same, else on the unit."""
        line = self._line_of(item)
        nodes = [node for node in self.unit.below if line and any(each is line for each in node.wanted)]
        if not nodes or number % len(nodes):
            nodes = [self.unit]
        for node in nodes:
            node.below.append(Node(None, item.name, number // len(nodes), [item]))

    def _is_unit_itself(self, line: ListedSelection, lines: Sequence[ListedSelection]) -> bool:
        """Whether a line is about the unit itself, which is a model: no other model of it is called so."""
        if self.sizing.squads_called(line.name) or self.sizing.entries_of_model(line.name):
            return False
        is_model = self.unit.entry is not None and self.unit.entry.entry.type == "model"
        if is_model and len(lines) == 1 and self.unit.entry and names.is_called(line.name, self.unit.entry):
            return True
        if not self.sizing.rows and not self.outfitted:
            return len(lines) == 1
        if self.reach.has(line.name) or self.unit.entry is None:
            return False
        return (not self.sizing.rows and len(lines) == 1) or names.is_called(line.name, self.unit.entry)

    def _models_of(self, line: ListedSelection) -> Items:
        """Give the unit the models of one line, each with its share of what stands behind them, and return what these cannot
        have."""
        there: Sequence[Node] = self.sizing.claim(line, self.reaches) or self._others_of(line)
        if not there:
            return self._line(line)
        rest: dict[int, tuple[ListedSelection, int]] = {}
        for node in there:
            if node.entry is None:
                continue
            inner = Equipping(self.closure, node, node.entry, self.reaches, self.chosen)
            inner.about = id(line)
            share = [(item, number_of(node.entry, item.number // len(there))) for item in line.selections]
            for item, number in inner._put_all(share):
                rest[id(item)] = (item, rest.get(id(item), (item, 0))[1] + number)
            self.absorbed |= inner.absorbed
            self.torn |= inner.torn
            self.several |= inner.several
        return list(rest.values())

    def _others_of(self, line: ListedSelection) -> list[Node]:
        """Let the unit have the models of one line that stand anywhere below it, none where nothing is surely called so."""
        found = [each for each in self.reach.meanings(line) if each.rank <= names.PLURAL]
        for meaning in found:
            if self.fitting.along(self.unit, meaning.way, number_of(meaning.way[-1], line.number), line, True):
                return [node for node in self.unit.walk() if any(each is line for each in node.wanted)]
        node = self._other_models(line)
        return [node] if node else []

    def _line(self, line: ListedSelection) -> Items:
        """Give the unit the models of one line, with what stands behind them, and return what these cannot have."""
        node = self.sizing.take_models(line) or self._other_models(line)
        if node is None or node.entry is None:
            self.keep_rest([(line, line.number)])
            return [(each, each.number) for each in line.selections]
        inner = Equipping(self.closure, node, node.entry, self.reaches, {})
        rest = inner._put_all([(each, number_of(node.entry, each.number)) for each in line.selections])
        self.absorbed |= inner.absorbed
        self.torn |= inner.torn
        return rest

    def _other_models(self, line: ListedSelection) -> Node | None:
        """Let the unit have the models of one line where their entry is of another type, None where nothing is called so."""
        offers = self.closure.offers(self.unit.entry) if self.unit.entry else ()
        called = [*self.sizing.squads_called(line.name), *self.sizing.entries_of_model(line.name)]
        offer = next((each for each in offers if names.is_called(line.name, each) or each in called), None)
        if offer is None:
            return None
        number = number_of(offer, line.number)
        there = next((each for each in self.unit.below if each.entry is offer and not each.wanted), None)
        if there is None:
            make_room(self.unit, offer, number)
            there = default_node(self.closure, offer)
            self.unit.below.append(there)
        scale(there, number).wanted.append(line)
        return there

    def _put_all(self, items: Items) -> Items:
        """Put the surest items first, so that they are there when vaguer ones are looked at."""
        joined, torn = join_names(items, self.reach, self._own_profiles, self.unit.number)
        self.torn |= torn
        meant = [(item, number, self._meanings(item)) for item, number in joined]
        said = {names.normal(item.name) for item, _, _ in meant}
        order = sorted(range(len(meant)), key=lambda at: (*self._vagueness(meant[at][2]), -self._covers(meant[at][2], said)))
        rest = {at: meant[at][1] for at in order}
        elsewhere = [at for at in order if self._needs_other_model(meant[at][2])]
        for adding, some in ((True, elsewhere), (False, order), (True, order)):
            for at in [each for each in some if rest[each] > 0]:
                rest[at] -= self._put(meant[at][0], rest[at], meant[at][2], adding)
        return [(meant[at][0], rest[at]) for at in order if rest[at] > 0]

    @property
    def _own_profiles(self) -> frozenset[str]:
        """The names of the profiles that the unit itself shows, but for its own."""
        return self.reaches.shows(self.unit.entry) if self.unit.entry else frozenset()

    def _meanings(self, item: ListedSelection) -> list[Meaning]:
        """Return what an item may mean; what a line of models says that these cannot have is not on other models."""
        found = self.reach.meanings(item)
        is_of_models = self.outfitted and self._line_of(item) is not None
        return [each for each in found if each.way[0].entry.type != "model"] if is_of_models else found

    def _line_of(self, item: ListedSelection) -> ListedSelection | None:
        """Return the line of models that an item stands on."""
        return next((line for line in self.lines if any(each is item for each in line.selections)), None)

    def _needs_other_model(self, found: Sequence[Meaning]) -> bool:
        """Whether only models of rows that the unit has not may have an item: they come before others are equipped."""
        rows = [meaning.way[0] for meaning in found]
        return bool(rows) and all(row.entry.type == "model" and not self.sizing.models(row) for row in rows)

    def _vagueness(self, found: Sequence[Meaning]) -> tuple[int, bool]:
        """Return how sure it is what an item means: by name, and whether it needs something above it that is not there."""
        if not found:
            return names.ALIKE + 1, False
        way, nodes, lacks = found[0].way, [self.unit], False
        for step in way[:-1]:
            nodes = [node for parent in nodes for node in parent.below if node.entry and node.entry.id == step.id]
            lacks |= not nodes and step.entry.type != "model"
        return (max(names.PART, found[0].rank), True) if lacks else (found[0].rank, False)

    def _put(self, item: ListedSelection, number: int, found: list[Meaning], adding: bool) -> int:
        """Put one item and return how many found a place."""
        shown = self.implied.is_shown(item) and not self.implied.is_whose(found)
        if shown or (self._vagueness(found) > (names.PLURAL, False) and self.implied.is_said(item)):
            self.absorbed.add(id(item))
            return number
        if len(found) > 1:
            self.several[self.about, names.normal(item.name)] = len(found)
        first = self.chosen.get((self.about, names.normal(item.name)), 0) % max(1, len(found))
        order = (
            [*found[first:], *found[:first]] if first else sorted(found, key=lambda each: not self._came(each.way, number))
        )
        placed = 0
        for meaning in order:
            if placed < number:
                placed += self.fitting.along(self.unit, meaning.way, number - placed, item, adding)
        return placed

    def _came(self, way: Way, number: int) -> bool:
        """Whether so many at the end of a way came with something that the list names: a House with its Tradition."""
        *above, last = way
        nodes = [self.unit]
        for step in above:
            nodes = [node for parent in nodes for node in parent.below if node.entry and node.entry.id == step.id]
        came = [inner for node in nodes if node.wanted for inner in node.below if not inner.wanted]
        return sum(inner.number for inner in came if inner.entry and inner.entry.id == last.id) == number

    def _covers(self, found: Sequence[Meaning], said: set[str]) -> int:
        """Return how many of the things that are said an entry is behind: "Two cannons" shows a cannon."""
        return len(self.reaches.shows(found[0].way[-1]) & said) if found else 0
