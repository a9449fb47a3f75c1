"""Illegal lists of real data: each error cites the ledger, and has a way out that settles it and brings nothing new."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from builder.operations.table import apply_all
from builder.rules.attempts import count_errors
from builder.rules.identity import identity
from datasheets.evaluation.tree import Declaration, Roster, Selection
from tests.conftest import SHARED
from tests.imported.real import Edition, edition
from tests.imported.second_edition import CHAPTER, Muster, with_weapons

pytestmark = [pytest.mark.shared, pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")]
KHORNE = "Chaos - Khorne"
List = tuple[Edition, Roster]


def marines(limit: int, *units: str) -> Muster:
    """An army of Ultramarines under a limit, with a captain who commands it."""
    army = Muster(kind=CHAPTER).add("Space Marine Captain", *units).appoint()
    army.do(op="agree", key="points_limit", value=limit)
    return army


def with_changed_unit(army: Muster, name: str) -> List:
    """The army with a last unit of which its data know nothing."""
    force = army.roster.forces[0]
    lost = replace(force.selections[-1], entry="lost", name=name)
    return army.data, replace(army.roster, forces=(replace(force, selections=(*force.selections[:-1], lost)),))


def two_commanders() -> List:
    army = marines(1500, *["Tactical Squad"] * 3)
    second = list(army.judge().units.values())[1].groups[0].uid
    return army.data, replace(army.roster, declarations=(Declaration("commander", second, value=True),))


def four_in_a_battery() -> List:
    army = with_weapons(*["Rapier Laser Destroyer"] * 4)
    for unit in army.judge().units.values():
        if unit.details["support_weapon"]:
            army.do(op="declare", kind="battery", subject=unit.uid, value=1)
    return army.data, army.roster


def of(army: Muster) -> List:
    return army.data, army.roster


def khorne(*units: str, generals: int = 0, name: str = KHORNE) -> Muster:
    """An army of Khorne, or of another catalogue, whose first units each have a general."""
    army = Muster.__new__(Muster)
    army.data, army.name, army.roster = edition("aos-1e", name), name, Roster("aos-1e", "Army")
    army.do(op="add-force", catalogue=army.data.closure(name).catalogue.id)
    army.add(*units)
    for unit in list(army.judge().units.values())[:generals]:
        army.do(op="declare", kind="general", subject=unit.groups[0].uid)
    return army


LISTS: dict[str, tuple[Callable[[], List], set[str]]] = {
    "24 % squads": (lambda: of(marines(2000, "Tactical Squad")), {"2E-R-ARMY-01"}),
    "characters": (lambda: of(marines(180, "Tactical Squad")), {"2E-R-SETUP-01", "2E-R-ARMY-01"}),
    "two commanders": (two_commanders, {"2E-R-ARMY-03"}),
    "four in a Battery": (four_in_a_battery, {"2E-R-ARMY-01", "2E-BATT-03", "2E-R-ARMY-07"}),
    "over the limit": (lambda: of(marines(350, "Tactical Squad")), {"2E-R-SETUP-01"}),
    "unknown entry": (
        lambda: with_changed_unit(marines(1500, *["Tactical Squad"] * 3), "Tactical Squadd"),
        {"2E-CHAR-03"},
    ),
    "no army list": (lambda: of(Muster().add("Tactical Squad").appoint()), {"2E-R-ARMY-01"}),
    "no general": (lambda: of(khorne("Bloodstoker", "Bloodletters")), {"AOS-GENERAL-01"}),
    "two generals": (lambda: of(khorne("Bloodstoker", "Bloodletters", generals=2)), {"AOS-GENERAL-01"}),
    "no weapons chosen": (lambda: of(khorne("Bloodstoker", "Blood Warriors", generals=1)), {"AOS-ATTACK-02"}),
    "unknown warscroll": (lambda: with_changed_unit(khorne("Bloodstoker", generals=1), "Blodstoker"), {"AOS-UNIT-02"}),
}


@pytest.mark.rule("AOS-ATTACK-02", "2E-R-ARMY-07")
@pytest.mark.parametrize("name", LISTS)
def test_each_error_cites_the_ledger_and_has_a_way_out_without_a_new_error(name: str):
    build, rules = LISTS[name]
    data, roster = build()
    judged = data.judge(roster, fixes=True)
    errors = [each for each in judged.findings if each.severity == "error"]
    before = count_errors(errors)
    assert judged.legal is False
    assert {each.rule for each in errors} >= rules
    assert not [each.rule for each in errors if "." in each.rule]
    for finding in errors:
        clean = [fix for fix in finding.fixes if not fix.brings]
        assert clean, finding
        assert finding.fixes[: len(clean)] == tuple(clean)
        for fix in clean:
            after = count_errors(data.judge(apply_all(roster, fix.operations, data.catalogues)).findings)
            assert identity(finding) not in after
            assert not after - before


def test_an_army_list_under_which_more_is_wrong_is_no_way_out_beside_one_under_which_nothing_is():
    army = marines(1500, *["Tactical Squad"] * 3)
    army.do(op="change-force", force="f1", entry="")
    names = [fix.values["name"] for fix in army.finding("force.no-army-list").fixes]
    assert names == ["Ultramarines"]


def misspelt(name: str, wrong: str, below: str = "") -> Roster:
    """Twenty Guard with halberds, behind a general, of whom a selection is called otherwise."""
    army = khorne("Freeguild General", "Freeguild Guard", name="Order - Free Peoples")
    general, guard = list(army.judge().units.values())
    for unit, parts in ((general, ("On Foot", "Great Weapon")), (guard, ("10 Freeguild Guard", "Halberd"))):
        offers = {each.name: each.id for each in unit.closure.offers(unit.resolved)}
        for part in parts:
            army.do(op="select", parent=unit.uid, entry=offers[part])
    army.do(op="rename", subject=guard.uid, name="The Watch")
    leader = army.judge().units[general.uid].groups[0]
    army.do(op="declare", kind="general", subject=leader.uid)

    def spell(node: Selection) -> Selection:
        lost = replace(node, name=wrong, entry=f"lost {wrong}") if node.name == name else node
        return replace(lost, selections=tuple(map(spell, node.selections)))

    force = army.roster.forces[0]
    units = tuple(spell(unit) if unit.uid == guard.uid else unit for unit in force.selections)
    return replace(army.roster, forces=(replace(force, selections=units),))


@pytest.mark.rule("AOS-UNIT-02", "AOS-UNIT-04")
@pytest.mark.parametrize(
    ("name", "wrong"),
    [("Freeguild Guard", "Freeguild Gard"), ("Halberd", "Halbard"), ("10 Freeguild Guard", "10 Freegild Gard")],
)
def test_a_misspelt_unit_or_option_is_offered_as_it_is_spelt_and_keeps_what_it_had(name: str, wrong: str):
    data, roster = edition("aos-1e", "Order - Free Peoples"), misspelt(name, wrong)
    codes = ("unit.no-datasheet", "unit.foreign-part")
    lost = next(each for each in data.judge(roster, fixes=True).findings if each.code in codes)
    assert lost.fixes[0].values["name"] == name
    mended = apply_all(roster, lost.fixes[0].operations, data.catalogues)
    judged = data.judge(mended)
    assert not count_errors(judged.findings)
    watch = next(unit for unit in judged.units.values() if unit.name == "The Watch")
    assert watch.count == 20
    assert "Halberd" in [part.name for part in watch.selection.selections]


def test_a_unit_that_is_offered_for_a_misspelt_one_comes_with_what_it_has_to_choose():
    data, roster = edition("aos-1e", "Order - Free Peoples"), misspelt("Freeguild Guard", "Freeguild Gard")
    force = roster.forces[0]
    bare = tuple(replace(unit, selections=()) if "lost" in unit.entry else unit for unit in force.selections)
    roster = replace(roster, forces=(replace(force, selections=bare),))
    lost = next(each for each in data.judge(roster, fixes=True).findings if each.code == "unit.no-datasheet")
    assert lost.fixes[0].values["name"] == "Freeguild Guard"
    assert not lost.fixes[0].brings
    assert not count_errors(data.judge(apply_all(roster, lost.fixes[0].operations, data.catalogues)).findings)
