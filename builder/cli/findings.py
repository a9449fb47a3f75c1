"""Findings as the command line shows them: a JSON object each, or lines that say the rule and the fixes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builder.cli.words import language, say
from builder.rules.fix_words import brought_by, label_of
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.sentences import say_finding


def finding_json(finding: Finding) -> dict[str, Any]:
    """Return a finding as one JSON object."""
    return {
        **finding.to_data(),
        "message": _sentence(finding),
        "fixes": [_fix_json(fix) for fix in finding.fixes],
    }


def finding_lines(finding: Finding) -> Iterator[str]:
    """Yield a finding, and under it what would settle it."""
    values = {"severity": say(f"severity.{finding.severity}"), "message": _sentence(finding), "rule": finding.rule}
    yield say("cli.finding", values)
    for fix in finding.fixes:
        yield say("cli.fix", {"label": label_of(fix, language())})
        for sentence in brought_by(fix, language()):
            yield say("cli.fix-brings", {"what": sentence})


def _fix_json(fix: Fix) -> dict[str, Any]:
    operations = [dict(each) for each in fix.operations]
    brings = brought_by(fix, language())
    return {"code": fix.code, "label": label_of(fix, language()), "operations": operations, "brings": brings}


def _sentence(finding: Finding) -> str:
    return say_finding(finding, language())
