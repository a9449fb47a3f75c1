"""2nd edition's real data as units: models, weapons, armour, saves, vehicles, roles, however their authors write them."""

from __future__ import annotations

import pytest

from builder.importing.listing import listing
from datasheets.imported.models import models_of
from datasheets.imported.tables import kind_of, profiles_shown
from exports.document.victory import category_of
from tests.conftest import SHARED
from tests.imported.real import edition, names
from tests.imported.second_edition import MARINES, MEGA_ARMOURED, Muster, give, only_unit

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data"),
]
KINDS = ["Callidus", "Culexus", "Eversor", "Vindicare"]


def test_a_weapon_of_a_unit_that_it_must_choose_too_is_one():
    engine = only_unit("Codex - Chaos", "Chaos Cauldron of Blood")
    assert dict(engine.wargear_of(engine.models[0])) == {"Blood Cannon": 1}


@pytest.mark.rule("2E-CHAR-10")
def test_wounds_written_with_and_without_a_gift_are_those_with_it():
    """The data say 3(6) of Kharn the Betrayer, and that the gift which he always has is included."""
    assert [each.characteristics["W"] for each in only_unit("Codex - Chaos", "Kharn the Betrayer").profiles] == ["6"]


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


def test_a_weapon_does_not_say_its_own_name_once_more_as_what_is_special_of_it():
    cannon = only_unit("Codex - Chaos", "Chaos Cannon of Khorne")
    ((weapon,), rules) = cannon.weapons, [each.name for each in cannon.abilities]
    assert (weapon.name, [row.abilities for row in weapon.profiles]) == ("Warpcannon", [""])
    assert "Warpcannon" in rules
