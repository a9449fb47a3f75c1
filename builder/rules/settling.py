"""Trying fixes out: only those are offered that settle their finding and do no harm.

A fix holds when its operations fit, its finding is gone afterwards, no error is new and, if it was one, errors are fewer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from builder.operations import OperationError, apply_all
from builder.rules.army import Army
from builder.rules.reading import edited_army
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Roster

Identity = tuple[str, str, tuple[str, ...], str, object]
Find = Callable[[Army], Sequence[Finding]]


def identity(finding: Finding) -> Identity:
    """Return what makes two findings the same one, whatever numbers they tell."""
    return finding.rule, finding.code, finding.path, finding.origin, finding.values.get("about")


def settled(army: Army, findings: Sequence[Finding], find: Find) -> tuple[Finding, ...]:
    """Return findings with only those fixes that hold."""
    errors = _errors(findings)
    return tuple(
        replace(each, fixes=tuple(filter(None, (_tried(army, each, fix, errors, find) for fix in _different(each.fixes)))))
        for each in findings
    )


def _different(fixes: Sequence[Fix]) -> Iterator[Fix]:
    """Yield fixes that do not do the same as an earlier one."""
    for at, fix in enumerate(fixes):
        if all(fix.operations != other.operations for other in fixes[:at]):
            yield fix


def _tried(army: Army, finding: Finding, fix: Fix, errors: Counter[Identity], find: Find) -> Fix | None:
    """Return a fix with what the army costs after it, None where it does not hold."""
    try:
        roster = apply_all(army.roster, fix.operations, army.catalogues)
    except OperationError:
        return None
    after = _army_of(army, roster)
    found = find(after)
    left = _errors(found)
    fewer = finding.severity != "error" or left.total() < errors.total()
    holds = fewer and left <= errors and identity(finding) not in map(identity, found)
    return replace(fix, costs=after.costs) if holds else None


def _army_of(army: Army, roster: Roster) -> Army:
    """Return the army of an edited roster; declarations do not change what an evaluation says."""
    same = roster.forces == army.roster.forces and roster.limits == army.roster.limits
    evaluation = army.evaluation if same else evaluate(roster, army.catalogues, army.evaluation)
    return edited_army(army, roster, evaluation)


def _errors(findings: Sequence[Finding]) -> Counter[Identity]:
    return Counter(identity(each) for each in findings if each.severity == "error")
