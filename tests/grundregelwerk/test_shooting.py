"""Ranged combat: measuring, dice, saves, cover, armour, losses, Suppressive Fire. Worked examples of the ledger."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.rulesets.grundregelwerk import sight, traits
from resolver.rulesets.grundregelwerk.checks import fp_after, save_check
from resolver.shared.rules import shared_rules
from resolver.table.coherency import coherent
from tests.grundregelwerk.stage import DiceByLabel, Stage, arms, piece, squad

WOOD = piece("wood", 28, 18, 34, 22)


def shoot_unit(
    a: Any, b: Any, *dice: int, terrain: Any = (), action: str = "shoot", gap: float = 10.0, **more: Any
) -> Stage:
    """Unit a.u shoots at b.x from the left; both stand in rows along y."""
    field = Stage([a], [b, *more.get("beside", ())], terrain=terrain)
    for key, x in (("a.u", 20.0), ("b.x", 20.0 + 1.0 + gap)):
        models = field.models(key)
        field.put(key, *[(x, 20 + 1.2 * place) for place in range(len(models))])
    if more.get("covered"):
        field.mark("b.x", "covered")
    field.count("b.x", "pinned", more.get("pinned", 0))
    field.act("a.u")
    field.go(*dice)
    field.take(action)
    if field.asked == "fire":
        field.shoot()
    field.lose()
    return field


@pytest.mark.rule("GRW-VEHICLE-02", "GRW-VEHICLE-04", "GRW-RANGED-06", "GRW-RANGED-07", "GRW-VEHICLE-05", "GRW-VEHICLE-07")
@pytest.mark.example("GRW-EX-01", "GRW-EX-04")
def test_a_missile_launcher_at_a_rhino() -> None:
    rhino = squad("x", 1, arms("Storm bolter", rof=2), rules=("Medium Armour",), mm=60, RW="3+", L="3", Type="vehicle")
    field = shoot_unit(squad("u", 1, arms("Missile launcher", 48, 1, 7)), rhino, 5, 5, 1)
    save = field.event("saves.rolled")
    assert (save["weapon_fp"], save["fp"], save["needed"], save["unsaved"]) == (7, 3, 6, 1)
    assert field.wounds("b.x") == [2]  # FP 3 does not exceed RW 3
    assert field.event("vehicle.damaged")["result"] == "shaken"


@pytest.mark.rule("GRW-VEHICLE-01", "GRW-VEHICLE-02", "GRW-VEHICLE-03")
@pytest.mark.example("GRW-EX-05")
def test_armour_reduces_and_ignores() -> None:
    left = {
        kind: [fp_after(fp, traits.ARMOUR[f"{kind}-armour"]) for fp in (1, 2, 3, 4)] for kind in ("light", "medium", "heavy")
    }
    assert left == {"light": [None, 0, 0, 1], "medium": [None, None, 0, 0], "heavy": [None, None, None, 0]}


@pytest.mark.parametrize(("armour", "fp"), [("Light Armour", 1), ("Medium Armour", 2), ("Heavy Armour", 3)])
@pytest.mark.rule("GRW-VEHICLE-01", "GRW-VEHICLE-02", "GRW-VEHICLE-03", "GRW-Q-79")
def test_an_ignored_hit_is_not_saved_and_does_nothing(armour: str, fp: int) -> None:
    field = shoot_unit(squad("u", 1, arms(fp=fp)), squad("x", 1, arms(), rules=(armour,), mm=60, L="3", Type="vehicle"), 6)
    assert field.event("hits.ignored")["fp"] == fp
    assert not field.events("saves.rolled")


@pytest.mark.rule("GRW-RANGED-06", "GRW-TERRAIN-02", "GRW-TERRAIN-11", "GRW-MOVE-03")
@pytest.mark.example("GRW-EX-06", "GRW-EX-20")
def test_soft_cover_for_a_unit_half_of_which_is_inside() -> None:
    field = shoot_unit(squad("u", 1, arms(fp=2)), squad("x", 4, RW="3+"), 6, 4, terrain=[WOOD])
    assert field.event("saves.rolled")["needed"] == 4  # 2 of 4 inside: 3 + 2 - 1
    field = shoot_unit(squad("u", 1, arms(fp=2)), squad("x", 5, RW="3+"), 6, 5, terrain=[WOOD])
    assert field.event("saves.rolled")["needed"] == 5  # 2 of 5: no cover


@pytest.mark.rule("GRW-TERRAIN-03", "GRW-RANGED-05")
@pytest.mark.example("GRW-EX-07", "GRW-EX-28")
def test_hard_cover_makes_harder_to_hit_but_not_for_suppressive_fire() -> None:
    ruin = [piece("ruin", 28, 18, 34, 30)]
    field = shoot_unit(squad("u", 3, arms(), FK="3+"), squad("x", 2), 3, 4, 5, 1, 3, 6, terrain=ruin)
    assert (field.event("hits.rolled")["needed"], field.event("hits.rolled")["hits"]) == (4, 2)
    assert field.event("saves.rolled")["needed"] == 3
    field = shoot_unit(squad("u", 2, arms(), FK="6+"), squad("x", 2), 6, 6, terrain=ruin)
    assert field.event("hits.rolled")["hits"] == 0  # 7 would be needed
    field = shoot_unit(squad("u", 2, arms(), FK="2+"), squad("x", 2), 6, 5, 3, terrain=ruin, action="suppressive-fire")
    assert (field.event("hits.rolled")["needed"], field.event("hits.rolled")["hits"]) == (6, 1)


@pytest.mark.rule("GRW-RANGED-08", "GRW-SPECIAL-09")
@pytest.mark.example("GRW-EX-08")
def test_fp_above_rw_takes_whole_models_but_not_an_eternal_warrior() -> None:
    guns = squad("u", 2, arms(fp=4))
    field = shoot_unit(guns, squad("x", 5, RW="3+", L="3"), 6, 6, 6, 6, 5)
    assert len(field.models("b.x")) == 3
    field = shoot_unit(guns, squad("x", 1, RW="3+", L="3", rules=("Eternal Warrior",)), 6, 6, 6, 6)
    assert field.wounds("b.x") == [1]


@pytest.mark.rule("GRW-RANGED-09", "GRW-RANGED-10", "GRW-MORALE-01", "GRW-MORALE-03", "GRW-MORALE-04")
@pytest.mark.example("GRW-EX-09", "GRW-EX-27")
@pytest.mark.parametrize(("models", "lost", "tests"), [(8, 2, True), (5, 1, False), (4, 1, True), (9, 2, False)])
def test_a_quarter_lost_by_one_shooting_action_makes_a_unit_test(models: int, lost: int, tests: bool) -> None:
    field = shoot_unit(squad("u", lost, arms(fp=3)), squad("x", models), *[6] * lost, *[6] * lost, *([2] if tests else []))
    assert len(field.models("b.x")) == models - lost
    assert [event["passed"] for event in field.events("nerve.tested")] == ([False] if tests else [])
    assert field.game.count(field.game.unit("b.x"), "pinned") == tests


@pytest.mark.rule(
    "GRW-SUPPRESS-01", "GRW-SUPPRESS-02", "GRW-SUPPRESS-03", "GRW-SUPPRESS-04", "GRW-SUPPRESS-05", "GRW-RANGED-11"
)
@pytest.mark.example("GRW-EX-22")
def test_suppressive_fire_pins_and_kills_nobody() -> None:
    field = shoot_unit(squad("u", 10, arms()), squad("x", 3), *[6, 6], *[5] * 8, 1, 4, 2, action="suppressive-fire")
    assert len(field.models("b.x")) == 3
    assert field.event("hits.rolled")["hits"] == 2
    assert not field.event("nerve.tested")["passed"]
    assert field.game.count(field.game.unit("b.x"), "pinned") == 1


@pytest.mark.rule("GRW-SUPPRESS-05", "GRW-PINNED-02", "GRW-Q-26")
def test_suppressive_fire_makes_a_pinned_unit_flee_that_has_lost_nobody() -> None:
    field = shoot_unit(squad("u", 2, arms()), squad("x", 3), 6, 6, *[1] * 9, action="suppressive-fire", pinned=1)
    assert len(field.models("b.x")) == 3
    assert [event["unit"] for event in field.events("unit.fleeing")] == ["b.x"]


@pytest.mark.rule("GRW-RANGED-03", "GRW-RANGED-04", "GRW-RANGED-05", "GRW-RANGED-01")
@pytest.mark.example("GRW-EX-24")
def test_only_models_in_range_roll() -> None:
    field = Stage([squad("u", 5, arms(rof=2), FK="3+")], [squad("x", 1, RW="2+", L="9")])
    field.put("b.x", (60, 24))
    reach = field.put("a.u", *[(60 - 25, 24), (35.2, 24.9), (35.2, 23.1), (35.5, 22.2), (60 - 25.1, 25.0)])
    field.act("a.u")
    field.go(1, 2, 3, 3, 4, 5, 6, 6, *[6] * 6)
    field.take("shoot")
    field.shoot()
    rolled = field.event("hits.rolled")
    assert (len(rolled["dice"]), rolled["hits"], rolled["near"]) == (8, 6, reach[:4])


@pytest.mark.rule("GRW-RANGED-06", "GRW-COVERACT-01", "GRW-TERRAIN-02", "GRW-PROFILE-02")
@pytest.mark.example("GRW-EX-25")
def test_limits_of_saves() -> None:
    assert save_check(4, 1, 2).need == 3
    assert [save_check(2, 0, 1).passes(face) for face in (1, 2)] == [False, True]
    assert not any(save_check(5, 2, 0).passes(face) for face in range(1, 7))
    field = shoot_unit(squad("u", 1, arms(fp=1)), squad("x", 2), 6, 3, terrain=[piece("wood", 28, 18, 34, 30)], covered=True)
    assert (field.event("saves.rolled")["needed"], field.event("saves.rolled")["unsaved"]) == (3, 0)


@pytest.mark.rule("GRW-RANGED-07", "GRW-RANGED-08", "GRW-Q-88")
@pytest.mark.example("GRW-EX-26")
@pytest.mark.parametrize(("fp", "left"), [(3, [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]), (4, [2] * 10)])
def test_wounds_fall_on_one_model_after_the_other(fp: int, left: list[int]) -> None:
    field = shoot_unit(squad("u", 3, arms(fp=fp)), squad("x", 13, RW="3+", L="2"), *[6] * 3, *[1] * 3)
    assert sorted(field.wounds("b.x")) == left


@pytest.mark.rule("GRW-ACTSHOOT-01", "GRW-ACTSHOOT-02", "GRW-RANGED-01")
@pytest.mark.example("GRW-EX-46")
def test_a_trooper_shoots_with_one_weapon_a_vehicle_with_all() -> None:
    two = (arms("One", rof=1), arms("Two", rof=2))
    field = Stage([squad("u", 1, *two), squad("v", 1, *two, mm=60, Type="vehicle")], [squad("x", 9)])
    (trooper,), (wagon,) = field.put("a.u", (20, 20)), field.put("a.v", (20, 26))
    field.put("b.x", *[(35, 18 + place) for place in range(9)])
    field.act("a.u")
    field.go()
    field.take("shoot")
    both = [{"model": trooper, "slot": slot, "profile": 0, "target": "b.x"} for slot in (0, 1)]
    refusal = field.refusal("fire", shots=both)
    assert refusal is not None
    assert refusal.rule == "GRW-ACTSHOOT-01"
    field = Stage([squad("v", 1, *two, mm=60, Type="vehicle")], [squad("x", 9)])
    (wagon,) = field.put("a.v", (20, 26))
    field.put("b.x", *[(35, 18 + place) for place in range(9)])
    field.act("a.v")
    field.go(1, 1, 1)
    field.take("shoot")
    field.choose("fire", shots=[{"model": wagon, "slot": slot, "profile": 0, "target": "b.x"} for slot in (0, 1)])
    assert [len(event["dice"]) for event in field.events("hits.rolled")] == [1, 2]


@pytest.mark.rule(
    "GRW-RANGED-02", "GRW-LOS-01", "GRW-LOS-02", "GRW-LOS-03", "GRW-TERRAIN-08", "GRW-TERRAIN-09", "GRW-TERRAIN-04"
)
@pytest.mark.example("GRW-EX-44")
def test_one_seen_model_is_enough_and_terrain_blocks() -> None:
    hill = [piece("hill", 26, 19, 28, 40)]
    field = Stage([squad("u", 5, arms())], [squad("x", 6), squad("z", 1)], terrain=hill)
    field.put("a.u", (20, 18), *[(20, 21 + place) for place in range(4)])
    field.put("b.x", (34, 18), *[(34, 30 + place) for place in range(5)])
    field.put("b.z", (60, 1))
    field.act("a.u")
    field.go(6, 1, 1, 1, 1, 1, 2)
    field.take("shoot")
    field.shoot()
    assert len(field.event("hits.rolled")["near"]) == 5
    assert len(field.decision.data["models"]) == 6  # casualties may come from all
    field = Stage([squad("u", 1, arms())], [squad("x", 1), squad("z", 1)], terrain=[piece("hill", 26, 10, 28, 40)])
    field.put("a.u", (20, 24))
    field.put("b.x", (34, 24))
    field.put("b.z", (20, 45))
    field.act("a.u")
    field.go()
    field.take("shoot")
    refusal = field.refusal("fire", shots=[{"model": field.models("a.u")[0], "slot": 0, "profile": 0, "target": "b.x"}])
    assert refusal is not None
    assert refusal.rule == "GRW-RANGED-02"


@pytest.mark.rule("GRW-TERRAIN-08", "GRW-TERRAIN-09", "GRW-Q-52", "GRW-Q-87")
@pytest.mark.parametrize(("inside", "seen"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_unit_half_of_which_is_in_a_wood_looks_through_it(inside: int, seen: bool) -> None:
    """The models in the wood see nobody behind their pillar; the others look through the wood, and are seen through it."""
    terrain = [piece("wood", 26, 10, 36, 44), piece("pillar", 30, 28, 32, 44)]
    field = Stage([squad("u", 4, arms())], [squad("x", 1)], terrain=terrain)
    field.put("a.u", *[(28, 34 + 2 * place) if place < inside else (20, 14 + 2 * place) for place in range(4)])
    field.put("b.x", (42, 18))
    game = field.game
    assert sight.sees(game, game.unit("a.u"), game.unit("b.x")) is seen
    assert sight.sees(game, game.unit("b.x"), game.unit("a.u")) is seen


@pytest.mark.rule("GRW-TERRAIN-09", "GRW-Q-87")
def test_a_model_that_stands_in_a_wood_sees_and_is_seen_by_itself() -> None:
    field = Stage([squad("u", 4, arms())], [squad("x", 1)], terrain=[piece("wood", 26, 10, 36, 40)])
    field.put("a.u", (28, 18), *[(20, 20 + 2 * place) for place in range(3)])
    field.put("b.x", (42, 18))
    game = field.game
    assert sight.sees(game, game.unit("a.u"), game.unit("b.x"))
    assert sight.sees(game, game.unit("b.x"), game.unit("a.u"))


@pytest.mark.rule("GRW-Q-87")
@pytest.mark.parametrize(("top", "seen"), [(24.2, True), (24.32, True), (24.34, False)])
def test_any_line_from_base_to_base_is_a_line_of_sight(top: float, seen: bool) -> None:
    """One runs where neither centre nor edge point sees anything: up past one hill, then down below another."""
    hills = [piece("hill", 24, 10, 30, top), piece("hill", 32, 24.3, 40, 40)]
    field = Stage([squad("u", 1, arms())], [squad("x", 1)], terrain=hills)
    field.put("a.u", (20, 24))
    field.put("b.x", (48, 24))
    game = field.game
    assert sight.sees(game, game.unit("a.u"), game.unit("b.x")) is seen


@pytest.mark.rule("GRW-Q-53")
def test_models_stand_within_two_inches_of_a_mate_and_need_be_no_one_group() -> None:
    for places, good in (((0, 1.2, 8, 9.2), True), ((0, 1.2, 8), False), ((0, 3.1), False), ((0, 2.9), True)):
        field = Stage([squad("u", len(places))], [squad("x", 1)])
        models = field.put("a.u", *[(10 + place, 20) for place in places])
        assert coherent(field.state.bodies(models), shared_rules(field.game).coherency) is good


@pytest.mark.rule("GRW-SPECIAL-07", "GRW-SPECIAL-12")
@pytest.mark.example("GRW-EX-41")
def test_twin_linked_and_preacher() -> None:
    gun = arms(rof=2, text="Twin-linked: the RoF of the weapon is doubled.")
    field = shoot_unit(squad("u", 1, gun, rules=("Preacher",)), squad("x", 20), 1, 3, 4, 6, 4, 2, 6, 6, 6)
    rolled = field.event("hits.rolled")
    assert (rolled["before"], rolled["dice"], rolled["hits"]) == ([1, 3, 4, 6], [4, 2, 4, 6], 3)


@pytest.mark.rule("GRW-SPECIAL-06", "GRW-RANGED-07")
@pytest.mark.example("GRW-EX-51")
@pytest.mark.parametrize(("rules", "player"), [((), 1), (("Sniper",), 0)])
def test_who_distributes_hits(rules: tuple[str, ...], player: int) -> None:
    mixed = squad("x", [(2, (), {"RW": "3+"}), (1, (), {"RW": "4+", "L": "2"})])
    field = Stage([squad("u", 1, arms(), rules=rules)], [mixed])
    field.put("a.u", (20, 24))
    models = field.put("b.x", (30, 24), (30, 25), (30, 26))
    field.act("a.u")
    field.go(6, 3)
    field.take("shoot")
    field.shoot()
    assert (field.asked, field.decision.player) == ("assign", player)
    assert field.decision.data["models"] == [models[0], models[2]]
    field.choose("assign", model=models[2])
    assert (field.event("saves.rolled")["needed"], field.wounds("b.x")) == (4, [1, 1, 1])


@pytest.mark.rule("GRW-RANGED-02", "GRW-Q-35", "GRW-Q-68")
def test_one_target_that_is_in_no_close_combat() -> None:
    field = Stage([squad("u", 2, arms()), squad("w", 1)], [squad("x", 1), squad("y", 1), squad("z", 1)])
    first, second = field.put("a.u", (20, 24), (20, 25.2))
    field.put("a.w", (31, 30))
    field.put("b.x", (30, 24))
    field.put("b.y", (30, 27))
    field.put("b.z", (30, 30))
    field.fight("a.w", "b.z")
    field.act("a.u")
    field.go()
    field.take("shoot")
    rows = [{"model": model, "slot": 0, "profile": 0, "target": key} for model, key in ((first, "b.x"), (second, "b.y"))]
    several = field.refusal("fire", shots=rows)
    fought = field.refusal("fire", shots=[rows[0] | {"target": "b.z"}])
    assert several is not None
    assert several.rule == "GRW-Q-68"
    assert fought is not None
    assert fought.rule == "GRW-Q-35"


@pytest.mark.rule("GRW-Q-66", "GRW-Q-88", "GRW-RANGED-06")
def test_who_fails_its_own_save_is_lost() -> None:
    others = squad("x", [(1, []), (1, [], {"NK": "2+"}), (1, [], {"RW": "5+"})])
    field = Stage([squad("u", 2, arms())], [others])
    field.put("a.u", (20, 20), (20, 21.1))
    plain, special, _ = field.put("b.x", (30, 20), (30, 21.1), (30, 22.2))
    field.act("a.u")
    field.go(6, 6, 4, 1, 3)
    field.take("shoot")
    field.shoot()
    field.choose("assign", model=plain)
    field.choose("assign", model=special)
    rolled = field.event("saves.rolled")
    assert (rolled["models"], rolled["dice"]) == ([plain, special], [4, 1])
    assert [event["model"] for event in field.events("model.destroyed")] == [special]


@pytest.mark.rule("GRW-TERRAIN-02", "GRW-Q-51", "GRW-Q-88", "GRW-RANGED-06")
def test_who_falls_takes_no_cover_from_hits_that_are_assigned_already() -> None:
    """2 of 4 stand inside; the first to save is one of them and falls, the other still has the cover."""
    others = squad("x", [(2, []), (2, [], {"RW": "5+"})])
    field = Stage([squad("u", 2, arms(fp=9))], [others], terrain=[WOOD])
    field.put("a.u", (20, 20), (20, 21.1))
    plain, _, weak, _ = field.put("b.x", (30, 20), (40, 21.1), (30, 21.1), (40, 22.2))
    field.act("a.u")
    field.go(6, 6, 1, 1, 6)
    field.take("shoot")
    field.shoot()
    field.choose("assign", model=plain)
    field.choose("assign", model=weak)
    assert [event["bonuses"] for event in field.events("saves.rolled")] == [{"cover": 1}, {"cover": 1}]


def test_a_lost_model_takes_one_line_of_the_log() -> None:
    field = Stage([squad("u", 2, arms())], [squad("x", [(1, [], {"L": "2"})])])
    field.put("a.u", (20, 20), (20, 21.1))
    (model,) = field.put("b.x", (30, 20))
    field.act("a.u")
    field.go(6, 6, 1, 1)
    field.take("shoot")
    field.shoot()
    assert [event["left"] for event in field.events("wounds.lost")] == [1, 0]
    assert [event["model"] for event in field.events("model.destroyed")] == [model]
    assert [line for line in field.sentences() if "lost" in line or "loses" in line or "destroyed" in line] == [
        "x 0 (x) loses 1 wound; 1 left.",
        "x 0 (x) is destroyed.",
    ]


def of_two_weapons(reach: float, *foes: tuple[float, float], **more: Any) -> Stage:
    """Two models of a.u with a weapon each shoot at b.x; of both the first weapon reaches everybody."""
    weapons = arms("Long", 48, **more.pop("long", {})), arms("Short", reach)
    field = Stage(
        [squad("u", [(1, ["Long"]), (1, ["Short"])], *weapons, RW="6+"), squad("w", 1)], [more["foe"], squad("y", 1)]
    )
    first, second = field.put("a.u", (20, 24), (21.5, 24))
    field.put("a.w", (2, 2))
    field.put("b.x", *foes)
    field.put("b.y", (70, 46))
    field.act("a.u")
    field.go(source=more["dice"])
    field.take("shoot")
    field.choose("fire", shots=[{"model": model, "slot": 0, "profile": 0, "target": "b.x"} for model in (first, second)])
    while field.asked in ("loss", "assign"):
        field.choose(**field.options()[0])
    return field


@pytest.mark.rule("GRW-RANGED-03", "GRW-Q-68")
def test_range_is_measured_before_any_dice_are_rolled() -> None:
    """The near model falls to the first weapon; the second had been in reach when it was measured, and rolls."""
    field = of_two_weapons(12, (20, 34), (20, 39), foe=squad("x", 2), dice=DiceByLabel(hit=6, save=1))
    long, short = field.events("hits.rolled")
    assert (long["weapon"], short["weapon"], len(short["dice"])) == ("Long", "Short", 1)
    assert short["gaps"] == [round(float((1.5**2 + 10**2) ** 0.5) - 1.0, 4)]
    assert not field.models("b.x")


@pytest.mark.rule("GRW-RANGED-01", "GRW-VEHICLE-12")
def test_whom_an_explosion_has_taken_away_shoots_no_more() -> None:
    wagons = squad("x", 2, arms(), Type="vehicle", L="1", RW="5+")
    dice = DiceByLabel(hit=6, save=lambda a: 1 if a.target == 0 or a.number < 1 << 20 else 6, vehicle_damage=6, morale=6)
    field = of_two_weapons(24, (20, 28), (21.5, 28), foe=wagons, dice=dice)
    assert field.event("vehicle.exploded")["unit"] == "b.x"
    assert not field.game.on_table(field.game.unit("a.u"))
    assert [event["weapon"] for event in field.events("hits.rolled")] == ["Long"]
    assert len(field.models("b.x")) == 1
