"""Rows of weapons: to-hit and Strength of who bears them, the main weapon first, ranged and melee apart."""

from __future__ import annotations

from typing import Any

import pytest

from exports.sheet.hit_rolls import modify_hit
from exports.sheet.phases import is_once, phase_of
from exports.sheet.printing import print_sheet
from exports.sheet.weapon_lines import weapon_groups
from tests.exports import pdf
from tests.exports.armies import army, unit, weapon

GRENADE = weapon("w1", "Grenade", '6"', "Grenade D6", "9", "-3", "3")
GUN = weapon("w2", "Gun", '24"', "Rapid Fire 1", "4", "0", "1")
LANCE = weapon("w3", "Lance", '48"', "Heavy 1", "9", "-3", "D6")
FLAME = weapon("w4", "Flame", '8"', "Assault 1", "3", "0", "1", text="This weapon automatically hits its target.")
SWORD = weapon("w5", "Sword", "Melee", "Melee", "User", "-1", "1")
AXE = weapon("w6", "Axe", "Melee", "Melee", "+2", "-1", "1")
FIST = weapon("w7", "Fist", "Melee", "Melee", "x2", "-3", "2")
ARMS = [GRENADE, GUN, LANCE, FLAME, SWORD, AXE, FIST]


def rows(**given: Any) -> dict[str, tuple[str, ...]]:
    document = army(unit(weapons=ARMS, **given), system="wh40k-9e")
    return {line.name: line.cells for group in weapon_groups(document.army, document.army.units[0]) for line in group.lines}


def carrying(profile: str = "p1", **more: Any) -> dict[str, Any]:
    return {**unit()["models"][0], "profile": profile, "weapons": {each["id"]: 1 for each in ARMS}, **more}


def test_a_figure_that_the_data_leave_out_is_a_dash() -> None:
    rifle = weapon("w1", "Rifle", '24"', "Assault 2", "4", "-1", "")
    document = army(unit(weapons=[rifle]), system="wh40k-9e")
    (group,) = weapon_groups(document.army, document.army.units[0])
    assert group.lines[0].cells[-2:] == ("-1", "-")


def test_figures_are_worked_out_for_who_bears_the_weapon() -> None:
    found = rows(models=[carrying()])
    assert found["Gun"] == ('24"', "Rapid Fire 1", "4+", "4", "0", "1")
    assert found["Flame"][2] == "auto"
    assert [found[name][3] for name in ("Sword", "Axe", "Fist")] == ["3", "5", "6"]
    assert found["Sword"][:3] == ("", "1", "4+")


@pytest.mark.parametrize(
    ("text", "hit"),
    [
        ("This weapon automatically hits its target.", "auto"),
        ("Plague. Each time an attack is made with this weapon, that attack automatically hits the target.", "auto"),
        ("Each hit roll of 6 automatically hits and wounds.", "4+"),
        ("Each time an attack is made with this weapon, on a 6 that attack automatically hits.", "4+"),
    ],
)
def test_what_always_hits_by_itself_needs_no_roll(text: str, hit: str) -> None:
    document = army(unit(weapons=[weapon("w1", "Spray", '24"', "Heavy 1", "4", "0", "1", text=text)]), system="wh40k-9e")
    assert weapon_groups(document.army, document.army.units[0])[0].lines[0].cells[2] == hit


@pytest.mark.parametrize(("more", "hit"), [({}, "auto"), ({"when": ["overwatch"]}, "4+")])
def test_an_effect_that_needs_no_roll_is_printed_whatever_its_text_says(more: dict[str, Any], hit: str) -> None:
    spray = weapon("w1", "Spray", '24"', "Heavy 1", "4", "0", "1", text="Hits without a hit roll.")
    spray["profiles"][0]["effects"] = [{"kind": "auto-hit", "on": "attack", **more}]
    document = army(unit(weapons=[spray]), system="wh40k-9e")
    assert weapon_groups(document.army, document.army.units[0])[0].lines[0].cells[2] == hit


@pytest.mark.parametrize(
    ("text", "more", "hit", "unmodified"),
    [
        ("", {"on": "attack", "operation": "subtract"}, "5+", "4+"),
        ("", {"operation": "add", "when": ["shooting"]}, "3+", "4+"),
        ("", {"operation": "subtract", "when": ["charged"]}, "4+", ""),
        ("", {"operation": "subtract", "to": {"scope": "target"}}, "4+", ""),
        ("When attacking with this weapon, you must subtract 1 from the hit roll. It hums.", None, "5+", "4+"),
        (
            "Each time an attack is made with this weapon against VEHICLE units, subtract 1 from the hit roll.",
            None,
            "4+",
            "",
        ),
    ],
)
def test_what_a_weapon_adds_to_every_hit_roll_is_counted_in_and_the_own_figure_stands_beside(
    text: str, more: dict[str, Any] | None, hit: str, unmodified: str
) -> None:
    gun = weapon("w1", "Gun", '24"', "Heavy 1", "4", "0", "1", text=text)
    gun["profiles"][0]["effects"] = [{"kind": "modify-roll", "roll": "hit", "value": "1", **more}] if more else []
    document = army(unit(weapons=[gun]), system="wh40k-9e")
    line = weapon_groups(document.army, document.army.units[0])[0].lines[0]
    assert (line.cells[2], line.unmodified) == (hit, unmodified)
    assert (f"Heavy 1 {hit} (4+) 4 0 1" in pdf.text(print_sheet(document))) == bool(unmodified)


ADD = {"kind": "modify-characteristic", "characteristic": "A", "operation": "add", "value": "2"}
BETTER = {**ADD, "characteristic": "WS", "operation": "subtract", "value": "1"}
SHARP = "Each time a model in this unit makes a ranged attack, add 1 to that attack's hit roll."


@pytest.mark.parametrize(
    ("effects", "text", "gun", "sword"),
    [
        ([ADD, BETTER], "", "4+", ("3", "3+")),
        ([{**ADD, "when": ["charged"]}], "", "4+", ("1", "4+")),
        ([{**ADD, "on": "charge", "until": "turn-end"}], "", "4+", ("1", "4+")),
        ([{**ADD, "to": {"scope": "friendly-units", "range": 6}}], "", "4+", ("1", "4+")),
        ([], SHARP, "3+", ("1", "4+")),
        ([], SHARP.replace("attack,", "attack against a VEHICLE unit,"), "4+", ("1", "4+")),
        ([], f"Roll one D6: on a 5+, until the end of the phase, the following applies. {SHARP}", "4+", ("1", "4+")),
        ([], "Add 2 to this model's Attacks characteristic.", "4+", ("1", "4+")),
    ],
)
def test_what_an_ability_always_changes_is_counted_in(
    effects: list[Any], text: str, gun: str, sword: tuple[str, str]
) -> None:
    ability = {"name": "Drill", "text": text, "aura": False, "external": False, "effects": effects}
    found = rows(models=[carrying()], abilities=[ability])
    assert (found["Gun"][2], found["Sword"][1:3]) == (gun, sword)


def test_what_a_thing_changes_is_counted_in_for_who_carries_it() -> None:
    thing = {"id": "g1", "name": "Belt", "text": "", "effects": [{**ADD, "characteristic": "S", "to": {"scope": "bearer"}}]}
    models = [carrying(id="m1", name="Chief", wargear={"g1": 1}), carrying(id="m2")]
    assert rows(models=models, wargear=[thing])["Axe"][3] == "7/5"


AIM = {"kind": "modify-roll", "roll": "hit", "operation": "add", "value": "1"}


@pytest.mark.rule("9E-HIT-05")
@pytest.mark.parametrize(("system", "hit"), [("wh40k-9e", "3+"), ("wh40k-8e", "2+")])
def test_a_hit_roll_is_changed_by_no_more_than_the_game_allows(system: str, hit: str) -> None:
    gun = weapon("w1", "Gun", '24"', "Heavy 1", "4", "0", "1")
    gun["profiles"][0]["effects"] = [{**AIM, "on": "attack"}]
    ability = {"name": "Drill", "text": SHARP, "aura": False, "external": False, "effects": [AIM]}
    document = army(unit(weapons=[gun], abilities=[ability]), system=system)
    assert weapon_groups(document.army, document.army.units[0])[0].lines[0].cells[2] == hit


def test_what_hits_unmodified_stands_beside_where_one_bearer_alone_is_changed() -> None:
    thing = {"id": "g1", "name": "Sight", "text": "", "effects": [{**AIM, "to": {"scope": "bearer"}}]}
    arms = {"weapons": {"w2": 1}}
    models = [{**carrying(id="m1", wargear={"g1": 1}), **arms}, {**carrying(id="m2"), **arms}]
    document = army(unit(weapons=[GUN], models=models, wargear=[thing]), system="wh40k-9e")
    line = weapon_groups(document.army, document.army.units[0])[0].lines[0]
    assert (line.cells[2], line.unmodified) == ("3+/4+", "4+")


def test_no_modifier_is_counted_in_that_no_die_can_show() -> None:
    assert [modify_hit(*each) for each in (("6+", -1), ("2+", 1), ("5+*", -1), ("auto", -1), ("", 1))] == [
        "6+", "2+", "6+*", "auto", "",
    ]  # fmt: skip


def test_the_main_weapon_stands_first_and_side_arms_last() -> None:
    names = list(rows(models=[carrying()]))
    assert names[:4] == ["Lance", "Flame", "Gun", "Grenade"]
    assert names[4] == "Fist"


def test_one_figure_that_differs_stands_in_its_cell_and_several_on_lines_of_their_own() -> None:
    first = unit()["profiles"][0]
    better = {**first, "id": "p2", "characteristics": {**first["characteristics"], "A": "2"}}
    found = rows(profiles=[first, better], models=[carrying(), carrying("p2", id="m2", name="Chief")])
    assert found["Sword"][1] == "1/2"
    best = {**better, "characteristics": {**better["characteristics"], "WS": "2+"}}
    document = army(unit(weapons=[SWORD], profiles=[first, best], models=[
        {**carrying(), "weapons": {"w5": 1}}, {**carrying("p2", id="m2", name="Chief"), "weapons": {"w5": 1}}]),
        system="wh40k-9e")  # fmt: skip
    lines = weapon_groups(document.army, document.army.units[0])[0].lines
    assert [(line.of, line.cells[1:3]) for line in lines] == [("Picket", ("1", "4+")), ("Chief", ("2", "2+"))]


def test_lines_apart_say_how_many_of_the_weapon_their_own_bearers_have() -> None:
    first = unit()["profiles"][0]
    chief = {**first, "id": "p2", "characteristics": {**first["characteristics"], "A": "3", "S": "5"}}
    models = [{**carrying("p2", id="m2", name="Chief"), "weapons": {"w5": 1}},
              {**carrying(), "number": 9, "weapons": {"w5": 1}}]  # fmt: skip
    document = army(
        unit(weapons=[SWORD], profiles=[chief, first], models=models, size={"min": 10, "max": 10}), system="wh40k-9e"
    )
    lines = weapon_groups(document.army, document.army.units[0])[0].lines
    assert [(line.of, line.number) for line in lines] == [("Chief", 1), ("Picket", 9)]
    text = pdf.text(print_sheet(document))
    assert "1× Sword Chief" in text
    assert "9× Sword Picket" in text


def test_a_figure_that_a_damage_table_changes_is_that_of_the_unhurt_and_marked() -> None:
    table = [{"wounds": [6, 10], "characteristics": {"BS": "3+"}}, {"wounds": [1, 5], "characteristics": {"BS": "5+"}}]
    worn = {**unit()["profiles"][0], "damage_table": table}
    assert rows(profiles=[worn], models=[carrying()])["Gun"][2] == "3+*"


def test_a_game_whose_weapons_hit_by_themselves_keeps_its_columns() -> None:
    document = army(unit(weapons=[{**GUN, "id": "w1"}]), system="wh40k-2e")
    group = weapon_groups(document.army, document.army.units[0])[0]
    assert "Hit" not in group.heads
    assert '24"' in group.lines[0].cells


def test_a_figure_that_a_damage_table_has_of_a_weapon_is_that_of_the_unhurt_and_marked() -> None:
    bite, rod = (
        {
            "id": id,
            "name": name,
            "note": "",
            "profiles": [{"name": "", "characteristics": values, "abilities": "", "effects": []}],
        }
        for id, name, values in (
            ("w1", "Bite", {"Range": '2"', "Attacks": "6", "To Wound": "*"}),
            ("w2", "Rod", {"Range": '1"', "Attacks": "*", "To Wound": "5+"}),
        )
    )
    (body,) = unit()["profiles"]
    table = [
        {"wounds": [1, 2], "characteristics": {}, "weapons": {"w1": {"To Wound": "4+"}}},
        {"wounds": [3, 5], "characteristics": {}, "weapons": {"w1": {"To Wound": "2+"}}},
    ]
    given = unit(weapons=[bite, rod], profiles=[{**body, "damage_table": table}])
    document = army(given, system="aos-1e")
    (group,) = weapon_groups(document.army, document.army.units[0])
    found = {line.name: dict(zip(group.heads, line.cells, strict=True)) for line in group.lines}
    assert (found["Bite"]["To Wound"], found["Bite"]["Attacks"]) == ("2+*", "6")
    assert (found["Rod"]["To Wound"], found["Rod"]["Attacks"]) == ("5+", "*")


@pytest.mark.parametrize(
    ("text", "phase", "once"),
    [
        ("Once per battle, in your Command phase, take heart.", "command", True),
        ("In the Shooting phase, before the Fight phase.", "shoot", False),
        ("When this model is destroyed, roll a D6.", "destroyed", False),
        ("When this transport is destroyed, roll one D6.", "destroyed", False),
        ('Dice Roll: 6+\nDistance: 6"\nMortal Wounds: D3', "destroyed", False),
        ("This model has a 4+ invulnerable save.", "always", False),
        ("It fires twice if it did not move in your previous Movement phase.", "always", False),
        (
            f"Once per battle, {'it mends what is broken, ' * 4}and then:\nIts death is ignored for Morale tests.",
            "morale",
            True,
        ),
        (
            f"Once per battle, {'it mends what is broken, ' * 4}and so on.\nEach Morale test of its is passed.",
            "always",
            True,
        ),
        ("The bearer can only be fired once per battle.", "always", True),
        ("Once per battle round, you can re-roll one hit roll.", "always", False),
        ("Can be used once at the start of each close combat phase.", "fight", False),
        ("It can only be used once. Each turn, roll a D6.", "always", True),
        ("When this unit fires Overwatch, 5s hit.", "charge", False),
        ("Re-roll charge rolls.", "charge", False),
        ("If it did not move in its Movement phase, it can shoot twice.", "shoot", False),
        ("During deployment, set it up in the sky.", "deploy", False),
        ("The first time this unit is set up, its models stand together.", "deploy", False),
        ("Each time it Advances, remove it from the battlefield and set it up again.", "move", False),
        ("It cannot affect Stratagems used before the battle or during deployment.", "always", False),
        ('Enemy units that are set up as reinforcements keep 12" away.', "move", False),
        ("May teleport anywhere. May shoot and fight at once.", "move", False),
    ],
)
def test_when_a_rule_matters(text: str, phase: str, once: bool) -> None:
    assert (phase_of(text), is_once(text)) == (phase, once)
