"""An imported unit as a datasheet of one's own: what it says stands there, and what could not be carried over is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from builder.services.rewriting import rewrite_unit
from datasheets.native.parse_datasheet import read_datasheet
from datasheets.problems import DocumentError
from exports.document.model import Unit
from tests.imported.invented import Muster


def rewrite_entry(entry: str, *choices: str) -> tuple[Unit, dict[str, Any], list[str]]:
    muster = Muster()
    muster.add(entry)
    unit = muster.unit()
    document, left = rewrite_unit(unit, muster.system, "mine", choices)
    return unit, document, [each.code.partition(".")[2] for each in left]


@pytest.mark.parametrize("entry", ["wardens", "walker", "seer", "hauler", "mob", "strider", "runner"])
def test_a_copy_can_be_used_as_it_is(entry: str) -> None:
    unit, document, left = rewrite_entry(entry)
    sheet = read_datasheet(document | {"id": entry})
    assert sheet.name == unit.name
    assert sheet.costs["power"].base == unit.costs.get("power", 0)
    assert [weapon.name for weapon in sheet.weapons] == [weapon.name for weapon in unit.weapons]
    assert [gear.text for gear in sheet.wargear] == [gear.text for gear in unit.wargear]
    assert [ability.text for ability in sheet.abilities] == [ability.text for ability in unit.abilities]
    assert (sheet.keywords.faction, sheet.keywords.other) == (unit.keywords.faction, unit.keywords.other)
    assert sum(row.number.min for row in sheet.profiles) == unit.size.min
    assert sum(row.number.max for row in sheet.profiles) == unit.size.max
    assert "bases" in left


def test_weapons_rows_and_what_models_carry() -> None:
    unit, document, left = rewrite_entry("wardens", "Icon", "Mortar")
    assert {row["name"]: row["number"] for row in document["profiles"]} == {
        "Sergeant": {"min": 1, "max": 1},
        "Warden": {"min": 4, "max": 9},
    }
    weapons = {weapon["name"]: weapon["profiles"] for weapon in document["weapons"]}
    assert weapons["Rifle"][0]["characteristics"]["Range"] == '24"'
    for weapon in unit.weapons:
        assert [each["name"] for each in weapons[weapon.name]] == [each.name for each in weapon.profiles]
    carried = {row["models"][0]: row["items"] for row in document["composition"]["wargear"]}
    assert carried["Warden"]["Rifle"] == 1
    assert carried["Sergeant"]["Pistol"] == 1
    assert left == ["bases", "numbers", "other-costs", "choices", "costs"]


def test_who_carries_something_else_than_others_of_its_row_is_told() -> None:
    muster = Muster()
    muster.add("wardens")
    unit = muster.unit()
    sergeant, wardens = unit.models
    unarmed = replace(wardens, id="unarmed", number=1, weapons={})
    document, left = rewrite_unit(replace(unit, models=(sergeant, wardens, unarmed)), muster.system, "mine")
    assert "Warden" in {row["models"][0] for row in document["composition"]["wargear"]}
    assert [each.code for each in left].count("rewriting.carries") == 1


def test_damage_tables_and_powers() -> None:
    _, walker, _ = rewrite_entry("walker")
    assert [line["wounds"] for line in walker["damage_table"]] == [[6, 10], [3, 5], [1, 2]]
    assert walker["profiles"][0]["characteristics"]["M"] == "*"
    _, seer, _ = rewrite_entry("seer")
    assert (seer["psyker"]["casts"], seer["psyker"]["denies"]) == (2, 1)
    assert seer["psyker"]["powers"]


def test_what_has_no_wounds_is_told_by_the_form() -> None:
    _, document, _ = rewrite_entry("gate")
    with pytest.raises(DocumentError) as refused:
        read_datasheet(document | {"id": "gate"})
    assert [problem.path for problem in refused.value.problems] == ["/profiles/0/characteristics/W"]


def test_texts_that_are_too_long_are_cut_and_other_costs_told() -> None:
    muster = Muster()
    muster.add("wardens")
    unit = muster.unit()
    (ability,) = unit.abilities
    long = replace(unit, abilities=(replace(ability, text="x" * 5000),), costs={**unit.costs, "points": 40})
    document, left = rewrite_unit(long, muster.system, "mine", names={"cost.points": "Points"})
    assert len(document["abilities"][0]["text"]) == 4000
    assert "Steady: a text is too long and was cut after 4000 letters." in left
    assert [each.endswith(", Points.") for each in left if each.code == "rewriting.other-costs"] == [True]
