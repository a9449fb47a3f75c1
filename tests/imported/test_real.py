"""Every unit of the last real catalogues of three editions: sized, evaluated, judged, printed, enlisted.

All of them take minutes (`make sweep`); an army of a few catalogues of each edition stands for them.
"""

import pytest

from builder.operations.table import apply
from datasheets.evaluation.tree import Roster
from datasheets.imported.models import models_of
from exports.sheet.printing import print_sheet
from resolver.engine.compile_armies import NotPlayable, compile_armies
from tests import field
from tests.attack.ninth import odds
from tests.conftest import SHARED
from tests.imported.real import ALL_EDITIONS, EDITIONS, Edition, edition, names

pytestmark = pytest.mark.shared

ALL = [(name, catalogue) for name in ALL_EDITIONS for catalogue in (names(name) if SHARED.is_dir() else ())]
MARINES = "Imperium - Adeptus Astartes - Ultramarines"

NO_SIZE = {
    "wh40k-9e": {"Hydra Battery [Legends]": "nothing says how many Hydras stand below a platform"},
    "wh40k-8e": {"Leman Russ Battle Tanks": "only a maximum is written for its tanks"},
}
"""The units whose size the data do not say, and why."""

RECOGNISED = 0.95


def walk(data: Edition, roster: Roster) -> None:
    """Take the units of an army from their entries to battle."""
    document = data.document(roster)
    assert {unit.id for unit in document.army.units} == {unit.uid for unit in roster.units()}
    assert print_sheet(document).startswith(b"%PDF-")
    if document.army.model_count and data.system.id == "wh40k-9e":
        enlist_all((document, document))


def enlist_all(armies):
    try:
        enlisted = compile_armies(armies)
    except NotPlayable as error:
        pytest.fail(str(error))
    assert len(enlisted.models) == 2 * sum(
        group.number for unit in armies[0].army.units for group in unit.models if group.profile
    )


@pytest.mark.parametrize(("name", "catalogue"), ALL)
@pytest.mark.sample(2)
def test_every_unit_of_every_catalogue(name, catalogue, rng, whole):
    data = edition(name, catalogue)
    armies = list(data.armies(catalogue))
    for roster in armies if whole else rng.sample(armies, 1):
        walk(data, roster)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", EDITIONS)
def test_the_size_of_units_is_recognised(name, rng, whole):
    catalogues, sizes = [catalogue for of, catalogue in ALL if of == name], {}
    for catalogue in catalogues if whole else rng.sample(catalogues, 3):
        data = edition(name, "" if whole else catalogue)
        closure = data.closure(catalogue)
        for unit in data.units(catalogue):
            if unit.entry.id not in sizes:
                sizes[unit.entry.id] = (unit.name, models_of(closure, unit, data.system.imports).least)
    silent = {unit for unit, least in sizes.values() if not least}
    assert silent == set(NO_SIZE[name]) if whole else silent <= set(NO_SIZE[name])
    assert not whole or 1 - len(silent) / len(sizes) >= RECOGNISED


@pytest.mark.parametrize(("more", "power"), [(0, 5), (1, 10), (5, 10)])
def test_an_assault_intercessor_squad(more, power):
    data = edition("wh40k-9e", MARINES)
    roster = data.army(MARINES, [data.unit(MARINES, "Assault Intercessor Squad")])
    squad = list(roster.units())[-1]
    trooper = next(node for node in squad.selections if node.name == "Assault Intercessor")
    for _ in range(more):
        roster = apply(roster, {"op": "select", "parent": squad.uid, "entry": trooper.entry}, data.catalogues)
    unit = data.document(roster).army.units[-1]
    assert (unit.model_count, unit.costs["power"], unit.role) == (5 + more, power, "troops")
    pistols = {weapon.name: weapon.id for weapon in unit.weapons}
    assert all(group.weapons[pistols["Heavy Bolt Pistol"]] == 1 for group in unit.models)


def test_an_understrength_squad_of_the_real_catalogue():
    data = edition("wh40k-9e", MARINES)
    roster: Roster = data.army(MARINES, [data.unit(MARINES, "Assault Intercessor Squad")])
    squad = list(roster.units())[-1]
    trooper = next(node for node in squad.selections if node.name == "Assault Intercessor")
    for _ in range(2):
        roster = apply(roster, {"op": "deselect", "parent": squad.uid, "entry": trooper.entry}, data.catalogues)
    found = {each.code: each for each in data.judge(roster, fixes=True).findings}
    assert (found["unit.below-minimum"].wanted, found["unit.below-minimum"].found) == (5, 3)
    mark = next(fix for fix in found["unit.below-minimum"].fixes if fix.code == "fix.mark-understrength")
    for operation in mark.operations:
        roster = apply(roster, operation, data.catalogues)
    judged = data.judge(roster)
    assert "unit.understrength" in [each.code for each in judged.findings]
    assert judged.power_level == 5


def test_a_knight_that_an_upgrade_makes_a_character_may_have_a_trait():
    name = "Imperium - Imperial Knights"
    data = edition("wh40k-8e", name)
    roster = data.army(name, [data.unit(name, "Knight Castellan")])
    knight = list(roster.units())[-1]
    offered = {each.name: each.id for each in data.closure(name).offers(data.closure(name).entry(knight.entry))}
    for codes, chosen in (({"trait.missing"}, "Warlord"), ({"trait.missing"}, "Character (Knight Lance)")):
        roster = apply(roster, {"op": "select", "parent": knight.uid, "entry": offered[chosen]}, data.catalogues)
        found = {each.code for each in data.judge(roster).findings if each.code.startswith("trait.")}
        assert found == (codes if "Character" in chosen else set())
    assert "Character" in data.document(roster).army.units[-1].keywords.other


@pytest.mark.parametrize(
    ("name", "melee", "ranged"),
    [
        ("Flamers", "6+", "3+"),
        ("Bloodletters", "5+", "4+"),
        ("Daemonettes", "5+", "4+"),
        ("Bloodthirster", "4+", "4+"),
        ("Lord of Change", "5+", "3+"),
    ],
)
def test_saves_against_melee_and_against_ranged_attacks(name, melee, ranged):
    """The data: "Instead of a normal Save", the first against melee, the second against ranged attacks, neither modified."""
    catalogue = "Chaos - Daemons"
    data = edition("wh40k-9e", catalogue)
    document = data.document(data.army(catalogue, [data.unit(catalogue, name)]))
    unit = document.army.units[-1]
    assert {row.characteristics["Sv"] for row in unit.profiles} == {"-"}
    assert all("Sv" not in line.characteristics for row in unit.profiles for line in row.damage_table)
    assert [ability.text for ability in unit.abilities if ability.name == "Invulnerable save"] == [
        f"Models in this unit have a {melee} invulnerable save against melee attacks.",
        f"Models in this unit have a {ranged} invulnerable save against ranged attacks.",
    ]
    for ap in ("0", "-4"):
        fighter = field.roster(
            [field.unit("x", 1, field.gun(type="Assault 6", AP=ap), field.blade(AP=ap), A="6")]
        ).army.units[0]
        struck = {fighting: odds(fighter, unit, fighting=fighting).expected["damage"] for fighting in (True, False)}
        assert struck[True] / struck[False] == pytest.approx((int(melee[0]) - 1) / (int(ranged[0]) - 1))
