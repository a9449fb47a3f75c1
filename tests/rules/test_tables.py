"""The table of steps: what is reported is listed, has words, and is as grave as the ledger says."""

import tomllib

import pytest

from builder.rules import data_only, wh40k_9e
from datasheets.systems import rulebook, systems
from datasheets.words import has_words
from tests.rules.broken import WAYS, broken
from tests.rules.playing import judge_roster, play
from tests.rules.test_specs import FILES

BOOK = rulebook("wh40k-9e")
CODES = [code for step in wh40k_9e.STEPS for code in step.codes]

GRAVER_OR_MILDER = {
    "unit.understrength-again": "9E-Q-19: a second Understrength unit of a datasheet is an error",
    "unit.mark-not-needed": "nothing is broken by a mark too many",
    "row.leader-missing": "9E-Q-19: the fixed leader may be missing from an Understrength unit",
    "trait.unknown": "other traits stand in other publications (9E-WARLORD-04), so nothing is known to be wrong",
    "keyword.stray": "a choice too many changes nothing",
    "army.over-agreed-limit": "9E-Q-30: an agreed limit is an error when it is exceeded",
    "battle.fits": "9E-Q-30: within the battle size it is only information",
    "battle.both-fit": "likewise",
    "wargear.unclear": "nothing is known to be wrong",
    "declaration.misplaced": "what is declared about nothing breaks no rule",
    "agreement.misplaced": "likewise",
}
"""Findings that are not as grave as their rule says, with the reason."""


@pytest.fixture(scope="module")
def findings():
    """Every finding of every spec and every broken roster."""
    rosters = [play(tomllib.loads(file.read_text(encoding="utf-8"))).roster for file in FILES]
    rosters += [broken(way) for way in WAYS]
    return [finding for roster in rosters for finding in judge_roster(roster, fixes=False).findings]


def test_no_code_stands_in_two_steps():
    assert len(CODES) == len(set(CODES))


@pytest.mark.parametrize("code", sorted({*CODES, *(code for step in data_only.RULES.steps for code in step.codes)}))
def test_every_code_has_words(code):
    assert has_words(f"finding.{code}")


def test_every_rule_of_the_table_is_in_the_rulebook():
    for step in wh40k_9e.STEPS:
        for id in step.rules:
            assert BOOK.rule(id)


def test_what_is_found_is_listed_with_its_step(findings):
    listed = {code: step for step in wh40k_9e.STEPS for code in step.codes}
    for finding in findings:
        assert finding.code in listed
        rules = listed[finding.code].rules
        assert not rules or finding.rule in rules, finding


def test_every_code_is_found_by_some_spec_or_broken_roster(findings):
    never = set(CODES) - {finding.code for finding in findings}
    assert never == {"wargear.unclear"}


def test_findings_are_as_grave_as_their_rule(findings):
    for finding in findings:
        if finding.rule.startswith("9E-") and finding.code not in GRAVER_OR_MILDER:
            assert finding.severity == severity_of(finding.rule), finding


def severity_of(rule):
    return BOOK.rule(rule).severity or next(each for each in systems() if each.id == "wh40k-9e").severity[rule]
