"""Where things are counted: the roster, its forces, the primary categories of a force, and the selections.

Each scope keeps tallies, how many selections there are by id: of entries, links, groups, types and categories. So a query is
a look-up, not a search. `growing` builds the scopes from the tree and keeps the tallies right while categories change.

The parent of a root selection is its primary category within the force; those without one share the category "".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from datasheets.closure import Closure, Resolved
from datasheets.evaluation.modified import Costs
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.model import ForceEntry

ANY = ""  # as the id of what is counted: everything
TYPES = ("unit", "model", "upgrade")  # every selection has one of these
MISSING = "upgrade"  # the type of a selection whose entry is gone
Tally = dict[str, int]
Key = tuple[str, str]


class Scope:
    """Something that selections are counted in. `deep` counts at any depth, `direct` only what stands right below."""

    __slots__ = ("above", "deep", "direct")

    def __init__(self, above: Scope | None) -> None:
        self.above = above
        self.direct: Tally = {}
        self.deep: Tally = {}

    def count(self, id: str, deep: bool, forces: bool) -> int:
        """Return how many selections match an id. `forces`: also in the forces below."""
        tally = self.deep if deep else self.direct
        return sum(tally.get(type, 0) for type in TYPES) if id == ANY else tally.get(id, 0)

    def nodes(self, deep: bool, forces: bool) -> Iterator[Node]:
        """Yield the selections that `count` counts, in document order."""
        for node in self.right_below():
            yield node
            if deep:
                yield from node.nodes(deep, forces)

    def right_below(self) -> Sequence[Node]:
        """Return the selections right below."""
        return ()

    @property
    def key(self) -> Key:
        """What this scope is called in every evaluation of a roster: the uid of its force or selection, and its category."""
        return "", ""


class RosterScope(Scope):
    """The whole roster. `all_forces` and `all_nodes` are in document order, outer before inner.

    `reads` takes what is asked about more than one unit: what was found then can only change when these ids do. `limits` are
    the cost limits that conditions see, agreed ones among them (`limits_of`); `shares_limits`: percentages of costs are of
    these.
    """

    __slots__ = ("all_forces", "all_nodes", "force_entries", "forces", "limits", "reads", "roster", "shares_limits")

    def __init__(self, roster: Roster) -> None:
        super().__init__(None)
        self.roster = roster
        self.limits: Costs = dict(roster.limits)
        self.shares_limits = False
        self.forces: list[ForceScope] = []
        self.all_forces: list[ForceScope] = []
        self.all_nodes: list[Node] = []
        self.force_entries: set[str] = set()
        self.reads: set[str] = set()

    def count(self, id: str, deep: bool, forces: bool) -> int:
        """Return how many selections match an id in all forces. `forces`: also in forces within forces."""
        return sum(force.count(id, deep, forces) for force in self.forces)

    def nodes(self, deep: bool, forces: bool) -> Iterator[Node]:
        """Yield the selections that `count` counts, in document order."""
        for force in self.forces:
            yield from force.nodes(deep, forces)

    def roots(self) -> Iterator[Node]:
        """Yield the root selections of all forces."""
        for force in self.all_forces:
            yield from force.below

    def children_first(self) -> Iterator[Node]:
        """Yield all selections, children before their parent, otherwise in document order."""
        for root in self.roots():
            yield from root.children_first()


class CatalogueScope(Scope):
    """All forces of one catalogue, however deep they stand. `forces`: also the forces of others within these."""

    __slots__ = ("catalogue", "roster")

    def __init__(self, roster: RosterScope, catalogue: str) -> None:
        super().__init__(roster)
        self.roster = roster
        self.catalogue = catalogue

    @property
    def key(self) -> Key:
        """The catalogue."""
        return "", f"catalogue {self.catalogue}"

    def all_forces(self, inner: bool) -> Iterator[ForceScope]:
        """Yield its forces in document order; `inner`: also those of other catalogues within one of them."""
        for force in self.roster.all_forces:
            around = force.walk_up() if inner else (force,)
            if any(each.force.catalogue == self.catalogue for each in around):
                yield force

    def count(self, id: str, deep: bool, forces: bool) -> int:
        """Return how many selections match an id in its forces."""
        return sum(force.count(id, deep, False) for force in self.all_forces(forces))

    def nodes(self, deep: bool, forces: bool) -> Iterator[Node]:
        """Yield the selections that `count` counts, in document order."""
        for force in self.all_forces(forces):
            yield from force.nodes(deep, False)


class ForceScope(Scope):
    """A force with its root selections.

    `closure` is None where its catalogue is unknown, `entry` where it has no force entry or that is gone.
    """

    __slots__ = ("below", "categories", "closure", "entry", "force", "forces", "roster", "total")

    def __init__(self, force: Force, above: RosterScope | ForceScope, roster: RosterScope, closure: Closure | None) -> None:
        super().__init__(above)
        self.force = force
        self.roster = roster
        self.closure = closure
        self.entry: ForceEntry | None = closure.force_entry(force.entry) if closure and force.entry else None
        self.forces: list[ForceScope] = []
        self.categories: dict[str, CategoryScope] = {}
        self.total: Costs = {}
        self.below: list[Node] = []

    def right_below(self) -> Sequence[Node]:
        """Return the root selections."""
        return self.below

    @property
    def key(self) -> Key:
        """The force's uid."""
        return self.force.uid, ""

    @property
    def path(self) -> tuple[str, ...]:
        """The uids of the forces down to this one."""
        above = self.above.path if isinstance(self.above, ForceScope) else ()
        return (*above, self.force.uid)

    def walk_up(self) -> Iterator[ForceScope]:
        """Yield itself and then the forces around it, the nearest first."""
        scope: Scope | None = self
        while isinstance(scope, ForceScope):
            yield scope
            scope = scope.above

    def has_room_for(self, category: str) -> bool:
        """Whether root entries of a primary category can stand in it."""
        return self.entry is None or self.entry.has_room_for(category)

    @property
    def view(self) -> View:
        """What a modifier of this force's entry sees."""
        return View(self, self.above, self, None)

    def category(self, id: str) -> CategoryScope:
        """Return the scope of a primary category of this force."""
        if id not in self.categories:
            self.categories[id] = CategoryScope(self, id)
        return self.categories[id]

    def count(self, id: str, deep: bool, forces: bool) -> int:
        """Return how many selections match an id in this force. `forces`: also in the forces below."""
        inner = sum(force.count(id, deep, True) for force in self.forces) if forces else 0
        return super().count(id, deep, forces) + inner

    def nodes(self, deep: bool, forces: bool) -> Iterator[Node]:
        """Yield the selections that `count` counts, in document order."""
        yield from super().nodes(deep, forces)
        for force in self.forces if forces else ():
            yield from force.nodes(deep, True)


class CategoryScope(Scope):
    """The root selections of one primary category of a force."""

    __slots__ = ("force", "id")

    def __init__(self, force: ForceScope, id: str) -> None:
        super().__init__(force)
        self.force = force
        self.id = id

    @property
    def key(self) -> Key:
        """The force's uid and the category."""
        return self.force.force.uid, f"category {self.id}"

    def right_below(self) -> Sequence[Node]:
        """Return the root selections of this primary category."""
        return [node for node in self.force.below if node.primary == self.id]

    @property
    def view(self) -> View:
        """What a modifier of the category or of the force's link to it sees."""
        return View(self, self.force, self.force, None)


class Node(Scope):
    """A selection, or an entry that could be chosen (`selection` None). `categories` and `primary` are those it has now.

    `costs` are for its whole number; they hold what the pass over all costs has found so far; `total` is with all below.
    """

    __slots__ = ("below", "categories", "costs", "force", "number", "parent", "primary", "resolved", "selection", "total")

    def __init__(
        self, selection: Selection | None, resolved: Resolved | None, parent: Node | None, force: ForceScope
    ) -> None:
        self.selection = selection
        self.resolved = resolved
        self.parent = parent
        self.force = force
        self.number = selection.number if selection else 0
        self.categories: Sequence[str] = resolved.categories if resolved else ()
        self.primary = resolved.primary if resolved else ""
        self.costs: Costs = {}
        self.total: Costs = {}
        self.below: list[Node] = []
        super().__init__(parent or force.category(self.primary))

    def right_below(self) -> Sequence[Node]:
        """Return the selections right below."""
        return self.below

    @property
    def key(self) -> Key:
        """The selection's uid; of what is not chosen, that of its parent, and the entry."""
        if self.selection:
            return self.selection.uid, ""
        above = self.parent.key if self.parent else self.force.key
        return above[0], f"unchosen {self.entry_id}"

    @property
    def entry_id(self) -> str:
        """The entry's own id, without the links on the way."""
        if self.resolved:
            return self.resolved.entry.id
        return self.selection.entry.rpartition("::")[2] if self.selection else ""

    @property
    def is_root(self) -> bool:
        """Whether it stands right in the force."""
        return self.parent is None

    @property
    def path(self) -> tuple[str, ...]:
        """The uids from the outermost force down to this selection."""
        above = self.parent.path if self.parent else self.force.path
        return (*above, self.selection.uid) if self.selection else above

    @property
    def view(self) -> View:
        """What a modifier of this entry sees."""
        return View(self, self.above, self.force, self)

    @property
    def info_view(self) -> View:
        """What a modifier of a profile, rule or info link of this entry sees: it has no parent."""
        return View(self, None, self.force, self)

    @property
    def group_view(self) -> View:
        """What a modifier of a group below this selection sees: the selection is itself and parent."""
        return View(self, self, self.force, self)

    def walk(self) -> Iterator[Node]:
        """Yield itself and then all below, parents before their children."""
        yield self
        for child in self.below:
            yield from child.walk()

    def children_first(self) -> Iterator[Node]:
        """Yield all below and then itself, children before their parent."""
        for child in self.below:
            yield from child.children_first()
        yield self

    def matches(self, id: str) -> bool:
        """Whether it is of this entry, link, group, type or category."""
        return id in self.categories or (id in self.resolved.matches if self.resolved else id in (self.entry_id, MISSING))


class View(NamedTuple):
    """What a condition sees: itself, its parent, its force, and the selection whose ancestors and categories count."""

    here: Scope
    above: Scope | None
    force: ForceScope
    node: Node | None
