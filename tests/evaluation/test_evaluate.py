"""What an evaluation holds beside what the specs show: totals, forces, things that are gone, fixes, the order of costs."""

from dataclasses import replace
from decimal import Decimal

import pytest

from builder.operations.table import apply_all
from datasheets.closure import CatalogueSet
from datasheets.evaluation.evaluate import evaluate, evaluate_again
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.selecting import default_selection
from datasheets.evaluation.sentences import say_finding
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.model import Catalogue, GameSystem, Profile, ProfileType, Publication, Rule
from datasheets.words import has_words, say
from tests.evaluation import build, spec
from tests.evaluation.build import (
    all_of,
    any_of,
    at_least,
    at_most,
    change,
    costs,
    every,
    group,
    is_in,
    link,
    model,
    unit,
    upgrade,
    when,
)


def roster(*selections, force="patrol", **parts):
    return Roster("game", "Army", (Force("f1", "own", force, selections=selections),), next_uid=1000, **parts)


def node(uid, entry, number=1, *below):
    return Selection(uid, entry, number=number, selections=below)


# --- costs ------------------------------------------------------------------------------------------------------------


def test_totals_of_selections_forces_and_the_roster():
    knight = unit("knight", costs=costs(points=10), entries=(upgrade("lance", costs=costs(points=3)),))
    inner = Force("f2", "own", "patrol", selections=(node("c", "knight"),))
    army = Roster(
        "game",
        "A",
        (Force("f1", "own", "patrol", selections=(node("a", "knight", 1, node("b", "lance", 2)),), forces=(inner,)),),
    )
    found = evaluate(army, build.catalogues([knight]))
    assert found.by_uid["a"].costs == {"points": 10, "power": 0}
    assert found.by_uid["a"].total_costs == {"points": 16, "power": 0}
    assert found.by_uid["b"].total_costs == {"points": 6, "power": 0}
    assert found.forces["f2"].total_costs["points"] == 10
    assert found.forces["f1"].total_costs["points"] == found.costs["points"] == 26


@pytest.mark.parametrize(("below", "spent"), [(True, 16), (False, 10)])
def test_a_limit_of_what_a_category_costs_counts_what_its_units_hold(below, spent):
    lance = upgrade("lance", costs=costs(points=3), category_links=(is_in("heroes"),))
    shield = upgrade("shield", costs=costs(points=3))
    knight = unit("knight", costs=costs(points=10), entries=(shield, lance), category_links=(is_in("heroes", True),))
    limit = at_most(1, field="points", scope="roster", include_child_selections=below, include_child_forces=True)
    cats = build.catalogues([knight], categories=(build.category("heroes", constraints=(limit,)),))
    found = evaluate(roster(node("a", "knight", 1, node("b", "shield"), node("c", "lance"))), cats)
    assert [each.found for each in found.findings if each.code == "cost.too-much"] == [spent]


def test_an_empty_roster_lists_no_costs_and_an_empty_force_every_type():
    cats = build.catalogues([])
    assert evaluate(Roster("game", "A"), cats).costs == {}
    assert evaluate(roster(), cats).costs == {"points": 0, "power": 0}


def test_costs_that_depend_on_one_another_see_what_was_there_before():
    """One pass: what is evaluated later shows its old cost, what is new nothing."""
    greedy = unit(
        "greedy",
        costs=costs(points=100),
        modifiers=(change("increment", "points", 10, repeats=(every(50, field="points", scope="force", child="greedy"),)),),
    )
    cats = build.catalogues([greedy])
    one = evaluate(roster(node("a", "greedy")), cats)
    two = evaluate(roster(node("a", "greedy"), node("b", "greedy")), cats, one)
    assert one.costs["points"] == 100
    assert [two.by_uid[uid].costs["points"] for uid in "ab"] == [120, 120]
    three = evaluate(roster(node("a", "greedy"), node("b", "greedy"), node("c", "greedy")), cats, two)
    assert [three.by_uid[uid].costs["points"] for uid in "abc"] == [140, 150, 150]
    fresh = evaluate_again(roster(node("a", "greedy"), node("b", "greedy")), cats, three)
    assert [fresh.by_uid[uid].costs["points"] for uid in "ab"] == [100, 120], "a list that is stored has no before"


def test_children_are_costed_before_their_parent():
    trooper = model("trooper", costs=costs(points=200))
    per_hundred = every(100, field="points", scope="force", child="trooper", include_child_selections=True)
    squad = unit(
        "squad",
        costs=costs(points=50),
        entries=(trooper,),
        modifiers=(change("increment", "points", 10, repeats=(per_hundred,)),),
    )
    found = evaluate(roster(node("s", "squad", 1, node("t", "trooper", 2))), build.catalogues([squad]))
    assert found.by_uid["s"].costs["points"] == 90
    assert found.costs["points"] == 490


# --- forces -----------------------------------------------------------------------------------------------------------


def test_a_force_shows_its_own_rules_and_those_of_all_that_it_sees():
    own_rule = Rule(id="r1", name="Detachment")
    system = GameSystem(
        id="game", name="Game", rules=(Rule(id="r2", name="Core"),), force_entries=(build.force_entry(rules=(own_rule,)),)
    )
    catalogue = Catalogue(
        id="own", name="Own", rules=(Rule(id="r3", name="Faction"), Rule(id="r4", name="Secret", hidden=True))
    )
    found = evaluate(roster(), CatalogueSet(system, [catalogue]))
    assert [rule.name for rule in found.forces["f1"].rules] == ["Detachment", "Faction", "Core"]


def test_the_categories_that_a_force_has_room_for():
    hq = build.category("hq", constraints=(at_most(2, "two", scope="force"),), hidden=True, page="3", publication="book")
    slot = is_in(
        "hq", constraints=(at_least(1, "one"),), modifiers=(change("set", "name", "Leaders"), change("set", "two", 1))
    )
    cats = build.catalogues(
        [], categories=(hq,), force_entries=(build.force_entry(category_links=(slot, is_in("unknown", name="?"))),)
    )
    first, second = evaluate(roster(), cats).forces["f1"].categories
    assert (first.id, first.name, first.hidden, first.limits) == ("hq", "Leaders", True, {"two": 1, "one": 1})
    assert (first.page, first.publication) == ("3", "book")
    assert (second.id, second.name) == ("unknown", "?")


def test_a_force_entrys_limits_are_modified_too():
    patrol = build.force_entry(
        constraints=(at_most(1, "units", scope="force"),),
        modifiers=(change("set", "units", 2, when("atLeast", 1, scope="self", child="banner")),),
    )
    cats = build.catalogues([unit("banner"), unit("knight")], force_entries=(patrol,))
    two = evaluate(roster(node("a", "banner"), node("b", "knight")), cats)
    assert two.forces["f1"].limits == {"units": 2}
    assert two.findings == ()
    bare = evaluate(roster(node("a", "knight"), node("b", "knight")), cats)
    assert bare.forces["f1"].limits == {"units": 1}
    assert [(each.code, each.severity, each.path) for each in bare.findings] == [("entry.too-many", "error", ("f1",))]


def test_a_force_without_force_entry_has_its_own_name_or_the_catalogues():
    cats = build.catalogues([])
    assert evaluate(roster(force=""), cats).forces["f1"].name == "Own"
    named = Roster("game", "A", (Force("f1", "own", name="Sunward Host"),))
    assert evaluate(named, cats).forces["f1"].name == "Sunward Host"
    assert not evaluate(named, cats).findings


# --- what is gone -----------------------------------------------------------------------------------------------------


def test_a_force_whose_catalogue_is_unknown():
    lost = Roster(
        "game", "A", (Force("f1", "lost", "patrol", "Host", selections=(node("a", "knight", 2, node("b", "lance")),)),)
    )
    found = evaluate(lost, build.catalogues([]))
    assert [(each.code, each.path, each.owner) for each in found.findings] == [
        ("catalogue.missing", ("f1",), "force patrol")
    ]
    assert found.forces["f1"].missing
    assert (found.forces["f1"].uid, found.forces["f1"].name, found.forces["f1"].entry) == ("f1", "Host", None)
    assert found.by_uid["a"].missing
    assert (found.by_uid["a"].name, found.by_uid["a"].number, found.costs) == ("knight", 2, {})


def test_a_force_whose_entry_is_gone():
    cats = build.catalogues([unit("knight", costs=costs(points=5))])
    found = evaluate(roster(node("a", "knight"), force="gone"), cats)
    assert [(each.code, each.path, each.values["name"]) for each in found.findings] == [("force.missing", ("f1",), "gone")]
    assert found.forces["f1"].missing
    assert found.costs["points"] == 5
    assert not evaluate(roster(), cats).forces["f1"].missing
    assert not evaluate(roster(force=""), cats).forces["f1"].missing


def test_a_selection_whose_entry_is_gone_keeps_its_name_and_is_reported_once():
    gone = Selection("a", "to-knight::knight", "Old Knight", number=2, selections=(Selection("b", "lance"),))
    found = evaluate(roster(gone), build.catalogues([]))
    assert [(each.code, each.path, each.values["name"]) for each in found.findings] == [
        ("entry.missing", ("f1", "a"), "Old Knight")
    ]
    assert found.by_uid["a"].missing
    assert found.by_uid["a"].entry is None


def test_what_is_gone_still_counts_by_its_id():
    seen = (
        change("append", "name", "two", when("equalTo", 2, scope="force", child="knight")),
        change("append", "name", "unshared", when("equalTo", 2, scope="force", child="knight", shared=False)),
        change("append", "name", "upgrades", when("equalTo", 2, scope="force", child="upgrade", shared=False)),
        change("append", "name", "units", when("equalTo", 1, scope="force", child="unit", shared=False)),
    )
    watcher = unit("watcher", modifiers=seen)
    found = evaluate(roster(node("w", "watcher"), node("a", "knight", 2)), build.catalogues([watcher]))
    assert found.by_uid["w"].name == "Watcher two unshared upgrades units"


def test_two_nodes_with_one_uid_do_not_break_it():
    found = evaluate(
        roster(node("a", "knight"), node("a", "knight")), build.catalogues([unit("knight", costs=costs(points=5))])
    )
    assert found.costs["points"] == 10


def test_values_that_are_no_numbers_change_nothing():
    knight = unit(
        "knight",
        costs=costs(points=5),
        constraints=(at_most(3, scope="force"),),
        modifiers=(change("set", "points", "many"), change("increment", "points", "NaN"), change("set", "most", "1e999999")),
    )
    found = evaluate(roster(node("a", "knight")), build.catalogues([knight]))
    assert found.by_uid["a"].costs["points"] == 5
    assert found.by_uid["a"].limits == {"most": 3}


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_page_and_publication_are_the_entrys():
    knight = unit("knight", page="7", publication="book", modifiers=(change("set", "page", "8"),))
    cats = build.catalogues([knight], publications=(Publication("book", "The Book"),))
    shown = evaluate(roster(node("a", "knight")), cats).by_uid["a"]
    assert (shown.page, shown.publication, shown.type) == ("8", "book", "unit")


def test_profiles_that_nothing_changes_are_shown_as_they_are():
    stats = Profile(id="p", name="Knight", type="unit", characteristics={"M": "6"}, details={"height": 2})
    cats = build.catalogues([unit("knight", profiles=(stats,))], profile_types=(ProfileType("unit", "Unit"),))
    assert evaluate(roster(node("a", "knight")), cats).by_uid["a"].profiles == (stats,)


def test_changed_profiles_keep_their_details_and_lose_their_modifiers():
    stats = Profile(
        id="p", name="Knight", characteristics={"M": "6"}, details={"height": 2}, modifiers=(change("increment", "M", 2),)
    )
    (shown,) = (
        evaluate(roster(node("a", "knight")), build.catalogues([unit("knight", profiles=(stats,))])).by_uid["a"].profiles
    )
    assert shown == replace(stats, characteristics={"M": "8"}, modifiers=())


# --- constraints ------------------------------------------------------------------------------------------------------


def evaluate_links(**limits):
    """Return the findings of a squad with two links to one lance; `limits` stand on the lance and on the first link."""
    lance = upgrade("lance", constraints=tuple(limits.get("target", ())))
    squad = unit("squad", links=(link("l1", "lance", constraints=tuple(limits.get("link", ()))), link("l2", "lance")))
    cats = build.catalogues([squad], shared_entries=(lance,))
    army = roster(node("s", "squad", 1, node("a", "l1::lance", 2), node("b", "l2::lance")))
    return [(each.origin, each.wanted, each.found) for each in evaluate(army, cats).findings]


@pytest.mark.parametrize(("shared", "found"), [(True, [("lance/most", 1, 3)]), (False, [("lance/most", 1, 2)])])
def test_shared_limits_count_over_all_links(shared, found):
    assert evaluate_links(target=(at_most(1, shared=shared),)) == found
    assert evaluate_links(link=(at_most(1, shared=shared),)) == [("l1/most", 1, found[0][2])]


def test_a_links_limit_on_the_same_thing_is_joined_to_the_targets():
    assert evaluate_links(target=(at_most(2),), link=(at_most(1, "own"),)) == [("lance/most", 1, 3)]
    assert evaluate_links(target=(at_most(1),), link=(at_most(9, "own"),)) == [("lance/most", 1, 3)]
    assert evaluate_links(target=(at_most(9),), link=(at_most(9, "own"),)) == []
    apart = evaluate_links(target=(at_most(2, include_child_selections=True),), link=(at_most(1, "own"),))
    assert apart == [("lance/most", 2, 3), ("l1/own", 1, 3)]


def test_a_constraint_in_itself_is_seen_by_each_selection():
    box = unit(
        "box",
        entries=(upgrade("stone"),),
        constraints=(at_most(1, scope="self", include_child_selections=True, shared=False),),
    )
    crate = unit("crate", entries=(upgrade("stone2", constraints=(at_most(2, scope="crate"),)),))
    army = roster(node("b", "box", 1, node("x", "stone", 2)), node("c", "crate", 1, node("y", "stone2", 3)))
    found = evaluate(army, build.catalogues([box, crate])).findings
    assert [(each.origin, each.path) for each in found] == [("stone2/most", ("f1", "c", "y"))]


def test_a_limit_is_seen_by_the_selection_that_it_limits():
    """Its modifiers look into the selection itself: a standard bearer makes room for one more."""
    bearer = when("atLeast", 1, scope="self", child="standard")
    guard = model(
        "guard", entries=(upgrade("standard"),), constraints=(at_most(1),), modifiers=(change("set", "most", 2, bearer),)
    )
    cats = build.catalogues([unit("squad", entries=(guard,))])
    with_one = node("s", "squad", 1, node("a", "guard", 1, node("b", "standard")), node("c", "guard"))
    without = node("t", "squad", 1, node("d", "guard"), node("e", "guard"))
    assert [each.path for each in evaluate(roster(with_one, without), cats).findings] == [("f1", "t", "e")]


@pytest.mark.parametrize(
    ("most", "changed", "found"),
    [(0, ("decrement", 1), [(0, 1)]), (-1, ("decrement", 1), []), (0, ("set", -1), []), (0, ("increment", 2), [])],
)
def test_what_is_taken_from_a_maximum_leaves_nothing_and_not_everything(most, changed, found):
    """Two kinds of guns, one for each Techmarine: each takes from what there may be of the other."""
    kind, amount = changed
    gun = unit("gun", constraints=(at_most(most, scope="force"),), modifiers=(change(kind, "most", amount),))
    said = evaluate(roster(node("g", "gun")), build.catalogues([gun])).findings
    assert [(each.wanted, each.found) for each in said] == found


def test_an_empty_group_of_conditions_among_others_says_nothing():
    """Of the lords one must be there unless a named one is: the empty group that an author left is no such lord."""
    group_of = any_of(when("atLeast", 1, scope="force", child="named"))
    unless = change("set", "most", 5, groups=(replace(group_of, groups=(all_of(),)),))
    lord = unit("lord", constraints=(at_most(0, scope="force"),), modifiers=(unless,))
    said = evaluate(roster(node("l", "lord")), build.catalogues([lord, unit("named")])).findings
    assert [each.wanted for each in said] == [0]


def test_a_limit_within_the_selection_itself():
    box = unit("box", entries=(upgrade("box-lid", entries=(upgrade("box"),)),))
    limited = replace(box, constraints=(at_most(0, scope="self", include_child_selections=True),))
    army = roster(node("a", "box", 1, node("b", "box-lid", 1, node("c", "box"))), node("d", "box"))
    found = evaluate(army, build.catalogues([limited])).findings
    assert [(each.origin, each.owner, each.found) for each in found] == [("box/most", "selection box", 1)]


def test_a_group_with_something_individual_is_not_limited_per_model():
    mixed = group("mixed", upgrade("bomb", collective=True), upgrade("badge"), constraints=(at_most(2),))
    squad = unit("squad", entries=(model("trooper", groups=(mixed,)),))
    army = roster(node("s", "squad", 1, node("t", "trooper", 3, node("b", "bomb", 3))))
    (found,) = evaluate(army, build.catalogues([squad])).findings
    assert (found.code, found.wanted, found.found) == ("entry.too-many", 2, 3)
    alike = replace(mixed, entries=(mixed.entries[0],))
    assert evaluate(army, build.catalogues([unit("squad", entries=(model("trooper", groups=(alike,)),))])).findings == ()


def test_findings_carry_the_rule_and_point_at_the_unit():
    guard = build.squad({"guard": (4, 9), "captain": (1, 1)})
    cats = build.catalogues([guard])
    whole, _ = default_selection(cats.closure("own"), "squad")
    assert evaluate(roster(whole), cats).findings == ()
    short = replace(whole, selections=(replace(whole.selections[0], number=3),))
    few, gone = evaluate(roster(short), cats).findings
    assert (few.code, few.rule, few.path, few.wanted, few.found) == (
        "unit.too-few-models",
        "entry.constraint",
        ("f1", "s1"),
        4,
        3,
    )
    assert (gone.origin, gone.owner) == ("captain/captain-least", "selection squad")
    ruled = replace(
        guard, entries=(replace(guard.entries[0], constraints=(at_least(4, rule="9E-DS-05", role="unit-size"),)),)
    )
    (named,) = evaluate(roster(short), build.catalogues([ruled])).findings
    assert named.rule == "9E-DS-05"


def test_what_stands_in_a_hidden_group_asks_for_nothing():
    def asking(at):
        inner = group(f"inner{at}", upgrade(f"lance{at}", constraints=(at_least(1),)), constraints=(at_least(1),))
        return group(f"outer{at}", groups=(inner,), hidden=at == 2)

    knights = [unit(f"knight{at}", groups=(asking(at),)) for at in (1, 2)]
    found = evaluate(roster(node("a", "knight1"), node("b", "knight2")), build.catalogues(knights)).findings
    assert [each.origin for each in found] == ["inner1/least", "lance1/least"]


def test_findings_name_categories_forces_and_entries():
    hq = build.category("hq", name="Headquarters", constraints=(at_least(1, scope="force"),))
    patrol = build.force_entry(
        category_links=(is_in("hq"),), constraints=(at_most(1, "one", scope="roster", field="forces"),)
    )
    army = Roster("game", "Army", tuple(Force(f"f{at}", "own", "patrol") for at in (1, 2)))
    found = evaluate(army, build.catalogues([], categories=(hq,), force_entries=(patrol,))).findings
    assert [(each.values["name"], each.values["parent"], each.path) for each in found] == [
        ("Patrol", "Army", ()),
        ("Headquarters", "Patrol", ("f1",)),
        ("Patrol", "Army", ()),
        ("Headquarters", "Patrol", ("f2",)),
    ]


@pytest.mark.parametrize(
    ("model", "said"),
    [("Captain", "Captain is the Warlord, but no"), ("Captain Titus", "Captain: Captain Titus is the Warlord, but no")],
)
def test_a_unit_whose_model_is_called_as_it_is_stands_once_in_a_sentence(model, said):
    finding = Finding("9E", "trait.not-a-character", "error", values={"unit": "Captain", "model": model})
    assert say_finding(finding).startswith(said)


def test_the_fix_of_a_native_unit_sets_the_size_of_the_row():
    cats = build.catalogues([build.squad({"guard": (4, 9)})])
    army = roster(node("s", "squad", 1, node("g", "guard", 11)))
    (finding,) = evaluate(army, cats).findings
    (fix,) = finding.fixes
    assert (fix.code, fix.values) == ("fix.set-size", {"name": "Guard", "number": 9})
    assert fix.operations == ({"op": "set-size", "unit": "s", "row": "guard", "number": 9},)
    assert evaluate(apply_all(army, fix.operations, cats), cats).findings == ()


def test_findings_of_the_same_roster_are_the_same():
    _, given, case = next(each for each in spec.load() if "slots" in each[0])
    assert spec.evaluate_case(given, case).findings == spec.evaluate_case(given, case).findings


# --- words and fixes --------------------------------------------------------------------------------------------------

BROKEN = [(name, given, case) for name, given, case in spec.load() if case.get("findings")]


@pytest.mark.parametrize(("given", "case"), [each[1:] for each in BROKEN], ids=[each[0] for each in BROKEN])
def test_every_finding_has_words_and_every_fix_settles_it(given, case):
    army, cats = spec.roster(case), spec.catalogues(given)
    army = replace(army, next_uid=1000)
    before = evaluate(army, cats).findings
    for finding in before:
        assert say(f"finding.{finding.code}", finding.values)
        for fix in finding.fixes:
            assert say(fix.code, fix.values)
            after = evaluate(apply_all(army, fix.operations, cats), cats).findings
            same = [
                each for each in after if (each.origin, each.path, each.code) == (finding.origin, finding.path, finding.code)
            ]
            assert len(same) < len([each for each in before if (each.origin, each.path) == (finding.origin, finding.path)])


def test_fixes_of_imported_entries():
    fixes = {}
    for _, given, case in BROKEN:
        for finding in spec.evaluate_case(given, case).findings:
            for fix in finding.fixes:
                fixes.setdefault(fix.code, []).append([operation["op"] for operation in fix.operations])
    assert sorted(fixes) == ["fix.add", "fix.remove", "fix.take-away", "fix.take-from-unit"]
    assert ["select"] in fixes["fix.add"]
    assert ["set-number"] in fixes["fix.take-away"]
    assert all(has_words(code) for code in fixes)


def test_a_force_that_must_be_there_twice():
    patrol = build.force_entry(constraints=(at_least(2, "two", scope="roster", field="forces"),))
    (finding,) = evaluate(roster(), build.catalogues([], force_entries=(patrol,))).findings
    assert (finding.code, finding.owner, finding.wanted, finding.found) == ("force.too-few", "roster", 2, 1)
    assert say(f"finding.{finding.code}", finding.values) == "Army: at least 2 of Patrol must be there, and 1 is there."


def test_what_nested_condition_groups_found_is_in_the_name():
    horse, lance = when("atLeast", 1, scope="self", child="horse"), when("atLeast", 1, scope="self", child="lance")
    never = when("atLeast", 9, scope="self", child="horse")
    groups = (build.any_of(never), build.all_of(horse))
    nested = replace(build.any_of(never), groups=groups)
    rider = Profile(id="p", name="Rider", modifiers=(change("set", "name", "Knight", lance, groups=(nested,)),))
    cats = build.catalogues([unit("rider", profiles=(rider,), entries=(upgrade("horse"), upgrade("lance")))])
    army = roster(node("a", "rider", 1, node("b", "horse"), node("c", "lance")), node("d", "rider", 1, node("e", "lance")))
    shown = evaluate(army, cats).by_uid
    assert [profile.name for uid in "ad" for profile in shown[uid].profiles] == ["Knight (Lance, Horse)", "Rider"]


def test_pages_of_profiles_and_rules_are_modified():
    rule = Rule(id="r", name="Rule", page="1", modifiers=(change("set", "page", "9"),))
    cats = build.catalogues([unit("knight", rules=(rule,))])
    assert evaluate(roster(node("a", "knight")), cats).by_uid["a"].rules == (replace(rule, page="9", modifiers=()),)


def test_a_surplus_of_single_nodes_is_taken_from_the_end():
    badge = model("sergeant", entries=(upgrade("badge"),), constraints=(at_most(1),))
    squad = unit("squad", entries=(badge,), groups=(group("none"),))
    army = roster(node("s", "squad", 1, node("a", "sergeant"), node("b", "sergeant"), node("c", "sergeant")))
    (finding,) = evaluate(army, build.catalogues([squad])).findings
    assert [dict(each) for each in finding.fixes[0].operations] == [
        {"op": "remove", "selection": "c"},
        {"op": "remove", "selection": "b"},
    ]


def test_a_fix_that_would_take_too_many_operations_is_not_offered():
    badge = model("sergeant", entries=(upgrade("badge"),), constraints=(at_least(30),))
    (finding,) = evaluate(roster(node("s", "squad")), build.catalogues([unit("squad", entries=(badge,))])).findings
    assert finding.fixes == ()
    assert finding.wanted == 30


def test_amounts_that_are_no_integers_are_written_out():
    cheap = unit("cheap", costs=costs(points="0.1"), constraints=(at_most("0.25", scope="force", field="points"),))
    army = roster(node("a", "cheap"), node("b", "cheap"), node("c", "cheap"))
    (finding,) = evaluate(army, build.catalogues([cheap])).findings
    assert (finding.code, finding.wanted, finding.found) == ("cost.too-much", "0.25", "0.3")
    assert say(f"finding.{finding.code}", finding.values) == "Patrol: the cost of Cheap may be at most 0.25 pts, and is 0.3."
    assert isinstance(evaluate(army, build.catalogues([cheap])).costs["points"], Decimal)
