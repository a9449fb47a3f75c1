"""What can be settled at once: findings that have one way out each, which together leave nothing to decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from datasheets.evaluation.finding import Finding, Fix, Operation

MOST_TOGETHER = 40
"""How many edits are made at once; a form may carry five times as many operations."""


@dataclass(frozen=True, slots=True)
class JointFix:
    """Edits that settle so many findings at once, with what is done for each, and how many errors remain."""

    fixes: tuple[Fix, ...]
    operations: tuple[Operation, ...]
    left: int


def settle_together(
    findings: Sequence[Finding], errors_after: Callable[[Sequence[Operation]], int | None]
) -> JointFix | None:
    """Return what settles all errors that have one way out; None for fewer than two, or where they do not go together.

    The fixes need not have been tried: all of them are, at once.

    Args:
        findings: all findings, with their fixes.
        errors_after: says how many errors are left after some edits, None where these do not fit.
    """
    fixes = _only_fixes(findings)
    operations = tuple(operation for fix in fixes for operation in fix.operations)
    if len(fixes) < 2 or len(operations) > MOST_TOGETHER:
        return None
    left, errors = errors_after(operations), sum(each.severity == "error" for each in findings)
    return JointFix(fixes, operations, left) if left is not None and left <= errors - len(fixes) else None


def _only_fixes(findings: Iterable[Finding]) -> tuple[Fix, ...]:
    """Return the only fix of each error that has one that does no harm; what two of them share is done once."""
    found: dict[tuple[str, ...], Fix] = {}
    for each in findings:
        if each.severity == "error" and len(each.fixes) == 1 and not each.fixes[0].brings:
            found.setdefault(tuple(map(repr, each.fixes[0].operations)), each.fixes[0])
    return tuple(found.values())
