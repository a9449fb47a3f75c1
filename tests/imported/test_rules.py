"""The army rules of 9th and 8th edition on imported units: the same findings and fixes as on native ones."""

import pytest

from builder.operations.error import OperationError
from builder.operations.table import apply_all
from datasheets.evaluation.tree import Selection
from datasheets.systems import system
from tests.imported.invented import ASKED, CATALOGUE, Muster, catalogues


@pytest.fixture
def muster() -> Muster:
    return Muster()


def squad_of(muster: Muster, number: int) -> Selection:
    """A squad of this many models, the Sergeant among them."""
    squad = muster.add("wardens")
    muster.select(squad, "warden", number - 5)
    return squad


def apply_fix(muster: Muster, code: str, fix: str) -> list[str]:
    """Apply a fix of a finding; return what is wrong then."""
    finding = next(each for each in muster.judge().findings if each.code == code)
    offered = next(each for each in finding.fixes if each.code == fix)
    muster.roster = apply_all(muster.roster, offered.operations, muster.catalogues)
    return muster.finding_lines()


@pytest.mark.parametrize(("number", "power"), [(5, 3), (6, 6), (10, 6)])
def test_power_grows_with_the_unit(muster, number, power):
    squad_of(muster, number)
    judged = muster.judge()
    assert (judged.models, judged.power_level) == (number, power)
    assert muster.finding_lines() == []


@pytest.mark.rule("9E-DS-05")
def test_too_few_models(muster):
    squad_of(muster, 3)
    assert muster.finding_lines() == ["error unit.below-minimum 9E-DS-05"]
    assert muster.judge().findings[-1].values["unit"] == "Wardens"
    assert apply_fix(muster, "unit.below-minimum", "fix.add-models") == []
    assert muster.judge().models == 5


@pytest.mark.rule("9E-UNDER-01")
def test_understrength(muster):
    squad = squad_of(muster, 3)
    assert apply_fix(muster, "unit.below-minimum", "fix.mark-understrength") == ["warning unit.understrength 9E-UNDER-01"]
    assert (muster.judge().power_level, muster.unit().understrength) == (3, True)
    assert apply_fix(muster, "unit.understrength", "fix.add-models") == []
    muster.do(op="declare", kind="understrength", subject=squad.uid)
    assert muster.finding_lines() == ["note unit.mark-not-needed 9E-UNDER-01"]


@pytest.mark.rule("9E-UNDER-01")
def test_one_understrength_unit_of_each_datasheet(muster):
    for squad in (squad_of(muster, 3), squad_of(muster, 4)):
        muster.do(op="declare", kind="understrength", subject=squad.uid)
    assert muster.finding_lines() == ["warning unit.understrength 9E-UNDER-01", "error unit.understrength-again 9E-UNDER-01"]
    assert apply_fix(muster, "unit.understrength-again", "fix.remove") == ["warning unit.understrength 9E-UNDER-01"]


def test_an_understrength_unit_without_its_leader(muster):
    squad = squad_of(muster, 5)
    muster.select(squad, "sergeant", -1)
    muster.do(op="declare", kind="understrength", subject=squad.uid)
    assert muster.finding_lines() == ["warning unit.understrength 9E-UNDER-01", "warning row.leader-missing 9E-DS-05"]


@pytest.mark.rule("9E-UNDER-02")
def test_too_many_models(muster):
    squad_of(muster, 12)
    assert muster.finding_lines() == ["error unit.above-maximum 9E-UNDER-02"]
    assert apply_fix(muster, "unit.above-maximum", "fix.remove-models") == []
    assert muster.judge().models == 10


def test_too_many_of_one_row_is_what_the_data_say(muster):
    squad = squad_of(muster, 5)
    muster.select(squad, "lancer", 3)
    assert muster.finding_lines() == ["error entry.too-many entry.constraint"]


def test_a_unit_without_models(muster):
    squad = squad_of(muster, 1)
    muster.select(squad, "sergeant", -1)
    assert muster.finding_lines() == ["error unit.no-models 9E-UNIT-01"]


@pytest.mark.rule("9E-TRANS-02")
@pytest.mark.parametrize(("number", "wrong"), [(6, []), (7, ["error transport.over-capacity 9E-TRANS-02"])])
def test_a_transport_carries_what_its_text_says(muster, number, wrong):
    hauler, squad = muster.add("hauler"), squad_of(muster, number)
    muster.do(op="declare", kind="embarked", subject=squad.uid, value=hauler.uid)
    assert muster.finding_lines() == wrong


@pytest.mark.rule("9E-TRANS-01")
def test_a_transport_refuses_whom_its_text_refuses(muster):
    hauler, squad = muster.add("hauler"), squad_of(muster, 5)
    muster.select(squad, "icon")
    muster.do(op="declare", kind="embarked", subject=squad.uid, value=hauler.uid)
    assert muster.finding_lines() == ["error embarked.not-admitted 9E-TRANS-01"]


@pytest.mark.rule("9E-MUSTER-03")
def test_an_agreed_limit_counts_imported_power(muster):
    squad_of(muster, 10)
    muster.add("walker")
    muster.do(op="agree", key="power_limit", value=12)
    assert muster.finding_lines() == ["error army.over-agreed-limit 9E-MUSTER-03"]
    assert apply_fix(muster, "army.over-agreed-limit", "fix.remove") == []


def test_a_limit_of_our_cost_counts_imported_power(muster):
    squad_of(muster, 5)
    muster.do(op="limit", cost="power", value=2)
    assert muster.finding_lines() == ["error cost.over-limit 9E-MUSTER-03"]
    assert apply_fix(muster, "cost.over-limit", "fix.raise-limit") == []


@pytest.mark.rule("8E-ARMY-03")
@pytest.mark.rule("8E-ARMY-04")
def test_8th_edition_says_the_same_by_its_own_rules():
    muster = Muster(system("wh40k-8e"), catalogues("8th"))
    squad_of(muster, 3)
    muster.add("walker")
    assert muster.finding_lines() == ["note army.same-factions 8E-KEYWORD-02", "error unit.below-minimum 8E-ARMY-03"]
    after = apply_fix(muster, "unit.below-minimum", "fix.mark-understrength")
    assert after == ["note army.same-factions 8E-KEYWORD-02", "note unit.understrength 8E-ARMY-04"]


@pytest.mark.parametrize(
    ("models", "groups"), [(7, [("Sergeant", 1), ("Warden", 6)]), (3, [("Sergeant", 1), ("Warden", 2)])]
)
def test_a_unit_is_added_with_so_many_models(muster, models, groups):
    muster.do(op="add-unit", force="f1", entry="wardens", models=models)
    squad = list(muster.roster.units())[-1]
    assert [(node.name, node.number) for node in squad.selections if node.name in dict(groups)] == groups


def test_a_single_model_is_one(muster):
    muster.do(op="add-unit", force="f1", entry="walker", models=1)
    with pytest.raises(OperationError, match="single model"):
        muster.do(op="add-unit", force="f1", entry="walker", models=2)


def test_a_force_brings_what_its_data_ask_for_and_the_second_one_not_again():
    muster = Muster(catalogues=catalogues(extra=(ASKED,)))
    assert [unit.name for unit in muster.roster.units()] == ["Game Type"]
    muster.do(op="add-force", catalogue=CATALOGUE)
    assert [unit.name for unit in muster.roster.units()] == ["Game Type"]
