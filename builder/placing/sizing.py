"""As many models as a list says: the rows that it names, and the others grown or shrunk until the number is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from builder.placing import names
from builder.placing.conventions import imports_of
from builder.placing.draft import Node, default_node, least, make_room, room, scale
from builder.placing.reach import Reaches
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.selecting import is_own_node
from datasheets.imported.models import models_of
from datasheets.imported.naming import counted_name
from datasheets.systems import systems
from exports.lists.listed import ListedSelection

MOST_MODELS = 100


class Sizing:
    """The models of one unit.

    `rows` are the entries that are written as models; `kinds` are these, or, where there are none, those that are models
    all the same.
    """

    def __init__(self, closure: Closure, unit: Node) -> None:
        self.closure, self.unit = closure, unit
        self._offers = tuple(closure.offers(unit.entry)) if unit.entry else ()
        self.rows = [offer for offer in self._offers if offer.entry.type == "model"]
        self.kinds = self.rows or _model_upgrades(closure, unit, self._offers)
        self._ids = {kind.id for kind in self.kinds}
        self._model_names = _model_names(closure, unit)

    @property
    def count(self) -> int:
        """How many models the unit has."""
        return sum(node.number * (models_in(node.entry) if node.entry else 1) for node in self.models())

    def models(self, row: Resolved | None = None) -> list[Node]:
        """Return the nodes of models, of one row if given."""
        nodes = [node for node in self.unit.below if node.entry and node.entry.id in self._ids]
        return [node for node in nodes if row is None or node.entry is row]

    def take_models(self, item: ListedSelection) -> Node | None:
        """Let the unit have the models of one line and return them, None where no row is called so."""
        ranked = [
            (rank, at, row)
            for at, row in enumerate(self.rows)
            if (rank := names.best(item.name, self._names_of(row))) is not None
        ]
        if not ranked:
            return None
        row = min(ranked)[2]
        number = number_of(row, item.number)
        there = next((node for node in self.models(row) if not node.wanted), None)
        if there is None or (there.number != number and is_own_node(self.closure, row)):
            self.grow(row, number - sum(node.number for node in self.models(row)))
            there = next((node for node in self.models(row) if not node.wanted), None)
        elif there.number != number:
            scale(there, number)
        if there:
            there.wanted.append(item)
        return there

    def claim(self, line: ListedSelection, reaches: Reaches) -> list[Node]:
        """Return the models of one line, one node for each where a row's models are nodes of their own; none where nothing
        is called so. Of several rows of one name it is the one that has what the line says and is not claimed already."""
        ranked = []
        for at, row in enumerate((*self.rows, *self._upgrades_called(line))):
            if (rank := names.best(line.name, self._names_of(row))) is not None:
                lacking = sum(not reaches.of(row).has(item.name) for item in line.selections)
                is_claimed = any(node.wanted for node in self._of(row)) and room(self.unit, row) == 0
                ranked.append((rank, lacking, is_claimed, at, row))
        if not ranked:
            return []
        row = min(ranked, key=lambda each: each[:-1])[-1]
        single, number = is_own_node(self.closure, row), number_of(row, line.number)
        claimed = []
        for _ in range(min(number, MOST_MODELS) if single else 1):
            node = next((each for each in self._of(row) if not each.wanted), None)
            if node is None:
                node = default_node(self.closure, row)
                self.unit.below.append(node)
            scale(node, 1 if single else number).wanted.append(line)
            claimed.append(node)
        return claimed

    def _of(self, row: Resolved) -> list[Node]:
        return [node for node in self.unit.below if node.entry and node.entry.id == row.id]

    def _upgrades_called(self, line: ListedSelection) -> list[Resolved]:
        """Return what authors wrote as upgrades and is a model of that name all the same."""
        squads, offers = self.squads_called(line.name), [each for each in self._offers if each.entry.type == "upgrade"]
        squads += self.entries_of_model(line.name)
        return [each for each in offers if names.score(line.name, each.name) == names.SAME or each in squads]

    def entries_of_model(self, name: str) -> list[Resolved]:
        """Return the entries whose model is called so, though they only say what it rides or bears."""
        return [each for each in self._offers if names.score(name, self._model_names.get(each.id, "")) == names.SAME]

    def _names_of(self, row: Resolved) -> list[str]:
        return [*_names_of(row), self._model_names.get(row.id, row.name)]

    def squads_called(self, name: str) -> list[Resolved]:
        """Return the entries of several models, as their names count them, whose models are called so."""
        squads = [each for each in self._offers if models_in(each) > 1]
        return [each for each in squads if names.best(name, _names_of(each)) in (names.SAME, names.PLURAL)]

    def join_squads(self, lines: Sequence[ListedSelection]) -> list[ListedSelection]:
        """Return lines of models, those of one name as one where one entry is all of them, whatever each of them has."""
        joined: list[ListedSelection] = []
        for line in lines:
            at = next((at for at, each in enumerate(joined) if each.name == line.name), -1)
            if at < 0 or not self.squads_called(line.name):
                joined.append(line)
                continue
            items = {each.name: each for each in joined[at].selections}
            for item in line.selections:
                there = items.get(item.name)
                items[item.name] = replace(there, number=there.number + item.number) if there else item
            joined[at] = replace(joined[at], number=joined[at].number + line.number, selections=tuple(items.values()))
        return joined

    def settle_lines(self) -> None:
        """Take away the models that no line names, and put together those of one row that have the same."""
        kept: list[Node] = []
        for node in (each for each in self.unit.below if each.wanted or not each.is_model):
            same = next((each for each in kept if each.wanted and node.wanted and _are_alike(each, node)), None)
            if same is None or same.entry is None or is_own_node(self.closure, same.entry):
                kept.append(node)
            else:
                _merge(same, node)
        self.unit.below = kept

    def reach(self, count: int) -> None:
        """Let the unit have so many models in all, as far as its rows allow."""
        for row in self._by_likeness():
            missing = (count - self.count) // models_in(row)
            if missing > 0:
                free = room(self.unit, row)
                self.grow(row, missing if free is None else min(missing, free))
            elif missing < 0:
                self.shrink(row, -missing)

    def grow(self, row: Resolved, number: int) -> None:
        """Add models of a row."""
        number = min(number, MOST_MODELS - self.count) if is_own_node(self.closure, row) else number
        if number <= 0:
            return
        there = self.models(row)
        if there and not is_own_node(self.closure, row):
            scale(there[-1], there[-1].number + number)
        elif is_own_node(self.closure, row):
            self.unit.below += [default_node(self.closure, row) for _ in range(number)]
        else:
            self.unit.below.append(default_node(self.closure, row, number))

    def shrink(self, row: Resolved, number: int) -> int:
        """Take models of a row away that the list does not name, down to its minimum, and return how many were taken."""
        there = self.models(row)
        spare = sum(node.number for node in there) - least(row)
        taken = 0
        for node in reversed(there):
            gone = min(number - taken, spare - taken, node.number)
            if gone > 0 and not any(inner.wanted for inner in node.walk()):
                scale(node, node.number - gone)
                taken += gone
        self.unit.below = [node for node in self.unit.below if node.number > 0]
        return taken

    def exchange(self, row: Resolved) -> Node | None:
        """Put one model of a row in the place of one that the list does not name, and return it."""
        before = self.unit.copy()
        others = sorted(self.kinds, key=lambda each: -sum(node.number for node in self.models(each)))
        if any(each is not row and self.shrink(each, 1) for each in others):
            make_room(self.unit, row, 1)
            if room(self.unit, row) != 0:
                node = default_node(self.closure, row)
                self.unit.below.append(node)
                return node
        self.unit.below = before.below
        return None

    def _by_likeness(self) -> list[Resolved]:
        """Return the rows in the order in which they grow: those that the unit is named for, that are there, that stand
        first."""
        unit = self.unit.name

        def order(row: Resolved) -> tuple[int, bool, int]:
            rank = names.best(row.name, (unit,))
            return names.ALIKE + 1 if rank is None else rank, not self.models(row), self.kinds.index(row)

        return sorted(self.kinds, key=order)


def _model_upgrades(closure: Closure, unit: Node, offers: Sequence[Resolved]) -> list[Resolved]:
    """Return what authors wrote as upgrades and is a model all the same."""
    imports = imports_of(closure)
    if imports is None or unit.entry is None:
        return []
    found = models_of(closure, unit.entry, imports).entries
    return [offer for offer in offers if offer.id in found]


def _model_names(closure: Closure, unit: Node) -> Mapping[str, str]:
    """Return what models are called whose entry only says what they ride or bear, by its id."""
    imports = imports_of(closure)
    return models_of(closure, unit.entry, imports).model_names if imports and unit.entry else {}


def _names_of(row: Resolved) -> list[str]:
    """Return what an entry can be called, with its number of models and without it."""
    return [*names.names_of(row), counted_name(row.name)[1]]


def models_in(row: Resolved) -> int:
    """Return how many models one of a row is: as many as its name ("10 Skinks") or its group says, else one."""
    squads = _squads()
    return next((squads[each.name] for each in row.groups if each.name in squads), counted_name(row.name)[0])


@cache
def _squads() -> dict[str, int]:
    """Return of how many models an entry is that is chosen from a group of some name, in any system's data."""
    return {name: number for each in systems() for name, number in each.imports.squads.items()}


def number_of(row: Resolved, models: int) -> int:
    """Return how many of a row so many models are, or of what each of them has so many pieces are.

    Where they are no whole number of them, the list counts as the data do.
    """
    one = models_in(row)
    return models // one if models % one == 0 else models


def _are_alike(one: Node, other: Node) -> bool:
    """Whether nodes are of one entry and every one of them has the same."""
    return one.entry is not None and one.entry is other.entry and _each(one) == _each(other)


def _each(node: Node) -> list[tuple[str, float]]:
    number = max(1, node.number)
    return sorted((inner.entry.id if inner.entry else inner.name, inner.number / number) for inner in node.walk())


def _merge(node: Node, other: Node) -> None:
    """Add a node to one that has the same."""
    node.number += other.number
    node.wanted += other.wanted
    for inner in other.below:
        same = next(each for each in node.below if each.entry is inner.entry and each.name == inner.name)
        _merge(same, inner)
