"""The bundled systems: everything that one table names stands in another, and the printed numbers are the ledger's."""

import json
import re
from pathlib import Path

import pytest

from datasheets import values
from datasheets.systems import System, citations, rulebook, system, systems
from datasheets.systems.citations import unknown_citations

DATA = Path(__file__).parents[2] / "datasheets" / "data" / "systems"
DOCS = Path(__file__).parents[2] / "docs" / "systems.md"
EVERYWHERE = {
    *("datasheet", "one-datasheet", "unit-size", "minimum", "maximum", "composition", "default-wargear", "loadout"),
    *("unit-cost", "army-cost", "army-size", "agreed-limit", "not-empty", "mission"),
}
EVERY_SYSTEM = pytest.mark.parametrize("each", systems(), ids=lambda each: each.id)


def unique(items: list[str]) -> bool:
    return len(set(items)) == len(items)


def test_the_five_systems_are_there():
    assert {each.id for each in systems()} >= {"aos-1e", "grundregelwerk", "wh40k-2e", "wh40k-8e", "wh40k-9e"}


@EVERY_SYSTEM
def test_every_citation_stands_in_the_rulebook(each: System):
    assert unknown_citations(each.id) == []


@EVERY_SYSTEM
def test_what_generic_code_cites_is_a_rule_with_a_severity(each: System):
    assert set(each.rules) >= EVERYWHERE
    for name, rule in each.rules.items():
        assert rulebook(each.id).rule(rule).severity, f"{name}: give {rule} a severity in `severity` of system.json"


def test_the_names_of_rules_are_documented():
    documented = set(re.findall(r"`([a-z-]+)`", DOCS.read_text(encoding="utf-8")))
    assert {name for each in systems() for name in each.rules} <= documented


@EVERY_SYSTEM
def test_every_list_rule_has_a_severity_and_the_table_repeats_no_ledger(each: System):
    book = rulebook(each.id)
    assert not [rule.id for rule in book.rules if rule.kind == "list" and not rule.severity]
    written = json.loads((DATA / each.id / "rulebook.json").read_text(encoding="utf-8"))["rules"]
    assert not set(each.severity) & {rule["id"] for rule in written if "severity" in rule}


@EVERY_SYSTEM
def test_ids_are_unique(each: System):
    for table in (
        "costs",
        "roles",
        "battle_sizes",
        "weapons",
        "powers",
        "commands",
        "traits",
        "abilities",
        "missions",
        "phases",
    ):
        assert unique([item.id for item in getattr(each, table)]), table
    assert unique([item.kind for item in each.declarations])
    assert unique([item.key for item in each.agreements])
    assert unique([item.key for item in each.characteristics])
    assert unique([item.key for item in each.weapon_characteristics])
    assert unique([f"{card.deck}/{card.id}" for card in each.cards])


@EVERY_SYSTEM
def test_tables_name_each_other_rightly(each: System):
    decks = {deck.id for deck in each.decks}
    assert {card.deck for card in each.cards} == decks
    assert {deck for mission in each.missions for deck in mission.decks} <= decks
    assert {share.role for share in each.shares} <= {role.id for role in each.roles}
    assert each.size.by != "cost" or each.size.cost in {cost.id for cost in each.costs}
    assert not each.default_weapon or each.default_weapon in {weapon.id for weapon in each.weapons}
    for kind in (*each.declarations, *each.agreements):
        assert bool(each.choices(kind.value)) == (kind.value.type == "choice"), kind
    for mission in each.missions:
        if mission.zones:
            assert set(mission.zones.from_centre_in) == {size.id for size in each.battle_sizes}


@EVERY_SYSTEM
def test_weapons_can_be_read(each: System):
    columns = {column.key: column for column in each.weapon_characteristics}
    for weapon in each.weapons:
        for profile in weapon.profiles:
            for key, printed in profile.characteristics.items():
                values.read(columns[key].kind, printed)
                assert not columns[key].choices or printed in columns[key].choices


@EVERY_SYSTEM
def test_rolled_tables_cover_every_result_once(each: System):
    for deck in each.decks:
        if deck.dice:
            rolls = sorted(roll for card in each.deck(deck.id) for roll in card.rolls)
            assert rolls == list(range(1, int(deck.dice.removeprefix("D")) + 1)), deck.id


@pytest.mark.parametrize(
    ("id", "keys"),
    [
        ("aos-1e", "Move Wounds Bravery Save"),
        ("grundregelwerk", "B NK FK RW A L MW Type"),
        ("wh40k-2e", "M WS BS S T W I A Ld"),
        ("wh40k-8e", "M WS BS S T W A Ld Sv"),
        ("wh40k-9e", "M WS BS S T W A Ld Sv"),
    ],
)
def test_characteristics_are_the_ledgers(id: str, keys: str):
    assert [column.key for column in system(id).characteristics] == keys.split()


@pytest.mark.rule("9E-MUSTER-05")
@pytest.mark.rule("9E-CREATE-02")
@pytest.mark.example("9E-EX-35")
def test_battle_sizes():
    rows = [
        (size.name, size.combined_power, size.hours, size.table.depth_in, size.table.width_in)
        for size in system("wh40k-9e").battle_sizes
    ]
    assert rows == [
        ("Combat Patrol", 50, 1, 30, 44),
        ("Incursion", 100, 2, 30, 44),
        ("Strike Force", 200, 3, 44, 60),
        ("Onslaught", 300, 4, 44, 90),
    ]


@pytest.mark.rule("9E-Q-14")
def test_deployment_zones_of_only_war_are_six_or_ten_inches_deep():
    each = system("wh40k-9e")
    zones = each.missions[0].zones
    assert zones is not None
    depths = {size.id: size.table.depth_in / 2 - zones.from_centre_in[size.id] for size in each.battle_sizes}
    assert depths == {"combat-patrol": 6, "incursion": 6, "strike-force": 10, "onslaught": 10}


@pytest.mark.parametrize(
    ("id", "phases"),
    [
        ("wh40k-9e", ["command", "movement", "psychic", "shooting", "charge", "fight", "morale"]),
        ("wh40k-8e", ["movement", "psychic", "shooting", "charge", "fight", "morale"]),
        ("aos-1e", ["hero", "movement", "shooting", "charge", "combat", "battleshock"]),
        ("wh40k-2e", ["movement", "shooting", "hand-to-hand-combat", "psychic", "rally"]),
    ],
)
def test_phases_stand_in_order(id: str, phases: list[str]):
    assert [phase.id for phase in system(id).phases] == phases


def test_a_document_is_plain_data():
    document = system("wh40k-9e").document()
    assert document["battle_sizes"][0]["table"] == {"width_in": 44, "depth_in": 30}
    assert document["powers"][0]["effects"][0]["number"] == "D3"
    assert isinstance(document["rules"], dict)


def test_a_systems_own_words_cite_no_rules() -> None:
    document = {"words": {"rule": "Law", "rules": "Laws"}, "rules": {"unit-size": "A-1"}, "missions": [{"rule": "A-2"}]}
    assert list(citations._citations(document)) == ["A-1", "A-2"]
