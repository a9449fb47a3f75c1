"""Rules that give a value instead of a finding: keywords, Power, what a copy of the list says."""

import copy
from dataclasses import replace

import pytest

from builder.operations.table import apply_all
from builder.rules.judgement import judge, system_of
from builder.snapshot.document import snapshot
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Roster
from datasheets.keywords import models_with
from datasheets.native.parse_datasheet import read_datasheet
from datasheets.problems import DocumentError
from datasheets.words import say
from tests.bundled import bundled_catalogue
from tests.rules.broken import good
from tests.rules.playing import BUNDLED, Table, finding_lines, judge_roster


def document(table):
    return snapshot(table.roster, table.catalogues, table.judge())


def unit_of(table, name):
    return next(unit for unit in document(table).army.units if unit.id == table.names[name])


@pytest.mark.rule("9E-WARLORD-02")
def test_the_warlord_and_its_unit_have_the_keyword_warlord():
    table = Table()
    table.add("dawn-marshal", "marshal")
    table.add("host-guard", "guard")
    assert "WARLORD" not in unit_of(table, "marshal").keywords.other
    table.play({"op": "declare", "kind": "warlord", "subject": "marshal/Dawn Marshal"})
    marshal = unit_of(table, "marshal")
    assert "WARLORD" in marshal.keywords.other
    assert "WARLORD" in marshal.profiles[0].keywords
    assert "WARLORD" not in unit_of(table, "guard").keywords.other


@pytest.mark.rule("9E-WARLORD-02")
def test_only_one_of_many_equal_models_is_the_warlord():
    table = Table()
    table.add("host-guard", "guard")
    table.play({"op": "declare", "kind": "warlord", "subject": "guard/Host Guard", "index": 2})
    guard = unit_of(table, "guard")
    assert "WARLORD" in guard.keywords.other
    assert all("WARLORD" not in profile.keywords for profile in guard.profiles)


@pytest.mark.rule("9E-KEY-08")
@pytest.mark.example("9E-EX-02")
def test_what_was_chosen_is_put_into_keywords_texts_and_effects():
    table = Table()
    table.add("dawn-marshal", "marshal")
    table.play({"op": "declare", "kind": "keyword", "subject": "marshal", "key": "<LODGE>", "value": "LAST LIGHT"})
    marshal = unit_of(table, "marshal")
    assert "LAST LIGHT" in marshal.keywords.faction
    text = str(document(table).data)
    assert "<LODGE>" not in text.replace("'key': '<LODGE>'", "")
    assert any("LAST LIGHT" in ability.text for ability in marshal.abilities)


@pytest.mark.rule("9E-KEY-09")
@pytest.mark.rule("9E-KEY-10")
@pytest.mark.example("9E-EX-38")
def test_a_mixed_unit_has_all_keywords_and_each_model_its_own():
    table = Table()
    table.add("field-surgeons", "surgeons", models=5)
    surgeons = unit_of(table, "surgeons")
    assert {"INFANTRY", "CHARACTER"} <= set(surgeons.keywords.other)
    profiles = {profile.id: profile.keywords for profile in surgeons.profiles}
    models = [profiles[group.profile] for group in surgeons.models for _ in range(group.number)]
    assert len(models_with(models, "INFANTRY")) == 5
    assert len(models_with(models, "CHARACTER")) == 1


@pytest.mark.rule("9E-KEY-01")
@pytest.mark.rule("9E-DSKEY-01")
def test_a_unit_has_faction_keywords_and_other_keywords():
    table = Table()
    table.add("assault-intercessor-squad", "squad")
    keywords = unit_of(table, "squad").keywords
    assert keywords.faction == ("IMPERIUM", "ADEPTUS ASTARTES", "<CHAPTER>")
    assert keywords.other == ("INFANTRY", "PRIMARIS", "ASSAULT INTERCESSOR SQUAD")


@pytest.mark.rule("9E-DS-11")
def test_no_datasheet_leaves_open_which_models_are_in_a_unit_and_how_many():
    """Wherever it is printed, in the profiles or with the composition, our datasheets say it in each row."""
    written = copy.deepcopy(dict(bundled_catalogue("core-9e").documents["outrider-squad"]))
    del written["profiles"][0]["number"]
    with pytest.raises(DocumentError) as caught:
        read_datasheet(written)
    assert [problem.path for problem in caught.value.problems] == ["/profiles/0/number"]


@pytest.mark.rule("9E-ARMY-03")
@pytest.mark.rule("9E-ARMY-04")
def test_power_level_is_the_armys_and_power_rating_the_units():
    table = Table()
    table.add("assault-intercessor-squad", "squad", models=10)
    table.add("outrider-squad", "riders")
    made = document(table)
    assert made.army.power_level == 16
    assert [unit.costs["power"] for unit in made.army.units] == [10, 6]
    assert (made.army.names["cost.power"], made.army.names["total.power"]) == ("Power Rating", "Power Level")


@pytest.mark.rule("9E-UNDER-01")
def test_an_understrength_unit_is_marked_in_every_copy_of_the_list():
    table = Table()
    table.add("assault-intercessor-squad", "squad", models=3)
    assert not unit_of(table, "squad").understrength
    table.play({"op": "declare", "kind": "understrength", "subject": "squad"})
    squad = unit_of(table, "squad")
    assert squad.understrength
    assert (squad.size.min, squad.size.max, squad.model_count) == (5, 10, 3)
    judged = [finding.code for finding in document(table).judgement.findings]
    assert "unit.understrength" in judged


def test_a_system_that_is_not_known_is_judged_too():
    roster = Roster("somebody-elses", "Imported")
    judgement = judge(roster, evaluate(roster, BUNDLED), BUNDLED, system_of(roster))
    assert list(finding_lines(judgement)) == ["note system.no-army-rules roster.system", "error army.empty roster.not-empty"]
    assert "somebody-elses" in say(f"finding.{judgement.findings[0].code}", judgement.findings[0].values)
    assert judgement.power_level is None
    assert judgement.legal is False


def test_no_army_is_called_legal_whose_system_has_no_army_rules(monkeypatch):
    monkeypatch.setattr("builder.rules.registry._MODULES", {})
    judgement = judge_roster(good("wh40k-9e").roster)
    assert list(finding_lines(judgement)) == ["note system.no-army-rules roster.system"]
    assert judgement.legal is None


def test_without_fixes_the_findings_are_the_same():
    table = Table()
    table.add("assault-intercessor-squad", "squad", models=3)
    with_fixes, without = table.judge(), table.judge(fixes=False)
    assert list(finding_lines(with_fixes)) == list(finding_lines(without))
    assert any(finding.fixes for finding in with_fixes.findings)
    assert not any(finding.fixes for finding in without.findings)


def test_units_of_forces_within_forces_are_judged_too():
    table = Table()
    table.add("assault-intercessor-squad", "squad")
    table.add("host-guard", "guard", models=4)
    table.ready()
    outer, inner = table.roster.forces
    nested = replace(table.roster, forces=(replace(outer, forces=(inner,)),))
    judgement = judge_roster(nested)
    assert list(finding_lines(judgement)) == ["error unit.below-minimum 9E-DS-05"]
    assert judgement.findings[0].path == (outer.uid, inner.uid, table.names["guard"])
    assert [fix.code for fix in judgement.findings[0].fixes] == ["fix.add-models", "fix.mark-understrength"]


def test_sentences_use_the_names_that_the_player_gave():
    table = Table()
    table.add("dawn-marshal", "marshal")
    table.play({"op": "rename", "subject": "marshal", "name": "Ilse"})
    table.play({"op": "rename", "subject": "marshal/Dawn Marshal", "name": "Ilse Varga"})
    table.play({"op": "declare", "kind": "warlord", "subject": "marshal/Dawn Marshal"})
    missing = next(finding for finding in table.judge().findings if finding.code == "trait.missing")
    assert (missing.values["unit"], missing.values["model"]) == ("Ilse", "Ilse Varga")
    assert missing.fixes[0].values["model"] == "Ilse Varga"


def test_wargear_that_cannot_be_judged_is_a_warning(monkeypatch):
    monkeypatch.setattr("datasheets.evaluation.derivation.MOST_STEPS", 0)
    table = Table()
    table.add("host-guard", "guard")
    table.ready()
    judgement = table.judge()
    assert list(finding_lines(judgement)) == ["warning wargear.unclear 9E-WARG-01"] * 2
    assert [finding.values["model"] for finding in judgement.findings] == ["Host Guard", "Host Sergeant"]
    assert judgement.legal


def test_a_warlord_that_is_chosen_among_two_keeps_its_trait():
    table = Table()
    table.add("dawn-marshal", "marshal")
    table.add("lamplighter", "lamp")
    for model in ("marshal/Dawn Marshal", "lamp/Lamplighter"):
        table.play({"op": "declare", "kind": "warlord", "subject": model})
    table.play({"op": "declare", "kind": "warlord-trait", "subject": "lamp/Lamplighter", "value": "swift-claws"})
    several = next(finding for finding in table.judge().findings if finding.code == "warlord.several")
    after = apply_all(table.roster, several.fixes[-1].operations, table.catalogues)
    assert [each.value for each in after.declarations_of("warlord-trait")] == ["swift-claws"]
