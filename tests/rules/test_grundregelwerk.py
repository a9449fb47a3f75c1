"""Grundregelwerk: what specs cannot show. Rosters that only come from outside, unit profiles, the bundled army books."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.operations.roster_json import roster_from_json, roster_to_json
from builder.snapshot.document import snapshot
from datasheets.evaluation.tree import Roster
from datasheets.native.compile import compile_datasheet
from datasheets.native.parse_datasheet import read_datasheet
from datasheets.problems import DocumentError
from datasheets.systems import system
from exports.document import RosterDocument, document_from
from tests.bundled import bundled_catalogue
from tests.cli.conftest import Muster, answer, muster, save_file
from tests.rules.playing import Table, finding_lines, judge_roster
from tests.rules.test_fixes import check_fixes

__all__ = ["muster"]

Json = dict[str, Any]
SYSTEM = "grundregelwerk"
BOOKS = ("rustwater-pact", "thornmane-kin")
TAKEN_BACK = "warning declaration.misplaced GRW-SCEN-08"


def good() -> Table:
    """A legal roster of one army book: a captain who is the general, hands, riders."""
    table = Table(SYSTEM)
    table.add("toll-captain", "captain")
    table.add("deck-hands", "hands")
    table.add("towpath-riders", "riders")
    table.play({"op": "declare", "kind": "general", "subject": "captain/Toll Captain"})
    return table


def _unit(data: Json, uid: str) -> Json:
    return next(unit for force in data["forces"] for unit in force["selections"] if unit["uid"] == uid)


def unknown_profile(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["riders"])["entry"] = "lost-riders"


def mixed_unit(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["riders"])["selections"][0]["entry"] = "skim-runners/model/skim-runner"


def unit_without_models(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["riders"])["selections"] = []


def foreign_weapon(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["riders"])["selections"][0]["selections"][0]["entry"] = "towpath-riders/item/lost-gun"


def uneven_weapons(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["riders"])["selections"][0]["selections"][0]["number"] = 2


def too_many_of_a_row(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["hands"])["selections"][1]["number"] = 2
    for item in _unit(data, names["hands"])["selections"][1]["selections"]:
        item["number"] = 2


def no_mate(data: Json, names: dict[str, str]) -> None:
    rows = _unit(data, names["hands"])["selections"]
    rows[0]["number"] = 8
    rows[0]["selections"][0]["number"] = 8
    del rows[1]


def general_who_is_gone(data: Json, names: dict[str, str]) -> None:
    data["declarations"][0]["subject"] = "s9999"


def general_stated_twice(data: Json, names: dict[str, str]) -> None:
    data["declarations"].append(data["declarations"][0])


def two_generals(data: Json, names: dict[str, str]) -> None:
    riders = _unit(data, names["riders"])["selections"][0]["uid"]
    data["declarations"].append({**data["declarations"][0], "subject": riders, "index": 1})


def power_is_agreed(data: Json, names: dict[str, str]) -> None:
    data["agreed"]["power_limit"] = 50


def lost_book(data: Json, names: dict[str, str]) -> None:
    data["forces"].append({**data["forces"][0], "uid": "f99", "catalogue": "lost-book", "selections": []})
    data["next_uid"] = 100


def another_version(data: Json, names: dict[str, str]) -> None:
    data["forces"][0]["pin"] = "sha256:0123"


def another_mission(data: Json, names: dict[str, str]) -> None:
    data["agreed"]["mission"] = "hold-the-bridge"


SAID: dict[Callable[[Json, dict[str, str]], None], list[str]] = {
    unknown_profile: ["error unit.no-datasheet GRW-INTRO-02"],
    mixed_unit: ["error unit.foreign-part GRW-MODEL-02", "error row.too-few-models GRW-INTRO-02"],
    unit_without_models: ["error unit.no-models GRW-MODEL-02"],
    foreign_weapon: ["error unit.foreign-part GRW-MODEL-02", "error wargear.no-option GRW-INTRO-02"],
    uneven_weapons: ["error wargear.uneven GRW-INTRO-02"],
    too_many_of_a_row: ["error row.too-many-models GRW-INTRO-02"],
    no_mate: ["error row.too-few-models GRW-INTRO-02"],
    general_who_is_gone: [TAKEN_BACK],
    general_stated_twice: ["error declaration.twice GRW-SCEN-08"],
    two_generals: ["error general.several GRW-SCEN-08"],
    power_is_agreed: ["warning agreement.misplaced roster.agreement"],
    lost_book: ["error force.no-catalogue GRW-INTRO-02"],
    another_version: ["note force.other-version roster.pin"],
    another_mission: ["error agreement.no-choice GRW-SCEN-01"],
}
PROVES = {
    another_mission: [pytest.mark.rule("GRW-SCEN-01")],
    unknown_profile: [pytest.mark.rule("GRW-INTRO-02")],
    mixed_unit: [pytest.mark.rule("GRW-MODEL-02")],
    unit_without_models: [pytest.mark.rule("GRW-MODEL-02"), pytest.mark.example("GRW-EX-52")],
    two_generals: [pytest.mark.rule("GRW-SCEN-08")],
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


# --- unit profiles


def profile(name: str) -> Json:
    """A bundled unit profile as it is written, to change."""
    catalogues = (bundled_catalogue(id) for id in (*BOOKS, "core-grundregelwerk"))
    return copy.deepcopy(dict(next(each.documents[name] for each in catalogues if name in each.documents)))


def datasheet_problems(document: Json) -> list[tuple[str, str]]:
    """The places and sentences for which a unit profile is refused; none where it is good."""
    try:
        read_datasheet(document)
    except DocumentError as error:
        return [(problem.path, problem.message) for problem in error.problems]
    return []


@pytest.mark.example("GRW-EX-23")
@pytest.mark.parametrize(
    ("key", "good", "bad", "rule"),
    [
        pytest.param(key, good, bad, rule, marks=pytest.mark.rule(rule))
        for key, good, bad, rule in (
            ("NK", "2+ 6+", "1+ 7+", "GRW-PROFILE-02"),
            ("FK", "2+ 6+", "1+ 7+", "GRW-PROFILE-02"),
            ("RW", "2+ 6+", "1+ 7+", "GRW-PROFILE-02"),
            ("MW", "2+ 4+", "1+ 5+ -", "GRW-PROFILE-03"),
        )
    ],
)
def test_values_outside_of_a_profile_are_refused_with_their_rule(key: str, good: str, bad: str, rule: str) -> None:
    sheet = profile("deck-hands")
    for text in good.split():
        sheet["profiles"][0]["characteristics"][key] = text
        assert not datasheet_problems(sheet)
    for text in bad.split():
        sheet["profiles"][0]["characteristics"][key] = text
        ((place, sentence),) = datasheet_problems(sheet)
        assert place == f"/profiles/0/characteristics/{key}"
        assert rule in sentence


@pytest.mark.rule("GRW-PROFILE-01")
@pytest.mark.parametrize("key", ["B", "A", "L", "MW"])
def test_what_every_model_has_is_no_dash(key: str) -> None:
    sheet = profile("deck-hands")
    sheet["profiles"][0]["characteristics"] |= {"NK": "-", "FK": "-", "RW": "-"}
    assert not datasheet_problems(sheet)
    sheet["profiles"][0]["characteristics"][key] = "-"
    assert [place for place, _ in datasheet_problems(sheet)] == [f"/profiles/0/characteristics/{key}"]


@pytest.mark.rule("GRW-PROFILE-01")
def test_a_profile_has_seven_values_in_this_order_and_its_type():
    unit = document("crane-walker").army.units[0]
    assert list(unit.profiles[0].characteristics.items()) == [
        *(("B", '7"'), ("NK", "4+"), ("FK", "4+"), ("RW", "4+"), ("A", "2"), ("L", "3"), ("MW", "3+")),
        ("Type", "walker"),
    ]
    sheet = profile("crane-walker")
    del sheet["profiles"][0]["characteristics"]["L"]
    assert [place for place, _ in datasheet_problems(sheet)] == ["/profiles/0/characteristics"]


@pytest.mark.rule("GRW-PROFILE-04")
def test_the_example_of_a_profile_is_there():
    unit = document("space-marine").army.units[0]
    assert (unit.profiles[0].characteristics["B"], unit.profiles[0].characteristics["Type"]) == ('6"', "infantry")


@pytest.mark.rule("GRW-MODEL-01")
@pytest.mark.rule("GRW-MODEL-02")
def test_every_figure_is_a_model_and_every_model_belongs_to_a_unit():
    army = document("deck-hands", "toll-wagon").army
    assert (army.model_count, [unit.model_count for unit in army.units]) == (9, [8, 1])


@pytest.mark.rule("GRW-RANGED-04")
@pytest.mark.parametrize(("weapon", "good"), [(0, False), (1, True)], ids=["ranged", "melee"])
def test_a_ranged_weapon_has_a_rate_of_fire_of_at_least_1(weapon: int, good: bool) -> None:
    sheet = profile("toll-captain")
    sheet["weapons"][weapon]["profiles"][0]["characteristics"]["RoF"] = "0"
    assert [place for place, _ in datasheet_problems(sheet)] == (
        [] if good else ["/weapons/0/profiles/0/characteristics/RoF"]
    )
    assert all("GRW-RANGED-04" in sentence for _, sentence in datasheet_problems(sheet))


@pytest.mark.rule("GRW-Q-37")
def test_a_melee_weapon_without_a_range_reaches_1_inch_on_paper_too() -> None:
    sheet = profile("toll-captain")
    for weapon in sheet["weapons"][:2]:
        weapon["profiles"][0]["characteristics"]["Range"] = "-"
    assert [place for place, _ in datasheet_problems(sheet)] == ["/weapons/0/profiles/0/characteristics/Range"], (
        "a ranged one needs it"
    )
    sheet["weapons"][0]["profiles"][0]["characteristics"]["Range"] = '12"'
    entry = compile_datasheet(read_datasheet(sheet), system(SYSTEM))
    items = {each.name: each for each in entry.entries[0].entries}
    assert items[sheet["weapons"][1]["name"]].profiles[0].characteristics["Range"] == '1"'


@pytest.mark.rule("GRW-Q-37")
@pytest.mark.parametrize("text", ["Melee", '0"'])
def test_melee_weapons_reach_so_many_inches(text: str) -> None:
    sheet = profile("toll-captain")
    sheet["weapons"][1]["profiles"][0]["characteristics"]["Range"] = text
    assert [place for place, _ in datasheet_problems(sheet)] == ["/weapons/1/profiles/0/characteristics/Range"]


@pytest.mark.rule("GRW-Q-91")
def test_all_models_of_a_unit_have_one_unit_type():
    sheet = profile("deck-hands")
    sheet["profiles"][1]["characteristics"]["Type"] = "bike"
    assert [place for place, _ in datasheet_problems(sheet)] == ["/profiles/1/characteristics/Type"]


# --- what Muster brings along


def document(*units: str) -> RosterDocument:
    """An army of these units."""
    table = Table(SYSTEM)
    for each in units:
        table.add(each)
    return snapshot(table.roster, table.catalogues, table.judge())


def test_two_army_books_use_every_unit_type_and_every_special_rule():
    sheets = [sheet for book in BOOKS for sheet in bundled_catalogue(book).datasheets.values()]
    assert all(len(bundled_catalogue(book).datasheets) >= 8 for book in BOOKS)
    types = {row.characteristics["Type"] for sheet in sheets for row in sheet.profiles}
    assert types == {row.id for row in system(SYSTEM).unit_types}
    texts = {ability.name: ability.text for sheet in sheets for ability in sheet.abilities}
    texts |= dict(p.abilities.split(": ", 1) for s in sheets for w in s.weapons for p in w.profiles if p.abilities)
    for rule in system(SYSTEM).abilities:
        assert rule.name in texts
        assert texts[rule.name].casefold() == rule.text.casefold()


# --- muster check


@pytest.mark.rule("GRW-INTRO-02")
@pytest.mark.rule("GRW-PROFILE-03")
@pytest.mark.rule("GRW-SCEN-08")
def test_check_names_the_rules_of_two_books_morale_5_and_two_generals(muster: Muster, tmp_path: Path) -> None:
    table = good()
    table.add("bramble-host", "guests")
    table.do(op="declare", kind="general", subject=table.group("guests/Bramble Kin").uid, index=2)
    data = json.loads(snapshot(table.roster, table.catalogues, table.judge()).to_bytes())
    data["army"]["units"][1]["profiles"][0]["characteristics"]["MW"] = "5+"
    file = save_file(tmp_path / "army.json", document_from(data).to_bytes())
    result = muster("check", file, "--json")
    assert result.exit_code == 1
    found = answer(result)
    errors = {each["rule"]: each for each in found["findings"] if each["severity"] == "error"}
    assert set(errors) == {"GRW-INTRO-02", "GRW-PROFILE-03", "GRW-SCEN-08", "roster.document"}
    assert all(errors[rule]["fixes"] for rule in errors if rule.startswith("GRW"))
    assert (found["legal"], found["power_level"]) == (False, None)
    assert "Error GRW-PROFILE-03: Deck Hands: Deck Hand has 5+ for MW" in muster("check", file).stdout


@pytest.mark.rule("GRW-INTRO-02")
def test_army_books_are_called_by_their_own_names() -> None:
    table = good()
    table.add("bramble-host", "kin")
    for force, name in zip(table.roster.forces, ("The Left", "The Right"), strict=True):
        table.do(op="rename", subject=force.uid, name=name)
    finding = next(each for each in table.judge().findings if each.code == "army.several-books")
    assert finding.values["books"] == "Rustwater Pact, Thornmane Kin"
