"""Ids resolved per closure; the ways of links and groups. Invented data throughout."""

from dataclasses import replace
from decimal import Decimal

import pytest

from datasheets.closure import CatalogueSet, Closure, Resolved, UnknownCatalogue
from datasheets.model import (
    Catalogue,
    CatalogueLink,
    CategoryEntry,
    CategoryLink,
    Constraint,
    Cost,
    Entry,
    EntryGroup,
    EntryLink,
    ForceEntry,
    GameSystem,
    Query,
)


def in_category(target: str, primary: bool = False) -> CategoryLink:
    return CategoryLink(id=f"in-{target}", target=target, primary=primary)


def at_most(id: str, value: int) -> Constraint:
    return Constraint(id, "max", Query(), Decimal(value))


LANCE = Entry(id="lance", name="Lance", entries=(Entry(id="pennant", name="Pennant"),))
ARMS = EntryGroup(
    id="arms",
    name="Arms",
    category_links=(in_category("armed"),),
    groups=(EntryGroup(id="long-arms", links=(EntryLink(id="to-lance", target="lance"),)),),
    entries=(Entry(id="sword", name="Sword"),),
)
RIDER = Entry(
    id="rider",
    name="Rider",
    type="unit",
    costs=(Cost("points", Decimal(30)), Cost("power", Decimal(2))),
    category_links=(in_category("mounted", primary=True),),
    constraints=(at_most("most", 3),),
    links=(EntryLink(id="to-arms", target="arms", type="selectionEntryGroup"),),
)
TO_RIDER = EntryLink(
    id="to-rider",
    name="never shown",
    target="rider",
    costs=(Cost("points", Decimal(25)),),
    category_links=(in_category("elite", primary=True), in_category("mounted")),
    constraints=(at_most("link-most", 1),),
    links=(EntryLink(id="to-pennant", target="pennant-shared"),),
)
SYSTEM = GameSystem(
    id="game",
    name="Game",
    digest="g",
    categories=(CategoryEntry(id="mounted", name="Mounted (game)"),),
    entries=(Entry(id="ruin"),),
)
OWN = Catalogue(
    id="own",
    name="Own",
    digest="o",
    system="game",
    catalogue_links=(CatalogueLink("library", import_roots=True), CatalogueLink("gone")),
    categories=(CategoryEntry(id="mounted", name="Mounted (own)"),),
    links=(TO_RIDER,),
    entries=(Entry(id="secret", exported=False),),
    shared_entries=(Entry(id="pennant-shared", name="Own pennant"),),
)
LIBRARY = Catalogue(
    id="library",
    name="Library",
    digest="l",
    system="game",
    library=True,
    catalogue_links=(CatalogueLink("deep"), CatalogueLink("own")),
    shared_entries=(RIDER, Entry(id="pennant-shared", name="Library pennant")),
    shared_groups=(ARMS,),
    entries=(Entry(id="scout"), Entry(id="inner", exported=False)),
)
DEEP = Catalogue(
    id="deep", name="Deep", digest="d", system="game", shared_entries=(LANCE,), entries=(Entry(id="deep-root"),)
)


@pytest.fixture
def catalogues() -> CatalogueSet:
    return CatalogueSet(SYSTEM, [OWN, LIBRARY, DEEP])


@pytest.fixture
def closure(catalogues: CatalogueSet) -> Closure:
    return catalogues.closure("own")


def find_entry(closure: Closure, id: str) -> Resolved:
    entry = closure.entry(id)
    assert entry is not None
    return entry


def test_sources_are_breadth_first_and_end_with_the_game_system(closure):
    assert [source.id for source in closure.sources] == ["own", "library", "deep", "game"]


def test_unknown_catalogue(catalogues):
    with pytest.raises(UnknownCatalogue, match="nobody's"):
        catalogues.closure("nobody's")


def test_digest_changes_with_any_source(closure):
    other = CatalogueSet(SYSTEM, [OWN, LIBRARY, Catalogue(id="deep", name="Deep", digest="changed")])
    assert closure.digest.startswith("sha256:")
    assert closure.digest != other.closure("own").digest
    assert closure.digest == CatalogueSet(SYSTEM, [OWN, LIBRARY, DEEP]).closure("own").digest


def test_link_costs_replace_the_targets_type_by_type(closure):
    assert {cost.type: cost.value for cost in find_entry(closure, "to-rider::rider").costs} == {"points": 25, "power": 2}
    assert {cost.type: cost.value for cost in find_entry(closure, "rider").costs} == {"points": 30, "power": 2}


def test_constraints_are_joined_and_say_who_states_them(closure):
    assert [(owner, c.id) for owner, c in find_entry(closure, "to-rider::rider").constraints] == [
        ("rider", "most"),
        ("to-rider", "link-most"),
    ]


def test_categories_are_joined_and_the_links_primary_wins(closure):
    rider = find_entry(closure, "to-rider::rider")
    assert [link.target for link in rider.category_links] == ["mounted", "elite"]
    assert rider.primary == "elite"
    assert find_entry(closure, "rider").primary == "mounted"


def test_a_groups_categories_go_to_what_is_in_it(closure):
    assert [link.target for link in find_entry(closure, "to-rider::to-arms::sword").category_links] == ["armed"]


def test_groups_around_a_selection_and_what_queries_find_it_by(closure):
    lance = find_entry(closure, "to-rider::to-arms::to-lance::lance")
    assert lance.group == "to-rider::to-arms::long-arms"
    assert [group.id for group in lance.groups] == ["to-rider::to-arms::long-arms", "to-rider::to-arms::arms"]
    assert lance.matches == {"lance", "to-lance", "long-arms", "arms", "upgrade"}


def test_children_inherit_the_links_on_the_way(closure):
    lance = find_entry(closure, "to-rider::to-arms::to-lance::lance")
    assert [child.id for child in closure.children(lance)] == ["to-rider::to-arms::to-lance::pennant"]
    assert closure.children(lance)[0].group == ""


def test_a_link_is_no_step_on_the_way_to_its_own_children(closure):
    rider = find_entry(closure, "to-rider::rider")
    assert [child.id for child in closure.children(rider)] == ["to-rider::to-arms::arms", "to-pennant::pennant-shared"]
    assert find_entry(closure, "to-pennant::pennant-shared").link is TO_RIDER.links[0]


def test_offers_look_into_groups_at_any_depth(closure):
    offers = [offer.id for offer in closure.offers(find_entry(closure, "rider"))]
    assert offers == ["to-arms::sword", "to-arms::to-lance::lance"]


def test_the_nearest_source_wins_but_for_categories_the_own_comes_last(closure):
    assert find_entry(closure, "pennant-shared").name == "Own pennant"
    assert closure.category("mounted").name == "Mounted (game)"


def test_roots(closure, catalogues):
    assert [root.id for root in closure.roots()] == ["secret", "to-rider::rider", "scout", "ruin"]
    assert catalogues.closure("library").roots() == ()
    assert [root.id for root in catalogues.closure("game").roots()] == ["ruin"]


@pytest.mark.parametrize("id", ["gone", "gone::rider", "", "::", "to-rider::" * 100 + "rider"])
def test_what_is_not_there_is_none(closure, id):
    assert closure.entry(id) is None
    assert closure.group(id) is None


def test_links_that_lead_back_do_not_hang():
    again = EntryLink(id="again", target="ring", type="selectionEntryGroup")
    ring = EntryGroup(id="ring", links=(again,), entries=(Entry(id="e"),))
    unit = Entry(id="unit", links=(EntryLink(id="to-ring", target="ring", type="selectionEntryGroup"),))
    closure = CatalogueSet(SYSTEM, [Catalogue(id="c", name="C", shared_groups=(ring,), entries=(unit,))]).closure("c")
    assert len(find_entry(closure, "again::" * 60 + "e").groups) == 61
    assert [child.id for child in closure.children(closure.group("ring"))] == ["e", "again::ring"]
    assert [offer.id for offer in closure.offers(find_entry(closure, "unit"))] == ["to-ring::e"]


def test_catalogues_that_import_each_others_roots():
    one = Catalogue(
        id="one", name="One", catalogue_links=(CatalogueLink("two", import_roots=True),), entries=(Entry(id="a"),)
    )
    two = Catalogue(
        id="two", name="Two", catalogue_links=(CatalogueLink("one", import_roots=True),), entries=(Entry(id="b"),)
    )
    both = CatalogueSet(SYSTEM, [one, two])
    assert [root.id for root in both.closure("one").roots()] == ["a", "b", "ruin"]
    assert [root.id for root in both.closure("two").roots()] == ["b", "a", "ruin"]


def test_a_root_link_to_a_group_offers_what_is_in_it():
    to_arms = EntryLink(id="to-arms", target="arms", type="selectionEntryGroup")
    closure = CatalogueSet(SYSTEM, [Catalogue(id="c", name="C", links=(to_arms,), shared_groups=(ARMS,))]).closure("c")
    assert [root.id for root in closure.roots()] == ["to-arms::sword", "ruin"]
    assert closure.roots()[0].group == "to-arms::arms"


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("rider", "Rider"),
        ("arms", "Arms"),
        ("to-rider", "Rider"),
        ("mounted", "Mounted (game)"),
        ("patrol", "Patrol"),
        ("gone", ""),
    ],
)
def test_names_of_everything_that_a_condition_can_find(id, name):
    system = replace(SYSTEM, force_entries=(ForceEntry(id="patrol", name="Patrol"),))
    assert CatalogueSet(system, [OWN, LIBRARY, DEEP]).closure("own").name(id) == name


def test_children_are_worked_out_once(closure):
    rider = find_entry(closure, "rider")
    assert closure.children(rider) is closure.children(rider)
    assert closure.constrained_entries(rider) is closure.constrained_entries(rider)


def test_what_is_kept_is_bounded(closure, monkeypatch):
    monkeypatch.setattr("datasheets.resolving.MOST_KEPT", 2)
    for id in ("rider", "to-rider::rider", "pennant", "lance"):
        assert find_entry(closure, id).id == id
    assert len(closure._entries) <= 2
