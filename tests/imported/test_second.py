"""2nd edition's real data as army lists: which one a force follows, what categories may cost, and what settles it."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Any

import pytest

from builder.importing.listing import listing
from builder.operations.table import apply_all
from builder.placing.place import place
from builder.rules.army import Army
from builder.rules.attempts import count_errors
from builder.rules.commanders import commanders
from builder.rules.identity import identity
from builder.rules.judgement import Judgement
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Roster
from datasheets.imported.models import models_of
from datasheets.imported.tables import kind_of, profiles_shown
from exports.battlescribe.files import rosz
from exports.battlescribe.tree import roster_tree
from exports.document.model import Unit
from exports.document.victory import army_rating, category_of
from exports.lists.parse_list import read_list
from tests.conftest import SHARED
from tests.imported.real import edition, names
from tests.placing.real import newest
from tests.placing.roundtrips import state_of

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data"),
]
MEGA_ARMOURED = ["Ghazghkull Mag Uruk Thraka, Mighty Goff Warlord and Leader of the WAAAGH!"]
KINDS = ["Callidus", "Culexus", "Eversor", "Vindicare"]
MARINES, CHAPTER = "Codex - Ultramarines", "4e7e-9512-b2cc-1777"


class Muster:
    """An army of one catalogue, in a force of a kind ("": none was named)."""

    _judged: tuple[Roster, bool, Judgement] | None = None

    def __init__(self, name: str = MARINES, kind: str = "", *, every: bool = False) -> None:
        self.data, self.name = edition("wh40k-2e", "" if every else name), name
        self.roster = Roster("wh40k-2e", "Army")
        self.do(op="add-force", catalogue=self.data.closure(name).catalogue.id, entry=kind)

    def do(self, **operation: Any) -> None:
        self.roster = apply_all(self.roster, [operation], self.data.catalogues)

    def add(self, *units: str) -> Muster:
        for unit in units:
            self.do(op="add-unit", force=self.roster.forces[0].uid, entry=self.data.unit(self.name, unit).id)
        return self

    def appoint(self) -> Muster:
        """Make the first model the army's commander."""
        group = next(iter(self.judge().units.values())).groups[0]
        self.do(op="declare", kind="commander", subject=group.uid)
        return self

    def army(self) -> Army:
        """What the rules look at."""
        read, data = evaluate(self.roster, self.data.catalogues), self.data
        return Army(self.roster, read, data.catalogues, data.system, tuple(self.judge().units.values()), False)

    def judge(self, *, fixes: bool = False) -> Judgement:
        """Judge the roster as it is now, once; trying fixes takes most of the time."""
        if self._judged is None or self._judged[0] is not self.roster or (fixes and not self._judged[1]):
            self._judged = self.roster, fixes, self.data.judge(self.roster, fixes=fixes)
        return self._judged[2]

    def errors(self) -> list[tuple[str, object]]:
        found = self.judge().findings
        return [(each.code, each.values.get("name")) for each in found if each.severity == "error"]

    def finding(self, code: str) -> Finding:
        return next(each for each in self.judge(fixes=True).findings if each.code == code)

    def take(self, fix: Fix) -> list[tuple[str, object]]:
        """What is still wrong after a fix, which is then taken back."""
        before = self.roster
        self.roster = apply_all(self.roster, fix.operations, self.data.catalogues)
        left, self.roster = self.errors(), before
        return left


@pytest.mark.rule("2E-R-ARMY-01")
def test_a_force_that_follows_no_army_list_is_not_called_legal():
    army = Muster().add("Tactical Squad").appoint()
    assert army.errors() == [("force.no-army-list", "Codex - Ultramarines")]
    assert army.judge().legal is False
    finding = army.finding("force.no-army-list")
    assert finding.values["lists"] == "Ultramarines, Ultramarines - Ally List"
    chosen = [fix for fix in finding.fixes if fix.values["name"] == "Ultramarines"]
    assert [army.take(fix) for fix in chosen] == [[]]


@pytest.mark.rule("2E-R-ARMY-01")
def test_an_army_list_can_be_chosen_though_it_shows_what_nobody_had_judged():
    army = Muster().add("Chaplain", "Librarian")
    finding = army.finding("force.no-army-list")
    fix = next(fix for fix in finding.fixes if fix.values["name"] == "Ultramarines")
    left = army.take(fix)
    assert ("cost.too-little", "Squads") in left
    assert "force.no-army-list" not in [code for code, _ in left]


def test_a_force_is_of_the_only_kind_that_its_data_have():
    (force,) = Muster("Codex - Orks").roster.forces
    assert (force.entry, force.name) == ("d235-52bd-79b4-0b6e", "Orks")


@pytest.mark.rule("2E-R-ARMY-01", "2E-R-SETUP-01")
@pytest.mark.parametrize(("limit", "wanted"), [(400, 100), (1000, 250), (2000, 500)])
def test_percentages_are_of_the_agreed_limit(limit: int, wanted: int):
    army = Muster(kind=CHAPTER).add("Chaplain", "Librarian")
    army.do(op="agree", key="points_limit", value=limit)
    assert (army.finding("cost.too-little").wanted, army.finding("cost.too-little").rule) == (wanted, "2E-R-ARMY-01")


def only_unit(catalogue: str, name: str) -> Unit:
    data = edition("wh40k-2e", catalogue)
    return data.document(data.army(catalogue, [data.unit(catalogue, name)])).army.fielded[-1]


def test_a_weapon_of_a_unit_that_it_must_choose_too_is_one():
    engine = only_unit("Codex - Chaos", "Chaos Cauldron of Blood")
    assert dict(engine.wargear_of(engine.models[0])) == {"Blood Cannon": 1}


@pytest.mark.rule("2E-CHAR-10")
def test_wounds_written_with_and_without_a_gift_are_those_with_it():
    """The data say 3(6) of Kharn the Betrayer, and that the gift which he always has is included."""
    assert [each.characteristics["W"] for each in only_unit("Codex - Chaos", "Kharn the Betrayer").profiles] == ["6"]


@pytest.mark.rule("2E-R-SETUP-01")
def test_a_limit_that_was_agreed_and_set_is_said_once():
    army = Muster(kind=CHAPTER).add("Tactical Squad").appoint()
    army.do(op="agree", key="points_limit", value=200)
    army.do(op="limit", cost="points", value=200)
    assert army.errors() == [("army.over-agreed-limit", None)]
    higher = next(fix for fix in army.finding("army.over-agreed-limit").fixes if fix.code == "fix.agree-limit")
    assert army.take(higher) == []


@pytest.mark.rule("2E-R-ARMY-01", "2E-R-ARMY-06")
def test_what_stands_below_a_character_costs_as_a_character():
    army = Muster(kind=CHAPTER).add("Chaplain", "Librarian", "Scout Squad").appoint()
    army.do(op="agree", key="points_limit", value=int(army.judge().costs["points"]))
    finding = army.finding("cost.too-much")
    assert (finding.values["name"], finding.found) == ("Characters", 106)
    assert finding.fixes
    assert all(army.take(fix) == [(each.code, each.values.get("name")) for each in fix.brings] for fix in finding.fixes)
    assert [fix.code for fix in finding.fixes if not fix.brings] == ["fix.agree-limit", "fix.remove-commander", "fix.remove"]


@pytest.mark.rule("2E-R-ARMY-06")
def test_percentages_of_the_data_are_of_the_smallest_limit_that_fits_where_none_is_agreed():
    army = Muster(kind=CHAPTER).add("Chaplain", "Librarian", "Scout Squad", "Tactical Squad").appoint()
    characters = 106
    assert "cost.too-much" not in [code for code, _ in army.errors()]
    note = army.finding("army.no-limit")
    assert note.wanted == max(2 * characters, float(army.judge().costs["points"]))


@cache
def guard_with_sisters() -> Muster:
    guard = Muster("Codex - Imperial Guard", "f93f-7f7f-eeea-f271", every=True)
    guard.add("Command HQ", "Command Squad", *["Imperial Guard Squad"] * 3)
    sisters = guard.data.closure("Codex - Sisters of Battle").catalogue.id
    guard.do(op="add-force", catalogue=sisters, entry="c874-9f30-b061-9396")
    squad = guard.data.unit("Codex - Sisters of Battle", "Battle Sisters Squad").id
    for _ in range(2):
        guard.do(op="add-unit", force=guard.roster.forces[1].uid, entry=squad)
    return guard


@pytest.mark.rule("2E-R-ARMY-01", "2E-R-ARMY-06")
@pytest.mark.parametrize(("limit", "most"), [(None, None), (1200, None), (1120, None), (1119, 279.75), (900, 225)])
def test_allies_with_a_share_of_their_own_cost_at_most_that_part_of_the_limit(limit: int | None, most: float | None):
    """The data give it to the kind of force, 25 % where the army's own list allows such allies; here they cost 280."""
    guard = copy(guard_with_sisters())
    if limit:
        guard.do(op="agree", key="points_limit", value=limit)
    wrong = [each for each in guard.errors() if each[0].startswith(("cost.", "share."))]
    assert wrong == ([] if most is None else [("cost.too-much", "Ally - Sisters of Battle")])
    if most is None:
        return
    finding = guard.finding("cost.too-much")
    assert (float(str(finding.wanted)), finding.found, finding.rule) == (most, 280, "2E-R-ARMY-01")
    assert [fix.code for fix in finding.fixes][:2] == ["fix.agree-limit", "fix.remove"]
    assert not any({"cost.too-much", "share.too-much"} & {code for code, _ in guard.take(fix)} for fix in finding.fixes)


@pytest.mark.rule("2E-R-ARMY-01", "2E-VP-03")
def test_tanks_that_the_data_file_with_squads_are_support():
    """Without them the squads cost too little, and together they cost more than half of the limit."""
    army = Muster("Codex - Imperial Guard", "f93f-7f7f-eeea-f271")
    army.add("Command HQ", "Command Squad", "Imperial Guard Squad", "Leman Russ Battle Tank", "Imperial Basilisk")
    army.add("Imperial Guard Sentinel", "Imperial Basilisk")
    army.do(op="agree", key="points_limit", value=1000)
    found = [
        (each.code, each.values["about"], each.found) for each in army.judge().findings if each.code.startswith("share")
    ]
    assert found == [("share.too-little", "squads", 100), ("share.too-much", "support", 630)]
    document = army.data.document(army.roster).army
    scored = [category_of(document, unit) for unit in document.fielded if unit.role == "support"]
    assert scored == ["vehicles"] * 4


@pytest.mark.rule("2E-VP-04")
def test_harlequins_who_are_alone_are_characters():
    army = Muster("Codex - Eldar").add("Harlequin Squad", "Solitaire", "Great Harlequin")
    document = army.data.document(army.roster).army
    scored = [category_of(document, unit) for unit in document.fielded]
    assert scored == ["squads", "characters", "characters"]


def test_lists_of_imported_units_say_the_role_that_they_have_in_an_army():
    data = edition("wh40k-2e", "Codex - Imperial Guard")
    roles = {each.name: each.role for each in listing(data.closure("Codex - Imperial Guard"), data.system)}
    assert None not in roles.values()
    assert (roles["Leman Russ Battle Tank"], roles["Command Squad"]) == ("support", "characters")


@pytest.mark.rule("2E-R-ARMY-01")
@pytest.mark.parametrize("limit", [None, 1500])
def test_what_costs_too_little_is_filled_up_with_its_own(limit: int | None):
    army = Muster(kind=CHAPTER).add("Librarian", "Space Marine Land Speeder")
    if limit:
        army.do(op="agree", key="points_limit", value=limit)
    army.appoint()
    fixes = army.finding("cost.too-little").fixes
    added = [fix for fix in fixes if fix.code == "fix.add"]
    assert any(fix.values["name"] == "Tactical Squad" for fix in added)
    assert all(("cost.too-little", "Squads") not in army.take(fix) for fix in fixes)


@pytest.mark.rule("2E-R-ARMY-01")
def test_an_army_list_without_percentages_is_judged_by_the_ledger():
    army = Muster("Codex - Eldar", "c0d2-520d-61c9-b27d").add("Harlequin Squad").appoint()
    army.do(op="agree", key="points_limit", value=2000)
    finding = army.finding("share.too-little")
    assert (finding.rule, finding.wanted, finding.found) == ("2E-R-ARMY-01", 500, float(army.judge().costs["points"]))


@pytest.mark.parametrize("kind", ["61c3-2251-db8b-52ad", "9736-16e8-0d2c-f038"])
def test_lists_of_characters_alone_are_judged_by_their_data_or_by_the_ledger(kind: str):
    army = Muster("Codex - Chaos", kind)
    closure = army.data.closure(army.name)
    room, names = closure.force_entry(kind), {each.id: each.name for source in closure.sources for each in source.categories}
    roots = [each for each in army.data.units(army.name) if "Character" in names.get(each.primary, "")]
    army.do(op="add-unit", force="f1", entry=next(each.id for each in roots if room and room.has_room_for(each.primary)))
    army.do(op="agree", key="points_limit", value=2000)
    assert {code for code, _ in army.errors()} & {"share.too-little", "cost.too-little"}


@pytest.mark.rule("2E-R-ARMY-07")
def test_a_unit_without_a_model_is_not_legal():
    army = Muster("Codex - Assassins", "5a6c-a998-431c-94ae").add("Assassin")
    assert ("unit.no-models", None) in army.errors()


@pytest.mark.rule("2E-R-ARMY-07")
def test_a_unit_without_a_model_can_have_its_first():
    army = Muster("Codex - Tyranids").add("Ripper Swarm")
    (fix,) = [fix for fix in army.finding("unit.no-models").fixes if fix.code == "fix.add"]
    assert (fix.values["name"], ("unit.no-models", None) in army.take(fix)) == ("Ripper Swarm", False)


@pytest.mark.parametrize(
    ("name", "unit", "models"),
    [
        ("Codex - Tyranids", "Ripper Swarm", ["Ripper Swarm"]),
        ("Codex - Assassins", "Assassin", KINDS),
    ],
)
def test_upgrades_with_nothing_but_the_body_of_their_unit_are_its_models(name: str, unit: str, models: list[str]):
    data = edition("wh40k-2e", name)
    found = models_of(data.closure(name), data.unit(name, unit), data.system.imports)
    assert [each.name.removesuffix(" Assassin") for each in found.entries.values()] == models


def test_a_wargear_card_that_looks_like_a_model_is_none():
    """The data have no characteristics of Huron Blackheart, but write a card that he may have as those of a model."""
    army = Muster("Codex - Chaos")
    unit = army.data.unit(army.name, "Huron Blackheart")
    found = models_of(army.data.closure(army.name), unit, army.data.system.imports)
    assert [each.name for each in found.entries.values()] == ["Huron Blackheart"]


UNLINKED = [
    ("Codex - Imperial Guard", "Imperial Guard Sentinel", (1, 3), "support", 75, 1),
    ("Codex - Genestealer Cults", "Imperial Guard Sentinel", (1, 3), "support", 75, 1),
    ("Codex - Space Wolves", "Wolf Guard Durfast of Mordrak", (1, 1), "characters", 36, 1),
    ("Codex - Space Wolves", "Tarantula", (0, 3), "support", 0, 0),
    (MARINES, "Captain Invictus of the Ultramarines First Company", (1, 1), "characters", 125, 1),
    ("Codex - Chaos", "Huron Blackheart", (1, 1), "characters", 152, 0),
    ("Codex - Chaos", "Chaos Cauldron of Blood", (1, 1), "support", 180, 1),
    ("Codex - Chaos", "Khorne Bezerkers", (5, 20), "squads", 175, 1),
    ("Codex - Chaos", "Beastman Pack", (5, 21), "squads", 75, 1),
    ("Codex - Chaos", "Chaos Space Marine Terminators", (3, 10), "squads", 153, 1),
    ("Codex - Angels of Death (Blood Angels)", "Terminator Squad", (5, 5), "squads", 315, 1),
    ("Codex - Imperial Guard", "Imperial Guard Heavy Weapons Squad", (6, 6), "squads", 90, 1),
]


@pytest.mark.parametrize(("name", "unit", "size", "role", "points", "rows"), UNLINKED, ids=[each[1] for each in UNLINKED])
def test_units_written_as_upgrades_count_whatever_their_authors_forgot(name, unit, size, role, points, rows):
    """Rows that nobody linked, models one upgrade deeper, and models that are only a number of an upgrade."""
    army = Muster(name)
    found = army.data.document(army.data.army(name, [army.data.unit(name, unit)])).army.units[-1]
    models = models_of(army.data.closure(name), army.data.unit(name, unit), army.data.system.imports)
    assert ((models.least, models.most), found.role, found.costs["points"]) == (size, role, points)
    assert (found.model_count, len(found.profiles)) == (size[0], rows)
    assert found.id in {
        each.id for each in army.data.document(army.data.army(name, [army.data.unit(name, unit)])).army.fielded
    }


def test_armour_that_comes_with_weapons_is_none_and_grenades_are_not_counted():
    data = edition("wh40k-2e", MARINES)
    names = ("Space Marine Combat Squad", "Ancient Helveticus, Bearer of the Battle Standard of Macragge", "Chaplain")
    squad, ancient, chaplain = data.document(data.army(MARINES, [data.unit(MARINES, each) for each in names])).army.units[
        -3:
    ]
    assert [dict(squad.wargear_of(group))["Frag Grenade"] for group in squad.models] == [1, 1]
    assert dict(ancient.wargear_of(ancient.models[0])) == {
        "Frag Grenade": 1,
        "Bolt Pistol": 1,
        "Krak Grenade": 1,
        "Power Armour": 1,
    }
    assert [weapon.name for unit in (squad, ancient, chaplain) for weapon in unit.weapons if "Armour" in weapon.name] == []


@pytest.mark.rule("2E-R-SETUP-01")
def test_the_agreed_limit_is_the_limit_of_a_roster_file():
    shelf = newest("wh40k-2e", MARINES)
    army = Muster(kind=CHAPTER).add("Tactical Squad")
    army.do(op="agree", key="points_limit", value=1250)
    tree = roster_tree(army.roster, evaluate(army.roster, shelf), shelf)
    back = place(read_list(rosz(tree, "army"), "army.rosz"), shelf, "list").roster
    assert back.limits == {"points": 1250}


FACTIONS = (MARINES, "Codex - Orks", "Codex - Eldar", "Codex - Imperial Guard", "Codex - Tyranids")


@pytest.mark.parametrize("catalogue", FACTIONS)
@pytest.mark.parametrize("follows", [True, False])
@pytest.mark.sample(2, "follows")
def test_a_roster_file_comes_back_as_the_same_document(catalogue: str, follows: bool, rng):
    """With the army list that its force follows, or without one."""
    data = edition("wh40k-2e")
    shelf = data.catalogues
    army, kind = Muster(catalogue), data.closure(catalogue).kinds_of_force[0].id
    army.data = data
    army.do(op="change-force", force="f1", entry=kind if follows else "")
    army.add(*[unit.name for unit in rng.sample(data.units(catalogue), 8)])
    before = state_of(army.roster, shelf)
    file = rosz(roster_tree(army.roster, evaluate(army.roster, shelf), shelf), "army")
    back = place(read_list(file, "army.rosz"), shelf, "list").roster
    assert [force.entry for force in back.forces] == [kind if follows else ""]
    assert state_of(back, shelf).document.data["army"] == before.document.data["army"]


def test_units_of_which_there_are_two_too_many_are_taken_away_together():
    army = Muster("Codex - Chaos", "61c3-2251-db8b-52ad")
    for _ in range(2):
        army.add("Daemon Prince")
    brought = [unit.name for unit in army.roster.units()].count("Daemon Prince")
    (fix,) = army.finding("entry.too-many").fixes if brought == 3 else ()
    assert (fix.code, fix.values["number"], len(fix.operations)) == ("fix.take-away", 2, 2)
    assert "entry.too-many" not in [code for code, _ in army.take(fix)]


def ally(name: str, unit: str, kind: str = "") -> Muster:
    """An army of Ultramarines, and a unit beside them of another catalogue, in a force of a kind."""
    army = Muster(kind=CHAPTER).add("Space Marine Captain", *["Tactical Squad"] * 3).appoint()
    army.data = edition("wh40k-2e")
    army.do(op="add-force", catalogue=army.data.closure(name).catalogue.id, entry=kind)
    army.do(op="add-unit", force=army.roster.forces[1].uid, entry=army.data.unit(name, unit).id)
    return army


@pytest.mark.rule("2E-R-ARMY-01", "2E-STRAT-02")
def test_units_of_a_second_army_list_cost_at_most_what_allies_may():
    army = ally("Codex - Tyranids", "Hive Tyrant")
    army.do(op="agree", key="points_limit", value=1500)
    for _ in range(3):
        army.do(op="duplicate", selection=army.roster.forces[1].selections[-1].uid)
    finding = army.finding("share.too-much")
    assert (finding.rule, finding.values["about"], finding.values["percent"]) == ("2E-R-ARMY-01", "allies", 25)
    assert finding.fixes
    assert all("share.too-much" not in [code for code, _ in army.take(fix)] for fix in finding.fixes)
    assert army.finding("army.strategy-cards").found == army.judge().costs["points"]
    assert army.finding("force.allies").path == (army.roster.forces[1].uid,)
    assert all(each.found == 5 for each in army.judge().findings if each.code == "army.strategy-rating")


@pytest.mark.rule("2E-R-ARMY-01")
def test_allies_whose_share_the_data_know_are_left_to_them():
    army = ally("Codex - Assassins", "Assassin", "5a6c-a998-431c-94ae")
    (fix, *_) = army.finding("unit.no-models").fixes
    army.do(**fix.operations[0])
    for _ in range(2):
        army.do(op="duplicate", selection=army.roster.forces[1].selections[-1].uid)
    cost = sum(unit.costs["points"] for unit in army.judge().units.values() if unit.details["role"] == "allies")
    assert float(cost) > float(army.judge().costs["points"]) / 4
    assert not [each.code for each in army.judge().findings if each.code in ("share.too-much", "cost.too-much")]


def with_weapons(*weapons: str) -> Muster:
    """A legal army of Ultramarines with support weapons, as far as these are in Batteries."""
    army = Muster(kind=CHAPTER).add("Space Marine Captain", "Tactical Squad", "Techmarine").appoint().add(*weapons)
    army.do(op="agree", key="points_limit", value=1500)
    return army


@pytest.mark.rule("2E-BATT-01", "2E-BATT-03")
def test_support_weapons_below_100_points_belong_to_batteries():
    army = with_weapons(*["Rapier Laser Destroyer"] * 3, "Tarantula")
    missing = [each for each in army.judge(fixes=True).findings if each.code == "battery.missing"]
    assert [(each.rule, each.found) for each in missing] == [("2E-BATT-01", 65.0)] * 3 + [("2E-BATT-01", 20.0)]
    (fix,) = missing[0].fixes
    assert not [code for code, _ in army.take(fix) if code.startswith("battery.")]
    guns = [unit.uid for unit in army.judge().units.values() if unit.details["support_weapon"]]
    for gun in guns:
        army.do(op="declare", kind="battery", subject=gun, value=1)
    assert (army.finding("battery.uneven").rule, army.finding("battery.uneven").wanted) == ("2E-BATT-03", 2)


@pytest.mark.rule("2E-BATT-01", "2E-BATT-02", "2E-BATT-03")
def test_weapons_that_come_as_one_entry_belong_to_a_battery_together():
    """Three turrets for 75 points each are one entry of 225; a fourth weapon makes two Batteries, of which one is they."""
    army = Muster("Codex - Space Wolves", "6424-93f5-0595-ee8b").add("Iron Priest", "Tarantula")
    assert "battery.missing" not in [code for code, _ in army.errors()]
    closure, weapons = army.data.closure(army.name), army.roster.forces[0].selections[-1]
    turret = next(each.id for each in closure.offers(closure.entry(weapons.entry)))
    lascannon = next(each.id for each in closure.offers(closure.entry(turret)) if each.name == "Twin Lascannons")
    for _ in range(3):
        army.do(op="select", parent=weapons.uid, entry=turret)
        army.do(op="select", parent=army.roster.forces[0].selections[-1].selections[-1].uid, entry=lascannon)
    finding = army.finding("battery.missing")
    assert (finding.found, finding.values["number"]) == (75, 3)
    army.do(**finding.fixes[0].operations[0])
    assert not [code for code, _ in army.errors() if code.startswith("battery.")]
    army.add("Rapier Laser Destroyer")
    army.do(op="declare", kind="battery", subject=army.roster.forces[0].selections[-1].uid, value=1)
    uneven = army.finding("battery.uneven")
    assert (uneven.wanted, uneven.values["now"], uneven.values["sizes"]) == (2, "4", "3 + 1")
    assert not [code for code, _ in army.take(uneven.fixes[0]) if code.startswith("battery.")]


@pytest.mark.rule("2E-BATT-01")
def test_a_squad_is_no_support_weapon():
    army = with_weapons()
    assert not [each for each in army.judge().findings if each.code.startswith("battery.")]
    squad = next(unit.uid for unit in army.judge().units.values() if unit.details["role"] == "squads")
    army.do(op="declare", kind="battery", subject=squad, value=1)
    assert army.finding("battery.no-weapon").path[-1] == squad


@pytest.mark.rule("2E-BATT-01")
@pytest.mark.parametrize(
    ("name", "unit", "armour", "move"),
    [
        (MARINES, "Rapier Laser Destroyer", 10, 4),
        ("Codex - Genestealer Cults", "Thudd Gun", 10, 4),
        ("Codex - Orks", "Traktor Kannon", 10, 2),
    ],
)
def test_the_document_has_the_weapon_and_its_crew(name: str, unit: str, armour: int, move: int):
    data = edition("wh40k-2e", name)
    (made,) = data.document(data.army(name, [data.unit(name, unit)])).army.units
    weapon = made.support_weapon
    assert (weapon.armour, weapon.move) == (armour, move)
    assert unit in [each.name for each in made.weapons if each.id == weapon.weapon]
    assert list(weapon.crew) == [profile.id for profile in made.profiles]


def give(army: Muster, at: int, *cards: str) -> None:
    """Give Wargear Cards to the unit at a place of the army."""
    uid = list(army.roster.units())[at].uid
    for card in cards:
        army.do(op="select", parent=uid, entry=_card(army, at, card))


def _card(army: Muster, at: int, name: str) -> str:
    closure = army.data.closure(army.name)
    unit = closure.entry(list(army.roster.units())[at].entry)
    return next(each.id for each in closure.offers(unit) if each.name == name)


def characters() -> Muster:
    army = Muster(kind=CHAPTER).add("Space Marine Captain", "Librarian", "Tactical Squad").appoint()
    army.do(op="agree", key="points_limit", value=1500)
    for at in (0, 1):
        give(army, at, "Show Wargear Cards")
    return army


@pytest.mark.rule("2E-R-ARMY-04")
def test_a_wargear_card_is_once_in_an_army():
    army = characters()
    before = army.errors()
    give(army, 0, "Refractor Field")
    give(army, 0, "Bionic Eye")
    assert army.errors() == before
    give(army, 1, "Refractor Field")
    finding = army.finding("card.twice")
    assert (finding.rule, finding.values["card"], len(finding.fixes)) == ("2E-R-ARMY-04", "Refractor Field", 2)
    assert all(army.take(fix) == before for fix in finding.fixes)


@pytest.mark.rule("2E-SAVE-04", "2E-R-SAVE-04")
def test_a_model_has_one_thing_that_gives_an_unmodified_save():
    army = characters()
    before = army.errors()
    give(army, 0, "Refractor Field")
    assert army.errors() == before
    give(army, 0, "Displacer Field")
    finding = army.finding("save.several")
    assert (finding.rule, finding.values["items"]) == ("2E-SAVE-04", "Refractor Field, Displacer Field")
    assert [army.take(fix) for fix in finding.fixes] == [before, before]
    give(army, 0, "Conversion Field")
    fixes = army.finding("save.several").fixes
    assert len(fixes) == 3
    assert all("save.several" not in [code for code, _ in army.take(fix)] for fix in fixes)
    captain = army.data.document(army.roster).army.units[0]
    assert {each.name: each.field_save.save for each in captain.wargear if each.field_save} == {
        "Refractor Field": "5+",
        "Displacer Field": "3+",
        "Conversion Field": "4+",
    }


@pytest.mark.rule("2E-SAVE-04", "2E-R-SAVE-02")
def test_saves_written_as_the_text_of_wargear_are_saves():
    """The data write Terminator armour and a Rosarius as texts: "3+ save, using 2D6", "4+ Save [...] not affected by"."""
    terminators = only_unit(MARINES, "Terminator Squad")
    assert {(row.armour.save, row.armour.dice) for row in terminators.profiles} == {("3+", 2)}
    army = Muster("Codex - Sisters of Battle").add("Confessor")
    give(army, 0, "Conversion Field")
    finding = army.finding("save.several")
    assert (finding.rule, set(str(finding.values["items"]).split(", "))) == ("2E-SAVE-04", {"Rosarius", "Conversion Field"})
    confessor = army.data.document(army.roster).army.units[0]
    assert {(each.field_save.save, each.field_save.in_combat) for each in confessor.wargear if each.field_save} == {
        ("4+", True)
    }


@pytest.mark.rule("2E-SAVE-04")
def test_armour_that_a_model_always_wears_is_no_second_thing_beside_a_field():
    army = Muster("Codex - Eldar").add("Farseer")
    before = army.errors()
    give(army, 0, "Conversion Field")
    assert army.errors() == before
    give(army, 0, "Displacer Field")
    assert army.finding("save.several").values["items"] == "Conversion Field, Displacer Field"


@pytest.mark.rule("2E-R-SAVE-02", "2E-SAVE-03")
@pytest.mark.parametrize(
    ("catalogue", "name", "carried", "number"),
    [
        ("Codex - Chaos", "Bloodletters", "Daemonic Aura", 3),
        ("Codex - Chaos", "Trolls", "Armour", 3),
        ("Codex - Eldar", "Warlock", "Rune Armour", 1),
        (MARINES, "Chaplain", "Rosarius", 1),
    ],
)
def test_a_save_that_a_unit_shows_itself_is_each_models(catalogue: str, name: str, carried: str, number: int):
    """The data give all of these a save of 4+ that nothing modifies, to the unit and not to what a model carries."""
    unit = only_unit(catalogue, name)
    saves = {each.id: (each.name, each.field_save.save) for each in unit.wargear if each.field_save}
    assert list(saves.values()) == [(carried, "4+")]
    assert sum(group.number for group in unit.models if set(saves) <= set(group.wargear)) == number == unit.model_count
    assert not [each.name for each in unit.abilities if carried in each.name]


@pytest.mark.rule("2E-VEH-01")
@pytest.mark.parametrize("name", names("wh40k-2e") if SHARED.is_dir() else [])
def test_every_vehicle_and_walker_is_a_unit_however_its_author_writes_it(name: str):
    """Some write a Land Raider as a model, others as an upgrade."""
    data = edition("wh40k-2e", name)
    closure, units = data.closure(name), {each.id for each in data.units(name)}
    shown = {
        root.id: [kind_of(closure, each, data.system) for each in profiles_shown(closure, root)] for root in closure.roots()
    }
    vehicles = {id for id, kinds in shown.items() if {"vehicle", "walker"} & set(kinds)}
    assert vehicles <= units
    chosen = [root for root in closure.roots() if root.id in vehicles][:12]
    fielded = {unit.datasheet for unit in data.document(data.army(name, chosen)).army.fielded if unit.model_count}
    assert {root.id for root in chosen} <= fielded


@pytest.mark.rule("2E-R-ARMY-07")
@pytest.mark.parametrize("name", ["Codex - Ultramarines", "Codex - Angels of Death (Dark Angels)"])
def test_a_combat_squad_is_a_sergeant_and_four_of_whom_one_has_the_heavy_weapon(name: str):
    """The data write the four as one entry, and say of a Razorback that it carries a combat squad of 5."""
    army = Muster(name, edition("wh40k-2e", name).closure(name).kinds_of_force[0].id).add("Space Marine Combat Squad")
    unit = army.data.document(army.roster).army.units[-1]
    assert (unit.model_count, unit.size.min, unit.size.max) == (5, 5, 5)
    assert [group.number for group in unit.models] == [1, 4]
    assert dict(unit.wargear_of(unit.models[1]))["Boltgun"] == 1


STUCK = [
    ("Codex - Orks", "Orks", ["Runtherd"]),
    ("Codex - Orks", "Orks", ["Snotling Herd"]),
    ("Codex - Orks", "Orks", ["Battle Standard"]),
    ("Codex - Chaos", "Chaos Cult", ["Beastman Pack"]),
    ("Codex - Eldar", "Harlequins", ["Anti-Grav Platform Weapon"]),
    ("Codex - Assassins", "", ["Assassin"]),
    ("Codex - Sisters of Battle", "Sisters of Battle", ["Missionary"]),
    ("Codex - Imperial Guard", "", ["Command HQ"]),
    ("Codex - Imperial Guard", "Ally - Imperial Guard", ["Colonel Shaefer", "Ratling Snipers"]),
    ("Codex - Imperial Agents", "", ["Judge", "Sentinel"]),
]


@pytest.mark.parametrize(("name", "kind", "units"), STUCK, ids=[f"{each[2][0]} {each[1]}" for each in STUCK])
def test_every_error_has_a_way_out_that_says_what_it_brings(name: str, kind: str, units: list[str]):
    data = edition("wh40k-2e", name)
    kinds = {each.name: each.id for each in data.closure(name).kinds_of_force}
    army = Muster(name, kinds.get(kind, "")).add(*units)
    before, said = count_errors(army.judge().findings), army.judge(fixes=True).findings
    assert before
    for finding in said:
        assert finding.fixes or finding.severity != "error", finding
        for fix in finding.fixes:
            roster = apply_all(army.roster, fix.operations, data.catalogues)
            after = count_errors(data.judge(roster).findings)
            assert identity(finding) not in after
            assert after - before <= count_errors(fix.brings)


@pytest.mark.rule("2E-R-SETUP-07")
@pytest.mark.parametrize(
    ("name", "rating"),
    [(MARINES, 5), ("Codex - Space Wolves", 5), ("Codex - Orks", 3), ("Codex - Tyranids", 1), ("Codex - Necrons", None)],
)
def test_a_check_and_a_match_up_say_the_same_strategy_rating(name: str, rating: int | None):
    data = edition("wh40k-2e", name)
    roster = data.army(name, data.units(name)[:6])
    noted = [each.found for each in data.judge(roster).findings if each.code == "army.strategy-rating"]
    assert noted == ([] if rating is None else [rating])
    assert army_rating(data.document(roster).army, data.system) == rating


@pytest.mark.parametrize(
    ("name", "unit", "key", "printed"),
    [
        ("Codex - Orks", "Ghazghkull Mag Uruk Thraka, Mighty Goff Warlord and Leader of the WAAAGH!", "T", "5(+1)"),
        ("Codex - Orks", "Makari, Ghazghkull's Battle Standard Bearer", "BS", "4"),
        ("Codex - Orks", "Painboy", "W", "1"),
        ("Codex - Tyranids", "Spore Mine", "M", "2D6"),
    ],
)
def test_a_model_goes_by_its_row_though_one_figure_of_it_is_no_number(name, unit, key, printed):
    army = Muster(name)
    found = army.data.document(army.data.army(name, [army.data.unit(name, unit)])).army.units[-1]
    rows = {row.id: row.characteristics for row in found.profiles}
    assert [rows[group.profile][key] for group in found.models] == [printed]


def test_the_save_of_mega_armour_is_that_of_who_wears_it():
    army = Muster("Codex - Orks")
    orks = army.data.army("Codex - Orks", [army.data.unit("Codex - Orks", unit) for unit in MEGA_ARMOURED])
    (found,) = army.data.document(orks).army.units[-1:]
    assert [row.armour.save for row in found.profiles if row.armour] == ["2+"]


@pytest.mark.rule("2E-R-SETUP-12")
def test_a_vehicle_that_says_in_words_whom_it_carries_is_a_transport_and_one_that_carries_nobody_is_none():
    army = Muster(kind=CHAPTER).add("Tactical Squad", "Space Marine Rhino", "Space Marine Predator")
    squad, *vehicles = (unit.uid for unit in army.judge().units.values())
    said = []
    for vehicle in vehicles:
        army.do(op="declare", kind="embarked", subject=squad, value=vehicle)
        said += [each.code for each in army.judge().findings if each.code.startswith("embarked.")]
        army.do(op="withdraw", kind="embarked", subject=squad)
    assert said == ["embarked.unjudged", "embarked.not-a-transport"]


@pytest.mark.rule("2E-R-ARMY-03")
def test_a_character_of_the_highest_leadership_commands_no_vehicle_no_squad_and_nobody_lower():
    army = Muster(kind=CHAPTER).add("Space Marine Captain", *["Tactical Squad"] * 3, "Techmarine", "Space Marine Rhino")
    wrong = []
    for unit in army.judge().units.values():
        army.do(op="declare", kind="commander", subject=unit.groups[0].uid)
        wrong += [unit.name] if ("commander.other", None) in army.errors() else []
        if unit.name == "Techmarine":
            assert [army.take(fix) for fix in army.finding("commander.other").fixes] == [[]]
        army.do(op="withdraw", kind="commander")
    assert list(dict.fromkeys(wrong)) == ["Tactical Squad", "Techmarine", "Space Marine Rhino"]


@pytest.mark.rule("2E-R-ARMY-03")
def test_who_brings_a_strategy_rating_may_command_beside_a_higher_leadership_and_his_squad_may_not():
    """The data give the rating to the Captain of a Command HQ; a Commissar has the higher Leadership."""
    army = Muster("Codex - Imperial Guard").add("Commissar")
    assert [unit.model_name(group) for unit, group in commanders(army.army())] == ["Captain", "Commissar"]


@pytest.mark.rule("2E-VP-04", "2E-R-ARMY-06")
def test_a_character_on_a_jetbike_is_scored_as_a_character():
    army = Muster("Codex - Eldar").add("Farseer")
    closure, unit = army.data.closure(army.name), army.roster.forces[0].selections[-1]
    offers = ((node, offer) for node in unit.walk() for offer in closure.offers(closure.entry(node.entry)))
    parent, jetbike = next((node.uid, offer.id) for node, offer in offers if offer.name == "Eldar Jetbike")
    army.do(op="select", parent=parent, entry=jetbike)
    document = army.data.document(army.roster).army
    farseer = document.fielded[-1]
    assert farseer.vehicles
    assert category_of(document, farseer) == "characters"


ORKS, WAAAGH = "Codex - Orks", "d235-52bd-79b4-0b6e"
NECRONS, TOMB = "Codex - Necrons", "871d-0043-0042-8883"


@pytest.mark.rule("2E-R-ARMY-07")
@pytest.mark.parametrize(
    ("name", "kind", "unit", "code", "added"),
    [
        (ORKS, WAAAGH, "Splatta Kannon", "entry.too-many", ["Mekaniak", "Runtherd"]),
        (NECRONS, TOMB, "Scarab", "entry.too-many", ["Necron Warrior Squad", "Necron Warrior Squad"]),
        (ORKS, WAAAGH, "Makari, Ghazghkull's Battle Standard Bearer", "entry.hidden", MEGA_ARMOURED),
    ],
)
def test_what_the_data_allow_beside_other_units_comes_with_them(name, kind, unit, code, added):
    """A Mekaniak and somebody who herds its crew, five Necron Warriors, Ghazghkull."""
    army = Muster(name, kind).add(unit)
    fix = army.finding(code).fixes[0]
    army.roster = apply_all(army.roster, fix.operations, army.data.catalogues)
    assert [each.name for each in list(army.roster.units())[1:]] == added
    assert code not in [found for found, _ in army.errors()]


@pytest.mark.rule("2E-R-ARMY-04", "2E-R-ARMY-07")
def test_of_two_cards_too_many_two_go_and_not_their_bearer():
    army = characters()
    give(army, 0, "Bionic Eye", "Bionic Arm", "Bionic Leg", "Jump Pack", "Aegis Suit")
    finding = army.finding("entry.too-many")
    assert finding.values["difference"] == 2
    assert all(len(fix.operations) == 2 and fix.code == "fix.remove" for fix in finding.fixes)
    assert all("entry.too-many" not in [code for code, _ in army.take(fix)] for fix in finding.fixes)


@pytest.mark.rule("2E-R-BATT-01")
def test_a_turret_without_a_weapon_is_asked_for_one():
    army = with_weapons("Tarantula")
    finding = army.finding("unit.no-weapon")
    assert (finding.severity, finding.fixes[0].values["name"]) == ("warning", "Twin Lascannons")
    army.do(**finding.fixes[0].operations[0])
    assert "unit.no-weapon" not in [each.code for each in army.judge().findings]


def test_a_force_of_no_army_list_brings_nobody_whom_only_one_of_them_asks_for():
    assert [unit.name for unit in Muster("Codex - Chaos").roster.units()] == []
    assert [unit.name for unit in Muster("Codex - Chaos", "7428-ade3-bde5-7955").roster.units()] == ["Chaos Lord"]


def test_a_weapon_does_not_say_its_own_name_once_more_as_what_is_special_of_it():
    cannon = only_unit("Codex - Chaos", "Chaos Cannon of Khorne")
    ((weapon,), rules) = cannon.weapons, [each.name for each in cannon.abilities]
    assert (weapon.name, [row.abilities for row in weapon.profiles]) == ("Warpcannon", [""])
    assert "Warpcannon" in rules
