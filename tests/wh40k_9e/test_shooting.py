"""The Shooting phase: eligibility, targets, weapon types, order of attacks."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.families.wh40k.attacks.sightings import Shot
from resolver.families.wh40k.attacks.targets import TargetOptions
from resolver.table.dice import SeededDice
from tests.field import BLAST, INFANTRY, Field, ability, gun, shot, unit, wall

rule, example = pytest.mark.rule, pytest.mark.example
RIFLE = gun()
PISTOL = gun("Pistol", '12"', "Pistol 1")
ASSAULT = gun("Carbine", '18"', "Assault 2")
HEAVY = gun("Cannon", '36"', "Heavy 3")
GRENADE = gun("Grenade", '6"', "Grenade D6", effects=[BLAST])


def facing(*weapons: Any, gap: float = 10.0, foe: Any = None, **given: Any) -> Field:
    """One model of a and one unit of b, bases `gap` inches apart."""
    field = Field([unit("x", 1, *weapons, **given)], [foe or unit("y", 1)])
    field.put("a.x", (10.0, 20.0))
    field.row("b.y", 11.0 + gap, 20.0)
    return field


def offers(field: Field) -> list[str]:
    """The units that may be selected to shoot; a battle in which nobody may goes on to the next turn."""
    decision = field.go(source=SeededDice(1)).decision
    return decision.data["units"] if decision and decision.kind == "select" and decision.data["to"] == "shoot" else []


@rule("9E-SHOOT-01")
@rule("9E-SHOOT-05")
def test_a_unit_without_ranged_weapons_is_not_eligible() -> None:
    armed, unarmed = facing(RIFLE), facing(gun("Axe", "Melee", "Melee"))
    assert offers(armed) == ["a.x"]
    assert offers(unarmed) == []


@rule("9E-SHOOT-01")
@rule("9E-FALL-04")
@pytest.mark.parametrize(("words", "eligible"), [(INFANTRY, []), (("TITANIC",), ["a.x"])])
def test_a_unit_that_fell_back_may_not_shoot_unless_it_is_titanic(words: Any, eligible: list[str]) -> None:
    field = facing(RIFLE, keywords=words)
    field.mark("a.x", "fell-back", "moved")
    assert offers(field) == eligible


@rule("9E-ADV-04")
@rule("9E-ASSAULT-01")
@pytest.mark.parametrize("words", [INFANTRY, ("TITANIC",)])
def test_a_unit_that_advanced_shoots_assault_weapons_only(words: Any) -> None:
    field = facing(RIFLE, keywords=words)
    field.mark("a.x", "advanced", "moved")
    assert offers(field) == []
    field = facing(RIFLE, ASSAULT, keywords=words)
    field.mark("a.x", "advanced", "moved")
    model = field.models("a.x")[0]
    assert offers(field) == ["a.x"]
    field.choose("select", unit="a.x")
    refusal = field.refusal("shots", shots=[shot(model, 0, "b.y")])
    assert refusal
    assert refusal.rule == "9E-ASSAULT-01"
    assert field.refusal("shots", shots=[shot(model, 1, "b.y")]) is None


@rule("9E-ASSAULT-02")
@rule("9E-HIT-05")
def test_an_assault_weapon_hits_worse_after_an_advance() -> None:
    for marks, hit in ((("advanced", "moved"), False), ((), True)):
        field = facing(ASSAULT)
        field.mark("a.x", *marks)
        field.go(*((3, 3) if not hit else (3, 1, 3, 1)))
        field.choose("select", unit="a.x")
        field.choose("shots", shots=[shot(field.models("a.x")[0], 0, "b.y")])
        assert [event["hit"]["passed"] for event in field.events("attack.made")] == [hit, hit]


@rule("9E-HEAVY-01")
@example("9E-EX-15")
@pytest.mark.parametrize(
    ("words", "marks", "hits"),
    [
        (INFANTRY, ("normal-move", "moved"), False),
        (INFANTRY, ("stationary",), True),
        (INFANTRY, ("arrived", "moved"), False),
        (INFANTRY, ("disembarked", "moved"), False),
        (("VEHICLE",), ("normal-move", "moved"), True),
    ],
)
def test_infantry_that_moved_is_worse_with_heavy_weapons(words: Any, marks: Any, hits: bool) -> None:
    field = facing(gun("Cannon", '36"', "Heavy 1"), keywords=words)
    field.mark("a.x", *marks)
    field.go(*((3, 1) if hits else (3,)))
    field.choose("select", unit="a.x")
    field.choose("shots", shots=[shot(field.models("a.x")[0], 0, "b.y")])
    assert field.event("attack.made")["hit"]["passed"] is hits


@rule("9E-SHOOT-02")
@rule("9E-SHOOT-06")
@rule("9E-SHOOT-07")
def test_each_unit_is_selected_once_and_as_many_as_wished() -> None:
    field = Field([unit("x", 1, RIFLE), unit("z", 1, RIFLE)], [unit("y", 1, W="9")])
    field.put("a.x", (10, 20))
    field.put("a.z", (10, 24))
    field.put("b.y", (30, 20))
    field.go(1)
    assert field.decision.data == {"to": "shoot", "units": ["a.x", "a.z"], "optional": True}
    field.choose(unit="a.x")
    field.choose(shots=[shot(field.models("a.x")[0], 0, "b.y")])
    assert field.decision.data["units"] == ["a.z"]
    field.choose(unit=None)
    assert field.game.step.name != "shooting"


@rule("9E-TARGET-04")
@rule("9E-SHOOT-03")
@rule("9E-SHOOT-05")
def test_only_enemies_and_only_weapons_that_are_carried() -> None:
    field = Field([unit("x", 1, RIFLE), unit("z", 1)], [unit("y", 1)])
    field.put("a.x", (10, 20))
    field.put("a.z", (14, 20))
    field.put("b.y", (20, 24))
    field.go()
    field.choose(unit="a.x")
    model = field.models("a.x")[0]
    refusals = [field.refusal("shots", shots=[row]) for row in (shot(model, 0, "a.z"), shot(model, 3, "b.y"))]
    assert [refusal.rule for refusal in refusals if refusal] == ["9E-TARGET-04", "9E-SHOOT-05"]
    assert field.refusal("shots", shots=[shot(model, 0, "b.y")]) is None


@rule("9E-TARGET-05")
@rule("9E-TARGET-08")
@pytest.mark.parametrize(("gap", "allowed"), [(24.0, True), (24.1, False)])
def test_a_target_must_be_in_range(gap: float, allowed: bool) -> None:
    assert bool(offers(facing(RIFLE, gap=gap))) is allowed


LONGER = {"kind": "modify-characteristic", "characteristic": "Range", "of": "weapons", "operation": "add", "value": "6"}


@rule("9E-MODC-01")
@rule("9E-TARGET-05")
@pytest.mark.parametrize(("own", "gap", "allowed"), [(1, 30.0, True), (1, 30.1, False), (2, 36.0, True), (2, 36.1, False)])
def test_what_adds_to_a_range_adds_up(own: int, gap: float, allowed: bool) -> None:
    """What the target has of that kind brings nobody nearer."""
    farther = [ability(f"Far {number}", {**LONGER, "to": {"scope": "unit"}}) for number in range(own)]
    assert bool(offers(facing(RIFLE, gap=gap, abilities=farther))) is allowed
    assert not offers(facing(RIFLE, gap=gap, foe=unit("y", 1, abilities=farther)))


@rule("9E-TARGET-05")
@rule("9E-TARGET-06")
@rule("9E-TARGET-08")
def test_a_target_must_be_visible() -> None:
    field = Field([unit("x", 1, RIFLE)], [unit("y", 1)], terrain=[wall(15, 0, 16, 44)])
    field.put("a.x", (10, 20))
    field.put("b.y", (20, 20))
    assert offers(field) == []


@rule("9E-TARGET-05")
def test_the_visible_model_must_be_the_one_in_range() -> None:
    field = Field([unit("x", 1, RIFLE)], [unit("y", 2)], terrain=[wall(28, 17, 29, 23)])
    field.put("a.x", (10, 20))
    field.put("b.y", (32.0, 20.0), (40.0, 20.0))
    field.state.write("x", field.models("b.y")[1], 36.0)  # visible through nothing, and too far
    field.state.write("y", field.models("b.y")[1], 40.0)
    assert offers(field) == []


@rule("9E-TARGET-07")
def test_a_model_sees_through_its_own_unit_but_not_through_others() -> None:
    crowd = [(14.0, 20.0 + 1.05 * step) for step in range(-4, 5)]
    for mates, seen in (("a.x", True), ("a.z", False)):
        field = Field([unit("x", 10, RIFLE), unit("z", 9)], [unit("y", 1)])
        field.put("a.x", (10.0, 20.0), *(crowd if mates == "a.x" else []))
        if mates == "a.z":
            field.put("a.z", *crowd)
        field.put("b.y", (18.0, 20.0))
        assert offers(field) == (["a.x"] if seen else [])
        if seen:
            field.choose("select", unit="a.x")
            assert field.refusal("shots", shots=[shot(field.models("a.x")[0], 0, "b.y")]) is None


@rule("9E-WPN-02")
@example("9E-EX-08")
@pytest.mark.parametrize(("gap", "allowed"), [(5.0, False), (6.0, False), (6.1, True), (48.0, True), (48.1, False)])
def test_minimum_range(gap: float, allowed: bool) -> None:
    field = Field([unit("x", 1, gun("Mortar", '6"-48"', "Heavy 1"))], [unit("y", 1)])
    field.put("a.x", (2.0, 20.0))
    field.put("b.y", (3.0 + gap, 20.0))
    assert bool(offers(field)) is allowed


@rule("9E-WPN-02")
def test_one_model_within_the_minimum_range_shields_its_unit() -> None:
    field = Field([unit("x", 1, gun("Mortar", '6"-48"', "Heavy 1"))], [unit("y", 2)])
    field.put("a.x", (2.0, 20.0))
    field.put("b.y", (8.0, 20.0), (20.0, 20.0))
    assert offers(field) == []


@rule("9E-DS-08")
def test_a_model_without_ballistic_skill_cannot_shoot() -> None:
    assert offers(facing(RIFLE, BS="-")) == []


@rule("9E-RAPID-01")
@example("9E-EX-32")
@pytest.mark.parametrize(("gap", "attacks"), [(15.0, 4), (15.1, 2)])
def test_rapid_fire_doubles_at_half_range(gap: float, attacks: int) -> None:
    field = facing(gun("Twin rifle", '30"', "Rapid Fire 2"), gap=gap)
    field.go(*([1] * attacks))
    field.choose(unit="a.x")
    field.choose(shots=[shot(field.models("a.x")[0], 0, "b.y")])
    assert field.event("attacks.began")["attacks"] == [attacks]


@pytest.mark.parametrize(("gap", "attacks"), [(18.0, 5), (18.1, 3)])
def test_a_weapon_with_two_numbers_makes_the_first_at_half_range(gap: float, attacks: int) -> None:
    field = facing(gun("Big shoota", '36"', "Dakka 5/3"), gap=gap)
    field.mark("a.x", "advanced", "moved")
    field.go(*([1] * attacks))
    field.choose(unit="a.x")
    field.choose(shots=[shot(field.models("a.x")[0], 0, "b.y")])
    assert field.event("attacks.began")["attacks"] == [attacks]


@rule("9E-NUMATT-01")
@example("9E-EX-14")
def test_the_number_after_the_type_is_the_number_of_attacks() -> None:
    for weapon, attacks in ((gun("One", '24"', "Assault 1"), 1), (HEAVY, 3)):
        field = facing(weapon)
        field.go(*([1] * attacks))
        field.choose(unit="a.x")
        field.choose(shots=[shot(field.models("a.x")[0], 0, "b.y")])
        assert len(field.events("attack.made")) == attacks


@rule("9E-NUMATT-02")
@rule("9E-SHOOT-04")
def test_a_weapon_shoots_once_and_at_one_target() -> None:
    field = Field([unit("x", 1, RIFLE)], [unit("y", 1), unit("z", 1)])
    field.put("a.x", (10, 20))
    field.put("b.y", (20, 20))
    field.put("b.z", (20, 24))
    field.go()
    field.choose(unit="a.x")
    model = field.models("a.x")[0]
    refusal = field.refusal("shots", shots=[shot(model, 0, "b.y"), shot(model, 0, "b.z")])
    assert refusal
    assert refusal.rule == "9E-NUMATT-02"


@rule("9E-TARGET-02")
@rule("9E-TARGET-03")
@rule("9E-TARGET-01")
def test_weapons_of_one_model_may_be_divided_and_all_are_declared_first() -> None:
    field = Field([unit("x", 1, RIFLE, HEAVY)], [unit("y", 1, W="9"), unit("z", 1, W="9")])
    field.put("a.x", (10, 20))
    field.put("b.y", (30, 20))
    field.put("b.z", (30, 24))
    field.go(1, 1, 1, 1)
    field.choose(unit="a.x")
    model = field.models("a.x")[0]
    field.choose(shots=[shot(model, 0, "b.y"), shot(model, 1, "b.z")])
    declared = field.event("targets.declared")
    assert {(row["target"], row["weapon"]) for row in declared["attacks"]} == {("b.y", "Rifle"), ("b.z", "Cannon")}
    assert not field.events("attack.made")
    field.choose("resolve", group=0)
    assert all(event["n"] > declared["n"] for event in field.events("attack.made"))


@rule("9E-TARGET-03")
@rule("9E-AIS-06")
def test_a_profile_is_chosen_with_the_declaration() -> None:
    weapon = gun("Plasma", '12"', "Pistol 1", profiles=[{"name": "Standard"}, {"name": "Supercharge", "S": "8"}])
    field = facing(weapon)
    field.go(1)
    field.choose(unit="a.x")
    assert field.refusal("shots", shots=[shot(field.models("a.x")[0], 0, "b.y", 2)])
    field.choose("shots", shots=[shot(field.models("a.x")[0], 0, "b.y", 1)])
    chosen, declared = field.event("weapons.chosen"), field.event("targets.declared")
    assert chosen["weapons"][0]["weapon"] == "Plasma (Supercharge)"
    assert chosen["n"] < declared["n"]


@rule("9E-AIS-07")
@pytest.mark.parametrize(("dice", "destroyed"), [((1,), True), ((2,), False)])
def test_a_supercharged_weapon_destroys_its_bearer_on_a_one(dice: tuple[int, ...], destroyed: bool) -> None:
    effect = {"kind": "destroy-bearer", "roll": "hit", "results": [1], "on": "after-shooting", "to": {"scope": "bearer"}}
    field = Field([unit("x", 2, gun("Plasma", '12"', "Pistol 1", effects=[effect]))], [unit("y", 1)])
    field.row("a.x", 10, 20)
    field.put("b.y", (20, 20))
    field.go(*dice)
    field.choose(unit="a.x")
    field.choose("shots", shots=[shot(field.models("a.x")[1], 0, "b.y")])
    assert len(field.models("a.x")) == (1 if destroyed else 2)
    if destroyed:
        gone = field.event("model.destroyed")
        assert gone["by"] is None
        assert gone["n"] > field.event("attack.made")["n"]


@rule("9E-TARGET-09")
@rule("9E-TARGET-10")
@example("9E-EX-13")
def test_the_order_of_targets_and_profiles() -> None:
    bolter, melta = gun("Boltgun", '24"', "Assault 1"), gun("Meltagun", '24"', "Assault 1", S="8")
    las = gun("Lascannon", '48"', "Heavy 1", S="9")
    squad = unit("x", [(1, ["Lascannon"]), (1, ["Meltagun"]), (8, ["Boltgun"])], bolter, melta, las)
    field = Field([squad], [unit("inf", 5, W="3"), unit("tank", 1, W="12", keywords=("VEHICLE",))])
    models = field.row("a.x", 10, 10, 0.2)
    field.row("b.inf", 10, 25)
    field.put("b.tank", (25, 25))
    field.go(*([1] * 10))
    field.choose(unit="a.x")
    lascannon, meltagun, *boltguns = models
    rows = [shot(lascannon, 0, "b.tank"), shot(meltagun, 0, "b.inf"), *(shot(model, 0, "b.inf") for model in boltguns)]
    field.choose("shots", shots=rows)
    groups = field.decision.data["groups"]
    assert {(g["target"], g["weapon"]) for g in groups} == {
        ("b.tank", "Lascannon"),
        ("b.inf", "Meltagun"),
        ("b.inf", "Boltgun"),
    }
    field.choose("resolve", group=next(i for i, g in enumerate(groups) if g["weapon"] == "Boltgun"))
    order = [(event["target"], event["weapon"], len(event["attacks"])) for event in field.events("attacks.began")]
    assert order == [("b.inf", "Boltgun", 8), ("b.inf", "Meltagun", 1), ("b.tank", "Lascannon", 1)]


@rule("9E-TARGET-11")
def test_declared_attacks_are_made_though_nobody_is_in_sight_any_more() -> None:
    near, far = gun("Near", '6"', "Assault 1", S="8"), gun("Far", '24"', "Assault 1", S="8")
    field = Field(
        [unit("x", 1, near, far)], [unit("y", 2, Sv="7+")], terrain=[wall(20, 0, 21, 19.4), wall(20, 20.6, 21, 44)]
    )
    field.put("a.x", (15, 20))
    first, second = field.put("b.y", (20.5, 20.0), (22.0, 23.0))
    field.state.write("x", second, 21.9)
    field.state.write("y", second, 21.3)
    field.go(6, 6, 1, 6, 6, 1)
    field.choose(unit="a.x")
    model = field.models("a.x")[0]
    field.choose(shots=[shot(model, 0, "b.y"), shot(model, 1, "b.y")])
    field.choose("resolve", group=0)
    field.choose("allocate", model=first)
    assert field.models("b.y") == [] or len(field.events("attack.made")) == 2
    assert [event["weapon"] for event in field.events("attack.made")] == ["Near", "Far"]


@rule("9E-PISTOL-03")
@rule("9E-PISTOL-04")
@example("9E-EX-16")
def test_a_model_shoots_pistols_or_its_other_weapons() -> None:
    field = facing(PISTOL, RIFLE)
    field.go()
    field.choose(unit="a.x")
    model = field.models("a.x")[0]
    both = field.refusal("shots", shots=[shot(model, 0, "b.y"), shot(model, 1, "b.y")])
    assert both
    assert both.rule == "9E-PISTOL-03"
    assert field.refusal("shots", shots=[shot(model, 0, "b.y")]) is None
    assert field.refusal("shots", shots=[shot(model, 1, "b.y")]) is None


@rule("9E-GRENADE-01")
@rule("9E-GRENADE-02")
def test_one_grenade_for_the_unit_and_nothing_else_for_its_thrower() -> None:
    krak = gun("Krak", '6"', "Grenade 1")
    field = Field([unit("x", 2, RIFLE, GRENADE, krak)], [unit("y", 1)])
    one, two = field.row("a.x", 10, 20)
    field.put("b.y", (14, 20))
    field.go()
    field.choose(unit="a.x")

    def rules(*rows: Any) -> str | None:
        refusal = field.refusal("shots", shots=list(rows))
        return refusal.rule if refusal else None

    assert rules(shot(one, 1, "b.y"), shot(two, 1, "b.y")) == "9E-GRENADE-01"
    assert rules(shot(one, 1, "b.y"), shot(two, 2, "b.y")) == "9E-GRENADE-01"
    assert rules(shot(one, 1, "b.y"), shot(one, 0, "b.y")) == "9E-GRENADE-02"
    assert rules(shot(one, 1, "b.y"), shot(one, 2, "b.y")) == "9E-GRENADE-02"
    assert rules(shot(one, 1, "b.y"), shot(two, 0, "b.y")) is None


def engaged_field(**given: Any) -> Field:
    """EX-50: E is in Engagement Range of I and V; F and R of nobody."""
    blaster = gun("Blaster", '24"', "Assault 1", effects=[BLAST])
    vehicle = unit(
        "v", 1, gun("Heavy", '36"', "Heavy 1"), gun("Assault", '24"', "Assault 1"), blaster, keywords=("VEHICLE",)
    )
    field = Field(
        [unit("i", 1, PISTOL, RIFLE), vehicle, unit("r", 1, RIFLE, PISTOL)],
        [unit("e", 1, W="2", T="4"), unit("f", 1, W="3")],
        **given,
    )
    field.put("a.i", (10.0, 20.0))
    field.put("b.e", (11.5, 20.0))
    field.put("a.v", (13.0, 20.0))
    field.put("a.r", (10.0, 14.0))
    field.put("b.f", (16.0, 14.0))
    return field


@rule("9E-LOCKED-01")
@rule("9E-LOCKED-02")
@rule("9E-BIGGUNS-01")
@rule("9E-BIGGUNS-02")
@rule("9E-PISTOL-01")
@rule("9E-PISTOL-02")
@rule("9E-BLAST-04")
@example("9E-EX-50")
@pytest.mark.parametrize(
    ("who", "rows", "broken"),
    [
        ("a.i", [(1, "b.e")], "9E-LOCKED-01"),
        ("a.i", [(0, "b.e")], None),
        ("a.i", [(0, "b.f")], "9E-PISTOL-01"),
        ("a.v", [(0, "b.e")], None),
        ("a.v", [(1, "b.e")], None),
        ("a.v", [(0, "b.e"), (1, "b.f")], None),
        ("a.v", [(0, "b.f")], "9E-BIGGUNS-03"),
        ("a.r", [(0, "b.e")], "9E-LOCKED-02"),
        ("a.r", [(1, "b.e")], "9E-LOCKED-02"),
        ("a.r", [(0, "b.f")], None),
        ("a.r", [(1, "b.f")], None),
        ("a.v", [(2, "b.e")], "9E-BLAST-04"),
    ],
)
def test_who_may_shoot_whom_around_a_melee(who: str, rows: Any, broken: str | None) -> None:
    field = engaged_field()
    field.go()
    field.choose("select", unit=who)
    model = field.models(who)[0]
    refusal = field.refusal("shots", shots=[shot(model, slot, target) for slot, target in rows])
    assert (refusal.rule if refusal else None) == broken


@rule("9E-BIGGUNS-04")
@example("9E-EX-50")
@pytest.mark.parametrize(("slot", "hits"), [(0, False), (1, True)])
def test_heavy_weapons_of_an_engaged_vehicle_hit_worse(slot: int, hits: bool) -> None:
    field = engaged_field()
    field.go(*((3, 1) if hits else (3,)))
    field.choose(unit="a.v")
    field.choose(shots=[shot(field.models("a.v")[0], slot, "b.e")])
    assert field.event("attack.made")["hit"]["passed"] is hits


@rule("9E-BIGGUNS-03")
@example("9E-EX-50")
@pytest.mark.parametrize("killed", [True, False])
def test_attacks_on_others_are_made_only_when_the_engaged_enemies_are_gone(killed: bool) -> None:
    field = engaged_field()
    field.state.write("wounds", field.models("b.e")[0], 1)
    field.go(*((6, 6, 1, 6, 1) if killed else (1,)))
    field.choose(unit="a.v")
    model = field.models("a.v")[0]
    field.choose(shots=[shot(model, 0, "b.e"), shot(model, 1, "b.f")])
    groups = field.decision.data["groups"]
    field.choose("resolve", group=next(i for i, g in enumerate(groups) if g["target"] == "b.e"))
    assert len(field.events("attacks.lost")) == (0 if killed else 1)
    assert len(field.events("attacks.began")) == (2 if killed else 1)


@rule("9E-BIGGUNS-01")
def test_a_vehicle_with_one_weapon_cannot_declare_at_others() -> None:
    field = Field([unit("v", 1, RIFLE, keywords=("MONSTER",))], [unit("e", 1), unit("f", 1)])
    field.put("a.v", (10, 20))
    field.put("b.e", (11.5, 20))
    field.put("b.f", (10, 12))
    field.go()
    field.choose(unit="a.v")
    refusal = field.refusal("shots", shots=[shot(field.models("a.v")[0], 0, "b.f")])
    assert refusal
    assert refusal.rule == "9E-BIGGUNS-01"


def lookout(c: Any, s: Any, s_at: tuple[float, float], other: tuple[float, float] | None = None) -> bool:
    """May the shooter at (5, 20) target the CHARACTER unit C at 10 inches?"""
    more = [unit("k", 1, W="5", keywords=("CHARACTER",))] if other else []
    field = Field([unit("x", 1, RIFLE)], [c, s, *more])
    field.put("a.x", (5.0, 20.0))
    field.put("b.c", (16.0, 20.0))
    number = len(field.models("b.s"))
    field.put("b.s", *[(s_at[0], s_at[1] + 1.2 * place) for place in range(number)])
    if other:
        field.put("b.k", other)
    field.go()
    field.choose(unit="a.x")
    refusal = field.refusal("shots", shots=[shot(field.models("a.x")[0], 0, "b.c")])
    assert refusal is None or refusal.rule == "9E-LOOKOUT-01"
    return refusal is None


def character(wounds: str = "5") -> Any:
    return unit("c", 1, W=wounds, keywords=("CHARACTER", "INFANTRY"))


@rule("9E-LOOKOUT-01")
@rule("9E-LOOKOUT-02")
@rule("9E-LOOKOUT-03")
@example("9E-EX-49")
def test_look_out_sir() -> None:
    close = (14.0, 22.3)
    assert lookout(character(), unit("s", 3), close) is False
    assert lookout(character(), unit("s", 3), (18.5, 20.0)) is True
    assert lookout(character(), unit("s", 2), close) is True
    assert lookout(character(), unit("s", 1, keywords=("VEHICLE",)), close) is False
    assert lookout(character("10"), unit("s", 3), close) is True
    assert lookout(character(), unit("s", 3), (18.5, 20.0), other=(12.0, 16.0)) is True
    assert lookout(character(), unit("s", 3), (16.0, 24.2)) is True


@rule("9E-LOOKOUT-03")
@example("9E-EX-49")
def test_a_big_character_is_not_protected_when_it_is_wounded() -> None:
    field = Field([unit("x", 1, RIFLE)], [character("10"), unit("s", 3)])
    field.put("a.x", (5.0, 20.0))
    field.put("b.c", (16.0, 20.0))
    field.put("b.s", (14.0, 22.3), (14.0, 23.5), (14.0, 24.7))
    field.state.write("wounds", field.models("b.c")[0], 4)
    field.go()
    field.choose(unit="a.x")
    assert field.refusal("shots", shots=[shot(field.models("a.x")[0], 0, "b.c")]) is None


@rule("9E-LOOKOUT-01")
def test_a_character_does_not_shield_itself() -> None:
    guard = unit("c", [(1, [], {"keywords": ["CHARACTER"], "W": "5"}), (3, [])])
    field = Field([unit("x", 1, RIFLE)], [guard, unit("s", 1)])
    field.put("a.x", (5.0, 20.0))
    field.put("b.c", (16.0, 20.0), (17.2, 20.0), (18.4, 20.0), (19.6, 20.0))
    field.put("b.s", (12.0, 23.0))
    field.go()
    field.choose(unit="a.x")
    assert field.refusal("shots", shots=[shot(field.models("a.x")[0], 0, "b.c")]) is None


@rule("9E-BLAST-02")
@rule("9E-BLAST-03")
@example("9E-EX-17")
@example("9E-EX-18")
@pytest.mark.parametrize(("foes", "dice", "attacks"), [(5, (1, 1), 1), (6, (2, 1, 1, 1), 3), (11, (1,) * 6, 6)])
def test_blast_counts_the_target_when_it_is_selected(foes: int, dice: Any, attacks: int) -> None:
    field = facing(gun("Grenade", '30"', "Grenade D6", effects=[BLAST]), foe=unit("y", foes), gap=3)
    field.go(*dice)
    field.choose(unit="a.x")
    field.choose(shots=[shot(field.models("a.x")[0], 0, "b.y")])
    assert field.event("attacks.began")["attacks"] == [attacks]


@rule("9E-SHOOT-01")
def test_every_offered_declaration_is_legal_and_covers_pistols_grenades_and_targets() -> None:
    field = Field([unit("x", 2, RIFLE, PISTOL, GRENADE)], [unit("y", 6), unit("z", 1)])
    field.row("a.x", 10, 20)
    field.row("b.y", 12, 24)
    field.put("b.z", (18, 16))
    field.go()
    field.choose(unit="a.x")
    offered = field.options("shots")
    assert len(offered) == 5
    assert all(field.refusal("shots", **offer) is None for offer in offered)
    assert {row["slot"] for offer in offered for row in offer["shots"]} == {0, 1, 2}
    assert {row["target"] for offer in offered for row in offer["shots"]} == {"b.y", "b.z"}


@rule("9E-RTYPE-01")
@pytest.mark.parametrize("kind", ["Assault 1", "Heavy 1", "Rapid Fire 1", "Grenade 1", "Pistol 1"])
def test_all_five_types_of_ranged_weapons_are_shot(kind: str) -> None:
    field = facing(gun("Gun", '24"', kind), gap=20)
    field.go(1)
    field.choose(unit="a.x")
    field.choose(shots=[shot(field.models("a.x")[0], 0, "b.y")])
    assert field.event("attacks.began")["attacks"] == [1]


@rule("9E-ATTACK-02")
@rule("9E-WPN-06")
def test_attacks_are_never_made_together_and_inflict_their_damage() -> None:
    field = facing(gun("Gun", '24"', "Assault 2", AP="-2", D="2"), foe=unit("y", 1, W="9", Sv="3+"))
    field.go(6, 6, 4, 6, 6, 5)
    field.choose(unit="a.x")
    field.choose(shots=[shot(field.models("a.x")[0], 0, "b.y")])
    order = [event["kind"] for event in field.game.events if event["kind"] in ("attack.made", "wounds.lost")]
    assert order == ["attack.made", "wounds.lost", "attack.made"]
    assert field.wounds("b.y") == [7]


@rule("9E-AIRER-01")
@rule("9E-ER-01")
@rule("9E-ER-02")
@pytest.mark.parametrize(
    ("across", "up", "engaged"), [(1.0, 0.0, True), (1.01, 0.0, False), (0.5, 5.0, True), (0.5, 5.1, False)]
)
@pytest.mark.parametrize("words", [INFANTRY, ("AIRCRAFT",)])
def test_engagement_range_locks_units_in_combat(across: float, up: float, engaged: bool, words: Any) -> None:
    field = Field([unit("x", 2, RIFLE)], [unit("y", 1, keywords=words)])
    field.put("a.x", (8.8, 20.0), (10.0, 20.0))
    field.put("b.y", (11.0 + across, 20.0), z=up)
    sights = TargetOptions(field.game, field.game.unit("a.x"))
    assert bool(sights.engaged_with) is engaged
    refusal = sights.refusal(Shot(field.models("a.x")[0], 0, 0, field.game.unit("b.y")))
    assert (refusal is not None and field.game.ruleset.rule(refusal.rule) == "9E-LOCKED-01") is engaged


@rule("9E-BIGGUNS-03")
@rule("9E-TARGET-08")
def test_a_vehicle_that_can_only_hit_others_while_engaged_is_not_eligible() -> None:
    blaster = gun("Blaster", '24"', "Assault 1", effects=[BLAST])
    field = Field([unit("v", 1, blaster, blaster, keywords=("VEHICLE",))], [unit("e", 1), unit("f", 1)])
    field.put("a.v", (10.0, 20.0))
    field.put("b.e", (11.5, 20.0))
    field.put("b.f", (10.0, 12.0))
    assert offers(field) == []


@rule("9E-BIGGUNS-03")
@rule("9E-BLAST-04")
def test_what_one_model_alone_may_shoot_is_offered_where_all_together_may_not() -> None:
    """Blast weapons reach no enemy within Engagement Range; one of two may be shot past it, the other needs one there."""
    blaster = gun("Blaster", '24"', "Assault 1", effects=[BLAST])
    past = {"kind": "permit", "action": "target-past-engaged", "to": {"scope": "weapon"}}
    arched = gun("Mortar", '24"', "Assault 1", effects=[BLAST, past])
    field = Field([unit("v", 1, arched, blaster, keywords=("VEHICLE",))], [unit("e", 1), unit("f", 1), unit("g", 1)])
    (model,) = field.put("a.v", (10.0, 20.0))
    field.put("b.e", (11.5, 20.0))
    field.put("b.f", (10.0, 12.0))
    field.put("b.g", (16.0, 11.0))
    field.go()
    field.choose("select", unit="a.v")
    offered = [offer["shots"] for offer in field.options("shots")]
    assert sorted(offered, key=str) == sorted(([shot(model, 0, f"b.{foe}")] for foe in "fg"), key=str)
    refusal = field.refusal("shots", shots=[shot(model, 0, "b.f"), shot(model, 1, "b.f")])
    assert refusal
    assert refusal.rule == "9E-BIGGUNS-03"
