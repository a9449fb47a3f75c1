"""Limits in percent of a cost that kinds of forces have, where evaluating the roster as it is finds no fault in them.

Authors give such a limit twice: in percent, and worked out of a limit of the roster, which turns the first off. Where the
two differ, the percentage is what its author wrote down, and the other a slip of his sum. And what allies may cost depends
on who is in the roster, so that units would let themselves in. Source: battlescribe.md, 3.2 and 3.5.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from decimal import Decimal
from typing import NamedTuple

from datasheets.evaluation.constraint import Broken
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.judging import report_broken, with_parent
from datasheets.evaluation.modifier import maximum, number
from datasheets.evaluation.query import count, in_full, share
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.scope import ForceScope, RosterScope, View
from datasheets.model import CategoryEntry, CategoryLink, Constraint, ForceEntry
from datasheets.resolved import Change, by_field, changes_of


class PercentLimit(NamedTuple):
    """A limit in percent of a cost: of what it is, and what may change it. `category` is "" for that of a whole force."""

    part: CategoryEntry | CategoryLink | ForceEntry
    constraint: Constraint
    category: str
    changes: tuple[Change, ...]

    def view(self, force: ForceScope) -> View:
        """Return what a modifier of it sees."""
        return force.category(self.category).view if self.category else force.view


def stated_limits_broken(evaluation: Evaluation) -> Iterator[Finding]:
    """Yield faults of percentages that a limit of the roster turns off: what is stated counts, whatever is worked out."""
    top = evaluation.scopes
    for force in top.all_forces if top else ():
        for limit in _percent_limits(force):
            is_off = limit.constraint.value > 0 and _after(limit, force) is None
            if is_off:
                yield from _fault(evaluation, force, limit, limit.constraint.value)


def limits_beside_others_broken(evaluation: Evaluation, others: Evaluation, forces: Collection[str]) -> Iterator[Finding]:
    """Yield faults of maxima of some forces, in percent, as these are beside the others, without their own units.

    Args:
        evaluation: the roster.
        others: the same without the units of these forces.
        forces: the uids of these forces.
    """
    beside = {force.force.uid: force for force in others.scopes.all_forces} if others.scopes else {}
    for force in evaluation.scopes.all_forces if evaluation.scopes else ():
        alone = beside.get(force.force.uid) if force.force.uid in forces else None
        for limit in _percent_limits(force) if alone else ():
            most = _after(limit, alone) if alone and limit.constraint.type == "max" else None
            if most is not None:
                yield from _fault(evaluation, force, limit, most)


def _percent_limits(force: ForceScope) -> Iterator[PercentLimit]:
    """Yield the limits in percent of a cost of a force's kind, and those of the categories that it has room for."""
    closure, kind = force.closure, force.entry
    if closure is None or kind is None:
        return
    own = by_field(changes_of(kind))
    yield from (PercentLimit(kind, each, "", own.get(each.id, ())) for each in kind.constraints if _is_share(each, force))
    for link in kind.category_links:
        category = closure.category(link.target)
        parts = [part for part in (category, link) if part]
        changes = by_field(tuple(change for part in parts for change in changes_of(part)))
        for part in parts:
            for each in part.constraints:
                if _is_share(each, force):
                    yield PercentLimit(part, each, link.target, changes.get(each.id, ()))


def _is_share(constraint: Constraint, force: ForceScope) -> bool:
    query = constraint.query
    return query.percent and query.scope == "roster" and bool(force.closure) and query.field in _costs(force)


def _costs(force: ForceScope) -> Collection[str]:
    return force.closure.cost_types if force.closure else ()


def _after(limit: PercentLimit, force: ForceScope) -> Decimal | None:
    """Return the percentage after what changes it in a force, None where there is no limit then."""
    work = maximum if limit.constraint.type == "max" else number
    found = work(limit.constraint.value, limit.changes, limit.view(force))
    return None if found is None or found < 0 else found


def _fault(evaluation: Evaluation, force: ForceScope, limit: PercentLimit, percent: Decimal) -> Iterator[Finding]:
    """Yield what is wrong where a limit is of so many percent."""
    top, query = force.roster, in_full(limit.constraint.query)
    wanted, found = share(query, top, percent), count(query, top, limit.category or force.force.entry)
    if found > wanted if limit.constraint.type == "max" else found < wanted:
        yield _finding(evaluation, top, force, limit, wanted, found)


def _finding(
    evaluation: Evaluation, top: RosterScope, force: ForceScope, limit: PercentLimit, wanted: Decimal, found: Decimal
) -> Finding:
    broken = Broken(
        part=limit.part.id,
        constraint=limit.constraint,
        wanted=wanted,
        found=found,
        scope=top,
        force=force,
        category=limit.category,
    )
    (reported,) = report_broken([broken], evaluation.by_uid)
    return with_parent(reported, top, evaluation.forces)
