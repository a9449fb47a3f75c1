"""Selections and forces as they are after all modifiers: costs in one pass over the roster, the rest one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from datasheets.closure import Closure, Merged
from datasheets.evaluation.info import Informative, profiles_and_rules
from datasheets.evaluation.modified import Costs, Effective, EffectiveForce, ForceCategory
from datasheets.evaluation.modifier import flag, number, text
from datasheets.evaluation.query import ZERO
from datasheets.evaluation.scope import ForceScope, Node, RosterScope, View
from datasheets.model import CategoryEntry, CategoryLink, InfoGroup
from datasheets.resolved import Change, by_field, changes_of

RECURSIVE = ".recursive"


def settle_costs(root: Node) -> None:
    """Give a root selection and all below it their costs, children before their parent."""
    for node in root.children_first():
        node.costs = costs_of(node)
    for node in root.walk():
        for change in node.resolved.affecting if node.resolved else ():
            _change_below(node, change)


def _change_below(node: Node, change: Change) -> None:
    """Change the costs of what is chosen below a selection, or below one around it, as one of its modifiers says."""
    type, host = change.modifier.field, _host(node, change.modifier.scope)
    for each in host.walk() if RECURSIVE in change.modifier.affects else host.below:
        if each is not host and type in each.costs:
            each.costs = {**each.costs, type: number(each.costs[type], (change,), node.view)}


def _host(node: Node, id: str) -> Node:
    """Return the selection of an entry around a selection, or that itself where there is none."""
    host: Node | None = node if id else None
    while host is not None and host.entry_id != id:
        host = host.parent
    return host or node


def costs_of(node: Node) -> dict[str, Decimal]:
    """Return the costs of a selection of its own after modifiers, times its number; every cost type is listed."""
    if not node.resolved or not node.force.closure:
        return {}
    found = dict(node.force.closure.no_costs)
    changes = node.resolved.changes
    if not node.resolved.costs and not changes:
        return found
    found.update((cost.type, cost.value) for cost in node.resolved.costs)
    for type in found:
        value = number(found[type], changes[type], node.view) if type in changes else found[type]
        found[type] = value * node.number
    return found


def is_hidden(choice: Merged, view: View) -> bool:
    """Whether an entry or group is hidden after modifiers: its definition is, or the link to it."""
    return any(flag(hidden, changes, view) for hidden, changes in choice.hiding)


def limits_of(choice: Merged, view: View) -> dict[str, Decimal]:
    """Return the values of all constraints of an entry or group after modifiers, by constraint id."""
    changes, values = choice.changes, choice.values
    if not changes:
        return dict(values)
    return {id: number(value, changes.get(id, ()), view) for id, value in values.items()}


def effective(node: Node) -> Effective:
    """Return a selection as it is after all modifiers."""
    selection, resolved, closure = node.selection, node.resolved, node.force.closure
    if selection is None:
        raise ValueError("an entry that is not chosen has no effective selection")
    if resolved is None or closure is None:
        return Effective(
            uid=selection.uid,
            entry=None,
            name=selection.name or selection.entry,
            type="upgrade",
            number=node.number,
            hidden=False,
            costs={},
            total_costs=node.total,
            missing=True,
        )
    entry, changes, view = resolved.entry, resolved.changes, node.view
    profiles, rules = resolved.plain_info or profiles_and_rules(resolved.parts, closure, node.info_view)
    return Effective(
        uid=selection.uid,
        entry=resolved,
        name=text(entry.name, changes.get("name", ()), view),
        type=entry.type,
        number=node.number,
        hidden=is_hidden(resolved, view),
        costs=node.costs,
        total_costs=node.total,
        categories=_primary_first(node),
        primary=node.primary,
        profiles=profiles,
        rules=rules,
        limits=limits_of(resolved, view),
        page=text(entry.page, changes.get("page", ()), view),
        publication=entry.publication,
    )


def effective_force(force: ForceScope) -> EffectiveForce:
    """Return a force as it is after all modifiers."""
    entry, closure = force.entry, force.closure
    named = force.force.name
    if closure is None:
        named = named or force.force.catalogue
        return EffectiveForce(
            uid=force.force.uid, entry=None, name=named, hidden=False, total_costs=force.total, missing=True
        )
    profiles, rules = profiles_and_rules(_holders(force, closure), closure, force.view)
    changes = by_field(changes_of(entry)) if entry else {}
    limits = entry.constraints if entry else ()
    return EffectiveForce(
        uid=force.force.uid,
        entry=entry,
        name=text(entry.name, changes.get("name", ()), force.view) if entry else named or closure.catalogue.name,
        hidden=flag(entry.hidden, changes.get("hidden", ()), force.view) if entry else False,
        total_costs=force.total,
        categories=tuple(_force_category(link, force) for link in entry.category_links) if entry else (),
        profiles=profiles,
        rules=rules,
        limits={each.id: number(each.value, changes.get(each.id, ()), force.view) for each in limits},
        missing=bool(force.force.entry) and entry is None,
    )


def _holders(force: ForceScope, closure: Closure) -> Iterator[Informative]:
    """Yield what a force shows profiles and rules of: its entry, and what stands at the root of all that it can see."""
    if force.entry:
        yield force.entry
    for source in closure.sources:
        yield InfoGroup(id=source.id, profiles=source.profiles, rules=source.rules, info_links=source.info_links)


def _force_category(link: CategoryLink, force: ForceScope) -> ForceCategory:
    """Return a category that a force has room for: the category's own modifiers apply, then those of the link."""
    category = force.closure.category(link.target) if force.closure else None
    view = force.category(link.target).view
    parts: tuple[CategoryEntry | CategoryLink, ...] = (category, link) if category else (link,)
    changes = by_field(tuple(change for part in parts for change in changes_of(part)))
    return ForceCategory(
        id=link.target,
        name=text(parts[0].name, changes.get("name", ()), view),
        hidden=any(flag(part.hidden, by_field(changes_of(part)).get("hidden", ()), view) for part in parts),
        limits={each.id: number(each.value, changes.get(each.id, ()), view) for part in parts for each in part.constraints},
        page=parts[0].page,
        publication=parts[0].publication,
    )


def settle_totals(top: RosterScope) -> Costs:
    """Give every selection and force the costs of all that is in it, and return those of the roster."""
    return settle_force_totals(top, top.roots())


def settle_force_totals(top: RosterScope, roots: Iterable[Node]) -> Costs:
    """Do the same where only these root selections cost something else than before."""
    for root in roots:
        for node in root.children_first():
            node.total = _sum([node.costs, *(child.total for child in node.below)]) if node.below else node.costs
    for force in reversed(top.all_forces):
        types = force.closure.no_costs if force.closure else {}
        force.total = _sum([types, *(node.total for node in force.below), *(inner.total for inner in force.forces)])
    return _sum([force.total for force in top.forces])


def _sum(amounts: Iterable[Costs]) -> Costs:
    found: dict[str, Decimal] = {}
    for each in amounts:
        for type, value in each.items():
            found[type] = found.get(type, ZERO) + value
    return found


def _primary_first(node: Node) -> tuple[str, ...]:
    others = (id for id in node.categories if id != node.primary)
    return (node.primary, *others) if node.primary else tuple(others)
