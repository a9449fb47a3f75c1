"""The evaluation of a roster: what every selection is after all modifiers, what it costs, and what the data find wrong.

`evaluate` is pure. Its steps: scopes with tallies, categories, costs in one pass, what is shown, findings.
"""

from __future__ import annotations

from collections.abc import Mapping

from datasheets.closure import Catalogues
from datasheets.evaluation.categories import settle
from datasheets.evaluation.effective import effective, effective_force, settle_costs, settle_totals
from datasheets.evaluation.growing import scopes
from datasheets.evaluation.judging import raw_findings
from datasheets.evaluation.result import Effective, Evaluation
from datasheets.evaluation.tree import Roster

NOTHING: Mapping[str, Effective] = {}


def evaluate(roster: Roster, catalogues: Catalogues, previous: Evaluation | None = None) -> Evaluation:
    """Return what a roster amounts to. Never raises for an illegal roster or for entries that are gone.

    Args:
        roster: the tree of forces and selections, with cost limits.
        catalogues: where its forces' closures come from.
        previous: the evaluation before the last edit. It matters only to costs that depend on one another: a query on a
            cost sees the old value of what is evaluated later, and 0 without a previous evaluation.
    """
    top = scopes(roster, catalogues)
    settle(top)
    settle_costs(top, previous.by_uid if previous else NOTHING)
    total = settle_totals(top)
    by_uid = {node.selection.uid: effective(node) for node in top.all_nodes if node.selection}
    forces = {force.force.uid: effective_force(force) for force in top.all_forces}
    return Evaluation(costs=total, by_uid=by_uid, forces=forces, findings=tuple(raw_findings(top, total, by_uid, forces)))
