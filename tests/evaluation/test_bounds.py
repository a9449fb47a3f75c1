"""Data of strangers that double with each level, or lead back, come to an end soon; real data are far below every bound."""

from datasheets import resolving
from datasheets.evaluation import modifier, selecting
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.selecting import default_selection, is_own_node, number_required
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.model import EntryGroup, InfoGroup, InfoLink, Rule
from tests.evaluation.build import at_least, catalogues, change, closure, every, group, group_link, link, unit, upgrade

LEVELS = 60


def doubling() -> tuple[EntryGroup, ...]:
    """Groups each of which links twice to the next."""
    return tuple(
        group(f"g{at}", upgrade(f"e{at}"), default=f"e{at}", constraints=(at_least(1),), links=_twice(at))
        for at in range(LEVELS)
    )


def _twice(at: int) -> tuple[object, ...]:
    return tuple(group_link(f"l{at}{side}", f"g{at + 1}") for side in "ab") if at + 1 < LEVELS else ()


def test_groups_that_double_with_each_level() -> None:
    own = closure([unit("u", links=(group_link("top", "g0"),))], shared_groups=doubling())
    entry = own.entry("u")
    assert entry
    assert 1_000 < len(list(own.offers(entry))) <= resolving.MOST_CHOICES
    made, _ = default_selection(own, "u")
    assert len(list(made.walk())) <= selecting.MOST_CHOICES


def test_collective_entries_that_double_with_each_level() -> None:
    shared = tuple(
        upgrade(f"e{at}", collective=True, links=tuple(link(f"l{at}{side}", f"e{at + 1}", collective=True) for side in "ab"))
        for at in range(LEVELS)
    )
    own = closure([unit("u", links=(link("top", "e0", collective=True),))], shared_entries=shared)
    entry = own.entry("u")
    assert entry
    assert not is_own_node(own, entry)


def test_groups_of_rules_that_double_with_each_level() -> None:
    headings = tuple(
        InfoGroup(
            id=f"h{at}",
            rules=(Rule(id=f"r{at}", name="R"),),
            info_links=tuple(InfoLink(id=f"i{at}{side}", target=f"h{at + 1}", type="infoGroup") for side in range(9)),
        )
        for at in range(LEVELS)
    )
    cats = catalogues(
        [unit("u", info_links=(InfoLink(id="top", target="h0", type="infoGroup"),))], shared_info_groups=headings
    )
    army = Roster("game", "A", (Force("f1", "own", selections=(Selection("a", "u"),)),))
    assert 100 < len(evaluate(army, cats).by_uid["a"].rules) <= 2_000


def test_texts_do_not_grow_without_end() -> None:
    long = "x" * 50_000
    longer = tuple(change("append", "name", long, repeats=(every(1, scope="self", child="e"),)) for _ in range(50))
    cats = catalogues([unit("u", entries=(upgrade("e"),), modifiers=longer)])
    army = Roster("game", "A", (Force("f1", "own", selections=(Selection("a", "u", selections=(Selection("b", "e"),)),)),))
    assert 50_000 < len(evaluate(army, cats).by_uid["a"].name) <= modifier.LONGEST


def test_links_to_one_another_have_no_name() -> None:
    own = closure([unit("u", links=(link("a", "b"), link("b", "a"), link("c", "u")))])
    assert (own.name("a"), own.name("c")) == ("", "U")


def test_a_long_way_through_deep_groups() -> None:
    def nest(at: int, levels: int) -> EntryGroup:
        below = (nest(at, levels - 1),) if levels else ()
        links = (group_link(f"l{at}", f"g{at + 1}-40"),) if not levels else ()
        return group(f"g{at}-{levels}", *(() if levels else (upgrade(f"e{at}"),)), groups=below, links=links)

    own = closure([unit("u", links=(group_link("l-", "g0-40"),))], shared_groups=tuple(nest(at, 40) for at in range(LEVELS)))
    way = ["l-", *(f"l{at}" for at in range(LEVELS - 1))]
    found = own.entry("::".join((*way, f"e{LEVELS - 1}")))
    assert found
    assert len(found.groups) == 41 * LEVELS


def test_what_is_asked_for_is_bounded() -> None:
    own = closure([unit("u", constraints=(at_least(10**15),))])
    entry = own.entry("u")
    assert entry
    assert number_required(entry) == selecting.MOST_ASKED
