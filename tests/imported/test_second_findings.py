"""2nd edition's real data by the ledger: what is found of units, Batteries, cards and commanders, and what settles it."""

from __future__ import annotations

import pytest

from builder.operations.table import apply_all
from builder.rules.attempts import count_errors
from builder.rules.commanders import commanders
from builder.rules.identity import identity
from tests.conftest import SHARED
from tests.imported.real import edition
from tests.imported.second_edition import CHAPTER, MEGA_ARMOURED, Muster, give, with_weapons

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data"),
]


@pytest.mark.rule("2E-R-ARMY-07")
def test_a_unit_without_a_model_is_not_legal():
    army = Muster("Codex - Assassins", "5a6c-a998-431c-94ae").add("Assassin")
    assert ("unit.no-models", None) in army.errors()


@pytest.mark.rule("2E-R-ARMY-07")
def test_a_unit_without_a_model_can_have_its_first():
    army = Muster("Codex - Tyranids").add("Ripper Swarm")
    (fix,) = [fix for fix in army.finding("unit.no-models").fixes if fix.code == "fix.add"]
    assert (fix.values["name"], ("unit.no-models", None) in army.take(fix)) == ("Ripper Swarm", False)


def test_units_of_which_there_are_two_too_many_are_taken_away_together():
    army = Muster("Codex - Chaos", "61c3-2251-db8b-52ad")
    for _ in range(2):
        army.add("Daemon Prince")
    brought = [unit.name for unit in army.roster.units()].count("Daemon Prince")
    (fix,) = army.finding("entry.too-many").fixes if brought == 3 else ()
    assert (fix.code, fix.values["number"], len(fix.operations)) == ("fix.take-away", 2, 2)
    assert "entry.too-many" not in [code for code, _ in army.take(fix)]


@pytest.mark.rule("2E-BATT-01", "2E-BATT-03")
def test_support_weapons_below_100_points_belong_to_batteries():
    army = with_weapons(*["Rapier Laser Destroyer"] * 3, "Tarantula")
    missing = [each for each in army.judge(fixes=True).findings if each.code == "battery.missing"]
    assert [(each.rule, each.found) for each in missing] == [("2E-BATT-01", 65.0)] * 3 + [("2E-BATT-01", 20.0)]
    (fix,) = missing[0].fixes
    assert not [code for code, _ in army.take(fix) if code.startswith("battery.")]
    guns = [unit.uid for unit in army.judge().units.values() if unit.details["support_weapon"]]
    for gun in guns:
        army.do(op="declare", kind="battery", subject=gun, value=1)
    assert (army.finding("battery.uneven").rule, army.finding("battery.uneven").wanted) == ("2E-BATT-03", 2)


@pytest.mark.rule("2E-BATT-01", "2E-BATT-02", "2E-BATT-03")
def test_weapons_that_come_as_one_entry_belong_to_a_battery_together():
    """Three turrets for 75 points each are one entry of 225; a fourth weapon makes two Batteries, of which one is they."""
    army = Muster("Codex - Space Wolves", "6424-93f5-0595-ee8b").add("Iron Priest", "Tarantula")
    assert "battery.missing" not in [code for code, _ in army.errors()]
    closure, weapons = army.data.closure(army.name), army.roster.forces[0].selections[-1]
    turret = next(each.id for each in closure.offers(closure.entry(weapons.entry)))
    lascannon = next(each.id for each in closure.offers(closure.entry(turret)) if each.name == "Twin Lascannons")
    for _ in range(3):
        army.do(op="select", parent=weapons.uid, entry=turret)
        army.do(op="select", parent=army.roster.forces[0].selections[-1].selections[-1].uid, entry=lascannon)
    finding = army.finding("battery.missing")
    assert (finding.found, finding.values["number"]) == (75, 3)
    army.do(**finding.fixes[0].operations[0])
    assert not [code for code, _ in army.errors() if code.startswith("battery.")]
    army.add("Rapier Laser Destroyer")
    army.do(op="declare", kind="battery", subject=army.roster.forces[0].selections[-1].uid, value=1)
    uneven = army.finding("battery.uneven")
    assert (uneven.wanted, uneven.values["now"], uneven.values["sizes"]) == (2, "4", "3 + 1")
    assert not [code for code, _ in army.take(uneven.fixes[0]) if code.startswith("battery.")]


@pytest.mark.rule("2E-BATT-01")
def test_a_squad_is_no_support_weapon():
    army = with_weapons()
    assert not [each for each in army.judge().findings if each.code.startswith("battery.")]
    squad = next(unit.uid for unit in army.judge().units.values() if unit.details["role"] == "squads")
    army.do(op="declare", kind="battery", subject=squad, value=1)
    assert army.finding("battery.no-weapon").path[-1] == squad


def characters() -> Muster:
    army = Muster(kind=CHAPTER).add("Space Marine Captain", "Librarian", "Tactical Squad").appoint()
    army.do(op="agree", key="points_limit", value=1500)
    for at in (0, 1):
        give(army, at, "Show Wargear Cards")
    return army


@pytest.mark.rule("2E-R-ARMY-04")
def test_a_wargear_card_is_once_in_an_army():
    army = characters()
    before = army.errors()
    give(army, 0, "Refractor Field")
    give(army, 0, "Bionic Eye")
    assert army.errors() == before
    give(army, 1, "Refractor Field")
    finding = army.finding("card.twice")
    assert (finding.rule, finding.values["card"], len(finding.fixes)) == ("2E-R-ARMY-04", "Refractor Field", 2)
    assert all(army.take(fix) == before for fix in finding.fixes)


@pytest.mark.rule("2E-SAVE-04", "2E-R-SAVE-04")
def test_a_model_has_one_thing_that_gives_an_unmodified_save():
    army = characters()
    before = army.errors()
    give(army, 0, "Refractor Field")
    assert army.errors() == before
    give(army, 0, "Displacer Field")
    finding = army.finding("save.several")
    assert (finding.rule, finding.values["items"]) == ("2E-SAVE-04", "Refractor Field, Displacer Field")
    assert [army.take(fix) for fix in finding.fixes] == [before, before]
    give(army, 0, "Conversion Field")
    fixes = army.finding("save.several").fixes
    assert len(fixes) == 3
    assert all("save.several" not in [code for code, _ in army.take(fix)] for fix in fixes)
    captain = army.data.document(army.roster).army.units[0]
    assert {each.name: each.field_save.save for each in captain.wargear if each.field_save} == {
        "Refractor Field": "5+",
        "Displacer Field": "3+",
        "Conversion Field": "4+",
    }


@pytest.mark.rule("2E-SAVE-04")
def test_armour_that_a_model_always_wears_is_no_second_thing_beside_a_field():
    army = Muster("Codex - Eldar").add("Farseer")
    before = army.errors()
    give(army, 0, "Conversion Field")
    assert army.errors() == before
    give(army, 0, "Displacer Field")
    assert army.finding("save.several").values["items"] == "Conversion Field, Displacer Field"


STUCK = [
    ("Codex - Orks", "Orks", ["Runtherd"]),
    ("Codex - Orks", "Orks", ["Snotling Herd"]),
    ("Codex - Orks", "Orks", ["Battle Standard"]),
    ("Codex - Chaos", "Chaos Cult", ["Beastman Pack"]),
    ("Codex - Eldar", "Harlequins", ["Anti-Grav Platform Weapon"]),
    ("Codex - Assassins", "", ["Assassin"]),
    ("Codex - Sisters of Battle", "Sisters of Battle", ["Missionary"]),
    ("Codex - Imperial Guard", "", ["Command HQ"]),
    ("Codex - Imperial Guard", "Ally - Imperial Guard", ["Colonel Shaefer", "Ratling Snipers"]),
    ("Codex - Imperial Agents", "", ["Judge", "Sentinel"]),
]


@pytest.mark.parametrize(("name", "kind", "units"), STUCK, ids=[f"{each[2][0]} {each[1]}" for each in STUCK])
def test_every_error_has_a_way_out_that_says_what_it_brings(name: str, kind: str, units: list[str]):
    data = edition("wh40k-2e", name)
    kinds = {each.name: each.id for each in data.closure(name).kinds_of_force}
    army = Muster(name, kinds.get(kind, "")).add(*units)
    before, said = count_errors(army.judge().findings), army.judge(fixes=True).findings
    assert before
    for finding in said:
        assert finding.fixes or finding.severity != "error", finding
        for fix in finding.fixes:
            roster = apply_all(army.roster, fix.operations, data.catalogues)
            after = count_errors(data.judge(roster).findings)
            assert identity(finding) not in after
            assert after - before <= count_errors(fix.brings)


@pytest.mark.rule("2E-R-SETUP-12")
def test_a_vehicle_that_says_in_words_whom_it_carries_is_a_transport_and_one_that_carries_nobody_is_none():
    army = Muster(kind=CHAPTER).add("Tactical Squad", "Space Marine Rhino", "Space Marine Predator")
    squad, *vehicles = (unit.uid for unit in army.judge().units.values())
    said = []
    for vehicle in vehicles:
        army.do(op="declare", kind="embarked", subject=squad, value=vehicle)
        said += [each.code for each in army.judge().findings if each.code.startswith("embarked.")]
        army.do(op="withdraw", kind="embarked", subject=squad)
    assert said == ["embarked.unjudged", "embarked.not-a-transport"]


@pytest.mark.rule("2E-R-ARMY-03")
def test_a_character_of_the_highest_leadership_commands_no_vehicle_no_squad_and_nobody_lower():
    army = Muster(kind=CHAPTER).add("Space Marine Captain", *["Tactical Squad"] * 3, "Techmarine", "Space Marine Rhino")
    wrong = []
    for unit in army.judge().units.values():
        army.do(op="declare", kind="commander", subject=unit.groups[0].uid)
        wrong += [unit.name] if ("commander.other", None) in army.errors() else []
        if unit.name == "Techmarine":
            assert [army.take(fix) for fix in army.finding("commander.other").fixes] == [[]]
        army.do(op="withdraw", kind="commander")
    assert list(dict.fromkeys(wrong)) == ["Tactical Squad", "Techmarine", "Space Marine Rhino"]


@pytest.mark.rule("2E-R-ARMY-03")
def test_who_brings_a_strategy_rating_may_command_beside_a_higher_leadership_and_his_squad_may_not():
    """The data give the rating to the Captain of a Command HQ; a Commissar has the higher Leadership."""
    army = Muster("Codex - Imperial Guard").add("Commissar")
    assert [unit.model_name(group) for unit, group in commanders(army.army())] == ["Captain", "Commissar"]


ORKS, WAAAGH = "Codex - Orks", "d235-52bd-79b4-0b6e"
NECRONS, TOMB = "Codex - Necrons", "871d-0043-0042-8883"


@pytest.mark.rule("2E-R-ARMY-07")
@pytest.mark.parametrize(
    ("name", "kind", "unit", "code", "added"),
    [
        (ORKS, WAAAGH, "Splatta Kannon", "entry.too-many", ["Mekaniak", "Runtherd"]),
        (NECRONS, TOMB, "Scarab", "entry.too-many", ["Necron Warrior Squad", "Necron Warrior Squad"]),
        (ORKS, WAAAGH, "Makari, Ghazghkull's Battle Standard Bearer", "entry.hidden", MEGA_ARMOURED),
    ],
)
def test_what_the_data_allow_beside_other_units_comes_with_them(name, kind, unit, code, added):
    """A Mekaniak and somebody who herds its crew, five Necron Warriors, Ghazghkull."""
    army = Muster(name, kind).add(unit)
    fix = army.finding(code).fixes[0]
    army.roster = apply_all(army.roster, fix.operations, army.data.catalogues)
    assert [each.name for each in list(army.roster.units())[1:]] == added
    assert code not in [found for found, _ in army.errors()]


@pytest.mark.rule("2E-R-ARMY-04", "2E-R-ARMY-07")
def test_of_two_cards_too_many_two_go_and_not_their_bearer():
    army = characters()
    give(army, 0, "Bionic Eye", "Bionic Arm", "Bionic Leg", "Jump Pack", "Aegis Suit")
    finding = army.finding("entry.too-many")
    assert finding.values["difference"] == 2
    assert all(len(fix.operations) == 2 and fix.code == "fix.remove" for fix in finding.fixes)
    assert all("entry.too-many" not in [code for code, _ in army.take(fix)] for fix in finding.fixes)


@pytest.mark.rule("2E-R-BATT-01")
def test_a_turret_without_a_weapon_is_asked_for_one():
    army = with_weapons("Tarantula")
    finding = army.finding("unit.no-weapon")
    assert (finding.severity, finding.fixes[0].values["name"]) == ("warning", "Twin Lascannons")
    army.do(**finding.fixes[0].operations[0])
    assert "unit.no-weapon" not in [each.code for each in army.judge().findings]
