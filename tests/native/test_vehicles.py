"""Datasheets of the 2nd edition: armour, fields, mounts, vehicles with locations, crewed weapons, cards; what is refused."""

import copy
from typing import Any

import pytest

from datasheets.native.compile import compile_datasheet
from datasheets.native.parse_datasheet import read_datasheet
from datasheets.problems import DocumentError
from datasheets.systems import rulebook, system

NONE = dict.fromkeys(("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"), "-")
MAN = {"M": "4", "WS": "3", "BS": "3", "S": "3", "T": "3", "W": "1", "I": "3", "A": "1", "Ld": "7"}
GUN = {
    **{"Class": "heavy", "Short": "20", "Long": "72", "Hit Short": "0", "Hit Long": "0", "Str": "8", "Dam": "2D6"},
    **{"Save": "-3", "AP": "3D6+8", "Blast": "2", "Sustained": "-", "Fire": "no", "Twin": "no", "Jams": "no"},
}


def row(name: str, characteristics: dict[str, str], **more: Any) -> dict[str, Any]:
    base = {"shape": "round", "mm": [25]}
    return {
        "name": name,
        "number": {"min": 1, "max": 1},
        "characteristics": characteristics,
        "base": base,
        "height": 1.5,
        **more,
    }


def sheet(**parts: Any) -> dict[str, Any]:
    made = {
        "schema": "muster.datasheet/1",
        "id": "x",
        "system": "wh40k-2e",
        "catalogue": "samples",
        "name": "X",
        "role": "support",
        "costs": {"points": {"base": 10}},
        "profiles": [row("Tank", NONE)],
        "composition": {"wargear": [{"models": ["Tank"], "items": {"Cannon": 1}}]},
        "weapons": [{"name": "Cannon", "profiles": [{"characteristics": GUN}]}],
        "source": {"title": ""},
    }
    return made | parts


VEHICLE = {
    "models": ["Tank"],
    "kind": "tracked",
    "slow": 5,
    "combat": 10,
    "fast": 20,
    "crew": [{"name": "Driver", "number": 1, "position": "driver", "characteristics": MAN}],
    "locations": [
        {"name": "Track", "roll": [1, 1], "part": "track", "front": 16, "side": 16},
        {"name": "Hull", "roll": [2, 4], "part": "hull", "front": 22, "side": 18},
        {"name": "Turret", "roll": [5, 6], "part": "turret", "front": 25, "side": 22},
    ],
    "guns": [{"weapon": "Cannon", "location": "Turret", "arc": "360"}],
}


def problem_paths(data: dict[str, Any]) -> list[str]:
    try:
        read_datasheet(data)
    except DocumentError as error:
        return [problem.path for problem in error.problems]
    return []


def change_tank(path: str, value: Any) -> dict[str, Any]:
    """Return the tank with one thing changed."""
    data = copy.deepcopy(sheet(vehicles=[VEHICLE]))
    at: Any = data
    *way, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    for step in way:
        at = at[step]
    at[last] = value
    return data


def test_long_range_reaches_as_far_as_short_range_at_least():
    guns = [[{"name": "Cannon", "profiles": [{"characteristics": GUN | {"Short": short}}]}] for short in ("72", "80", "-")]
    assert [problem_paths(sheet(weapons=each, vehicles=[VEHICLE])) for each in guns] == [
        [],
        ["/weapons/0/profiles/0/characteristics/Long"],
        [],
    ]


@pytest.mark.rule("2E-VEH-01", "2E-R-PEN-03")
def test_a_vehicle_becomes_details_with_whole_damage_tables_and_ram_values():
    made = compile_datasheet(read_datasheet(sheet(vehicles=[VEHICLE])), system("wh40k-2e"))
    (vehicle,) = made.details["vehicles"]
    assert (vehicle["slow"], vehicle["combat"], vehicle["fast"]) == (5, 10, 20)
    assert vehicle["ram"] == {"strength": 8, "damage": "D12", "save": -5}
    assert vehicle["models"] == ["x/model/tank"]
    assert vehicle["guns"][0]["weapon"] == "x/item/cannon"
    for location in vehicle["locations"]:
        assert sorted(r for line in location["damage"] for r in range(line["roll"][0], line["roll"][1] + 1)) == list(
            range(1, 7)
        )


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("vehicles/0/models", ["Wagon"], "/vehicles/0/models/0"),
        ("vehicles/0/models", ["Tank", "Tank"], "/vehicles/0/models/1"),
        ("vehicles/0/slow", None, "/vehicles/0/slow"),
        ("vehicles/0/slow", 12, "/vehicles/0/slow"),
        ("vehicles/0/kind", "walker", "/vehicles/0/slow"),
        ("vehicles/0/locations/1/roll", [2, 3], "/vehicles/0/locations"),
        ("vehicles/0/locations/1/roll", [2, 5], "/vehicles/0/locations"),
        ("vehicles/0/locations/1/front", None, "/vehicles/0/locations/1/front"),
        ("vehicles/0/locations/1/part", "crew", "/vehicles/0/locations/1/front"),
        ("vehicles/0/locations/1/table", "sail", "/vehicles/0/locations/1/table"),
        ("vehicles/0/locations/1/damage", [{"roll": [1, 5], "result": "flips"}], "/vehicles/0/locations/1/damage"),
        ("vehicles/0/locations/1/damage", [{"roll": [1, 6], "result": "sinks"}], "/vehicles/0/locations/1/damage/0/result"),
        ("vehicles/0/guns/0/weapon", "Canon", "/vehicles/0/guns/0/weapon"),
        ("vehicles/0/guns/0/location", "Mast", "/vehicles/0/guns/0/location"),
        ("vehicles/0/guns/0/arc", "270", "/vehicles/0/guns/0/arc"),
        ("vehicles/0/guns", [{**VEHICLE["guns"][0], "facing": f} for f in ("front", "front")], "/vehicles/0/guns/1"),
        ("vehicles/0/locations/2/name", "hull", "/vehicles/0/locations/2/name"),
        ("vehicles/0/crew/0/characteristics", {**MAN, "BS": "3+"}, "/vehicles/0/crew/0/characteristics/BS"),
        ("profiles/0/characteristics", {**NONE, "T": "8"}, "/profiles/0/characteristics/T"),
        ("weapons/0/profiles/0/characteristics", {**GUN, "Str": "banana"}, "/weapons/0/profiles/0/characteristics/Str"),
        ("weapons/0/profiles/0/traits", ["singing"], "/weapons/0/profiles/0/traits/0"),
        ("weapons/0/costs", {"gold": 3}, "/weapons/0/costs/gold"),
        ("strategy_rating", 11, "/strategy_rating"),
        ("allowance", {}, "/allowance/most"),
    ],
)
def test_what_does_not_fit_is_refused_where_it_stands(path, value, where):
    assert where in problem_paths(change_tank(path, value))


def test_a_weapon_may_stand_in_a_location_once_for_each_side():
    guns = [{**VEHICLE["guns"][0], "facing": facing} for facing in ("left", "right")]
    assert problem_paths(change_tank("vehicles/0/guns", guns)) == []


@pytest.mark.rule("2E-COL-03")
@pytest.mark.parametrize(("damage", "fits"), [("D12", True), ("1", True), ("2D6", True), ("banana", False), ("-", False)])
def test_ram_damage_is_a_number_or_dice(damage, fits):
    found = problem_paths(change_tank("vehicles/0/ram", {"strength": 8, "damage": damage, "save": -5}))
    assert found == ([] if fits else ["/vehicles/0/ram/damage"])


@pytest.mark.rule("2E-R-PEN-08")
def test_a_walker_has_legs():
    walker = {"kind": "walker", "slow": None, "combat": None, "fast": None}
    legs, body = {**VEHICLE["locations"][0], "part": "legs"}, {**VEHICLE["locations"][1], "roll": [2, 6], "part": "body"}
    for locations, wanted in ([legs, body], []), ([{**legs, "part": "track"}, body], ["/vehicles/0/locations"]):
        vehicle = {**VEHICLE, **walker, "locations": locations, "guns": []}
        tank = row("Tank", {**NONE, "M": "6"})
        assert [each for each in problem_paths(sheet(profiles=[tank], vehicles=[vehicle])) if "vehicles" in each] == wanted


def test_what_no_vehicle_and_no_support_weapon_is_has_all_characteristics():
    assert "/profiles/0/characteristics/M" in problem_paths(sheet())
    assert problem_paths(sheet(vehicles=[VEHICLE])) == []


@pytest.mark.rule("2E-R-BATT-01", "2E-R-BATT-03")
def test_a_support_weapon_has_a_crew_and_an_armour_value_of_10():
    data = sheet(
        profiles=[row("Tank", NONE), row("Crewman", MAN, number={"min": 2, "max": 2})],
        support_weapon={"weapon": "Cannon", "models": ["Tank"], "crew": ["Crewman"]},
    )
    made = compile_datasheet(read_datasheet(data), system("wh40k-2e")).details["support_weapon"]
    numbers = rulebook("wh40k-2e").rule("2E-R-BATT-03").numbers
    assert made["armour"] == numbers["armour_value"]
    assert (made["weapon"], made["crew"], made["move"]) == ("x/item/cannon", ["x/model/crewman"], 4)
    data["support_weapon"]["crew"] = ["Tank"]
    assert problem_paths(data)[0] == "/support_weapon/crew/0"


@pytest.mark.rule("2E-CAV-01", "2E-CAV-02", "2E-CAV-05")
def test_a_mount_has_exactly_one_wound_and_is_no_model_of_its_own():
    steed = {**MAN, "M": "8"}
    rider = row("Rider", MAN, steed=steed)
    wargear = {"wargear": [{"models": ["Rider"], "items": {"Cannon": 1}}]}
    data = sheet(profiles=[rider], composition=wargear)
    profile = compile_datasheet(read_datasheet(data), system("wh40k-2e")).entries[0].profiles[0]
    assert (profile.details["steed"]["M"], profile.characteristics["M"]) == ("8", "4")
    assert problem_paths(sheet(profiles=[row("Rider", MAN, steed={**steed, "M": "-"})], composition=wargear)) == [
        "/profiles/0/steed/M"
    ]
    assert problem_paths(sheet(profiles=[row("Rider", MAN, steed={**steed, "W": "2"})], composition=wargear)) == [
        "/profiles/0/steed/W"
    ]


@pytest.mark.rule("2E-R-SAVE-02")
@pytest.mark.parametrize(
    ("armour", "fits"),
    [
        ({"save": "6+", "blast": "5+"}, True),
        ({"save": "3+", "dice": 2}, True),
        ({"save": "12+", "dice": 2}, True),
        ({"save": "7+"}, False),
        ({"save": "3"}, False),
        ({"save": "13+", "dice": 2}, False),
    ],
)
def test_armour_saves_are_what_its_dice_can_show(armour, fits):
    wargear = {"wargear": [{"models": ["Man"], "items": {"Cannon": 1}}]}
    data = sheet(profiles=[row("Man", MAN, armour=armour)], composition=wargear)
    assert (problem_paths(data) == []) is fits


@pytest.mark.rule("2E-WGC-01")
def test_a_model_that_may_have_cards_gets_every_card_as_an_option_with_its_costs():
    wargear = {"wargear": [{"models": ["Man"], "items": {"Cannon": 1}}]}
    data = sheet(profiles=[row("Man", MAN)], composition=wargear, cards=[{"models": ["Man"], "most": 2}])
    made = compile_datasheet(read_datasheet(data), system("wh40k-2e"))
    cards = [entry for entry in made.entries[0].entries if "card" in entry.details]
    assert [entry.details["card"] for entry in cards] == [card.id for card in system("wh40k-2e").wargear_cards()]
    assert all(entry.costs for entry in cards)
    assert len(made.loadout.bullets) == len(cards)
    assert problem_paths(sheet(profiles=[row("Man", MAN)], composition=wargear, cards=[{"models": ["Boy"], "most": 2}]))


@pytest.mark.rule("2E-R-ARMY-06", "2E-CREW-01")
def test_models_and_their_weapons_have_costs_of_their_own_and_crew_has_none():
    data = sheet(
        profiles=[row("Tank", NONE, costs={"points": 150})],
        weapons=[{"name": "Cannon", "costs": {"points": 20}, "profiles": [{"characteristics": GUN}]}],
        vehicles=[VEHICLE],
    )
    made = compile_datasheet(read_datasheet(data), system("wh40k-2e"))
    (model,) = made.entries
    assert [(cost.type, cost.value) for cost in model.costs] == [("points", 150)]
    assert [(cost.type, cost.value) for cost in model.entries[0].costs] == [("points", 20)]
    assert "costs" not in made.details["vehicles"][0]["crew"][0]


def test_a_system_without_vehicles_refuses_them():
    data = sheet(vehicles=[VEHICLE], cards=[{"models": ["Tank"], "most": 1}], strategy_rating=3) | {"system": "wh40k-9e"}
    found = problem_paths(data)
    assert {"/vehicles", "/cards", "/strategy_rating"} <= set(found)
