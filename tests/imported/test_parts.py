"""What imported data mean, piece by piece: models and sizes, weapons of an item, texts, categories, tables."""

import pytest

from datasheets.imported.categories import keywords_of, role_of
from datasheets.imported.mending import invulnerable, mend
from datasheets.imported.models import is_unit, models_of
from datasheets.imported.naming import best_named
from datasheets.imported.texts import split, transport_of
from datasheets.imported.weapons import ImportedWeaponRow, weapons_of
from datasheets.systems import system
from tests.evaluation.build import at_least, at_most, closure, group, model, unit, upgrade
from tests.imported.invented import CATALOGUE, body, catalogues

IMPORTS = system("wh40k-9e").imports
KNOWN = frozenset({"MARCH", "INFANTRY", "GREAT MARCH", "BEARER", "WAGON CREW"})


@pytest.fixture(scope="module")
def march():
    return catalogues().closure(CATALOGUE)


@pytest.mark.parametrize(
    ("entry", "names", "size"),
    [
        ("wardens", ["Sergeant", "Warden", "Warden w/ lance"], (5, 10)),
        ("walker", ["Walker"], (1, 1)),
        ("hauler", ["Hauler"], (1, 1)),
        ("mob", ["Rabble"], (3, 6)),
        ("size", [], (0, 0)),
    ],
)
def test_models_of_a_unit_and_its_size(march, entry, names, size):
    found = models_of(march, march.entry(entry), IMPORTS)
    assert [each.name for each in found.entries.values()] == names
    assert (found.least, found.most) == size
    assert is_unit(march, march.entry(entry), IMPORTS) is bool(names)


def test_a_group_of_alternatives_has_the_cheapest_and_the_dearest():
    pair = unit("pair", entries=(model("twin", constraints=(at_least(2, "t"), at_most(2, "u"))),))
    lone = model("lone")
    either = unit("either", groups=(group("one-of", pair, lone, constraints=(at_least(1, "g"), at_most(1, "h"))),))
    seen = closure((either,))
    found = models_of(seen, seen.entry("either"), IMPORTS)
    assert (found.least, found.most) == (1, 2)
    assert found.limits == {"t", "u", "g", "h"}


def test_without_a_maximum_there_is_none_and_a_limit_of_the_roster_is_none_of_the_unit():
    horde = unit("horde", entries=(model("one", constraints=(at_least(3, "a"), at_most(5, "b", scope="roster"))),))
    seen = closure((horde,))
    found = models_of(seen, seen.entry("horde"), IMPORTS)
    assert (found.least, found.most, found.limits) == (3, None, {"a"})


def test_what_shows_its_profile_below_a_model_is_the_same_model():
    crew = unit("crew", entries=(model("gunner", constraints=(at_least(2, "a"), at_most(2, "b")), entries=(model("man"),)),))
    seen = closure((crew,))
    found = models_of(seen, seen.entry("crew"), IMPORTS)
    assert (list(found.entries), found.least) == (["gunner"], 2)


def test_a_unit_that_is_an_upgrade_and_shows_the_profiles_of_its_models_is_none_of_them():
    squad = upgrade("column", profiles=(body("One"),), entries=(model("one", constraints=(at_least(5, "a"),)),))
    seen = catalogues(extra=(squad,)).closure(CATALOGUE)
    found = models_of(seen, seen.entry("column"), IMPORTS)
    assert (list(found.entries), found.least) == (["one"], 5)


def test_upgrades_that_hold_nothing_are_no_models():
    squad = unit("squad", entries=(model("one", constraints=(at_least(1, "a"),)), upgrade("banner")))
    seen = closure((squad,))
    assert list(models_of(seen, seen.entry("squad"), IMPORTS).entries) == ["one"]


def carrying(name, *limits):
    return upgrade(name, constraints=limits, entries=(upgrade("lance"),))


def test_upgrades_named_after_a_profile_of_the_unit_are_models():
    riders = group(
        "riders",
        model("Rider", constraints=(at_least(3, "a"), at_most(9, "b"))),
        carrying("Rider w/ lance", at_most(1, "c")),
        carrying("Riderless horse", at_most(1, "d")),
        upgrade("Rider banner", constraints=(at_most(1, "e"),)),
        constraints=(at_least(5, "f"), at_most(9, "g")),
    )
    squad = unit("squad", profiles=(body("Rider"),), groups=(riders,))
    seen = catalogues(extra=(squad,)).closure(CATALOGUE)
    found = models_of(seen, seen.entry("squad"), IMPORTS)
    assert [each.name for each in found.entries.values()] == ["Rider", "Rider W/ Lance"]


def test_what_is_named_after_a_single_model_and_may_be_left_out_is_wargear():
    walker = unit("stilt", profiles=(body("Stilt"),), entries=(carrying("Stilt arm", at_most(1, "a")),))
    seen = catalogues(extra=(walker,)).closure(CATALOGUE)
    found = models_of(seen, seen.entry("stilt"), IMPORTS)
    assert (list(found.entries), found.least, found.most) == (["stilt"], 1, 1)


def test_a_unit_beside_models_that_may_all_be_left_out_is_a_model():
    helper = model("Helper", profiles=(body("Helper"),), constraints=(at_most(1, "a"),))
    seen = catalogues(extra=(unit("mender", profiles=(body("Mender"),), entries=(helper,)),)).closure(CATALOGUE)
    found = models_of(seen, seen.entry("mender"), IMPORTS)
    assert ([each.name for each in found.entries.values()], found.least, found.most) == (["Mender", "Helper"], 1, 2)


@pytest.mark.parametrize(
    ("body_of_helper", "names"),
    [("Disciple", ["Preacher", "Disciple"]), ("Preachers", ["Disciple"])],
)
def test_a_leader_beside_models_of_other_names_is_one_though_they_must_be_there(body_of_helper, names):
    """Data write the weapons of a leader on the unit; two typed models stand beside him, or are what the unit shows."""
    helper = model("Disciple", profiles=(body(body_of_helper),), constraints=(at_least(2, "a"), at_most(2, "b")))
    seen = catalogues(extra=(unit("preacher", profiles=(body("Preacher"),), entries=(helper,)),)).closure(CATALOGUE)
    found = models_of(seen, seen.entry("preacher"), IMPORTS)
    assert ([each.name for each in found.entries.values()], found.least) == (names, len(names) + 1)


def test_a_gun_and_its_gunner_are_two():
    gunner = carrying("Gunner", at_least(1, "a"), at_most(1, "b"))
    seen = catalogues(extra=(upgrade("Gun", profiles=(body("Gun"), body("Gunner")), entries=(gunner,)),)).closure(CATALOGUE)
    found = models_of(seen, seen.entry("Gun"), IMPORTS)
    assert ([each.name for each in found.entries.values()], found.least, found.most) == (["Gun", "Gunner"], 2, 2)


@pytest.mark.parametrize(("inside", "least"), [((), 4), ((upgrade("Horn"),), 0)])
def test_a_group_is_filled_with_what_has_the_fewest_models(inside, least):
    honours = group("honours", upgrade("Honour"))
    men = group("men", model("Man"), *inside, groups=(honours,), constraints=(at_least(4, "a"), at_most(9, "b")))
    seen = closure((unit("band", groups=(men,)),))
    assert models_of(seen, seen.entry("band"), IMPORTS).least == least


@pytest.mark.parametrize(
    ("bodies", "name", "best"),
    [
        (("Rider", "Rider Sergeant"), "Swift Rider Sergeant", 1),
        (("Rider", "Rider Sergeant"), "Swift Rider", 0),
        (("Champion", "Serf", "Serf with brutal axe"), "Serf with long spear", 1),
        (("Riders", "Footmen"), "Footman", 0),
        (("Champion", "Wardens"), "Warden", 1),
        (("Champion", "Serf"), "Other", 0),
    ],
)
def test_the_row_that_a_model_goes_by(bodies, name, best):
    assert best_named(bodies, name) == best


def rows(*names, type="Heavy 1"):
    return [ImportedWeaponRow(name, {"Type": type}, "") for name in names]


@pytest.mark.parametrize(
    ("item", "names", "weapons"),
    [
        ("Rifle", ["Rifle"], [("Rifle", 1, [""])]),
        (
            "Plasma gun",
            ["Plasma gun, Standard", "Plasma gun, Supercharge"],
            [("Plasma gun", 1, ["Standard", "Supercharge"])],
        ),
        ("Spear", ["Spear (melee)", "Spear (shooting)"], [("Spear", 1, ["melee", "shooting"])]),
        ("Cannon", ["Cannon - High Explosive", "Cannon - Solid"], [("Cannon", 1, ["High Explosive", "Solid"])]),
        ("Scythe", ["Scythe (shot) - Low", "Scythe - Blade"], [("Scythe", 1, ["(shot) - Low", "Blade"])]),
        ("Scythe", ["Scythe (a) (b)", "Scythe (a)"], [("Scythe", 1, ["(a) (b)", "a"])]),
        ("Pistol and Sword", ["Pistol", "Sword"], [("Pistol", 1, [""]), ("Sword", 1, [""])]),
        ("Frag & Krak bombs", ["Frag bomb", "Krak bomb"], [("Frag bomb", 1, [""]), ("Krak bomb", 1, [""])]),
        ("Launcher", ["Frag shell", "Krak shell"], [("Launcher", 1, ["Frag shell", "Krak shell"])]),
        ("Claw with flamer", ["Claw", "Flamer"], [("Claw", 1, [""]), ("Flamer", 1, [""])]),
        ("2x Blaster", ["Blaster (Standard)", "Blaster (Overcharge)"], [("Blaster", 2, ["Standard", "Overcharge"])]),
        ("3x Gun", ["Gun"], [("Gun", 3, [""])]),
        ("X-ray gun", ["X-ray gun"], [("X-ray gun", 1, [""])]),
        ("Two cannons", ["Cannon"], [("Cannon", 2, [""])]),
        ("Cannon x2", ["Cannon"], [("Cannon", 2, [""])]),
        ("Two cannons & Sword", ["Cannon", "Sword"], [("Cannon", 2, [""]), ("Sword", 1, [""])]),
        ("Two cannons", ["Two cannons"], [("Two cannons", 1, [""])]),
        ("Two-handed axe", ["Axe"], [("Axe", 1, [""])]),
        ("Lion - Gun", ["Lion - Gun"], [("Lion - Gun", 1, [""])]),
    ],
)
def test_the_weapons_of_an_item(item, names, weapons):
    found = weapons_of(item, rows(*names))
    assert [(weapon.name, weapon.times, [way for way, _ in weapon.rows]) for weapon in found] == weapons


def test_a_row_that_only_says_how_to_choose_is_a_note():
    head = ImportedWeaponRow("Plasma gun", {"Type": "-"}, "Choose one of these.")
    (found,) = weapons_of("Plasma gun", [head, *rows("Plasma gun - Low", "Plasma gun - High")])
    assert (found.note, [way for way, _ in found.rows]) == ("Choose one of these.", ["Low", "High"])


def test_a_profile_that_an_author_links_and_writes_too_is_one_way_to_shoot():
    (found,) = weapons_of("Heavy Bolter", rows("Heavy Bolter", "Heavy Bolter"))
    assert [name for name, _ in found.rows] == [""]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "This model has a transport capacity of 6 MARCH INFANTRY or WAGON CREW models.",
            {"capacity": 6, "admits": [["MARCH", "INFANTRY"], ["WAGON CREW"]], "refuses": [], "slots": {}},
        ),
        (
            "It can transport 12 <COLUMN> INFANTRY models. Each BEARER model takes up the space of two other models. "
            "It cannot transport WAGON CREW models.",
            {"capacity": 12, "admits": [["<COLUMN>", "INFANTRY"]], "refuses": ["WAGON CREW"], "slots": {"BEARER": 2}},
        ),
        ("This model has a transport capacity of 6 STRANGER models.", None),
        ("This model has a transport capacity of 6 models.", None),
        ("It cannot transport BEARER INFANTRY models. It has a transport capacity of 4 MARCH models.", None),
        ("Ask your opponent.", None),
    ],
)
def test_whom_a_transport_carries(text, found):
    assert transport_of(text, KNOWN) == found


def test_keywords_side_by_side():
    assert split("GREAT MARCH INFANTRY", KNOWN) == ("GREAT MARCH", "INFANTRY")
    assert split("<COLUMN> MARCH", KNOWN) == ("<COLUMN>", "MARCH")
    assert split("GREAT INFANTRY", KNOWN) is None
    assert split("COLUMN INFANTRY", KNOWN | {"<COLUMN>"}) == ("<COLUMN>", "INFANTRY")


def test_roles_and_keywords(march):
    assert role_of(march, "Troops", IMPORTS) == "troops"
    assert role_of(march, "No Force Org Slot", IMPORTS) is None
    assert role_of(march, "Vehicle", IMPORTS) == "Vehicle"
    assert role_of(march, "", IMPORTS) is None
    found = keywords_of(march, ("HQ", "Faction: March", "March", "Infantry", "No Force Org Slot", "gone"), IMPORTS)
    assert found == (("March",), ("Infantry",))


@pytest.mark.parametrize(
    ("kind", "written", "value"),
    [
        ("target", "4+", "4+"),
        ("target", "4", "4+"),
        ("target", "+3", "3+"),
        ("target", '6"', "6+"),
        ("target", "5 \t+", "5+"),
        ("target", "5+/4+", "5+"),
        ("number", "8+", "8"),
        ("penetration", "- 2", "-2"),
        ("penetration", "--1", "-1"),
        ("penetration", "--", "-"),
        ("penetration", "1", "-1"),
        ("distance", '3""', '3"'),
        ("weapon-type", 'Heavy 2D6"', "Heavy 2D6"),
        ("weapon-type", "Assault D6 + 2", "Assault D6+2"),
        ("weapon-type", "Asssault D6", "Assault D6"),
        ("weapon-type", "Assualt D6", "Assault D6"),
        ("weapon-type", "Asault 2", "Assault 2"),
        ("weapon-type", "Rapid FIre 2", "Rapid FIre 2"),
        ("weapon-type", "Rapidfire 2", "Rapid Fire 2"),
        ("weapon-type", "Heavy2D6", "Heavy 2D6"),
        ("weapon-type", "Mele", "Melee"),
        ("weapon-type", "Assault D5", "Assault D5"),
        ("weapon-type", "Salvo 2", "Salvo 2"),
        ("weapon-type", "Macro 2D6", "Macro 2D6"),
        ("weapon-type", "Pistol X", "Pistol X"),
        ("weapon-type", "Melee, Two-handed", "Melee"),
        ("weapon-type", "Volley 6/4", "Volley 6/4"),
        ("wounds", "N/A", "N/A"),
    ],
)
def test_slips_of_the_pen(kind, written, value):
    assert mend(kind, written) == value


def test_a_save_with_an_invulnerable_save():
    assert invulnerable("5+/4+", ["Move again."]) == ("4+ invulnerable save",)
    assert invulnerable("4+ / 3++", []) == ("3+ invulnerable save",)
    assert invulnerable("3+", []) == ()


def test_a_save_for_each_kind_of_attack():
    rule = "Two values: the first is used against a melee attack, while the second is used when a ranged attack is made."
    assert invulnerable("6+/3+", [rule]) == (
        "6+ invulnerable save against melee attacks",
        "3+ invulnerable save against ranged attacks",
    )
