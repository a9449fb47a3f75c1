"""The evaluation of a roster: what every selection is after all modifiers, what it costs, and what the data find wrong.

`evaluate` is pure. Its steps: scopes with tallies, categories, costs in one pass, what is shown, findings. Units that the
last edit cannot have changed are taken from the evaluation before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from datasheets.closure import Catalogues
from datasheets.evaluation.categories import settle
from datasheets.evaluation.constraint import of_force, of_force_content
from datasheets.evaluation.effective import effective_force, settle_totals
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.growing import scopes
from datasheets.evaluation.judging import Reported, about_roster, report_broken, with_parent
from datasheets.evaluation.modified import Costs, Effective, EffectiveForce
from datasheets.evaluation.query import COSTS
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.scope import ForceScope, RosterScope
from datasheets.evaluation.tree import Roster
from datasheets.evaluation.units import RosterUnit, Work

NOTHING: Mapping[str, Effective] = {}


class JudgedForce(NamedTuple):
    """What is broken of a force's own constraints, and of those of its categories and roots."""

    own: Sequence[Reported]
    content: Sequence[Reported]


def evaluate(roster: Roster, catalogues: Catalogues, previous: Evaluation | None = None) -> Evaluation:
    """Return what a roster amounts to. Never raises for an illegal roster or for entries that are gone.

    Args:
        roster: the tree of forces and selections, with cost limits.
        catalogues: where its forces' closures come from.
        previous: the evaluation before the last edit. What that edit cannot have changed is taken from it. It changes the
            result only where costs depend on one another: a query on a cost sees the old value of what is evaluated later,
            and 0 without a previous evaluation.
    """
    top = scopes(roster, catalogues)
    settle(top)
    work = Work(top, previous.kept if previous else None)
    work.settle_costs(previous.by_uid if previous else NOTHING)
    total = settle_totals(top)
    work.evaluate()
    by_uid = {shown.uid: shown for unit in work.units for shown in unit.effective}
    forces = {force.force.uid: effective_force(force) for force in top.all_forces}
    judged = [_judge_force(force, by_uid) for force in top.all_forces]
    findings = tuple(list_findings(top, total, work.units, judged, forces))
    return Evaluation(costs=total, by_uid=by_uid, forces=forces, findings=findings, kept=work.keep())


def evaluate_again(roster: Roster, catalogues: Catalogues, previous: Evaluation) -> Evaluation:
    """Return what `evaluate` says of an edited roster without a previous evaluation, sooner where no costs are asked for."""
    found = evaluate(roster, catalogues, previous)
    asks_for_costs = found.kept and any(COSTS in unit.reads for unit in found.kept.units.values())
    return evaluate(roster, catalogues) if asks_for_costs else found


def _judge_force(force: ForceScope, by_uid: Mapping[str, Effective]) -> JudgedForce:
    own, content = report_broken(of_force(force), by_uid), report_broken(of_force_content(force), by_uid)
    return JudgedForce(tuple(own), tuple(content))


def list_findings(
    top: RosterScope,
    total: Costs,
    units: Sequence[RosterUnit],
    judged: Sequence[JudgedForce],
    forces: Mapping[str, EffectiveForce],
) -> Iterator[Finding]:
    """Yield all findings but those about wargear bullets: the roster, its forces, then selections in document order.

    What is met from several sides is said once.
    """
    yield from about_roster(top, total)
    for unit in units:
        yield from unit.misplaced
    seen = set()
    for force in judged:
        yield from (with_parent(each, top, forces) for each in force.own)
        for each in force.content:
            if each.key not in seen:
                seen.add(each.key)
                yield with_parent(each, top, forces)
    for unit in units:
        for each in unit.reported:
            if each.key not in seen:
                seen.add(each.key)
                yield with_parent(each, top, forces)
