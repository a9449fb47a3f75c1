"""The categories that selections have after their modifiers.

Conditions may count categories that other modifiers add. So all selections with such modifiers are gone through in document
order, again and again until nothing changes any more. Within one selection a modifier sees what those before it did.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from datasheets.closure import Catalogues
from datasheets.evaluation.condition import times
from datasheets.evaluation.growing import recategorise, scopes
from datasheets.evaluation.scope import Node, RosterScope
from datasheets.evaluation.tree import Roster
from datasheets.model import Modifier
from datasheets.resolved import Resolved

MOST_ROUNDS = 8  # rules that contradict themselves would go on for ever


def settled_scopes(roster: Roster, catalogues: Catalogues) -> RosterScope:
    """Return the scopes of a roster with the categories that everything has after modifiers."""
    top = scopes(roster, catalogues)
    settle(top)
    return top


def settle(top: RosterScope, nodes: Iterable[Node] | None = None) -> dict[Node, set[str]]:
    """Give every selection of the roster, or only some `nodes`, the categories that it has after modifiers.

    Returns:
        What the modifiers asked for beyond each root selection (`RosterScope.reads`), where there are any.
    """
    changing = [
        (node, node.resolved)
        for node in (top.all_nodes if nodes is None else nodes)
        if node.resolved and changes_categories(node)
    ]
    by_root = [(root, list(each)) for root, each in groupby(changing, key=lambda each: root_of(each[0]))]
    reads: dict[Node, set[str]] = {root: set() for root, _ in by_root}
    for _ in range(MOST_ROUNDS):
        changed = False
        for root, each in by_root:
            top.reads = reads[root]
            for node, resolved in each:
                changed |= _changes(node, resolved)
        if not changed:
            break
    top.reads = set()
    return reads


def changes_categories(node: Node) -> bool:
    """Whether modifiers of a selection may change its categories."""
    return node.resolved is not None and "category" in node.resolved.changes


def root_of(node: Node) -> Node:
    """Return the root selection that a node is, or stands in."""
    while node.parent is not None:
        node = node.parent
    return node


def primary_of(node: Node) -> str:
    """Return the primary category that an entry would have if it were chosen now; of a selection, the one that it has."""
    if node.selection or not node.resolved or "category" not in node.resolved.changes:
        return node.primary
    before = node.categories
    _, primary = _categories_of(node, node.resolved)
    node.categories = before
    return primary


def _changes(node: Node, resolved: Resolved) -> bool:
    before, primary_before = node.categories, node.primary
    categories, primary = _categories_of(node, resolved)
    node.categories = before
    if list(before) == categories and primary == primary_before:
        return False
    recategorise(node, categories, primary)
    return True


def _categories_of(node: Node, resolved: Resolved) -> tuple[list[str], str]:
    """Return categories and primary of a selection after its modifiers; its `categories` are used as the slate."""
    categories, primary = list(resolved.categories), resolved.primary
    node.categories = categories
    for change in resolved.changes["category"]:
        if times(change, node.view):
            primary = _apply(change.modifier, categories, primary)
    return categories, primary


def _apply(modifier: Modifier, categories: list[str], primary: str) -> str:
    """Change the list of categories and return the primary one."""
    id = modifier.value
    match modifier.type:
        case "add" | "set-primary":
            if id not in categories:
                categories.append(id)
            return id if modifier.type == "set-primary" else primary
        case "remove":
            if id in categories:
                categories.remove(id)
            return "" if primary == id else primary
        case "unset-primary":
            return "" if primary == id else primary
    return primary
