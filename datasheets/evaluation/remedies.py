"""Ways out of a broken constraint that the data themselves offer: each choice of a group, each removal of what is too much.

A limit that some other unit would raise is also settled by that (`raising`).

Proposals only: whoever shows them tries them on the army first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import ROUND_CEILING
from itertools import chain

from datasheets.closure import Closure, Resolved, ResolvedGroup
from datasheets.evaluation.constraint import Broken
from datasheets.evaluation.finding import Fix, Operation
from datasheets.evaluation.raising import units_that_raise
from datasheets.evaluation.room import fill
from datasheets.evaluation.scope import Node
from datasheets.evaluation.selecting import is_own_node
from datasheets.markup import strip_marks

MOST_OPERATIONS = 20
"""A fix that would take more is not offered."""
MOST_WAYS, DEEPEST = 6, 4


def ways_out(each: Broken) -> Iterator[Fix]:
    """Yield what settles a broken constraint on a number of selections, a few ways where there are many."""
    query, closure = each.constraint.query, each.force.closure
    if query.field != "selections" or query.percent or closure is None:
        return
    found: Iterator[Fix] = _few(each, closure)
    if each.constraint.type != "min":
        found = chain(units_that_raise(each, closure) if each.parent is None else (), _many(each, closure))
    for _, fix in zip(range(MOST_WAYS), found, strict=False):
        yield fix


def _difference(each: Broken) -> int:
    return int(abs(each.wanted - each.found).to_integral_value(ROUND_CEILING))


def _few(each: Broken, closure: Closure) -> Iterator[Fix]:
    """Yield more of the entry, or of each entry of the group."""
    parent, missing = each.parent, _difference(each)
    for root in _roots(each, closure) if parent is None and missing <= MOST_OPERATIONS else ():
        add: Operation = {"op": "add-unit", "force": each.force.force.uid, "entry": root.id}
        yield Fix("fix.add", {"name": strip_marks(root.name), "number": missing}, (add,) * missing)
    if parent is None or parent.selection is None or parent.resolved is None or each.scope is not parent:
        return
    if parent.resolved.entry.loadout and isinstance(each.choice, Resolved):
        yield _size(each, each.choice, parent.selection.uid)
        return
    if missing <= MOST_OPERATIONS:
        entries = list(_entries(each, closure))
        yield from (
            _fillings(entries, missing, parent) if len(entries) > 1 else (_more({one: missing}, parent) for one in entries)
        )


def _fillings(entries: list[Resolved], missing: int, parent: Node) -> Iterator[Fix]:
    """Yield for each entry of a group as many of it as lack and may be, with others where that is too few.

    Where nothing may be, each entry alone: then something else makes room for it.
    """
    seen: list[set[tuple[str, int]]] = []
    for at, entry in enumerate(entries):
        taken = fill(entry, (*entries[at + 1 :], *entries[:at]), missing, parent)
        mixed = {(each.id, number) for each, number in taken.items()}
        if taken and mixed not in seen:
            seen.append(mixed)
            yield _more(taken, parent)
    if not seen:
        yield from (_more({entry: missing}, parent) for entry in entries)


def _more(taken: Mapping[Resolved, int], parent: Node) -> Fix:
    """Return a fix that chooses so many of some entries below a selection."""
    uid = parent.selection.uid if parent.selection else ""
    fixes = []
    for entry, number in taken.items():
        select: Operation = {"op": "select", "parent": uid, "entry": entry.id, "group": entry.group}
        fixes.append(Fix("fix.add", {"name": strip_marks(entry.name), "number": number}, (select,) * number))
    whole = tuple(operation for fix in fixes for operation in fix.operations)
    return replace(fixes[0], operations=whole, also=tuple(fixes[1:]))


def _roots(each: Broken, closure: Closure) -> Iterator[Resolved]:
    """Yield what can be added to a force so that it has more of an entry, or of a category."""
    if isinstance(each.choice, Resolved):
        yield each.choice
    elif each.category:
        yield from (root for root in closure.roots() if each.category in root.categories and not root.entry.hidden)


def _many(each: Broken, closure: Closure) -> Iterator[Fix]:
    """Yield fewer of the entry, of each entry of the group, or each removal of what stands in too large a number."""
    parent, surplus = each.parent, _difference(each)
    if parent and parent.selection and parent.resolved and each.scope is parent:
        if parent.resolved.entry.loadout and isinstance(each.choice, Resolved):
            yield _size(each, each.choice, parent.selection.uid)
            return
        step = parent.number if each.per_model else 1
        yield from _several(each, closure, parent, surplus * step)
        for entry in _entries(each, closure):
            nodes = each.nodes or tuple(node for node in parent.below if node.selection and node.selection.entry == entry.id)
            operations = _fewer(nodes, surplus * step, is_own_node(closure, entry))
            if operations and len(operations) <= MOST_OPERATIONS:
                yield Fix("fix.take-away", {"name": strip_marks(entry.name), "number": surplus}, operations)
    else:
        single = [node for node in _bearers(each) if node.selection and node.number == 1]
        if surplus == 1:
            yield from map(_without, single)
        elif surplus <= min(len(single), MOST_OPERATIONS):
            out = [_without(node) for node in single[-surplus:]]
            gone = tuple(operation for fix in out for operation in fix.operations)
            if isinstance(each.choice, Resolved):
                yield Fix("fix.take-away", {"name": strip_marks(each.choice.name), "number": surplus}, gone)
            else:
                names = Counter(str(fix.values["name"]) for fix in out)
                listed = (name if number == 1 else f"{number} × {name}" for name, number in names.items())
                yield Fix("fix.remove", {"name": ", ".join(listed)}, gone)
        else:
            yield from _fewer_of_all(each, surplus)


def _several(each: Broken, closure: Closure, parent: Node, surplus: int) -> Iterator[Fix]:
    """Yield which choices of a group are to go together where of none there are enough: from each one on, in a circle."""
    entries = {entry.id: entry for entry in _entries(each, closure)}
    chosen = [node for node in parent.below if node.selection and node.selection.entry in entries and node.number]
    numbers = Counter[str]()
    for node in chosen:
        numbers[node.selection.entry if node.selection else ""] += node.number
    if max(numbers.values(), default=surplus) >= surplus:
        return
    for at in range(len(chosen)):
        gone, left = list[Node](), surplus
        for node in (*chosen[at:], *chosen[:at]):
            if left > 0:
                gone.append(node)
                left -= node.number
        if left == 0 and len(gone) <= MOST_OPERATIONS:
            yield _remove_nodes(gone)


def _remove_nodes(gone: list[Node]) -> Fix:
    """Return the removal of several selections, those of one name said together."""
    nodes = [node.selection for node in gone if node.selection]
    names = Counter[str]()
    for selection in nodes:
        names[selection.title or strip_marks(selection.name)] += selection.number
    listed = ", ".join(name if number == 1 else f"{number} × {name}" for name, number in names.items())
    return Fix("fix.remove", {"name": listed}, tuple({"op": "remove", "selection": each.uid} for each in nodes))


def _fewer_of_all(each: Broken, surplus: int) -> Iterator[Fix]:
    """Yield fewer of all that counts, the last chosen first, where not every selection is one."""
    bearers = tuple(node for node in _bearers(each) if node.selection)
    operations = _fewer(bearers, surplus, alone=False)
    if operations and len(operations) <= MOST_OPERATIONS:
        names = dict.fromkeys(strip_marks(node.selection.name) for node in bearers if node.selection)
        yield Fix("fix.take-away", {"name": ", ".join(names), "number": surplus}, operations)


def _bearers(each: Broken) -> Iterator[Node]:
    """Yield the selections of a category in a force, or of an entry wherever its constraint counts, in document order."""
    if each.category:
        return (node for node in each.force.nodes(True, True) if each.category in node.categories)
    ids = {entry.entry.id for entry in (each.choice,) if isinstance(entry, Resolved)}
    return (node for node in each.scope.nodes(True, True) if node.entry_id in ids)


def _without(node: Node) -> Fix:
    selection = node.selection
    if selection is None:
        raise ValueError("what is not chosen cannot be removed")
    holder = node.parent
    while holder and holder.parent:
        holder = holder.parent
    name = selection.title or strip_marks(selection.name)
    remove: tuple[Operation, ...] = ({"op": "remove", "selection": selection.uid},)
    if holder is None or holder.selection is None:
        return Fix("fix.remove", {"name": name}, remove)
    whose = holder.selection.title or strip_marks(holder.selection.name)
    return Fix("fix.take-from-unit", {"name": name, "unit": whose}, remove)


def _size(each: Broken, row: Resolved, unit: str) -> Fix:
    size: Operation = {"op": "set-size", "unit": unit, "row": row.id, "number": int(each.wanted)}
    return Fix("fix.set-size", {"name": strip_marks(row.name), "number": int(each.wanted)}, (size,))


def _entries(each: Broken, closure: Closure) -> Iterator[Resolved]:
    if isinstance(each.choice, Resolved):
        yield each.choice
    elif isinstance(each.choice, ResolvedGroup):
        yield from _of_group(each.choice, closure, 0)


def _of_group(group: ResolvedGroup, closure: Closure, depth: int) -> Iterator[Resolved]:
    for child in closure.children(group):
        if isinstance(child, Resolved):
            yield child
        elif isinstance(child, ResolvedGroup) and not child.leads_back and depth < DEEPEST:
            yield from _of_group(child, closure, depth + 1)


def _fewer(nodes: tuple[Node, ...], surplus: int, alone: bool) -> tuple[Operation, ...]:
    """Return operations that take `surplus` selections away, the last chosen first."""
    operations: list[Operation] = []
    for node in reversed(nodes):
        if surplus <= 0 or node.selection is None:
            break
        if node.number <= surplus:
            operations.append({"op": "remove", "selection": node.selection.uid})
        elif not alone:
            operations.append({"op": "set-number", "selection": node.selection.uid, "number": node.number - surplus})
        surplus -= node.number
    return tuple(operations) if surplus <= 0 else ()
