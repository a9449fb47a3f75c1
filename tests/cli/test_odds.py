"""`muster odds`: exact distributions, units named in every way, tables of everything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.services.assembly import open_services
from builder.settings import Settings
from exports.document import RosterDocument, document_from
from tests.attack.ninth import odds
from tests.cli.conftest import Muster, answer, save_file, sentence

GUARD, REGENT = "sunward-patrol:Host Guard", "gloam-patrol:Pale Regent"


def test_one_unit_against_another(muster: Muster, documents: dict[str, RosterDocument]):
    result = muster("odds", GUARD, REGENT, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = answer(result)
    guard = next(unit for unit in documents["sunward-patrol"].army.units if unit.name == "Host Guard")
    regent = next(unit for unit in documents["gloam-patrol"].army.units if unit.name == "Pale Regent")
    wanted = odds(guard, regent)
    assert (found["kills"], found["damage"], found["expected"]) == (list(wanted.kills), list(wanted.damage), wanted.expected)
    assert sum(found["damage"]) == pytest.approx(1)
    assert len(found["damage"]) == 7
    assert (found["attacker"], found["target"]) == ("Host Guard", "Pale Regent")


def test_it_is_told(muster: Muster):
    told = muster("odds", GUARD, REGENT, "--weapon", "day rifle").stdout
    assert told.startswith("Host Guard (10 models) attacks Pale Regent (1 model)\n7 Day rifle: 7 attacks on average\n")
    assert "MODELS   CHANCE  OR MORE" in told
    assert "WOUNDS  CHANCE  OR MORE" in told
    assert "     0 " in told


def test_the_damage_table_of_a_vehicle_is_told(muster: Muster):
    sides = ("thornmane-moot:Root Strider", "rustwater-convoy:Toll Wagon")
    told = muster("odds", *sides, "--weapon", "Sap cannon").stdout
    assert "DAMAGE TABLE       CHANCE\nCrew Shaken         7.29%\n" in told
    found = answer(muster("odds", *sides, "--weapon", "Sap cannon", "--json"))
    assert found["results"]["destroyed"] + found["results"]["explodes"] == pytest.approx(found["kills"][1]) == 1 / 6
    assert answer(muster("odds", sides[1], "thornmane-moot:Burr Hounds", "--json"))["results"] == {}


@pytest.mark.slow
def test_cover_of_the_target_counts(muster: Muster):
    """Seven rifles that hit on 4+, FP 1 against RW 3+: hard cover makes that 5+ to hit and 3+ to save."""
    call = ("odds", "rustwater-ferry:Deck Hands", "thornmane-moot:The Unfelled", "--weapon", "Lock rifle", "--json")
    assert answer(muster(*call))["expected"]["damage"] == pytest.approx(7 / 4, abs=1e-4)
    assert answer(muster(*call, "--cover", "hard-cover"))["expected"]["damage"] == pytest.approx(7 / 9, abs=1e-4)
    armies = ("odds", "rustwater-ferry", "thornmane-scouts", "--weapon", "Lock rifle", "--json")
    rows, sheltered = (answer(muster(*armies, *more))["rows"] for more in ((), ("--cover", "soft-cover")))
    taken, less = [sum(row["expected"]["damage"] for row in each if row["expected"]) for each in (rows, sheltered)]
    assert 0 < less < taken
    refused = muster(*call, "--cover", "trench")
    assert refused.exit_code == 2
    assert "it may be: hard-cover, soft-cover, take-cover" in refused.stderr


def test_the_reference_problem(muster: Muster, settings: Settings):
    """Ten heavy bolt pistols at ten of their kind: 3+ to hit, 4+ to wound, save 3+ after AP -1, two wounds each."""
    services = open_services(settings)
    operations = [
        {"op": "add-force", "catalogue": "core-9e"},
        {"op": "add-unit", "force": "f1", "entry": "assault-intercessor-squad", "models": 10},
    ]
    id = services.rosters.create("wh40k-9e", "Ten", operations).row.id
    services.close()
    squad = f"{id}:Assault Intercessor Squad"
    call = ("odds", squad, squad, "--weapon", "Heavy bolt pistol")
    kills = [round(chance, 6) for chance in answer(muster(*call, "--json"))["kills"]]
    assert kills[:5] == [0.484517, 0.445755, 0.067290, 0.002419, 0.000019]
    told = muster(*call).stdout
    assert "On average 0.59 models destroyed" in told
    assert "     1  44.58%   51.55%" in told
    assert told.endswith("\n\nNot resolved: Angels of Death\n")


@pytest.mark.parametrize("unit", ["host guard", "HOST GUARD", "Host Guard#1", "Host Guard #1", "s7"])
def test_a_unit_is_named_in_many_ways(muster: Muster, documents: dict[str, RosterDocument], unit: str):
    id = next(unit.id for unit in documents["sunward-patrol"].army.units if unit.name == "Host Guard")
    named = id if unit == "s7" else unit
    assert answer(muster("odds", f"sunward-patrol:{named}", REGENT, "--json")) == answer(
        muster("odds", GUARD, REGENT, "--json")
    )


def test_a_title_names_a_unit_too(muster: Muster):
    by_title, by_name = (muster("odds", f"sunward-host:{name}", REGENT, "--json") for name in ("First Lamp", "Host Guard"))
    assert answer(by_title) == answer(by_name)
    assert answer(by_title)["attacker"] == "First Lamp"


def test_several_units_of_one_name_are_numbered(muster: Muster, documents: dict[str, RosterDocument], tmp_path: Path):
    data = json.loads(documents["sunward-patrol"].to_bytes())
    for unit in data["army"]["units"]:
        unit["name"] = "Lamps" if unit["name"] in ("Host Guard", "Vigil Scouts") else unit["name"]
    file = save_file(tmp_path / "lamps.json", document_from(data).to_bytes())
    told = sentence(muster("odds", f"{file}:lamps", REGENT))
    assert "2 units" in told
    assert f"{file}:lamps#1" in told
    first, second = (answer(muster("odds", f"{file}:lamps#{n}", REGENT, "--json")) for n in (1, 2))
    assert first["kills"] == answer(muster("odds", GUARD, REGENT, "--json"))["kills"]
    assert second["kills"] == answer(muster("odds", "sunward-patrol:Vigil Scouts", REGENT, "--json"))["kills"]
    assert "2 units" in sentence(muster("odds", f"{file}:lamps#3", REGENT))


@pytest.mark.slow
def test_everything_against_everything(muster: Muster, documents: dict[str, RosterDocument]):
    ours, theirs = (documents[id].army.units for id in ("sunward-patrol", "gloam-patrol"))
    rows = answer(muster("odds", "sunward-patrol", "gloam-patrol", "--json"))["rows"]
    assert [(row["attacker"], row["target"]) for row in rows] == [(a.name, b.name) for a in ours for b in theirs]
    single = answer(muster("odds", GUARD, REGENT, "--json"))
    assert single in rows
    told = muster("odds", "sunward-patrol", "gloam-patrol").stdout.splitlines()
    assert told[0].startswith("Sunward Patrol attacks Gloam Patrol, every weapon in reach.")
    assert told[2].split()[:-2] == ["ATTACKER", *(str(number) for number in range(1, len(theirs) + 1))]
    guard = next(line for line in told if line.startswith("Host Guard"))
    assert guard.split()[2] == f"{single['expected']['damage']:.1f}"
    regent = next(line for line in told if line.startswith("  1  Pale Regent"))
    assert regent.split()[3] == "6"
    assert any(line.startswith("Gloam Patrol attacks Sunward Patrol") for line in told)


@pytest.mark.slow
def test_armies_at_several_ranges_each_way(muster: Muster):
    found = answer(muster("odds", "sunward-patrol", "gloam-patrol", "--range", "12", "--range", "30", "--json"))
    assert [each["range_inches"] for each in found["assaults"]] == [12, 30]
    near, far = (each["losses"]["wounds"] for each in found["assaults"])
    assert near > far
    assert {each["name"] for each in found["returned"][0]["targets"]} >= {"Host Guard", "Dawn Marshal"}
    told = muster("odds", "sunward-patrol", "gloam-patrol", "--range", "12", "--range", "30").stdout
    assert "Sunward Patrol attacks Gloam Patrol at 30″." in told
    assert "Where each attacks its best target, Gloam Patrol loses" in told


def test_several_units_attack_one_together(muster: Muster):
    both = answer(muster("odds", "sunward-patrol:Host Guard + Comet Riders", REGENT, "--json"))["assaults"][0]
    together = both["targets"][0]["together"]
    assert together["attackers"] == ["Host Guard", "Comet Riders"]
    alone = [each["takes"][0]["destroyed"] for each in both["units"]]
    assert together["destroyed"] > max(alone)
    assert "Nobody" in sentence(muster("odds", "sunward-patrol:Host Guard + Nobody", REGENT))


@pytest.mark.slow
def test_one_unit_against_everything_and_the_other_way_round(muster: Muster, documents: dict[str, RosterDocument]):
    assert len(answer(muster("odds", GUARD, "gloam-patrol", "--json"))["rows"]) == len(documents["gloam-patrol"].army.units)
    assert len(answer(muster("odds", "gloam-patrol", GUARD, "--json"))["rows"]) == len(documents["gloam-patrol"].army.units)


@pytest.mark.slow
def test_files(muster: Muster, sheet: Path):
    assert answer(muster("odds", f"{sheet}:Host Guard", REGENT, "--json")) == answer(muster("odds", GUARD, REGENT, "--json"))
    assert len(answer(muster("odds", sheet, REGENT, "--json"))["rows"]) == 5


@pytest.mark.parametrize("options", [["--fight"], ["--range", "6"], ["--weapon", "Host sword"], ["--advanced"]])
def test_the_terms_change_the_odds(muster: Muster, options: list[str]):
    assert answer(muster("odds", GUARD, REGENT, *options, "--json")) != answer(muster("odds", GUARD, REGENT, "--json"))


def test_a_charge_and_a_move_count(muster: Muster):
    fight = ("odds", "sunward-patrol:Comet Riders", REGENT, "--fight", "--json")
    assert answer(muster(*fight, "--charged"))["expected"]["damage"] > answer(muster(*fight))["expected"]["damage"]
    shoot = ("odds", "sunward-patrol:Host Guard", REGENT, "--weapon", "Glare gun", "--json")
    assert answer(muster(*shoot, "--moved"))["expected"]["damage"] < answer(muster(*shoot))["expected"]["damage"]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ((f"{GUARD}s", REGENT), 'no unit "Host Guards" in sunward-patrol, only: Dawn Marshal'),
        (("nobody:Host Guard", REGENT), 'no roster "nobody"'),
        ((GUARD, "gloam-patrol:Host Guard#7"), 'no unit "Host Guard"'),
        ((GUARD, REGENT, "--weapon", "spoon"), "spoon"),
        (("sunward-patrol", "gloam-patrol", "--weapon", "spoon"), "spoon"),
        ((GUARD, REGENT, "--range", "-3"), "--range"),
    ],
)
def test_what_cannot_be_worked_out(muster: Muster, call: tuple[str, ...], told: str):
    assert told in sentence(muster("odds", *call))
