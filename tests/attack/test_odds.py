"""Odds from roster documents: the reference problem on real units, the choice of weapons, terms, refusals."""

import json
from dataclasses import replace

import numpy as np
import pytest

from exports.document import Unit, document_from
from resolver.engine.registry import UnknownRuleset
from resolver.odds import NoAttack
from tests.armies import army
from tests.attack.ninth import odds
from tests.field import ability, blade, gun, roster, unit


def golden(army_name: str, unit_name: str) -> Unit:
    units = document_from(army(army_name)).army.units
    return next(unit for unit in units if unit.name == unit_name)


def build_unit(*args, **given) -> Unit:
    return roster([unit("x", *args, **given)]).army.units[0]


def intercessors(models: int) -> Unit:
    """Assault Intercessors without their Sergeant's pistol, in any number."""
    squad = golden("sunward-host", "Assault Intercessor Squad")
    group = next(group for group in squad.models if group.name == "Assault Intercessor")
    return replace(squad, models=(replace(group, number=models),))


def test_p1_on_assault_intercessors():
    """Ten heavy bolt pistols at ten of their kind: 3+ to hit, 4+ to wound, save 3+ after AP -1, two wounds each."""
    found = odds(intercessors(10), intercessors(10), "Heavy bolt pistol")
    assert np.round(found.kills[:5], 6) == pytest.approx([0.484517, 0.445755, 0.067290, 0.002419, 0.000019], abs=1e-12)
    assert found.expected["kills"] == pytest.approx(0.5876687158, abs=5e-11)
    assert found.expected["attacks"] == 10.0
    assert sum(found.kills) == pytest.approx(1.0, abs=1e-9)
    assert len(found.damage) == 21
    assert found.weapons == ({"weapon": "Heavy bolt pistol", "weapons": 10, "attacks": 1.0},)


def test_the_same_numbers_in_every_process():
    """Probabilities are rounded beyond what machines differ in, and JSON has them all."""
    found = odds(intercessors(5), golden("gloam-court", "Shrike Riders"))
    assert json.loads(json.dumps(found.kills)) == list(found.kills)
    assert all(round(chance, 12) == chance for chance in (*found.kills, *found.damage))


TARGET = {"T": "4", "W": "2", "Sv": "3+"}


@pytest.mark.rule("9E-RAPID-01")
@pytest.mark.example("9E-EX-32")
@pytest.mark.parametrize(("inches", "attacks"), [(15.0, 4.0), (15.1, 2.0), (None, 2.0), (30.0, 2.0)])
def test_half_range(inches, attacks):
    outrider = build_unit(1, gun("Twin bolt rifle", '30"', "Rapid Fire 2", AP="-1"))
    assert odds(outrider, build_unit(5, **TARGET), range_inches=inches).expected["attacks"] == attacks


@pytest.mark.parametrize(("inches", "attacks"), [(18.0, 5.0), (18.1, 3.0), (None, 3.0), (36.0, 3.0)])
def test_a_weapon_with_two_numbers_of_attacks(inches, attacks):
    """Beyond half range it makes the second; after an Advance it shoots as an Assault weapon does, and hits worse."""
    big = build_unit(1, gun("Big shoota", '36"', "Dakka 5/3"))
    assert odds(big, build_unit(5, **TARGET), range_inches=inches).expected["attacks"] == attacks
    assault = build_unit(1, gun("Big shoota", '36"', f"Assault {attacks:g}"))
    for advanced in (False, True):
        ours, theirs = (odds(each, build_unit(5), range_inches=inches, advanced=advanced) for each in (big, assault))
        assert ours.damage == theirs.damage


def test_a_type_of_which_books_say_only_how_many_attacks_it_makes():
    """It is neither Heavy nor Assault: moving does it no harm, and after an Advance it is not shot."""
    gunner = build_unit(1, gun(type="HunTR 3"))
    assert odds(gunner, build_unit(5)).expected == odds(gunner, build_unit(5), moved=True).expected
    assert odds(gunner, build_unit(5)).expected["attacks"] == 3.0
    with pytest.raises(NoAttack):
        odds(gunner, build_unit(5), advanced=True)


def test_out_of_range_there_is_no_attack():
    shooter = build_unit(2, gun(range='24"'))
    assert odds(shooter, build_unit(1), range_inches=24.0).expected["attacks"] == 2.0
    with pytest.raises(NoAttack, match=r"x cannot shoot on these terms; it has: Rifle\."):
        odds(shooter, build_unit(1), range_inches=24.1)


@pytest.mark.rule("9E-PISTOL-03")
def test_pistols_or_everything_else():
    """One model has a strong pistol and a weak rifle; it shoots the better of the two, never both."""
    pistol, rifle = gun("Pistol", '12"', "Pistol 1", S="8", D="2"), gun("Rifle", type="Heavy 1", S="3")
    both = odds(build_unit(1, pistol, rifle), build_unit(3, **TARGET))
    assert [row["weapon"] for row in both.weapons] == ["Pistol"]
    strong = odds(build_unit(1, pistol, replace_s(rifle, "9")), build_unit(3, **TARGET))
    assert [row["weapon"] for row in strong.weapons] == ["Pistol"]
    volley = odds(build_unit(1, pistol, gun("Cannon", type="Heavy 9")), build_unit(3, **TARGET))
    assert [row["weapon"] for row in volley.weapons] == ["Cannon"]


def replace_s(weapon, strength):
    rows = [{**p, "characteristics": {**p["characteristics"], "S": strength}} for p in weapon["profiles"]]
    return {**weapon, "profiles": rows}


@pytest.mark.rule("9E-GRENADE-01")
@pytest.mark.rule("9E-GRENADE-02")
def test_one_model_throws_a_grenade_instead():
    grenade = gun("Grenade", '6"', "Grenade 6")
    found = odds(build_unit(5, gun(), grenade), build_unit(3, **TARGET))
    assert [(row["weapon"], row["weapons"]) for row in found.weapons] == [("Rifle", 4), ("Grenade", 1)]
    weak = odds(build_unit(5, gun(type="Assault 8"), grenade), build_unit(3, **TARGET))
    assert [(row["weapon"], row["weapons"]) for row in weak.weapons] == [("Rifle", 5)]
    only = odds(build_unit(5, gun(), grenade), build_unit(3, **TARGET), "Grenade")
    assert [(row["weapon"], row["weapons"]) for row in only.weapons] == [("Grenade", 1)]


def test_the_best_profile_is_used_unless_one_is_named():
    plasma = gun("Plasma", profiles=[{"name": "Standard", "S": "7"}, {"name": "Supercharge", "S": "8", "D": "2"}])
    target = build_unit(3, **TARGET)
    assert odds(build_unit(1, plasma), target).weapons[0]["weapon"] == "Plasma (Supercharge)"
    named = odds(build_unit(1, plasma), target, "plasma (standard)")
    assert named.weapons[0]["weapon"] == "Plasma (Standard)"
    with pytest.raises(NoAttack, match=r'x has no "Melta" to fight with; it has: Close combat weapon\.'):
        odds(build_unit(1, plasma), target, "Melta")
    with pytest.raises(NoAttack, match=r'x has no "Melta" to shoot with; it has: Plasma\.'):
        odds(build_unit(1, plasma), target, "Melta", fighting=False)


@pytest.mark.rule("9E-MATT-01")
@pytest.mark.rule("9E-MWPN-02")
def test_fighting():
    fighter = build_unit(2, gun(), A="3")
    bare = odds(fighter, build_unit(3, **TARGET), fighting=True)
    assert bare.weapons == ({"weapon": "Close combat weapon", "weapons": 2, "attacks": 3.0},)
    sword = build_unit(2, blade("Sword", AP="-2"), blade("Stick"), A="3")
    assert odds(sword, build_unit(3, **TARGET)).weapons == ({"weapon": "Sword", "weapons": 2, "attacks": 3.0},)
    random = build_unit(1, blade(), A="D6")
    assert odds(random, build_unit(3, **TARGET)).expected["attacks"] == pytest.approx(3.5)
    with pytest.raises(NoAttack, match="cannot fight"):
        odds(build_unit(1, blade(), A="-"), build_unit(1), fighting=True)


@pytest.mark.rule("9E-OUT-03")
@pytest.mark.rule("9E-AIS-08")
@pytest.mark.example("9E-EX-33")
@pytest.mark.parametrize(("charged", "attacks"), [(False, 3 * 2 + 1 + 3), (True, 3 * 2 + 1 + 3 + 3 * 2)])
def test_outriders_charge(charged, attacks):
    """Two Outriders with A 2 and a Sergeant with A 3, one attack more for each chainsword, two after a charge."""
    riders = golden("sunward-host", "Outrider Squad")
    found = odds(riders, build_unit(3, **TARGET), fighting=True, charged=charged)
    assert found.expected["attacks"] == attacks


@pytest.mark.rule("9E-HEAVY-01")
@pytest.mark.rule("9E-ASSAULT-02")
def test_moving_and_advancing():
    heavy, assault = build_unit(1, gun(type="Heavy 6")), build_unit(1, gun(type="Assault 6"))
    target = build_unit(6, **TARGET)

    def kills(attacker, **terms):
        return odds(attacker, target, **terms).expected["damage"]

    assert kills(heavy) == pytest.approx(6 * 4 / 6 / 2 / 3)
    assert kills(heavy, moved=True) == pytest.approx(6 * 3 / 6 / 2 / 3)
    assert kills(build_unit(1, gun(type="Heavy 6"), keywords=("VEHICLE",)), moved=True) == kills(heavy)
    assert kills(assault, advanced=True) == pytest.approx(6 * 3 / 6 / 2 / 3)
    with pytest.raises(NoAttack):
        kills(heavy, advanced=True)


@pytest.mark.rule("9E-OVERW-04")
def test_overwatch():
    assert odds(build_unit(1, gun(type="Heavy 6")), build_unit(6, **TARGET), overwatch=True).expected[
        "damage"
    ] == pytest.approx(1 / 6)


def test_each_weapon_strikes_the_target_as_its_abilities_have_it():
    """Heavy plate helps against Damage 1 only: the odds of two weapons are those of each against its own save."""
    plate = ability(
        "Plate",
        {
            "kind": "modify-roll",
            "roll": "armour-save",
            "operation": "add",
            "value": "1",
            "when": [{"name": "weapon-damage", "at_least": 1, "at_most": 1}],
            "to": {"scope": "unit"},
        },
    )
    shield = build_unit(1, abilities=[plate], T="4", W="40", Sv="4+")
    one, two = gun("One", type="Heavy 6"), gun("Two", type="Heavy 6", D="2")
    found = odds(build_unit(1, one, two), shield)
    assert found.expected["damage"] == pytest.approx(6 * 4 / 6 / 2 * (1 / 3 + 2 / 2), abs=1e-9)


def test_what_is_not_resolved_is_listed():
    riddle = {"name": "Riddle", "text": "Nobody knows.", "aura": False, "external": False, "effects": []}
    found = odds(build_unit(1, gun()), build_unit(1, abilities=[riddle]))
    assert [row["name"] for row in found.unresolved] == ["Riddle"]


def test_an_unknown_system_is_refused():
    with pytest.raises(UnknownRuleset):
        odds(build_unit(1, gun()), build_unit(1), system="chess")
