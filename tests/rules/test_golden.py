"""Everything that is said of every spec and every broken roster, with its numbers and what each fix does, in one file.

tests/golden/judgements.txt is written by `MUSTER_BLESS=1 pytest tests/rules/test_golden.py`; its diff is read like code.
"""

import os
from pathlib import Path

from tests.rules.broken import WAYS, broken_roster
from tests.rules.playing import judge_roster, spec_roster
from tests.rules.test_specs import FILES

GOLDEN = Path(__file__).parent.parent / "golden" / "judgements.txt"
BLESS = "if this is meant, write the file anew: MUSTER_BLESS=1 .venv/bin/pytest tests/rules/test_golden.py"


def lines():
    for file in FILES:
        yield from judgement_lines(f"{file.parent.name}/{file.stem}", spec_roster(file))
    for way in WAYS:
        yield from judgement_lines(way, broken_roster(way))


def judgement_lines(name, roster):
    judgement = judge_roster(roster)
    yield f"# {name}: power {judgement.power_level}, {judgement.models} models"
    for finding in judgement.findings:
        where = "/".join(finding.path) or "army"
        yield f"{finding.severity} {finding.code} {finding.rule} {where}: wanted {finding.wanted}, found {finding.found}"
        yield from (f"    {key}: {value}" for key, value in finding.values.items() if key not in ("wanted", "found"))
        for fix in finding.fixes:
            yield f"  {fix.code} {join_values(fix.values)}"
            yield from (f"    also {other.code} {join_values(other.values)}" for other in fix.also)
            yield from (f"    brings {other.code} {join_values(other.values)}" for other in fix.brings)
            yield from (f"    {operation['op']} {join_values(operation, 'op')}" for operation in fix.operations)


def join_values(values, *without):
    return ", ".join(f"{key} {value}" for key, value in values.items() if key not in without)


def test_what_is_said_is_what_was_said():
    now = "\n".join(lines()) + "\n"
    if os.environ.get("MUSTER_BLESS") == "1":
        GOLDEN.write_text(now, encoding="utf-8")
    assert now == GOLDEN.read_text(encoding="utf-8"), BLESS
