"""An edit made on the scopes of a roster and taken back: only the root selections that it touched are counted anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from datasheets.evaluation.growing import grow_root, ids_of, take_in, take_out
from datasheets.evaluation.limits import limits_of
from datasheets.evaluation.query import LIMITS
from datasheets.evaluation.scope import ANY, ForceScope, Node, RosterScope
from datasheets.evaluation.tree import Force, Roster, Selection


class Patch:
    """The scopes of a roster as they are after an edit, until `undo`.

    `gone` are the roots that the edit took away or changed, `new` those that it made of them, in document order.
    """

    def __init__(self, top: RosterScope, after: Roster, pairs: Sequence[tuple[ForceScope, Force]]) -> None:
        self._top, self._before, self._limits, self._grown = top, top.roster, top.limits, len(top.all_nodes)
        self._forces = [(scope, scope.force, scope.below) for scope, force in pairs if scope.force is not force]
        self.gone: list[Node] = []
        self.new: list[Node] = []
        top.roster = after
        for scope, force in pairs:
            if scope.force is not force:
                self._put(scope, force)
        top.limits = limits_of(after, [scope.closure for scope, _ in pairs if scope.closure])

    def _put(self, scope: ForceScope, force: Force) -> None:
        known = {id(node.selection): node for node in scope.below}
        same = {id(each) for each in force.selections}
        gone = [node for node in scope.below if id(node.selection) not in same]
        for node in gone:
            take_out(node)
        scope.force, scope.below = force, [known.get(id(each)) or grow_root(each, scope) for each in force.selections]
        new = [node for node in scope.below if id(node.selection) not in known]
        for node in new:
            take_in(node)
        self.gone += gone
        self.new += new

    def changed_ids(self) -> set[str]:
        """Return the ids that are counted otherwise than before in any primary category, and of what else was changed."""
        counts: defaultdict[tuple[int, bool, str], int] = defaultdict(int)
        for nodes, sign in ((self.gone, -1), (self.new, 1)):
            for node in nodes:
                at, number = id(node.above), sign * node.number
                for each in ids_of(node):
                    counts[at, True, each] += number
                    counts[at, False, each] += number
                for each, many in node.deep.items():
                    counts[at, False, each] += sign * many
        found = {each for (_, _, each), many in counts.items() if many}
        if self._limits != self._top.limits:
            found.add(LIMITS)
        return found | {ANY} if found or self._before.forces is not self._top.roster.forces else found

    def undo(self) -> None:
        """Let the scopes be as they were."""
        top = self._top
        for node in self.new:
            take_out(node)
        for scope, force, below in self._forces:
            scope.force, scope.below = force, below
        for node in self.gone:
            take_in(node)
        del top.all_nodes[self._grown :]
        top.roster, top.limits, top.reads = self._before, self._limits, set()


def pairs_of(top: RosterScope, after: Roster) -> list[tuple[ForceScope, Force]] | None:
    """Return each force's scope with the force after an edit; None where these are others, or units stand in other order."""
    forces = list(_all_forces(after.forces))
    if len(forces) != len(top.all_forces):
        return None
    pairs = list(zip(top.all_forces, forces, strict=True))
    return pairs if all(_is_same(scope, force) for scope, force in pairs) else None


def _all_forces(forces: Iterable[Force]) -> Iterator[Force]:
    for force in forces:
        yield force
        yield from _all_forces(force.forces)


def _is_same(scope: ForceScope, force: Force) -> bool:
    before = scope.force
    if before is force:
        return True
    inner = [each.uid for each in before.forces] == [each.uid for each in force.forces]
    alike = replace(force, selections=(), forces=(), aside=()) == replace(before, selections=(), forces=(), aside=())
    return inner and alike and _stay(before.selections, force.selections) == _stay(force.selections, before.selections)


def _stay(selections: Iterable[Selection], others: Iterable[Selection]) -> list[int]:
    """Return those selections, as they are known, that are among the others."""
    known = {id(each) for each in others}
    return [id(each) for each in selections if id(each) in known]
