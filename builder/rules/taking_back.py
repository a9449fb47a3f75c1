"""Which further fix would undo what the one before it did: so two of them make no sense together."""

from __future__ import annotations

from collections.abc import Iterable

from builder.rules.army import Army
from datasheets.evaluation.finding import Fix, Operation

SETTING = ("agree", "limit")
"""Operations of which the last says all."""


def takes_back(army: Army, fix: Fix, further: Fix) -> bool:
    """Whether a further fix removes what the one before it has brought or replaced, or sets anew what that has set."""
    return (
        _removes_replaced(army, fix, further.operations)
        or _removes_force(army, fix, further.operations)
        or any(_sets_same(one, other) for one in fix.operations for other in further.operations)
    )


def _removes_replaced(army: Army, fix: Fix, operations: Iterable[Operation]) -> bool:
    replaced = {each["selection"] for each in fix.operations if each["op"] == "replace"}
    left = {node.uid for node in army.roster.walk()} - replaced
    return any(each["op"] == "remove" and each["selection"] not in left for each in operations)


def _removes_force(army: Army, fix: Fix, operations: Iterable[Operation]) -> bool:
    """Whether a force goes in which the fix before has done something."""
    gone = {each["force"] for each in operations if each["op"] == "remove-force"}
    forces = [force for force in army.roster.forces if force.uid in gone]
    within = gone | {node.uid for force in forces for each in force.selections for node in each.walk()}
    return any(not within.isdisjoint(each.values()) for each in fix.operations if gone)


def _sets_same(one: Operation, other: Operation) -> bool:
    return one["op"] in SETTING and all(one.get(key) == other.get(key) for key in ("op", "key", "cost"))
