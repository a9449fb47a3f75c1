"""Edits of a native unit's models: how many of each row, and what they are equipped with.

Any size and any wargear of the datasheet can be set, legal or not; the rules judge it afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from builder.operations import followers, models, nodes
from builder.operations.error import OperationError
from builder.operations.forces import closure_of
from builder.operations.models import Items
from datasheets.closure import Catalogues, Closure, Resolved
from datasheets.evaluation.tree import Roster, Selection
from datasheets.fields import unknown
from datasheets.model import Bullet, Loadout
from datasheets.words import Message


@dataclass(frozen=True, slots=True)
class Squad:
    """A native unit with its datasheet."""

    unit: Selection
    closure: Closure
    entry: Resolved
    loadout: Loadout

    def group(self, uid: str) -> Selection:
        """Return one of its groups of equal models.

        Raises:
            OperationError: it has no such group.
        """
        for node in self.unit.selections:
            if node.uid == uid:
                return node
        raise OperationError("/selection", unknown(uid, [node.uid for node in self.unit.selections], "model of this unit"))


def set_size(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Give one row of a unit's profiles this many models; new ones come, and the first ones go, in default equipment."""
    squad, row, number = _squad(roster, catalogues, arguments["unit"]), arguments["row"], arguments["number"]
    rows = {each.id: each for each in models.rows(squad.closure, squad.entry)}
    if row not in rows:
        raise OperationError("/row", unknown(row, tuple(rows), "row of this datasheet"))
    unit, default = squad.unit, squad.loadout.defaults.get(row, {})
    now = sum(node.number for node in unit.selections if node.entry == row)
    if number == 0 and all(node.entry == row for node in unit.selections):
        raise OperationError("/number", Message("refused.edit.least"))
    declarations = roster.declarations
    if number > now:
        roster, unit = models.grow(roster, squad.closure, unit, rows[row].entry, number - now, default)
    else:
        unit, declarations = models.shrink(unit, row, now - number, default, declarations)
    return nodes.put(replace(roster, declarations=declarations), unit.uid, unit)


def take_option(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Let some of a group's models take one bullet of the wargear options."""
    squad = _squad(roster, catalogues, arguments["unit"])
    node, bullets = squad.group(arguments["selection"]), {bullet.id: bullet for bullet in squad.loadout.bullets}
    if arguments["option"] not in bullets:
        raise OperationError("/option", unknown(arguments["option"], tuple(bullets), "wargear option of this datasheet"))
    items = _items_after(squad, node, bullets[arguments["option"]], arguments["choice"])
    return _equip(roster, squad, node, arguments["models"], items)


def set_loadout(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Equip some of a group's models with exactly these items of their datasheet."""
    squad = _squad(roster, catalogues, arguments["unit"])
    node, items = squad.group(arguments["selection"]), arguments["items"]
    row = squad.closure.entry(node.entry)
    known = [offer.id for offer in squad.closure.offers(row)] if row else []
    for item in items:
        if item not in known:
            raise OperationError("/items", unknown(item, known, "item of this model"))
    return _equip(roster, squad, node, arguments["models"], items)


def _squad(roster: Roster, catalogues: Catalogues, uid: str) -> Squad:
    place = nodes.find_unit(roster, uid, "/unit")
    closure = closure_of(catalogues, place.force, "/unit")
    entry = closure.entry(place.unit.entry)
    if entry is None:
        raise OperationError("/unit", Message("refused.edit.datasheet-gone", {"name": repr(place.unit.name)}))
    if entry.entry.loadout is None:
        raise OperationError("/unit", Message("refused.edit.imported"))
    return Squad(place.unit, closure, entry, entry.entry.loadout)


def _items_after(squad: Squad, node: Selection, bullet: Bullet, choice: int) -> Items:
    """Return what a model of this group has after it took a choice of a bullet."""
    if node.entry not in bullet.models:
        raise OperationError("/selection", Message("refused.edit.cannot-take", {"name": node.name, "text": bullet.text}))
    if choice >= len(bullet.choices):
        raise OperationError("/choice", Message("refused.edit.choices", {"count": len(bullet.choices)}))
    now = models.items_of(node)
    if now is None:
        raise OperationError("/selection", Message("refused.edit.equipped"))
    items = dict(now)
    for item, number in bullet.replace.items():
        items[item] = items.get(item, 0) - number
        if items[item] < 0:
            name = squad.closure.entry(item)
            raise OperationError(
                "/option", Message("refused.edit.left", {"name": node.name, "item": name.name if name else item})
            )
    for item, number in bullet.choices[choice].items():
        items[item] = items.get(item, 0) + number
    return items


def _equip(roster: Roster, squad: Squad, node: Selection, number: int, items: Items) -> Roster:
    """Give `number` of a group's models these items; the others, if any, stay as they are."""
    if not 1 <= number <= node.number:
        raise OperationError("/models", Message("refused.edit.group", {"number": node.number}))
    if number == node.number:
        roster, node = models.equip(roster, squad.closure, node, items)
        return nodes.put(roster, node.uid, node)
    if models.items_of(node) is None:
        raise OperationError("/models", Message("refused.edit.equipped-all", {"number": node.number}))
    rest = models.resize(node, node.number - number)
    taken = replace(node, uid=f"s{roster.next_uid}", number=number, selections=())
    roster, taken = models.equip(replace(roster, next_uid=roster.next_uid + 1), squad.closure, taken, items)
    declarations = followers.split_off(roster.declarations, rest, taken)
    others = tuple(rest if each is node else each for each in squad.unit.selections)
    unit = models.insert(replace(squad.unit, selections=others), taken)
    return nodes.put(replace(roster, declarations=declarations), unit.uid, unit)
