"""What a query counts, seen from somewhere: the one gate through which modifiers and constraints learn about the roster.

Source: battlescribe.md, 3.3 (our notes on the data format, confirmed on real rosters).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from datasheets.evaluation.scope import ANY, CatalogueScope, ForceScope, Node, RosterScope, Scope, View
from datasheets.model import Query
from datasheets.steps import spend

ZERO = Decimal(0)
COUNTED = ("selections", "forces")
"""What queries are about that ask for no cost."""

LIMIT = "limit::"
"""What queries on the roster's cost limits are about begins so; the cost's id follows."""
NO_LIMIT = Decimal(-1)
LIMITS = "\0limits"  # stands among what was read where cost limits were
COSTS = "\0costs"  # stands among what was read where costs were; no id has this character


def scope_of(query: Query, view: View) -> Scope | None:
    """Return the scope that a query counts in, None where it has none (an id that encloses nothing here)."""
    match query.scope:
        case "self":
            return view.here
        case "parent":
            return view.above
        case "force":
            return view.force
        case "roster":
            return view.force.roster
        case "primary-category":
            return _primary_category(view)
        case "primary-catalogue":
            return CatalogueScope(view.force.roster, view.force.force.catalogue)
        case "ancestor":
            return None
    return _nearest_scope(query.scope, view)


def is_limit(query: Query) -> bool:
    """Whether a query asks for a cost limit of the roster, which has no parts to look for."""
    return query.field.startswith(LIMIT)


def count(query: Query, scope: Scope, child: str) -> Decimal:
    """Return how much of `query.field` there is in a scope that matches `child` (`ANY`: everything)."""
    if is_limit(query):
        _roster(scope).reads.add(LIMITS)
        return _roster(scope).limits.get(query.field.removeprefix(LIMIT), NO_LIMIT)
    _note(query, scope, child)
    if query.field == "forces":
        return Decimal(count_forces(scope, child, query.include_child_forces))
    if query.field != "selections":
        return sum((node.costs.get(query.field, ZERO) for node in _find_costed(query, scope, child)), ZERO)
    if not query.shared:
        return Decimal(sum(node.number for node in find_matches(query, scope, child)))
    found = scope.count(child, query.include_child_selections, query.include_child_forces)
    if not found and child != ANY and child in _roster(scope).force_entries:
        found = count_forces(scope, child, query.include_child_forces)
    return Decimal(found)


def _note(query: Query, scope: Scope, child: str) -> None:
    """Note what is read beyond one unit. How many forces there are does not count: with other forces all is read anew."""
    if query.field not in COUNTED:
        _roster(scope).reads.add(COSTS)
    elif query.field == "selections" and not isinstance(scope, Node):
        _roster(scope).reads.add(child if query.shared else ANY)


def find_matches(query: Query, scope: Scope, child: str) -> Iterator[Node]:
    """Yield the selections that a query counts. Unshared, an entry's id finds none that came through a link."""
    roots = scope.nodes(False, query.include_child_forces)
    if not query.include_child_selections:
        nodes = list(roots)
    elif child == ANY:
        nodes = list(scope.nodes(True, query.include_child_forces))
    else:
        ids = {child} if query.shared else {child, child.rpartition("::")[2]}  # whatever way, it counts by its own id
        nodes = [node for root in roots for node in _where_counted(root, ids)]
    spend(len(nodes), _roster(scope).roster.name)
    for node in nodes:
        if child == ANY or _is_match(node, child, query.shared):
            yield node


def _where_counted(node: Node, ids: Iterable[str]) -> Iterator[Node]:
    """Yield a selection and those below it, leaving out whatever holds nothing of these ids."""
    yield node
    if any(node.deep.get(id) for id in ids):
        for inner in node.below:
            yield from _where_counted(inner, ids)


def _find_costed(query: Query, scope: Scope, child: str) -> Iterator[Node]:
    """Yield the selections whose costs a query adds up, each once: what matches costs what it holds, where that counts."""
    if child != ANY and child in _roster(scope).force_entries:
        yield from _costed_in_forces(query, scope, child)
        return
    matches = find_matches(query, scope, child)
    if child == ANY or not query.include_child_selections:
        yield from matches
        return
    found: set[int] = set()
    for node in (inner for match in matches for inner in match.walk()):
        if id(node) not in found:
            found.add(id(node))
            yield node


def _costed_in_forces(query: Query, scope: Scope, entry: str) -> Iterator[Node]:
    """Yield the selections of the forces of a force entry in a scope, the scope itself included, each once."""
    inner = query.include_child_forces
    for force in _roster(scope).all_forces:
        around = list(force.walk_up())
        if any(each.force.entry == entry for each in (around if inner else around[:1])) and _is_within(force, scope):
            yield from find_matches(replace(query, include_child_forces=False), force, ANY)


def _is_within(force: ForceScope, scope: Scope) -> bool:
    if isinstance(scope, CatalogueScope):
        return force.force.catalogue == scope.catalogue
    return isinstance(scope, RosterScope) or any(each is scope for each in force.walk_up())


def _is_match(node: Node, child: str, shared: bool) -> bool:
    if shared or node.selection is None:
        return node.matches(child)
    composite = node.selection.entry
    if composite == child or (node.resolved and any(group.id == child for group in node.resolved.groups)):
        return True
    return node.matches(child) and (child != node.entry_id or composite == node.entry_id)


def count_forces(scope: Scope, child: str, inner: bool) -> int:
    """Return how many forces there are right in a scope, `inner`: at any depth, of one force entry or of any."""
    if isinstance(scope, CatalogueScope):
        return sum(child in (ANY, force.force.entry) for force in scope.all_forces(inner))
    if not isinstance(scope, (RosterScope, ForceScope)):
        return 0
    found = 0
    for force in scope.forces:
        found += child in (ANY, force.force.entry)
        if inner:
            found += count_forces(force, child, inner)
    return found


def share(query: Query, scope: Scope, value: Decimal) -> Decimal:
    """Return what `value` stands for: itself, or that many percent of everything in the scope.

    Percentages of the whole army's costs are of its limit where the rules say so (2E-R-ARMY-06).
    """
    if not query.percent:
        return value
    if is_share(query, scope):
        _roster(scope).reads.add(LIMITS)
        limit = _roster(scope).limits.get(query.field, NO_LIMIT)
        if limit > 0:
            return value * limit / 100
    return value * count(query, scope, ANY) / 100


def is_share(query: Query, scope: Scope) -> bool:
    """Whether a query is about a percentage of what the whole army may cost."""
    return query.percent and query.field not in COUNTED and isinstance(scope, RosterScope) and scope.shares_limits


def in_full(query: Query) -> Query:
    """Return a query on costs with all that units hold, in forces within forces too: what a share is of (2E-R-ARMY-06)."""
    return replace(query, include_child_selections=True, include_child_forces=True)


def _primary_category(view: View) -> Scope | None:
    """Return the nearest primary category: a selection below a unit has none of its own."""
    node = view.node
    while node is not None and not node.primary and node.parent is not None:
        node = node.parent
    return view.force.category(node.primary) if node else None


def _nearest_scope(id: str, view: View) -> Scope | None:
    """Return the nearest scope, itself included, that was made from an entry, link, force entry or category."""
    node = view.node
    while node is not None:
        if id == node.entry_id or (node.resolved and any(part.id == id for part in node.resolved.parts)):
            return node
        node = node.parent
    force: Scope | None = view.force
    while isinstance(force, ForceScope):
        if force.force.entry == id:
            return force
        force = force.above
    known = view.force.closure.category(id) if view.force.closure else None
    return view.force.category(id) if known else None


def _roster(scope: Scope) -> RosterScope:
    while scope.above is not None:
        scope = scope.above
    if not isinstance(scope, RosterScope):
        raise TypeError("the outermost scope is the roster")
    return scope
