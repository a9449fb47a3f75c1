"""A text that writes units of one kind on one line: "3x Intercessor Squad" is three units, each as the line says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from builder.placing.totals import cost_type
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.selecting import is_own_node
from exports.lists.listed import ListedSelection, StatedCost

MOST_UNITS = 50


def apart(listed: ListedSelection, entry: Resolved, closure: Closure) -> Iterator[ListedSelection]:
    """Yield the units of one line of a text, each of one; what is no unit of its own stays a number of selections."""
    if (
        listed.entry
        or not 1 < listed.number <= MOST_UNITS
        or entry.entry.type == "upgrade"
        or not is_own_node(closure, entry)
    ):
        yield listed
    else:
        costs = tuple(_cost_of_one(each, listed, entry, closure) for each in listed.costs)
        yield from [replace(listed, number=1, costs=costs)] * listed.number


def _cost_of_one(stated: StatedCost, listed: ListedSelection, entry: Resolved, closure: Closure) -> StatedCost:
    """Return what one unit costs: what is stated where the catalogue says so, else its share, as programs write it."""
    is_of_one = any(cost.value == stated.value for cost in entry.costs if cost_type(stated, closure.cost_types) == cost.type)
    return stated if is_of_one else replace(stated, value=stated.value / listed.number)
