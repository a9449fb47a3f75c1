"""Modifiers that ask for the roster's cost limit, hold in part, or change what is chosen below their host."""

from decimal import Decimal

from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Force, Roster, Selection
from tests.evaluation import build
from tests.evaluation.build import at_most, change, costs, unit, upgrade, when


def roster(*selections, **limits):
    force = Force("f1", "own", "patrol", selections=selections)
    return Roster("game", "Army", (force,), next_uid=1000, limits={key: Decimal(value) for key, value in limits.items()})


def node(uid, entry, number=1, *below):
    return Selection(uid, entry, number=number, selections=below)


HALF = build.every(1, repeats=Decimal("0.5"), field="limit::points", scope="roster", child="any")
SHARE = at_most(
    0, "half", field="points", scope="roster", shared=True, include_child_selections=True, include_child_forces=True
)
LORD = unit(
    "lord", costs=costs(points=10), constraints=(SHARE,), modifiers=(change("increment", "half", 1, repeats=(HALF,)),)
)


def test_half_a_point_for_every_point_of_the_limit_is_half_of_the_limit():
    cats = build.catalogues([LORD])
    legal, illegal = (evaluate(roster(node("a", "lord"), points=limit), cats) for limit in (20, 19))
    assert legal.by_uid["a"].limits["half"] == 10
    assert [each.code for each in legal.findings] == []
    assert illegal.by_uid["a"].limits["half"] == Decimal("9.5")
    assert illegal.findings


def test_another_limit_is_read_anew_after_an_edit():
    cats = build.catalogues([LORD])
    before = roster(node("a", "lord"), points=20)
    after = Roster("game", "Army", before.forces, next_uid=1000, limits={"points": Decimal(10)})
    assert evaluate(after, cats, evaluate(before, cats)).by_uid["a"].limits["half"] == 5


def test_a_condition_on_the_limit_knows_that_there_is_none():
    without = when("lessThan", 1, field="limit::points", scope="roster", child="any")
    free = unit("free", costs=costs(points=10), modifiers=(change("set", "points", 0, without),))
    cats = build.catalogues([free])
    assert evaluate(roster(node("a", "free")), cats).costs["points"] == 0
    assert evaluate(roster(node("a", "free"), points=50), cats).costs["points"] == 10


def test_a_modifier_may_multiply_what_is_chosen_below_its_host():
    """Teleporting costs half as much again for every model of the squad, and nothing for the squad itself."""
    teleport = change("multiply", "points", "1.5", when("atLeast", 1, scope="self", child="homer"), affects="self.entries")
    sword = upgrade("sword", costs=costs(points=2))
    squad = unit(
        "squad",
        costs=costs(points=5),
        modifiers=(teleport,),
        entries=(upgrade("trooper", costs=costs(points=20), entries=(sword,)), upgrade("homer")),
    )
    cats = build.catalogues([squad])
    trooper = node("b", "trooper", 2, node("c", "sword", 2))
    assert evaluate(roster(node("a", "squad", 1, trooper)), cats).costs["points"] == 5 + 40 + 4
    found = evaluate(roster(node("a", "squad", 1, trooper, node("d", "homer"))), cats)
    assert found.costs["points"] == 5 + 60 + 4
    deep = change("multiply", "points", "1.5", affects="self.entries.recursive")
    cats = build.catalogues([unit("squad", costs=costs(points=5), modifiers=(deep,), entries=squad.entries)])
    assert evaluate(roster(node("a", "squad", 1, trooper)), cats).costs["points"] == 5 + 60 + 6


def test_a_product_that_grows_beyond_all_bounds_stays_as_it_was():
    huge = unit("huge", costs=costs(points=10), modifiers=(change("multiply", "points", "1" + "0" * 95),) * 3)
    assert evaluate(roster(node("a", "huge")), build.catalogues([huge])).costs["points"] < Decimal(10) ** 100
