"""The table of steps: what is reported is listed, has words, and is as grave as the ledger says."""

import pytest

from builder.rules import data_only
from builder.rules.declarations import AGREEMENTS
from builder.rules.registry import army_rules, judged_systems
from datasheets.systems import rulebook
from datasheets.words import has_words
from tests.rules import test_grundregelwerk, test_second, test_sigmar
from tests.rules.broken import WAYS, broken_roster
from tests.rules.playing import judge_roster, spec_roster
from tests.rules.test_eighth import SAID
from tests.rules.test_specs import FILES

RULES = {system: army_rules(system) for system in judged_systems()}
CODES = {system: [code for step in rules.steps for code in step.codes] for system, rules in RULES.items()}

GRAVER_OR_MILDER = {
    "unit.understrength-again": "9E-Q-19, 8E-Q-29: a second Understrength unit of a datasheet is an error",
    "unit.mark-not-needed": "nothing is broken by a mark too many",
    "row.leader-missing": "9E-Q-19: the fixed leader may be missing from an Understrength unit",
    "trait.unknown": "other traits stand in other publications (9E-WARLORD-04), so nothing is known to be wrong",
    "keyword.stray": "a choice too many changes nothing",
    "army.over-agreed-limit": "9E-Q-30, 8E-Q-27: an agreed limit is an error when it is exceeded",
    "cost.over-limit": "likewise, where it is what armies are measured by",
    "force.allies": "2E-R-ARMY-01: whether the codex allows them only players know, so the army is not judged",
    "force.allies-agreed": "likewise, and they agreed on it; their share is judged",
    "share.more-by-data": "2E-R-ARMY-01: what the data of an army allow is no breach, though recommended rules say less",
    "army.no-limit": "2E-R-SETUP-01: that none was noted is no breach; the shares are judged all the same",
    "battle.fits": "9E-Q-30: within the battle size it is only information",
    "battle.both-fit": "likewise",
    "army.unknown-mission": "8E-MISSION-01: missions of other publications, or made up, are as good",
    "embarked.unjudged": "nothing is known to be wrong: the data say only in words whom the transport carries",
    "wargear.unclear": "nothing is known to be wrong",
    "battle.no-sudden-death": "the objective is not to be had; the army is as good without it",
    "battle.unjudged-sudden-death": "likewise, if at all",
    "declaration.misplaced": "what is declared about nothing breaks no rule",
    "agreement.misplaced": "likewise",
    "cost.no-limit": "likewise",
    "agreement.no-length": "an agreement that is none is never called legal, whatever the rule that it is about says",
    "agreement.no-number": "an agreement that is none is never called legal, whatever the rule that it is about says",
}
"""Findings that are not as grave as their rule says, with the reason."""

NEVER = {
    "aos-1e": {
        *("force.other-game", "unit.number", "unit.no-row"),
        *("wargear.unclear", "cost.over-limit"),
        *("unit.understrength", "unit.understrength-again", "unit.mark-not-needed", "row.leader-missing"),
        *("row.too-many-models", "data.too-few", "data.too-many", "data.too-dear", "data.hidden"),
    },
    "grundregelwerk": {
        *("force.other-game", "unit.number"),
        *("wargear.not-default", "wargear.unclear", "cost.over-limit"),
        *("unit.understrength", "unit.understrength-again", "unit.mark-not-needed", "row.leader-missing"),
    },
    "wh40k-2e": {
        *("force.other-game", "unit.number", "unit.no-row"),
        *("wargear.not-default", "wargear.unclear", "embarked.circle", "embarked.unjudged"),
        *("force.no-army-list", "cost.too-little", "cost.too-much", "share.no-section"),
        *("share.more-by-data", "force.only-allies", "unit.no-weapon"),
        *("unit.understrength", "unit.understrength-again", "unit.mark-not-needed", "row.leader-missing"),
    },
    "wh40k-8e": {
        "trait.several",
        "wargear.unclear",
        "embarked.unjudged",
        "wargear.option-too-often",
        "force.other-version",
        "force.no-catalogue",
        "force.other-game",
        "unit.number",
        "declaration.twice",
    },
    "wh40k-9e": {"trait.several", "wargear.unclear", "embarked.unjudged"},
}
"""Codes that nothing here brings about: a search that was given up, traits and transports of imported data and what these
ask of armies of Age of Sigmar (tests/imported); in 8th edition, in Age of Sigmar and in the Grundregelwerk what the 9th
proves of the same steps."""


@pytest.fixture(scope="module")
def findings():
    """Every finding of every spec and every broken roster, by system."""
    rosters = [spec_roster(file) for file in FILES]
    rosters += [*(broken_roster(way) for way in WAYS), *(broken_roster(way, "wh40k-8e") for way in SAID)]
    rosters += [
        outside.broken_roster(way) for outside in (test_sigmar, test_grundregelwerk, test_second) for way in outside.SAID
    ]
    found = {system: [] for system in RULES}
    for roster in rosters:
        found[roster.system] += judge_roster(roster, fixes=False).findings
    return found


@pytest.mark.parametrize("system", RULES)
def test_no_code_stands_in_two_steps(system):
    assert len(CODES[system]) == len(set(CODES[system]))


@pytest.mark.parametrize(
    "code",
    sorted({code for rules in (*RULES.values(), data_only.RULES) for step in rules.steps for code in step.codes}),
)
def test_every_code_has_words(code):
    assert has_words(f"finding.{code}")


@pytest.mark.parametrize("system", RULES)
def test_every_rule_of_the_table_is_in_the_rulebook(system):
    for step in RULES[system].steps:
        for id in step.rules:
            assert rulebook(system).rule(id)


@pytest.mark.parametrize("system", RULES)
def test_what_is_found_is_listed_with_its_step(findings, system):
    listed = {code: step for step in RULES[system].steps for code in step.codes}
    for finding in findings[system]:
        assert finding.code in listed
        rules = listed[finding.code].rules
        assert not rules or finding.rule in rules, finding


@pytest.mark.parametrize("system", RULES)
def test_every_code_is_found_by_some_spec_or_broken_roster(findings, system):
    never = set(CODES[system]) - {finding.code for finding in findings[system]} - {*AGREEMENTS, "cost.no-limit"}
    assert never == NEVER[system]


@pytest.mark.parametrize("system", RULES)
def test_findings_are_as_grave_as_their_rule(findings, system):
    for finding in findings[system]:
        if finding.rule in rulebook(system) and finding.code not in GRAVER_OR_MILDER:
            assert finding.severity == rulebook(system).rule(finding.rule).severity, finding
