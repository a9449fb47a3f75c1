"""The tallies of scopes: the same as going through everything, before and after categories change."""

import pytest

from datasheets.evaluation.categories import settle
from datasheets.evaluation.growing import recategorise, scopes
from datasheets.evaluation.scope import ANY, ForceScope, Node, RosterScope
from datasheets.evaluation.tree import Roster
from tests.evaluation import spec
from tests.evaluation.build import catalogues, is_in, unit, upgrade

CASES = list(spec.load())


def all_scopes(top: RosterScope):
    yield top
    for force in top.all_forces:
        yield force
        yield from force.categories.values()
    yield from top.all_nodes


def assert_tallies(top: RosterScope):
    static = (id for node in top.all_nodes for id in (node.resolved.matches if node.resolved else (node.entry_id,)))
    ids = {*static, *(id for node in top.all_nodes for id in node.categories)}
    for scope in all_scopes(top):
        for id in [*sorted(ids), ANY, "nobody"]:
            for deep in (False, True):
                for forces in (False, True):
                    counted = sum(node.number for node in scope.nodes(deep, forces) if id == ANY or node.matches(id))
                    assert scope.count(id, deep, forces) == counted, (scope, id, deep, forces)


@pytest.mark.parametrize(("given", "case"), [each[1:] for each in CASES], ids=[each[0] for each in CASES])
def test_tallies_are_what_going_through_everything_counts(given, case):
    top = scopes(spec.roster(case), spec.catalogues(given))
    assert_tallies(top)
    settle(top)
    assert_tallies(top)


@pytest.fixture
def top() -> RosterScope:
    knight = unit("knight", category_links=(is_in("hq", primary=True), is_in("brave")), entries=(upgrade("lance"),))
    tree = spec.Tree("force patrol\n  a: knight 2\n    b: lance 3\n  c: knight\nforce patrol\n  d: knight")
    return scopes(Roster("game", "A", tuple(tree.forces(0))), catalogues([knight]))


def test_tallies_follow_categories(top):
    knight, lance = top.all_nodes[0], top.all_nodes[1]
    recategorise(knight, ["brave", "elites"], "elites")
    assert_tallies(top)
    assert top.all_forces[0].category("elites").count("lance", True, False) == 3
    assert top.all_forces[0].category("hq").count("lance", True, False) == 0
    recategorise(lance, ["sharp"], "sharp")
    assert_tallies(top)
    recategorise(knight, [], "")
    assert_tallies(top)
    assert knight.above is top.all_forces[0].category("")


def test_paths_lead_from_the_force_to_the_selection(top):
    assert [node.path for node in top.all_nodes] == [("#1", "a"), ("#1", "a", "b"), ("#1", "c"), ("#5", "d")]


def test_an_entry_that_is_not_chosen_has_no_number(top):
    force = top.all_forces[0]
    assert isinstance(force, ForceScope)
    possible = Node(None, force.closure.entry("lance"), top.all_nodes[0], force)
    assert (possible.number, possible.path, possible.view.above) == (0, ("#1", "a"), top.all_nodes[0])
