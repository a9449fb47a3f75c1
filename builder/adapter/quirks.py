"""BattleScribe's known faults, as specs with the tag battlescribe-bug record them. Only the adapter asks for them.

- `copied`: a collective child that is chosen or taken back below one of several sibling nodes of one entry is so below all.
- `grown`: when the number of a node grows by one, the collective defaults of its collective groups are chosen once more, so
  that they grow with the square.
- `is_fixed`: the number of an entry whose every selection is a node of its own cannot be set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from datasheets.closure import Closure, Resolved, ResolvedGroup
from datasheets.evaluation.selecting import choose, is_own_node, number_required
from datasheets.evaluation.tree import Selection

Step = Callable[[Selection, int], tuple[Selection, int]]


def is_fixed(closure: Closure, node: Selection) -> bool:
    """Whether setting the number of this node does nothing."""
    entry = closure.entry(node.entry)
    return entry is not None and is_own_node(closure, entry)


def grow(closure: Closure, node: Selection, next_uid: int) -> tuple[Selection, int]:
    """Return a node whose number has just grown by one, with its groups' collective defaults chosen once more."""
    entry = closure.entry(node.entry)
    for default in _collective_defaults(closure, entry) if entry else ():
        node, next_uid = choose(closure, node, default.id, next_uid)
    return node, next_uid


def step_for_siblings(
    closure: Closure, around: Selection, uid: str, entry_id: str, step: Step, next_uid: int
) -> tuple[Selection, int]:
    """Return a selection after a step was taken with a collective entry below its child `uid`: siblings take it as well.

    Args:
        closure: what the force can see.
        around: the selection that the siblings stand in.
        uid: the sibling that took the step already.
        entry_id: the entry that was chosen or taken back.
        step: takes a sibling and the next free number, and returns both after the step.
        next_uid: the next free number.
    """
    entry = closure.entry(entry_id)
    twin = next((child.entry for child in around.selections if child.uid == uid), None)
    if entry is None or not entry.collective:
        return around, next_uid
    below = []
    for child in around.selections:
        if child.entry == twin and child.uid != uid:
            child, next_uid = step(child, next_uid)
        below.append(child)
    return replace(around, selections=tuple(below)), next_uid


def _collective_defaults(closure: Closure, entry: Resolved) -> Iterator[Resolved]:
    for group in closure.children(entry):
        if isinstance(group, ResolvedGroup) and group.collective and number_required(group):
            for offer in closure.offers(group):
                if offer.collective and group.default in {part.id for part in offer.parts}:
                    yield offer
