"""Age of Sigmar, 1st edition: what specs cannot show. Rosters that only come from outside, and what a warscroll is."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from builder.operations.roster_json import roster_from_json, roster_to_json
from builder.snapshot.document import snapshot
from datasheets.evaluation.tree import Roster
from datasheets.native.parse_datasheet import read_datasheet
from datasheets.problems import DocumentError
from exports.document import RosterDocument, document_from, read_document
from tests.bundled import bundled_catalogue
from tests.rules.playing import Table, finding_lines, judge_roster
from tests.rules.test_fixes import check_fixes

Json = dict[str, Any]
SYSTEM = "aos-1e"
MISSING, TAKEN_BACK = "error general.missing AOS-GENERAL-01", "warning declaration.misplaced AOS-GENERAL-01"


def good() -> Table:
    """A legal roster: a Lock Warden who is the general, pikes, bows in reserve, and guests of another catalogue."""
    table = Table(SYSTEM)
    table.add("lock-warden", "warden")
    table.add("fen-pikes", "pikes")
    table.add("reed-bows", "bows")
    table.add("thorn-archers", "guests")
    table.play({"op": "declare", "kind": "general", "subject": "warden/Lock Warden"})
    table.do(op="declare", kind="reserve", subject=table.names["bows"])
    return table


def _unit(data: Json, uid: str) -> Json:
    return next(unit for force in data["forces"] for unit in force["selections"] if unit["uid"] == uid)


def unknown_warscroll(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["pikes"])["entry"] = "lost-pikes"


def mixed_unit(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["pikes"])["selections"][0]["entry"] = "reed-bows/model/reed-bow"


def unit_without_models(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["pikes"])["selections"] = []


def foreign_weapon(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["pikes"])["selections"][0]["selections"][0]["entry"] = "fen-pikes/item/lost-lance"


def uneven_weapons(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["pikes"])["selections"][0]["selections"][0]["number"] = 4


def general_who_is_gone(data: Json, names: dict[str, str]) -> None:
    data["declarations"][0]["subject"] = "s9999"


def general_is_a_unit(data: Json, names: dict[str, str]) -> None:
    data["declarations"][0]["subject"] = names["warden"]


def two_generals(data: Json, names: dict[str, str]) -> None:
    pikes = _unit(data, names["pikes"])["selections"][0]["uid"]
    data["declarations"].append({**data["declarations"][0], "subject": pikes, "index": 3})


def warlord(data: Json, names: dict[str, str]) -> None:
    data["declarations"].append({**data["declarations"][0], "kind": "warlord"})


def general_stated_twice(data: Json, names: dict[str, str]) -> None:
    data["declarations"].append(data["declarations"][0])


def power_is_agreed(data: Json, names: dict[str, str]) -> None:
    data["agreed"]["power_limit"] = 50


def lost_catalogue(data: Json, names: dict[str, str]) -> None:
    data["forces"][0]["catalogue"] = "lost-league"


def another_version(data: Json, names: dict[str, str]) -> None:
    data["forces"][0]["pin"] = "sha256:0123"


def limit_of_points(data: Json, names: dict[str, str]) -> None:
    data["limits"] = {"points": "100"}


def another_mission(data: Json, names: dict[str, str]) -> None:
    data["agreed"]["mission"] = "hold-the-bridge"


SAID: dict[Callable[[Json, dict[str, str]], None], list[str]] = {
    unknown_warscroll: ["error unit.no-datasheet AOS-UNIT-02"],
    mixed_unit: ["error unit.foreign-part AOS-UNIT-04", "error row.too-few-models AOS-UNIT-01"],
    unit_without_models: ["error unit.no-models AOS-UNIT-03"],
    foreign_weapon: ["error unit.foreign-part AOS-UNIT-04", "error wargear.no-option AOS-ATTACK-02"],
    uneven_weapons: ["error wargear.uneven AOS-ATTACK-02"],
    general_who_is_gone: [TAKEN_BACK, MISSING],
    general_is_a_unit: [TAKEN_BACK, MISSING],
    two_generals: ["error general.several AOS-GENERAL-01"],
    warlord: ["warning declaration.misplaced roster.declaration"],
    general_stated_twice: ["error declaration.twice AOS-GENERAL-01"],
    power_is_agreed: ["warning agreement.misplaced roster.agreement"],
    lost_catalogue: [TAKEN_BACK, MISSING, "error force.no-catalogue AOS-UNIT-02"],
    another_version: ["note force.other-version roster.pin"],
    limit_of_points: [],
    another_mission: ["error agreement.no-choice AOS-VICTORY-01"],
}
PROVES = {
    another_mission: [pytest.mark.rule("AOS-VICTORY-01")],
    unknown_warscroll: [pytest.mark.rule("AOS-UNIT-02"), pytest.mark.example("AOS-EX-45")],
    mixed_unit: [pytest.mark.rule("AOS-UNIT-04"), pytest.mark.example("AOS-EX-45")],
    unit_without_models: [pytest.mark.rule("AOS-UNIT-03")],
    two_generals: [pytest.mark.rule("AOS-GENERAL-01")],
    uneven_weapons: [pytest.mark.rule("AOS-ATTACK-02")],
}


def broken_roster(way: Callable[[Json, dict[str, str]], None]) -> Roster:
    """The good roster, broken in one way."""
    table = good()
    data = copy.deepcopy(roster_to_json(table.roster))
    way(data, table.names)
    return roster_from_json(data)


def test_the_roster_that_is_broken_here_is_good():
    judged = good().judge()
    assert (list(finding_lines(judged)), judged.legal, judged.power_level, dict(judged.costs)) == ([], True, None, {})


@pytest.mark.parametrize("way", [pytest.param(way, id=way.__name__, marks=PROVES.get(way, ())) for way in SAID])
def test_a_broken_roster_is_judged_and_every_fix_holds(way: Any) -> None:
    roster = broken_roster(way)
    assert list(finding_lines(judge_roster(roster))) == SAID[way]
    check_fixes(roster)


# --- warscrolls


def warscroll(name: str) -> Json:
    """A bundled warscroll as it is written, to change."""
    catalogues = (bundled_catalogue(id) for id in ("saltmarch-league", "hollow-bough"))
    return copy.deepcopy(dict(next(each.documents[name] for each in catalogues if name in each.documents)))


def datasheet_problems(document: Json) -> list[tuple[str, str]]:
    """The places and sentences for which a warscroll is refused."""
    with pytest.raises(DocumentError) as error:
        read_datasheet(document)
    return [(problem.path, problem.message) for problem in error.value.problems]


@pytest.mark.rule("AOS-TARGET-01")
@pytest.mark.parametrize("written", ["Melee", "0", '0"', "-", "melee", "*"])
def test_every_weapon_has_a_range_above_0_and_is_told_how_to_write_it(written: str) -> None:
    sheet = warscroll("lantern-witch")
    sheet["weapons"][0]["profiles"][0]["characteristics"]["Range"] = written
    places = datasheet_problems(sheet)
    assert places
    if written != "*":
        assert [path for path, _ in places] == ["/weapons/0/profiles/0/characteristics/Range"]
        assert '20"' in places[0][1]
        assert '1"' in places[0][1]


@pytest.mark.rule("AOS-Q-30")
@pytest.mark.parametrize("change", ["forgotten column", "forgotten weapon", "no table", "no star", "stranger", "unreadable"])
def test_weapons_that_grow_weaker_have_a_value_for_every_wound(change: str) -> None:
    sheet = warscroll("tide-wyrm")
    weapons = sheet["damage_table"][1]["weapons"]
    if change == "forgotten column":
        weapons["Brine breath"] = {"Attacks": "1"}
    elif change == "forgotten weapon":
        del weapons["Brine breath"]
    elif change == "no table":
        sheet["damage_table"] = []
    elif change == "no star":
        weapons["Brine breath"]["Damage"] = "3"
    elif change == "stranger":
        weapons["Brine breadth"] = {"Range": '3"'}
    else:
        weapons["Brine breath"]["Range"] = "far"
    assert all(path.startswith("/damage_table") for path, _ in datasheet_problems(sheet))


def test_a_weapon_with_a_star_needs_a_table_only_where_its_bearer_may_have_it():
    sheet = warscroll("tide-wyrm")
    sheet["weapons"].append({**sheet["weapons"][2], "name": "Spare tail"})
    read_datasheet(sheet)
    sheet["composition"]["wargear"][0]["items"]["Spare tail"] = 1
    assert datasheet_problems(sheet)


def document(*units: str, general: str = "") -> RosterDocument:
    """An army of these warscrolls; one model of the unit `general` leads it."""
    table = Table(SYSTEM)
    for each in units:
        table.add(each)
    if general:
        table.do(op="declare", kind="general", subject=table.unit(general).selections[0].uid)
    return snapshot(table.roster, table.catalogues, table.judge())


@pytest.mark.rule("AOS-UNIT-01")
@pytest.mark.rule("AOS-ATTACK-02")
def test_a_warscroll_has_characteristics_weapons_abilities_and_keywords():
    unit = document("root-dead").army.units[0]
    assert unit.profiles[0].characteristics == {"Move": '4"', "Wounds": "1", "Bravery": "10", "Save": "6+"}
    assert {weapon.name: weapon.profiles[0].characteristics["Range"] for weapon in unit.weapons} == {
        "Rusted blade": '1"',
        "Clutching roots": '2"',
    }
    assert [ability.name for ability in unit.abilities] == ["Out of the Ground"]
    assert "SUMMONABLE" in unit.keywords.other
    assert (unit.costs, unit.size.min, unit.size.max) == ({}, 20, 60)


@pytest.mark.rule("AOS-Q-30")
def test_what_damage_does_to_weapons_is_in_the_document_and_comes_back():
    made = document("carrion-roc")
    unit = made.army.units[0]
    ids = {weapon.id: weapon.name for weapon in unit.weapons}
    last = unit.profiles[0].damage_table[-1]
    assert (last.wounds, last.characteristics) == ((1, 5), {"Move": '2D6"', "Save": "6+"})
    assert {ids[id]: dict(values) for id, values in last.weapons.items()} == {
        "Grave shriek": {"Attacks": "D3"},
        "Hooked talons": {"To Hit": "4+"},
        "Butcher's beak": {"Rend": "-", "Damage": "1"},
    }
    assert read_document(made.to_bytes()).digest == made.digest
    broken = copy.deepcopy(made.data)
    broken["army"]["units"][0]["profiles"][0]["damage_table"][0]["weapons"]["w9"] = {"Attacks": "1"}  # type: ignore[index]
    with pytest.raises(DocumentError, match="w9"):
        document_from(broken)


@pytest.mark.rule("AOS-WIZARD-01")
@pytest.mark.rule("AOS-WIZARD-04")
@pytest.mark.rule("AOS-SPELL-01")
def test_a_wizard_casts_and_unbinds_so_many_and_knows_the_spells_of_every_wizard():
    witch, warden, caller = (each.psyker for each in document("lantern-witch", "lock-warden", "grave-caller").army.units)
    assert warden is None
    assert witch
    assert caller
    assert [(each.casts, each.denies) for each in (witch, caller)] == [(1, 1), (2, 1)]
    assert [(power.name, power.value) for power in witch.powers] == [
        ("Arcane Bolt", 5),
        ("Mystic Shield", 6),
        ("Drowning Lights", 6),
    ]


@pytest.mark.rule("AOS-COMMAND-02")
def test_a_general_has_inspiring_presence_besides_the_commands_of_its_warscroll():
    general, other = document("lock-warden", "king-under-leaves", general="lock-warden").army.units
    assert [command.name for command in general.commands] == ["Inspiring Presence", "Open the Sluices"]
    assert [command.name for command in other.commands] == ["The Wood Walks"]
    assert not document("fen-pikes").army.units[0].commands


def test_a_system_without_commands_refuses_them():
    sheet = copy.deepcopy(dict(bundled_catalogue("sunward-host").documents["host-guard"]))
    sheet["commands"] = [{"id": "charge", "name": "Charge!", "text": "Go."}]
    assert [path for path, _ in datasheet_problems(sheet)] == ["/commands"]
