"""Characteristics in 8th edition: damage tables, modifiers, random values, Strength of weapons, the order of rules."""

from __future__ import annotations

from typing import Any

import pytest

from datasheets.values import Change, apply_changes
from resolver.attack import exact
from resolver.attack.profile import TargetModel, TargetProfile, Volley
from resolver.families.wh40k.attacks import attack_profiles
from resolver.rulesets.wh40k_8e.edition import RULES
from resolver.shared.units import characteristics
from resolver.table.dice import SeededDice
from tests.field import ability, blade, gun, part_of, shot, unit
from tests.wh40k_8e.field import Field
from tests.wh40k_8e.test_attacks import duel, effect, kernel, pool, shoot

rule, example = pytest.mark.rule, pytest.mark.example


def changing(key: str, operation: str, value: str, of: str = "models") -> dict[str, Any]:
    return effect("modify-characteristic", characteristic=key, operation=operation, value=value, of=of)


def value(key: str, printed: str, *changes: dict[str, Any]) -> int | None:
    field = duel(unit("x", 1, abilities=[ability("Some", *changes)], **{key: printed}), unit("y", 1))
    return characteristics.value(field.game, field.models("a.x")[0], part_of(field.game, key))


@rule("8E-MODCHAR-01")
@rule("8E-Q-24")
@rule("8E-SHEET-01")
def test_a_damage_table_gives_the_row_of_the_wounds_left_at_once() -> None:
    rows = [
        {"wounds": [7, 12], "characteristics": {"M": '12"', "BS": "3+", "A": "4"}},
        {"wounds": [4, 6], "characteristics": {"M": '8"', "BS": "4+", "A": "3"}},
        {"wounds": [1, 3], "characteristics": {"M": '4"', "BS": "5+", "A": "2"}},
    ]
    field = duel(unit("x", 1, gun(), W="12", M="*", BS="*", A="*", table=rows), unit("y", 1))
    (model,) = field.models("a.x")
    for wounds, found in ((12, (12.0, 3, 4)), (7, (12.0, 3, 4)), (6, (8.0, 4, 3)), (3, (4.0, 5, 2))):
        field.state.write("wounds", model, wounds)
        field.game.happened += 1
        move = characteristics.move(field.game, model)
        assert move
        assert (move[1], *(characteristics.value(field.game, model, key) for key in ("ranged-hit", "number"))) == found


@rule("8E-MODCHAR-02")
@rule("8E-MODCHAR-03")
@example("8E-EX-66")
def test_all_modifiers_add_up_and_halving_comes_first() -> None:
    half, more = changing("T", "divide", "2"), changing("T", "add", "1")
    assert value("T", "5", half, more) == value("T", "5", more, half) == 4
    assert value("T", "5", more, more, changing("T", "subtract", "1")) == 6
    assert apply_changes(5, [Change("add", 1), Change("divide", 2)]) == 4


@rule("8E-MODCHAR-08")
@example("8E-EX-67")
def test_strength_toughness_and_leadership_never_fall_below_1_but_attacks_do() -> None:
    for key in ("Ld", "T", "S"):
        assert value(key, "4", changing(key, "subtract", "6")) == 1
    field = duel(
        unit("x", 1, blade(), A="1", abilities=[ability("Slow", changing("A", "subtract", "3"))]), unit("y", 1), gap=0.5
    )
    assert characteristics.value(field.game, field.models("a.x")[0], "number") == 0


@rule("8E-MODCHAR-08")
def test_a_model_whose_attacks_are_gone_makes_none() -> None:
    field = Field(
        [unit("x", 1, blade(), abilities=[ability("Slow", changing("A", "subtract", "3"))])], [unit("y", 1, A="-")], "fight"
    )
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (11.5, 20.0))
    field.go(source=SeededDice(1))
    field.choose("pile-in", moves=[])
    assert field.event("attacks.counted")["models"][0]["attacks"] == 0
    assert not field.events("attack.made")


@rule("8E-MODCHAR-07")
@rule("8E-Q-76")
@pytest.mark.parametrize("key", ["WS", "BS", "S", "A", "Sv", "Ld"])
def test_a_dash_is_never_modified(key: str) -> None:
    assert value(key, "-", changing(key, "add", "3"), changing(key, "set", "5")) is None


@rule("8E-MODCHAR-07")
@rule("8E-Q-76")
@rule("8E-SHEET-12")
def test_without_strength_a_weapon_of_the_users_strength_cannot_attack() -> None:
    """Not even with its bare hands; a weapon with a Strength of its own can."""
    claw, ram = blade("Claw"), blade("Ram", S="8")
    for weapons, fights in (((), False), ((claw,), False), ((claw, ram), True)):
        field = Field([unit("x", 1, *weapons, S="-")], [unit("y", 1, W="9", A="-")], "fight")
        field.put("a.x", (10.0, 20.0))
        field.put("b.y", (11.5, 20.0))
        field.go(source=SeededDice(1))
        field.choose("pile-in", moves=[])
        assert {event["weapon"] for event in field.events("attacks.began")} == ({"Ram"} if fights else set())
    axe = gun("Throwing axe", '6"', "Assault 1", S="User")
    field = Field([unit("x", 1, axe, gun(), S="-")], [unit("y", 1)])
    (model,) = field.put("a.x", (10.0, 20.0))
    field.put("b.y", (15.0, 20.0))
    field.go()
    field.choose("select", unit="a.x")
    refusal = field.refusal("shots", shots=[shot(model, 0, "b.y")])
    assert refusal
    assert refusal.rule == "8E-SHEET-12"


def strength(weapon: str, printed: str, *changes: dict[str, Any]) -> int:
    field = duel(unit("x", 1, blade(S=weapon), S=printed, abilities=[ability("Some", *changes)]), unit("y", 1), gap=0.5)
    found = attack_profiles.attack_context(field.game, pool(field, number=1), 0).strength
    assert found is not None
    assert kernel(field, number=1).strength.constant == found
    return found


@rule("8E-SHEET-12")
@rule("8E-SHEET-13")
@rule("8E-MODCHAR-02")
@rule("8E-MODCHAR-03")
@example("8E-EX-09")
@example("8E-EX-101")
@pytest.mark.parametrize(
    ("weapon", "printed", "plus", "found"),
    [("x2", "6", 0, 12), ("User", "4", 1, 5), ("x2", "4", 1, 10), ("+2", "4", 1, 7), ("7", "4", 1, 7)],
)
def test_a_weapon_takes_the_current_strength_of_its_wielder(weapon: str, printed: str, plus: int, found: int) -> None:
    assert strength(weapon, printed, *[changing("S", "add", str(plus))] * bool(plus)) == found


@rule("8E-MODCHAR-04")
@rule("8E-MODCHAR-06")
@example("8E-EX-08")
def test_random_attacks_are_rolled_for_each_model_each_time() -> None:
    field = Field([unit("x", 2, blade(), A="D6")], [unit("y", 1, W="99", A="-")], "fight")
    field.put("a.x", (10.0, 20.0), (10.0, 21.2))
    field.put("b.y", (11.5, 20.6))
    field.go(2, 3, *([1] * 5))
    field.choose("pile-in", moves=[])
    counted = field.event("attacks.counted")
    assert [(row["attacks"], row["dice"]) for row in counted["models"]] == [(2, [2]), (3, [3])]
    assert len(field.events("attack.made")) == 5


@rule("8E-MODCHAR-05")
@example("8E-EX-08")
def test_a_random_move_is_rolled_once_for_the_unit() -> None:
    field = Field([unit("x", 3, M='2D6"')], [unit("y", 1)], "move-units")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (50.0, 40.0))
    field.go(3, 4)
    field.choose("select", unit="a.x")
    assert (field.event("move.rolled")["dice"], field.event("move.rolled")["distance"]) == ([3, 4], 7)
    assert field.asked == "move"


@rule("8E-MODCHAR-06")
def test_a_random_strength_of_the_bearer_is_rolled_for_each_attack() -> None:
    """D3 for Strength, +1 for the bearer, then doubled by the weapon: 2, 4 or 6 ... against Toughness 4."""
    field = duel(
        unit("x", 1, blade(S="x2"), S="D3", abilities=[ability("Some", changing("S", "add", "1"))]),
        unit("y", 1, W="9", T="4"),
        gap=0.5,
    )
    shoot(field, 3, 1, 4, 6, 3, 6, 2, 6, number=2)
    made = field.events("attack.made")
    assert [event["strength"]["dice"] for event in made] == [[1], [6]]
    assert [event["wound"]["needed"] for event in made] == [4, 2]
    target = TargetProfile((TargetModel(1, None, 4),))
    chances = exact.kills(RULES, [Volley(kernel(field, number=1))], target)
    assert chances[1] == pytest.approx(2 / 3 * (3 / 6 + 4 / 6 + 5 / 6) / 3)


@rule("8E-MODCHAR-06")
@rule("8E-MORALE-03")
def test_a_random_leadership_is_rolled_for_each_model() -> None:
    field = Field([unit("x", 2, Ld="D6")], [unit("y", 1)], "morale-tests")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (50.0, 40.0))
    field.count("a.x", "lost", 1)
    field.go(2, 5, 4)
    tested = field.event("morale.tested")
    assert (tested["leadership_dice"], tested["leadership"], tested["passed"]) == ([2, 5], 5, True)


@rule("8E-SEQ-01")
def test_the_player_whose_turn_it_is_orders_rules_at_the_same_time() -> None:
    harm = [
        ability(
            name, {"kind": "mortal-wounds", "number": "1", "on": "turn-start", "to": {"scope": "enemy-units", "range": 9}}
        )
        for name in ("Gift", "Curse")
    ]
    field = Field([unit("x", 1, abilities=harm[:1])], [unit("y", 1, abilities=harm[1:])], "morale-tests", turn=1)
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (14.0, 20.0))
    field.go(source=SeededDice(1))
    assert (field.asked, field.decision.player, field.decision.rule) == ("order", 0, "8E-SEQ-01")
