"""What makes two findings the same one, before and after an edit."""

from __future__ import annotations

from datasheets.evaluation.finding import Finding

Identity = tuple[str, str, tuple[str, ...], str, object]


def identity(finding: Finding) -> Identity:
    """Return what makes two findings the same one, whatever numbers they tell."""
    return finding.rule, finding.code, finding.path, finding.origin, finding.values.get("about")
