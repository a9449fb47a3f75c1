"""Choosing and taking back: how the tree grows from what the entries say. Pure; whether the result is legal is not asked.

- A root selection is a node of its own with number 1. Below it an entry is one node whose number grows, unless it has
  something visible below it that is not collective: then every selection of it is a node of its own.
- A collective entry is chosen for each model of its parent at once, and its number follows the parent's.
- A new selection brings along what its entries ask for at least, and the defaults of groups that ask for something. In a
  native unit that is every profile row at its minimum with its default wargear.

New nodes get the uids s<next_uid>, s<next_uid + 1> ..., parents first; functions return the next free number with the node.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from datasheets.closure import Closure, Merged, Resolved, ResolvedGroup
from datasheets.evaluation.tree import Selection
from datasheets.model import Constraint, ForceEntry, Loadout

DEEPEST = 32  # levels of a default selection: entries that link to themselves would have no end
MOST_NODES = 100  # nodes of one entry that a minimum brings along
MOST_ASKED = 1_000
MOST_CHOICES = 10_000  # entries and groups that are looked at for one default selection; real ones need some hundred


def default_selection(closure: Closure, entry_id: str, next_uid: int = 1) -> tuple[Selection, int]:
    """Return a new selection of an entry with all that comes with it.

    Raises:
        KeyError: the closure has no such entry.
    """
    maker = _Maker(closure, next_uid)
    return maker.node(_find_entry(closure, entry_id), 1), maker.next_uid


def default_roots(closure: Closure, next_uid: int = 1, force: ForceEntry | None = None) -> tuple[tuple[Selection, ...], int]:
    """Return the selections that a new force brings along: root entries that ask for some, each a node of its own.

    A `force` brings only what it has room for; where its kind is not known, what most kinds have room for.
    """
    maker, kinds = _Maker(closure, next_uid), (force,) if force else closure.kinds_of_force
    roots = [root for root in closure.roots() if 2 * sum(kind.has_room_for(root.primary) for kind in kinds) >= len(kinds)]
    made = [maker.node(root, 1) for root in roots for _ in range(min(number_required(root), MOST_NODES))]
    return tuple(made), maker.next_uid


def choose(closure: Closure, parent: Selection, entry_id: str, next_uid: int) -> tuple[Selection, int]:
    """Return the parent with one more selection of an entry below it: a new node, or a larger number.

    Raises:
        KeyError: the closure has no such entry.
    """
    entry = _find_entry(closure, entry_id)
    there = next((node for node in parent.selections if node.entry == entry_id), None)
    if there and not is_own_node(closure, entry):
        return _put(parent, there.uid, scale_selection(closure, there, there.number + step(entry, parent))), next_uid
    maker = _Maker(closure, next_uid)
    node = maker.node(entry, step(entry, parent))
    return replace(parent, selections=(*parent.selections, node)), maker.next_uid


def take_back(closure: Closure, parent: Selection, uid: str) -> Selection:
    """Return the parent with one selection less of the child `uid`: a smaller number, or no node at all."""
    node = next((node for node in parent.selections if node.uid == uid), None)
    if node is None:
        return parent
    entry = closure.entry(node.entry)
    fewer = node.number - step(entry, parent)
    alone = entry is None or is_own_node(closure, entry)
    return _put(parent, uid, *([] if alone or fewer <= 0 else [scale_selection(closure, node, fewer)]))


def set_number(closure: Closure, parent: Selection, uid: str, number: int) -> Selection:
    """Return the parent with the child `uid` chosen `number` times, for each model of the parent if it is collective."""
    node = next((node for node in parent.selections if node.uid == uid), None)
    if node is None:
        return parent
    entry = closure.entry(node.entry)
    amount = number * step(entry, parent)
    return _put(parent, uid, *([scale_selection(closure, node, amount)] if amount > 0 else []))


def scale_selection(closure: Closure, node: Selection, number: int) -> Selection:
    """Return a node with another number; what each of it holds goes with it.

    What does not divide evenly stays, unless it is collective: then its number per model is rounded up.
    """
    if number == node.number:
        return node
    return replace(
        node, number=number, selections=tuple(_follow_parent(closure, node, child, number) for child in node.selections)
    )


def is_own_node(closure: Closure, entry: Resolved) -> bool:
    """Whether each selection of this entry is a node of its own: something visible below it is not collective."""
    pending, seen = [entry], set[tuple[str, ...]]()
    while pending:
        for offer in closure.offers(pending.pop()):
            if any(each.hidden for each in (offer, *offer.groups)):
                continue
            if not offer.collective:
                return True
            parts = tuple(part.id for part in offer.parts)
            if parts not in seen:
                seen.add(parts)
                pending.append(offer)
    return False


def number_required(choice: Merged) -> int:
    """Return how many selections an entry or group asks for by itself: its largest plain minimum of selections, or 1,000."""
    largest = max((int(each.value) for _, each in choice.constraints if _is_plain_minimum(each)), default=0)
    return min(largest, MOST_ASKED)


def step(entry: Resolved | None, parent: Selection) -> int:
    """Return by how much the number of an entry below a parent grows at once: one for each model if it is collective."""
    return max(1, parent.number) if entry and entry.collective else 1


def _find_entry(closure: Closure, entry_id: str) -> Resolved:
    entry = closure.entry(entry_id)
    if entry is None:
        raise KeyError(entry_id)
    return entry


def _put(parent: Selection, uid: str, *instead: Selection) -> Selection:
    return replace(
        parent, selections=tuple(new for old in parent.selections for new in (instead if old.uid == uid else (old,)))
    )


def _follow_parent(closure: Closure, parent: Selection, child: Selection, number: int) -> Selection:
    if parent.number <= 0:
        return child
    entry = closure.entry(child.entry)
    if child.number % parent.number and not (entry and entry.collective):
        return child
    return scale_selection(closure, child, -(-child.number // parent.number) * number)


def _is_plain_minimum(constraint: Constraint) -> bool:
    return constraint.type == "min" and constraint.query.field == "selections" and not constraint.query.percent


class _Maker:
    """Makes new nodes of one closure and counts their uids."""

    def __init__(self, closure: Closure, next_uid: int) -> None:
        self.closure = closure
        self.next_uid = next_uid
        self._looked_at = 0

    def node(self, entry: Resolved, number: int, depth: int = 0) -> Selection:
        """Make a node with all that comes with it."""
        made = self._bare(entry, number)
        if entry.entry.loadout:
            return replace(made, selections=tuple(self._rows(entry, entry.entry.loadout)))
        if depth >= DEEPEST:
            return made
        below = (node for choice in self.closure.children(entry) for node in self._bring(choice, number, depth + 1))
        return replace(made, selections=tuple(below))

    def _bare(self, entry: Resolved, number: int) -> Selection:
        uid = f"s{self.next_uid}"
        self.next_uid += 1
        return Selection(uid, entry.id, entry.name, entry.group, number)

    def _rows(self, unit: Resolved, loadout: Loadout) -> Iterator[Selection]:
        rows = [row for row in self.closure.offers(unit) if row.entry.type == "model"]
        numbers = {row.id: number_required(row) for row in rows}
        if rows and not any(numbers.values()):
            numbers[rows[0].id] = 1
        for row in rows:
            if number := numbers[row.id]:
                model = self._bare(row, number)
                yield replace(model, selections=tuple(self._wargear(row, number, loadout)))

    def _wargear(self, row: Resolved, number: int, loadout: Loadout) -> Iterator[Selection]:
        items = {item.entry.id: item for item in self.closure.offers(row)}
        for id, each in loadout.defaults.get(row.entry.id, {}).items():
            if id in items and each:
                yield self._bare(items[id], number * each)

    def _bring(self, choice: Merged, models: int, depth: int) -> list[Selection]:
        """Make what an entry or group brings along below a parent of `models` models."""
        self._looked_at += 1
        if self._looked_at > MOST_CHOICES:
            return []
        if isinstance(choice, Resolved):
            return self._times(choice, number_required(choice), models, depth)
        if not isinstance(choice, ResolvedGroup) or choice.leads_back:
            return []
        made = [node for child in self.closure.children(choice) for node in self._bring(child, models, depth)]
        default = next((offer for offer in self.closure.offers(choice) if choice.default in _names(offer)), None)
        missing = number_required(choice) - sum(self._number_each(node, models) for node in made)
        if default is None or missing <= 0:
            return made
        return self._join(made, self._times(default, missing, models, depth))

    def _times(self, entry: Resolved, count: int, models: int, depth: int) -> list[Selection]:
        if count <= 0:
            return []
        each = max(1, models) if entry.collective else 1
        if is_own_node(self.closure, entry):
            return [self.node(entry, each, depth) for _ in range(min(count, MOST_NODES))]
        return [self.node(entry, each * count, depth)]

    def _number_each(self, node: Selection, models: int) -> int:
        entry = self.closure.entry(node.entry)
        return node.number // max(1, models) if entry and entry.collective else node.number

    def _join(self, made: list[Selection], more: list[Selection]) -> list[Selection]:
        """Add defaults to what is there already; an entry that is no node of its own stays one node."""
        for new in more:
            entry = self.closure.entry(new.entry)
            there = next((at for at, node in enumerate(made) if node.entry == new.entry), None)
            if there is None or (entry and is_own_node(self.closure, entry)):
                made.append(new)
            else:
                made[there] = scale_selection(self.closure, made[there], made[there].number + new.number)
        return made


def _names(offer: Resolved) -> set[str]:
    return {part.id for part in offer.parts}
