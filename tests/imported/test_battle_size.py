"""One battle size: what imported data have as a setting is what the players agree, and 9th edition judges it."""

from dataclasses import replace
from decimal import Decimal

import pytest

from builder.operations.battle_sizes import agreements_of
from builder.operations.error import OperationError
from builder.snapshot.document import roster_from_document
from exports.document import name_of
from tests.evaluation.build import at_least, at_most, group, upgrade
from tests.imported.invented import Muster, catalogues

SIZES = group(
    "sizes",
    *(
        upgrade(id, name=name)
        for id, name in (
            ("patrol", "1. Combat Patrol (0-50 Total PL / 0-500 Points) "),
            ("raid", "2. Incursion (51-100 Total PL / 501-1000 Points) "),
            ("vast", "5. Onslaught++ (301+ Total PL / 3001+ Points) "),
        )
    ),
    constraints=(at_least(1, "size-least"), at_most(1, "size-most")),
    default="patrol",
)
BATTLE_SIZE = upgrade(
    "bs",
    name="Battle Size",
    groups=(replace(SIZES, name="Battle Size"),),
    constraints=(at_least(1, "asked", scope="roster"),),
)


@pytest.fixture
def muster() -> Muster:
    return Muster(catalogues=catalogues(extra=(BATTLE_SIZE,)))


def agreed_battle_size(muster: Muster) -> object:
    return agreements_of(muster.roster, muster.catalogues).get("battle_size")


def chosen_battle_sizes(muster: Muster) -> list[str]:
    return [each.name.split()[1] for each in next(muster.roster.units()).selections]


def battle(muster: Muster) -> list[tuple[str, str, object]]:
    return [(each.severity, each.code, each.wanted) for each in muster.judge().findings if "battle" in each.code]


@pytest.mark.rule("9E-MUSTER-05")
def test_the_size_of_the_data_is_judged(muster):
    assert agreed_battle_size(muster) == "combat-patrol"
    for _ in range(4):
        muster.add("walker")
    power = muster.judge().power_level
    assert battle(muster) == [("note", "battle.fits", 50)]
    while muster.judge(fixes=False).power_level <= Decimal(50):
        muster.add("walker")
    assert power < muster.judge(fixes=False).power_level
    assert battle(muster) == [("warning", "battle.too-large", 50)]
    fix = next(each for each in muster.judge().findings if each.code == "battle.too-large").fixes[0]
    muster.do(**fix.operations[0])
    assert (chosen_battle_sizes(muster), agreed_battle_size(muster)) == (["Incursion"], "incursion")
    assert battle(muster) == [("note", "battle.fits", 100)]


def test_what_is_agreed_is_chosen_in_the_data(muster):
    muster.do(op="agree", key="battle_size", value="incursion")
    assert (chosen_battle_sizes(muster), muster.roster.agreed) == (["Incursion"], {})
    muster.do(op="agree", key="battle_size", value="Onslaught++")  # no row of the rulebook
    assert chosen_battle_sizes(muster) == ["Onslaught++"]
    assert battle(muster) == [("warning", "army.unknown-battle-size", None)]
    with pytest.raises(OperationError, match="Onslaught"):
        muster.do(op="agree", key="battle_size", value="onslaught")
    muster.do(op="agree", key="battle_size", value=None)
    assert (chosen_battle_sizes(muster), agreed_battle_size(muster)) == ([], None)


def test_a_setting_that_is_not_there_comes_with_the_agreement(muster):
    muster.do(op="remove", selection=next(muster.roster.units()).uid)
    assert agreed_battle_size(muster) is None
    muster.do(op="agree", key="battle_size", value="incursion")
    assert chosen_battle_sizes(muster) == ["Incursion"]


def test_a_document_says_it_once(muster):
    muster.add("walker")
    muster.do(op="agree", key="battle_size", value="incursion")
    document = muster.document()
    assert document.army.agreed == {"battle_size": "incursion"}
    assert name_of(document.army, "battle-size", "incursion") == "Incursion"
    muster.roster = roster_from_document(document)
    setting = next(muster.roster.units())
    muster.do(op="select", parent=setting.uid, entry="patrol")
    muster.do(op="deselect", parent=setting.uid, entry="raid")
    assert (agreed_battle_size(muster), muster.roster.agreed) == ("combat-patrol", {})
