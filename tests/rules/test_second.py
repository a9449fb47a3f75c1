"""2nd edition: what specs cannot show. Rosters that only come from outside, cards and Victory Points, the bundled armies."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builder.operations.roster_json import roster_from_json, roster_to_json
from builder.operations.table import apply_all
from builder.rules.read_army import read_army
from builder.rules.shares import check_shares
from builder.services.bundled import samples
from builder.snapshot.document import snapshot
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Roster
from datasheets.systems import rulebook, system
from datasheets.systems.strategy import ListedUnit, strategy_cards, strategy_rating, victory_points
from exports.document import RosterDocument
from resolver.families.wh40k.costed import costed_matchup
from tests.bundled import bundled_catalogue
from tests.cli.conftest import Muster, answer, muster, save_file
from tests.rules.playing import BUNDLED, Table, finding_lines, judge_roster
from tests.rules.test_fixes import check_fixes

__all__ = ["muster"]

Json = dict[str, Any]
SYSTEM = "wh40k-2e"
ARMIES = ("rampart-column", "undertow")
NOTES = ["note army.strategy-cards 2E-STRAT-01", "note army.strategy-rating 2E-R-SETUP-07"]


def good() -> Table:
    """A legal army: a captain who commands, a squad, sappers, a thump gun in a Battery."""
    table = Table(SYSTEM)
    table.add("rampart-captain", "captain")
    table.add("rampart-guard", "guard")
    table.add("sappers", "sappers")
    table.add("thump-gun", "gun")
    table.play({"op": "declare", "kind": "commander", "subject": "captain/Captain"})
    table.play({"op": "declare", "kind": "battery", "subject": "gun", "value": 1})
    table.do(op="agree", key="points_limit", value=300)
    return table


def _unit(data: Json, uid: str) -> Json:
    return next(unit for force in data["forces"] for unit in force["selections"] if unit["uid"] == uid)


def unknown_entry(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["sappers"])["entry"] = "lost-sappers"


def mixed_unit(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["sappers"])["selections"][0]["entry"] = "rampart-guard/model/guardsman"


def unit_without_models(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["sappers"])["selections"] = []


def uneven_weapons(data: Json, names: dict[str, str]) -> None:
    _unit(data, names["sappers"])["selections"][0]["selections"][0]["number"] = 3


def two_sergeants(data: Json, names: dict[str, str]) -> None:
    rows = _unit(data, names["guard"])["selections"]
    for row, number in zip(rows, (8, 2), strict=True):
        row["number"] = number
        for item in row["selections"]:
            item["number"] = number


def commander_who_is_gone(data: Json, names: dict[str, str]) -> None:
    data["declarations"][0]["subject"] = "s9999"


def commander_stated_twice(data: Json, names: dict[str, str]) -> None:
    data["declarations"].append(data["declarations"][0])


def power_is_agreed(data: Json, names: dict[str, str]) -> None:
    data["agreed"]["power_limit"] = 50


def lost_list(data: Json, names: dict[str, str]) -> None:
    data["forces"].append({**data["forces"][0], "uid": "f99", "catalogue": "lost-list", "selections": []})
    data["next_uid"] = 100


def another_version(data: Json, names: dict[str, str]) -> None:
    data["forces"][0]["pin"] = "sha256:0123"


def in_one_another(data: Json, names: dict[str, str]) -> None:
    both = ("captain", "guard"), ("guard", "captain")
    data["declarations"] += [
        {"kind": "embarked", "subject": names[a], "key": "", "value": names[b], "index": 0} for a, b in both
    ]


def a_limit_of_costs(data: Json, names: dict[str, str]) -> None:
    data["limits"] = {"points": "200"}


SAID: dict[Callable[[Json, dict[str, str]], None], list[str]] = {
    unknown_entry: ["error unit.no-datasheet 2E-CHAR-03"],
    mixed_unit: ["error unit.foreign-part 2E-R-ARMY-07", "error row.too-few-models 2E-R-ARMY-07"],
    unit_without_models: ["error unit.no-models 2E-R-ARMY-07"],
    uneven_weapons: ["error wargear.uneven 2E-R-ARMY-07"],
    two_sergeants: ["error row.too-few-models 2E-R-ARMY-07", "error row.too-many-models 2E-R-ARMY-07"],
    commander_who_is_gone: ["warning declaration.misplaced 2E-R-ARMY-03", "error commander.missing 2E-R-ARMY-03"],
    commander_stated_twice: ["error declaration.twice 2E-R-ARMY-03"],
    power_is_agreed: ["warning agreement.misplaced roster.agreement"],
    lost_list: ["error force.no-catalogue 2E-CHAR-03"],
    another_version: ["note force.other-version roster.pin"],
    in_one_another: ["error embarked.not-a-transport 2E-R-SETUP-12"] * 2,
    a_limit_of_costs: ["error cost.over-limit 2E-R-SETUP-01"],
}


def broken_roster(way: Callable[[Json, dict[str, str]], None]) -> Roster:
    """The good roster, broken in one way."""
    table = good()
    data = copy.deepcopy(roster_to_json(table.roster))
    way(data, table.names)
    return roster_from_json(data)


def test_the_roster_that_is_broken_here_is_good():
    judged = good().judge()
    assert (list(finding_lines(judged)), judged.legal, judged.power_level) == (NOTES, True, None)
    assert dict(judged.costs) == {"points": 244}


@pytest.mark.rule("2E-R-ARMY-07")
@pytest.mark.parametrize("way", SAID, ids=lambda way: way.__name__)
def test_a_broken_roster_is_judged_and_every_fix_holds(way: Any) -> None:
    roster = broken_roster(way)
    assert sorted(said for said in finding_lines(judge_roster(roster)) if said not in NOTES) == sorted(SAID[way])
    check_fixes(roster)


# --- datasheets


def document(*units: str) -> RosterDocument:
    """An army of these units."""
    table = Table(SYSTEM)
    for each in units:
        table.add(each)
    return snapshot(table.roster, table.catalogues, table.judge())


CHARACTERISTICS = {
    "M": ("2E-CHAR-04", "move"),
    "WS": ("2E-CHAR-06", "melee-hit"),
    "BS": ("2E-CHAR-07", "ranged-hit"),
    "S": ("2E-CHAR-08", "strength"),
    "T": ("2E-CHAR-09", "resistance"),
    "W": ("2E-CHAR-10", "wounds"),
    "I": ("2E-CHAR-11", ""),
    "A": ("2E-CHAR-12", "number"),
    "Ld": ("2E-CHAR-14", "nerve"),
}


@pytest.mark.rule("2E-CHAR-01", "2E-CHAR-03")
@pytest.mark.example("2E-EX-02")
def test_a_profile_has_nine_characteristics_in_this_order():
    row = rulebook(SYSTEM).rule("2E-CHAR-03").table[0]
    assert [column.key for column in system(SYSTEM).characteristics] == list(row)
    unit = document("guardsman").army.units[0]
    assert list(unit.profiles[0].characteristics.values()) == ["4", "3", "3", "3", "3", "1", "3", "1", "7"]  # M 4: 2E-Q-02


@pytest.mark.parametrize(
    ("key", "part"),
    [pytest.param(key, part, marks=pytest.mark.rule(rule)) for key, (rule, part) in CHARACTERISTICS.items()],
)
def test_each_characteristic_plays_its_part_and_must_be_a_number(key: str, part: str) -> None:
    column = next(each for each in system(SYSTEM).characteristics if each.key == key)
    assert (column.part, column.kind, column.least) == (part, "score", 0)


@pytest.mark.rule("2E-CHAR-05")
@pytest.mark.example("2E-EX-01")
def test_a_man_moves_as_most_men_do():
    men = [row for sheet in bundled_catalogue("rampart-column").datasheets.values() for row in sheet.profiles]
    on_foot = {row.characteristics["M"] for row in men if row.name in ("Guardsman", "Sapper", "Captain", "Lancer")}
    assert on_foot == {str(rulebook(SYSTEM).rule("2E-CHAR-05").numbers["human_m"])}


@pytest.mark.rule("2E-CAV-02", "2E-CAV-04", "2E-CAV-05")
def test_rider_and_mount_are_one_model_with_the_riders_values_and_the_mounts_move():
    unit = document("rampart-lancers").army.units[0]
    profile = unit.profiles[0]
    assert unit.model_count == 5
    assert [profile.characteristics[key] for key in ("Ld", "T", "W", "I")] == ["8", "3", "1", "3"]
    assert (profile.steed["M"], profile.steed["W"]) == ("8", str(rulebook(SYSTEM).rule("2E-CAV-01").numbers["mount_wounds"]))


@pytest.mark.rule("2E-CREW-01", "2E-VEH-01", "2E-BRD-01")
def test_the_document_has_a_whole_vehicle_and_its_crew_is_in_the_price():
    unit = document("bastion-crawler").army.units[0]
    (vehicle,) = unit.vehicles
    assert sum(crew.number for crew in vehicle.crew) == 5
    assert unit.costs["points"] == 165
    assert [(each.name, each.front, each.side) for each in vehicle.locations][3] == ("Turret", 25, 22)
    assert {gun.weapon for gun in vehicle.guns} <= {weapon.id for weapon in unit.weapons}
    assert document("haul-carrier").army.units[0].transport.capacity == 10


@pytest.mark.rule("2E-R-PEN-04", "2E-R-PEN-05", "2E-R-PEN-06", "2E-R-PEN-09", "2E-R-PEN-10", "2E-R-PEN-11")
@pytest.mark.rule("2E-R-PEN-12", "2E-R-PEN-13")
def test_damage_tables_are_the_ledgers_bands():
    for table in system(SYSTEM).damage_tables:
        bands = [(row["min"], row["max"]) for row in rulebook(SYSTEM).rule(table.rule).table]
        assert [(result.least, result.most) for result in table.results] == bands, table.id


@pytest.mark.rule("2E-COL-03", "2E-COL-04")
def test_ram_values_are_the_ledgers():
    table = rulebook(SYSTEM).rule("2E-COL-03").table
    for found, row in zip(system(SYSTEM).ram_values, table, strict=True):
        strength = row["ram_strength"] if isinstance(row["ram_strength"], int) else None
        assert (found.strength, found.damage, found.save) == (strength, str(row["damage"]), row["save_modifier"])
        assert found.rams is not row["type"].endswith("*")


@pytest.mark.rule("2E-R-SAVE-04")
def test_the_fields_of_the_sample_deck_save_as_the_ledger_says():
    numbers = rulebook(SYSTEM).rule("2E-R-SAVE-04").numbers
    cards = {card.id: card.field_save for card in system(SYSTEM).wargear_cards() if card.field_save}
    wanted = {"refractor-field": "refractor", "conversion-field": "conversion", "displacer-field": "displacer"}
    assert {id: save.save for id, save in cards.items()} == {
        **{id: numbers[name] for id, name in wanted.items()},
        "power-field": numbers["power_field"],
    }
    assert [id for id, save in cards.items() if not save.in_combat] == ["power-field"]


# --- points, cards, Victory Points


def of_table(state: str) -> str:
    """The column of a Victory Point table that a ledger's example means."""
    states = {
        **{"50% casualties": "half_casualties", "wiped out": "broken_or_wiped_out", "broken": "broken_or_wiped_out"},
        **{"damaged": "damaged", "destroyed": "disabled_or_destroyed", "disabled": "disabled_or_destroyed"},
        **{"killed": "killed", "wounded": "wounded", "50% disabled": "half_disabled", "all disabled": "all_disabled"},
        **{"50% destroyed": "half_destroyed", "50% casualties and then wiped out": "broken_or_wiped_out"},
    }
    return states[state]


PLURALS = {
    "squad": "squads",
    "vehicle": "vehicles",
    "character": "characters",
    "squadron": "squadrons",
    "battery": "batteries",
}
SCORED = [each for each in rulebook(SYSTEM).examples if "'category'" in str(each.given)]


@pytest.mark.rule("2E-VP-02", "2E-VP-03", "2E-VP-04", "2E-VP-05", "2E-VP-06")
@pytest.mark.parametrize("case", [pytest.param(each, marks=pytest.mark.example(each.id), id=each.id) for each in SCORED])
def test_victory_points_are_those_of_the_ledgers_examples(case: Any) -> None:
    given = case.given
    found = victory_points(system(SYSTEM), PLURALS[given["category"]], given["points"])
    column = of_table(given["state"])
    column = "wiped_out" if given["category"] == "battery" and given["state"] == "wiped out" else column
    assert found[column] == case.expect["victory_points"]


@pytest.mark.rule("2E-VP-07")
def test_a_pack_of_lesser_daemons_is_worth_1_and_a_greater_daemon_3():
    assert victory_points(system(SYSTEM), "daemons", 108) == {"wounded": 0, "wiped_out": 1}
    assert victory_points(system(SYSTEM), "daemons", 200, is_greater=True) == {"wounded": 0, "wiped_out": 3}


DRAWN = [each for each in rulebook(SYSTEM).examples if "strategy_cards" in str(each.expect)]


@pytest.mark.rule("2E-STRAT-01", "2E-STRAT-02")
@pytest.mark.parametrize("case", [pytest.param(each, marks=pytest.mark.example(each.id), id=each.id) for each in DRAWN])
def test_strategy_cards_are_one_for_each_1000_points_or_part_of_them(case: Any) -> None:
    units = [ListedUnit("one", False, {"TYRANIDS"} if case.given["army"] == "Tyranid" else {"ORKS"})]
    assert strategy_cards(system(SYSTEM), case.given["army_points"], units) == case.expect["strategy_cards"]


@pytest.mark.rule("2E-R-SETUP-07")
def test_the_strategy_rating_is_the_factions_unless_the_list_says_another():
    numbers = rulebook(SYSTEM).rule("2E-R-SETUP-07").numbers
    game, nobody = system(SYSTEM), ListedUnit("one", False, {"NOBODY"})
    assert strategy_rating(game, [ListedUnit("one", False, {"SPACE MARINES"})]) == numbers["space_marines"]
    assert strategy_rating(game, [ListedUnit("one", False, {"SPACE WOLVES"})]) == numbers["space_marines"]
    assert strategy_rating(game, [nobody, ListedUnit("one", False, {"SISTERS OF BATTLE"})]) == numbers["sisters"]
    assert strategy_rating(game, [ListedUnit("one", False, {"SPACE MARINES"}, 4)]) == 4
    assert strategy_rating(game, [nobody]) is None
    assert strategy_rating(game, []) is None


@pytest.mark.rule("2E-R-SETUP-07")
def test_the_commander_decides_on_the_strategy_rating_and_allies_do_not():
    game, numbers = system(SYSTEM), rulebook(SYSTEM).rule("2E-R-SETUP-07").numbers
    guard, led = ListedUnit("guard", False, {"IMPERIAL GUARD"}), ListedUnit("guard", True, {"IMPERIAL GUARD"})
    allies = [ListedUnit("orks", False, {"ORKS"})] * 3
    assert strategy_rating(game, [*allies, led]) == strategy_rating(game, [guard, *allies]) == numbers["imperial_guard"]
    assert strategy_rating(game, [replace(guard, rating=2), replace(led, rating=5)]) == 5
    mixed = [guard, guard, ListedUnit("guard", False, {"CHAOS"})]
    assert strategy_rating(game, mixed) == numbers["imperial_guard"]


# --- what Muster brings along


def test_two_armies_use_every_special_rule_trait_and_kind_of_vehicle():
    sheets = [sheet for army in ARMIES for sheet in bundled_catalogue(army).datasheets.values()]
    assert all(len(bundled_catalogue(army).datasheets) >= 8 for army in ARMIES)
    texts = {ability.name for sheet in sheets for ability in sheet.abilities}
    assert {ability.name for ability in system(SYSTEM).abilities} <= texts
    traits = {trait for sheet in sheets for weapon in sheet.weapons for way in weapon.profiles for trait in way.traits}
    assert traits == {trait.id for trait in system(SYSTEM).weapon_traits}
    assert {vehicle.kind for sheet in sheets for vehicle in sheet.vehicles} == {
        *("tracked", "wheeled", "bike", "walker", "skimmer")
    }
    parts = {location.part for sheet in sheets for vehicle in sheet.vehicles for location in vehicle.locations}
    assert parts == {"track", "hull", "weapon", "turret", "crew", "vehicle", "legs", "arm", "body"}
    assert {sheet.role for sheet in sheets} == {role.id for role in system(SYSTEM).roles}


def test_their_rosters_give_every_wargear_card_to_somebody():
    given = set()
    for sample in samples():
        if sample.system == SYSTEM:
            options = (str(each.get("option", "")) for each in sample.written)
            given |= {option.rpartition("/card/")[2] for option in options if "/card/" in option}
    assert {card.id for card in system(SYSTEM).wargear_cards()} - given == set()


def test_each_has_a_large_and_a_small_roster_that_are_legal():
    found = {each.id: each for each in samples() if each.system == SYSTEM}
    assert set(found) == {"rampart-column", "rampart-patrol", "undertow", "undertow-swell"}


@pytest.mark.rule("2E-BATT-03", "2E-Q-59")
def test_a_dear_weapon_that_joins_a_battery_counts_in_it():
    table = good()
    for at in (2, 3):
        table.add("thump-gun", f"gun{at}")
        table.play({"op": "declare", "kind": "battery", "subject": f"gun{at}", "value": 1})
    table.do(op="agree", key="points_limit", value=1000)
    table.add("siege-lance", "lance")
    assert "battery.uneven" not in [each.code for each in judge_roster(table.roster).findings]
    table.play({"op": "declare", "kind": "battery", "subject": "lance", "value": 1})
    (found,) = (each for each in judge_roster(table.roster).findings if each.code == "battery.uneven")
    assert (found.rule, found.values["now"], found.values["sizes"]) == ("2E-BATT-03", "4", "2 + 2")
    check_fixes(table.roster)


@pytest.mark.rule("2E-R-ARMY-03")
def test_a_vehicle_commands_no_army_though_it_is_dearer_than_every_squad():
    table = Table(SYSTEM)
    table.add("rampart-guard", "guard")
    table.add("bastion-crawler", "tank")
    commander = {"op": "declare", "kind": "commander"}
    table.play({**commander, "subject": f"guard/{table.unit('guard').selections[0].name}"})
    assert [each.code for each in judge_roster(table.roster).findings if each.code.startswith("commander.")] == []
    table.play({**commander, "subject": f"tank/{table.unit('tank').selections[0].name}"})
    assert "commander.other" in [each.code for each in judge_roster(table.roster).findings]


@pytest.mark.rule("2E-R-ARMY-02")
def test_tyranids_with_support_are_judged_by_their_own_shares():
    (undertow,) = (each for each in samples() if each.id == "undertow")
    small = [*undertow.written, {"op": "agree", "key": "points_limit", "value": 699}]
    roster = apply_all(Roster(system=SYSTEM, name="Undertow"), small, BUNDLED)
    rules = {each.rule for each in judge_roster(roster).findings if each.code.startswith("share.")}
    assert rules == {"2E-R-ARMY-02"}


def captains(number: int, each: int, *cards: str) -> Roster:
    """So many captains, each with so many of the same cards."""
    table = good()
    for card in cards:
        table.play({"op": "take-option", "unit": "captain", "card": card, "selection": "captain/Captain"})
    data = copy.deepcopy(roster_to_json(table.roster))
    (group,) = _unit(data, table.names["captain"])["selections"]
    group["number"] = number
    for item in group["selections"]:
        item["number"] = number * (each if "/wargear-card/" in item["entry"] else 1)
    return roster_from_json(data)


def loadouts(roster: Roster, name: str) -> list[tuple[int, int]]:
    """How many models of each group of the first unit, and how many things of a name they have."""
    groups = next(roster.units()).selections
    return [(group.number, sum(item.number for item in group.selections if item.name == name)) for group in groups]


@pytest.mark.rule("2E-R-ARMY-04")
@pytest.mark.parametrize(("number", "each"), [(1, 2), (3, 1), (3, 2)])
def test_of_a_card_held_several_times_one_stays(number: int, each: int) -> None:
    roster = captains(number, each, "homing-beacon")
    (finding,) = (each for each in judge_roster(roster).findings if each.code == "card.twice")
    assert (finding.found, [fix.code for fix in finding.fixes]) == (number * each, ["fix.leave-one"])
    left = loadouts(apply_all(roster, finding.fixes[0].operations, BUNDLED), "Homing Beacon")
    assert sorted(left, reverse=True) == [(number - 1, 0), (1, 1)][number == 1 :]
    check_fixes(roster)


@pytest.mark.rule("2E-SAVE-04")
@pytest.mark.example("2E-EX-11")
def test_of_three_unmodified_saves_the_player_keeps_one() -> None:
    fields = ("Refractor Field", "Displacer Field", "Conversion Field")
    roster = captains(1, 1, "refractor-field", "displacer-field", "conversion-field")
    (finding,) = (each for each in judge_roster(roster).findings if each.code == "save.several")
    afters = [apply_all(roster, fix.operations, BUNDLED) for fix in finding.fixes]
    kept = [{name for name in fields if loadouts(after, name) == [(1, 1)]} for after in afters]
    assert sorted(map(sorted, kept)) == sorted([name] for name in fields)
    check_fixes(roster)


def test_of_one_unmodified_save_held_twice_one_stays() -> None:
    roster = captains(1, 2, "refractor-field")
    (finding,) = (each for each in judge_roster(roster).findings if each.code == "save.several")
    assert [fix.code for fix in finding.fixes] == ["fix.leave-one"]
    assert loadouts(apply_all(roster, finding.fixes[0].operations, BUNDLED), "Refractor Field") == [(1, 1)]


@pytest.mark.rule("2E-R-ARMY-04")
def test_of_three_cards_too_many_two_go_at_once() -> None:
    table = good()
    table.add("standard-bearer", "bearer")
    for card in ("spread-order", "battle-fury", "homing-beacon"):
        table.play({"op": "take-option", "unit": "bearer", "card": card, "selection": "bearer/Standard Bearer"})
    (finding,) = (each for each in table.judge().findings if each.code == "card.too-many")
    assert len(finding.fixes) == 3
    check_fixes(table.roster)


# --- muster check


@pytest.mark.rule("2E-R-ARMY-01")
def test_a_unit_that_stands_in_no_section_is_not_judged_and_not_legal() -> None:
    table = good()
    army = read_army(table.roster, evaluate(table.roster, table.catalogues), table.catalogues, system(SYSTEM))
    *others, last = army.units
    homeless = replace(last, details={**last.details, "role": None})
    found = list(check_shares(replace(army, units=(*others, homeless))))
    assert [(each.severity, each.path[-1]) for each in found if each.code == "share.no-section"] == [("error", last.uid)]
    assert not [each for each in check_shares(army) if each.code == "share.no-section"]


@pytest.mark.rule("2E-R-ARMY-01", "2E-R-ARMY-03", "2E-R-SETUP-01", "2E-BATT-03")
def test_check_names_the_rules_of_an_army_with_everything_wrong(muster: Muster, tmp_path: Path) -> None:
    table = Table(SYSTEM)
    for at, entry in enumerate(("rampart-captain", "iron-wright", "standard-bearer", "sappers", *["thump-gun"] * 4)):
        table.add(entry, f"u{at}")
    table.play({"op": "declare", "kind": "commander", "subject": "u0/Captain"})
    table.play({"op": "declare", "kind": "commander", "subject": "u3/Sapper"})
    for at in range(4, 8):
        table.play({"op": "declare", "kind": "battery", "subject": f"u{at}", "value": 1})
    table.do(op="agree", key="points_limit", value=270)
    file = save_file(tmp_path / "army.json", snapshot(table.roster, table.catalogues, table.judge()).to_bytes())
    result = muster("check", file, "--json")
    found = answer(result)
    assert (result.exit_code, found["legal"], found["power_level"]) == (1, False, None)
    errors = {each["rule"] for each in found["findings"] if each["severity"] == "error"}
    assert errors == {"2E-R-ARMY-01", "2E-R-ARMY-03", "2E-R-SETUP-01", "2E-BATT-03"}
    assert found["costs"] == {"Points": 345}
    text = muster("check", file).stdout
    assert "Power" not in text
    assert re.search(r"345 (pts|points)", text, re.IGNORECASE)


@pytest.mark.example("2E-EX-09")
def test_the_point_of_take_and_hold_is_the_middle_of_the_standard_table():
    table = next(iter(system(SYSTEM).missions)).table
    assert (table.width_in, table.depth_in) == (72, 48)
    assert (table.width_in / 2, table.depth_in / 2) == (36, 24)
    answer = costed_matchup((document("guardsman"), document("guardsman")))
    assert answer.table == table


@pytest.mark.rule("2E-R-SETUP-01")
def test_an_army_that_is_too_large_is_offered_the_removal_of_several_units_where_one_breaks_another_rule() -> None:
    table = Table(SYSTEM)
    for entry in ("rampart-captain", "rampart-guard", "standard-bearer", "thump-gun"):
        table.add(entry, entry)
    table.play({"op": "declare", "kind": "commander", "subject": "rampart-captain/Captain"})
    table.play({"op": "declare", "kind": "battery", "subject": "thump-gun", "value": 1})
    table.do(op="agree", key="points_limit", value=150)
    over = next(each for each in judge_roster(table.roster).findings if each.code == "army.over-agreed-limit")
    removal = next(each for each in over.fixes if each.code == "fix.remove")
    assert len(removal.operations) > 1
    assert judge_roster(apply_all(table.roster, removal.operations, BUNDLED)).legal
