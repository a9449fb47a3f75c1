"""Vehicles, walkers and armour of the 2nd edition's data as their authors write them, made up and real."""

from __future__ import annotations

import pytest

from builder.operations.table import apply_all
from datasheets.imported.datafaxes import armour_of, field_of, stated_save, vehicle_of
from datasheets.systems import system
from exports.document.victory import category_of, vehicle_count, victory_values
from exports.sheet.setup import Setup
from exports.sheet.shown import copies_of
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.vehicle_table import vehicle_tables
from tests.conftest import SHARED
from tests.imported.real import edition

SECOND = system("wh40k-2e")


def table(*locations: str, **more: str) -> dict[str, str]:
    names, front, side = zip(*(each.split("/") for each in locations), strict=True)
    joined = {"Armour Location": names, "Front Armour": front, "Side/Rear Armour": side}
    return {key: "\n".join(values) for key, values in joined.items()} | more


@pytest.mark.rule("2E-R-PEN-08")
@pytest.mark.parametrize(
    ("locations", "rolls"),
    [
        (("Track/15/15", "Hull/20/18", "Weapons/12/12"), [(1, 1), (2, 5), (6, 6)]),
        (("Track/15/15", "Turret/20/18", "Hull/20/18"), [(1, 1), (5, 6), (2, 4)]),
        (("Track/15/15", "Hull/20/18", "Sponson/17/15", "Turret/22/22"), [(1, 1), (2, 3), (4, 4), (5, 6)]),
        (("Legs/20/18", "Left Arm/19/17", "Right ARm/19/17", "Body/21/19"), [(1, 2), (3, 3), (4, 4), (5, 6)]),
        (("Crew*/See Below*/See Below*", "Bike/10/12"), [(1, 3), (4, 6)]),
        (("Jetbike/12/10",), [(1, 6)]),
        (("Foot/18/18", "Body/22/20", "Arms/20/20"), [(1, 2), (3, 4), (5, 6)]),
    ],
)
def test_a_d6_always_hits_one_location(locations, rolls):
    kind = "Bike" if "ike" in "".join(locations) else "Tracked"
    found = vehicle_of(table(*locations, Type=kind, **{"Slow Speed": "8", "Combat Speed": "18", "Fast Speed": "25"}), SECOND)
    assert [tuple(each["roll"]) for each in found["locations"]] == rolls
    assert sorted(r for low, high in rolls for r in range(low, high + 1)) == [1, 2, 3, 4, 5, 6]
    assert all(each["damage"] or each["part"] == "crew" for each in found["locations"])


TANK = ("Track/17/17", "Hull/22/20", "Lascannon/18/18")
SEE_DATAFAX = "See datafax for damage table"


@pytest.mark.rule("2E-Q-96", "2E-R-PEN-08")
@pytest.mark.parametrize(
    ("locations", "text", "found"),
    [
        (
            TANK,
            f"1-2: Track - Hit closest\n3-5: Hull\n6: Lascannon*\n{SEE_DATAFAX}",
            [("Track", 1, 2), ("Hull", 3, 5), ("Lascannon", 6, 6)],
        ),
        (TANK, "1–2 Tracks\n3 Hull\n4 - 6: Volcano Cannon", [("Track", 1, 2), ("Hull", 3, 3), ("Lascannon", 4, 6)]),
        (TANK, "1: Legs\n2-6: Body", [("Track", 1, 1), ("Hull", 2, 5), ("Lascannon", 6, 6)]),
        (TANK, "1-2: Track\n3-5: Hull", [("Track", 1, 1), ("Hull", 2, 5), ("Lascannon", 6, 6)]),
        (("Speeder/10/12",), f"1-2: Crew - Closest\n3-6: Speeder\n{SEE_DATAFAX}", [("Crew", 1, 2), ("Speeder", 3, 6)]),
        (("Rider*/See Below/See Below", "Bike/10/12"), "1-2: Crew*\n3-6: Bike", [("Rider", 1, 2), ("Bike", 3, 6)]),
        (("Destroyer/12/12",), "1: Its gun is lost\n2-5: It may only move slowly\n6: It explodes", [("Destroyer", 1, 6)]),
    ],
)
def test_a_text_says_which_results_hit_which_location(locations, text, found):
    """Where no text shares the six results out among all of them they are the ledger's."""
    kind = "Tracked" if locations is TANK else "Skimmer"
    read = vehicle_of(table(*locations, Type=kind, **{"Slow Speed": "8"}), SECOND, "", ["Unrelated.", text])["locations"]
    assert [(each["name"], *each["roll"]) for each in read] == found
    assert all(each["damage"] or each["part"] == "crew" for each in read)


ROLLS = [
    ("Codex - Ultramarines", "Space Marine Land Raider", "1-2 Track, 3-5 Hull, 6 Lascannon"),
    ("Codex - Ultramarines", "Space Marine Dreadnought", "1 Legs, 2 Left Arm, 3 Right ARm, 4-6 Body"),
    ("Codex - Angels of Death (Blood Angels)", "Space Marine Land Speeder", "1-2 Crew, 3-6 Land Speeder"),
    ("Codex - Angels of Death (Blood Angels)", "Space Marine Attack Bike", "1-3 Crew, 4-6 Bike"),
    ("Codex - Imperial Guard", "Imperial Chimera", "1-2 Track, 3-5 Hull, 6 Turret"),
    ("Codex - Imperial Guard", "Imperial Hellhound", "1-2 Track, 3-4 Hull, 5-6 Turret"),
    ("Codex - Imperial Guard", "Imperial Griffon", "1-2 Track, 3-5 Hull, 6 Mortar/Crew"),
    ("Codex - Imperial Guard", "Imperial Guard Baneblade", "1 Tracks, 2-4 Hull, 5 Sponsons, 6 Main Turret"),
    ("Codex - Chaos", "Chaos Cauldron of Blood", "1 Wheels, 2-4 Hull, 5-6 Blood Cannon"),
    ("Codex - Chaos", "Defiler", "1-3 Legs, 4-5 Body, 6 Arm"),
    ("Codex - Eldar", "Eldar Tempest", "1 Grav Engines, 2-3 Hull, 4 Shuriken Cannons, 5-6 Main Turret"),
    ("Codex - Eldar", "Eldar Vyper", "1-3 Eldar Crew, 4-6 Vyper"),
    ("Codex - Orks", "Bowelburna", "1 Wheels, 2-3 Turret, 4 Side Guns, 5-6 Hull"),
    ("Codex - Orks", "Evil Sunz Gobsmasha", "1-2 Wheels, 3-4 Hull, 5-6 Weapon"),
    ("Codex - Orks", "Ork Scorcher", "1 Driver, 2 Turret, 3-5 Scorcher, 6 Fuel Tank"),
    ("Codex - Orks", "Imperial Basilisk", "1-2 Track, 3-5 Hull, 6 Earthshaker"),
]
"""What the rules beside these vehicles say; that of the Defiler nobody linked, that of the Baneblade names another's gun."""


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
@pytest.mark.rule("2E-Q-96")
@pytest.mark.parametrize(("catalogue", "name", "rolls"), ROLLS, ids=[each[1] for each in ROLLS])
def test_locations_of_real_vehicles_are_hit_as_their_own_texts_say(catalogue: str, name: str, rolls: str):
    data = edition("wh40k-2e", catalogue)
    army = data.document(data.army(catalogue, [data.unit(catalogue, name)])).army
    (vehicle,) = next(each for each in army.units if each.name == name).vehicles
    said = [f"{'-'.join(map(str, dict.fromkeys(each.roll)))} {each.name}" for each in vehicle.locations]
    assert ", ".join(said) == rolls


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
@pytest.mark.rule("2E-R-PEN-03")
@pytest.mark.parametrize(
    ("catalogue", "name", "parts"),
    [
        ("Codex - Orks", "Ork Wartrak", ["crew", "vehicle"]),
        ("Codex - Orks", "Ork Scorcher", ["crew", "turret", "vehicle", "hull"]),
        ("Codex - Eldar", "Eldar Tempest", ["grav-motor", "hull", "weapon", "turret"]),
        ("Codex - Imperial Guard", "Imperial Griffon", ["track", "hull", "weapon"]),
        ("Codex - Orks", "Ork Drop Pod Kanz", ["hull", "hull"]),
    ],
)
def test_a_location_has_the_damage_table_of_what_it_is(catalogue: str, name: str, parts: list[str]):
    """The body of a light vehicle is called as it is; a mortar with its crew has an Armour Value."""
    data = edition("wh40k-2e", catalogue)
    army = data.document(data.army(catalogue, [data.unit(catalogue, name)])).army
    (vehicle,) = next(each for each in army.units if each.name == name).vehicles
    assert [each.part for each in vehicle.locations] == parts


ARMOUR = [
    ("Codex - Orks", "Ork Drop Pod Kanz", "Transport", [(24, 19), (24, 19)], False),
    ("Codex - Eldar", "Eldar War Walker", "walker", [(18, 18), (18, 18), (None, 18)], True),
    ("Codex - Imperial Guard", "Imperial Griffon", "tracked", [(16, 16), (21, 18), (17, 17)], True),
]


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
@pytest.mark.rule("2E-Q-96")
@pytest.mark.parametrize(("catalogue", "name", "kind", "armour", "is_open"), ARMOUR, ids=[each[1] for each in ARMOUR])
def test_no_armour_value_of_a_vehicle_is_lost(catalogue: str, name: str, kind: str, armour: list[object], is_open: bool):
    """A column of one line is of every row; a pilot who is hit from the front has an engine behind him."""
    data = edition("wh40k-2e", catalogue)
    army = data.document(data.army(catalogue, [data.unit(catalogue, name)])).army
    (vehicle,) = next(each for each in army.units if each.name == name).vehicles
    assert (vehicle.kind, [(each.front, each.side) for each in vehicle.locations]) == (kind, armour)
    assert vehicle.open is is_open


@pytest.mark.parametrize(
    ("values", "ram"),
    [
        ({"Ram Strength": "Strength 7", "Ram Damage": "D12", "Ram Save Modfier": "-4"}, (7, "D12", -4)),
        ({"Ram Strength": "6", "Ram Damage": "-2", "Ram Save Modfier": "D6"}, (6, "D6", -2)),
        ({"Ram Value": "Strength 7\n-4 Save\nD10 Damage"}, (7, "D10", -4)),
        ({"Ram Value": "6\n-3\nD8"}, (6, "D8", -3)),
        ({"Ram Value": "as a truck"}, None),
    ],
)
def test_ram_values_are_read_in_any_order(values, ram):
    found = vehicle_of(table("Hull/20/18", **values), SECOND)["ram"]
    assert (tuple(found.values()) if found else None) == ram


def test_living_vehicles_have_their_rates_where_others_have_their_movement():
    found = vehicle_of(table("Foot/18/18", M="Slow 5\nCombat 10\nFast 15"), SECOND)
    assert (found["kind"], found["slow"], found["combat"], found["fast"]) == ("tracked", 5, 10, 15)
    assert vehicle_of(table("Legs/20/18", M="6"), SECOND)["kind"] == "walker"


def test_a_vehicle_with_one_rate_keeps_it():
    found = vehicle_of(table("Hull/20/18", **{"Slow Speed": "8", "Combat Speed": "-", "Fast Speed": "-"}), SECOND)
    assert (found["slow"], found["combat"], found["fast"]) == (8, None, None)


def test_crew_is_counted():
    found = vehicle_of(table("Hull/20/18", Crew="1 Ork Driver\n2 Gunners"), SECOND)["crew"]
    assert [(each["number"], each["position"]) for each in found] == [(1, "driver"), (2, "gunner")]


@pytest.mark.rule("2E-R-SAVE-02", "2E-SAVE-03")
@pytest.mark.parametrize(
    ("text", "special", "armour", "field"),
    [
        ("3+", "", ("3+", 1, ""), None),
        ("3+ save, using 2D6.", "", ("3+", 2, ""), None),
        ("3+", "Make save on 2D6", ("3+", 2, ""), None),
        ("6+/5+", "5+ if Blast/Template weapon", ("6+", 1, "5+"), None),
        ("4+", "Save cannot be modified", None, "4+"),
        ("5+", "Taken before regular armour save and not modified by AP", None, "5+"),
        ("2+ (unmodified)", "No protection in close combat.", None, "2+"),
        ("none", "", None, None),
    ],
)
def test_saves_are_told_apart(text, special, armour, field):
    found = armour_of(text, special)
    assert (tuple(found.values()) if found else None) == armour
    other = field_of(text, special)
    assert (other["save"] if other else None) == field
    assert other is None or other["in_combat"] is ("close combat" not in special)


@pytest.mark.rule("2E-R-SAVE-02")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3+ save, using 2D6. Built in Targeter", "3+ save, using 2D6"),
        ("The model gains an additional saving throw of 4+", "The model gains an additional saving throw of 4+"),
        ("The model gains an additional saving throw of 4+ against psychic powers", ""),
        ("2+ save against any type of damage", "2+ save against any type of damage"),
        ("4+ unmodified save against any attack that would end him", ""),
        ("Any target with a 4+ or better save gains a +2 to their save", ""),
        ("Roll a D6. On a 4+ the model may not save", ""),
    ],
)
def test_a_text_is_a_save_where_it_begins_with_one_against_all_that_hits(text, said):
    assert stated_save(text) == said


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
def test_real_vehicles_walkers_armour_and_mastery_are_read():
    found = {}
    for name, units in (
        ("Codex - Ultramarines", ("Tactical Squad", "Librarian", "Space Marine Land Speeder")),
        ("Codex - Orks", ("Space Marine Dreadnought", "Leman Russ Battle Tank", "Ork War Buggy")),
    ):
        data = edition("wh40k-2e", name)
        document = data.document(data.army(name, [data.unit(name, unit) for unit in units]))
        found |= {unit.name: unit for unit in document.army.units}
    assert found["Tactical Squad"].profiles[0].armour.save == "3+"
    assert found["Librarian"].psyker.mastery
    (dread,), (tank,) = found["Space Marine Dreadnought"].vehicles, found["Leman Russ Battle Tank"].vehicles
    assert (dread.kind, [each.front for each in dread.locations]) == ("walker", [20, 19, 19, 21])
    rows = {profile.id: profile.characteristics for profile in found["Space Marine Dreadnought"].profiles}
    assert [rows[id]["WS"] for id in dread.profiles][-1] == "6"
    assert (tank.slow, tank.fast, tank.ram.damage, len(tank.locations)) == (5, 20, "D12", 4)
    assert found["Space Marine Land Speeder"].vehicles[0].kind == "skimmer"
    assert found["Ork War Buggy"].vehicles[0].kind == "wheeled"


GUNS = [
    ("Codex - Imperial Agents", "Leman Russ Battle Tank", {"Heavy Bolter": "Heavy Bolter"}),
    ("Codex - Imperial Agents", "Land Raider", {"Twin Lascannons": "Lascannon"}),
    ("Codex - Orks", "Space Marine Rhino", {"Twin Bolters": "Weapons"}),
    ("Codex - Orks", "Imperial Basilisk", {"Earthshaker Artillery Gun": "Earthshaker"}),
    ("Codex - Orks", "Ork Wartrak", {"Twin Heavy Bolter": "Wartrak"}),
    ("Codex - Orks", "Imperial Chimera", {}),
    ("Codex - Chaos", "Chaos Space Marine Bikers", {"Twin Bolters": "Bike"}),
    ("Codex - Squats", "Heavy Weapons Bike", {"Twin Bolters": "Bike", "Multi-Melta": "Bike"}),
]


@pytest.mark.shared
@pytest.mark.rule("2E-R-SHOOT-20")
@pytest.mark.parametrize(("catalogue", "name", "guns"), GUNS, ids=[each[1] for each in GUNS])
def test_guns_stand_where_the_data_say_so(catalogue: str, name: str, guns: dict[str, str]):
    """Locations are called like weapons, or are the only ones. Of others nobody knows; pistols are in the crew's hands."""
    data = edition("wh40k-2e")
    roster = data.army(catalogue, [data.unit(catalogue, name)])
    unit = next(each for each in data.document(roster).army.units if each.name == name)
    called = {weapon.id: weapon.name for weapon in unit.weapons}
    assert {called[gun.weapon]: gun.location for vehicle in unit.vehicles for gun in vehicle.guns} == guns
    assert {(gun.arc, gun.facing) for vehicle in unit.vehicles for gun in vehicle.guns} <= {("90", "front")}


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
@pytest.mark.rule("2E-R-BATT-01", "2E-R-BATT-03", "2E-VP-06")
@pytest.mark.parametrize(
    ("name", "unit", "values", "armour", "move"),
    [
        ("Codex - Orks", "Squig Katapult", {"Short": "Special", "Long": "Special", "Save": "-"}, 10, 2),
        ("Codex - Orks", "Pulsa Rokkit", {"Short": "Special", "Long": "Special", "AP": "-"}, 10, 2),
        ("Codex - Orks", "Smasha Cannon", {"Long": "Special", "Hit Long": "Special", "Dam": "Special"}, 10, 2),
        ("Codex - Genestealer Cults", "Mole Mortar", {"Long": "72", "Str": "Special", "Save": "Special"}, 10, 4),
    ],
)
def test_a_support_weapon_is_read_with_what_its_data_call_special(
    name: str, unit: str, values: dict[str, str], armour: int, move: int
) -> None:
    data = edition("wh40k-2e", name)
    army = data.document(data.army(name, [data.unit(name, unit)])).army
    found = army.fielded[0]
    assert found.support_weapon is not None
    weapon = next(each for each in found.weapons if each.id == found.support_weapon.weapon)
    assert unit in weapon.name
    assert weapon.profiles[0].characteristics.items() >= values.items()
    assert (found.support_weapon.armour, found.support_weapon.move) == (armour, move)
    assert category_of(army, found) == "batteries"


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
def test_a_weapon_that_allows_no_save_says_so():
    name, cypher = "Codex - Chaos", "Cypher, Fallen Dark Angel Champion"
    data = edition("wh40k-2e", name)
    units = data.document(data.army(name, [data.unit(name, cypher)])).army.fielded
    weapons = next(unit for unit in units if unit.name == cypher).weapons
    knife = next(weapon for weapon in weapons if "Phase Knife" in weapon.name)
    assert knife.profiles[0].characteristics["Save"] == "No Save"


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
@pytest.mark.rule("2E-VP-04", "2E-VP-07")
@pytest.mark.parametrize(
    ("name", "unit", "category", "most"),
    [
        ("Codex - Chaos", "Greater Daemon", "daemons", 3),
        ("Codex - Chaos", "Slaanesh Daemons", "daemons", 1),
        ("Codex - Imperial Agents", "Inquisitor", "characters", 1),
        ("Codex - Assassins", "Assassin", "characters", 0),
        ("Codex - Imperial Agents", "Arbitrator Squad", "squads", 1),
    ],
)
def test_units_are_scored_as_what_they_are_whatever_their_section(name: str, unit: str, category: str, most: int) -> None:
    data = edition("wh40k-2e", name)
    document = data.document(data.army(name, [data.unit(name, unit)]))
    value = next(each for each in victory_values(document.army, data.system) if each.units[0].name == unit)
    assert (value.category, value.most) == (category, most)


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
@pytest.mark.rule("2E-VP-02", "2E-VP-03", "2E-VP-05", "2E-Q-07")
@pytest.mark.parametrize(
    ("name", "unit", "more", "category"),
    [
        ("Codex - Ultramarines", "Space Marine Land Speeder", 0, "vehicles"),
        ("Codex - Orks", "Ork War Buggy", 0, "vehicles"),
        ("Codex - Orks", "Ork Scorcher", 0, "vehicles"),
        ("Codex - Angels of Death (Dark Angels)", "Ravenwing Land Speeder Squadron", 0, "vehicles"),
        ("Codex - Angels of Death (Dark Angels)", "Ravenwing Land Speeder Squadron", 1, "squadrons"),
        ("Codex - Eldar", "Shining Spear Squad", 0, "squads"),
        ("Codex - Space Wolves", "Bjorn the Fell-Handed", 0, "vehicles"),
    ],
)
def test_a_squadron_is_two_vehicles_whatever_their_crews(name: str, unit: str, more: int, category: str) -> None:
    """Two models crew each of these Land Speeders, buggies and tracks; one rides each jetbike of a squad."""
    data = edition("wh40k-2e", name)
    roster = data.army(name, [data.unit(name, unit)])
    speeder = roster.forces[0].selections[-1].selections[0].uid
    roster = apply_all(roster, [{"op": "duplicate", "selection": speeder}] * more, data.catalogues)
    army = data.document(roster).army
    found = next(each for each in army.fielded if each.name == unit)
    assert category_of(army, found) == category
    if category != "squads":
        assert [vehicle_count(army, found, each) for each in found.vehicles] == [1 + more]


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
@pytest.mark.rule("2E-R-PEN-03")
def test_a_vehicle_with_two_models_as_its_crew_has_boxes_for_these_two() -> None:
    name, speeder = "Codex - Ultramarines", "Space Marine Land Speeder"
    data = edition("wh40k-2e", name)
    army = data.document(data.army(name, [data.unit(name, speeder)])).army
    copies = next(each for each in copies_of(army, Setup()) if each.unit.name == speeder)
    *_, crew = vehicle_tables(TextRenderer("en"), army, copies, 400.0)
    assert [sum(run.boxes for line in row[0] for run in line.runs) for row in crew._cellvalues[1:]] == [2]


@pytest.mark.rule("2E-R-SAVE-04")
def test_an_extra_save_that_nothing_modifies_leaves_the_save_of_its_armour():
    special = "4+ extra save with no modifiers if failed the first save."
    assert armour_of("2+", special, "Ork Mega-Armour") == {"save": "2+", "dice": 1, "blast": ""}
    assert (field_of("2+", special, "Ork Mega-Armour") or {})["save"] == "4+"
    assert armour_of("4+", "Cannot be modified", "Dodge") is None


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
@pytest.mark.rule("2E-SAVE-04")
def test_a_rule_that_begins_with_a_save_which_nothing_modifies_gives_it() -> None:
    name = "Codex - Orks"
    data = edition("wh40k-2e", name)
    army = data.document(data.army(name, [data.unit(name, "Makari, Ghazghkull's Battle Standard Bearer")])).army
    (makari,) = army.units
    (standard,) = makari.wargear
    assert (standard.name, standard.field_save.save) == ("Makari Battle Standard", "2+")
    assert [dict(model.wargear) for model in makari.models] == [{standard.id: 1}]


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
@pytest.mark.rule("2E-R-SAVE-02")
@pytest.mark.parametrize(
    ("name", "unit", "save"),
    [
        ("Codex - Orks", "Wazdakka Gutzmek, Evil Sunz Mekaniak and Bad Ork Bikeboy", "2+"),
        ("Codex - Squats", "Bike Squad", "6+"),
        ("Codex - Chaos", "Chaos Space Marine Bikers", "3+"),
    ],
)
def test_the_crew_of_a_bike_has_the_armour_of_the_row_that_its_rider_goes_by(name: str, unit: str, save: str) -> None:
    data = edition("wh40k-2e", name)
    army = data.document(data.army(name, [data.unit(name, unit)])).army
    crews = [crew for each in army.units if each.name == unit for vehicle in each.vehicles for crew in vehicle.crew]
    assert crews
    assert [crew.armour.save for crew in crews if crew.armour] == [save] * len(crews)


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
def test_what_an_author_says_twice_is_said_once() -> None:
    """Wargear says "Targeter" of a targeter beside the rule; a modifier appends ",Twin Linked" to the same words."""
    data = edition("wh40k-2e", "Codex - Squats")
    fielded = data.document(data.army("Codex - Squats", [data.unit("Codex - Squats", "Bike Squad")])).army.fielded
    unit = next(each for each in fielded if each.name == "Bike Squad")
    assert [each.name for each in unit.abilities if "Targeter" in each.name] == ["Targeter"]
    data = edition("wh40k-2e", "Codex - Orks")
    (bike,) = data.document(data.army("Codex - Orks", [data.unit("Codex - Orks", "Ork Warbike")])).army.fielded
    notes = [profile.abilities for weapon in bike.weapons for profile in weapon.profiles]
    assert "Twin Linked" in ", ".join(notes)
    assert not [note for note in notes if " ," in note or note.count("Twin Linked") > 1]
