"""Judgements and findings as JSON, with their sentences in the language that the asker reads."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow import fields

from builder.api.fields import Number, Operation
from builder.api.languages import language
from builder.api.systems import rule_address
from builder.rules.fix_words import brought_by, label_of
from builder.services.judging import Verdict
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.sentences import say_finding
from datasheets.markup import strip_marks
from datasheets.systems import rulebook, systems


class FixSchema(ma.Schema):
    """Operations that settle a finding without making another error, unless they say which."""

    code = fields.String(required=True)
    label = fields.String(required=True)
    operations = fields.List(Operation(), required=True)
    brings = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Errors that are new or graver afterwards, as sentences; fixes without any come first."},
    )


class FindingSchema(ma.Schema):
    """One result of one rule."""

    rule = fields.String(required=True, metadata={"description": "A ledger id, or entry.* where only the data speak."})
    code = fields.String(required=True, metadata={"description": "Names the sentence; stable over languages."})
    severity = fields.String(required=True, metadata={"enum": ["error", "warning", "note"]})
    path = fields.List(fields.String(), required=True, metadata={"description": "Uids from force to selection."})
    wanted = fields.Raw(required=True, allow_none=True)
    found = fields.Raw(required=True, allow_none=True)
    message = fields.String(required=True)
    values = fields.Dict(required=True)
    fixes = fields.List(fields.Nested(FixSchema), required=True)
    href = fields.String(required=True, allow_none=True, metadata={"description": "The rule's address."})


class SummarySchema(ma.Schema):
    """What a roster amounts to."""

    legal = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "null: no error was found, but Muster does not have the army rules of this system."},
    )
    errors = fields.Integer(required=True)
    warnings = fields.Integer(required=True)
    notes = fields.Integer(required=True)
    power_level = Number(required=True, allow_none=True)
    costs = fields.Dict(keys=fields.String(), values=Number(), required=True)
    models = fields.Integer(required=True)
    units = fields.Integer(required=True)
    catalogues = fields.List(
        fields.String(),
        metadata={"description": "Those of its forces. A roster has none that was last changed before Muster told them."},
    )
    muster = fields.String(required=True, metadata={"description": "The version of Muster that judged."})


class JudgementSchema(SummarySchema):
    """What a roster amounts to, and everything that is wrong with it."""

    system = fields.String(required=True)
    name = fields.String(required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)


def judgement_json(verdict: Verdict) -> dict[str, Any]:
    """Return a judgement with its findings in words."""
    findings = [finding_json(finding, verdict.judged_by) for finding in verdict.findings]
    return {"system": verdict.system, "name": verdict.name, **verdict.summary, "findings": findings}


def finding_json(finding: Finding, system: str) -> dict[str, Any]:
    """Return a finding in words."""
    return {
        **finding.to_data(),
        "message": sentence(finding),
        "fixes": [_fix(fix) for fix in finding.fixes],
        "href": _rule_href(finding.rule, system),
    }


def sentence(finding: Finding) -> str:
    """Return a finding's sentence in the asker's language."""
    return strip_marks(say_finding(finding, language()))


def _rule_href(rule: str, system: str) -> str | None:
    known = any(each.id == system for each in systems()) and rule in rulebook(system)
    return rule_address(system, rule) if known else None


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "code": fix.code,
        "label": label_of(fix, language()),
        "operations": [dict(each) for each in fix.operations],
        "brings": brought_by(fix, language()),
    }
