"""One Warlord and one Warlord Trait: where imported data have them, what is declared is chosen there and read from there."""

from dataclasses import replace

import pytest

from builder.operations.error import OperationError
from builder.operations.table import apply_all
from builder.snapshot.document import roster_from_document
from datasheets.evaluation.tree import Declaration, Selection
from datasheets.model import EntryGroup, EntryLink
from datasheets.systems import system
from tests.evaluation.build import at_least, at_most, change, group_link, model, upgrade, when
from tests.imported.invented import Muster, body, catalogues, categories, says

WARLORD = upgrade("chief", name="Warlord", constraints=(at_most(1, scope="roster", include_child_selections=True),))
TRAITS = EntryGroup(
    id="all-traits",
    name="Warlord Traits",
    entries=(upgrade("bold", name="**Bold**", profiles=(says("Bold", "Go."),)), upgrade("leader", name="Inspiring Leader")),
    constraints=(at_most(1, "one-trait"),),
)


def fixed_trait(target: str) -> EntryLink:
    """A trait that a named character has as the Warlord."""
    return EntryLink(
        id=f"own-{target}",
        target=target,
        hidden=True,
        constraints=(at_least(0, "own-least"), at_most(1, "own-most")),
        modifiers=(
            change("set", "hidden", "false", when("atLeast", 1, scope="parent", child="chief")),
            change("set", "own-least", 1, when("atLeast", 1, scope="parent", child="chief")),
        ),
    )


def hero(id: str, *links: EntryLink):
    """A character whom the data let be the Warlord."""
    return model(
        id,
        name=id.title(),
        profiles=(body(id.title()),),
        category_links=categories("HQ", "Character"),
        links=(EntryLink(id=f"{id}-chief", target="chief"), *links),
    )


def traits(id: str) -> EntryLink:
    """Traits that only the Warlord sees."""
    shown = change("set", "hidden", "false", when("atLeast", 1, scope="parent", child="chief"))
    return group_link(f"{id}-traits", "all-traits", hidden=True, modifiers=(shown,))


HEROES = (
    hero("captain", traits("captain")),
    hero("marshal", traits("marshal")),
    hero("named", fixed_trait("bold")),
    hero("lord", fixed_trait("bold"), fixed_trait("leader")),
    hero("legend", fixed_trait("legend-trait")),
    hero("plain"),
)
LEGEND = upgrade("legend-trait", name="Slayer", profiles=(says("Slayer", "Slay."),))
"""A trait that nobody else has: nothing says what it is but that the data ask for it of the Warlord."""


def muster_of(edition: str = "9th", id: str = "wh40k-9e") -> Muster:
    data = catalogues(edition, extra=HEROES)
    source = data.closure("march").catalogue
    shared = replace(
        source, shared_entries=(*source.shared_entries, WARLORD, *TRAITS.entries, LEGEND), shared_groups=(TRAITS,)
    )
    return Muster(system(id), type(data)(data.closure("march").system, [shared]))


@pytest.fixture
def muster() -> Muster:
    return muster_of()


def names(unit: Selection) -> list[str]:
    return [each.name for each in unit.selections]


def now(muster: Muster) -> list[list[str]]:
    """What each unit has chosen."""
    return [names(unit) for unit in muster.roster.units()]


def list_declarations(muster: Muster) -> list[tuple[str, object]]:
    return [(each.kind, each.value) for each in muster.document().army.declarations]


def settle(muster: Muster, code: str, at: int = 0) -> None:
    finding = next(each for each in muster.judge().findings if each.code == code)
    muster.roster = apply_all(muster.roster, finding.fixes[at].operations, muster.catalogues)


@pytest.mark.rule("9E-WARLORD-01")
@pytest.mark.rule("9E-WARLORD-03")
def test_what_is_declared_is_chosen_in_the_data(muster):
    captain = muster.add("captain")
    muster.do(op="declare", kind="warlord", subject=captain.uid)
    muster.do(op="declare", kind="warlord-trait", subject=captain.uid, value="Bold")
    assert now(muster) == [["Warlord", "**Bold**"]]
    assert muster.roster.declarations == ()
    assert list_declarations(muster) == [("warlord", True), ("warlord-trait", "Bold")]
    assert "Warlord" not in [each.name for each in muster.unit().wargear]  # nobody carries it
    assert muster.judge().findings == ()
    muster.do(op="declare", kind="warlord-trait", subject=captain.uid, value="inspiring-leader")  # as Muster calls it
    assert now(muster) == [["Warlord", "Inspiring Leader"]]
    muster.do(op="withdraw", kind="warlord-trait", subject=captain.uid)
    muster.do(op="withdraw", kind="warlord")
    assert now(muster) == [[]]
    assert [each.code for each in muster.judge().findings] == ["warlord.missing"]


@pytest.mark.rule("9E-WARLORD-03")
def test_a_trait_that_the_data_ask_for_is_missed_once(muster):
    named = muster.add("named")
    muster.do(op="declare", kind="warlord", subject=named.uid)
    assert now(muster) == [["Warlord"]]
    assert [each.code for each in muster.judge().findings] == ["trait.missing"]
    settle(muster, "trait.missing")
    assert now(muster) == [["Warlord", "**Bold**"]]
    assert muster.judge().findings == ()


def test_a_trait_that_the_data_do_not_have_is_refused(muster):
    captain = muster.add("captain")
    muster.do(op="declare", kind="warlord", subject=captain.uid)
    with pytest.raises(OperationError, match="there are: Bold, Inspiring Leader"):
        muster.do(op="declare", kind="warlord-trait", subject=captain.uid, value="Hero of Elsewhere")


def test_fixes_choose_in_the_data_and_move_from_one_to_another(muster):
    muster.add("captain")
    settle(muster, "warlord.missing")
    assert now(muster) == [["Warlord", "**Bold**"]]
    marshal = muster.add("marshal")
    muster.select(marshal, "marshal-chief::chief")
    assert "warlord.several" in [each.code for each in muster.judge().findings]
    settle(muster, "warlord.several", 1)
    assert now(muster) == [[], ["Warlord", "**Bold**"]]
    assert muster.judge().findings == ()


def test_a_warlord_without_its_trait_gets_one_of_the_data(muster):
    captain = muster.add("captain")
    muster.select(captain, "captain-chief::chief")
    assert [each.code for each in muster.judge().findings] == ["trait.missing"]
    assert [fix.values["trait"] for fix in muster.judge().findings[0].fixes] == ["Bold", "Inspiring Leader"]
    settle(muster, "trait.missing", 1)
    assert now(muster) == [["Warlord", "Inspiring Leader"]]


@pytest.mark.parametrize(
    ("entry", "has"),
    [
        ("named", ["Warlord", "**Bold**"]),
        ("lord", ["Warlord", "**Bold**", "Inspiring Leader"]),
        ("legend", ["Warlord", "Slayer"]),
        ("plain", ["Warlord"]),
    ],
)
def test_a_named_character_lacks_no_trait(muster, entry, has):
    """Whether the data give it one of its own, several, or none at all."""
    muster.add(entry)
    settle(muster, "warlord.missing")
    assert now(muster) == [has]
    assert muster.judge().findings == ()


@pytest.mark.rule("9E-WARLORD-03")
def test_a_trait_of_the_data_and_a_declared_one_are_two(muster):
    captain = muster.add("captain")
    settle(muster, "warlord.missing")
    stray = Declaration("warlord-trait", captain.uid, value="inspiring-leader")
    muster.roster = replace(muster.roster, declarations=(stray,))
    assert [(each.severity, each.code) for each in muster.judge().findings] == [("error", "trait.several")]
    settle(muster, "trait.several")
    assert list_declarations(muster) == [("warlord", True), ("warlord-trait", "Bold")]


def test_a_document_says_it_once_and_forgets_it_with_the_choice(muster):
    captain = muster.add("captain")
    settle(muster, "warlord.missing")
    muster.roster = roster_from_document(muster.document())
    assert muster.judge().findings == ()
    muster.select(captain, "captain-chief::chief", -1)
    assert muster.roster.declarations == ()
    assert "warlord.missing" in [each.code for each in muster.judge().findings]


@pytest.mark.rule("8E-WARLORD-03")
def test_8th_edition_may_roll_instead(muster):
    muster = muster_of("8th", "wh40k-8e")
    captain = muster.add("captain")
    settle(muster, "warlord.missing")
    assert now(muster) == [["Warlord", "**Bold**"]]
    muster.do(op="declare", kind="warlord-trait", subject=captain.uid, value="roll")
    assert now(muster) == [["Warlord"]]
    assert list_declarations(muster) == [("warlord-trait", "roll"), ("warlord", True)]
    assert muster.judge().findings == ()
    muster.do(op="declare", kind="warlord-trait", subject=captain.uid, value="Bold")
    assert sorted(list_declarations(muster)) == [("warlord", True), ("warlord-trait", "Bold")]


def test_a_warlord_within_a_warlord_is_one():
    inner = upgrade("inner", name="Warlord")
    nested = model(
        "nested",
        name="Nested",
        profiles=(body("Nested"),),
        category_links=categories("HQ"),
        entries=(upgrade("outer", name="Warlord", entries=(inner,)),),
    )
    muster = Muster(catalogues=catalogues(extra=(nested,)))
    chosen = muster.add("nested")
    muster.select(chosen, "outer")
    muster.select(muster.selection("Warlord"), "inner")
    assert muster.judge().findings == ()
    muster.do(op="withdraw", kind="warlord", subject=chosen.uid)
    assert now(muster) == [[]]


def test_what_brings_the_warlord_along_is_the_warlord():
    inner = upgrade("inner", name="Warlord", constraints=(at_least(1, "inner-least"),))
    outer = upgrade("outer", name="Warlord of the March", entries=(inner,))
    led = model("led", name="Led", profiles=(body("Led"),), category_links=categories("HQ"), entries=(outer,))
    muster = Muster(catalogues=catalogues(extra=(led,)))
    chosen = muster.add("led")
    muster.do(op="declare", kind="warlord", subject=chosen.uid)
    assert now(muster) == [["Warlord of the March"]]
    assert muster.roster.declarations == ()
    assert list_declarations(muster) == [("warlord", True)]
    muster.do(op="withdraw", kind="warlord")
    assert now(muster) == [[]]


def test_who_has_no_warlord_in_the_data_is_declared_as_ever(muster):
    wardens = muster.add("wardens")
    sergeant = wardens.selections[0]
    muster.do(op="declare", kind="warlord", subject=sergeant.uid)
    assert muster.roster.declarations == (Declaration("warlord", sergeant.uid),)
    assert muster.judge().findings == ()
