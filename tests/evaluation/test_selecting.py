"""How the tree grows: nodes of their own, growing numbers, collective numbers, what a new selection brings along."""

import pytest

from datasheets.evaluation.selecting import (
    choose,
    default_roots,
    default_selection,
    is_own_node,
    scale_selection,
    set_number,
    take_back,
)
from datasheets.evaluation.tree import Selection
from tests.evaluation import build
from tests.evaluation.build import at_least, group, group_link, link, model, unit, upgrade


def shape(node: Selection):
    """A node as (entry, number, children): what the tests compare."""
    return (node.entry, node.number, [shape(child) for child in node.selections])


def new(entry, **parts):
    node, next_uid = default_selection(build.closure([entry], **parts), entry.id, 5)
    uids = [each.uid for each in node.walk()]
    assert len(set(uids)) == len(uids)
    assert next_uid > 5
    return node


def test_a_plain_entry_comes_alone():
    node, next_uid = default_selection(build.closure([unit("knight", entries=(upgrade("lance"),))]), "knight", 5)
    assert node == Selection("s5", "knight", "Knight")
    assert next_uid == 6


def test_unknown_entry():
    with pytest.raises(KeyError, match="dragon"):
        default_selection(build.closure([]), "dragon")


def test_a_force_brings_along_the_roots_that_ask_for_it():
    own = build.closure(
        [
            unit("plan", constraints=(at_least(2),), entries=(upgrade("seal", constraints=(at_least(1),)),)),
            unit("knight"),
            unit("levy", constraints=(at_least(1, field="forces", scope="roster"),)),
        ]
    )
    roots, next_uid = default_roots(own, 7)
    assert [shape(root) for root in roots] == [("plan", 1, [("seal", 1, [])])] * 2
    assert [node.uid for root in roots for node in root.walk()] == ["s7", "s8", "s9", "s10"]
    assert next_uid == 11


def test_minima_come_along_at_every_depth():
    lance = upgrade("lance", constraints=(at_least(1),), entries=(upgrade("pennant", constraints=(at_least(2),)),))
    assert shape(new(unit("knight", entries=(lance,)))) == ("knight", 1, [("lance", 1, [("pennant", 2, [])])])


def test_collective_minima_come_along_for_each_model():
    pouch = group("pouch", upgrade("bomb", collective=True), default="bomb", constraints=(at_least(2),))
    rifle = upgrade(
        "rifle",
        collective=True,
        constraints=(at_least(1),),
        entries=(upgrade("scope", collective=True, constraints=(at_least(1),)),),
    )
    trooper = model("trooper", constraints=(at_least(3),), entries=(rifle,), groups=(pouch,))
    assert shape(new(unit("squad", entries=(trooper,)))) == (
        "squad",
        1,
        [("trooper", 3, [("rifle", 3, [("scope", 3, [])]), ("bomb", 6, [])])],
    )


def test_a_collective_minimum_counts_per_model_for_its_groups_default():
    pouch = group(
        "pouch", upgrade("bomb", collective=True, constraints=(at_least(1),)), default="bomb", constraints=(at_least(2),)
    )
    trooper = model("trooper", constraints=(at_least(3),), groups=(pouch,))
    assert shape(new(unit("squad", entries=(trooper,)))) == ("squad", 1, [("trooper", 3, [("bomb", 6, [])])])


def test_a_default_that_is_a_node_of_its_own_comes_as_several_nodes():
    riders = group("riders", model("rider", entries=(upgrade("lance"),)), default="rider", constraints=(at_least(2),))
    assert shape(new(unit("wing", groups=(riders,)))) == ("wing", 1, [("rider", 1, []), ("rider", 1, [])])


def test_a_minimum_brings_a_bounded_number_of_nodes():
    rider = model("rider", constraints=(at_least(10**9),), entries=(upgrade("lance"),))
    assert len(new(unit("wing", entries=(rider,))).selections) == 100


def test_a_minimum_of_an_entry_that_is_a_node_of_its_own_brings_several_nodes():
    rider = model("rider", constraints=(at_least(2),), entries=(upgrade("lance"),))
    assert shape(new(unit("wing", entries=(rider,)))) == ("wing", 1, [("rider", 1, []), ("rider", 1, [])])


@pytest.mark.parametrize("plain", [{"field": "forces"}, {"field": "points"}, {"percent": True}])
def test_only_plain_minima_of_selections_bring_something(plain):
    assert shape(new(unit("knight", entries=(upgrade("lance", constraints=(at_least(1, **plain),)),)))) == ("knight", 1, [])


def test_hidden_entries_come_along_all_the_same():
    lance = upgrade("lance", hidden=True, constraints=(at_least(1),))
    assert shape(new(unit("knight", entries=(lance,)))) == ("knight", 1, [("lance", 1, [])])


def test_a_group_brings_its_default():
    arms = group("arms", upgrade("lance"), upgrade("sword"), default="sword", constraints=(at_least(2),))
    assert shape(new(unit("knight", groups=(arms,)))) == ("knight", 1, [("sword", 2, [])])
    assert new(unit("knight", groups=(arms,))).selections[0].group == "arms"


def test_a_group_without_default_brings_nothing():
    arms = group("arms", upgrade("lance"), constraints=(at_least(1),))
    assert shape(new(unit("knight", groups=(arms,)))) == ("knight", 1, [])


def test_a_groups_default_fills_up_what_its_entries_leave_open():
    arms = group("arms", upgrade("lance", constraints=(at_least(1),)), default="lance", constraints=(at_least(1),))
    assert shape(new(unit("knight", groups=(arms,)))) == ("knight", 1, [("lance", 1, [])])
    more = group("arms", upgrade("lance", constraints=(at_least(1),)), default="lance", constraints=(at_least(3),))
    assert shape(new(unit("knight", groups=(more,)))) == ("knight", 1, [("lance", 3, [])])


def test_defaults_are_found_through_links_and_in_nested_groups():
    inner = group("inner", links=(link("to-sword", "sword"),))
    arms = group("arms", groups=(inner,), default="to-sword", constraints=(at_least(1),))
    knight = unit("knight", links=(group_link("to-arms", "arms"),))
    node = new(knight, shared_entries=(upgrade("sword"),), shared_groups=(arms,))
    assert shape(node) == ("knight", 1, [("to-arms::to-sword::sword", 1, [])])
    assert node.selections[0].group == "to-arms::inner"


def test_minima_on_links_count():
    knight = unit("knight", links=(link("to-lance", "lance", constraints=(at_least(1),)),))
    assert shape(new(knight, shared_entries=(upgrade("lance"),))) == ("knight", 1, [("to-lance::lance", 1, [])])


def test_entries_that_link_to_themselves_come_to_an_end():
    box = upgrade("box", links=(link("again", "box", constraints=(at_least(1),)),))
    assert len(list(new(unit("crate", links=box.links), shared_entries=(box,)).walk())) < 100


TROOPER = model("trooper", entries=(upgrade("rifle", collective=True, entries=(upgrade("scope", collective=True),)),))


@pytest.mark.parametrize(
    ("entry", "alone"),
    [
        (model("m"), False),
        (TROOPER, False),
        (model("m", entries=(upgrade("badge"),)), True),
        (model("m", entries=(upgrade("badge", hidden=True),)), False),
        (model("m", entries=(upgrade("bag", collective=True, entries=(upgrade("badge"),)),)), True),
        (model("m", groups=(group("g", upgrade("badge")),)), True),
        (model("m", groups=(group("g", upgrade("badge"), hidden=True),)), False),
    ],
)
def test_what_is_a_node_of_its_own(entry, alone):
    own = build.closure([unit("u", entries=(entry,))])
    assert is_own_node(own, own.entry(entry.id)) is alone


def troop(*entries):
    own = build.closure([unit("troop", entries=entries)])
    node, next_uid = default_selection(own, "troop")
    return own, node, next_uid


def test_choosing_again_lets_the_number_grow():
    own, node, next_uid = troop(TROOPER)
    for _ in range(3):
        node, next_uid = choose(own, node, "trooper", next_uid)
    assert shape(node) == ("troop", 1, [("trooper", 3, [])])
    assert next_uid == 3


def test_choosing_again_makes_another_node_of_what_is_individual():
    own, node, next_uid = troop(model("sergeant", entries=(upgrade("badge"),)))
    node, next_uid = choose(own, node, "sergeant", next_uid)
    node, next_uid = choose(own, node, "sergeant", next_uid)
    assert shape(node) == ("troop", 1, [("sergeant", 1, []), ("sergeant", 1, [])])


def test_collective_numbers_follow_the_models():
    own, node, next_uid = troop(TROOPER)
    node, next_uid = choose(own, node, "trooper", next_uid)
    trooper = scale_selection(own, node.selections[0], 3)
    trooper, next_uid = choose(own, trooper, "rifle", next_uid)
    assert shape(trooper) == ("trooper", 3, [("rifle", 3, [])])
    trooper, next_uid = choose(own, trooper, "rifle", next_uid)
    rifle, next_uid = choose(own, trooper.selections[0], "scope", next_uid)
    assert shape(rifle) == ("rifle", 6, [("scope", 6, [])])
    trooper = set_number(own, trooper, rifle.uid, 1)
    assert shape(trooper) == ("trooper", 3, [("rifle", 3, [])])
    assert shape(scale_selection(own, trooper, 5)) == ("trooper", 5, [("rifle", 5, [])])
    assert shape(take_back(own, trooper, rifle.uid)) == ("trooper", 3, [])


def test_collective_numbers_that_do_not_divide_round_up():
    own, node, next_uid = troop(TROOPER)
    node, _ = choose(own, node, "trooper", next_uid)
    trooper = Selection("a", "trooper", number=3, selections=(Selection("b", "rifle", number=4),))
    assert shape(scale_selection(own, trooper, 2)) == ("trooper", 2, [("rifle", 4, [])])


def test_what_each_holds_goes_with_the_number_where_it_divides():
    own, _, _ = troop(model("sergeant", entries=(upgrade("badge"), upgrade("medal"), upgrade("rifle", collective=True))))
    below = (Selection("b", "badge", number=2), Selection("m", "medal", number=3), Selection("r", "rifle", number=3))
    sergeants = Selection("a", "sergeant", number=2, selections=below)
    assert shape(scale_selection(own, sergeants, 4)) == (
        "sergeant",
        4,
        [("badge", 4, []), ("medal", 3, []), ("rifle", 8, [])],
    )
    assert shape(scale_selection(own, Selection("a", "sergeant", number=0, selections=below[:1]), 4)) == (
        "sergeant",
        4,
        [("badge", 2, [])],
    )


def test_taking_back_goes_down_to_nothing():
    own, node, next_uid = troop(TROOPER)
    node, next_uid = choose(own, node, "trooper", next_uid)
    node, next_uid = choose(own, node, "trooper", next_uid)
    uid = node.selections[0].uid
    node = take_back(own, node, uid)
    assert shape(node) == ("troop", 1, [("trooper", 1, [])])
    assert shape(take_back(own, node, uid)) == ("troop", 1, [])
    assert take_back(own, node, "nobody") == node
    assert set_number(own, node, "nobody", 3) == node


def test_what_is_gone_can_be_counted_and_taken_back():
    own, _, _ = troop(TROOPER)
    parent = Selection("s1", "troop", number=3, selections=(Selection("a", "ghost", number=2),))
    assert shape(set_number(own, parent, "a", 4)) == ("troop", 3, [("ghost", 4, [])])
    assert shape(take_back(own, parent, "a")) == ("troop", 3, [])


def test_one_of_several_nodes_is_taken_back():
    own, node, next_uid = troop(model("sergeant", entries=(upgrade("badge"),)))
    for _ in range(2):
        node, next_uid = choose(own, node, "sergeant", next_uid)
    first, second = node.selections
    assert take_back(own, node, second.uid).selections == (first,)


def test_number_zero_removes():
    own, node, next_uid = troop(TROOPER)
    node, _ = choose(own, node, "trooper", next_uid)
    assert shape(set_number(own, node, node.selections[0].uid, 4)) == ("troop", 1, [("trooper", 4, [])])
    assert shape(set_number(own, node, node.selections[0].uid, 0)) == ("troop", 1, [])


@pytest.mark.rule("9E-DS-12")
def test_a_native_unit_starts_with_every_row_at_its_minimum_in_default_wargear():
    guard = build.squad(
        {"guard": (4, 9), "captain": (1, 1), "banner": (0, 1)},
        items=("spear", "shield"),
        defaults={"guard": {"spear": 1, "shield": 2}, "captain": {"spear": 1}, "banner": {}},
    )
    assert shape(new(guard)) == (
        "squad",
        1,
        [("guard", 4, [("spear", 4, []), ("shield", 8, [])]), ("captain", 1, [("spear", 1, [])])],
    )


def test_a_native_unit_without_a_minimum_starts_with_one_model():
    assert shape(new(build.squad({"drone": (0, 3)}))) == ("squad", 1, [("drone", 1, [])])
