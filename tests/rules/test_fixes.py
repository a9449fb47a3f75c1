"""A fix settles its finding: afterwards that finding is gone, errors are fewer and none is new, or it says which.

Every fix that is offered for any roster of this folder is applied: all specs, all broken rosters, and random ones.
"""

from collections import Counter

import pytest

from builder.operations.table import apply_all
from datasheets.words import say
from tests.operations.edits import random_roster
from tests.rules.broken import WAYS, broken_roster
from tests.rules.playing import BUNDLED, Table, judge_roster, spec_roster
from tests.rules.test_specs import FILES

ONLY_THE_PLAYER_KNOWS = {
    "keyword.unresolved": "which keyword, where any is allowed and no other unit has chosen one",
    "keyword.bracketed": "likewise",
    "keyword.reserved": "likewise",
    "keyword.too-long": "likewise",
}
"""Errors that may be without a fix, and what no operation can settle."""


def same(finding):
    """What makes a finding the same one after an edit: not its numbers."""
    return finding.code, finding.rule, finding.path, finding.values.get("about"), finding.origin


def errors(judgement):
    return errors_of(judgement.findings)


def errors_of(findings):
    return Counter(same(finding) for finding in findings if finding.severity == "error")


def check_fixes(roster, always=True):
    before = judge_roster(roster)
    for finding in before.findings:
        assert say(f"finding.{finding.code}", finding.values)
        assert finding.fixes or not always or finding.severity != "error" or finding.code in ONLY_THE_PLAYER_KNOWS
        labels = [say(fix.code, fix.values) for fix in finding.fixes]
        assert len(set(labels)) == len(labels), labels
        for fix in finding.fixes:
            after = judge_roster(apply_all(roster, fix.operations, BUNDLED), fixes=False)
            assert same(finding) not in [same(other) for other in after.findings], fix
            new = errors(after) - errors(before)
            assert new <= errors_of(fix.brings), fix
            assert {*errors_of(fix.brings)} <= {*errors(after)}, fix
            if finding.severity == "error" and not new:
                assert errors(after).total() < errors(before).total(), fix
        clean = [not fix.brings for fix in finding.fixes]
        assert clean == sorted(clean, reverse=True), finding


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parent.name}/{file.stem}" for file in FILES])
def test_every_fix_of_a_spec_holds(file):
    check_fixes(spec_roster(file))


@pytest.mark.parametrize("way", WAYS)
def test_every_fix_of_a_broken_roster_holds(way):
    check_fixes(broken_roster(way))


@pytest.mark.sample(20)
@pytest.mark.parametrize("seed", range(40))
def test_every_fix_of_a_random_roster_holds(seed):
    check_fixes(random_roster(seed, 15), always=False)


@pytest.mark.rule("2E-R-SETUP-01")
def test_a_fix_that_makes_another_share_harder_comes_last_and_says_so():
    table = Table("wh40k-2e")
    for name in ("rampart-captain", "rampart-guard", "lantern-lord", "storm-reader"):
        table.add(name, name)
    table.play({"op": "declare", "kind": "commander", "subject": "rampart-captain/Captain"})
    table.do(op="agree", key="points_limit", value=400)
    check_fixes(table.roster)
    too_little, too_much = (each for each in table.judge().findings if each.severity == "error")
    assert (too_much.values["about"], too_little.values["about"], too_little.wanted) == ("allies", "squads", 100)
    assert [(fix.code, [each.wanted for each in fix.brings]) for fix in too_much.fixes] == [
        ("fix.remove", []),
        ("fix.agree-limit", [200]),
    ]


def labels_of(table, code):
    finding = next(each for each in table.judge().findings if each.code == code)
    return [say(fix.code, fix.values) for fix in finding.fixes]


def test_fixes_about_units_of_the_same_name_say_which():
    table = Table("wh40k-2e")
    for name in ("one", "other"):
        table.add("rampart-captain", name)
    assert labels_of(table, "commander.missing") == [
        "Make Captain of Rampart Captain (1) the army commander",
        "Make Captain of Rampart Captain (2) the army commander",
    ]


def test_fixes_about_models_of_the_same_name_say_what_they_carry():
    table = Table("wh40k-2e")
    table.add("rampart-guard", "guard")
    table.play({"op": "take-option", "unit": "guard", "option": "special", "selection": "guard/Guardsman"})
    assert labels_of(table, "commander.missing")[:2] == [
        "Make Guardsman (Day rifle) of Rampart Guard the army commander",
        "Make Guardsman (Burner) of Rampart Guard the army commander",
    ]
