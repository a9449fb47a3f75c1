"""Figures and words stay whole, tracks of wounds stay on their line, and everything is said once, on cards of every size."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from builder.placing.place import place
from builder.rules.judgement import judge
from builder.snapshot.document import snapshot
from datasheets.evaluation.evaluate import evaluate
from datasheets.systems import system
from exports.document import RosterDocument
from exports.lists.parse_list import read_list
from exports.sheet.boxes import Strip, box_lines
from exports.sheet.printing import print_sheet
from exports.sheet.setup import CHOICES, Setup
from exports.sheet.shown import shown_army
from exports.sheet.text_renderer import TextRenderer
from tests.exports import geometry, pdf
from tests.exports.armies import army, golden, sheet_of, unit, weapon
from tests.exports.broken import find_broken_words, words_of
from tests.placing.real import ORACLE, oracle, shelf_of

SETUPS = [
    Setup(),
    Setup(orientation="landscape"),
    Setup(layout="event"),
    *(Setup(layout="cards", per_page=number) for number in (1, 2, 4, 8)),  # type: ignore[arg-type]
    *(Setup(layout="cards", per_page=number, orientation="landscape", paper="letter") for number in (4, 8)),  # type: ignore[arg-type]
]
REAL = ("knights-astramilitarum-bcde84bf", "necron-test", "sample-sm-bike-squad", "longweaponnames", "bigmeks-11b51b99")


def check(document: RosterDocument, setup: Setup) -> None:
    words = words_of(shown_army(document.army, setup))
    assert list(find_broken_words(sheet_of(document, setup), words)) == []


@cache
def real(start: str) -> RosterDocument:
    row = next((row for row in oracle() if row["id"].startswith(start)), None)
    if row is None:
        pytest.skip("not in this half of the oracle")
    shelf = shelf_of(row)
    roster = place(read_list((ORACLE / row["file"]).read_bytes(), row["id"]), shelf, row["id"]).roster
    return snapshot(roster, shelf, judge(roster, evaluate(roster, shelf), shelf, system(roster.system), fixes=False))


@pytest.mark.parametrize("setup", SETUPS, ids=lambda one: f"{one.layout}-{one.per_page}-{one.orientation}")
@pytest.mark.parametrize("name", ["sunward-host", "gloam-court"])
@pytest.mark.sample(1, "setup")
def test_no_word_of_bundled_armies_is_broken(name: str, setup: Setup) -> None:
    check(golden(name), setup)


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("start", REAL)
@pytest.mark.sample(2)
def test_no_word_of_real_armies_is_broken(start: str, whole: bool, rng: Random) -> None:
    for setup in SETUPS if whole else rng.sample(SETUPS, 2):
        check(real(start), setup)


def test_no_name_of_the_index_is_broken_beside_its_costs() -> None:
    """The costs that the fewest units have give way to a long word."""
    prices = {"points": 100, "power": 5, "command": 2}
    names = {"cost.points": "Points", "cost.power": "Power", "cost.command": "Command"}
    units = (unit(costs=prices), unit("u2", name="Bannerträgerinnen", costs={"points": 90, "power": 4}))
    sheet = print_sheet(army(*units, costs=prices, names=names), Setup(orientation="landscape", paper="letter"))
    assert "Models Power Page 1 Pickets 1 5 1 2 Bannerträgerinnen 1 4 1 2 Total" in pdf.texts(sheet)[0]


@pytest.mark.shared
@pytest.mark.parametrize("paper", CHOICES["paper"])
@pytest.mark.parametrize(
    ("start", "orientation"),
    [("tau-test", "portrait"), ("black-templar-2000", "portrait"), ("black-templar-2000", "landscape")],
)
@pytest.mark.sample(1)
def test_the_event_sheet_of_twenty_units_is_one_page(start: str, paper: Any, orientation: Any) -> None:
    setup = Setup(layout="event", paper=paper, orientation=orientation)
    assert len(pdf.texts(print_sheet(real(start), setup))) == 1


BANDS = [
    {"wounds": [15, 28], "characteristics": {"M": '10"', "WS": "4+", "BS": "3+"}},
    {"wounds": [8, 14], "characteristics": {"M": '12"', "WS": "5+", "BS": "4+"}},
    {"wounds": [1, 7], "characteristics": {"M": '20-50"', "WS": "6+", "BS": "5+"}},
]


def walker(**given: Any) -> dict[str, Any]:
    """A unit of one model with 28 wounds in three bands and an invulnerable save."""
    made = unit(**given)
    made["profiles"][0]["damage_table"] = BANDS
    made["profiles"][0]["characteristics"] |= {"M": "*", "W": "28", "Sv": "3+"}
    made["abilities"] = [ability("Ward", "This model has a 4+ invulnerable save.")]
    return made


def ability(name: str, text: str, **given: Any) -> dict[str, Any]:
    return {"name": name, "text": text, "aura": False, "external": False, "effects": [], **given}


@pytest.mark.parametrize("setup", SETUPS, ids=lambda one: f"{one.layout}-{one.per_page}-{one.orientation}")
def test_figures_of_a_damage_table_and_its_tracks_stay_whole(setup: Setup) -> None:
    document = army(walker(), unit("u2", name="Others"))
    sheet = print_sheet(document, setup)
    assert list(find_broken_words(sheet, words_of(document.army))) == []
    if setup.layout == "event":
        return
    rows = [box.bottom for page in geometry.pages(sheet) for box in page.shapes if is_box(box)]
    tracks = [sum(abs(one - row) < 0.1 for one in rows) for row in sorted(set(rows))]
    assert max(tracks) >= 14, "the track of the first band stands on one line"
    assert "3+/4++" in pdf.text(sheet)


def is_box(box: geometry.Box) -> bool:
    width, height = box.right - box.left, box.top - box.bottom
    return 3 < width < 18 and abs(width - height) < 0.5


def test_an_event_sheet_says_what_units_carry_small_only_where_it_has_no_room() -> None:
    units = [unit(f"u{at}") for at in range(28)]
    few, many = (print_sheet(army(*some), Setup(layout="event", merge=False)) for some in (units[:1], units))
    heights = [
        next(box.top - box.bottom for box in geometry.pages(sheet)[0].texts if "1 Picket: Rifle" in box.text)
        for sheet in (few, many)
    ]
    assert heights[0] > heights[1] * 1.1


def test_an_event_sheet_has_a_box_for_each_unit_and_for_what_a_person_checks() -> None:
    twins = army(*(unit(f"u{number}") for number in range(8)), unit("u9", name="Other"))
    for document in (golden("sunward-host"), twins):
        sheet = sheet_of(document, Setup(layout="event"))
        boxes = [each for page in geometry.pages(sheet) for each in page.shapes if is_box(each)]
        assert len(boxes) == len(document.army.fielded) + 3
    assert all(
        words in pdf.text(sheet) for words in ("Seen", "Check at the table:", "models as listed", "bases and heights")
    )


FIVE, FOUR = (f"This model has a {save}+ invulnerable save." for save in (5, 4))
IMPROVED = "The invulnerable save models in this unit receive from the Faith ability (pg 90) is improved by"
DODGE = "Models in this unit have a 6+ invulnerable save"
SHIELD = {"id": "g1", "name": "Shield", "text": "The bearer has a 4+ invulnerable save.", "effects": []}


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"abilities": [ability("Ward", "Models in this unit have a 5+ invulnerable save.")]}, "3+/5++"),
        ({"abilities": [ability("Ward", f"{FIVE} Add 7 to nothing that anybody knows.")]}, "3+/5++"),
        ({"abilities": [ability("A", FIVE), ability("B", FOUR)]}, "3+/4++"),
        ({"abilities": [ability("Ward", "This model has a 5+ invulnerable save against ranged attacks.")]}, "3+/5++†"),
        (
            {
                "abilities": [
                    ability("Ion", "This model has a 5+ invulnerable save against attacks made with ranged weapons.")
                ]
            },
            "3+/5++†",
        ),
        (
            {"abilities": [ability("Dodge", f"{DODGE}, which is increased to a 4+ invulnerable save in the Fight phase.")]},
            "3+/6++/4++†",
        ),
        ({"abilities": [ability("Faith", "The PICKETS have a 4+ invulnerable save. Nobody knows this.")]}, "3+/4++"),
        (
            {
                "abilities": [
                    ability(
                        "Two", f"{FIVE[:-1]} against shooting attacks, and a 4+ invulnerable save against melee attacks."
                    )
                ]
            },
            "3+/5++/4++†",
        ),
        (
            {
                "abilities": [
                    ability("Dodge", f"{DODGE}. Models in this unit have a 4+ invulnerabe save against melee attacks.")
                ]
            },
            "3+/6++/4++†",
        ),
        (
            {"abilities": [ability("Faith", f"{DODGE}."), ability("Mask", f"{IMPROVED} 1 (to a maximum of 4+).")]},
            "3+/5++",
        ),
        (
            {"abilities": [ability("Faith", f"{DODGE}."), ability("Mask", f"{IMPROVED} 1 while it is near.")]},
            "3+/6++",
        ),
        ({"abilities": [ability("Veil", f"{FOUR} The first time this saving throw is failed, it is gone.")]}, "3+/4++†"),
        (
            {"abilities": [ability("Ion", f"{FIVE} This increases to a 4+ invulnerable save against melee attacks.")]},
            "3+/5++/4++†",
        ),
        ({"abilities": [ability("Armour", f"{FIVE[:-1]}, but you must halve the distance that it advances.")]}, "3+/5++"),
        ({"abilities": [ability("Armour", f"{FIVE[:-1]} if it stands still.")]}, "3+"),
        ({"abilities": [ability("Field", "This unit's PICKET model has a 5+ invulnerable save.")]}, "3+/5++"),
        ({"abilities": [ability("Field", "Picket models in this unit have a 5+ invulnerable save.")]}, "3+/5++"),
        ({"abilities": [ability("Line", "Line: Models in this units have a 5+ invulnerable save.")]}, "3+/5++"),
        ({"abilities": [ability("Nova", f"Select one:\n- Until the end of the turn, t{FOUR[1:]}\n- It flies.")]}, "3+"),
        ({"abilities": [ability("Faith", "Another has a 4+ invulnerable save.")]}, "3+"),
        ({"abilities": [ability("Shield dome", "A model with a shield dome has a 4+ invulnerable save.")]}, "3+/4++"),
        ({"wargear": [{**SHIELD, "text": "A model with a shield has a 4+ invulnerable save."}]}, "3+"),
        ({"abilities": [ability("W", "W", effects=[{"kind": "invulnerable-save", "save": "4+"}])]}, "3+/4++"),
        ({"wargear": [SHIELD]}, "3+"),
    ],
)
def test_the_invulnerable_save_that_all_models_always_have_stands_beside_the_save(given: dict[str, Any], shown: str) -> None:
    made = unit(**given)
    made["profiles"][0]["characteristics"]["Sv"] = "3+"
    document = army(made)
    assert [each.characteristics["Sv"] for each in shown_army(document.army, Setup()).units[0].profiles] == [shown]


def test_saves_stand_on_paper_as_they_are_worked_out() -> None:
    wards = [("A", f"{FIVE} Add 7."), ("B", FOUR), ("C", f"{FIVE[:-1]} against ranged attacks."), ("D", "None.")]
    document = army(*(unit(name, name=f"Pickets {name}", abilities=[ability("Ward", text)]) for name, text in wards))
    said = pdf.text(print_sheet(document, Setup(layout="cards")))
    assert re.findall(r"6 (5\+\S*) Wounds", said) == ["5+/5++", "5+/4++", "5+/5++†", "5+"]


def test_a_save_against_some_attacks_has_a_dagger_that_the_card_explains() -> None:
    made = unit(abilities=[ability("Ion", "This model has a 4+ invulnerable save against ranged attacks.")])
    said = pdf.text(print_sheet(army(made)))
    assert "5+/4++†" in said
    assert "† only against ranged attacks" in said


def test_a_save_that_is_lost_when_it_is_failed_has_a_dagger_that_the_card_explains() -> None:
    made = unit(abilities=[ability("Veil", f"{FOUR} The first time this invulnerable saving throw is failed, it is gone.")])
    said = pdf.text(print_sheet(army(made)))
    assert "5+/4++†" in said
    assert "† only until it fails for the first time" in said


def test_whose_armour_fails_on_every_roll_has_an_invulnerable_save_beside_it() -> None:
    made = unit(abilities=[ability("Daemonic", FIVE)])
    made["profiles"][0]["characteristics"]["Sv"] = "7+"
    assert "7+/5++" in pdf.text(print_sheet(army(made)))


def test_this_model_is_the_only_one_of_the_unit_whatever_it_may_become() -> None:
    made = unit(abilities=[ability("Mantle", FIVE)])
    made["profiles"].append({**made["profiles"][0], "id": "p2", "name": "Picket Empowered"})
    shown = [each.characteristics["Sv"] for each in shown_army(army(made).army, Setup()).units[0].profiles]
    assert shown == ["5+/5++", "5+"]


def test_a_model_that_is_called_by_name_has_its_save_and_the_other_has_it_not() -> None:
    made = unit(abilities=[ability("Grace", "OFFICER has a 3+ invulnerable save. Drones have a 4+ invulnerable save.")])
    row = made["profiles"][0]
    made["profiles"] = [row, {**row, "id": "p2", "name": "Officer"}, {**row, "id": "p3", "name": "MV4 Drone"}]
    shown = [each.characteristics["Sv"] for each in shown_army(army(made).army, Setup()).units[0].profiles]
    assert shown == ["5+", "5+/3++", "5+/4++"]


@pytest.mark.parametrize(
    ("unit_name", "names", "ability_name", "shown"),
    [
        ("Pike Squad", ["Pike Sergeant", "Pike"], "Plate", ["5+/5++", "5+/5++"]),
        ("Stalker", ["Stalker Walker", "Gun Drone"], "Walker Shield", ["5+/5++", "5+"]),
        ("Lord", ["Lord", "Gun Drone"], "Drone Shield", ["5+", "5+/5++"]),
        ("Lord", ["Lord", "Gun Drone"], "Shield", ["5+", "5+"]),
    ],
)
def test_this_model_is_each_of_a_squad_or_the_one_that_the_ability_is_called_after(
    unit_name: str, names: list[str], ability_name: str, shown: list[str]
) -> None:
    made = unit(name=unit_name, abilities=[ability(ability_name, FIVE)])
    row, group = made["profiles"][0], made["models"][0]
    made["profiles"] = [{**row, "id": name, "name": name} for name in names]
    made["models"] = [{**group, "id": name, "name": name, "profile": name} for name in names]
    assert [each.characteristics["Sv"] for each in shown_army(army(made).army, Setup()).units[0].profiles] == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The wearer's Knight has a Save characteristic of 2+", "2+"),
        ("The wearer of the Old Plate has a Save characteristic of 2+. In addition, it is old.", "2+"),
        ("A model with this Relic has a Save characteristic of 4+ and a 5+ invulnerable save.", "4+/5++"),
        ("The wearer of the New Plate has a Save characteristic of 2+.", "5+"),
        ("The bearer has a Save characteristic of 6+.", "5+"),
    ],
)
def test_a_better_save_that_a_relic_gives_stands_in_the_place_of_the_own(text: str, shown: str) -> None:
    made = unit(wargear=[{"id": "g1", "name": "The Old Plate", "text": text, "effects": []}])
    made["models"][0]["wargear"] = {"g1": 1}
    assert shown_army(army(made).army, Setup()).units[0].profiles[0].characteristics["Sv"] == shown


def test_a_shield_that_all_models_carry_stands_beside_the_save() -> None:
    made = unit(wargear=[SHIELD])
    made["models"][0]["wargear"] = {"g1": 1}
    assert "5+/4++" in pdf.text(print_sheet(army(made)))


def test_an_ability_is_said_once() -> None:
    twice = [ability("Ward", "Not  today."), ability("ward", "Not today."), ability("Ward", "Tomorrow.")]
    made = unit(abilities=twice, wargear=[{"id": "g1", "name": "Ward", "text": "Not today.", "effects": []}])
    said = pdf.text(print_sheet(army(made)))
    assert said.count("today.") == 1
    assert "Tomorrow." in said


def test_what_a_unit_transports_is_said_once() -> None:
    text = "This model can transport 6 models."
    transport = {"capacity": 6, "admits": [], "refuses": [], "slots": {}, "text": text}
    said = pdf.text(print_sheet(army(unit(abilities=[ability("Transport", text)], transport=transport))))
    assert said.count(text) == 1


def test_facts_of_a_rule_stand_in_one_line_and_those_of_nothing_nowhere() -> None:
    said = pdf.text(print_sheet(army(unit(abilities=[ability("Burst", 'Dice roll: 6\nDistance: 3"\nOther: -')]))))
    assert 'Dice roll: 6 · Distance: 3"' in said
    assert "Other" not in said


def test_boxes_go_on_in_the_next_line_after_a_five() -> None:
    lines = box_lines(TextRenderer("en"), [Strip("Pickets with long rifles", (1,) * 29)], 220)
    boxes = [sum(run.boxes for run in line.runs) for line in lines]  # type: ignore[attr-defined]
    assert sum(boxes) == 29
    assert all(number % 5 == 0 for number in boxes[:-1])


def test_boxes_begin_a_line_with_their_label_where_that_costs_none() -> None:
    strips = [Strip("Sergeant: Laspistol", (1,)), Strip("Guardsman: Lasgun", (1,) * 9)]
    lines = box_lines(TextRenderer("en"), strips, 260)
    assert [[run.label for run in line.runs if run.label] for line in lines] == [  # type: ignore[attr-defined]
        ["Sergeant: Laspistol"], ["Guardsman: Lasgun"]
    ]  # fmt: skip


def test_the_only_line_of_a_unit_leaves_out_a_name_that_has_no_room() -> None:
    made = unit()
    made["profiles"][0] |= {"name": "Watcher upon the Northern Wall"}
    said = pdf.text(print_sheet(army(made), Setup(layout="cards", per_page=8)))
    assert "Northern Wall" not in said
    assert '1 model 6" 4+ 4+ 3 3 1 1 6 5+' in said


def test_figures_stand_no_closer_than_the_name_of_a_weapon_needs() -> None:
    long = weapon("w1", "Master-crafted instigator bolt carbine", '30"', "Assault 1", "4", "-2", "3")
    texts = geometry.pages(print_sheet(army(unit(weapons=[long]), system="wh40k-9e")))[0].texts
    strength, penetration = ([box for box in texts if box.text.strip() == head][-1] for head in ("S", "AP"))
    assert penetration.left - strength.left > 12


@pytest.mark.slow
@pytest.mark.shared
def test_smaller_type_saves_a_last_page_of_a_few_lines() -> None:
    assert len(pdf.texts(sheet_of(real("necron-test")))) == 2


def test_a_unit_that_needs_two_cards_keeps_its_texts() -> None:
    weapons = [
        {"id": f"w{at}", "name": f"Gun {at}", "note": "", "profiles": unit()["weapons"][0]["profiles"]} for at in range(22)
    ]
    made = unit(weapons=weapons, abilities=[ability("Ward", f"{'Not today. ' * 12}Tomorrow.")])
    made["models"][0]["weapons"] = {each["id"]: 1 for each in weapons}
    said = pdf.texts(print_sheet(army(made), Setup(layout="cards")))
    assert "Pickets, 2 of 2" in said[0]
    assert "Tomorrow." in said[0]


def squad(id: str, *models: tuple[str, int, dict[str, int]], weapons: str = "ab") -> dict[str, Any]:
    """A unit of models (name, number, weapons by name) with weapons of these names, in this order."""
    made = unit(id)
    ids = {name: f"w{place}" for place, name in enumerate(weapons)}
    made["weapons"] = [made["weapons"][0] | {"id": ids[name], "name": name} for name in weapons]
    base = made["models"][0]
    made["models"] = []
    for at, (name, number, carried) in enumerate(models):
        counts = {ids[key]: count for key, count in carried.items()}
        made["models"].append(base | {"id": f"{id}m{at}", "name": name, "number": number, "weapons": counts})
    return made


def test_models_that_are_alike_are_counted_together() -> None:
    made = squad(
        "u1", ("Boss", 1, {"a": 1}), ("Lad", 2, {"b": 1, "a": 1}), ("Boss", 1, {"b": 1}), ("Lad", 3, {"a": 1, "b": 1})
    )
    models = shown_army(army(made).army, Setup()).units[0].models
    assert [(one.name, one.number) for one in models] == [("Boss", 1), ("Lad", 5), ("Boss", 1)]
    warlord = [{"kind": "warlord", "subject": "u1m3", "key": "", "value": True, "index": 0}]
    models = shown_army(army(made, declarations=warlord).army, Setup()).units[0].models
    assert [(one.name, one.number) for one in models] == [("Boss", 1), ("Lad", 2), ("Boss", 1), ("Lad", 3)]


def test_units_that_are_alike_in_another_order_are_printed_once() -> None:
    one = squad("u1", ("Boss", 1, {"a": 1}), ("Lad", 4, {"a": 1, "b": 1}))
    same = squad("u2", ("Lad", 4, {"b": 1, "a": 1}), ("Boss", 1, {"a": 1}), weapons="ba")
    other = squad("u3", ("Lad", 4, {"b": 1, "a": 1}), ("Boss", 1, {"b": 1}), weapons="ba")
    assert len(pdf.titles(print_sheet(army(one, same, other)))) == 2
