"""What can be settled at once: findings that have one way out each, which together leave nothing to decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.api.current import services
from builder.operations.error import OperationError
from builder.services.judging import Judged
from datasheets.evaluation.finding import Finding, Fix, Operation

MOST = 40
"""How many edits are made at once; as many operations as a form may carry would be five times this."""


@dataclass(frozen=True, slots=True)
class Settling:
    """Edits that settle so many findings at once, with what is done for each, and how many errors remain."""

    fixes: tuple[Fix, ...]
    operations: tuple[Operation, ...]
    left: int


def settling_of(roster: str, judged: Judged) -> Settling | None:
    """Return what settles all errors that have one way out; None for fewer than two, or where they do not go together."""
    fixes = _only_fixes(judged.judgement.findings)
    operations = tuple(operation for fix in fixes for operation in fix.operations)
    if len(fixes) < 2 or len(operations) > MOST:
        return None
    try:
        after = services().rosters.preview(roster, operations, fixes=False)
    except OperationError:
        return None
    errors, left = _errors(judged.judgement.findings), _errors(after.judgement.findings)
    return Settling(fixes, operations, left) if left <= errors - len(fixes) else None


def _only_fixes(findings: Sequence[Finding]) -> tuple[Fix, ...]:
    """Return the only fix of each error that has one; what two of them share is done once."""
    found: list[Fix] = []
    for each in findings:
        if each.severity == "error" and len(each.fixes) == 1:
            fix = each.fixes[0]
            if all(fix.operations != other.operations for other in found):
                found.append(fix)
    return tuple(found)


def _errors(findings: Sequence[Finding]) -> int:
    return sum(each.severity == "error" for each in findings)
