"""8th edition: what specs cannot show. Broken rosters, values instead of findings, and two armies together."""

from typing import Any

import pytest

from builder.operations.error import OperationError
from builder.snapshot.document import snapshot
from exports.document import document_from
from resolver.rulesets.wh40k_8e.matchup import matchup, rerolls, underdog
from tests.rules.broken import broken_roster, good
from tests.rules.playing import Table, finding_lines, judge_roster
from tests.rules.test_fixes import check_fixes

EIGHTH = "wh40k-8e"
SAME = "note army.same-factions 8E-KEYWORD-02"
LOST_WARLORD = [
    "warning declaration.misplaced 8E-WARLORD-01",
    SAME,
    "error warlord.missing 8E-WARLORD-01",
    "error trait.not-the-warlord 8E-WARLORD-02",
]
SAID = {
    "unknown_datasheet": [SAME, "error unit.no-datasheet 8E-MODELS-01"],
    "model_as_a_unit": ["note army.no-common-faction 8E-KEYWORD-02", "error unit.no-datasheet 8E-MODELS-01"],
    "item_that_is_gone": [SAME, "error unit.foreign-part 8E-UNIT-01", "error wargear.no-option 8E-SHEET-08"],
    "unit_without_models": [SAME, "error unit.no-models 8E-UNIT-01"],
    "uneven_wargear": [SAME, "error wargear.uneven 8E-SHEET-08"],
    "groups_of_nothing": [SAME, "error unit.below-minimum 8E-ARMY-03"],
    "warlord_that_is_gone": LOST_WARLORD,
    "warlord_is_a_unit": LOST_WARLORD,
    "wrong_value": ["warning declaration.misplaced 8E-ARMY-04", SAME],
    "unknown_agreement": ["warning agreement.misplaced roster.agreement", SAME],
    "each_in_the_other": [SAME, "error embarked.not-a-transport 8E-TRANSPORT-05", "error embarked.circle 8E-TRANSPORT-05"],
    "limit_exceeded": [SAME, "error cost.over-limit 8E-ARMY-02"],
    "nothing_but_a_force": ["error army.empty 8E-ARMY-01"],
}
PROVES = {"unknown_datasheet": ["8E-MODELS-01"], "unit_without_models": ["8E-UNIT-01"], "item_that_is_gone": ["8E-UNIT-01"]}


def document(*units: str, power: int | None = None) -> Any:
    """An army of these datasheets as a document; `power` in place of what it comes to."""
    table = Table(EIGHTH)
    for each in units:
        table.add(each)
    table.ready()
    made = snapshot(table.roster, table.catalogues, table.judge())
    return made if power is None else document_from({**made.data, "army": {**made.data["army"], "power_level": power}})


def test_the_roster_that_is_broken_here_is_good():
    assert list(finding_lines(good(EIGHTH).judge())) == [SAME]


@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=[pytest.mark.rule(id) for id in PROVES.get(way, ())]) for way in SAID]
)
def test_a_broken_roster_is_judged_and_every_fix_holds(way):
    roster = broken_roster(way, EIGHTH)
    assert list(finding_lines(judge_roster(roster))) == SAID[way]
    check_fixes(roster)


@pytest.mark.rule("8E-Q-32")
def test_a_battle_forged_army_is_not_known():
    with pytest.raises(OperationError, match="declaration"):
        Table(EIGHTH).do(op="declare", kind="battle-forged")


@pytest.mark.rule("8E-SHEET-04")
@pytest.mark.rule("8E-POWER-01")
def test_power_level_is_the_sum_of_power_ratings():
    made = document("dusk-rifles", "dusk-captain", "dusk-hunter").army
    assert [unit.costs["power"] for unit in made.units] == [4, 5, 8]
    assert made.power_level == 17


@pytest.mark.rule("8E-POWER-02")
@pytest.mark.example("8E-EX-52")
def test_the_lower_power_level_is_the_underdog():
    facts = matchup((document("dusk-rifles", power=25), document("dusk-rifles", power=45)))
    assert facts.more == {"combined_power": 70, "underdog": 0, "rerolls": 2}
    assert [finding.rule for finding in facts.findings] == ["8E-POWER-04"]
    assert underdog((45, 25)) == 1


@pytest.mark.rule("8E-POWER-03")
@pytest.mark.example("8E-EX-54")
@pytest.mark.parametrize("chose", [0, 1])
def test_of_equal_armies_the_underdog_chose_the_zones(chose):
    a = document("dusk-hunter")
    facts = matchup((a, a))
    assert (facts.more["underdog"], facts.more["rerolls"], facts.findings[0].code) == (None, 0, "matchup.even")
    assert underdog((8, 8), chose) == chose
    assert underdog((8, 9), chose) == 0


@pytest.mark.rule("8E-POWER-04")
@pytest.mark.example("8E-EX-11")
@pytest.mark.example("8E-EX-12")
@pytest.mark.example("8E-EX-53")
def test_the_underdog_has_a_reroll_for_each_full_ten_points():
    assert [rerolls(each) for each in (0, 9, 10, 19, 20, 29, 30, 100)] == [0, 0, 1, 1, 2, 2, 3, 10]


def test_there_are_no_battle_sizes_and_the_table_is_that_of_the_mission():
    armies = (document("dusk-rifles"), document("stray"))
    assert (matchup(armies).table.width_in, matchup(armies).table.depth_in) == (72, 48)
    assert not {"battle_size", "hours"} & set(matchup(armies).more)
    with pytest.raises(KeyError):
        matchup(armies, "incursion")


@pytest.fixture(scope="module")
def lord() -> Any:
    """The sheet that the primer prints, as a unit of an army."""
    return document("lord-of-contagion").army.units[0]


@pytest.mark.rule("8E-SHEET-01")
@pytest.mark.rule("8E-SHEET-10")
@pytest.mark.rule("8E-LOC-08")
@pytest.mark.example("8E-EX-15")
def test_the_nine_parts_of_the_datasheet(lord):
    assert (lord.name, lord.role, lord.costs["power"], lord.size.min, lord.size.max) == ("Lord of Contagion", None, 8, 1, 1)
    row = " ".join(lord.profiles[0].characteristics[each] for each in ("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv"))
    assert row == '4" 2+ 2+ 4 5 6 4 9 2+'
    reaper = lord.weapons[0].profiles[0]
    assert [reaper.characteristics[each] for each in ("Range", "Type", "S", "AP", "D")] == [
        "Melee",
        "Melee",
        "+2",
        "-3",
        "3",
    ]
    assert "Plague weapon" in reaper.abilities
    assert lord.wargear_of(lord.models[0]) == [("Plaguereaper", 1)]


@pytest.mark.rule("8E-KEYWORD-01")
def test_a_datasheet_has_faction_keywords_and_other_keywords(lord):
    assert "Death Guard" in lord.keywords.faction
    assert "Character" in lord.keywords.other


@pytest.mark.rule("8E-SHEET-09")
@pytest.mark.rule("8E-LOC-02")
@pytest.mark.rule("8E-LOC-04")
def test_abilities_are_rules_of_the_unit(lord):
    abilities = {each.name: each for each in lord.abilities}
    resilient = abilities["Disgustingly Resilient"]
    assert (resilient.text, resilient.external, resilient.effects) == ("", True, ())
    saves = [each["save"] for each in abilities["Cataphractii Armour"].effects if each["kind"] == "invulnerable-save"]
    assert saves == ["4+"]
