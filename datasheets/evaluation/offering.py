"""What can be chosen below the selections of a unit now: entries and groups after modifiers, hidden ones left out.

`Closure.offers` says what the data offer at all; here the roster has its say. For pages where a player chooses.
Whoever has evaluated the roster hands over its scopes (`top`), so that nobody counts it again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from datasheets.closure import Catalogues, Closure, Merged, Resolved, ResolvedGroup
from datasheets.evaluation.categories import primary_of, settled_scopes
from datasheets.evaluation.effective import is_hidden
from datasheets.evaluation.modifier import maximum, number
from datasheets.evaluation.scope import ForceScope, Node, RosterScope, View
from datasheets.evaluation.tree import Force, Roster
from datasheets.model import ForceEntry

DEEPEST = 12  # groups within groups


@dataclass(frozen=True, slots=True)
class Offered:
    """An entry, or a group with what is `below` it: how many may be chosen right here (`most` None: no limit).

    What is chosen although it is hidden may be there no more: its `most` is 0.
    """

    choice: Merged
    least: int
    most: int | None
    below: tuple[Offered, ...] = ()

    @property
    def is_group(self) -> bool:
        """Whether it is a group."""
        return isinstance(self.choice, ResolvedGroup)

    def entries(self) -> Iterator[Offered]:
        """Yield the entries of a group, at any depth; of an entry itself."""
        if not self.is_group:
            yield self
        for each in self.below:
            yield from each.entries()


def offers_in_unit(
    roster: Roster, catalogues: Catalogues, unit: str, top: RosterScope | None = None
) -> Mapping[str, tuple[Offered, ...]]:
    """Return what can be chosen below each selection of a unit, by the selection's uid."""
    return offers_in_units(roster, catalogues, {unit}, top)


def offers_in_units(
    roster: Roster, catalogues: Catalogues, units: Collection[str], top: RosterScope | None = None
) -> Mapping[str, tuple[Offered, ...]]:
    """Return what can be chosen below each selection of several root selections, by the selection's uid."""
    if not units:
        return {}
    top, found = top or settled_scopes(roster, catalogues), {}
    for root in top.roots():
        for node in root.walk() if root.selection and root.selection.uid in units else ():
            closure = node.force.closure
            if node.selection and node.resolved and closure:
                found[node.selection.uid] = tuple(_below(node.resolved, node, closure, 0))
    return found


def offers_below(top: RosterScope, wanted: Mapping[str, Collection[str]]) -> Mapping[str, tuple[Offered, ...]]:
    """Return by the uids of root selections some entries right below them as offered now, in the groups around them."""
    found: dict[str, tuple[Offered, ...]] = {}
    for root in top.roots():
        closure = root.force.closure
        if root.selection and root.resolved and closure and root.selection.uid in wanted:
            found[root.selection.uid] = tuple(_below(root.resolved, root, closure, 0, wanted[root.selection.uid]))
    return found


def offered_roots(
    roster: Roster, catalogues: Catalogues, top: RosterScope | None = None
) -> Mapping[str, tuple[Resolved, ...]]:
    """Return what can be added to each force, by its uid: root entries that it has room for and that are not hidden now."""
    top = top or settled_scopes(roster, catalogues)
    return {force.force.uid: tuple(_roots(force)) for force in top.all_forces}


def offered_now(roots: Sequence[Resolved], force: str, roster: Roster, catalogues: Catalogues) -> list[Resolved]:
    """Return those of some root entries that can be added to a force now."""
    scopes = [scope for scope in settled_scopes(roster, catalogues).all_forces if scope.force.uid == force] if roots else []
    return [root for root in roots if any(_is_offered(root, scope) for scope in scopes)]


def kinds_that_offer(
    roots: Sequence[Resolved], closure: Closure, force: Force, system: str, catalogues: Catalogues
) -> Mapping[str, list[ForceEntry]]:
    """Return the kinds of force, each alone in an army, that some root entries can be added to, by the id of the entry."""
    found: dict[str, list[ForceEntry]] = {root.id: [] for root in roots}
    for kind in closure.kinds_of_force:
        alone = Roster(system, "", (replace(force, entry=kind.id, selections=(), forces=()),))
        (scope,) = settled_scopes(alone, catalogues).all_forces
        for root in roots:
            if _is_offered(root, scope):
                found[root.id].append(kind)
    return found


def _roots(force: ForceScope) -> Iterator[Resolved]:
    return (root for root in (force.closure.roots() if force.closure else ()) if _is_offered(root, force))


def _is_offered(root: Resolved, force: ForceScope) -> bool:
    node = Node(None, root, None, force)
    return force.has_room_for(primary_of(node)) and not is_hidden(root, node.view)


def _below(
    parent: Merged, node: Node, closure: Closure, depth: int, wanted: Collection[str] | None = None
) -> Iterator[Offered]:
    """Yield what is offered below an entry or group; only what is `wanted` and the groups around it, where that is said."""
    for choice in closure.children(parent):
        if wanted is not None and not _leads_to(choice, wanted, closure):
            continue
        if isinstance(choice, ResolvedGroup):
            if choice.leads_back or depth > DEEPEST or is_hidden(choice, node.group_view):
                continue
            below = tuple(_below(choice, node, closure, depth + 1))
            if below:
                yield Offered(choice, *_limits(choice, node.group_view), below)
        elif isinstance(choice, Resolved):
            there = next((each for each in node.below if each.selection and each.selection.entry == choice.id), None)
            view = (there or Node(None, choice, node, node.force)).view
            hidden = is_hidden(choice, view)
            if there or not hidden:
                least, most = _limits(choice, view)
                yield Offered(choice, least, 0 if hidden else most)


def _leads_to(choice: Merged, wanted: Collection[str], closure: Closure) -> bool:
    """Whether a choice is one of some entries, or a group with one of them."""
    if isinstance(choice, ResolvedGroup):
        return any(each.id in wanted for each in closure.offers(choice))
    return choice.id in wanted


def _limits(choice: Merged, view: View) -> tuple[int, int | None]:
    least, most = 0, None
    for _, each in choice.constraints:
        if each.query.scope != "parent" or each.query.field != "selections" or each.query.percent:
            continue
        changes = choice.changes.get(each.id, ())
        if each.type == "min":
            least = max(least, int(number(each.value, changes, view)))
        elif (value := maximum(each.value, changes, view)) is not None:
            most = int(value) if most is None else min(most, int(value))
    return least, most
