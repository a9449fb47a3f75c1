"""Which attacks weapons allow: at unseen and sheltered targets, one use, additional attacks and their limits."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.families.wh40k.attacks.sightings import Shot
from resolver.families.wh40k.attacks.targets import TargetOptions
from tests.field import Field, blade, gun, shot, unit, wall
from tests.wh40k_9e.test_fight import blow, hold, melee

Row = dict[str, Any]


def to_weapon(kind: str, **given: Any) -> Row:
    return {"kind": kind, "to": {"scope": "weapon"}, **given}


def allowed_shots(field: Field) -> list[bool]:
    """Whether each weapon of a.x may be shot at b.y."""
    sights = TargetOptions(field.game, field.game.unit("a.x"))
    model, enemy = field.models("a.x")[0], field.game.unit("b.y")
    slots = field.game.armies.loadouts[field.game.state.loadout[model]].slots
    return [sights.refusal(Shot(model, slot, 0, enemy)) is None for slot in range(len(slots))]


def test_a_weapon_that_needs_no_line_of_sight() -> None:
    mortar = gun("Mortar", effects=[to_weapon("permit", action="target-unseen")])
    field = Field([unit("x", 1, gun(), mortar)], [unit("y", 1)], terrain=[wall(14, 0, 15, 44)])
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (20.0, 20.0))
    assert allowed_shots(field) == [False, True]
    field.put("b.y", (40.0, 20.0))
    assert allowed_shots(field) == [False, False]


def test_a_weapon_that_ignores_look_out_sir() -> None:
    rifle = gun("Long rifle", effects=[to_weapon("permit", action="target-sheltered")])
    hero = unit("y", 1, W="5", keywords=("INFANTRY", "CHARACTER"))
    field = Field([unit("x", 1, gun(), rifle)], [hero, unit("guard", 5)])
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (25.0, 20.0))
    field.put("b.guard", *[(23.5, y) for y in (15.0, 16.5, 22.5, 24.0, 25.5)])
    assert allowed_shots(field) == [False, True]


def test_a_weapon_that_may_only_be_shot_at_some() -> None:
    high = {"name": "target-keyword", "keywords": ["FLY"], "not": True}
    flak = gun("Flak", effects=[to_weapon("forbid", action="shoot", when=[high])])
    for words, allowed in ((("FLY",), [True, True]), (("INFANTRY",), [True, False])):
        field = Field([unit("x", 1, gun(), flak)], [unit("y", 1, keywords=words)])
        field.put("a.x", (10.0, 20.0))
        field.put("b.y", (20.0, 20.0))
        assert allowed_shots(field) == allowed


def test_a_weapon_of_one_use_is_shot_once_in_the_battle() -> None:
    missile = gun("Missile", type="Heavy 1", effects=[to_weapon("single-use")])
    field = Field([unit("x", 1, missile, missile | {"name": "Other missile"}, gun())], [unit("y", 1, W="20")])
    (model,) = field.put("a.x", (10.0, 20.0))
    field.put("b.y", (20.0, 20.0))
    field.go(*[1] * 20)
    field.choose("select", unit="a.x")
    field.choose("shots", shots=[shot(model, 0, "b.y"), shot(model, 2, "b.y")])
    assert field.event("ability.used")["ability"] == "Missile"
    field.state.write("counters", (model, field.rules.names.model_counters["fired"]), 0)
    assert allowed_shots(field) == [False, True, True]
    sights = TargetOptions(field.game, field.game.unit("a.x"))
    refusal = sights.refusal(Shot(model, 0, 0, field.game.unit("b.y")))
    assert refusal
    assert (field.rules.rule(refusal.rule), refusal.code) == ("9E-WPN-07", "weapon.spent")


def limited_melee(*weapons: Row, **given: Any) -> tuple[Field, int]:
    field = melee(*weapons, A="3", **given)
    field.go(*[1] * 40)
    hold(field)
    return field, field.models("a.x")[0]


CLAW = blade("Claw", effects=[to_weapon("extra-attacks", number="2", only=True)])


@pytest.mark.parametrize(
    ("numbers", "broken"), [((3, 2), ""), ((2, 3), "attacks.most"), ((4, 1), "attacks.extra"), ((3, 3), "attacks.number")]
)
def test_a_weapon_that_makes_its_additional_attacks_only(numbers: tuple[int, int], broken: str) -> None:
    field, model = limited_melee(blade(), CLAW, blade("Axe"))
    refusal = field.refusal("melee", attacks=[blow(model, "b.y", number, slot) for slot, number in enumerate(numbers)])
    assert (refusal.code if refusal else "") == broken
    assert all(sum(row["number"] for row in offer["attacks"] if row["slot"] == 1) == 2 for offer in field.options("melee"))


def test_without_another_weapon_the_close_combat_weapon_makes_the_rest() -> None:
    field, _ = limited_melee(CLAW)
    made = field.event("targets.declared")["attacks"]
    assert {row["weapon"] for row in made} == {"Claw", "Close combat weapon"}


@pytest.mark.parametrize(("number", "broken"), [(1, ""), (2, "attacks.most")])
def test_a_weapon_that_makes_one_attack_at_most(number: int, broken: str) -> None:
    field, model = limited_melee(blade(), blade("Arm", effects=[to_weapon("most-attacks", number=1)]))
    refusal = field.refusal("melee", attacks=[blow(model, "b.y", 3 - number, 0), blow(model, "b.y", number, 1)])
    assert (refusal.code if refusal else "") == broken
    offered = [[(row["slot"], row["number"]) for row in offer["attacks"]] for offer in field.options("melee")]
    assert offered == [[(0, 3)], [(0, 2), (1, 1)]]


@pytest.mark.parametrize(("charged", "extra"), [(False, {}), (True, {"0": 2})])
def test_additional_attacks_after_a_charge(charged: bool, extra: dict[str, int]) -> None:
    lance = blade("Lance", effects=[to_weapon("extra-attacks", number="2", when=["charged"])])
    field = melee(lance, blade(), A="3")
    if charged:
        field.mark("a.x", "charged")
        field.pair("a.x", "b.y", "charge-target")
    field.go(*[1] * 40)
    hold(field)
    assert field.decision.data["fighters"][0]["extra"] == extra


def test_a_turret_shoots_past_the_enemies_it_is_engaged_with() -> None:
    turret = gun("Turret", type="Heavy 1", effects=[to_weapon("permit", action="target-past-engaged")])
    for weapons, allowed in (((turret,), [True]), ((gun(type="Heavy 1"),), [False]), ((turret, gun()), [True, True])):
        field = Field([unit("x", 1, *weapons, keywords=("VEHICLE",), W="9")], [unit("y", 1, W="9"), unit("near", 1, W="9")])
        (model,) = field.put("a.x", (10.0, 20.0))
        field.put("b.near", (11.5, 20.0))
        field.put("b.y", (10.0, 30.0))
        assert allowed_shots(field) == allowed
    field.go(*[4] * 20)
    field.choose("select", unit="a.x")
    refusal = field.refusal("shots", shots=[shot(model, 0, "b.y"), shot(model, 1, "b.y")])
    assert refusal
    assert refusal.rule == "9E-BIGGUNS-03"
    field.choose("shots", shots=[shot(model, 0, "b.y")])
    assert not field.events("attacks.lost")
    assert field.event("attacks.began")["target"] == "b.y"
