"""The numbers that a system's data state beside its ledger are the ledger's: code reads the one, players the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from datasheets.systems import System, rulebook, system
from datasheets.systems.parts import model_parts

Get = Callable[[System], Any]


def smite(of: System) -> Any:
    return next(power for power in of.powers if power.id == "smite")


def trait(name: str) -> Callable[[System], Any]:
    return lambda of: next(each for each in of.traits if each.name == name)


def scoring(index: int, card: int | None = None) -> Get:
    return lambda of: (of.missions[0] if card is None else of.cards[card]).scoring[index].points


def objectives(name: str) -> Get:
    return lambda of: getattr(of.missions[0].objectives, name)


def declaration(kind: str, name: str) -> Get:
    return lambda of: getattr(next(each for each in of.declarations if each.kind == kind), name)


LEADER = trait("Inspiring Leader")
NINTH: tuple[tuple[Get, str, str], ...] = (
    (lambda of: smite(of).value, "9E-SMITE-01", "warp_charge"),
    (lambda of: smite(of).step, "9E-SMITE-02", "increment_per_earlier_attempt"),
    (lambda of: smite(of).range_in, "9E-SMITE-03", "range_inches"),
    (lambda of: smite(of).effects[0]["number"], "9E-SMITE-03", "mortal_wounds"),
    (lambda of: smite(of).effects[1]["number"], "9E-SMITE-04", "mortal_wounds"),
    (lambda of: smite(of).effects[1]["when"][0]["at_least"], "9E-SMITE-04", "psychic_test_min"),
    (lambda of: smite(of).effects[0]["when"][0]["at_most"] + 1, "9E-SMITE-04", "psychic_test_min"),
    (lambda of: LEADER(of).range_in, "9E-WARLORD-05", "range_inches"),
    (lambda of: LEADER(of).effects[0]["to"]["range"], "9E-WARLORD-05", "range_inches"),
    (lambda of: int(LEADER(of).effects[0]["value"]), "9E-WARLORD-05", "leadership_modifier"),
    (lambda of: of.missions[0].rounds, "9E-END-01", "max_battle_rounds"),
    (objectives("count"), "9E-CREATE-03", "markers_total"),
    (objectives("edge_in"), "9E-CREATE-04", "min_edge_distance_exclusive_inches"),
    (objectives("apart_in"), "9E-CREATE-05", "min_marker_distance_exclusive_inches"),
    (objectives("range_in"), "9E-OBJ-03", "horizontal_inches"),
    (objectives("range_vertical_in"), "9E-OBJ-03", "vertical_inches"),
    (objectives("diameter_mm"), "9E-OBJ-01", "diameter_mm"),
    (scoring(0), "9E-BRIEF-01", "vp"),
    (scoring(1), "9E-BRIEF-02", "vp_per_marker"),
    (scoring(2), "9E-BRIEF-03", "vp"),
    (lambda of: of.size_advice[0].below, "9E-ARMY-05", "combined_power_min"),
    (lambda of: of.size_advice[1].above, "9E-ARMY-06", "combined_power_max"),
    (declaration("warlord", "least"), "9E-WARLORD-01", "warlords_per_army"),
    (declaration("warlord", "most"), "9E-WARLORD-01", "warlords_per_army"),
    (declaration("warlord-trait", "most"), "9E-WARLORD-03", "warlord_traits_if_character"),
    (lambda of: of.understrength.per_datasheet, "9E-UNDER-01", "max_units_of_that_datasheet"),
)
EIGHTH: tuple[tuple[Get, str, str], ...] = (
    (lambda of: smite(of).value, "8E-SMITE-01", "warp_charge"),
    (lambda of: smite(of).range_in, "8E-SMITE-02", "range_inches"),
    (lambda of: smite(of).effects[0]["number"], "8E-SMITE-02", "mortal_wounds"),
    (lambda of: smite(of).effects[0]["when"][0]["at_most"], "8E-SMITE-03", "threshold_exclusive"),
    (lambda of: smite(of).effects[1]["when"][0]["at_least"] - 1, "8E-SMITE-03", "threshold_exclusive"),
    (lambda of: smite(of).effects[1]["number"], "8E-SMITE-03", "mortal_wounds"),
    (lambda of: int(of.traits[0].effects[0]["value"]), "8E-WARLORD-05", "attacks_modifier"),
    (lambda of: LEADER(of).range_in, "8E-WARLORD-06", "range_inches"),
    (lambda of: LEADER(of).effects[0]["to"]["range"], "8E-WARLORD-06", "range_inches"),
    (lambda of: int(LEADER(of).effects[0]["value"]), "8E-WARLORD-06", "leadership_modifier"),
    (lambda of: int(of.traits[2].effects[0]["needs"][0]), "8E-WARLORD-07", "success_on"),
    (lambda of: of.missions[0].rounds, "8E-LENGTH-01", "battle_rounds"),
    (lambda of: of.missions[0].table.width_in, "8E-FIELD-02", "length_inches"),
    (lambda of: of.missions[0].table.depth_in, "8E-FIELD-02", "width_inches"),
    (lambda of: of.missions[0].zones.from_border_in, "8E-DEPLOY-04", "min_distance_to_enemy_zone_inches"),
    (objectives("count"), "8E-OBJECTIVE-02", "markers_total"),
    (objectives("apart_in"), "8E-OBJECTIVE-03", "min_separation_inches"),
    (objectives("range_in"), "8E-OBJECTIVE-05", "control_range_inches"),
    (lambda of: of.decks[0].dice, "8E-PRIMARY-01", "dice"),
    (scoring(0, 0), "8E-PRIMARY-03", "vp_per_marker"),
    (scoring(1, 0), "8E-PRIMARY-04", "vp_warlord"),
    (scoring(0, 1), "8E-PRIMARY-06", "vp"),
    (scoring(0, 2), "8E-PRIMARY-07", "vp_per_marker_per_turn"),
    (declaration("warlord", "least"), "8E-WARLORD-01", "warlords_per_army"),
    (declaration("warlord", "most"), "8E-WARLORD-01", "warlords_per_army"),
    (lambda of: of.understrength.per_datasheet, "8E-ARMY-04", "max_understrength_units_per_type"),
)


@pytest.mark.parametrize(
    ("id", "get", "rule", "number"),
    [(id, *row) for id, rows in (("wh40k-9e", NINTH), ("wh40k-8e", EIGHTH)) for row in rows],
    ids=[f"{rule} {number} {place}" for rows in (NINTH, EIGHTH) for place, (_, rule, number) in enumerate(rows)],
)
def test_a_number_is_the_ledgers(id: str, get: Get, rule: str, number: str):
    assert str(get(system(id))).lower() == str(rulebook(id).rule(rule).numbers[number]).lower()


@pytest.mark.parametrize(("id", "rule"), [("wh40k-9e", "9E-MODC-05"), ("wh40k-8e", "8E-MODCHAR-08")])
def test_which_characteristics_no_modifier_brings_below_1(id: str, rule: str):
    found = rulebook(id).rule(rule).numbers
    named = found.get("characteristics") or [name.removeprefix("min_") for name in found]
    least = {each.key: each.minimum for each in system(id).characteristics if each.minimum}
    assert least == dict.fromkeys(named, 1)


@pytest.mark.parametrize(("id", "penetration"), [("wh40k-9e", "0"), ("wh40k-8e", "-")])
def test_the_close_combat_weapon_has_the_strength_of_its_bearer_and_damage_1(id: str, penetration: str):
    """9E-MWPN-02, 8E-MELEE-03."""
    of = system(id)
    (weapon,) = (each for each in of.weapons if each.id == of.default_weapon)
    wanted = {"Range": "Melee", "Type": "Melee", "S": "User", "AP": penetration, "D": "1"}
    assert dict(weapon.profiles[0].characteristics) == wanted


def test_a_warlord_of_8th_edition_has_one_trait():
    """8E-WARLORD-02."""
    assert declaration("warlord-trait", "most")(system("wh40k-8e")) == 1


def test_attacks_may_fall_to_none_in_8th_edition():
    """8E-MODCHAR-08 keeps Strength, Toughness and Leadership alone at 1; nobody makes fewer attacks than none."""
    assert model_parts("wh40k-8e")["number"].minimum == 0


def test_an_army_is_battle_forged_once():
    """9E-CMD-01: it gains one point."""
    assert declaration("battle-forged", "most")(system("wh40k-9e")) == 1


def test_a_traits_roll_is_its_row_of_the_table():
    """8E-WARLORD-04..07."""
    rolls = {each.roll: each.rule for each in system("wh40k-8e").traits}
    assert rolls == {1: "8E-WARLORD-05", 2: "8E-WARLORD-06", 3: "8E-WARLORD-07"}
    assert [tuple(card.rolls) for card in system("wh40k-8e").cards] == [(1,), (2,), (3,)]
