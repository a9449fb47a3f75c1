"""2nd edition's real data as army lists: which one a force follows, what categories and allies may cost, roster files."""

from __future__ import annotations

from copy import copy
from functools import cache

import pytest

from builder.placing.place import place
from datasheets.evaluation.evaluate import evaluate
from exports.battlescribe.files import rosz
from exports.battlescribe.tree import roster_tree
from exports.document.victory import army_rating, category_of
from exports.lists.parse_list import read_list
from tests.conftest import SHARED
from tests.imported.real import edition
from tests.imported.second_edition import CHAPTER, MARINES, Muster
from tests.placing.real import newest
from tests.placing.roundtrips import state_of

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data"),
]


@pytest.mark.rule("2E-R-ARMY-01")
def test_a_force_that_follows_no_army_list_is_not_called_legal():
    army = Muster().add("Tactical Squad").appoint()
    assert army.errors() == [("force.no-army-list", "Codex - Ultramarines")]
    assert army.judge().legal is False
    finding = army.finding("force.no-army-list")
    assert finding.values["lists"] == "Ultramarines, Ultramarines - Ally List"
    chosen = [fix for fix in finding.fixes if fix.values["name"] == "Ultramarines"]
    assert [army.take(fix) for fix in chosen] == [[]]


@pytest.mark.rule("2E-R-ARMY-01")
def test_an_army_list_can_be_chosen_though_it_shows_what_nobody_had_judged():
    army = Muster().add("Chaplain", "Librarian")
    finding = army.finding("force.no-army-list")
    fix = next(fix for fix in finding.fixes if fix.values["name"] == "Ultramarines")
    left = army.take(fix)
    assert ("cost.too-little", "Squads") in left
    assert "force.no-army-list" not in [code for code, _ in left]


def test_a_force_is_of_the_only_kind_that_its_data_have():
    (force,) = Muster("Codex - Orks").roster.forces
    assert (force.entry, force.name) == ("d235-52bd-79b4-0b6e", "Orks")


@pytest.mark.rule("2E-R-ARMY-01", "2E-R-SETUP-01")
@pytest.mark.parametrize(("limit", "wanted"), [(400, 100), (1000, 250), (2000, 500)])
def test_percentages_are_of_the_agreed_limit(limit: int, wanted: int):
    army = Muster(kind=CHAPTER).add("Chaplain", "Librarian")
    army.do(op="agree", key="points_limit", value=limit)
    assert (army.finding("cost.too-little").wanted, army.finding("cost.too-little").rule) == (wanted, "2E-R-ARMY-01")


@pytest.mark.rule("2E-R-SETUP-01")
def test_a_limit_that_was_agreed_and_set_is_said_once():
    army = Muster(kind=CHAPTER).add("Tactical Squad").appoint()
    army.do(op="agree", key="points_limit", value=200)
    army.do(op="limit", cost="points", value=200)
    assert army.errors() == [("army.over-agreed-limit", None)]
    higher = next(fix for fix in army.finding("army.over-agreed-limit").fixes if fix.code == "fix.agree-limit")
    assert army.take(higher) == []


@pytest.mark.rule("2E-R-ARMY-01", "2E-R-ARMY-06")
def test_what_stands_below_a_character_costs_as_a_character():
    army = Muster(kind=CHAPTER).add("Chaplain", "Librarian", "Scout Squad").appoint()
    army.do(op="agree", key="points_limit", value=int(army.judge().costs["points"]))
    finding = army.finding("cost.too-much")
    assert (finding.values["name"], finding.found) == ("Characters", 106)
    assert finding.fixes
    assert all(army.take(fix) == [(each.code, each.values.get("name")) for each in fix.brings] for fix in finding.fixes)
    assert [fix.code for fix in finding.fixes if not fix.brings] == ["fix.agree-limit", "fix.remove-commander", "fix.remove"]


@pytest.mark.rule("2E-R-ARMY-06")
def test_percentages_of_the_data_are_of_the_smallest_limit_that_fits_where_none_is_agreed():
    army = Muster(kind=CHAPTER).add("Chaplain", "Librarian", "Scout Squad", "Tactical Squad").appoint()
    characters = 106
    assert "cost.too-much" not in [code for code, _ in army.errors()]
    note = army.finding("army.no-limit")
    assert note.wanted == max(2 * characters, float(army.judge().costs["points"]))


@cache
def guard_with_sisters() -> Muster:
    guard = Muster("Codex - Imperial Guard", "f93f-7f7f-eeea-f271", every=True)
    guard.add("Command HQ", "Command Squad", *["Imperial Guard Squad"] * 3)
    sisters = guard.data.closure("Codex - Sisters of Battle").catalogue.id
    guard.do(op="add-force", catalogue=sisters, entry="c874-9f30-b061-9396")
    squad = guard.data.unit("Codex - Sisters of Battle", "Battle Sisters Squad").id
    for _ in range(2):
        guard.do(op="add-unit", force=guard.roster.forces[1].uid, entry=squad)
    return guard


@pytest.mark.rule("2E-R-ARMY-01", "2E-R-ARMY-06")
@pytest.mark.parametrize(("limit", "most"), [(None, None), (1200, None), (1120, None), (1119, 279.75), (900, 225)])
def test_allies_with_a_share_of_their_own_cost_at_most_that_part_of_the_limit(limit: int | None, most: float | None):
    """The data give it to the kind of force, 25 % where the army's own list allows such allies; here they cost 280."""
    guard = copy(guard_with_sisters())
    if limit:
        guard.do(op="agree", key="points_limit", value=limit)
    wrong = [each for each in guard.errors() if each[0].startswith(("cost.", "share."))]
    assert wrong == ([] if most is None else [("cost.too-much", "Ally - Sisters of Battle")])
    if most is None:
        return
    finding = guard.finding("cost.too-much")
    assert (float(str(finding.wanted)), finding.found, finding.rule) == (most, 280, "2E-R-ARMY-01")
    assert [fix.code for fix in finding.fixes][:2] == ["fix.agree-limit", "fix.remove"]
    assert not any({"cost.too-much", "share.too-much"} & {code for code, _ in guard.take(fix)} for fix in finding.fixes)


@pytest.mark.rule("2E-R-ARMY-01", "2E-VP-03")
def test_tanks_that_the_data_file_with_squads_are_support():
    """Without them the squads cost too little, and together they cost more than half of the limit."""
    army = Muster("Codex - Imperial Guard", "f93f-7f7f-eeea-f271")
    army.add("Command HQ", "Command Squad", "Imperial Guard Squad", "Leman Russ Battle Tank", "Imperial Basilisk")
    army.add("Imperial Guard Sentinel", "Imperial Basilisk")
    army.do(op="agree", key="points_limit", value=1000)
    found = [
        (each.code, each.values["about"], each.found) for each in army.judge().findings if each.code.startswith("share")
    ]
    assert found == [("share.too-little", "squads", 100), ("share.too-much", "support", 630)]
    document = army.data.document(army.roster).army
    scored = [category_of(document, unit) for unit in document.fielded if unit.role == "support"]
    assert scored == ["vehicles"] * 4


@pytest.mark.rule("2E-R-ARMY-01")
@pytest.mark.parametrize("limit", [None, 1500])
def test_what_costs_too_little_is_filled_up_with_its_own(limit: int | None):
    army = Muster(kind=CHAPTER).add("Librarian", "Space Marine Land Speeder")
    if limit:
        army.do(op="agree", key="points_limit", value=limit)
    army.appoint()
    fixes = army.finding("cost.too-little").fixes
    added = [fix for fix in fixes if fix.code == "fix.add"]
    assert any(fix.values["name"] == "Tactical Squad" for fix in added)
    assert all(("cost.too-little", "Squads") not in army.take(fix) for fix in fixes)


@pytest.mark.rule("2E-R-ARMY-01")
def test_an_army_list_without_percentages_is_judged_by_the_ledger():
    army = Muster("Codex - Eldar", "c0d2-520d-61c9-b27d").add("Harlequin Squad").appoint()
    army.do(op="agree", key="points_limit", value=2000)
    finding = army.finding("share.too-little")
    assert (finding.rule, finding.wanted, finding.found) == ("2E-R-ARMY-01", 500, float(army.judge().costs["points"]))


@pytest.mark.parametrize("kind", ["61c3-2251-db8b-52ad", "9736-16e8-0d2c-f038"])
def test_lists_of_characters_alone_are_judged_by_their_data_or_by_the_ledger(kind: str):
    army = Muster("Codex - Chaos", kind)
    closure = army.data.closure(army.name)
    room, names = closure.force_entry(kind), {each.id: each.name for source in closure.sources for each in source.categories}
    roots = [each for each in army.data.units(army.name) if "Character" in names.get(each.primary, "")]
    army.do(op="add-unit", force="f1", entry=next(each.id for each in roots if room and room.has_room_for(each.primary)))
    army.do(op="agree", key="points_limit", value=2000)
    assert {code for code, _ in army.errors()} & {"share.too-little", "cost.too-little"}


@pytest.mark.rule("2E-R-SETUP-01")
def test_the_agreed_limit_is_the_limit_of_a_roster_file():
    shelf = newest("wh40k-2e", MARINES)
    army = Muster(kind=CHAPTER).add("Tactical Squad")
    army.do(op="agree", key="points_limit", value=1250)
    tree = roster_tree(army.roster, evaluate(army.roster, shelf), shelf)
    back = place(read_list(rosz(tree, "army"), "army.rosz"), shelf, "list").roster
    assert back.limits == {"points": 1250}


FACTIONS = (MARINES, "Codex - Orks", "Codex - Eldar", "Codex - Imperial Guard", "Codex - Tyranids")


@pytest.mark.parametrize("catalogue", FACTIONS)
@pytest.mark.parametrize("follows", [True, False])
@pytest.mark.sample(2, "follows")
def test_a_roster_file_comes_back_as_the_same_document(catalogue: str, follows: bool, rng):
    """With the army list that its force follows, or without one."""
    data = edition("wh40k-2e")
    shelf = data.catalogues
    army, kind = Muster(catalogue), data.closure(catalogue).kinds_of_force[0].id
    army.data = data
    army.do(op="change-force", force="f1", entry=kind if follows else "")
    army.add(*[unit.name for unit in rng.sample(data.units(catalogue), 8)])
    before = state_of(army.roster, shelf)
    file = rosz(roster_tree(army.roster, evaluate(army.roster, shelf), shelf), "army")
    back = place(read_list(file, "army.rosz"), shelf, "list").roster
    assert [force.entry for force in back.forces] == [kind if follows else ""]
    assert state_of(back, shelf).document.data["army"] == before.document.data["army"]


def ally(name: str, unit: str, kind: str = "") -> Muster:
    """An army of Ultramarines, and a unit beside them of another catalogue, in a force of a kind."""
    army = Muster(kind=CHAPTER).add("Space Marine Captain", *["Tactical Squad"] * 3).appoint()
    army.data = edition("wh40k-2e")
    army.do(op="add-force", catalogue=army.data.closure(name).catalogue.id, entry=kind)
    army.do(op="add-unit", force=army.roster.forces[1].uid, entry=army.data.unit(name, unit).id)
    return army


@pytest.mark.rule("2E-R-ARMY-01", "2E-STRAT-02")
def test_units_of_a_second_army_list_cost_at_most_what_allies_may():
    army = ally("Codex - Tyranids", "Hive Tyrant")
    army.do(op="agree", key="points_limit", value=1500)
    for _ in range(3):
        army.do(op="duplicate", selection=army.roster.forces[1].selections[-1].uid)
    finding = army.finding("share.too-much")
    assert (finding.rule, finding.values["about"], finding.values["percent"]) == ("2E-R-ARMY-01", "allies", 25)
    assert finding.fixes
    assert all("share.too-much" not in [code for code, _ in army.take(fix)] for fix in finding.fixes)
    assert army.finding("army.strategy-cards").found == army.judge().costs["points"]
    assert army.finding("force.allies").path == (army.roster.forces[1].uid,)
    assert all(each.found == 5 for each in army.judge().findings if each.code == "army.strategy-rating")


@pytest.mark.rule("2E-R-ARMY-01")
def test_allies_whose_share_the_data_know_are_left_to_them():
    army = ally("Codex - Assassins", "Assassin", "5a6c-a998-431c-94ae")
    (fix, *_) = army.finding("unit.no-models").fixes
    army.do(**fix.operations[0])
    for _ in range(2):
        army.do(op="duplicate", selection=army.roster.forces[1].selections[-1].uid)
    cost = sum(unit.costs["points"] for unit in army.judge().units.values() if unit.details["role"] == "allies")
    assert float(cost) > float(army.judge().costs["points"]) / 4
    assert not [each.code for each in army.judge().findings if each.code in ("share.too-much", "cost.too-much")]


@pytest.mark.rule("2E-R-SETUP-07")
@pytest.mark.parametrize(
    ("name", "rating"),
    [(MARINES, 5), ("Codex - Space Wolves", 5), ("Codex - Orks", 3), ("Codex - Tyranids", 1), ("Codex - Necrons", None)],
)
def test_a_check_and_a_match_up_say_the_same_strategy_rating(name: str, rating: int | None):
    data = edition("wh40k-2e", name)
    roster = data.army(name, data.units(name)[:6])
    noted = [each.found for each in data.judge(roster).findings if each.code == "army.strategy-rating"]
    assert noted == ([] if rating is None else [rating])
    assert army_rating(data.document(roster).army, data.system) == rating


def test_a_force_of_no_army_list_brings_nobody_whom_only_one_of_them_asks_for():
    assert [unit.name for unit in Muster("Codex - Chaos").roster.units()] == []
    assert [unit.name for unit in Muster("Codex - Chaos", "7428-ade3-bde5-7955").roster.units()] == ["Chaos Lord"]
