"""Trying fixes out: only those are offered that settle their finding and do no harm.

A fix holds when its operations fit, its finding is gone afterwards, no error is new and, if it was one, errors are fewer;
what nobody could judge before does not count (`Fix.reveals`). Each is tried by evaluating what it touches (`Trials`), which
for many findings of a large army still takes longer than a page may: `Budget` says what is tried at once. What was not tried
is known (`VerifiedFindings.unverified`) and can be asked for. What leaves one choice is tried together (`settling`), which
takes as long as one fix.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

from builder.operations.error import OperationError
from builder.operations.table import apply_all
from builder.rules.army import Army
from builder.rules.read_army import edited_army
from builder.rules.settling import Settling, settle_together
from datasheets.evaluation.finding import Finding, Fix, Operation
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Roster
from datasheets.evaluation.trials import Trials

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
    attempts = _Attempts(army, _errors(findings), find)
    chosen = budget.choose(findings, len(army.units)) if budget else set(range(len(findings)))
    made = tuple(
        replace(each, fixes=tuple(_fixes_that_hold(attempts, each)) if at in chosen else ())
        for at, each in enumerate(findings)
    )
    unverified = tuple(each for at, each in enumerate(made) if at not in chosen)
    return VerifiedFindings(made, unverified, _settle(attempts, findings, made, chosen) if budget else None)


class _Attempts:
    """Tries edits of one army, whose errors are known; only what an edit touches is evaluated and read anew."""

    def __init__(self, army: Army, errors: Counter[Identity], find: Find) -> None:
        self.army, self.errors, self.find = army, errors, find

    @cached_property
    def _trials(self) -> Trials:
        return Trials(self.army.roster, self.army.evaluation, self.army.catalogues)

    def after(self, operations: Sequence[Operation]) -> tuple[Army, Sequence[Finding]] | None:
        """Return the army after some edits with all findings about it, None where these do not fit."""
        try:
            roster = apply_all(self.army.roster, operations, self.army.catalogues)
        except OperationError:
            return None
        with self._evaluate(roster) as evaluation:
            army = edited_army(self.army, roster, evaluation)
            return army, self.find(army)

    @contextmanager
    def _evaluate(self, roster: Roster) -> Iterator[Evaluation]:
        """Give the evaluation of an edited roster; declarations do not change what it says."""
        before = self.army.roster
        if (roster.forces, roster.limits, roster.agreed) == (before.forces, before.limits, before.agreed):
            yield self.army.evaluation
            return
        with self._trials.of(roster) as evaluation:
            yield evaluation


def _settle(attempts: _Attempts, findings: Sequence[Finding], made: Sequence[Finding], chosen: set[int]) -> Settling | None:
    """Return what can be settled at once: with what nobody has tried yet, or else without it."""

    def errors_after(operations: Sequence[Operation]) -> int | None:
        after = attempts.after(operations)
        return _errors(after[1]).total() if after else None

    proposed = [
        each if at in chosen else replace(each, fixes=tuple(_different(findings[at].fixes))) for at, each in enumerate(made)
    ]
    whole = settle_together(proposed, errors_after)
    return whole or (settle_together(made, errors_after) if len(chosen) < len(made) else None)


def _fixes_that_hold(attempts: _Attempts, finding: Finding) -> Iterator[Fix]:
    tried = (_try_fix(attempts, finding, fix) for fix in _different(finding.fixes))
    yield from (fix for fix in tried if fix)


def _different(fixes: Sequence[Fix]) -> Iterator[Fix]:
    """Yield fixes that do not do the same as an earlier one."""
    for at, fix in enumerate(fixes):
        if all(fix.operations != other.operations for other in fixes[:at]):
            yield fix


def _try_fix(attempts: _Attempts, finding: Finding, fix: Fix) -> Fix | None:
    """Return a fix with what the army costs after it, None where it does not hold."""
    made = attempts.after(fix.operations)
    if made is None:
        return None
    after, found = made
    left = _errors([each for each in found if each.code not in fix.reveals])
    fewer = finding.severity != "error" or left.total() < attempts.errors.total()
    holds = fewer and left <= attempts.errors and identity(finding) not in map(identity, found)
    return replace(fix, costs=after.costs) if holds else None


def _errors(findings: Sequence[Finding]) -> Counter[Identity]:
    return Counter(identity(each) for each in findings if each.severity == "error")
