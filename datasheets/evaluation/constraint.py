"""Which constraints are broken: of entries and groups below each selection, of root entries, categories and forces.

What is not chosen is judged too: a minimum can be broken by nothing. A constraint that counts in a force or the roster is
met once for every parent, with the same `key`. Source: battlescribe.md, 3.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from datasheets.closure import Closure, Merged, Resolved, ResolvedGroup
from datasheets.evaluation.categories import primary_of
from datasheets.evaluation.effective import is_hidden
from datasheets.evaluation.modifier import maximum, number
from datasheets.evaluation.query import count, in_full, is_share, scope_of, share
from datasheets.evaluation.scope import ANY, CategoryScope, ForceScope, Key, Node, Scope, View
from datasheets.model import CategoryEntry, CategoryLink, Constraint
from datasheets.resolved import Change, by_field, changes_of


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Broken:
    """A broken constraint: `found` is less or more than `wanted`, in `scope`.

    `choice` is the entry or group that it limits (None for categories and forces), `parent` the selection that this stands
    below (None in a force), `nodes` its selections there.
    """

    part: str
    constraint: Constraint
    wanted: Decimal
    found: Decimal
    scope: Scope
    force: ForceScope
    choice: Merged | None = None
    parent: Node | None = None
    nodes: tuple[Node, ...] = ()
    category: str = ""
    per_model: bool = False

    @property
    def key(self) -> tuple[Key, str, str, str]:
        """What makes two of them the same one: where, and what; unshared, also by which way the entry was reached."""
        unshared = self.choice.id if self.choice and not self.constraint.query.shared else ""
        return self.scope.key, self.part, self.constraint.id, unshared


class ContentPart(NamedTuple):
    """A category or a root entry of a force, whose limits there are judged apart from all others.

    `choice` is the root entry, None for a category.
    """

    judge: Callable[[], Iterator[Broken]]
    choice: Merged | None = None

    @property
    def entry(self) -> str:
        """The composite id of the root entry, "" for a category."""
        return self.choice.id if self.choice else ""


def of_force(force: ForceScope) -> Iterator[Broken]:
    """Yield the broken constraints of a force entry itself."""
    if force.closure:
        yield from _of_force(force)


def of_force_content(force: ForceScope) -> Iterator[Broken]:
    """Yield the broken constraints of a force's categories and roots."""
    for part in (*categories_of(force), *roots_of(force)):
        yield from part.judge()


def roots_of(force: ForceScope) -> Iterator[ContentPart]:
    """Yield the root entries of a force that have limits."""
    if force.closure:
        yield from _choices_of(None, force, force.closure)


def root_part(force: ForceScope, choice: Merged) -> ContentPart:
    """Return a root entry of a force with the selections that there are of it."""
    if force.closure is None:
        raise ValueError("a force without data has no root entries")
    nodes = tuple(node for node in force.below if node.selection and node.selection.entry == choice.id)
    return ContentPart(partial(_of_choice, choice, nodes, None, force, force.closure), choice)


def of_unit(root: Node) -> Iterator[Broken]:
    """Yield the broken constraints of what can be chosen below a root selection, at any depth."""
    for node in root.walk():
        if node.resolved and node.force.closure:
            for choice, nodes in _limited_choices(node, node.force, node.force.closure):
                if nodes or isinstance(choice, ResolvedGroup) or choice.minima:  # of most that is not there nothing is asked
                    yield from _of_choice(choice, nodes, node, node.force, node.force.closure)


def _of_force(force: ForceScope) -> Iterator[Broken]:
    """Yield what is broken of a force's own limits. The selections of a force are its roots: what counts is units.

    Real data have "at most 1 selection, and 1 more for each of these categories" with the flag for everything below set. A
    limit on costs is one of its own costs, those of all forces of its kind together.
    """
    if force.entry is None:
        return
    changes = by_field(changes_of(force.entry))
    for constraint in force.entry.constraints:
        query = constraint.query
        child = ANY if query.field == "selections" else force.entry.id
        if query.field == "selections":
            constraint = replace(constraint, query=replace(query, include_child_selections=False))
        measured = _measure(constraint, child, force.view, changes.get(constraint.id, ()))
        if measured:
            wanted, found, scope = measured
            yield Broken(part=force.entry.id, constraint=constraint, wanted=wanted, found=found, scope=scope, force=force)


def categories_of(force: ForceScope) -> Iterator[ContentPart]:
    """Yield the categories with limits that the force has room for, and those that something in it has."""
    closure = force.closure
    if closure is None:
        return
    slots = {link.target: link for link in reversed(force.entry.category_links)} if force.entry else {}
    present = (id for id in closure.limited_categories if id not in slots and force.deep.get(id))
    for id in (*reversed(slots), *present):
        category, link = closure.category(id), slots.get(id)
        parts: list[CategoryEntry | CategoryLink] = [part for part in (category, link) if part]
        if any(part.constraints for part in parts):
            yield ContentPart(partial(_of_category, force, id, parts))


def _of_category(force: ForceScope, id: str, parts: list[CategoryEntry | CategoryLink]) -> Iterator[Broken]:
    """Yield what is broken of a category, which its own constraints limit and those of the force's link to it."""
    changes = by_field(tuple(change for part in parts for change in changes_of(part)))
    for part in parts:
        for constraint in part.constraints:
            measured = _measure(constraint, id, force.category(id).view, changes.get(constraint.id, ()))
            if measured:
                wanted, found, scope = measured
                yield Broken(
                    part=part.id,
                    constraint=constraint,
                    wanted=wanted,
                    found=found,
                    scope=scope,
                    force=force,
                    category=id,
                )


def _choices_of(parent: Node | None, force: ForceScope, closure: Closure) -> Iterator[ContentPart]:
    """Yield the entries and groups below a selection that have limits, or the roots of a force that have."""
    for choice, nodes in _limited_choices(parent, force, closure):
        yield ContentPart(partial(_of_choice, choice, nodes, parent, force, closure), choice)


def _limited_choices(parent: Node | None, force: ForceScope, closure: Closure) -> Iterator[tuple[Merged, tuple[Node, ...]]]:
    """Yield the same, each with the selections that there are of it."""
    limited = closure.constrained_entries(parent.resolved if parent else None)
    if not limited:
        return
    present: dict[str, list[Node]] = {}
    for node in parent.below if parent else force.below:
        if node.selection:
            present.setdefault(node.selection.entry, []).append(node)
    for choice in limited:
        yield choice, tuple(present.get(choice.id, ()))


def _of_choice(
    choice: Merged, nodes: tuple[Node, ...], parent: Node | None, force: ForceScope, closure: Closure
) -> Iterator[Broken]:
    """Yield what is broken of an entry or group; nothing of what is hidden, or for what there is no room."""
    for found in _of_limits(choice, nodes, parent, force, closure):
        if not _is_hidden(choice, nodes, parent, force) and _has_room(choice, nodes, parent, force):
            yield found


def _of_limits(
    choice: Merged, nodes: tuple[Node, ...], parent: Node | None, force: ForceScope, closure: Closure
) -> Iterator[Broken]:
    for limit in choice.limits if nodes or isinstance(choice, ResolvedGroup) else choice.minima:
        constraint = limit.constraint
        child = choice.parts[0].id if constraint.query.shared else choice.id
        models = _models(choice, constraint, parent, closure)
        for view in _views(choice, constraint, nodes, parent, force):
            both = (constraint, limit.stricter) if limit.stricter else (constraint,)
            measured = [_measure(each, child, view, choice.changes.get(each.id, ()), models) for each in both]
            failed = [each for each in measured if each]
            if failed:
                wanted, found, scope = max(failed, key=lambda each: abs(each[1] - each[0]))
                yield Broken(
                    part=limit.part,
                    constraint=constraint,
                    wanted=wanted,
                    found=found,
                    scope=scope,
                    force=force,
                    choice=choice,
                    parent=parent,
                    nodes=nodes,
                    per_model=models > 1,
                )


def _views(
    choice: Merged, constraint: Constraint, nodes: tuple[Node, ...], parent: Node | None, force: ForceScope
) -> Iterator[View]:
    """Yield from where a constraint is seen: each selection for itself, roots once per primary category, else once."""
    if constraint.query.scope == "self":
        yield from (node.view for node in nodes)
    elif constraint.query.scope == "parent" and parent is None:
        views = [node.view for node in nodes] or [_view(choice, nodes, parent, force)]
        by_category = {id(view.above): view for view in reversed(views)}
        yield from (view for view in by_category.values() if not _is_uncategorised(view))
    else:
        yield _view(choice, nodes, parent, force)


def _measure(
    constraint: Constraint, child: str, view: View, changes: tuple[Change, ...], models: int = 1
) -> tuple[Decimal, Decimal, Scope] | None:
    """Return what a constraint wants, what there is and where it counted, None where it is kept."""
    is_max = constraint.type == "max"
    if not changes and (constraint.value < 0 if is_max else constraint.value <= 0):
        return None
    query = constraint.query
    scope = scope_of(query, view)
    if scope is None:
        return None
    if is_share(query, scope):
        query = in_full(query)
    found = count(query, scope, child)
    if is_max and not found:
        return None
    limit = (maximum if is_max else number)(constraint.value, changes, view)
    if limit is None:
        return None
    wanted = share(query, scope, limit)
    found = found / models if models > 1 else found
    return (wanted, found, scope) if (found > wanted if is_max else found < wanted) else None


def _view(choice: Merged, nodes: tuple[Node, ...], parent: Node | None, force: ForceScope) -> View:
    if isinstance(choice, Resolved):
        return (nodes[0] if nodes else Node(None, choice, parent, force)).view
    return parent.group_view if parent else force.view


def _is_uncategorised(view: View) -> bool:
    return isinstance(view.above, CategoryScope) and not view.above.id


def _models(choice: Merged, constraint: Constraint, parent: Node | None, closure: Closure) -> int:
    """Return by how many models a count is divided: what is collective is limited for each model of its parent."""
    if parent is None or parent.number <= 1 or constraint.query.scope != "parent":
        return 1
    if isinstance(choice, ResolvedGroup):
        offers = tuple(closure.offers(choice))
        return parent.number if offers and all(offer.collective for offer in offers) else 1
    return parent.number if choice.collective else 1


def _has_room(choice: Merged, nodes: tuple[Node, ...], parent: Node | None, force: ForceScope) -> bool:
    """Whether an entry that is not chosen can be: a root entry, where the force has room for its primary category."""
    if parent or nodes or not isinstance(choice, Resolved):
        return True
    return force.has_room_for(primary_of(Node(None, choice, None, force)))


def _is_hidden(choice: Merged, nodes: tuple[Node, ...], parent: Node | None, force: ForceScope) -> bool:
    around = any(is_hidden(group, parent.group_view) for group in choice.groups) if parent else False
    return around or is_hidden(choice, _view(choice, nodes, parent, force))
