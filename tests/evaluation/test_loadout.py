"""Wargear bullets: legal exactly when some way of taking them gives every model what it has."""

from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasheets.evaluation.derivation import Budget, Ways
from datasheets.evaluation.loadout import Group, count_bullets, groups_of, judge, limit_of, options
from datasheets.evaluation.tree import Selection
from datasheets.model import Loadout
from tests.evaluation.brute_force import legal_units
from tests.evaluation.build import bullet


def loadout(defaults, *bullets):
    return Loadout("loadout", defaults, bullets, "9E-WARG-01")


def groups(*models):
    """Groups from models (row, {item: number}), equal ones together."""
    counted = Counter((row, tuple(sorted(items.items()))) for row, items in models)
    return [Group(f"g{at}", row, number, dict(items)) for at, ((row, items), number) in enumerate(counted.items())]


def is_legal(sheet, *models):
    return judge(sheet, groups(*models)).is_legal


SERGEANT = loadout(
    {"intercessor": {"bolt pistol": 1, "chainsword": 1}, "sergeant": {"bolt pistol": 1, "chainsword": 1}},
    bullet("plasma", ["sergeant"], {"bolt pistol": 1}, {"plasma pistol": 1}),
)
BASIC = ("intercessor", {"bolt pistol": 1, "chainsword": 1})


@pytest.mark.rule("9E-WARG-01")
@pytest.mark.rule("9E-AIS-03")
@pytest.mark.example("9E-EX-27")
@pytest.mark.parametrize(
    ("models", "legal"),
    [
        ([BASIC, ("sergeant", {"plasma pistol": 1, "chainsword": 1})], True),
        ([BASIC, ("sergeant", {"bolt pistol": 1, "plasma pistol": 1, "chainsword": 1})], False),
        ([("intercessor", {"plasma pistol": 1, "chainsword": 1}), ("sergeant", dict(BASIC[1]))], False),
        ([BASIC, ("sergeant", {"chainsword": 1})], False),
        ([BASIC, ("sergeant", dict(BASIC[1]))], True),
    ],
    ids=["a", "b", "c", "d", "default"],
)
def test_the_sergeants_plasma_pistol(models, legal):
    assert is_legal(SERGEANT, *models) is legal


HEAVY = loadout(
    {"trooper": {"rifle": 1}, "leader": {"rifle": 1}},
    bullet("heavy", ["trooper"], {"rifle": 1}, {"cannon": 1}, {"launcher": 1}, most=None, per_models=5),
    bullet("blade", ["leader"], {}, {"blade": 1}),
    bullet("banner", ["trooper", "leader"], {}, {"banner": 1}, most=2),
    bullet("scope", ["trooper"], {"rifle": 1}, {"rifle": 1, "scope": 1}, most=None),
)


def squad(*troopers, leader=None):
    return [("leader", leader or {"rifle": 1}), *(("trooper", items) for items in troopers)]


def many(number, items):
    return [items] * number


@pytest.mark.rule("9E-WARG-03")
@pytest.mark.parametrize(
    ("models", "legal"),
    [
        (squad({"cannon": 1}, *many(3, {"rifle": 1})), True),
        (squad({"cannon": 1}, {"launcher": 1}, *many(3, {"rifle": 1})), False),
        (squad({"cannon": 1}, *many(2, {"rifle": 1})), False),
        (squad({"cannon": 1}, {"launcher": 1}, *many(7, {"rifle": 1})), True),
        (squad({"cannon": 1}, {"launcher": 1}, *many(6, {"rifle": 1})), False),
        (squad(*many(4, {"rifle": 1, "scope": 1})), True),
        (squad(*many(4, {"rifle": 1, "scope": 2})), False),
        (squad({"rifle": 1, "banner": 1}, leader={"rifle": 1, "banner": 1, "blade": 1}), True),
        (squad(*many(3, {"rifle": 1, "banner": 1})), False),
        (squad({"cannon": 1, "scope": 1}, *many(3, {"rifle": 1})), True),
        (squad({"cannon": 1, "rifle": 1}, *many(3, {"rifle": 1})), False),
    ],
)
def test_limits_per_unit_and_per_models(models, legal):
    assert is_legal(HEAVY, *models) is legal


CHAINED = loadout(
    {"knight": {"sword": 1}},
    bullet("lance", ["knight"], {"sword": 1}, {"lance": 1}),
    bullet("pennant", ["knight"], {"lance": 1}, {"lance": 1, "pennant": 1}),
    bullet("great", ["knight"], {"lance": 1}, {"great lance": 1}),
)


@pytest.mark.rule("9E-WARG-02")
@pytest.mark.parametrize(
    ("items", "legal"),
    [
        ({"lance": 1}, True),
        ({"lance": 1, "pennant": 1}, True),
        ({"great lance": 1}, True),
        ({"great lance": 1, "pennant": 1}, True),
        ({"sword": 1, "pennant": 1}, False),
        ({"lance": 1, "great lance": 1}, False),
        ({"pennant": 1}, False),
    ],
)
def test_bullets_act_on_what_others_gave_in_any_order(items, legal):
    reordered = loadout(CHAINED.defaults, *reversed(CHAINED.bullets))
    assert is_legal(CHAINED, ("knight", items)) is legal
    assert is_legal(reordered, ("knight", items)) is legal


def test_items_must_be_there_before_they_are_replaced():
    """Two bullets that would feed each other: the sum fits, but neither can begin."""
    sheet = loadout({"m": {"a": 1}}, bullet("1", ["m"], {"b": 1}, {"c": 1}), bullet("2", ["m"], {"c": 1}, {"b": 1, "d": 1}))
    assert not is_legal(sheet, ("m", {"a": 1, "d": 1}))


@pytest.mark.rule("9E-WARG-03")
def test_one_item_is_replaced_only_once():
    sheet = loadout({"m": {"a": 1}}, bullet("1", ["m"], {"a": 1}, {"b": 1}), bullet("2", ["m"], {"a": 1}, {"c": 1}))
    assert not is_legal(sheet, ("m", {"b": 1, "c": 1}))
    assert is_legal(sheet, ("m", {"b": 1}), ("m", {"c": 1}))


def test_models_are_shared_out_among_overlapping_bullets():
    """Either bullet gives a cannon, one is for all, one also gives launchers: three cannons and a launcher need both."""
    sheet = loadout(
        {"m": {"a": 1}},
        bullet("both", ["m"], {"a": 1}, {"cannon": 1}, {"launcher": 1}, most=2),
        bullet("cannon", ["m"], {"a": 1}, {"cannon": 1}, most=2),
    )
    assert is_legal(sheet, *[("m", {"cannon": 1})] * 3, ("m", {"launcher": 1}))
    assert not is_legal(sheet, *[("m", {"cannon": 1})] * 3, *[("m", {"launcher": 1})] * 2)
    verdict = judge(sheet, groups(*[("m", {"cannon": 1})] * 3, ("m", {"launcher": 1})))
    assert count_bullets(verdict) == {"both": 2, "cannon": 2}


def test_models_make_room_for_those_who_have_no_other_way():
    sheet = loadout(
        {"m": {"a": 1}},
        bullet("both", ["m"], {"a": 1}, {"b": 1}, {"c": 1}, most=2),
        bullet("only-b", ["m"], {"a": 1}, {"b": 1}, most=2),
        bullet("only-c", ["m"], {"a": 1}, {"c": 1}, most=None, per_models=99),
    )
    both, more = [("m", {"b": 1})] * 2 + [("m", {"c": 1})] * 2, ("m", {"c": 1})
    assert is_legal(sheet, *both)
    assert count_bullets(judge(sheet, groups(*both))) == {"only-b": 2, "both": 2}
    (over,) = judge(sheet, groups(*both, more)).unexplained
    assert (over.uid, over.models, over.reason) == ("g1", 1, "limit")


def test_illegal_models_are_offered_only_what_makes_them_legal():
    assert list_options(HEAVY, ("trooper", {"rifle": 1, "sword": 1})) == {}
    assert list_options(CHAINED, ("knight", {"sword": 1, "pennant": 1})) == {("lance", 0, "g0"): 1}


def test_findings_say_what_is_unexplained():
    verdict = judge(HEAVY, groups(*squad({"cannon": 1}, {"launcher": 1}, {"sword": 1}, *many(3, {"rifle": 1}))))
    assert [(each.uid, each.models, each.reason) for each in verdict.unexplained] == [
        ("g2", 1, "limit"),
        ("g3", 1, "wargear"),
    ]
    over = verdict.unexplained[0]
    assert (over.bullet, over.wanted, over.found) == ("heavy", 1, 2)


def test_uneven_items_are_unexplained():
    unit = Selection(
        "u", "squad", selections=(Selection("m", "knight", number=2, selections=(Selection("i", "sword", number=3),)),)
    )
    verdict = judge(CHAINED, groups_of(unit))
    assert [(each.uid, each.models, each.reason) for each in verdict.unexplained] == [("m", 2, "uneven")]


def test_the_groups_of_a_unit():
    item = Selection("i", "sword", number=6)
    unit = Selection("u", "squad", selections=(Selection("m", "knight", number=2, selections=(item, item)),))
    assert groups_of(unit) == (Group("m", "knight", 2, {"sword": 6}),)


def test_rows_that_the_loadout_does_not_know_are_not_judged():
    assert is_legal(CHAINED, ("stranger", {"anything": 3}))


def test_what_a_unit_comes_with_is_never_searched(monkeypatch):
    """Most models carry what they come with; a search for each would make edits of armies with many cards slow."""

    def forbid_search(*args):
        raise AssertionError("searched")

    monkeypatch.setattr("datasheets.evaluation.loadout.Ways", forbid_search)
    assert judge(HEAVY, groups(*squad({"rifle": 1}, {"rifle": 1}, leader={"rifle": 1}))).is_legal


@given(st.integers(1, 6), st.data())
@settings(max_examples=40, deadline=None)
def test_the_reach_of_bullets_is_the_sum_of_what_each_can_add(number, data):
    amounts = st.fixed_dictionaries({}, optional={name: st.integers(1, 3) for name in "abc"})
    bullets = {at: bullet(str(at), ["row"], data.draw(amounts), {"a": 1, **data.draw(amounts)}) for at in range(number)}
    ways = Ways({"a": 1}, bullets, (), Budget())
    for start, reach in enumerate(ways.reach):
        for at, (low, high) in enumerate(reach):
            changes = [[effect[at] for _, effect in choices] for _, choices in ways.effects[start:]]
            assert (low, high) == (sum(min(0, *each) for each in changes), sum(max(0, *each) for each in changes))


def list_options(sheet, *models):
    given = groups(*models)
    return {(each.bullet, each.choice, each.uid): each.models for each in options(sheet, given)}


def test_options_say_how_many_models_could_still_take_them():
    assert list_options(HEAVY, *squad(*many(9, {"rifle": 1}))) == {
        ("heavy", 0, "g1"): 2,
        ("heavy", 1, "g1"): 2,
        ("blade", 0, "g0"): 1,
        ("banner", 0, "g0"): 1,
        ("banner", 0, "g1"): 2,
        ("scope", 0, "g1"): 9,
    }
    after_one = list_options(HEAVY, *squad({"cannon": 1}, *many(8, {"rifle": 1})))
    assert after_one["heavy", 0, "g2"] == 1
    assert ("heavy", 0, "g1") not in after_one


def test_options_that_only_another_bullet_opens():
    assert list_options(CHAINED, ("knight", {"sword": 1})) == {("lance", 0, "g0"): 1}
    assert list_options(CHAINED, ("knight", {"lance": 1})) == {("pennant", 0, "g0"): 1, ("great", 0, "g0"): 1}


def test_options_free_a_bullet_for_others_where_models_can_come_by_it_another_way():
    sheet = loadout(
        {"m": {"a": 1}},
        bullet("either", ["m"], {"a": 1}, {"b": 1}, {"c": 1}),
        bullet("only-b", ["m"], {"a": 1}, {"b": 1}),
    )
    assert list_options(sheet, ("m", {"b": 1}), ("m", {"a": 1}))["either", 1, "g1"] == 1


def test_options_of_an_illegal_unit_do_not_make_it_worse():
    given = list_options(HEAVY, *squad({"cannon": 1}, {"cannon": 1}, *many(3, {"rifle": 1})))
    assert not any(key[0] == "heavy" for key in given)
    assert given["scope", 0, "g2"] == 3


@pytest.mark.parametrize(
    ("limits", "models", "times"),
    [
        ({}, 10, 1),
        ({"most": None}, 10, None),
        ({"most": None, "per_models": 5}, 9, 1),
        ({"most": None, "per_models": 5}, 4, 0),
        ({"most": None, "per_models": 5, "each": 2}, 10, 4),
        ({"most": 3, "per_models": 5, "each": 2}, 10, 3),
    ],
)
def test_limit_of_a_bullet(limits, models, times):
    assert limit_of(bullet("b", ["m"], {}, {"x": 1}, **limits), models) == times


def test_bullets_too_entangled_to_search_are_said_to_be(monkeypatch):
    monkeypatch.setattr("datasheets.evaluation.derivation.MOST_STEPS", 50)
    sheet = loadout({"m": {}}, *(bullet(str(n), ["m"], {}, {"a": 1}, {"a": 2}) for n in range(12)))
    verdict = judge(sheet, groups(("m", {"a": 9})))
    assert [(each.uid, each.models, each.reason) for each in verdict.unexplained] == [("g0", 1, "entangled")]
    assert verdict.takings == ()
    assert options(sheet, groups(("m", {"a": 9}))) == ()


# --- against brute force --------------------------------------------------------------------------------------------

ITEMS = ("a", "b", "c")
some_items = st.dictionaries(st.sampled_from(ITEMS), st.integers(1, 2), max_size=2)
rows = st.sampled_from([("m",), ("m", "n")])


@st.composite
def sheets(draw):
    names = draw(rows)
    defaults = {row: draw(some_items) for row in names}
    bullets = []
    for at in range(draw(st.integers(1, 4))):
        limits = draw(
            st.sampled_from([{}, {"most": None}, {"most": 2}, {"most": None, "per_models": 2}, {"most": 1, "per_models": 3}])
        )
        acts_on = draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
        choices = draw(st.lists(some_items, min_size=1, max_size=2))
        bullets.append(bullet(f"b{at}", acts_on, draw(some_items), *choices, **limits))
    models = draw(st.lists(st.sampled_from(names), min_size=1, max_size=3))
    return loadout(defaults, *bullets), models


def is_legal_unit(sheet, unit):
    return judge(sheet, groups(*((row, dict(items)) for row, items in unit))).is_legal


@settings(max_examples=50, deadline=None)
@given(sheets(), st.data())
def test_legal_is_what_playing_every_way_reaches(case, data):
    sheet, models = case
    legal = legal_units(sheet, models)
    for unit in sorted(legal)[:40]:
        assert is_legal_unit(sheet, unit)
    for _ in range(5):
        start = data.draw(st.sampled_from(sorted(legal)))
        changed = data.draw(some_items)
        unit = tuple(sorted([(start[0][0], tuple(sorted(changed.items()))), *start[1:]]))
        assert is_legal_unit(sheet, unit) is (unit in legal)


@settings(max_examples=60, deadline=None)
@given(sheets(), st.data())
def test_options_are_what_playing_every_way_reaches(case, data):
    """From a legal unit: a taking is offered for as many models as leave the unit legal."""
    sheet, models = case
    legal = legal_units(sheet, models)
    unit = data.draw(st.sampled_from(sorted(legal)))
    given_groups = groups(*((row, dict(items)) for row, items in unit))
    found = {(each.bullet, each.choice, each.uid): each.models for each in options(sheet, given_groups)}
    for each, group in product(sheet.bullets, given_groups):
        for choice, gift in enumerate(each.choices):
            most = largest(legal, given_groups, group, each, gift)
            assert found.get((each.id, choice, group.uid), 0) == most


def largest(legal, given_groups, group, each, gift):
    after = Counter(group.items)
    after.subtract(each.replace)
    if group.row not in each.models or min(after.values(), default=0) < 0:
        return 0
    after.update(gift)
    new, old = {item: n for item, n in after.items() if n}, {item: n for item, n in group.items.items() if n}
    if new == old:
        return 0
    for models in range(group.models, 0, -1):
        changed = [(group.row, old)] * (group.models - models) + [(group.row, new)] * models
        others = [(other.row, other.items) for other in given_groups if other is not group for _ in range(other.models)]
        unit = tuple(sorted((row, tuple(sorted(items.items()))) for row, items in [*others, *changed]))
        if unit in legal:
            return models
    return 0


SQUAD = loadout(
    {"trooper": {"rifle": 1, "knife": 1}, "leader": {"rifle": 1}},
    bullet("heavy", ["trooper"], {"rifle": 1}, {"cannon": 1}, {"launcher": 1}, most=None, per_models=3),
    bullet("special", ["trooper", "leader"], {"rifle": 1}, {"flamer": 1}, {"launcher": 1}, most=2),
    bullet("blade", ["trooper", "leader"], {"knife": 1}, {"blade": 1}, most=None),
    bullet("twin", ["trooper"], {"flamer": 1}, {"flamer": 2}),
)
TERMINATORS = loadout(
    {"t": {"fist": 1, "bolter": 1}},
    bullet("claws", ["t"], {"fist": 1, "bolter": 1}, {"claw": 2}, most=None),
    bullet("hammer", ["t"], {"fist": 1, "bolter": 1}, {"hammer": 1, "shield": 1}, most=None),
    bullet("chainfist", ["t"], {"fist": 1}, {"chainfist": 1}, most=None, per_models=2),
    bullet("gun", ["t"], {"bolter": 1}, {"flamer": 1}, {"cannon": 1}, {"missiles": 1, "bolter": 1}, most=None, per_models=4),
)


def reachable(sheet, row):
    """Every set of items that one model can come by where nothing limits the bullets."""
    free = tuple(replace(each, most=None, per_models=None) for each in sheet.bullets)
    return sorted({unit[0][1] for unit in legal_units(replace(sheet, bullets=free), [row])})


def every_unit(sheet, models):
    """Every unit of these models in which each model has something that it could have by itself."""
    by_row = Counter(models)
    for chosen in product(*(combinations_with_replacement(reachable(sheet, row), n) for row, n in by_row.items())):
        yield tuple(sorted((row, items) for row, part in zip(by_row, chosen, strict=True) for items in part))


@pytest.mark.parametrize(
    ("sheet", "models", "legal", "of"),
    [
        (SERGEANT, ["sergeant", *["intercessor"] * 4], 2, 2),
        (CHAINED, ["knight"], 5, 5),
        (CHAINED, ["knight", "knight"], 5, 15),
        (SQUAD, ["leader", *["trooper"] * 2], 133, 165),
        (SQUAD, ["leader", *["trooper"] * 3], 302, 660),
        (TERMINATORS, ["t"] * 4, 174, 1365),
    ],
)
def test_number_of_legal_loadouts(sheet, models, legal, of):
    by_force = legal_units(sheet, models)
    candidates = set(every_unit(sheet, models))
    assert (len(by_force), len(candidates)) == (legal, of)
    assert {unit for unit in candidates if is_legal_unit(sheet, unit)} == by_force
