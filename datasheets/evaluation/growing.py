"""From a roster's tree to its scopes with their tallies; and tallies kept right when categories change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from datasheets.closure import Catalogues, UnknownCatalogue
from datasheets.evaluation.limits import limits_of, shares_limits
from datasheets.evaluation.scope import MISSING, CategoryScope, ForceScope, Node, RosterScope, Scope, Tally
from datasheets.evaluation.tree import Force, Roster, Selection


def scopes(roster: Roster, catalogues: Catalogues) -> RosterScope:
    """Build all scopes of a roster with their tallies as they are before any modifier."""
    top = RosterScope(roster)
    for force in roster.forces:
        _grow_force(force, top, top, catalogues)
    top.limits = limits_of(roster, [force.closure for force in top.all_forces if force.closure])
    top.shares_limits = shares_limits(roster)
    return top


def recategorise(node: Node, categories: Sequence[str], primary: str) -> None:
    """Give a selection other categories and put all tallies right."""
    gone = [id for id in node.categories if id not in categories]
    new = [id for id in categories if id not in node.categories]
    node.categories = categories
    for scope, is_direct in _around(node):
        _add(scope, gone, -node.number, is_direct)
        _add(scope, new, node.number, is_direct)
    if primary != node.primary:
        _move(node, primary)


def grow_root(selection: Selection, force: ForceScope) -> Node:
    """Return a root selection with all below it as they are before any modifier, counted nowhere yet."""
    return _grow(selection, None, force)


def take_in(root: Node) -> None:
    """Count a root selection and all below it in its primary category and its force."""
    _take_in(root.above or root.force, root)
    _take_in(root.force, root)


def take_out(root: Node) -> None:
    """Count a root selection and all below it no longer."""
    _take_out(root.above or root.force, root)
    _take_out(root.force, root)


def _grow_force(force: Force, above: RosterScope | ForceScope, top: RosterScope, catalogues: Catalogues) -> None:
    try:
        closure = catalogues.closure(force.catalogue, force.pin)
    except UnknownCatalogue:
        closure = None
    scope = ForceScope(force, above, top, closure)
    above.forces.append(scope)
    top.all_forces.append(scope)
    top.force_entries.add(force.entry)
    for selection in force.selections:
        node = grow_root(selection, scope)
        scope.below.append(node)
        take_in(node)
    for inner in force.forces:
        _grow_force(inner, scope, top, catalogues)


def _grow(selection: Selection, parent: Node | None, force: ForceScope) -> Node:
    resolved = force.closure.entry(selection.entry) if force.closure else None
    node = Node(selection, resolved, parent, force)
    force.roster.all_nodes.append(node)
    for inner in selection.selections:
        child = _grow(inner, node, force)
        node.below.append(child)
        _take_in(node, child)
    return node


def _take_in(scope: Scope, node: Node) -> None:
    """Count a selection that stands right in a scope, and all below it."""
    _add(scope, ids_of(node), node.number, True)
    _merge(scope.deep, node.deep, 1)


def _take_out(scope: Scope, node: Node) -> None:
    _add(scope, ids_of(node), -node.number, True)
    _merge(scope.deep, node.deep, -1)


def _move(node: Node, primary: str) -> None:
    """Give a selection another primary category; a root selection is counted there from now on."""
    node.primary = primary
    if not node.is_root:
        return
    target = node.force.category(primary)
    if node.above is not None:
        _take_out(node.above, node)
    node.above = target
    _take_in(target, node)


def ids_of(node: Node) -> Iterable[str]:
    """Return the ids that a selection counts as."""
    if node.resolved is None:
        return (node.entry_id, MISSING)
    if node.categories is node.resolved.categories:
        return node.resolved.counted_as
    return (*node.resolved.matches, *(id for id in node.categories if id not in node.resolved.matches))


def _around(node: Node) -> Iterable[tuple[Scope, bool]]:
    """Yield the scopes that count a selection, and whether it stands right in them; a force sees its roots directly."""
    is_direct, scope = True, node.above
    while scope is not None:
        yield scope, is_direct
        if isinstance(scope, ForceScope):
            return
        is_direct, scope = is_direct and isinstance(scope, CategoryScope), scope.above


def _add(scope: Scope, ids: Iterable[str], number: int, is_direct: bool) -> None:
    deep = scope.deep
    for id in ids:
        deep[id] = deep.get(id, 0) + number
    if is_direct:
        direct = scope.direct
        for id in ids:
            direct[id] = direct.get(id, 0) + number


def _merge(tally: Tally, more: Mapping[str, int], sign: int) -> None:
    for id, number in more.items():
        tally[id] = tally.get(id, 0) + sign * number
