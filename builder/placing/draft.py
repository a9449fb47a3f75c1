"""A unit while options are being chosen: a tree that changes, made from a default selection and turned into a selection.

A node knows whether the list asked for it. What the list does not name came as a default and gives way where a group or an
entry has room for no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from builder.placing.uids import Uids
from datasheets.closure import Closure, Merged, Resolved
from datasheets.evaluation.selecting import default_selection, is_own_node, number_required
from datasheets.evaluation.tree import Selection
from exports.lists.listed import ListedSelection


@dataclass(slots=True, eq=False)
class Node:
    """A selection in the making. `wanted` are the items of the list that it stands for.

    `spare`: so many more of it came as a default than the list names. `apart`: each of it is a selection of its own.
    """

    entry: Resolved | None
    name: str
    number: int
    wanted: list[ListedSelection] = field(default_factory=list)
    below: list[Node] = field(default_factory=list)
    spare: int = 0
    apart: bool = False

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it."""
        yield self
        for node in self.below:
            yield from node.walk()

    @property
    def is_model(self) -> bool:
        """Whether it stands for models."""
        return self.entry is not None and self.entry.entry.type == "model"

    def copy(self) -> Node:
        """Return the same tree anew."""
        below = [node.copy() for node in self.below]
        return Node(self.entry, self.name, self.number, list(self.wanted), below, self.spare, self.apart)

    def ones(self) -> list[Node]:
        """Return the selections that it is, one after the other: several of 1 where each is one of its own."""
        if not self.apart or self.number < 2:
            return [self]
        made = [replace(self.copy(), number=1, wanted=[] if at else self.wanted) for at in range(self.number)]
        for at, one in enumerate(made):
            for child in one.below:
                each, more = divmod(child.number, self.number)
                scale(child, each + (at < more))
            one.below = [child for child in one.below if child.number]
        return made


def default_node(closure: Closure, entry: Resolved, number: int = 1) -> Node:
    """Return an entry with all that comes with it."""
    made, _ = default_selection(closure, entry.id)
    return scale(_node(closure, made), number)


def _node(closure: Closure, selection: Selection) -> Node:
    entry, below = closure.entry(selection.entry), [_node(closure, each) for each in selection.selections]
    apart = entry is not None and entry.entry.type != "model" and is_own_node(closure, entry)
    return Node(entry, selection.name, selection.number, [], below, apart=apart)


def scale(node: Node, number: int) -> Node:
    """Return a node with another number; what each of it has goes with it."""
    before, node.number = max(1, node.number), number
    for child in node.below:
        if child.entry and (child.entry.collective or child.number % before == 0):
            scale(child, -(-child.number * number // before))
    return node


def room(parent: Node, entry: Resolved) -> int | None:
    """Return how many more of an entry its parent has room for, by the limits of the entry and its groups that nothing
    modifies; None: no limit."""
    found: int | None = None
    for choice, taken in _limits_around(parent, entry):
        limit = most(choice, fixed=True)
        if limit is not None:
            each = max(1, parent.number) if entry.collective else 1
            free = max(0, limit * each - taken)
            found = free if found is None else min(found, free)
    return found


def make_room(parent: Node, entry: Resolved, number: int) -> None:
    """Take away defaults that the list does not name until an entry has room."""
    for choice, _ in _limits_around(parent, entry):
        limit = most(choice)
        if limit is None:
            continue
        each = max(1, parent.number) if entry.collective else 1
        there = [node for node in parent.below if node.entry and _stands_in(node.entry, choice)]
        surplus = sum(node.number for node in there) + number - limit * each
        for node in reversed(there):
            free = node.spare if any(inner.wanted for inner in node.walk()) else node.number
            if (gone := min(surplus, free)) > 0:
                surplus -= gone
                node.spare = max(0, node.spare - gone)
                scale(node, node.number - gone)
    parent.below = [node for node in parent.below if node.number > 0]


def most(choice: Merged, fixed: bool = False) -> int | None:
    """Return the smallest plain maximum of selections within the parent, None without one; `fixed`: of those that no
    modifier changes."""
    limits = [
        int(each.value)
        for _, each in choice.constraints
        if each.type == "max" and each.query.field == "selections" and each.query.scope == "parent" and each.value >= 0
        if not (fixed and each.id in choice.changes)
    ]
    return min(limits, default=None)


def least(choice: Merged) -> int:
    """Return how many an entry or group asks for."""
    return number_required(choice)


def selection(node: Node, uids: Uids, made: dict[str, Node]) -> Selection:
    """Return a node as a selection; `made` gets every node by its uid."""
    uid = uids.selection(next((each.id for each in node.wanted), ""))
    made[uid] = node
    first = node.wanted[0] if node.wanted else None
    return Selection(
        uid=uid,
        entry=node.entry.id if node.entry else "",
        name=node.name,
        group=node.entry.group if node.entry else "",
        number=node.number,
        title=first.title if first else "",
        note=first.note if first else "",
        selections=tuple(selection(one, uids, made) for each in node.below for one in each.ones()),
    )


def _limits_around(parent: Node, entry: Resolved) -> Iterator[tuple[Merged, int]]:
    """Yield an entry and the groups around it, each with how many selections of it the parent has."""
    for choice in (entry, *entry.groups):
        yield choice, sum(node.number for node in parent.below if node.entry and _stands_in(node.entry, choice))


def _stands_in(entry: Resolved, choice: Merged) -> bool:
    return entry.id == choice.id or any(group.id == choice.id for group in entry.groups)
