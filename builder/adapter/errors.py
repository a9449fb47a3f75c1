"""What the data find wrong with the roster, as the suite's errors message: by owner and origin."""

from __future__ import annotations

from typing import Any

from builder.adapter.session import Session
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.sentences import say_finding


def errors(session: Session) -> dict[str, Any]:
    """Return the errors message of a session."""
    return {"type": "errors", "errors": [_error(finding) for finding in session.evaluation.findings]}


def _error(finding: Finding) -> dict[str, Any]:
    owner, _, owner_entry = finding.owner.partition(" ")
    entry, _, constraint = finding.origin.partition("/")
    return {
        "message": say_finding(finding),
        "ownerType": owner,
        "ownerId": finding.path[-1] if finding.path else None,
        "ownerEntryId": owner_entry or None,
        "entryId": entry,
        "constraintId": constraint,
    }
