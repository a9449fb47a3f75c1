"""The attack sequence of 8th edition: hit, wound, allocation, saves, cover, damage, mortal wounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from datasheets.values import Change, Dice
from resolver.attack.check import Check
from resolver.attack.profile import TargetModel
from resolver.attack.steps import save_checks
from resolver.engine.decision import Choice
from resolver.families.wh40k.attacks import attack_profiles, target_profiles
from resolver.families.wh40k.attacks.attack_rules import hit_check, unit_toughness, wound_need
from resolver.rulesets.wh40k_8e.combat import COMBAT
from resolver.rulesets.wh40k_8e.edition import RULES
from resolver.shared.attacks import attacks
from resolver.shared.attacks.pools import Shots
from resolver.table.dice import ScriptedDice
from tests.attack.test_in_battle import play
from tests.field import ability, blade, gun, unit, wall
from tests.wh40k_8e.field import Field

rule, example = pytest.mark.rule, pytest.mark.example
HIT = COMBAT.rolls["hit"]
Row = dict[str, Any]


def effect(kind: str, scope: str = "unit", **given: Any) -> Row:
    return {"kind": kind, "to": {"scope": scope}, **given}


def duel(attacker: Row, target: Row, *terrain: Any, gap: float = 6.0) -> Field:
    """Both units in rows, `gap` inches apart; another unit of each army stands far away."""
    field = Field([attacker, unit("far")], [target, unit("far")], size=(200, 100), terrain=terrain)
    field.row("a.x", 20, 20)
    field.row("b.y", 20, 21 + gap)
    field.put("a.far", (150, 90))
    field.put("b.far", (180, 90))
    return field


def pool(field: Field, *, number: int = 0, overwatch: bool = False) -> Shots:
    """All models of a.x attack b.y with their first weapon."""
    game = field.game
    models = tuple(field.models("a.x"))
    weapon = game.armies.loadouts[game.state.loadout[models[0]]].slots[0].profiles[0]
    ranged = weapon.characteristics["Range"] != "Melee"
    return Shots(
        unit=game.unit("a.x"),
        target=game.unit("b.y"),
        models=models,
        weapon=weapon,
        ranged=ranged,
        numbers=() if ranged else (number,) * len(models),
        half_range=(False,) * len(models),
        target_models=len(field.models("b.y")),
        reacting=overwatch,
    )


def shoot(field: Field, *faces: int, answers: Any = (), **given: Any) -> list[list[int]]:
    """Resolve all attacks with these dice, none too many; return which models were offered each time."""
    return play(field, attacks.resolve(field.game, pool(field, **given)), faces, answers)


def kernel(field: Field, **given: Any) -> Any:
    return attack_profiles.attack(field.game, pool(field, **given), 0)


def attacked_model(field: Field, **given: Any) -> TargetModel:
    now = attack_profiles.attack_context(field.game, pool(field, **given), 0)
    return target_profiles.target_model(field.game, field.models("b.y")[0], now)


def passes(field: Field, **given: Any) -> list[bool]:
    """Which faces of a save pass against the attack."""
    checks = save_checks(RULES, attacked_model(field, **given), kernel(field, **given).penetration)
    return [next(iter(checks.values())).passes(face) for face in range(1, 7)]


def plus(*faces: int) -> list[bool]:
    return [face in faces for face in range(1, 7)]


HEAVY = "Heavy 1"
CANNON = gun("Cannon", '36"', HEAVY)


@rule("8E-HIT-01")
@rule("8E-TOOLS-08")
@example("8E-EX-01")
def test_a_hit_roll_succeeds_on_the_skill_or_more() -> None:
    assert list(hit_check(HIT, 3).passing) == plus(3, 4, 5, 6)
    field = duel(unit("x", 4, CANNON, BS="3+"), unit("y", 1, W="9"))
    shoot(field, 2, 3, 1, 1, 5, 1)
    assert [event["hit"]["passed"] for event in field.events("attack.made")] == [False, True, False, True]


@rule("8E-HIT-02")
@rule("8E-TOOLS-07")
@rule("8E-Q-60")
@example("8E-EX-95")
def test_a_one_always_misses_and_a_six_may_miss() -> None:
    better, worse = (Change("add", 1),), (Change("subtract", 1),)
    assert not hit_check(replace(HIT, changes=better), 2).passes(1)
    assert hit_check(replace(HIT, changes=better), 2).passes(2)
    assert not hit_check(replace(HIT, changes=worse), 6).passes(6)
    assert hit_check(replace(HIT, changes=worse), 5).passes(6)


@rule("8E-TOOLS-07")
@rule("8E-Q-60")
def test_all_modifiers_of_a_roll_add_up() -> None:
    """No roll is capped at 1 up or down, in the battle as little as in the numbers."""
    assert list(hit_check(replace(HIT, changes=(Change("subtract", 1),) * 2), 3).passing) == plus(5, 6)
    foggy = [ability("Fog", effect("modify-roll", roll="hit", operation="subtract", value="2", when=[{"name": "targeted"}]))]
    field = duel(unit("x", 2, CANNON), unit("y", 5, abilities=foggy))
    field.state.write("marks", field.models("a.x"), field.rules.names.model_marks["moved"], np.bitwise_or)
    assert list(kernel(field).check("hit").passing) == plus(6)


@rule("8E-REROLL-03")
@rule("8E-REROLL-01")
@rule("8E-HEAVY-01")
@rule("8E-HIT-01")
@example("8E-EX-94")
def test_rerolls_come_before_modifiers() -> None:
    again = [ability("Guided", effect("re-roll", roll="hit", results=[1]))]
    field = duel(unit("x", 3, CANNON, BS="4+", abilities=again), unit("y", 1, W="9"))
    field.state.write("marks", field.models("a.x"), field.rules.names.model_marks["moved"], np.bitwise_or)
    shoot(field, 1, 6, 1, 4, 5, 1)
    made = field.events("attack.made")
    assert [event["hit"]["result"] for event in made] == [5, 3, 4]
    assert [event["hit"]["passed"] for event in made] == [True, False, True]


@rule("8E-REROLL-02")
def test_a_die_is_rolled_again_once() -> None:
    twice = [ability(name, effect("re-roll", roll="hit", results="failed")) for name in ("Guided", "Lucky")]
    field = duel(unit("x", 1, CANNON, abilities=twice), unit("y", 5))
    shoot(field, 1, 2)
    assert not field.event("attack.made")["hit"]["passed"]


@rule("8E-REROLL-03")
def test_whether_a_roll_failed_is_judged_without_modifiers() -> None:
    """A 3 that hits on 3+ and misses after -1 was no failed roll when re-rolls are made."""
    again = [ability("Guided", effect("re-roll", roll="hit", results="failed"))]
    field = duel(unit("x", 1, CANNON, BS="3+", abilities=again), unit("y", 5))
    field.state.write("marks", field.models("a.x"), field.rules.names.model_marks["moved"], np.bitwise_or)
    shoot(field, 3)
    assert not field.event("attack.made")["hit"]["passed"]


@rule("8E-WOUND-01")
@rule("8E-WOUND-02")
@rule("8E-Q-15")
@example("8E-EX-55")
@pytest.mark.parametrize(
    ("strength", "toughness", "need"),
    [
        (8, 4, 2),
        (7, 4, 3),
        (5, 4, 3),
        (4, 4, 4),
        (3, 4, 5),
        (2, 4, 6),
        (1, 4, 6),
        (3, 5, 5),
        (2, 5, 6),
        (6, 3, 2),
        (5, 3, 3),
        (10, 5, 2),
        (9, 5, 3),
    ],
)
def test_the_wound_table(strength: int, toughness: int, need: int) -> None:
    assert RULES.contest(strength, toughness) == wound_need(strength, toughness) == need
    field = duel(unit("x", 2, gun("Cannon", '36"', HEAVY, S=str(strength))), unit("y", 1, W="9", T=str(toughness)))
    shoot(field, 6, need - 1, 6, need, 6)
    assert [event["wound"]["passed"] for event in field.events("attack.made")] == [False, True]


@rule("8E-WOUND-03")
@rule("8E-WOUND-04")
@rule("8E-ATTACK-01")
@rule("8E-Q-60")
def test_a_wound_roll_of_one_fails_and_a_six_may_fail() -> None:
    better = [ability("Sure", effect("modify-roll", roll="wound", operation="add", value="2"))]
    field = duel(unit("x", 2, gun("Cannon", '36"', HEAVY, S="8"), abilities=better), unit("y", 1, W="9"))
    shoot(field, 6, 1, 6, 2, 6)
    assert [event["wound"]["passed"] for event in field.events("attack.made")] == [False, True]
    assert [bool(event["save"]) for event in field.events("attack.made")] == [False, True]
    tough = [
        ability("Tough", effect("modify-roll", roll="wound", operation="subtract", value="1", when=[{"name": "targeted"}]))
    ]
    field = duel(unit("x", 1, gun("Cannon", '36"', HEAVY, S="1")), unit("y", 5, abilities=tough))
    shoot(field, 6, 6)
    assert not field.event("attack.made")["wound"]["passed"]


@rule("8E-WOUND-01")
@rule("8E-Q-61")
@example("8E-EX-96")
def test_the_toughness_of_most_models_counts() -> None:
    rows: Any = [(3, []), (2, [], {"T": "5"})]
    field = duel(unit("x", 1, CANNON), unit("y", rows))
    shoot(field, 6, 4, 6, answers=field.models("b.y")[4:])
    assert field.event("attack.made")["wound"]["needed"] == 4
    assert unit_toughness((4, 4, 5, 5)) == 5, "its player chooses, and would not choose the lower"
    assert unit_toughness((4, 4, 5)) == 4


@rule("8E-ALLOC-01")
@rule("8E-ALLOC-02")
@rule("8E-FAST-03")
@example("8E-EX-97")
def test_a_wounded_model_is_struck_first_and_then_any_one() -> None:
    field = duel(unit("x", 2, CANNON), unit("y", 3, W="3"))
    first, second, third = field.models("b.y")
    field.state.write("wounds", second, 1)
    assert shoot(field, 6, 6, 1, 6, 6, 1, answers=[third]) == [[first, third]]
    assert field.wounds("b.y") == [3, 2]
    assert field.events("attack.made")[0]["allocated"] == second


@rule("8E-ALLOC-01")
def test_the_player_may_choose_a_model_that_nobody_sees() -> None:
    field = duel(unit("x", 1, CANNON), unit("y", 3), wall(22.5, 22.0, 24.5, 23.0))
    models = field.models("b.y")
    far = models[2]
    assert shoot(field, 6, 6, 1, answers=[far]) == [models]
    assert field.event("model.destroyed")["model"] == far


@rule("8E-ALLOC-02")
@rule("8E-Q-78")
def test_only_lost_wounds_bind_not_an_earlier_allocation() -> None:
    """A model that saved is no more bound than any other; of two wounded ones the player chooses."""
    field = duel(unit("x", 2, CANNON), unit("y", 2, W="2"))
    first, second = field.models("b.y")
    assert shoot(field, 6, 6, 6, 6, 6, 6, answers=[first, second]) == [[first, second]] * 2
    field = duel(unit("x", 1, CANNON), unit("y", 3, W="3"))
    one, _two, three = field.models("b.y")
    field.state.write("wounds", [one, three], 2)
    assert shoot(field, 6, 6, 6, answers=[three]) == [[one, three]]


@rule("8E-SAVE-01")
@rule("8E-SAVE-02")
@rule("8E-SAVE-03")
@example("8E-EX-06")
def test_the_penetration_changes_the_save() -> None:
    field = duel(unit("x", 2, gun("Cannon", '36"', HEAVY, AP="-1")), unit("y", 1, W="5", Sv="3+"))
    shoot(field, 6, 6, 3, 6, 6, 4)
    made = field.events("attack.made")
    assert [event["save"]["result"] for event in made] == [2, 3]
    assert [event["save"]["passed"] for event in made] == [False, True]
    assert field.wounds("b.y") == [4]


@rule("8E-SAVE-04")
@rule("8E-COVER-01")
@rule("8E-SAVE-01")
@rule("8E-Q-05")
@example("8E-EX-58")
def test_a_save_of_one_fails_in_cover_too() -> None:
    field = duel(unit("x", 1, CANNON), unit("y", 1, Sv="2+"), wall(18.0, 26.0, 22.0, 29.0))
    assert passes(field) == plus(2, 3, 4, 5, 6)


@rule("8E-COVER-01")
@rule("8E-SAVE-01")
@rule("8E-TOOLS-07")
@example("8E-EX-59")
def test_cover_and_penetration_add_up() -> None:
    field = duel(unit("x", 1, gun("Cannon", '36"', HEAVY, AP="-3")), unit("y", 1, Sv="3+"), wall(18.0, 26.0, 22.0, 29.0))
    assert passes(field) == plus(5, 6)


@rule("8E-COVER-01")
@rule("8E-Q-06")
@pytest.mark.parametrize(
    ("pieces", "covered"),
    [
        ([(18.0, 26.5, 20.2, 28.0), (21.0, 26.5, 25.0, 28.0)], True),
        ([(19.0, 26.5, 20.0, 28.0)], False),
        ([(18.0, 24.0, 26.0, 26.0)], False),
        ([(18.0, 24.0, 26.0, 26.5)], False),
        ([(18.0, 24.0, 26.0, 26.6)], True),
    ],
)
def test_every_model_must_be_at_least_partly_on_or_within_some_feature(pieces: Any, covered: bool) -> None:
    """Different features will do; standing behind one, or touching it, will not."""
    field = duel(unit("x", 1, CANNON), unit("y", 3, Sv="4+"), *(wall(*piece) for piece in pieces))
    assert passes(field) == (plus(3, 4, 5, 6) if covered else plus(4, 5, 6))


@rule("8E-COVER-02")
@rule("8E-INVULN-03")
def test_cover_and_penetration_do_not_change_an_invulnerable_save() -> None:
    shield = [ability("Shield", effect("invulnerable-save", save="5+"))]
    sniper = gun("Cannon", '36"', HEAVY, AP="-6")
    field = duel(unit("x", 1, sniper), unit("y", 1, Sv="6+", abilities=shield), wall(18.0, 26.0, 22.0, 29.0))
    assert passes(field) == plus(5, 6)
    shoot(field, 6, 6, 4)
    assert field.event("attack.made")["save"]["kind"] == "invulnerable"


@rule("8E-COVER-01")
@rule("8E-SHEET-09")
def test_a_weapon_may_deny_cover() -> None:
    for effects, faces in (([], plus(3, 4, 5, 6)), ([effect("deny", "weapon", of="cover")], plus(4, 5, 6))):
        field = duel(unit("x", 1, gun(effects=effects)), unit("y", 1), wall(18.0, 26.5, 22.0, 29.0))
        assert passes(field) == faces


@rule("8E-COVER-01")
@rule("8E-SHEET-09")
@pytest.mark.parametrize("covered", [True, False])
def test_a_weapon_may_be_better_against_units_in_cover(covered: bool) -> None:
    finds = effect("modify-roll", "weapon", roll="hit", operation="add", value="1", when=["target-in-cover"])
    pieces = [wall(18.0, 26.5, 22.0, 29.0)] if covered else []
    field = duel(unit("x", 1, gun(effects=[finds])), unit("y", 1), *pieces)
    assert kernel(field).check("hit").passing.count(True) == (5 if covered else 4)


@rule("8E-COVER-03")
@rule("8E-MELEE-06")
def test_there_is_no_cover_in_a_fight() -> None:
    field = duel(unit("x", 1, blade()), unit("y", 1, Sv="4+"), wall(18.0, 26.0, 22.0, 29.0))
    assert passes(field, number=1) == plus(4, 5, 6)


@rule("8E-SAVE-02")
@rule("8E-Q-63")
@pytest.mark.parametrize(("save", "terrain", "faces"), [("7+", True, (6,)), ("7+", False, ()), ("-", True, None)])
def test_a_save_of_seven_needs_cover_and_none_is_none(save: str, terrain: bool, faces: Any) -> None:
    field = duel(unit("x", 1, CANNON), unit("y", 1, Sv=save), *([wall(18.0, 26.0, 22.0, 29.0)] if terrain else []))
    if faces is None:
        assert not save_checks(RULES, attacked_model(field), 0)
        shoot(field, 6, 6)
        assert field.event("attack.made")["save"] is None
    else:
        assert passes(field) == plus(*faces)


@rule("8E-INVULN-01")
@rule("8E-INVULN-02")
@rule("8E-INVULN-03")
@rule("8E-LOC-04")
@rule("8E-SAVE-01")
@example("8E-EX-57")
def test_the_normal_or_one_invulnerable_save() -> None:
    field = duel(
        unit("x", 1, gun("Cannon", '36"', HEAVY, AP="-3")),
        unit(
            "y",
            1,
            Sv="2+",
            abilities=[
                ability("Cataphractii Armour", effect("invulnerable-save", save="4+")),
                ability("Charm", effect("invulnerable-save", save="6+")),
            ],
        ),
    )
    checks = save_checks(RULES, attacked_model(field), -3)
    assert {name: list(check.passing) for name, check in checks.items()} == {
        "armour": plus(5, 6),
        "fixed": plus(4, 5, 6),
    }
    shoot(field, 6, 6, 4)
    assert field.event("attack.made")["save"] == {
        "dice": [4],
        "result": 4,
        "needed": 4,
        "passed": True,
        "kind": "invulnerable",
        "modifiers": [{"what": "needed", "by": "=4", "ability": "Cataphractii Armour", "unit": "b.y"}],
    }


@rule("8E-DAMAGE-01")
@rule("8E-DAMAGE-02")
@rule("8E-DAMAGE-03")
@rule("8E-MORTAL-04")
@example("8E-EX-60")
def test_excess_damage_of_an_attack_is_lost_that_of_mortal_wounds_is_not() -> None:
    field = duel(unit("x", 1, gun("Cannon", '36"', HEAVY, D="3")), unit("y", 3, W="2"))
    models = field.models("b.y")
    shoot(field, 6, 6, 1, answers=[models[0]])
    assert field.wounds("b.y") == [2, 2]
    assert field.event("wounds.lost")["lost_excess"] == 1
    field = duel(unit("x", 1), unit("y", 3, W="2"))
    models = field.models("b.y")
    asked = play(field, attacks.mortal_wounds(field.game, field.game.unit("b.y"), 3, "curse", 0), (), [models[1], models[0]])
    assert asked == [models, [models[0], models[2]]]
    assert field.wounds("b.y") == [1, 2]


@rule("8E-MORTAL-01")
@rule("8E-MORTAL-02")
@rule("8E-MORTAL-03")
def test_mortal_wounds_are_not_saved_and_go_to_the_wounded_first() -> None:
    shield = [ability("Shield", effect("invulnerable-save", save="2+"))]
    field = duel(unit("x", 1), unit("y", 2, W="3", Sv="2+", abilities=shield))
    _first, second = field.models("b.y")
    field.state.write("wounds", second, 2)
    assert play(field, attacks.mortal_wounds(field.game, field.game.unit("b.y"), 1, "curse", 0), ()) == []
    assert field.wounds("b.y") == [3, 1]


@rule("8E-MORTAL-04")
def test_mortal_wounds_end_with_the_unit() -> None:
    field = duel(unit("x", 1), unit("y", 1, W="2"))
    play(field, attacks.mortal_wounds(field.game, field.game.unit("b.y"), 6, "curse", 0), ())
    assert len(field.events("wounds.lost")) == 2
    assert field.event("unit.destroyed")["unit"] == "b.y"


@rule("8E-Q-77")
def test_the_damage_of_an_attack_comes_before_its_mortal_wounds() -> None:
    hex_ = effect("attack-mortal-wounds", "weapon", roll="wound", needs="6+", number="1", instead=False)
    field = duel(unit("x", 1, gun("Cannon", '36"', HEAVY, effects=[hex_], D="2")), unit("y", 1, W="9"))
    shoot(field, 6, 6, 1)
    assert [event["wounds"] for event in field.events("wounds.lost")] == [2, 1]


@rule("8E-DAMAGE-01")
@rule("8E-MODCHAR-06")
@rule("8E-Q-62")
@rule("8E-TOOLS-04")
@rule("8E-TOOLS-06")
@example("8E-EX-51")
def test_random_damage_is_rolled_for_each_unsaved_wound() -> None:
    field = duel(unit("x", 3, gun("Cannon", '36"', HEAVY, D="D3")), unit("y", 1, W="9"))
    shoot(field, 6, 6, 1, 2, 6, 6, 1, 3, 6, 6, 6)
    assert [event["damage"] and event["damage"]["damage"] for event in field.events("attack.made")] == [1, 2, None]
    assert [Dice.parse("D3").total([face]) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@rule("8E-TOOLS-05")
def test_two_dice_are_added() -> None:
    assert Dice.parse("2D6").total([3, 5]) == 8
    assert (Dice.parse("2D6").minimum, Dice.parse("2D6").maximum) == (2, 12)


@rule("8E-TOOLS-06")
def test_a_d3_is_halved_before_it_is_modified() -> None:
    assert Dice.parse("D3+1").total([3]) == 3


@rule("8E-LOC-08")
@rule("8E-SHEET-13")
@rule("8E-WOUND-02")
@rule("8E-SAVE-01")
@example("8E-EX-56")
def test_the_plaguereaper() -> None:
    reaper = blade("Plaguereaper", S="+2", AP="-3", D="3")
    field = duel(unit("x", 1, reaper, WS="2+", A="4"), unit("y", 3, W="2", Sv="3+"), gap=0.5)
    profile = kernel(field, number=4)
    assert list(profile.check("hit").passing) == plus(2, 3, 4, 5, 6)
    assert passes(field, number=4) == plus(6)
    first, *_ = models = field.models("b.y")
    assert shoot(field, 2, 3, 5, number=1, answers=[first]) == [models]
    assert field.event("attack.made")["wound"]["needed"] == 3
    assert field.wounds("b.y") == [2, 2]


@rule("8E-WARLORD-07")
@rule("8E-MORTAL-01")
@rule("8E-Q-64")
@example("8E-EX-74")
def test_tenacious_survivor() -> None:
    field = duel(
        unit("x", 1), unit("y", 1, W="9", abilities=[ability("Tenacious Survivor", effect("ignore-wounds", needs="6+"))])
    )
    play(field, attacks.mortal_wounds(field.game, field.game.unit("b.y"), 3, "curse", 0), (6, 2, 6))
    assert field.wounds("b.y") == [8]


@rule("8E-Q-64")
def test_one_roll_for_each_wound_with_the_better_rule_and_only_for_wounds_that_would_be_lost() -> None:
    two = [
        ability("Tenacious Survivor", effect("ignore-wounds", needs="6+")),
        ability("Disgustingly Resilient", effect("ignore-wounds", needs="5+")),
    ]
    field = duel(unit("x", 1, gun("Cannon", '36"', HEAVY, D="3")), unit("y", 1, W="2", abilities=two))
    field.state.write("wounds", field.models("b.y")[0], 1)
    shoot(field, 6, 6, 1, 4)
    assert [event["dice"] for event in field.events("wounds.ignored")] == [[4]]


@rule("8E-Q-22")
@rule("8E-MELEE-03")
def test_the_close_combat_weapon_strikes_with_the_strength_of_its_user_and_no_penetration() -> None:
    field = Field([unit("x", 1, S="5", A="1"), unit("far")], [unit("y", 1, T="4", Sv="3+"), unit("far")], "fight")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (11.5, 20.0))
    field.put("a.far", (50.0, 40.0))
    field.put("b.far", (55.0, 10.0))
    field.go(3, 3, 2)
    while field.asked == "pile-in":
        field.choose(moves=[])
    made = field.event("attack.made")
    assert (made["weapon"], made["wound"]["needed"], made["save"]["needed"]) == ("Close combat weapon", 3, 3)
    assert (made["save"]["result"], made["damage"]["damage"]) == (2, 1)


def overwatch(face: int, skill: str, changes: tuple[Change, ...] = ()) -> bool:
    return hit_check(replace(HIT, changes=changes, only=6), int(skill[0])).passes(face)


@rule("8E-OVERWATCH-04")
@example("8E-EX-64")
def test_overwatch_hits_on_sixes_only_whatever_the_skill_and_modifiers() -> None:
    for weapon, skill, face, hit in ((CANNON, "2+", 5, False), (CANNON, "6+", 6, True), (CANNON, "3+", 6, True)):
        field = duel(unit("x", 1, weapon, BS=skill), unit("y", 5))
        field.state.write("marks", field.models("a.x"), field.rules.names.model_marks["moved"], np.bitwise_or)
        check: Check = kernel(field, overwatch=True).check("hit")
        assert check.passes(face) is hit
        assert [check.passes(each) for each in range(1, 7)] == plus(6)


@rule("8E-INVULN-01")
def test_the_player_is_asked_where_neither_save_is_better_on_every_die() -> None:
    restless = [
        ability("Shield", effect("invulnerable-save", save="3+")),
        ability("Blessed", effect("re-roll", roll="armour-save", results="failed")),
    ]
    for save, faces, passed in (("armour", (2, 4), True), ("invulnerable", (2,), False)):
        field = duel(unit("x", 1, CANNON), unit("y", 1, W="9", Sv="4+", abilities=restless))
        script = attacks.resolve(field.game, pool(field))
        with ScriptedDice((6, 6, *faces)) as dice:
            field.game.dice = dice
            decision = next(script)
            assert (decision.kind, decision.player, decision.rule) == ("save", 1, "8E-INVULN-01")
            with pytest.raises(StopIteration):
                script.send(Choice(decision.id, "save", {"save": save}))
        made = field.event("attack.made")["save"]
        assert (made["kind"], made["passed"]) == (save, passed)


@rule("8E-MODCHAR-06")
def test_a_random_toughness_is_rolled_for_each_wound_roll() -> None:
    field = duel(unit("x", 2, CANNON), unit("y", 1, T="D6", W="9"))
    shoot(field, 6, 2, 2, 6, 6, 6, 6, 6)
    made = field.events("attack.made")
    assert [event["toughness"]["dice"] for event in made] == [[2], [6]]
    assert [event["wound"]["needed"] for event in made] == [2, 5]


@rule("8E-Q-61")
def test_the_player_chooses_between_equally_common_toughnesses_where_it_matters() -> None:
    """A weapon that hits better against Toughness 5 or more: the lower one may be the better choice."""
    band = {"name": "target-toughness", "at_least": 5}
    hunter = [ability("Hunter", effect("modify-roll", roll="hit", operation="add", value="1", when=[band]))]
    rows: Any = [(1, []), (1, [], {"T": "5"})]
    for toughness, hit, needed in ((5, True, 5), (4, False, None)):
        field = duel(unit("x", 1, CANNON, abilities=hunter), unit("y", rows, W="9"))
        script = attacks.resolve(field.game, pool(field))
        with ScriptedDice((2, 2) if hit else (2,)) as dice:
            field.game.dice = dice
            decision = next(script)
            assert (decision.kind, decision.player, decision.rule) == ("toughness", 1, "8E-WOUND-01")
            assert decision.data == {"values": [5, 4]}
            with pytest.raises(StopIteration):
                script.send(Choice(decision.id, "toughness", {"toughness": toughness}))
        made = field.event("attack.made")
        assert made["hit"]["passed"] is hit
        assert (made["wound"] or {"needed": None})["needed"] == needed
