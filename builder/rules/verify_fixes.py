"""Trying fixes out: only those are offered that settle their finding and do no harm, or say which.

A fix holds when its operations fit, its finding is gone afterwards, no error is new and, if it was one, errors are fewer;
what nobody could judge before does not count (`Fix.reveals`). Those that make another error graver come last and say it
(`Fix.brings`). An error for which none holds gets the ways out of `second_choices`. Each is tried by evaluating what it
touches (`Attempts`), which for many findings of a large army still takes longer than a page may: `Budget` says what is tried
at once. What was not tried is known (`VerifiedFindings.unverified`) and can be asked for. What leaves one choice is tried
together (`joint_fix`), which takes as long as one fix.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from builder.rules.army import Army
from builder.rules.army_lists import OF_ARMY_LIST
from builder.rules.attempts import Attempts, Find
from builder.rules.fewer_units import fewer_units
from builder.rules.identity import identity
from builder.rules.joint_fix import JointFix, settle_together
from builder.rules.second_choices import continue_fixes, second_choices
from datasheets.evaluation.finding import Finding, Fix

__all__ = ["Budget", "VerifiedFindings", "identity", "verify_fixes"]

SEVERITIES = ("error", "warning", "note")
CHOOSING = ("add-unit", "replace", "select", "set-size", "set-number")
"""Operations that put something in."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is tried: fixes times units of the army, at most `most`, the gravest findings first.

    The finding whose key is `asked`, and those about the unit of the uid `opened`, come before all others, and are tried
    whatever it takes; so is the first one.
    """

    most: int
    asked: str = ""
    opened: str = ""

    def choose(self, findings: Sequence[Finding], units: int) -> set[int]:
        """Return the places of the findings whose fixes are tried."""
        order = sorted(range(len(findings)), key=lambda at: SEVERITIES.index(findings[at].severity))
        found = {at for at in order if not _can_be_settled(findings[at]) or self._comes_first(findings[at])}
        left, is_first = self.most, True
        for at in order:
            work = max(1, len(findings[at].fixes)) * units
            if at not in found and (is_first or work <= left):
                found.add(at)
                left, is_first = left - work, False
        return found

    def _comes_first(self, finding: Finding) -> bool:
        return finding_key(finding) == self.asked or bool(self.opened and self.opened in finding.path)


def finding_key(finding: Finding) -> str:
    """Return by what somebody asks for the fixes of a finding."""
    return f"{finding.code}@{'/'.join(finding.path)}"


@dataclass(frozen=True, slots=True)
class VerifiedFindings:
    """Findings with those fixes that hold; `unverified` are those whose fixes nobody has tried, and which have none here.

    `joint_fix` has fixes that can be made at once, looked for where there is a budget.
    """

    findings: tuple[Finding, ...]
    unverified: tuple[Finding, ...] = ()
    joint_fix: JointFix | None = None


def verify_fixes(army: Army, findings: Sequence[Finding], find: Find, budget: Budget | None = None) -> VerifiedFindings:
    """Return findings with only those fixes that hold; without `budget` all are tried."""
    attempts = Attempts(army, findings, find)
    chosen = budget.choose(findings, len(army.units)) if budget else set(range(len(findings)))
    made = tuple(
        replace(each, fixes=tuple(_fixes_that_hold(attempts, each) if at in chosen else ()))
        for at, each in enumerate(findings)
    )
    unverified = tuple(each for at, each in enumerate(made) if at not in chosen)
    return VerifiedFindings(made, unverified, _settle(attempts, findings, made, chosen) if budget else None)


def _settle(attempts: Attempts, findings: Sequence[Finding], made: Sequence[Finding], chosen: set[int]) -> JointFix | None:
    """Return what can be settled at once: with what nobody has tried yet, or else without it."""
    proposed = [
        each if at in chosen else replace(each, fixes=tuple(_different(findings[at].fixes))) for at, each in enumerate(made)
    ]
    whole = settle_together(proposed, attempts.errors_after)
    return whole or (settle_together(made, attempts.errors_after) if len(chosen) < len(made) else None)


def _fixes_that_hold(attempts: Attempts, finding: Finding) -> list[Fix]:
    """Return the fixes of a finding that hold, those that do no harm first; of an error for which none does, others."""
    tried = [attempt for fix in _different(finding.fixes) if (attempt := attempts.run(finding, fix))]
    held = _without_worse_lists(sorted((each.offer for each in tried if each.holds), key=_order))
    if finding.severity != "error" or not _can_be_settled(finding):
        return held
    if not any(map(_is_removal, held)):
        held = [*held, *fewer_units(attempts, finding)]
    if not held:
        return second_choices(attempts, finding, tried)
    likelier = takewhile(lambda each: not each.holds or _is_removal(each.fix), tried)
    kinds = CHOOSING if all(map(_is_removal, held)) else ("replace",)
    others = [each for each in likelier if each.gone and not each.holds and _has_one_of(each.fix, kinds)]
    return [*continue_fixes(attempts, finding, others), *held]


def _is_removal(fix: Fix) -> bool:
    return all(str(each["op"]).startswith("remove") for each in fix.operations)


def _has_one_of(fix: Fix, kinds: Collection[str]) -> bool:
    return any(each["op"] in kinds for each in fix.operations)


def _without_worse_lists(held: list[Fix]) -> list[Fix]:
    """Leave out what only shows errors that nobody could judge before, where another way shows none."""
    clean = [fix for fix in held if not (fix.reveals and fix.brings)]
    return clean if any(not fix.brings for fix in clean) else held


def _order(fix: Fix) -> int:
    return len(fix.brings)


def _can_be_settled(finding: Finding) -> bool:
    """Whether there are ways to try: fixes of its own, or those that errors of the data and of army lists have."""
    return bool(finding.fixes) or (finding.severity == "error" and (bool(finding.origin) or finding.code in OF_ARMY_LIST))


def _different(fixes: Sequence[Fix]) -> Iterator[Fix]:
    """Yield fixes that do not do the same as an earlier one."""
    for at, fix in enumerate(fixes):
        if all(fix.operations != other.operations for other in fixes[:at]):
            yield fix
