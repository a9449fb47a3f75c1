"""Budget: with much to mend, not every fix is tried out at once; what was not is known, and what was is right."""

import pytest

from builder.operations.table import apply_all
from builder.rules import verify_fixes
from builder.rules.attempts import Attempts
from builder.rules.judgement import judge
from builder.rules.verify_fixes import Budget
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Roster
from datasheets.systems import system
from tests.rules.playing import BUNDLED

UNITS = ("host-guard", "vigil-scouts", "wall-wardens", "comet-riders", "field-surgeons") * 4


@pytest.fixture(scope="module")
def army():
    """Twenty units, each of which lacks its keyword, and no Warlord."""
    adding = [{"op": "add-unit", "force": "f1", "entry": entry} for entry in UNITS]
    return apply_all(Roster("wh40k-9e", "Many"), [{"op": "add-force", "catalogue": "sunward-host"}, *adding], BUNDLED)


def judge_on_budget(army, most, asked="", opened=""):
    evaluation = evaluate(army, BUNDLED)
    return judge(army, evaluation, BUNDLED, system("wh40k-9e"), budget=Budget(most, asked, opened))


def test_what_is_tried_is_bounded_and_what_is_not_is_known(army, monkeypatch):
    tried, real = [], Attempts.run
    monkeypatch.setattr(Attempts, "run", lambda *given, **more: tried.append(given) or real(*given, **more))
    found = judge_on_budget(army, 400)
    assert 0 < len(tried) <= 400 / len(UNITS)
    offering = [each for each in found.findings if each.fixes]
    assert offering
    assert len(offering) + len(found.unverified) == len(found.findings)
    assert all(each in found.findings and not each.fixes for each in found.unverified)


def test_what_is_offered_is_what_would_be_without_haste(army):
    whole = judge(army, evaluate(army, BUNDLED), BUNDLED, system("wh40k-9e"))
    assert not whole.unverified
    quick = judge_on_budget(army, 400)
    assert [verify_fixes.identity(each) for each in quick.findings] == [
        verify_fixes.identity(each) for each in whole.findings
    ]
    assert all(a.fixes in (b.fixes, ()) for a, b in zip(quick.findings, whole.findings, strict=True))
    assert judge_on_budget(army, 1_000_000).findings == whole.findings


def test_the_gravest_come_first_and_one_always(army):
    assert [each.severity for each in judge_on_budget(army, 0).findings if each.fixes] == ["error"]


def test_what_is_asked_for_is_tried_whatever_it_takes(army):
    last = judge_on_budget(army, 0).unverified[-1]
    for found in (judge_on_budget(army, 0, verify_fixes.finding_key(last)), judge_on_budget(army, 0, opened=last.path[-1])):
        assert verify_fixes.identity(last) in [verify_fixes.identity(each) for each in found.findings if each.fixes]
