"""Where a unit can be moved: up and down in its force, and to other forces."""

from __future__ import annotations

from collections.abc import Container, Sequence

from builder.rules.army import ArmyUnit
from datasheets.closure import Closure
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.tree import Force


def moves_of(unit: ArmyUnit, units: Container[str]) -> dict[str, Operation]:
    """Return the edits that move a unit up and down among the `units` of its force."""
    uids = [each.uid for each in unit.force.selections if each.uid in units]
    at = uids.index(unit.uid)
    moves: dict[str, Operation] = {}
    if at > 0:
        moves["up"] = {"op": "move", "selection": unit.uid, "before": uids[at - 1]}
    if at < len(uids) - 1:
        moves["down"] = {"op": "move", "selection": unit.uid, "before": uids[at + 2] if at + 2 < len(uids) else None}
    return moves


def transfers_of(unit: ArmyUnit, forces: Sequence[tuple[Force, Closure | None]]) -> tuple[tuple[str, Operation], ...]:
    """Return the edits that move a unit to another force whose catalogue has its datasheet, with the force's name."""
    return tuple(
        (force.name, {"op": "move", "selection": unit.uid, "before": None, "force": force.uid})
        for force, closure in forces
        if force.uid != unit.force.uid and closure and closure.entry(unit.selection.entry)
    )
