"""Trying fixes out: only those are offered that settle their finding and do no harm.

A fix holds when its operations fit, its finding is gone afterwards, no error is new and, if it was one, errors are fewer;
what nobody could judge before does not count (`Fix.reveals`). Each is tried on the whole army, which for many findings of a
large one takes longer than a page may: `Budget` says what is tried at once. What was not tried is known
(`VerifiedFindings.unverified`) and can be asked for. What leaves one choice is tried together (`settling`), which takes as
long as one fix.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from builder.operations.error import OperationError
from builder.operations.table import apply_all
from builder.rules.army import Army
from builder.rules.read_army import edited_army
from builder.rules.settling import Settling, settle_together
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.finding import Finding, Fix, Operation
from datasheets.evaluation.tree import Roster

Identity = tuple[str, str, tuple[str, ...], str, object]
Find = Callable[[Army], Sequence[Finding]]
SEVERITIES = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is tried: fixes times units of the army, at most `most`, the gravest findings first.

    Findings for which `asked` is true come before all others, and are tried whatever it takes; so is the first one.
    """

    most: int
    asked: Callable[[Finding], bool]

    def choose(self, findings: Sequence[Finding], units: int) -> set[int]:
        """Return the places of the findings whose fixes are tried."""
        order = sorted(range(len(findings)), key=lambda at: SEVERITIES.index(findings[at].severity))
        found = {at for at in order if not findings[at].fixes or self.asked(findings[at])}
        left, is_first = self.most, True
        for at in order:
            work = len(findings[at].fixes) * units
            if at not in found and (is_first or work <= left):
                found.add(at)
                left, is_first = left - work, False
        return found


@dataclass(frozen=True, slots=True)
class VerifiedFindings:
    """Findings with those fixes that hold; `unverified` are those whose fixes nobody has tried, and which have none here.

    `settling` are fixes that can be made at once, looked for where there is a budget.
    """

    findings: tuple[Finding, ...]
    unverified: tuple[Finding, ...] = ()
    settling: Settling | None = None


def identity(finding: Finding) -> Identity:
    """Return what makes two findings the same one, whatever numbers they tell."""
    return finding.rule, finding.code, finding.path, finding.origin, finding.values.get("about")


def verify_fixes(army: Army, findings: Sequence[Finding], find: Find, budget: Budget | None = None) -> VerifiedFindings:
    """Return findings with only those fixes that hold; without `budget` all are tried."""
    errors = _errors(findings)
    chosen = budget.choose(findings, len(army.units)) if budget else set(range(len(findings)))
    made = tuple(
        replace(each, fixes=tuple(_fixes_that_hold(army, each, errors, find)) if at in chosen else ())
        for at, each in enumerate(findings)
    )
    unverified = tuple(each for at, each in enumerate(made) if at not in chosen)
    return VerifiedFindings(made, unverified, _settle(army, findings, made, chosen, find) if budget else None)


def _settle(
    army: Army, findings: Sequence[Finding], made: Sequence[Finding], chosen: set[int], find: Find
) -> Settling | None:
    """Return what can be settled at once: with what nobody has tried yet, or else without it."""

    def errors_after(operations: Sequence[Operation]) -> int | None:
        try:
            after = _army_of(army, apply_all(army.roster, operations, army.catalogues))
        except OperationError:
            return None
        return _errors(find(after)).total()

    proposed = [
        each if at in chosen else replace(each, fixes=tuple(_different(findings[at].fixes))) for at, each in enumerate(made)
    ]
    whole = settle_together(proposed, errors_after)
    return whole or (settle_together(made, errors_after) if len(chosen) < len(made) else None)


def _fixes_that_hold(army: Army, finding: Finding, errors: Counter[Identity], find: Find) -> Iterator[Fix]:
    tried = (_try_fix(army, finding, fix, errors, find) for fix in _different(finding.fixes))
    yield from (fix for fix in tried if fix)


def _different(fixes: Sequence[Fix]) -> Iterator[Fix]:
    """Yield fixes that do not do the same as an earlier one."""
    for at, fix in enumerate(fixes):
        if all(fix.operations != other.operations for other in fixes[:at]):
            yield fix


def _try_fix(army: Army, finding: Finding, fix: Fix, errors: Counter[Identity], find: Find) -> Fix | None:
    """Return a fix with what the army costs after it, None where it does not hold."""
    try:
        roster = apply_all(army.roster, fix.operations, army.catalogues)
    except OperationError:
        return None
    after = _army_of(army, roster)
    found = find(after)
    left = _errors([each for each in found if each.code not in fix.reveals])
    fewer = finding.severity != "error" or left.total() < errors.total()
    holds = fewer and left <= errors and identity(finding) not in map(identity, found)
    return replace(fix, costs=after.costs) if holds else None


def _army_of(army: Army, roster: Roster) -> Army:
    """Return the army of an edited roster; declarations do not change what an evaluation says."""
    before = army.roster
    same = (roster.forces, roster.limits, roster.agreed) == (before.forces, before.limits, before.agreed)
    evaluation = army.evaluation if same else evaluate(roster, army.catalogues, army.evaluation)
    return edited_army(army, roster, evaluation)


def _errors(findings: Sequence[Finding]) -> Counter[Identity]:
    return Counter(identity(each) for each in findings if each.severity == "error")
