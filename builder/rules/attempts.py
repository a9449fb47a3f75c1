"""Trying fixes out on an army, one at a time: whether the finding is gone, and which errors are new or graver.

Only what an edit touches is evaluated and read anew (`Trials`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from builder.operations.error import OperationError
from builder.operations.table import apply_all
from builder.rules.army import Army
from builder.rules.identity import Identity, identity
from builder.rules.read_army import edited_army
from datasheets.evaluation.finding import Finding, Fix, Operation, Plain
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Roster
from datasheets.evaluation.trials import Trials

Find = Callable[[Army], Sequence[Finding]]


class Known(NamedTuple):
    """A finding, what makes it the same as another one, whether it is an error, and how far it is from what is wanted."""

    finding: Finding
    identity: Identity
    is_error: bool
    gap: float


@dataclass(frozen=True, slots=True)
class Attempt:
    """What an army is like after a fix: whether the finding is `gone`, and `fewer` errors are left, or `more` than before.

    `new` are the errors that were not there, `graver` those that were, and of which there is now more.
    """

    fix: Fix
    gone: bool
    fewer: bool
    more: bool
    new: tuple[Finding, ...]
    graver: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether the fix settles its finding, and every new error is one that nobody could judge before."""
        return self.gone and self.fewer and all(each.code in self.fix.reveals for each in self.new)

    @property
    def offer(self) -> Fix:
        """The fix with what it brings."""
        return replace(self.fix, brings=(*self.new, *self.graver))


class Attempts:
    """An army with all its findings, on which fixes are tried."""

    def __init__(self, army: Army, findings: Sequence[Finding], find: Find) -> None:
        self.army, self._findings, self._find = army, findings, find

        self._known: dict[int, Known] = {}

    @cached_property
    def errors(self) -> Counter[Identity]:
        """The errors of the army."""
        return count_errors(self._findings)

    @cached_property
    def _identities(self) -> frozenset[Identity]:
        return frozenset(map(identity, self._findings))

    @cached_property
    def _gaps(self) -> dict[Identity, float]:
        """How far each error of numbers is from what is wanted."""
        found: dict[Identity, float] = {}
        for each in map(self._know, self._findings):
            if each.is_error:
                found[each.identity] = max(each.gap, found.get(each.identity, 0))
        return found

    def _know(self, finding: Finding) -> Known:
        """Return what tells a finding from others; most findings of one trial are those of the one before."""
        known = self._known.get(id(finding))
        if known is None:
            is_error = finding.severity == "error"
            known = self._known[id(finding)] = Known(finding, identity(finding), is_error, _gap(finding) if is_error else 0)
        return known

    @cached_property
    def _trials(self) -> Trials:
        return Trials(self.army.roster, self.army.evaluation, self.army.catalogues)

    def errors_after(self, operations: Sequence[Operation]) -> int | None:
        """Return how many errors there are after some edits, None where these do not fit."""
        made = self._after(operations)
        return count_errors(made[1]).total() if made else None

    def run(self, finding: Finding, fix: Fix, *, proposing: bool = False) -> Attempt | None:
        """Try a fix of a finding; None where its edits do not fit. `proposing`: whether what is new then has fixes."""
        made = self._after(fix.operations, proposing, self._identities)
        if proposing and made and any(identity(each) in self.errors for each in self._new(map(self._know, made[1]))):
            made = self._after(fix.operations, proposing)  # one more of a kind that was there already
        if made is None:
            return None
        army, found = made[0], [self._know(each) for each in made[1]]
        new, graver = tuple(self._new(found)), tuple(self._graver(found))
        revealed = sum(each.code in fix.reveals for each in new)
        errors, before = sum(each.is_error for each in found) - revealed, self.errors.total()
        fewer = finding.severity != "error" or errors < before
        mine = identity(finding)
        gone = all(each.identity != mine for each in found)
        return Attempt(replace(fix, costs=army.costs), gone, fewer, errors > before, new, graver)

    def _after(
        self, operations: Sequence[Operation], proposing: bool = False, known: frozenset[Identity] = frozenset()
    ) -> tuple[Army, Sequence[Finding]] | None:
        """Return the army after some edits with all findings about it, None where these do not fit.

        Where it is `proposing`, findings have fixes but for those that are `known`.
        """
        try:
            roster = apply_all(self.army.roster, operations, self.army.catalogues)
        except OperationError:
            return None
        with self._evaluate(roster) as evaluation:
            army = edited_army(self.army, roster, evaluation)
            if proposing:
                army = replace(army, proposing=True, known=known)
            return army, self._find(army)

    @contextmanager
    def _evaluate(self, roster: Roster) -> Iterator[Evaluation]:
        """Give the evaluation of an edited roster; declarations do not change what it says."""
        before = self.army.roster
        if (roster.forces, roster.limits, roster.agreed) == (before.forces, before.limits, before.agreed):
            yield self.army.evaluation
            return
        with self._trials.of(roster) as evaluation:
            yield evaluation

    def _graver(self, found: Iterable[Known]) -> Iterator[Finding]:
        gaps = self._gaps
        for each in found:
            if each.is_error and each.gap and each.gap > gaps.get(each.identity, each.gap):
                yield each.finding

    def _new(self, found: Iterable[Known]) -> Iterator[Finding]:
        left = dict(self.errors)
        for each in found:
            if each.is_error:
                if not left.get(each.identity):
                    yield each.finding
                else:
                    left[each.identity] -= 1


def count_errors(findings: Iterable[Finding]) -> Counter[Identity]:
    """Count the errors among findings."""
    return Counter(identity(each) for each in findings if each.severity == "error")


def _gap(finding: Finding) -> float:
    """Return how far what is there is from what is wanted, 0 where these are no numbers."""
    wanted, found = _number(finding.wanted), _number(finding.found)
    return abs(wanted - found) if wanted is not None and found is not None else 0


def _number(plain: Plain) -> float | None:
    try:
        return None if plain is None or isinstance(plain, bool) else float(plain)
    except ValueError:
        return None
