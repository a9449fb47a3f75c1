"""Imported units in roster documents: the right weapon on the right model, and every text somewhere."""

from dataclasses import replace
from typing import Any

import pytest

from builder.snapshot.document import roster_from_document
from datasheets.imported.tables import name_of, wound_band
from datasheets.model import Entry, EntryGroup
from datasheets.systems import system
from exports.lists.parse_list import read_list
from exports.sheet.boxes import BoxLine
from exports.sheet.printing import print_sheet
from exports.sheet.resolved import bearer_of
from exports.sheet.rules import abilities_of
from exports.sheet.setup import Setup
from exports.sheet.shown import Copies, copies_of, shown_army
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.wounds import labels_of, wounds
from exports.text import event_text, listing, post_texts
from resolver.engine.compile_armies import compile_armies
from tests.attack.ninth import odds
from tests.evaluation.build import at_least, at_most, group, model, unit, upgrade
from tests.exports.pdf import text as text_of
from tests.imported.invented import (
    LANCE,
    RIFLE,
    SWORD,
    WALKER,
    Muster,
    arm,
    body,
    catalogues,
    categories,
    item,
    once,
    says,
    shows,
    wargear_by_group,
)

BOMBS = {"Frag bomb": 1, "Krak bomb": 1}


@pytest.fixture
def muster() -> Muster:
    return Muster()


def test_a_squad_as_it_comes(muster):
    muster.add("wardens")
    unit = muster.unit()
    assert (unit.role, unit.size.min, unit.size.max, unit.costs) == ("troops", 5, 10, {"power": 3, "pts": 40})
    assert list(unit.costs) == ["power", "pts"]  # the game's own first
    assert (unit.keywords.faction, unit.keywords.other) == (("March", "<Column>"), ("Infantry",))
    assert wargear_by_group(unit) == [
        ("Sergeant", 1, {"Pistol": 1, **BOMBS}),
        ("Warden", 4, {"Rifle": 1, **BOMBS}),
    ]
    assert [(row.name, row.characteristics["WS"], row.characteristics["Sv"]) for row in unit.profiles] == [
        ("Sergeant", "3+", "5+"),
        ("Warden", "4+", "5+"),
    ]
    assert [(ability.name, ability.text) for ability in unit.abilities] == [("Steady", "Add 1 to Leadership.")]
    rifle = next(weapon for weapon in unit.weapons if weapon.name == "Rifle")
    assert dict(rifle.profiles[0].characteristics) == {"Range": '24"', "Type": "Rapid Fire 1", "S": "3", "AP": "0", "D": "1"}


def test_each_model_has_its_own_wargear(muster):
    squad = muster.add("wardens")
    muster.select(squad, "lancer")
    muster.select(muster.selection("Sergeant"), "sword")
    muster.select(muster.selection("Sergeant"), "pistol", -1)
    assert wargear_by_group(muster.unit()) == [
        ("Sergeant", 1, {"Sword": 1, **BOMBS}),
        ("Warden", 4, {"Rifle": 1, **BOMBS}),
        ("Warden w/ lance", 1, {"Lance": 1, **BOMBS, "Cloak": 1}),
    ]
    assert next(gear for gear in muster.unit().wargear).text == "A 6+ save."


def test_each_order_has_its_name_and_the_phase_in_which_orders_are_given():
    orders = shows("Marching Orders", "Aim!", "Re-roll hit rolls of 1."), shows("Marching Orders", "Run!", "Move again.")
    voice = says("Voice", "This model may give one order in each of your Shooting phases.")
    shown = item("show", *orders, name="Show Orders"), item("one", orders[0], name="One Order")
    captain = model("captain", category_links=categories("HQ"), profiles=(body("Captain"), voice), entries=shown)
    muster = Muster(catalogues=catalogues(extra=(captain,)))
    muster.add("captain")
    found = [(rule.name, rule.phase, rule.text) for rule in abilities_of(muster.unit())][1:]
    aim = ("Marching Orders: Aim!", "shoot", "Re-roll hit rolls of 1.")
    assert found == [aim, ("Marching Orders: Run!", "shoot", "Move again."), aim]
    text = text_of(print_sheet(muster.document(), Setup()))
    assert "SHOOT Marching Orders: Run! Move again." in " ".join(text.split())


def test_equal_models_of_one_selection_share_what_does_not_divide_evenly(muster):
    """As other programs save it: one selection of four Wardens with three rifles."""
    muster.add("wardens")
    muster.do(op="set-number", selection=muster.selection("Rifle").uid, number=3)
    groups = wargear_by_group(muster.unit())[1:]
    assert groups == [("Warden", 3, {"Rifle": 1, **BOMBS}), ("Warden", 1, BOMBS)]


def test_a_declaration_stays_with_its_model_where_a_selection_becomes_several_groups(muster):
    muster.add("wardens")
    muster.do(op="set-number", selection=muster.selection("Rifle").uid, number=3)
    wardens = muster.selection("Warden")
    muster.do(op="declare", kind="warlord", subject=wardens.uid, index=3)
    document = muster.document()
    assert [(each.subject, each.index) for each in document.army.declarations] == [(f"{wardens.uid}/2", 0)]
    assert roster_from_document(document).declarations == muster.roster.declarations


def test_what_the_unit_chooses_freely_goes_to_one_model_each(muster):
    squad = muster.add("wardens")
    muster.select(squad, "mortar")
    assert wargear_by_group(muster.unit()) == [
        ("Sergeant", 1, {"Pistol": 1, **BOMBS}),
        ("Warden", 1, {"Rifle": 1, "Mortar": 1, **BOMBS}),
        ("Warden", 3, {"Rifle": 1, **BOMBS}),
    ]
    muster.select(squad, "icon")
    assert muster.unit().options == ("Icon",)
    assert "Bearer" in muster.unit().keywords.other


def squad_of(least: int, *others: Entry, groups: tuple[EntryGroup, ...] = (), **parts: Any) -> Muster:
    """An army of one squad: so many Troops at least, and what the squad as a whole has or chooses."""
    troop = model("troop", profiles=(body("Troop"),), constraints=(at_least(least, "few"), at_most(5, "many")))
    squad = unit(
        "squad", name="Squad", category_links=categories("Troops"), entries=(*others, troop), groups=groups, **parts
    )
    muster = Muster(catalogues=catalogues(extra=(squad,)))
    muster.add("squad")
    return muster


def guns(**parts: Any) -> EntryGroup:
    """A choice of one gun for a squad."""
    sorts = (upgrade("rifles", name="Rifle", profiles=(RIFLE,)), upgrade("lances", name="Lance", profiles=(LANCE,)))
    return group("guns", *sorts, default="rifles", **{"constraints": once("guns"), **parts})


def test_what_a_squad_chooses_once_all_its_models_have():
    muster = squad_of(3, groups=(guns(),))
    assert wargear_by_group(muster.unit()) == [("Troop", 3, {"Rifle": 1})]
    muster.select(muster.selection("Squad"), "troop", 2)
    assert wargear_by_group(muster.unit()) == [("Troop", 5, {"Rifle": 1})]


def test_what_a_squad_shows_itself_all_its_models_have_and_a_crew_of_two_once():
    shown = squad_of(3, item("rifles", RIFLE), profiles=(SWORD,))
    assert wargear_by_group(shown.unit()) == [("Troop", 3, {"Rifle": 1, "Sword": 1})]
    crew = squad_of(2, profiles=(SWORD,))
    assert wargear_by_group(crew.unit()) == [("Troop", 1, {"Sword": 1}), ("Troop", 1, {})]


def test_a_crew_of_two_has_one_gun_and_what_a_squad_may_have_once_is_there_once():
    """The gun stays in one hand with all that it shows."""
    assert wargear_by_group(squad_of(2, groups=(guns(),)).unit()) == [("Troop", 1, {"Rifle": 1}), ("Troop", 1, {})]
    free = squad_of(3, groups=(guns(constraints=(at_most(1, "guns-most"),)),))
    free.select(free.selection("Squad"), "rifles")
    assert wargear_by_group(free.unit()) == [("Troop", 1, {"Rifle": 1}), ("Troop", 2, {})]


def test_who_must_choose_such_a_weapon_alone_has_his_own():
    own = group("own", upgrade("his", name="Lance", profiles=(LANCE,)), constraints=once("own"), default="his")
    chief = model("chief", name="Chief", profiles=(body("Chief"),), constraints=once("chief"), groups=(own,))
    muster = squad_of(3, chief, groups=(guns(),))
    assert wargear_by_group(muster.unit()) == [("Chief", 1, {"Lance": 1}), ("Troop", 3, {"Rifle": 1})]


def test_who_has_chosen_what_all_have_has_it_once():
    """A Storm Trooper Sergeant of the 2nd edition's data may choose the grenades that his squad has."""
    chief = model(
        "chief",
        name="Chief",
        profiles=(body("Chief"),),
        constraints=once("chief"),
        entries=(item("mine", RIFLE, name="Rifle", must=False),),
    )
    muster = squad_of(3, chief, groups=(guns(),))
    muster.select(muster.selection("Chief"), "mine")
    assert wargear_by_group(muster.unit()) == [("Chief", 1, {"Rifle": 1}), ("Troop", 3, {"Rifle": 1})]


def test_what_replaces_a_weapon_of_all_is_there_instead_of_it():
    other = group("replace rifle", upgrade("blade", name="Sword", profiles=(SWORD,)))
    chief = model("chief", name="Chief", profiles=(body("Chief"),), constraints=once("chief"), groups=(other,))
    muster = squad_of(3, chief, groups=(guns(),))
    assert wargear_by_group(muster.unit()) == [("Chief", 1, {"Rifle": 1}), ("Troop", 3, {"Rifle": 1})]
    muster.select(muster.selection("Chief"), "blade")
    assert wargear_by_group(muster.unit()) == [("Chief", 1, {"Sword": 1}), ("Troop", 3, {"Rifle": 1})]


def test_nobody_carries_a_setting_of_the_data_and_boxes_stand_after_the_models_name():
    """The 2nd edition's data offer Wargear Cards to a model that "Show Wargear Cards" was chosen for."""
    setting = upgrade("cards", name="Show Wargear Cards")
    chief = model("chief", name="Chief", profiles=(body("Chief"),), constraints=once("chief"), entries=(setting,))
    guard = model("guard", name="Guard", profiles=(body("Guard"),), constraints=(at_least(2, "a"), at_most(9, "b")))
    court = unit("court", name="Court", category_links=categories("Troops"), entries=(chief, guard))
    muster = Muster(system("wh40k-2e"), catalogues("2nd", extra=(court,)))
    muster.add("court")
    muster.select(muster.selection("Chief"), "cards")
    shown = muster.unit()
    assert wargear_by_group(shown) == [("Chief", 1, {}), ("Guard", 2, {})]
    assert shown.options == ()
    assert labels_of(TextRenderer("en"), muster.document().army, shown) == ["Chief", "Guard"]


def test_what_shows_two_weapons_stays_with_one_model():
    """As other programs save it: one selection of two Gunners with one set."""
    both = item("both", RIFLE, SWORD, name="Rifle and Sword")
    gunner = model(
        "gunner", profiles=(body("Gunner"),), constraints=(at_least(2, "few"), at_most(5, "many")), entries=(both,)
    )
    pair = unit("pair", name="Pair", category_links=categories("Troops"), entries=(gunner,))
    muster = Muster(catalogues=catalogues(extra=(pair,)))
    muster.add("pair")
    muster.do(op="set-number", selection=muster.selection("Rifle and Sword").uid, number=1)
    assert wargear_by_group(muster.unit()) == [("Gunner", 1, {"Rifle": 1, "Sword": 1}), ("Gunner", 1, {})]


def test_models_written_as_upgrades_share_the_units_weapons(muster):
    mob = muster.add("mob")
    assert wargear_by_group(muster.unit()) == [("Rabble", 3, {})]
    muster.select(mob, "club", 2)
    muster.select(mob, "sling")
    assert wargear_by_group(muster.unit()) == [("Rabble", 2, {"Club": 1}), ("Rabble", 1, {"Sling": 1})]


def test_a_damage_table_of_its_own(muster):
    muster.add("walker")
    row = muster.unit().profiles[0]
    assert [(each.wounds, dict(each.characteristics)) for each in row.damage_table] == [
        ((6, 10), {"M": '10"', "BS": "3+"}),
        ((3, 5), {"M": '7"', "BS": "4+"}),
        ((1, 2), {"M": '4"', "BS": "5+"}),
    ]
    assert wargear_by_group(muster.unit()) == [("Walker", 1, {"Cannon": 2, "Orders": 1})]
    cannon = muster.unit().weapons[0]
    assert [way.name for way in cannon.profiles] == ["Shell", "Shot"]
    assert muster.unit().wargear[0].text == "Move again."


def test_a_pilot_has_neither_the_damage_table_nor_the_saves_of_the_walker_he_leaves_but_boxes_of_his_own():
    leaves = says("Pilot", 'If this model is destroyed, set up Old Pilot within 3" of it before it is removed.')
    shield = says("Shield", "Models in this unit have a 5+ invulnerable save.")
    walker = replace(WALKER, id="crewed", profiles=(*WALKER.profiles, body("Old Pilot", "4"), leaves, shield))
    muster = Muster(catalogues=catalogues(extra=(walker,)))
    muster.add("crewed")
    rows = muster.unit().profiles
    assert [(row.name, len(row.damage_table)) for row in rows] == [("Walker", 3), ("Old Pilot", 0)]
    army = shown_army(muster.document().army, Setup())
    assert [row.characteristics["Sv"] for row in army.units[0].profiles] == ["5+/5++", "5+"]
    lines = [each for each in wounds(TextRenderer("en"), army, Copies(1, army.units), 250) if isinstance(each, BoxLine)]
    assert [(line.runs[0].label, sum(run.boxes for run in line.runs)) for line in lines] == [("Old Pilot", 4)]


@pytest.mark.parametrize(
    ("name", "called", "band"),
    [
        ("Hauler 2 (3-5)", "Hauler", (3, 5)),
        ("Hauler [6+]", "Hauler", (6, None)),
        ("Hauler (3-5 wounds remaining)", "Hauler", (3, 5)),
        ("Hauler (2)", "Hauler (2)", None),
        ("Hauler AX-1-0", "Hauler AX-1-0", None),
    ],
)
def test_a_row_is_named_by_its_wounds_with_the_word_or_in_brackets_without(name, called, band):
    row = replace(body("Hauler"), name=name)
    found = wound_band(row)
    assert (name_of(row), found and found[1]) == (called, band)


def test_a_damage_table_in_rows_of_the_unit(muster):
    muster.add("hauler")
    unit = muster.unit()
    assert [row.name for row in unit.profiles] == ["Hauler"]
    assert [(each.wounds, dict(each.characteristics)) for each in unit.profiles[0].damage_table] == [
        ((4, 8), {"M": '5"', "BS": "4+"}),
        ((1, 3), {"M": '3"', "BS": "6+"}),
    ]
    assert unit.role is None
    assert unit.transport is not None
    assert (unit.transport.capacity, unit.transport.admits, unit.transport.refuses) == (
        6,
        (("MARCH", "INFANTRY"),),
        ("BEARER",),
    )
    assert any("transport capacity" in ability.text for ability in unit.abilities)


def test_a_psyker_knows_what_it_chose_and_what_everybody_knows(muster):
    seer = muster.add("seer")
    muster.select(seer, "gust")
    psyker = muster.unit().psyker
    assert psyker is not None
    assert (psyker.casts, psyker.denies) == (2, 1)
    assert [(power.id, power.name, power.value, power.range_in) for power in psyker.powers] == [
        ("k1", "Gust", 6, 18),
        ("smite", "Smite", 5, 18),
    ]
    assert psyker.powers[1].effects


def test_powers_litanies_and_relics_are_in_the_summary_and_the_texts():
    relics = EntryGroup(id="relics", name="Relics of the March", entries=(upgrade("blade", profiles=(SWORD,)),))
    hate = upgrade("hate", name="Litany of Hate", profiles=(says("Hate", "Hit."),))
    litanies = EntryGroup(id="litanies", name="Litanies", entries=(hate,))
    priest = unit(
        "priest",
        name="Priest",
        category_links=categories("HQ", "Character"),
        entries=(
            model("body", profiles=(body("Body"),), constraints=once("body"), groups=(relics,)),
            upgrade("gale", profiles=(shows("Psychic Power", "Gale", "6", '18"', "Push."),)),
        ),
        groups=(litanies,),
    )
    muster = Muster(catalogues=catalogues(extra=(priest,)))
    chosen = muster.add("priest")
    muster.select(chosen, "hate")
    muster.select(chosen, "gale")
    muster.select(muster.selection("Body"), "blade")
    document = muster.document()
    summary = text_of(print_sheet(document)).partition("Findings")[0]
    texts = (listing(document), event_text(document), "".join(post_texts(document, "discord")))
    for text in (summary, *texts):
        assert all(name in text for name in ("Gale", "Litany of Hate")), text
        assert "Blade" in text or "Sword" in text
    read = read_list(texts[2].encode(), "posted.txt")
    assert "Litany of Hate" in [each.name for each in read.forces[0].selections[0].walk()]


@pytest.mark.rule("9E-WARLORD-03")
@pytest.mark.parametrize(
    "parts",
    [
        {"groups": (EntryGroup(id="all", name="Warlord Traits", groups=(group("bands", upgrade("calm")),)),)},
        {"entries": (upgrade("calm", name="Warlord Trait: Calm"),)},
        {"entries": (upgrade("calm", profiles=(shows("Warlord Trait", "Calm", "Stand."),)),)},
    ],
)
def test_a_trait_wherever_authors_put_it(parts):
    entries = (upgrade("warlord", name="Warlord"), *parts.get("entries", ()))
    hero = model(
        "hero", profiles=(body("Hero"),), category_links=categories("HQ", "Character"), **{**parts, "entries": entries}
    )
    muster = Muster(catalogues=catalogues(extra=(hero,)))
    chosen = muster.add("hero")
    muster.select(chosen, "warlord")
    assert "error trait.missing 9E-WARLORD-03" in muster.finding_lines()
    muster.select(chosen, "calm")
    assert not [each for each in muster.finding_lines() if " trait." in each]
    muster.select(chosen, "warlord", -1)
    assert not [each for each in muster.finding_lines() if " trait." in each]


def test_the_warlord_that_the_data_name_is_the_warlord(muster):
    seer = muster.add("seer")
    assert "warlord.missing" in [each.code for each in muster.judge().findings]
    muster.select(seer, "warlord")
    assert [each.code for each in muster.judge().findings] == ["trait.missing"]
    muster.select(seer, "stern")
    codes = [(each.severity, each.code) for each in muster.judge().findings]
    assert codes == []
    document = muster.document()
    assert [(each.kind, each.value) for each in document.army.declarations] == [
        ("warlord", True),
        ("warlord-trait", "Stern"),
    ]
    assert "WARLORD" in document.army.units[0].keywords.other


def test_a_chosen_upgrade_gives_the_keywords_that_rules_ask_for():
    """A mark of its author's is no keyword; what stands below a model is that model's, the unit's is everybody's."""
    lord = upgrade("lord", category_links=categories("Character", "Bearer"))
    wings = upgrade("wings", category_links=categories("Infantry", "Icon"))
    pair = (model("first", profiles=(body("First"),), constraints=once("first"), entries=(wings,)),)
    pair += (model("second", profiles=(body("Second"),), constraints=once("second")),)
    extra = unit(
        "pair", name="Pair", category_links=categories("HQ"), entries=(*pair, lord, upgrade("warlord", name="Warlord"))
    )
    muster = Muster(catalogues=catalogues(extra=(extra,)))
    chosen = muster.add("pair")
    muster.select(chosen, "warlord")
    assert muster.unit().keywords.other == ("WARLORD",)
    assert "error trait.missing 9E-WARLORD-03" not in muster.finding_lines()
    muster.select(chosen, "lord")
    assert "error trait.missing 9E-WARLORD-03" in muster.finding_lines()
    muster.select(muster.selection("First"), "wings")
    found = muster.unit()
    assert set(found.keywords.other) == {"WARLORD", "Character", "Infantry"}
    rows = {row.name: set(row.keywords) - {"WARLORD"} for row in found.profiles}
    assert rows == {"First": {"Character", "Infantry"}, "Second": {"Character"}}


def test_what_is_alike_in_another_order_is_printed_once(muster):
    """Models that were chosen one by one, and units whose parts were chosen in another order."""
    for order in (("lancer", "icon", "lancer", "mortar"), ("mortar", "lancer", "lancer", "icon")):
        squad = muster.add("wardens")
        for entry in order:
            muster.select(squad, entry)
    army = shown_army(muster.document().army, Setup())
    assert [len(each.units) for each in copies_of(army, Setup(merge=True))] == [2]
    (lancers,) = [group for group in army.units[0].models if group.name == "Warden w/ lance"]
    assert lancers.number == 2
    lancer = next(group for group in muster.unit().models if group.name == "Warden w/ lance")
    muster.do(op="declare", kind="warlord", subject=lancer.id)
    army = shown_army(muster.document().army, Setup())
    assert [len(each.units) for each in copies_of(army, Setup(merge=True))] == [1, 1]
    assert [group.number for group in army.units[1].models if group.name == "Warden w/ lance"] == [1, 1]


def test_one_weapon_and_one_ability_in_two_spellings_are_one(muster):
    low, high = arm("Plasma - Low"), arm("Plasma - High", '12"')
    first = model(
        "first", profiles=(body("First"),), constraints=once("first"), entries=(item("a", low, high, name="Plasma"),)
    )
    other = model(
        "other", profiles=(body("Other"),), constraints=once("other"), entries=(item("b", high, low, name="Plasma"),)
    )
    pair = unit(
        "pair",
        name="Pair",
        category_links=categories("Troops"),
        entries=(first, other),
        profiles=(says("Steady", "Add 1."), says("Steady ", "Add  1")),
    )
    muster = Muster(catalogues=catalogues(extra=(pair,)))
    muster.add("pair")
    assert [weapon.name for weapon in muster.unit().weapons] == ["Plasma"]
    assert [ability.name for ability in muster.unit().abilities] == ["Steady"]


def test_settings_of_the_army_are_kept_and_are_no_units_of_the_battle(muster):
    muster.add("size")
    muster.add("walker")
    document = muster.document()
    assert [unit.name for unit in document.army.units] == ["Battle Size", "Walker"]
    assert (document.army.model_count, document.army.power_level) == (1, 7)
    assert "army.empty" not in [each.code for each in muster.judge().findings]


def test_document_roster_document_is_the_same_army(muster):
    for entry in ("wardens", "walker", "seer", "hauler", "mob", "size"):
        muster.add(entry)
    muster.select(muster.selection("Seer"), "warlord")
    document = muster.document()
    again = Muster()
    again.roster = roster_from_document(document)
    assert again.document().army == document.army


def test_it_is_printed_and_told(muster):
    for entry in ("wardens", "walker", "seer", "hauler", "mob", "size"):
        muster.add(entry)
    document = muster.document()
    assert print_sheet(document)[:5] == b"%PDF-"
    text = listing(document)
    assert "Wardens" in text
    assert "5 units" in text
    assert "Power Level" in text


def test_a_weapon_of_an_unknown_type_is_a_weapon_that_is_not_resolved(muster):
    mob = muster.add("mob")
    muster.select(mob, "volley")
    unit = muster.unit()
    assert wargear_by_group(unit)[0] == ("Rabble", 1, {"Volley gun": 1})
    ((row,),) = [weapon.profiles for weapon in unit.weapons if weapon.name == "Volley gun"]
    assert (row.characteristics["Type"], row.abilities) == ("Volley 6/4", "Loud.")
    document = muster.document()
    printed = text_of(print_sheet(document))
    assert "Volley 6/4" in printed
    armies = compile_armies((document, document))
    assert {"unit": f"a.{unit.id}", "name": "Volley gun", "text": "Type: Volley 6/4", "external": False} in armies.unresolved
    assert all(slot.name != "Volley gun" for loadout in armies.loadouts for slot in loadout.slots)


def test_a_weapon_with_two_numbers_of_attacks_is_printed_and_shot(muster):
    mob = muster.add("mob")
    muster.select(mob, "shoota")
    unit, document = muster.unit(), muster.document()
    assert wargear_by_group(unit)[0] == ("Rabble", 1, {"Big shoota": 1})
    printed = text_of(print_sheet(document))
    assert "Dakka 5/3" in printed
    assert "Not resolved" not in printed
    assert [row["name"] for row in compile_armies((document, document)).unresolved] == []
    near, far = (odds(unit, unit, "Big shoota", range_inches=inches).expected["attacks"] for inches in (18.0, 18.5))
    assert (near, far) == (5.0, 3.0)


def test_a_row_without_values_is_wargear_with_its_text(muster):
    mob = muster.add("mob")
    muster.select(mob, "hint")
    unit = muster.unit()
    assert [weapon.name for weapon in unit.weapons] == []
    assert "Choose a shell." in unit.wargear[0].text


def test_models_without_characteristics_have_no_profile(muster):
    muster.add("gate")
    assert [(group.name, group.profile) for group in muster.unit().models] == [("Gate", "")]


@pytest.mark.parametrize("rifles", range(1, 10))
def test_nothing_is_lost_and_nothing_made_up_where_numbers_do_not_divide(muster, rifles):
    squad = muster.add("wardens")
    muster.select(squad, "warden", 3)
    muster.do(op="set-number", selection=muster.selection("Rifle").uid, number=rifles)
    groups = wargear_by_group(muster.unit())
    assert sum(number for _, number, _ in groups) == 8
    assert sum(number * items.get("Rifle", 0) for _, number, items in groups) == rifles
    each = [items.get("Rifle", 0) for name, _, items in groups if name == "Warden"]
    assert max(each) - min(each) <= 1


@pytest.mark.parametrize(("entry", "more"), [("strider", ({}, {})), ("runner", ({"Bolts": "2"}, {"Bolts": "1"}))])
def test_a_damage_table_whose_columns_only_the_unit_names_keeps_what_is_no_characteristic(muster, entry, more):
    muster.add(entry)
    row = muster.unit().profiles[0]
    assert [(each.wounds, dict(each.characteristics)) for each in row.damage_table] == [
        ((4, 8), {"M": '9"', "BS": "3+", **more[0]}),
        ((1, 3), {"M": '5"', "BS": "5+", **more[1]}),
    ]
    assert not any("Bolts" in ability.text for ability in muster.unit().abilities)
    assert "Bolts" not in bearer_of(row).values


def test_a_role_beside_the_primary_category(muster):
    muster.add("strider")
    assert muster.unit().role == "hq"
