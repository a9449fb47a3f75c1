"""2nd edition's real data: which of several army lists is the army's, and what is judged of those that allies come from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.rules.taking_back import takes_back
from datasheets.evaluation.finding import Fix
from datasheets.evaluation.tree import Roster
from tests.conftest import SHARED
from tests.imported.real import edition
from tests.imported.second_edition import CHAPTER, MARINES, Muster

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data"),
]
GUARD, GUARDSMEN = "Codex - Imperial Guard", "f93f-7f7f-eeea-f271"
SQUATS, SQUAT_ALLIES = "Codex - Squats", "026c-e076-5fc3-9857"
SISTERS, CONVENT = "Codex - Sisters of Battle", "618a-582a-4b9a-73e8"
DARK_ANGELS, BLOOD_ANGELS = "Codex - Angels of Death (Dark Angels)", "Codex - Angels of Death (Blood Angels)"
MARINE_ALLIES = "bb80-dc7e-117d-28d5"
OWN_MARINES = ["Space Marine Captain", *["Tactical Squad"] * 3]


class Alliance(Muster):
    """An army of forces of several catalogues, each of a kind and with units."""

    def __init__(self, *forces: tuple[str, str, list[str]], limit: int | None = 2000) -> None:
        self.data, self.roster = edition("wh40k-2e"), Roster("wh40k-2e", "Army")
        for name, kind, units in forces:
            self.do(op="add-force", catalogue=self.data.closure(name).catalogue.id, entry=kind)
            for unit in units:
                self.do(op="add-unit", force=self.roster.forces[-1].uid, entry=self.data.unit(name, unit).id)
        self.do(op="agree", key="points_limit", value=limit)

    def name_commander(self, model: str) -> Alliance:
        """Say which model commands the army."""
        places = [(unit, group) for unit in self.judge().units.values() for group in unit.groups]
        found = next(group for unit, group in places if unit.model_name(group) == model)
        self.do(op="declare", kind="commander", subject=found.uid)
        return self

    def shares(self) -> list[tuple[str, object, object]]:
        """What is wrong with what its sections cost, and whose share that is."""
        wrong = (each for each in self.judge().findings if each.code.startswith(("cost.", "share.")))
        return [(each.code, each.values.get("name") or each.values.get("about"), each.found) for each in wrong]


@pytest.mark.rule("2E-R-ARMY-01")
@pytest.mark.parametrize(
    ("name", "kind", "unit"),
    [
        ("Codex - Space Wolves", "6424-93f5-0595-ee8b", "Blood Claw Pack"),
        ("Codex - Orks", "d235-52bd-79b4-0b6e", "Goff Boyz Mob"),
        ("Codex - Necrons", "871d-0043-0042-8883", "Necron Warrior Squad"),
        ("Codex - Tyranids", "3ac3-0c76-b06c-0af8", "Termagant Brood"),
        ("Codex - Genestealer Cults", "c53b-a4a5-4105-782b", "Genestealer Hybrid Brood"),
        (DARK_ANGELS, "3fb4-3a79-14df-1292", "Scout Squad"),
    ],
)
@pytest.mark.sample(3)
def test_squads_of_a_codex_without_an_ally_list_need_not_be_a_quarter_of_the_army_that_they_help(name, kind, unit):
    army = Alliance((GUARD, GUARDSMEN, ["Command Squad", *["Imperial Guard Squad"] * 5]), (name, kind, []))
    assert army.shares() == []
    army.do(op="add-unit", force=army.roster.forces[1].uid, entry=army.data.unit(name, unit).id)
    assert army.shares() == []
    army.do(op="remove-force", force=army.roster.forces[0].uid)
    assert [code for code, *_ in army.shares()] == ["cost.too-little"], "they are an army of their own"


@pytest.mark.rule("2E-R-ARMY-01")
def test_the_sections_of_two_chapters_are_those_of_the_first_and_allies():
    """The second one's squads are no quarter, and its support is no section of the army: together they are allies."""
    blood = ["Space Marine Captain", *["Tactical Squad"] * 3]
    army = Alliance((BLOOD_ANGELS, "7d80-a1b2-3878-8ea8", blood), (DARK_ANGELS, "3fb4-3a79-14df-1292", ["Scout Squad"]))
    assert army.name_commander("Space Marine Captain").errors() == []
    force = army.roster.forces[1].uid
    for _ in range(6):
        army.do(op="add-unit", force=force, entry=army.data.unit(DARK_ANGELS, "Scout Squad").id)
    assert army.shares() == [("share.too-much", "allies", 700)]


@pytest.mark.rule("2E-R-ARMY-01")
@pytest.mark.parametrize("limit", [1500, None])
def test_squads_of_the_ally_list_of_the_armys_own_codex_are_no_squads_of_the_army(limit: int | None):
    captain, squads = "Space Marine Captain", ["Tactical Squad"] * 2
    army = Alliance((MARINES, CHAPTER, [captain]), (MARINES, MARINE_ALLIES, squads), limit=limit)
    army.name_commander(captain)
    assert army.finding("force.allies").path == (army.roster.forces[1].uid,)
    assert army.shares() == [("cost.too-little", "Squads", 0)]
    add = army.finding("cost.too-little").fixes[0]
    assert {each["force"] for each in add.operations} == {army.roster.forces[0].uid}, "allies do not fill it up"
    assert army.take(add) == []


@pytest.mark.rule("2E-R-ARMY-01")
def test_no_way_out_removes_the_army_that_its_allies_help():
    army = Alliance(
        (MARINES, CHAPTER, OWN_MARINES), ("Codex - Space Wolves", "6424-93f5-0595-ee8b", ["Blood Claw Pack"] * 3)
    )
    army.name_commander("Space Marine Captain")
    main = army.roster.forces[0].uid
    fixes = army.finding("share.too-much").fixes
    assert fixes
    assert not [fix for fix in fixes for each in fix.operations if each == {"op": "remove-force", "force": main}]


def test_two_fixes_that_agree_on_the_same_or_remove_what_the_first_has_filled_are_not_made_together():
    army = Alliance((MARINES, CHAPTER, OWN_MARINES), (GUARD, GUARDSMEN, []))
    judged = army.data.judge(army.roster)
    made = next(iter(judged.units.values()))
    force, guard = (each.uid for each in army.roster.forces)
    read = army.army()
    fill = Fix("fix.add-and-agree", {}, ({"op": "duplicate", "selection": made.uid}, _agree(1507)))
    assert takes_back(read, fill, Fix("fix.agree-limit", {}, (_agree(1800),)))
    assert takes_back(read, fill, Fix("fix.remove", {}, ({"op": "remove-force", "force": force},)))
    assert not takes_back(read, fill, Fix("fix.remove", {}, ({"op": "remove-force", "force": guard},)))


def _agree(number: int) -> dict[str, object]:
    return {"op": "agree", "key": "points_limit", "value": number}


@pytest.mark.rule("2E-R-ARMY-01", "2E-R-ARMY-03", "2E-R-SETUP-07")
@pytest.mark.parametrize("is_first", [False, True])
def test_a_list_of_allies_is_never_the_army_though_its_commander_comes_by_himself(is_first: bool):
    forces = [(MARINES, CHAPTER, OWN_MARINES), (SQUATS, SQUAT_ALLIES, [])]
    army = Alliance(*(reversed(forces) if is_first else forces))
    marines = army.roster.forces[1 if is_first else 0]
    allies = {each.path for each in army.judge().findings if each.code == "force.allies"}
    assert allies == {(each.uid,) for each in army.roster.forces if each is not marines}
    assert army.errors() == [("commander.missing", None)]
    (fix,) = army.finding("commander.missing").fixes
    assert fix.values["unit"] == "Space Marine Captain"
    assert army.take(fix) == []
    army.name_commander("Space Marine Captain")
    commanding = [each.subject for each in army.data.document(army.roster).army.declarations if each.kind == "commander"]
    assert len(commanding) == 1
    assert [each.found for each in army.judge().findings if each.code == "army.strategy-rating"] == [5]


@pytest.mark.rule("2E-R-ARMY-01", "2E-R-ARMY-03")
def test_the_dearest_army_list_is_the_army_until_a_commander_of_another_is_named():
    """The data bring the Captain of a Command HQ as commander; a Space Marine Captain is one by choice."""
    squads = ["Command Squad", *["Imperial Guard Squad"] * 4]
    army = Alliance((MARINES, CHAPTER, ["Space Marine Captain"]), (GUARD, GUARDSMEN, squads), limit=1500)
    assert army.finding("force.allies").path == (army.roster.forces[0].uid,)
    assert army.errors() == []
    army.name_commander("Space Marine Captain")
    assert army.finding("force.allies").path == (army.roster.forces[1].uid,)
    assert [code for code, *_ in army.shares()] == ["cost.too-little", "share.too-much"]


@pytest.mark.rule("2E-R-ARMY-03")
def test_who_may_not_command_by_the_data_is_not_proposed_and_who_may_is_added():
    """The data hide "Army Commander" from a Missionary Champion; a Canoness may choose it."""
    army = Alliance((SISTERS, CONVENT, ["Missionary", "Battle Sisters Squad", "Battle Sisters Squad"]), limit=1000)
    fixes = army.finding("commander.missing").fixes
    assert [fix.values["name"] for fix in fixes] == ["Canoness", "Confessor"]
    assert [army.take(fix) for fix in fixes] == [[], []]


@pytest.mark.rule("2E-R-ARMY-01")
def test_allies_whom_the_data_refuse_to_an_army_get_no_other_list_by_which_nobody_would_refuse_them():
    army = Alliance((MARINES, CHAPTER, OWN_MARINES), (SISTERS, "c874-9f30-b061-9396", ["Battle Sisters Squad"]))
    army.name_commander("Space Marine Captain")
    (fix,) = army.finding("cost.too-much").fixes
    assert [each["op"] for each in fix.operations] == ["remove-force"]
    alone = Alliance((SISTERS, "c874-9f30-b061-9396", ["Canoness", "Battle Sisters Squad"]), limit=500)
    assert "fix.choose-army-list" in [fix.code for fix in alone.finding("cost.too-much").fixes], (
        "it can be an army of its own"
    )


@pytest.mark.rule("2E-R-ARMY-03")
def test_a_commander_named_among_allies_may_not_command():
    guard = (GUARD, "01ac-e96d-07d6-3e58", ["Commissar Yarrick"])
    army = Alliance((MARINES, CHAPTER, OWN_MARINES), guard).name_commander("Commissar Yarrick")
    assert army.finding("commander.other").values["of"] == army.finding("commander.other").values["other"]
    assert army.finding("commander.other").values["of"] == "Space Marine Captain", "said once, as his unit is called so"
    left = [code for fix in army.finding("commander.other").fixes for code, _ in army.take(fix)]
    assert "cost.too-much" in left, "Space Marines have no such allies"
    assert not [code for code in left if code.startswith("commander")]


@pytest.mark.rule("2E-R-ARMY-07")
def test_what_is_said_of_a_choice_is_not_said_again_of_its_namesake_within():
    """Each Command HQ has an "Army Commander" that holds an "Army Commander"; both may be there once."""
    army = Alliance((GUARD, GUARDSMEN, ["Command HQ"]))
    said = [each.values["name"] for each in army.judge().findings if each.code == "entry.too-many"]
    assert said == ["Army Commander", "Command HQ"]


def test_a_unit_that_needs_another_one_can_have_it():
    """The data let an army have Attack Bikes as soon as there is a Techmarine."""
    army = Alliance((MARINES, CHAPTER, [*OWN_MARINES, "Space Marine Attack Bike"])).name_commander("Space Marine Captain")
    (over,) = [each for each in army.judge(fixes=True).findings if each.code == "entry.too-many"]
    assert [fix.values["name"] for fix in over.fixes] == ["Techmarine", "Space Marine Attack Bike"]
    assert ("entry.too-many", "Space Marine Attack Bike") not in army.take(over.fixes[0])


@pytest.mark.rule("2E-R-ARMY-03")
def test_of_several_commanders_whom_the_data_ask_for_all_but_one_can_be_removed():
    army = Alliance((GUARD, GUARDSMEN, ["Command HQ", *["Imperial Guard Squad"] * 5]))
    fixes = army.finding("commander.several").fixes
    assert [[each["op"] for each in fix.operations] for fix in fixes] == [["remove"]] * 2, "one comes with the list"
    assert [army.take(fix) for fix in fixes] == [[], []]


@pytest.mark.rule("2E-R-ARMY-01")
def test_units_that_come_whole_fill_a_section_before_those_that_lack_something():
    """Most mobs of Orks lack a weapon as the data offer them."""
    army = Alliance(("Codex - Orks", "d235-52bd-79b4-0b6e", ["Ork Stompa"]), limit=1500).name_commander("Ork Stompa")
    before = len(army.errors())
    fixes = army.finding("cost.too-little").fixes
    assert [fix.values["name"] for fix in fixes] == ["Goff Boyz Mob", "Gretchin Mobs"]
    assert all(len(army.take(fix)) < before for fix in fixes)


@pytest.mark.rule("2E-R-SETUP-01")
def test_an_army_too_dear_by_more_than_a_unit_can_lose_the_cheapest_two_that_do():
    army = Alliance((MARINES, CHAPTER, ["Space Marine Captain", *["Tactical Squad"] * 4]), limit=700)
    army.name_commander("Space Marine Captain")
    removals = [fix for fix in army.finding("army.over-agreed-limit").fixes if fix.code == "fix.remove"]
    assert [fix.values["name"] for fix in removals] == ["2 × Tactical Squad"]
    assert army.take(removals[0]) == []


@pytest.mark.rule("2E-R-ARMY-01")
def test_allies_do_not_let_themselves_into_an_army_that_has_nobody_beside_whom_they_may_come():
    """The data let Ultramarines come beside Ultramarines, whom they are themselves."""
    orks = ("Codex - Orks", "d235-52bd-79b4-0b6e", ["Warboss", *["Goff Boyz Mob"] * 8])
    army = Alliance(orks, (MARINES, MARINE_ALLIES, ["Tactical Squad"]), limit=1500)
    army.name_commander("Warboss")
    assert army.shares() == [("cost.too-much", "Allies", 300)]
    finding = army.finding("cost.too-much")
    assert (finding.wanted, finding.rule) == (0, "2E-R-ARMY-01")
    (fix,) = finding.fixes
    assert army.take(fix) == []
    wolves = ("Codex - Space Wolves", "6424-93f5-0595-ee8b", ["Blood Claw Pack"])
    assert Alliance(wolves, (MARINES, MARINE_ALLIES, ["Scout Squad"]), limit=1000).shares() == [], "they may help these"


@pytest.mark.rule("2E-R-ARMY-01")
@pytest.mark.parametrize(
    ("kind", "code", "severity"),
    [("9f98-c43a-e99f-bebd", "cost.too-much", "error"), ("5a6c-a998-431c-94ae", "share.more-by-data", "note")],
)
def test_allies_cost_what_their_list_states_and_a_note_says_where_that_is_more_than_the_rules(kind, code, severity):
    """The data of "25% support armies" state 25 percent, and work out half of an agreed limit."""
    army = Alliance((GUARD, GUARDSMEN, ["Imperial Guard Squad"] * 3), ("Codex - Assassins", kind, []))
    assassin = army.data.unit("Codex - Assassins", "Assassin").id
    for _ in range(2):
        army.do(op="add-unit", force=army.roster.forces[1].uid, entry=assassin)
        army.do(**army.finding("unit.no-models").fixes[0].operations[0])
    cost = sum(unit.costs["points"] for unit in army.judge().units.values() if unit.details["role"] == "allies")
    army.do(op="agree", key="points_limit", value=int(3 * cost))
    finding = army.finding(code)
    assert (float(str(finding.wanted)), finding.found, finding.severity) == (0.75 * float(cost), cost, severity)
    assert not [each for fix in finding.fixes for each, _ in army.take(fix) if each == code]


@pytest.mark.rule("2E-R-ARMY-01")
def test_allies_without_an_army_are_told_so_and_nothing_else():
    army = Alliance(("Codex - Imperial Agents", "2b78-fa58-59cc-cfb8", ["Judge"]), limit=500)
    assert army.errors() == [("force.only-allies", "Imperial Agents Allies  - 50% support armies")]
    marines = Alliance((MARINES, MARINE_ALLIES, ["Scout Squad"]), limit=200)
    (fix,) = marines.finding("force.only-allies").fixes
    assert "force.only-allies" not in [code for code, _ in marines.take(fix)]


@pytest.mark.rule("2E-R-SETUP-07")
def test_allies_who_stand_first_do_not_give_the_army_their_strategy_rating():
    orks = ("Codex - Orks", "d235-52bd-79b4-0b6e", ["Goff Boyz Mob"])
    army = Alliance(orks, (MARINES, CHAPTER, OWN_MARINES))
    assert (army.finding("army.strategy-rating").found, army.finding("force.allies").values["main"]) == (5, "Ultramarines")


@pytest.mark.rule("2E-R-ARMY-01")
def test_a_force_inside_the_army_is_of_allies_as_one_beside_it_is():
    army = Alliance(
        (MARINES, CHAPTER, OWN_MARINES), ("Codex - Space Wolves", "6424-93f5-0595-ee8b", ["Blood Claw Pack"] * 3)
    )
    army.name_commander("Space Marine Captain")
    own, allied = army.roster.forces
    army.roster = replace(army.roster, forces=(replace(own, forces=(allied,)),))
    assert army.finding("force.allies").path == (allied.uid,)
    too_much = army.finding("share.too-much")
    assert too_much.values["about"] == "allies"
    removals = [each for fix in too_much.fixes for each in fix.operations if each["op"] == "remove-force"]
    assert {each["force"] for each in removals} == {allied.uid}
