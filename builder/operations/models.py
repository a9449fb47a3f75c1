"""The models of a native unit: groups of equally equipped models that are resized, split and put together.

A unit selection holds model selections, each one group of equal models; each of these holds item selections whose number
is models times items each. `together` restores the promise that equal models are one selection.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from builder.operations import followers
from builder.operations.followers import Declarations
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.tree import Roster, Selection

Items = Mapping[str, int]
"""What one model has: how many by item entry id."""

UNBOUNDED = 1_000_000


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A row of a unit's profiles: its model entry, and the least and the most models of it (None: no limit)."""

    entry: Resolved
    least: int
    most: int | None

    @property
    def id(self) -> str:
        """The composite id of its entry."""
        return self.entry.id

    @property
    def fixed(self) -> bool:
        """Whether there is always the same number of it, like a sergeant."""
        return self.least == self.most


def rows(closure: Closure, unit: Resolved) -> tuple[ModelRow, ...]:
    """Return the rows of a native unit, in printed order."""
    return tuple(_row(child) for child in closure.offers(unit) if child.entry.type == "model")


def spread(rows: Sequence[ModelRow], total: int) -> tuple[int, ...]:
    """Return how many models of each row a unit of `total` models has.

    Each row has its minimum; the ones with most room take what is left, and give way first where it is too much (a unit
    keeps its leader as long as it can). What fits nowhere goes to the roomiest row: the rules judge too large a unit.
    """
    numbers = [row.least for row in rows]
    order = sorted(range(len(rows)), key=lambda at: (rows[at].fixed, -_room(rows[at])))
    for at in order:
        missing = total - sum(numbers)
        numbers[at] = max(0, numbers[at] + (min(missing, _room(rows[at])) if missing > 0 else missing))
    numbers[order[0]] += total - sum(numbers)
    return tuple(numbers)


def items_of(node: Selection) -> Items | None:
    """Return what each model of a group has; None where the items do not divide evenly among the models."""
    if any(item.number % node.number for item in node.selections) if node.number else True:
        return None
    found: dict[str, int] = {}
    for item in node.selections:
        found[item.entry] = found.get(item.entry, 0) + item.number // node.number
    return found


def resize(node: Selection, number: int) -> Selection:
    """Return a selection with another number; what it holds grows and shrinks with it where it divides evenly."""
    if not node.number or any(child.number % node.number for child in node.selections):
        return replace(node, number=number)
    children = tuple(resize(child, child.number // node.number * number) for child in node.selections)
    return replace(node, number=number, selections=tuple(child for child in children if child.number))


def equip(roster: Roster, closure: Closure, node: Selection, items: Items) -> tuple[Roster, Selection]:
    """Return a model group with exactly these items for each model; selections of items that stay keep their uids."""
    model = closure.entry(node.entry)
    offered = {offer.id: offer for offer in closure.offers(model)} if model else {}
    held = {item.entry: item for item in node.selections}
    count, made = roster.next_uid, []
    for entry in sorted(items, key=lambda id: (list(offered).index(id) if id in offered else len(offered), id)):
        if not items[entry]:
            continue
        item = held.get(entry)
        if item is None:
            item, count = Selection(f"s{count}", entry, offered[entry].name if entry in offered else entry), count + 1
        made.append(replace(item, number=node.number * items[entry]))
    return replace(roster, next_uid=count), replace(node, selections=tuple(made))


def together(unit: Selection, declarations: Declarations) -> tuple[Selection, Declarations]:
    """Return a unit in which equal models are one selection, and the declarations that followed them."""
    groups: dict[object, Selection] = {}
    for node in unit.selections:
        key = _sameness(node)
        first = groups.get(key)
        if first is None:
            groups[key] = node
        else:
            declarations = followers.join(declarations, first, node)
            groups[key] = resize(first, first.number + node.number)
    if len(groups) == len(unit.selections):
        return unit, declarations
    return replace(unit, selections=tuple(groups.values())), declarations


def _row(entry: Resolved) -> ModelRow:
    sizes = [each for _, each in entry.constraints if each.role == "unit-size" and each.query.scope == "parent"]
    least = [int(each.value) for each in sizes if each.type == "min"]
    most = [int(each.value) for each in sizes if each.type == "max" and each.value >= 0]
    return ModelRow(entry, max(least, default=0), min(most, default=None))


def _room(row: ModelRow) -> int:
    return UNBOUNDED if row.most is None else row.most - row.least


def _sameness(node: Selection) -> object:
    items = items_of(node)
    plain = not any(item.selections or item.title or item.note for item in node.selections)
    if items is None or not plain:
        return node.uid
    return node.entry, node.group, node.title, node.note, tuple(sorted(items.items()))


def grow(
    roster: Roster, closure: Closure, unit: Selection, row: Resolved, more: int, default: Items
) -> tuple[Roster, Selection]:
    """Return a unit with `more` models of a row in their default equipment, beside those that it has."""
    fresh = Selection(f"s{roster.next_uid}", row.id, row.name, row.group, more)
    roster, fresh = equip(replace(roster, next_uid=roster.next_uid + 1), closure, fresh, default)
    return roster, insert(unit, fresh)


def insert(unit: Selection, node: Selection) -> Selection:
    """Return a unit with one group more, behind the groups of its row."""
    behind = (at + 1 for at, each in enumerate(unit.selections) if each.entry == node.entry)
    at = max(behind, default=len(unit.selections))
    return replace(unit, selections=(*unit.selections[:at], node, *unit.selections[at:]))


def shrink(
    unit: Selection, row: str, fewer: int, default: Items, declarations: Declarations
) -> tuple[Selection, Declarations]:
    """Return a unit with `fewer` models of a row; default equipment goes first, models with a declaration last."""
    groups = [node for node in unit.selections if node.entry == row]
    groups.sort(key=lambda node: items_of(node) != default)
    left = {node.uid: node.number for node in groups}
    for spared in (True, False):
        for node in groups:
            marked = len({each.index for each in declarations if each.subject == node.uid}) if spared else 0
            away = min(fewer, max(0, left[node.uid] - marked))
            left[node.uid] -= away
            fewer -= away
    for node in groups:
        declarations = followers.shrink(declarations, node.uid, left[node.uid])
    kept = tuple(_nodes_left(unit, left))
    return replace(unit, selections=kept), declarations


def _nodes_left(unit: Selection, left: Mapping[str, int]) -> Iterator[Selection]:
    for node in unit.selections:
        number = left.get(node.uid, node.number)
        if number == node.number:
            yield node
        elif number:
            yield resize(node, number)
