"""The Shooting phase of 8th edition: who may shoot, at whom, with what, in which order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from resolver.engine.decision import Refusal
from resolver.families.wh40k.attacks.sightings import Shot
from resolver.families.wh40k.attacks.targets import TargetOptions
from resolver.table.dice import SeededDice
from tests.field import INFANTRY, ability, gun, shot, unit, wall
from tests.wh40k_8e.field import Field

rule, example = pytest.mark.rule, pytest.mark.example
RIFLE = gun()
PISTOL = gun("Pistol", '12"', "Pistol 1")
ASSAULT = gun("Carbine", '18"', "Assault 1")
HEAVY = gun("Cannon", '36"', "Heavy 1")
GRENADE = gun("Grenade", '6"', "Grenade 1")


def facing(*weapons: Any, gap: float = 10.0, foe: Any = None, **given: Any) -> Field:
    """One model of a and one unit of b, bases `gap` inches apart."""
    field = Field([unit("x", 1, *weapons, **given)], [foe or unit("y", 1)])
    field.put("a.x", (10.0, 20.0))
    field.row("b.y", 11.0 + gap, 20.0)
    return field


def offers(field: Field) -> list[str]:
    """The units that may be selected to shoot."""
    decision = field.go(source=SeededDice(1)).decision
    return decision.data["units"] if decision and decision.kind == "select" and decision.data["to"] == "shoot" else []


def broken_rule(refusal: Refusal | None) -> str | None:
    return refusal.rule if refusal else None


def select_unit(field: Field, key: str = "a.x", *dice: int) -> Field:
    field.go(*dice)
    field.choose("select", unit=key)
    return field


def model(field: Field, key: str = "a.x", place: int = 0) -> int:
    return field.models(key)[place]


@rule("8E-SHOOT-01")
@rule("8E-SHOOT-06")
@rule("8E-TARGET-01")
def test_each_unit_is_picked_once_and_as_many_as_wished() -> None:
    field = Field([unit("x", 1, RIFLE), unit("z", 1, RIFLE), unit("bare", 1)], [unit("y", 1, W="9")])
    field.put("a.x", (10, 20))
    field.put("a.z", (10, 24))
    field.put("a.bare", (10, 28))
    field.put("b.y", (30, 20))
    field.go(1)
    assert field.decision.data == {"to": "shoot", "units": ["a.x", "a.z"], "optional": True}
    field.choose(unit="a.x")
    field.choose("shots", shots=[shot(model(field), 0, "b.y")])
    assert field.decision.data["units"] == ["a.z"]
    field.choose(unit=None)
    assert field.game.step.name != "shooting"


@rule("8E-SHOOT-02")
@rule("8E-ADVANCE-03")
@rule("8E-ASSAULT-01")
@rule("8E-ASSAULT-02")
@rule("8E-Q-03")
@rule("8E-Q-49")
@example("8E-EX-93")
def test_after_an_advance_only_assault_weapons_are_fired_and_hit_worse() -> None:
    field = facing(RIFLE)
    field.mark("a.x", "advanced", "moved")
    assert offers(field) == []
    rows: Any = [(1, ["Carbine"]), (1, ["Rifle"])]
    for face, hit in ((4, True), (3, False)):
        field = Field([unit("x", rows, ASSAULT, RIFLE)], [unit("y", 1)])
        field.row("a.x", 10.0, 20.0)
        field.put("b.y", (11.0, 30.0))
        field.mark("a.x", "advanced", "moved")
        select_unit(field, "a.x", *([face, 1] if hit else [face]))
        first, second = field.models("a.x")
        assert broken_rule(field.refusal("shots", shots=[shot(second, 0, "b.y")])) == "8E-ASSAULT-01"
        field.choose("shots", shots=[shot(first, 0, "b.y")])
        assert field.event("attack.made")["hit"]["passed"] is hit


@rule("8E-ASSAULT-02")
def test_without_an_advance_an_assault_weapon_hits_as_usual() -> None:
    field = facing(ASSAULT)
    field.mark("a.x", "normal-move", "moved")
    select_unit(field, "a.x", 3, 1)
    field.choose("shots", shots=[shot(model(field), 0, "b.y")])
    assert field.event("attack.made")["hit"]["passed"]


@rule("8E-SHOOT-03")
@rule("8E-FALLBACK-05")
@pytest.mark.parametrize(("words", "eligible"), [(INFANTRY, []), (("INFANTRY", "FLY"), ["a.x"]), (("TITANIC",), [])])
def test_a_unit_that_fell_back_shoots_only_if_it_can_fly(words: Any, eligible: list[str]) -> None:
    field = facing(RIFLE, keywords=words)
    field.mark("a.x", "fell-back", "moved")
    assert offers(field) == eligible


@rule("8E-SHOOT-04")
@rule("8E-PISTOL-01")
@pytest.mark.parametrize(("gap", "weapon", "eligible"), [(1.0, RIFLE, []), (1.1, RIFLE, ["a.x"]), (1.0, PISTOL, ["a.x"])])
def test_near_an_enemy_only_pistols_are_fired(gap: float, weapon: Any, eligible: list[str]) -> None:
    assert offers(facing(weapon, gap=gap)) == eligible


@rule("8E-SHOOT-04")
def test_vehicles_are_no_exception_near_an_enemy() -> None:
    assert offers(facing(HEAVY, RIFLE, gap=0.5, keywords=("VEHICLE", "MONSTER"))) == []


@rule("8E-SHOOT-04")
@rule("8E-PISTOL-01")
@rule("8E-PISTOL-02")
@rule("8E-PISTOL-03")
@example("8E-EX-91")
def test_a_pistol_near_enemies_is_fired_at_the_closest_even_among_friends() -> None:
    field = Field([unit("x", 1, PISTOL, ASSAULT), unit("z", 1)], [unit("near", 1), unit("y", 1)])
    field.put("a.x", (10.0, 20.0))
    field.put("a.z", (12.5, 20.0))
    field.put("b.near", (11.4, 21.4))
    field.put("b.y", (10.0, 13.0))
    field.go(source=SeededDice(1))
    field.choose("select", unit="a.x")
    x = model(field)
    assert broken_rule(field.refusal("shots", shots=[shot(x, 1, "b.near")])) == "8E-SHOOT-04"
    assert broken_rule(field.refusal("shots", shots=[shot(x, 1, "b.y")])) == "8E-SHOOT-04"
    assert broken_rule(field.refusal("shots", shots=[shot(x, 0, "b.y")])) == "8E-PISTOL-02"
    field.choose("shots", shots=[shot(x, 0, "b.near")])
    assert field.events("targets.declared")[0]["attacks"][0]["target"] == "b.near"


@rule("8E-PISTOL-02")
@rule("8E-Q-83")
def test_the_closest_unit_for_a_pistol_is_that_of_the_firing_model() -> None:
    """Two enemy units near different models: each model fires at the one closest to itself; equally close ones are free."""
    field = Field([unit("x", 2, PISTOL)], [unit("left", 1), unit("right", 1), unit("tie", 1)])
    first, second = field.put("a.x", (10.0, 20.0), (13.0, 20.0))
    field.put("b.left", (10.0, 21.5))
    field.put("b.right", (13.0, 21.5))
    field.put("b.tie", (13.0, 18.5))
    select_unit(field)
    assert broken_rule(field.refusal("shots", shots=[shot(first, 0, "b.right")])) == "8E-PISTOL-02"
    for aim in ("b.right", "b.tie"):
        assert field.refusal("shots", shots=[shot(first, 0, "b.left"), shot(second, 0, aim)]) is None


@rule("8E-TARGET-05")
@pytest.mark.parametrize(("gap", "rule"), [(1.0, "8E-TARGET-05"), (1.1, None)])
def test_units_near_friendly_models_are_no_targets(gap: float, rule: str | None) -> None:
    field = Field([unit("x", 1, RIFLE, PISTOL), unit("z", 1)], [unit("y", 1), unit("other", 1)])
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (18.0, 20.0))
    field.put("a.z", (19.0 + gap, 20.0))
    field.put("b.other", (10.0, 30.0))
    select_unit(field)
    for slot in (0, 1):
        assert broken_rule(field.refusal("shots", shots=[shot(model(field), slot, "b.y")])) == rule


@rule("8E-TARGET-02")
@pytest.mark.parametrize(("gap", "rule"), [(24.0, None), (24.1, "8E-TARGET-02")])
def test_a_target_must_be_in_range(gap: float, rule: str | None) -> None:
    field = Field([unit("x", 1, RIFLE)], [unit("y", 1), unit("near", 1)])
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (11.0 + gap, 20.0))
    field.put("b.near", (10.0, 30.0))
    select_unit(field)
    assert broken_rule(field.refusal("shots", shots=[shot(model(field), 0, "b.y")])) == rule


@rule("8E-TARGET-02")
@rule("8E-TARGET-03")
@rule("8E-Q-73")
def test_a_target_must_be_visible_to_each_model_that_shoots() -> None:
    field = Field([unit("x", 2, RIFLE)], [unit("y", 1)], terrain=[wall(14.0, 18.0, 15.0, 22.0)])
    hidden, seeing = field.put("a.x", (10.0, 20.0), (10.0, 30.0))
    field.put("b.y", (20.0, 20.0))
    select_unit(field)
    assert broken_rule(field.refusal("shots", shots=[shot(hidden, 0, "b.y")])) == "8E-TARGET-02"
    assert field.refusal("shots", shots=[shot(seeing, 0, "b.y")]) is None


@rule("8E-TARGET-04")
def test_models_see_through_their_own_unit_but_not_through_others() -> None:
    big = {"shape": "round", "mm": [101.6]}
    for blocker, rule in (("a.x", None), ("a.z", "8E-TARGET-02"), ("b.z", "8E-TARGET-02")):
        rows: Any = [(1, ["Rifle"]), (1, [])]
        field = Field(
            [unit("x", rows, RIFLE, base=big), unit("z", 1, base=big)],
            [unit("y", 1), unit("z", 1, base=big), unit("far", 1)],
        )
        field.put("a.x", (10.0, 20.0), *([(16.0, 20.0)] if blocker == "a.x" else [(10.0, 26.0)]))
        if blocker != "a.x":
            field.put(blocker, (16.0, 20.0))
        field.put("b.y", (24.0, 20.0))
        field.put("b.far", (10.0, 12.0))
        select_unit(field)
        assert broken_rule(field.refusal("shots", shots=[shot(model(field), 0, "b.y")])) == rule, blocker


@rule("8E-SHOOT-05")
@rule("8E-RWEAPON-01")
@rule("8E-RWEAPON-02")
@rule("8E-WTYPE-02")
def test_each_weapon_of_each_model_has_a_target_of_its_own() -> None:
    field = Field([unit("x", 2, RIFLE, HEAVY)], [unit("y", 1), unit("z", 1)])
    one, two = field.put("a.x", (10.0, 20.0), (12.0, 20.0))
    field.put("b.y", (20.0, 20.0))
    field.put("b.z", (20.0, 24.0))
    select_unit(field)
    split = [shot(one, 0, "b.y"), shot(one, 1, "b.z"), shot(two, 0, "b.z"), shot(two, 1, "b.y")]
    assert field.refusal("shots", shots=split) is None
    assert broken_rule(field.refusal("shots", shots=[shot(one, 0, "b.y"), shot(one, 0, "b.z")])) == "8E-WTYPE-02"
    everything = [option["shots"] for option in field.options("shots")]
    assert all(len(shots) == 4 for shots in everything)


@rule("8E-RWEAPON-03")
@rule("8E-RWEAPON-04")
@rule("8E-SHOOT-07")
@rule("8E-Q-85")
def test_all_targets_are_declared_first_and_one_target_is_resolved_before_the_next() -> None:
    field = Field([unit("x", 2, RIFLE, HEAVY)], [unit("y", 1, W="9"), unit("z", 1, W="9")])
    one, two = field.put("a.x", (10.0, 20.0), (12.0, 20.0))
    field.put("b.y", (35.0, 20.0))
    field.put("b.z", (35.0, 24.0))
    select_unit(field, "a.x", *([1] * 4))
    field.choose("shots", shots=[shot(one, 0, "b.y"), shot(one, 1, "b.z"), shot(two, 0, "b.z"), shot(two, 1, "b.y")])
    assert not field.events("attack.made")
    assert [group["target"] for group in field.decision.data["groups"]] == ["b.y", "b.y", "b.z", "b.z"]
    field.choose("resolve", group=2)
    assert field.events("attack.made")[0]["target"] == "b.z"
    assert {group["target"] for group in field.decision.data["groups"]} == {"b.y"} or not field.decision.data["groups"]
    while field.battle and field.battle.decision and field.asked == "resolve":
        field.choose("resolve", group=0)
    assert [event["target"] for event in field.events("attack.made")] == ["b.z", "b.z", "b.y", "b.y"]


@rule("8E-Q-85")
def test_attacks_on_a_unit_that_is_gone_are_lost() -> None:
    field = Field([unit("x", 1, RIFLE, HEAVY)], [unit("y", 1, Sv="6+"), unit("far", 1)])
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (35.0, 20.0))
    select_unit(field, "a.x", 6, 6, 1)
    field.choose("shots", shots=[shot(model(field), 0, "b.y"), shot(model(field), 1, "b.y")])
    field.choose("resolve", group=0)
    assert field.event("attacks.lost")["reason"] == "target-destroyed"


@rule("8E-TARGET-02")
@rule("8E-RWEAPON-03")
@rule("8E-Q-84")
@example("8E-EX-107")
def test_shots_that_were_declared_are_resolved_when_models_in_range_are_gone() -> None:
    field = Field([unit("x", 1, gun("Cannon", '20"', "Heavy 3"))], [unit("y", 4, Sv="6+"), unit("far", 1)])
    field.put("a.x", (10.0, 20.0))
    models = field.put("b.y", (29.0, 20.0), (30.0, 20.0), (32.5, 20.0), (34.5, 20.0))
    select_unit(field, "a.x", 6, 6, 1, 6, 6, 1, 6, 6, 1, 1)
    field.choose("shots", shots=[shot(model(field), 0, "b.y")])
    for struck in models[:3]:
        field.choose("allocate", model=struck)
    assert len(field.events("model.destroyed")) == 3


def character(**given: Any) -> Any:
    return unit("hero", 1, keywords=("INFANTRY", "CHARACTER"), **{"W": "6", **given})


@rule("8E-CHAR-01")
@rule("8E-CHAR-02")
@rule("8E-CHAR-03")
@rule("8E-Q-57")
@example("8E-EX-70")
@pytest.mark.parametrize("hidden", [False, True])
def test_a_character_is_a_target_only_as_the_closest_visible_unit(hidden: bool) -> None:
    field = Field(
        [unit("x", 1, RIFLE)],
        [character(), unit("squad", 3), unit("giant", 1, keywords=("CHARACTER",), W="12")],
        terrain=[wall(8.0, 26.5, 12.0, 27.0, height=9.0)] if hidden else [],
    )
    field.put("a.x", (10.0, 20.0))
    field.put("b.hero", (21.0, 20.0))
    field.put("b.squad", (10.0, 29.0), (9.0, 29.8), (11.0, 29.8))
    field.put("b.giant", (31.0, 24.0))
    select_unit(field)
    x = model(field)
    refusal = field.refusal("shots", shots=[shot(x, 0, "b.hero")])
    assert broken_rule(refusal) == (None if hidden else "8E-CHAR-02")
    assert field.refusal("shots", shots=[shot(x, 0, "b.giant")]) is None
    assert field.game.armies.profiles[field.state.profile[model(field, "b.giant")]].characteristics["W"] == "12"


@rule("8E-CHAR-03")
@pytest.mark.parametrize(("wounds", "lost", "rule"), [("9", 0, "8E-CHAR-02"), ("10", 0, None), ("10", 5, None)])
def test_the_wounds_characteristic_counts_not_the_wounds_left(wounds: str, lost: int, rule: str | None) -> None:
    field = Field([unit("x", 1, RIFLE)], [character(W=wounds), unit("squad", 1)])
    field.put("a.x", (10.0, 20.0))
    (hero,) = field.put("b.hero", (25.0, 20.0))
    field.put("b.squad", (10.0, 28.0))
    field.state.write("wounds", hero, lost, np.subtract)
    select_unit(field)
    assert broken_rule(field.refusal("shots", shots=[shot(model(field), 0, "b.hero")])) == rule


@rule("8E-CHAR-02")
@rule("8E-Q-57")
def test_other_characters_and_equally_close_units_count_as_closest() -> None:
    """No bodyguard of three models is asked for: a lone Character is enough. Each shooting model judges for itself."""
    field = Field([unit("x", 2, RIFLE)], [character(), unit("other", 1, keywords=("CHARACTER",), W="4"), unit("tie", 1)])
    near, far = field.put("a.x", (10.0, 20.0), (12.0, 20.0))
    field.put("b.hero", (20.0, 20.0))
    field.put("b.other", (2.0, 20.0))
    select_unit(field)
    assert broken_rule(field.refusal("shots", shots=[shot(near, 0, "b.hero")])) == "8E-CHAR-02"
    assert field.refusal("shots", shots=[shot(far, 0, "b.hero"), shot(near, 0, "b.other")]) is None
    field = Field([unit("x", 1, RIFLE)], [character(), unit("tie", 1)])
    field.put("a.x", (10.0, 20.0))
    field.put("b.hero", (20.0, 20.0))
    field.put("b.tie", (10.0, 30.0))
    select_unit(field)
    assert field.refusal("shots", shots=[shot(model(field), 0, "b.hero")]) is None


@rule("8E-CHAR-02")
def test_a_squad_that_is_joined_by_a_character_model_is_no_character() -> None:
    rows: Any = [(1, [], {"keywords": ["CHARACTER"]}), (2, [])]
    field = Field([unit("x", 1, RIFLE)], [unit("hero", rows), unit("squad", 1)])
    field.put("a.x", (10.0, 20.0))
    field.row("b.hero", 25.0, 20.0)
    field.put("b.squad", (10.0, 25.0))
    select_unit(field)
    assert field.refusal("shots", shots=[shot(model(field), 0, "b.hero")]) is None


@rule("8E-NUMATT-01")
@rule("8E-NUMATT-02")
@rule("8E-WTYPE-01")
@rule("8E-WTYPE-02")
@example("8E-EX-03")
@example("8E-EX-04")
@pytest.mark.parametrize(
    ("type", "number"), [("Assault 1", 1), ("Heavy 3", 3), ("Rapid Fire 2", 2), ("Pistol 2", 2), ("Grenade 4", 4)]
)
def test_the_number_after_the_type_is_the_number_of_attacks(type: str, number: int) -> None:
    field = facing(gun("Gun", '18"', type))
    select_unit(field, "a.x", *([1] * number))
    field.choose("shots", shots=[shot(model(field), 0, "b.y")])
    assert field.event("attacks.began")["attacks"] == [number]
    assert len(field.events("attack.made")) == number
    assert {event["target"] for event in field.events("attack.made")} == {"b.y"}


@rule("8E-RAPID-01")
@rule("8E-NUMATT-02")
@rule("8E-Q-58")
@example("8E-EX-65")
@pytest.mark.parametrize(
    ("range", "gap", "number"), [('24"', 12.0, 2), ('24"', 12.1, 1), ('25"', 12.5, 2), ('25"', 12.6, 1)]
)
def test_rapid_fire_doubles_at_half_range(range: str, gap: float, number: int) -> None:
    field = facing(gun("Rifle", range, "Rapid Fire 1"), gap=gap)
    select_unit(field, "a.x", *([1] * number))
    field.choose("shots", shots=[shot(model(field), 0, "b.y")])
    assert field.event("attacks.began")["attacks"] == [number]


@rule("8E-RAPID-01")
@rule("8E-Q-58")
@rule("8E-Q-62")
def test_a_random_number_is_rolled_and_then_doubled() -> None:
    field = facing(gun("Rifle", '24"', "Rapid Fire D3"), gap=5.0)
    select_unit(field, "a.x", 4, 1, 1, 1, 1)
    field.choose("shots", shots=[shot(model(field), 0, "b.y")])
    assert field.event("attacks.began")["attacks"] == [4]
    assert field.event("attacks.began")["dice"] == [[4]]


@rule("8E-GRENADE-01")
@rule("8E-Q-59")
@example("8E-EX-90")
def test_one_model_throws_one_grenade_instead_of_firing_anything_else() -> None:
    field = Field([unit("x", 5, RIFLE, GRENADE, PISTOL)], [unit("y", 1)])
    models = field.row("a.x", 10.0, 20.0)
    field.put("b.y", (13.0, 23.0))
    select_unit(field)
    rifles = [shot(model, 0, "b.y") for model in models[1:]]
    assert field.refusal("shots", shots=[shot(models[0], 1, "b.y"), *rifles]) is None
    assert broken_rule(field.refusal("shots", shots=[shot(model, 1, "b.y") for model in models[:2]])) == "8E-GRENADE-01"
    for slot in (0, 2):
        both = [shot(models[0], 1, "b.y"), shot(models[0], slot, "b.y")]
        assert broken_rule(field.refusal("shots", shots=both)) == "8E-GRENADE-01"


@rule("8E-Q-59")
@rule("8E-SHOOT-04")
def test_no_grenade_is_thrown_while_enemies_are_near() -> None:
    field = facing(PISTOL, GRENADE, gap=0.5)
    select_unit(field)
    assert broken_rule(field.refusal("shots", shots=[shot(model(field), 1, "b.y")])) == "8E-SHOOT-04"


@rule("8E-PISTOL-04")
@rule("8E-PISTOL-05")
@example("8E-EX-05")
def test_pistols_or_other_weapons() -> None:
    field = facing(PISTOL, RIFLE)
    select_unit(field, "a.x", 1)
    x = model(field)
    assert broken_rule(field.refusal("shots", shots=[shot(x, 0, "b.y"), shot(x, 1, "b.y")])) == "8E-PISTOL-04"
    field.choose("shots", shots=[shot(x, 0, "b.y")])
    kinds = [event["kind"] for event in field.game.events]
    assert kinds.index("weapons.chosen") < kinds.index("attack.made")
    assert "8E-PISTOL-05" in field.event("weapons.chosen")["rules"]


@rule("8E-HEAVY-01")
@rule("8E-Q-04")
@example("8E-EX-92")
@pytest.mark.parametrize(("place", "slot", "hits"), [(0, 0, False), (0, 1, True), (1, 0, True), (1, 1, True)])
def test_a_model_that_moved_is_worse_with_its_heavy_weapon(place: int, slot: int, hits: bool) -> None:
    field = Field([unit("x", 2, HEAVY, PISTOL, keywords=("VEHICLE",))], [unit("y", 1)])
    models = field.put("a.x", (10.0, 20.0), (12.0, 20.0))
    field.put("b.y", (11.0, 26.0))
    field.mark("a.x", "normal-move", "moved")
    field.state.write("marks", models[0], field.rules.names.model_marks["moved"], np.bitwise_or)
    select_unit(field, "a.x", *([3, 1] if hits else [3]))
    field.choose("shots", shots=[shot(models[place], slot, "b.y")])
    assert field.event("attack.made")["hit"]["passed"] is hits


@rule("8E-FAST-01")
@rule("8E-ATTACK-01")
def test_attacks_are_resolved_one_at_a_time() -> None:
    """Which is what the rules say by default; every attack is rolled to its end before the next one begins."""
    field = facing(gun("Cannon", '36"', "Heavy 2"), foe=unit("y", 2))
    select_unit(field, "a.x", 6, 6, 1, 6, 6, 1)
    field.choose("shots", shots=[shot(model(field), 0, "b.y")])
    field.choose("allocate", model=model(field, "b.y"))
    kinds = [e["kind"] for e in field.game.events if e["kind"] in ("attack.made", "model.destroyed")]
    assert kinds == ["attack.made", "model.destroyed", "attack.made", "model.destroyed"]


@rule("8E-SHEET-06")
@rule("8E-Q-76")
def test_a_model_without_ballistic_skill_does_not_shoot() -> None:
    assert offers(facing(RIFLE, BS="-")) == []


@rule("8E-SHEET-11")
def test_a_melee_weapon_is_never_shot() -> None:
    field = facing(RIFLE, gun("Axe", "Melee", "Melee"))
    select_unit(field)
    assert broken_rule(field.refusal("shots", shots=[shot(model(field), 1, "b.y")])) == "8E-SHEET-11"


def test_blast_is_no_rule_of_this_edition() -> None:
    blast = {"kind": "blast", "to": {"scope": "weapon"}}
    field = facing(gun("Mortar", '48"', "Heavy D6", effects=[blast]), foe=unit("y", 11))
    select_unit(field, "a.x", 1, 1)
    field.choose("shots", shots=[shot(model(field), 0, "b.y")])
    assert field.event("attacks.began")["attacks"] == [1]


@rule("8E-KEYWORD-04")
@rule("8E-AURA-01")
@example("8E-EX-10")
def test_a_rule_for_a_keyword_is_only_for_models_that_have_it() -> None:
    """An aura for one keyword: the bearer itself is in range, another unit only with the keyword, in any letters."""
    aura = ability(
        "Steady",
        {
            "kind": "modify-roll",
            "roll": "hit",
            "operation": "add",
            "value": "1",
            "to": {"scope": "friendly-units", "range": 6, "keywords": ["Adeptus Astartes"]},
        },
        aura=True,
    )
    astartes, others = ("INFANTRY", "ADEPTUS ASTARTES"), INFANTRY
    for key, words, hit in (("x", astartes, True), ("x", others, False), ("z", astartes, True), ("z", others, False)):
        field = Field(
            [unit("x", 1, RIFLE, keywords=words, abilities=[aura]), unit("z", 1, RIFLE, keywords=words)], [unit("y", 1)]
        )
        field.put("a.x", (10.0, 20.0))
        field.put("a.z", (10.0, 24.0))
        field.put("b.y", (30.0, 20.0))
        select_unit(field, f"a.{key}", *([2, 1] if hit else [2]))
        field.choose("shots", shots=[shot(model(field, f"a.{key}"), 0, "b.y")])
        assert field.event("attack.made")["hit"]["passed"] is hit, (key, words)


def test_sights_are_those_of_a_model() -> None:
    field = facing(RIFLE)
    sights = TargetOptions(field.game, field.game.unit("a.x"))
    assert sights.refusal(Shot(model(field), 0, 0, field.game.unit("b.y"))) is None
