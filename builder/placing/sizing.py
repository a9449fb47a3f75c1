"""As many models as a list says: the rows that it names, and the others grown or shrunk until the number is right."""

from __future__ import annotations

from builder.placing import names
from builder.placing.draft import Node, default_node, least, make_room, room, scaled
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.selecting import is_own_node
from exports.lists.listed import ListedSelection

MOST_MODELS = 100


class Sizing:
    """The models of one unit."""

    def __init__(self, closure: Closure, unit: Node) -> None:
        self.closure, self.unit = closure, unit
        self.rows = [offer for offer in closure.offers(unit.entry) if offer.entry.type == "model"] if unit.entry else []

    @property
    def count(self) -> int:
        """How many models the unit has."""
        return sum(node.number for node in self.models())

    def models(self, row: Resolved | None = None) -> list[Node]:
        """Return the nodes of models, of one row if given."""
        return [node for node in self.unit.below if node.is_model and (row is None or node.entry is row)]

    def named(self, item: ListedSelection) -> Node | None:
        """Let the unit have the models of one line and return them, None where no row is called so."""
        ranked = [
            (rank, at, row)
            for at, row in enumerate(self.rows)
            if (rank := names.best(item.name, names.names_of(row))) is not None
        ]
        if not ranked:
            return None
        row = min(ranked)[2]
        there = next((node for node in self.models(row) if not node.wanted), None)
        if there is None or (there.number != item.number and is_own_node(self.closure, row)):
            self.grow(row, item.number - sum(node.number for node in self.models(row)))
            there = next((node for node in self.models(row) if not node.wanted), None)
        elif there.number != item.number:
            scaled(there, item.number)
        if there:
            there.wanted.append(item)
        return there

    def reach(self, count: int) -> None:
        """Let the unit have so many models in all, as far as its rows allow."""
        for row in self._by_likeness():
            missing = count - self.count
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
            scaled(there[-1], there[-1].number + number)
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
                scaled(node, node.number - gone)
                taken += gone
        self.unit.below = [node for node in self.unit.below if node.number > 0]
        return taken

    def exchange(self, row: Resolved) -> Node | None:
        """Put one model of a row in the place of one that the list does not name, and return it."""
        before = self.unit.copy()
        others = sorted(self.rows, key=lambda each: -sum(node.number for node in self.models(each)))
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
            return names.ALIKE + 1 if rank is None else rank, not self.models(row), self.rows.index(row)

        return sorted(self.rows, key=order)
