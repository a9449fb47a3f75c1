"""Names of a list that were torn apart at a comma or a colon, or behind a number that belongs to them, made whole."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from builder.placing import names
from builder.placing.reach import Items, Reach
from exports.lists.listed import ListedSelection


def join_names(items: Items, reach: Reach, profiles: Set[str], models: int) -> tuple[Items, dict[int, ListedSelection]]:
    """Return items with whole names, and by the ids (`id()`) of those that were torn what they are part of.

    Args:
        items: the items of a unit, as the list has them.
        reach: what can be chosen for it.
        profiles: the names of the profiles that the unit itself shows, but for its own.
        models: of how many the unit is.
    """
    joined: Items = []
    torn: dict[int, ListedSelection] = {}
    for item, number in items:
        before = joined[-1][0] if joined else None
        if before and before.place == item.place and not before.costs and number == 1:
            whole = replace(before, name=f"{before.name}, {item.name}")
            if reach.has(whole.name) or names.normal(whole.name) in profiles:
                joined[-1] = (whole, joined[-1][1])
                torn |= {id(before): whole, id(item): whole}
                continue
        headed = f"{item.heading}: {item.name}"
        if item.heading and reach.has(headed) and not reach.has(item.name):
            whole = replace(item, name=headed, heading="")
        else:
            each, name = _counted_name(reach, models, item.name, number)
            number //= each
            whole = replace(item, name=name, number=number) if name else item
        if whole is not item:
            torn[id(item)] = whole
        joined.append((whole, number))
    return joined, torn


def _counted_name(reach: Reach, models: int, name: str, number: int) -> tuple[int, str]:
    """Return the number that is part of an entry's name, for all or for each model, and the name; "" where none is.

    "2x Cannon", "13 Bright Feathers".
    """
    for each in dict.fromkeys((number, number // max(1, models))):
        for called in (f"{each}x {name}", f"{each} {name}"):
            if each > 1 and reach.has(called):
                return each, called
    return 1, ""
