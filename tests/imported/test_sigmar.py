"""The real catalogues of Age of Sigmar: sizes that names count, battalions, damage tables, generals, roster files."""

import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from builder.operations.table import apply
from builder.placing.place import place
from builder.rules.fix_words import label_of
from datasheets.closure import Catalogues
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Roster, Selection
from datasheets.imported.models import models_of
from exports.battlescribe.files import rosz
from exports.battlescribe.tree import roster_tree
from exports.document.model import Unit
from exports.lists.parse_list import read_list
from exports.sheet.printing import print_sheet
from tests.conftest import SHARED
from tests.exports import pdf
from tests.imported.real import Edition, edition, names
from tests.placing.roundtrips import FORMATS, State, state_of, write_roster

pytestmark = pytest.mark.shared

SYSTEM = "aos-1e"
CATALOGUES = names(SYSTEM) if SHARED.is_dir() else []
KHORNE, STORMCAST, BEASTCLAW = "Chaos - Khorne", "Order - Stormcast Eternals", "Destruction - Beastclaw Raiders"
NAGASH = "Nagash, Supreme Lord of the Undead"
NUMBERED = re.compile(r"(\d+) ")

OF_ONE, WITH_CREW = ("Leader", "Behemoth", "Artillery"), {"Doom Diver Catapult", "Grot Rock Lobber", "Grot Spear Chukka"}

NO_SIZE = {
    "Garrek's Reavers": "its fighters are written as weapons, under their own names",
    "Magore's Fiends": "the same",
    "Spiteclaw's Swarm": "the same",
    "The Sepulchral Guard": "the same, beside an entry that says 3",
    "Ironskull'z Boyz": "the same",
    "The Chosen Axes": "the same",
    "Steelheart's Champions": "the same",
    "The Farstriders": "the same",
    "Gyrocopters": "no entry is a model, only weapons",
    "Gyrobombers": "the same",
    "Doom Diver Catapult": "one entry is the whole crew, and nothing says of how many",
    "Grot Rock Lobber": "the same",
    "Grot Spear Chukka": "the same",
}
"""The units whose number of models the data do not say, and why."""

ONE_BASE = {
    *("Ratling Gun Weapon Team", "Warp-grinder Weapon Team", "Warpfire Thrower Weapon Team"),
    *("Poisoned Wind Mortar Weapon Team", "Doom-flayer Weapon Team", "Corpse Cart", "Black Coach", "Riptooth", "Nightmaw"),
    *("Fungoid Cave-Shaman", "Gitboss", "Gitboss on Wolf Chariot", "Orruk Bully"),
    *("Stonehorn Beastriders", "Thundertusk Beastriders"),
}
"""The units that are one model though they are no leader, monster or war machine."""


@pytest.fixture(scope="module")
def data() -> Edition:
    return edition(SYSTEM)


def walk(selection: Selection):
    yield selection
    for child in selection.selections:
        yield from walk(child)


@pytest.mark.parametrize("catalogue", CATALOGUES)
@pytest.mark.sample(2)
def test_names_that_count_models_count_them(data, catalogue):
    """The numbers are added up from the names alone."""
    for roster in data.armies(catalogue):
        units = {unit.id: unit for unit in data.document(roster).army.units}
        for root in roster.units():
            numbers = [node.number * int(found[1]) for node in walk(root) if (found := NUMBERED.match(node.name))]
            if numbers and root.name not in NO_SIZE:
                assert units[root.uid].model_count == sum(numbers), root.name


def test_the_size_of_units_is_recognised(data):
    sizes = {}
    for catalogue in CATALOGUES:
        closure = data.closure(catalogue)
        for unit in data.units(catalogue):
            category = closure.category(unit.primary) if unit.primary else None
            role = category.name if category else ""
            sizes[unit.entry.id] = (unit.name, role, models_of(closure, unit, data.system.imports))
    assert all(models.least for _, _, models in sizes.values())
    of_one = {name for name, role, models in sizes.values() if models.most == 1 and role not in OF_ONE}
    assert of_one == ONE_BASE | set(NO_SIZE) - WITH_CREW
    assert sum(name in NO_SIZE for name, _, _ in sizes.values()) / len(sizes) <= 0.05


def test_the_documentation_names_every_unit_whose_size_is_not_recognised():
    text = (Path(__file__).parents[2] / "docs" / "imported.md").read_text(encoding="utf-8")
    rows = " ".join(line for line in text.splitlines() if line.startswith("|"))
    assert [name for name in NO_SIZE if name not in rows] == []


def units(data: Edition, catalogue: str, *wanted: str) -> list[Unit]:
    roster = data.army(catalogue, [data.unit(catalogue, name) for name in wanted])
    found = {unit.name: unit for unit in data.document(roster).army.units}
    return [found[name] for name in wanted]


def test_a_monster_grows_weaker_with_the_wounds_that_it_suffered(data):
    """The data: bands of wounds suffered, "0-3", "4-5" and so on of 13, and its Move and the weapons' columns in each."""
    (stonehorn,) = units(data, BEASTCLAW, "Frostlord on Stonehorn")
    (row,) = stonehorn.profiles
    horns, hooves = (next(each for each in stonehorn.weapons if each.name.endswith(end)) for end in ("Horns", "Hooves"))
    assert [each.wounds for each in row.damage_table] == [(10, 13), (8, 9), (5, 7), (3, 4), (1, 2)]
    assert [each.characteristics["Move"] for each in row.damage_table] == ['12"', '10"', '8"', '6"', '4"']
    assert [each.weapons[horns.id] for each in row.damage_table] == [{"Attacks": str(number)} for number in (6, 5, 4, 3, 2)]
    assert row.damage_table[1].weapons[hooves.id] == {"To Wound": "3+"}
    assert (row.characteristics["Move"], horns.profiles[0].characteristics["Attacks"]) == ("*", "*")


def test_a_unit_grows_by_as_many_models_as_its_entry_counts(data):
    roster = data.army(STORMCAST, [data.unit(STORMCAST, "Aetherwings")])
    unit = list(roster.units())[-1]
    three = next(each for each in unit.selections if NUMBERED.match(each.name))
    more = apply(roster, {"op": "select", "parent": unit.uid, "entry": three.entry}, data.catalogues)
    found = [data.document(each).army.units[-1] for each in (roster, more)]
    assert (three.name, [each.model_count for each in found]) == ("3 Aetherwings", [3, 6])
    assert found[1].costs["points"] == 2 * found[0].costs["points"] > 0


@pytest.mark.parametrize(
    ("catalogue", "name", "rank", "weapons"),
    [
        (
            "Destruction - Bonesplitterz",
            "Savage Orruks Arrowboys",
            "Savage Orruk Arrow Boss",
            {"Stinga Bow": 10, "Choppa": 1},
        ),
        (
            "Chaos - Legion of Azgorh",
            "Infernal Guard Fireglaives",
            "Deathmask",
            {"Pyrelock Fireglaive": 9, "Pyrelock Pistol": 1},
        ),
    ],
)
def test_a_leader_who_is_an_option_alone_has_the_weapons_below_it(data, catalogue, name, rank, weapons):
    roster = data.army(catalogue, [data.unit(catalogue, name)])
    unit = list(roster.units())[-1]
    leader = next(each for each in unit.selections if each.name == rank)
    closure = data.closure(catalogue)
    for offer in closure.offers(closure.entry(leader.entry)):
        if "Pistol" in offer.name:
            roster = apply(roster, {"op": "select", "parent": leader.uid, "entry": offer.id}, data.catalogues)
    made = data.document(roster).army.units[-1]
    carried = [(dict(made.wargear_of(group)), group.number) for group in made.models]
    assert made.model_count == 10
    assert {each: sum(have.get(each, 0) * models for have, models in carried) for each in weapons} == weapons


@pytest.mark.parametrize(
    ("catalogue", "name", "asked", "models"),
    [(KHORNE, "Bloodletters", 20, 20), (KHORNE, "Bloodletters", 11, 20), (STORMCAST, "Liberators", 5, 5)],
)
def test_a_unit_is_added_with_as_many_models_as_asked_where_its_choices_are_several_each(
    data, catalogue, name, asked, models
):
    add = {"op": "add-unit", "force": "f1", "entry": data.unit(catalogue, name).id, "models": asked}
    *_, made = data.document(apply(data.army(catalogue, []), add, data.catalogues)).army.units
    assert made.model_count == models


def in_category(data: Edition, catalogue: str, name: str):
    closure = data.closure(catalogue)
    found = ((root, closure.category(root.primary)) for root in closure.roots() if root.primary)
    return [root for root, category in found if category and category.name == name]


def with_battalion(data: Edition, catalogue: str, roster: Roster, shelf: Catalogues) -> Roster:
    """Add the first battalion of a catalogue, with the first two units that can stand in it."""
    closure = data.closure(catalogue)
    battalion = in_category(data, catalogue, "Battalion")[0]
    roster = apply(roster, {"op": "add-unit", "force": "f1", "entry": battalion.id}, shelf)
    uid = list(roster.units())[-1].uid
    for offer in [each for each in closure.offers(battalion) if each.entry.type == "unit"][:2]:
        roster = apply(roster, {"op": "select", "parent": uid, "entry": offer.id}, shelf)
    return roster


def test_an_allegiance_is_no_unit_and_the_units_of_a_battalion_are_units_of_the_army(data):
    roster = apply(
        data.army(STORMCAST, []),
        {"op": "add-unit", "force": "f1", "entry": in_category(data, STORMCAST, "Allegiance")[0].id},
        data.catalogues,
    )
    document = data.document(with_battalion(data, STORMCAST, roster, data.catalogues))
    *_, battalion = (unit for unit in document.army.units if unit.is_setting)
    below = [unit for unit in document.army.units if not unit.is_setting]
    assert "Allegiance" in {unit.name for unit in document.army.units if unit.is_setting}
    assert {unit.within for unit in below} == {battalion.id}
    assert document.army.model_count == sum(unit.model_count for unit in below) >= len(below)
    assert all(unit.models and unit.weapons for unit in below)


def army_findings(data: Edition, roster: Roster) -> set[tuple[str, str, str]]:
    """What is found about an army as a whole, but for its general."""
    found = data.judge(roster).findings
    return {(each.severity, each.code, each.rule) for each in found if len(each.path) < 2 and "general" not in each.code}


@pytest.mark.rule("AOS-ARMY-02", "AOS-Q-35")
@pytest.mark.parametrize("catalogue", CATALOGUES)
@pytest.mark.sample(3)
def test_an_army_needs_no_allegiance_and_may_have_any_number_of_leaders(data, catalogue):
    kinds = data.closure(catalogue).kinds_of_force
    for kind in ("", *(each.id for each in kinds)):
        army = data.army(catalogue, data.units(catalogue)[:20])
        (force,) = army.forces
        units = tuple(each for each in force.selections if each.name != "Allegiance")
        bare = replace(army, forces=(replace(force, entry=kind, selections=units),), limits={"points": Decimal(1)})
        assert army_findings(data, army) <= {("note", "army.long-battle", "AOS-ARMY-03")}
        assert not [each for each in army_findings(data, bare) if each[0] == "error"]
        assert ("note", "data.too-few", "AOS-ARMY-02") in army_findings(data, bare) or len(units) == len(force.selections)


@pytest.mark.rule("AOS-Q-35")
def test_a_limit_of_points_is_the_players_own(data):
    roster = replace(data.army(KHORNE, [data.unit(KHORNE, "Bloodstoker")]), limits={"points": Decimal(10)})
    assert ("warning", "cost.over-limit", "entry.cost-limit") in army_findings(data, roster)


@pytest.mark.rule("AOS-UNIT-02")
def test_a_unit_without_characteristics_says_so_in_the_list_and_on_its_sheet(data):
    """The data of the first have none; those of the second come with his mount, those of the third are his own."""
    names = (KHORNE, "Khorgos Khull"), ("Order - Free Peoples", "Freeguild General"), (KHORNE, "Bloodstoker")
    said = {}
    for catalogue, name in names:
        roster = data.army(catalogue, [data.unit(catalogue, name)])
        judged = data.judge(roster)
        is_noted = "unit.no-row" in [each.code for each in judged.findings]
        assert judged.legal is not True or not is_noted, "nobody judged it"
        document = data.document(roster)
        assert is_noted == any(each.models and not each.profiles for each in document.army.fielded)
        assert is_noted == ("The data have no characteristics of this unit" in pdf.text(print_sheet(document)))
        said[name] = is_noted
    assert said == {"Khorgos Khull": True, "Freeguild General": False, "Bloodstoker": False}


def test_a_unit_that_the_data_limit_is_judged_by_them(data):
    prime = data.unit(STORMCAST, "Celestant-Prime, Hammer of Sigmar")
    found = data.judge(data.army(STORMCAST, [prime, prime])).findings
    assert ("error", "entry.too-many") in [(each.severity, each.code) for each in found]


def test_the_general_is_the_one_that_the_data_choose(data):
    roster = data.army(KHORNE, [data.unit(KHORNE, name) for name in ("Bloodstoker", "Bloodletters", "Skull Cannons")])
    missing = next(each for each in data.judge(roster, fixes=True).findings if each.code == "general.missing")
    assert missing.rule == "AOS-GENERAL-01"
    for operation in missing.fixes[0].operations:
        roster = apply(roster, operation, data.catalogues)
    assert "general.missing" not in {each.code for each in data.judge(roster).findings}
    document = data.document(roster)
    (declared,) = [each for each in document.army.declarations if each.kind == "general"]
    assert next(unit.name for unit in document.army.units if unit.id == declared.subject.split("/")[0]) == "Bloodstoker"


@pytest.mark.rule("AOS-GENERAL-01")
def test_a_general_is_one_model_of_a_unit_whose_name_counts_them(data):
    roster = data.army(KHORNE, [data.unit(KHORNE, "Flesh Hounds")])
    missing = next(each for each in data.judge(roster, fixes=True).findings if each.code == "general.missing")
    assert label_of(missing.fixes[0], "en") == "Make Flesh Hounds the general"


@pytest.mark.rule("AOS-GENERAL-01")
def test_nobody_must_be_the_general_though_the_data_ask_for_him(data):
    legions = "Death: Legions of Nagash"
    roster = data.army(
        legions, [data.unit(legions, name) for name in ("Nagash, Supreme Lord of the Undead", "Vampire Lord")]
    )
    vampire = next(unit for unit in roster.units() if unit.name == "Vampire Lord")
    roster = apply(roster, {"op": "declare", "kind": "general", "subject": vampire.uid}, data.catalogues)
    found = [(each.severity, each.code) for each in data.judge(roster).findings if each.values.get("name") == "General"]
    assert found == [("note", "data.too-few")]


FACTIONS = (KHORNE, STORMCAST, "Death: Legions of Nagash", "Destruction - Ironjawz", "Order - Seraphon")


def amounts(state: State):
    """All that a player would miss: units, where they stand, what they cost, models and what each of these carries."""
    units = state.document.army.units
    own = [
        (
            unit.name,
            unit.within is not None,
            unit.model_count,
            dict(unit.costs),
            [_wargear_of_group(unit, each) for each in unit.models],
        )
        for unit in units
    ]
    return own, state.costs, state.faults, [each.kind for each in state.document.army.declarations]


def _wargear_of_group(unit: Unit, group):
    names = {weapon.id: weapon.name for weapon in unit.weapons}
    return group.number, group.name, {names[id]: number for id, number in group.weapons.items()}


@pytest.mark.parametrize("catalogue", FACTIONS)
@pytest.mark.sample(2)
def test_a_roster_goes_out_as_a_roster_file_and_comes_back_the_same(data, catalogue, rng):
    shelf = data.catalogues
    roster = data.army(catalogue, rng.sample(data.units(catalogue), 8))
    roster = with_battalion(data, catalogue, roster, shelf)
    missing = [each for each in data.judge(roster, fixes=True).findings if each.code == "general.missing"]
    for operation in missing[0].fixes[0].operations if missing and missing[0].fixes else ():
        roster = apply(roster, operation, shelf)
    before = state_of(roster, shelf)
    file = rosz(roster_tree(roster, evaluate(roster, shelf), shelf), "army")
    back = place(read_list(file, "army.rosz"), shelf, "list").roster
    assert back.system == SYSTEM
    assert amounts(state_of(back, shelf)) == amounts(before)


COUNTED = [
    ("Order - Dispossessed", "Quarrellers"),
    ("Order - Free Peoples", "Freeguild Pistoliers"),
    ("Order - Stormcast Eternals", "Aetherwings"),
    ("Chaos - Nurgle", "Putrid Blightkings"),
    ("Destruction - Gitmob Grots", "Grot Wolf Riders"),
    ("Destruction - Moonclan Grots", "Grots"),
    ("Order - Devoted of Sigmar", "Flagellants"),
    ("Chaos - Brayherd", "Bestigors"),
]


@pytest.mark.sample(2)
@pytest.mark.parametrize(("catalogue", "name"), COUNTED, ids=[each[1] for each in COUNTED])
def test_units_whose_names_count_models_come_back_from_a_text_as_large_as_they_were(data, catalogue, name):
    """Nobody reads "10 10 Quarellers", and ten models are not ten times ten, whoever chooses their weapons."""
    shelf = data.catalogues
    roster = data.army(catalogue, [data.unit(catalogue, name)])
    before = state_of(roster, shelf)
    for format in FORMATS:
        text = write_roster(roster, shelf, before.document, format)
        after = state_of(place(read_list(text.encode(), format), shelf).roster, shelf)
        assert format == "text" or not re.search(r"(\d+) \1 ", text)
        assert after.costs == before.costs, format
        sizes = [sorted((each.name, each.model_count) for each in state.document.army.units) for state in (before, after)]
        assert sizes[0] == sizes[1], format


def test_a_rend_that_an_author_left_empty_is_none(data):
    nurgle = "Chaos - Nurgle"
    (unit,) = data.document(data.army(nurgle, [data.unit(nurgle, "Putrid Blightkings")])).army.fielded
    weapon = next(each for each in unit.weapons if each.name == "Blighted Weapon")
    assert [profile.characteristics["Rend"] for profile in weapon.profiles] == ["-"]


@pytest.mark.parametrize("catalogue", [STORMCAST, "Death: Legions of Nagash"])
def test_a_text_says_allegiance_once_however_it_is_spelt_and_is_read_back(data, catalogue):
    shelf, closure = data.catalogues, data.closure(catalogue)
    setting = next(root for root in closure.roots() if root.name in ("Allegiance", "Alliegiance"))
    bare = data.army(catalogue, [])
    bare = replace(bare, forces=(replace(bare.forces[0], selections=()),))
    roster = apply(bare, {"op": "add-unit", "force": "f1", "entry": setting.id}, shelf)
    (root,) = roster.units()
    for offer in list(closure.offers(setting))[:1] if not root.selections else ():
        roster = apply(roster, {"op": "select", "parent": root.uid, "entry": offer.id}, shelf)
    before = state_of(roster, shelf)
    for format in ("listing", "discord", "event"):
        text = write_roster(roster, shelf, before.document, format)
        assert not re.search(r"egiance:? :? ?Al", text), format
        assert state_of(place(read_list(text.encode(), format), shelf).roster, shelf).models == before.models, format


RIDERS = [
    ("Order - Free Peoples", "Freeguild General", "Barded Warhorse", "Freeguild General (Barded Warhorse)"),
    ("Order - Devoted of Sigmar", "Warrior Priest", "On Foot", "Warrior Priest (On Foot)"),
    ("Order - Eldritch Council", "Archmage", "Aelven Steed", "Archmage on Aelven Steed"),
    ("Death: Legions of Nagash", "Corpse Cart", "Balefire Brazier", "Corpse Cart with Balefire Brazier"),
]


@pytest.mark.parametrize(("catalogue", "name", "mount", "called"), RIDERS, ids=[each[1] for each in RIDERS])
def test_a_model_is_called_as_its_row_not_as_what_it_rides_also_in_a_text(data, catalogue, name, mount, called):
    shelf, closure, unit = data.catalogues, data.closure(catalogue), data.unit(catalogue, name)
    models = models_of(closure, unit, data.system.imports).entries
    roster = data.army(catalogue, [unit])
    root = list(roster.units())[-1]
    for part in [each for each in root.selections if each.entry in models]:
        roster = apply(roster, {"op": "remove", "selection": part.uid}, data.catalogues)
    chosen = next(id for id, each in models.items() if each.name == mount)
    roster = apply(roster, {"op": "select", "parent": root.uid, "entry": chosen}, data.catalogues)
    before = state_of(roster, shelf)
    for format in FORMATS:
        text = write_roster(roster, shelf, before.document, format)
        after = state_of(place(read_list(text.encode(), format), shelf).roster, shelf)
        assert [each.name for each in after.document.army.units[-1].models] == [called], format
    (general,) = [each for each in data.judge(roster, fixes=True).findings if each.code == "general.missing"]
    assert called in label_of(general.fixes[0], "en")


@pytest.mark.rule("AOS-ATTACK-02")
def test_limits_that_contradict_each_other_are_said_once_and_have_no_fix():
    """The data ask each Grot for one bow and allow none: what takes it away would be asked for it again."""
    data = edition("aos-1e", "Destruction - Moonclan Grots")
    judged = data.judge(
        data.army("Destruction - Moonclan Grots", [data.unit("Destruction - Moonclan Grots", "Grots")]), fixes=True
    )
    found = [each for each in judged.findings if each.values.get("name") == "Moonclan Bow"]
    assert [(each.code, each.severity, each.fixes) for each in found] == [("data.contradiction", "warning", ())]
    assert {each.code for each in judged.findings if each.severity == "error"} == {"general.missing"}
