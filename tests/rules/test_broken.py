"""Rosters from outside that no edit can make: judged like any other."""

import pytest

from tests.rules.broken import WAYS, broken_roster, good
from tests.rules.playing import finding_lines, judge_roster

LOST_WARLORD = [
    "warning declaration.misplaced 9E-WARLORD-01",
    "error warlord.missing 9E-WARLORD-01",
    "error trait.not-the-warlord 9E-WARLORD-03",
]
CIRCLE = ["error embarked.circle 9E-TRANS-03", "error embarked.not-admitted 9E-TRANS-01"]

SAID = {
    "unknown_datasheet": ["error unit.no-datasheet 9E-ARMY-07"],
    "unknown_datasheet_of_the_warlord": ["error unit.no-datasheet 9E-ARMY-07"],
    "model_as_a_unit": ["error unit.no-datasheet 9E-ARMY-07"],
    "model_of_another_datasheet": ["error unit.foreign-part 9E-UNIT-01", "error row.too-few-models 9E-DS-05"],
    "item_that_is_gone": ["error unit.foreign-part 9E-UNIT-01", "error wargear.no-option 9E-WARG-01"],
    "unit_without_models": ["error unit.no-models 9E-UNIT-01"],
    "uneven_wargear": ["error wargear.uneven 9E-DS-12"],
    "groups_of_nothing": ["error unit.below-minimum 9E-DS-05"],
    "lost_catalogue": ["error force.no-catalogue 9E-ARMY-07"],
    "force_of_another_game": ["error force.other-game 9E-ARMY-07"],
    "two_units_in_one_entry": ["error unit.number 9E-UNIT-01"],
    "no_unit_in_an_entry": ["error unit.number 9E-UNIT-01"],
    "another_version": ["note force.other-version roster.pin"],
    "warlord_that_is_gone": LOST_WARLORD,
    "warlord_beyond_the_group": LOST_WARLORD,
    "warlord_is_a_unit": LOST_WARLORD,
    "unknown_declaration": ["warning declaration.misplaced roster.declaration"],
    "wrong_value": ["warning declaration.misplaced 9E-UNDER-01"],
    "two_choices_for_one_keyword": ["error declaration.twice 9E-KEY-05"],
    "two_choices_for_one_keyword_spelt_otherwise": ["error declaration.twice 9E-KEY-05"],
    "understrength_mark_on_a_model": [
        "warning declaration.misplaced 9E-UNDER-01",
        "error unit.below-minimum 9E-DS-05",
    ],
    "keyword_chosen_for_a_model": ["warning declaration.misplaced 9E-KEY-05", "error keyword.unresolved 9E-KEY-05"],
    "unknown_agreement": ["warning agreement.misplaced roster.agreement"],
    "agreement_of_the_wrong_kind": ["error agreement.no-number 9E-MUSTER-03"],
    "each_in_the_other": ["error embarked.not-a-transport 9E-TRANS-03", "error embarked.circle 9E-TRANS-03"],
    "two_carriers_in_each_other": CIRCLE * 2,
    "keyword_too_long": ["error keyword.too-long 9E-KEY-05"],
    "limit_exceeded": ["error cost.over-limit 9E-MUSTER-03"],
    "nothing_but_a_force": ["error army.empty 9E-MUSTER-01"],
    "several_at_once": [
        "warning declaration.misplaced 9E-WARLORD-01",
        "warning agreement.misplaced roster.agreement",
        "error warlord.missing 9E-WARLORD-01",
        "error unit.no-models 9E-UNIT-01",
        "note force.other-version roster.pin",
        "error trait.not-the-warlord 9E-WARLORD-03",
        "error unit.foreign-part 9E-UNIT-01",
        "error wargear.no-option 9E-WARG-01",
    ],
}
PROVES = {
    "unknown_datasheet": ["9E-ARMY-07"],
    "lost_catalogue": ["9E-ARMY-07"],
    "model_of_another_datasheet": ["9E-UNIT-01"],
    "unit_without_models": ["9E-UNIT-01"],
}


def test_the_roster_that_is_broken_here_is_good():
    assert not list(finding_lines(good().judge()))


@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=[pytest.mark.rule(id) for id in PROVES.get(way, ())]) for way in WAYS]
)
def test_a_broken_roster_is_judged(way):
    assert list(finding_lines(judge_roster(broken_roster(way)))) == SAID[way]


def test_several_things_wrong_with_one_unit_are_told_in_the_order_of_the_steps():
    codes = [finding.code for finding in judge_roster(broken_roster("several_at_once")).findings]
    assert codes[-2:] == ["unit.foreign-part", "wargear.no-option"]


@pytest.mark.parametrize("way", ["unknown_declaration", "wrong_value", "unknown_agreement"])
def test_what_nobody_can_read_of_a_list_keeps_it_from_being_called_legal(way):
    assert judge_roster(broken_roster(way)).legal is None
