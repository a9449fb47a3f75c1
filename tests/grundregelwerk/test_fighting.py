"""Close combat in its nine steps, flight and pursuit, vehicles and explosions. Worked examples of the ledger."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.engine.apply import apply
from resolver.table.dice import ScriptedDice
from tests.grundregelwerk.stage import DiceByLabel, Stage, arms, blade, piece, squad


def fought(a: Any, b: Any, *dice: int, contact: int = 1, gap: float = 0.0, **more: Any) -> Stage:
    """Unit a.u attacks b.x, which it touches with `contact` models; both stand in columns."""
    field = Stage([a], [b, *more.get("beside", ())], terrain=more.get("terrain", ()))
    own, others = field.models("a.u"), field.models("b.x")
    field.put("a.u", *[(20.0, 20 + 1.05 * place) for place in range(len(own))])
    field.put("b.x", *[(21.0 + gap, 20 + 1.05 * place) for place in range(len(others))])
    field.fight("a.u", "b.x")
    field.act("a.u")
    field.go(*dice)
    field.take("close-combat")
    field.lose()
    return field


@pytest.mark.rule(
    "GRW-MELEE-12", "GRW-MELEE-13", "GRW-MELEE-14", "GRW-MELEE-16", "GRW-MORALE-02", "GRW-MELEE-02", "GRW-ACTMELEE-01"
)
@pytest.mark.example("GRW-EX-10", "GRW-EX-47")
def test_on_a_tie_the_attacker_has_lost_and_tests() -> None:
    field = fought(squad("u", 2, L="3"), squad("x", 2, L="3"), 6, 6, 1, 1, 6, 6, 1, 1, 3)
    decided = field.event("combat.decided")
    assert (decided["dealt"], decided["taken"], decided["winner_unit"]) == (2, 2, "b.x")
    assert (field.event("nerve.tested")["unit"], field.event("nerve.tested")["passed"]) == ("a.u", True)
    assert field.game.has_pair(field.game.unit("a.u"), field.game.unit("b.x"), "combat")


@pytest.mark.rule(
    "GRW-MELEE-15", "GRW-MELEE-17", "GRW-MELEE-18", "GRW-MELEE-19", "GRW-ACTFLEE-02", "GRW-FLEE-05", "GRW-FLEE-06"
)
@pytest.mark.example("GRW-EX-11", "GRW-EX-47")
@pytest.mark.parametrize(("pursuit", "caught"), [(4, True), (3, False)])
def test_a_loser_that_fails_flees_and_may_be_caught(pursuit: int, caught: bool) -> None:
    field = fought(squad("u", 1, NK="2+", A="1"), squad("x", 1, L="3", A="0"), 6, 1, 2, 4, pursuit)
    assert field.event("nerve.tested")["unit"] == "b.x"
    assert field.event("unit.flees")["inches"] == 4
    field.choose("pursue", pursue=True)
    assert field.event("unit.pursues")["caught"] == caught
    assert field.game.on_table(field.game.unit("b.x")) != caught
    if not caught:
        assert float(field.state.y[field.models("b.x")[0]]) == 24.0  # towards its edge, at the top
        assert field.game.count(field.game.unit("b.x"), "fleeing") == 1


@pytest.mark.rule("GRW-SPECIAL-08", "GRW-MELEE-04", "GRW-MELEE-06", "GRW-MELEE-05", "GRW-MELEE-10", "GRW-MELEE-11")
@pytest.mark.example("GRW-EX-13")
def test_furious_charge_counts_for_the_attacker_alone() -> None:
    hosts = squad("u", 5, blade(), rules=("Furious Charge",))
    others = squad("x", 5, blade(), rules=("Furious Charge",))
    field = fought(hosts, others, *[4] * 10, *[5] * 10, *[1] * 5, 3)
    first, back = field.events("hits.rolled")
    assert (len(first["dice"]), first["fp"]) == (10, 1)
    assert field.event("saves.rolled")["needed"] == 5
    assert (len(back["dice"]), back["fp"]) == (5, 0)


@pytest.mark.rule("GRW-MELEE-07", "GRW-MELEE-08", "GRW-MELEE-10", "GRW-MELEE-12")
@pytest.mark.example("GRW-EX-29")
def test_a_fight_in_a_ruin_has_no_cover() -> None:
    ruin = [piece("ruin", 20.2, 15, 30, 30)]
    attacker = squad("u", 4, blade(rof=1, fp=1), A="2", L="2")
    dice = [*[4] * 3, *[1] * 9, *[1, 1, 1], *[4, 1], 1, 3]
    field = fought(attacker, squad("x", 5), *dice, terrain=ruin)
    first, back = field.events("hits.rolled")
    assert (len(first["dice"]), field.events("saves.rolled")[0]["needed"], len(back["dice"])) == (12, 5, 2)
    decided = field.event("combat.decided")
    assert (decided["dealt"], decided["taken"], decided["winner_unit"]) == (3, 1, "a.u")
    assert field.event("nerve.tested")["unit"] == "b.x"


@pytest.mark.rule("GRW-MELEE-03", "GRW-MELEE-01")
@pytest.mark.example("GRW-EX-30")
def test_only_models_within_reach_fight() -> None:
    field = Stage([squad("u", 3, blade())], [squad("x", 1, L="9", A="0")])
    own = field.put("a.u", (21, 20), (19, 21.7321 + 0.0), (22.0, 22.0))
    (foe,) = field.put("b.x", (20, 20))
    field.put("a.u", (21, 20), (20, 22.0), (20 - 2.1, 20))
    field.fight("a.u", "b.x")
    field.act("a.u")
    field.go(1, 1, 6)
    field.take("close-combat")
    assert field.events("hits.rolled")[0]["near"] == own[:2]
    assert foe in field.models("b.x")


@pytest.mark.rule("GRW-MELEE-12", "GRW-MELEE-14", "GRW-MELEE-09", "GRW-Q-76")
@pytest.mark.example("GRW-EX-31")
def test_who_is_wiped_out_strikes_back_no_more_and_nobody_tests() -> None:
    field = fought(squad("u", 2, A="2"), squad("x", 2), 6, 6, 6, 6, 1, 1, 1, 1)
    decided = field.event("combat.decided")
    assert (decided["dealt"], decided["taken"], decided["winner_unit"], decided["over"]) == (4, 0, "a.u", True)
    assert not field.events("nerve.tested")
    assert len(field.events("hits.rolled")) == 1


@pytest.mark.rule("GRW-MELEE-09")
def test_fp_above_rw_takes_whole_models_in_close_combat() -> None:
    field = fought(squad("u", 1, blade(fp=5)), squad("x", 2, L="4", A="0"), 6, 6, 5)
    assert field.wounds("b.x") == [4]


@pytest.mark.rule("GRW-Q-77", "GRW-Q-82", "GRW-MELEE-17")
@pytest.mark.parametrize(("state", "asks"), [("pinned", False), ("fleeing", False), ("", True)])
def test_a_pinned_or_fleeing_winner_strikes_back_but_does_not_pursue(state: str, asks: bool) -> None:
    field = Stage([squad("u", 1, L="9")], [squad("x", 1, L="3", A="2")])
    field.put("a.u", (20, 20))
    field.put("b.x", (21, 20))
    field.fight("a.u", "b.x")
    if state:
        field.count("b.x", state, 1)
    field.act("a.u")
    field.go(1, 6, 6, 1, 1, 2, 3, 1, 1)
    field.take("close-combat")
    assert [event["unit"] for event in field.events("hits.rolled")] == ["a.u", "b.x"]
    assert field.events("unit.flees")[0]["unit"] == "a.u"
    assert (field.asked == "pursue") == asks
    assert not field.events("unit.pursues")


@pytest.mark.rule("GRW-Q-78")
def test_who_lost_contact_closes_up_first() -> None:
    field = Stage([squad("u", 1)], [squad("x", 1, L="3", A="0")])
    (model,) = field.put("a.u", (20, 20))
    field.put("b.x", (23, 20))
    field.fight("a.u", "b.x")
    field.act("a.u")
    field.go(1, 3)
    field.take("close-combat")
    assert field.asked == "close-up"
    aside = field.refusal("close-up", moves=[{"model": model, "path": [[20.0, 22.0, 0.0]]}])
    assert aside is not None
    assert aside.rule == "GRW-Q-78"
    field.choose(**field.options()[0])
    assert field.event("unit.moved")["move"] == "close-up"
    assert field.event("combat.fought")["target"] == "b.x"


def shoot_vehicle(
    *dice: int, life: str = "3", marks: tuple[str, ...] = (), guns: int = 1, shots: int = 1, more: Any = ()
) -> Stage:
    """Shoot with FP 4 at an unarmoured vehicle with RW 4+ and so many weapons."""
    wagon = squad("x", 1, *[arms(f"Gun {n}") for n in range(guns)], mm=100, L=life, Type="vehicle")
    field = Stage([squad("u", shots, arms(fp=4))], [wagon, *more])
    field.put("a.u", *[(20, 20 + 1.1 * place) for place in range(shots)])
    (model,) = field.put("b.x", (36, 22))
    for number, _ in enumerate(more):
        field.put(f"b.{more[number]['id']}", *WHERE[number])
    field.mark_model(model, *marks)
    field.act("a.u")
    field.go(*dice)
    field.take("shoot")
    field.shoot()
    return field


WHERE = (
    [(36 + 1.9685 + 6.5, 22), (36, 22 + 1.9685 + 6.5), (36, 22 - 1.9685 - 6.5), (36 + 1.9685 + 6.6, 24.0), (50, 30)],
    [(40, 22)],
)


@pytest.mark.rule("GRW-VEHICLE-05", "GRW-VEHICLE-06", "GRW-VEHICLE-10", "GRW-VEHICLE-11", "GRW-VEHICLE-13", "GRW-VEHICLE-14")
@pytest.mark.rule("GRW-VEHICLE-09", "GRW-VEHICLE-07")
@pytest.mark.example("GRW-EX-37")
def test_the_damage_table() -> None:
    field = shoot_vehicle(6, 6, 1, 1, 4, 4, shots=2)
    assert [event["instead"] for event in field.events("vehicle.damaged")] == ["", "twice"]
    assert not field.game.on_table(field.game.unit("b.x"))
    field = shoot_vehicle(6, 6, 1, 1, 1, 3, shots=2)
    unit, (model,) = field.game.unit("b.x"), field.models("b.x")
    assert field.game.model_marked(model, "shaken")
    assert field.game.model_marked(model, "immobilised")
    assert field.wounds("b.x") == [1]
    assert field.game.on_table(unit)
    field = shoot_vehicle(6, 1, 3, marks=("immobilised",))
    assert field.event("vehicle.damaged")["instead"] == "not-applicable"
    assert not field.models("b.x")
    field = shoot_vehicle(6, 1, 1, life="1")
    assert not field.models("b.x")
    assert [event["name"] for event in field.events("terrain.placed")] == ["wreck"]


@pytest.mark.rule("GRW-VEHICLE-08", "GRW-VEHICLE-13")
@pytest.mark.parametrize(("face", "guns", "alive"), [(2, 1, True), (4, 0, False), (1, 0, False), (5, 1, False)])
def test_rows_of_the_damage_table(face: int, guns: int, alive: bool) -> None:
    field = shoot_vehicle(6, 1, face, guns=guns)
    assert bool(field.models("b.x")) == alive


@pytest.mark.rule("GRW-VEHICLE-10", "GRW-Q-45")
def test_the_attacker_says_which_weapon_is_lost_and_it_is_used_no_more() -> None:
    field = shoot_vehicle(6, 1, 4, guns=2)
    assert (field.asked, field.decision.player) == ("weapon", 0)
    field.choose("weapon", slot=1)
    assert field.event("weapon.destroyed")["weapon"] == "Gun 1"
    (model,) = field.models("b.x")
    assert field.game.model_count(model, "broken") == 2


@pytest.mark.rule("GRW-VEHICLE-12", "GRW-VEHICLE-01", "GRW-Q-46")
@pytest.mark.example("GRW-EX-38")
def test_an_explosion_hits_what_is_within_six_inches() -> None:
    near = [squad("near", 5), squad("wagon", 1, arms(), rules=("Light Armour",), mm=50, L="3", Type="vehicle")]
    field = shoot_vehicle(6, 1, 6, 5, 5, 5, more=near)
    exploded = field.event("vehicle.exploded")
    assert dict(zip(exploded["units"], exploded["hits"], strict=True))["b.near"] == 3
    save = field.events("saves.rolled")[-1]
    assert (save["unit"], save["fp"], save["needed"], save["unsaved"]) == ("b.near", 1, 5, 0)
    assert field.event("hits.ignored")["unit"] == "b.wagon"
    assert not list(field.events("terrain.placed"))


@pytest.mark.rule("GRW-VEHICLE-12", "GRW-Q-46")
def test_explosions_chain_and_end() -> None:
    wagons = [squad(f"w{n}", 1, arms(), mm=50, L="1", Type="vehicle") for n in range(4)]
    first = squad("x", 1, arms(), mm=50, L="1", Type="vehicle")
    field = Stage([squad("u", 1, arms(fp=4))], [first, *wagons])
    field.put("a.u", (20, 20))
    for number, key in enumerate(("b.x", *(f"b.w{n}" for n in range(4)))):
        field.put(key, (36 + 4 * number, 22))
    field.act("a.u")

    field.go(source=DiceByLabel(usual=1, hit=6, save=1, vehicle_damage=6))
    field.take("shoot")
    field.shoot()
    assert len(field.events("vehicle.exploded")) == 5
    assert not field.game.units_on_table(1)


@pytest.mark.rule("GRW-PINNED-02", "GRW-Q-26")
@pytest.mark.parametrize(("shot_at", "flees"), [(True, True), (False, False)])
def test_who_is_pinned_flees_by_the_enemy_alone(shot_at: bool, flees: bool) -> None:
    """A wagon explodes beside its own pinned guards: by the enemy's shot, or in a wood that it drives into."""
    wagon = squad("w", 1, mm=50, L="1", Type="vehicle", B='10"')
    field = Stage([squad("u", 1, arms(fp=4))], [wagon, squad("g", 8, MW="6+")], terrain=[piece("wood", 38, 24, 44, 30)])
    field.put("a.u", (20, 20))
    field.put("b.w", (36, 22))
    field.put("b.g", *[(32 + 1.2 * place, 18) for place in range(8)])
    field.count("b.g", "pinned", 1)
    field.act("a.u" if shot_at else "b.w")
    field.state.turn = int(not shot_at)
    guards = field.game.unit("b.g")

    def save(address: Any) -> int:
        """Of the guards some are lost, enough for a test."""
        return 6 if address.target == guards and address.number % 3 else 1

    field.go(source=DiceByLabel(usual=1, hit=6, save=save, vehicle_damage=6, morale=1))
    if shot_at:
        field.take("shoot")
        field.shoot("b.w")
    else:
        field.take("move")
        (model,) = field.models("b.w")
        field.choose("march", moves=[{"model": model, "path": [[38.5, 23.5, 0.0]]}])
    field.lose()
    assert field.event("vehicle.exploded")["unit"] == "b.w"
    assert not field.event("nerve.tested")["passed"]
    assert [event["unit"] for event in field.events("unit.fleeing")] == (["b.g"] if flees else [])


@pytest.mark.rule("GRW-Q-41")
@pytest.mark.parametrize(("kind", "dice"), [("vehicle", 0), ("infantry", 2)])
def test_a_vehicle_without_attacks_rolls_no_dice(kind: str, dice: int) -> None:
    field = fought(squad("u", 1, blade(rof=2), A="0", Type=kind), squad("x", 1, L="9", A="0"), *[1] * 12)
    assert len(field.events("hits.rolled")[0]["dice"]) == dice


@pytest.mark.rule("GRW-Q-38")
def test_who_has_lost_a_weapon_leaves_its_choice_to_its_mate() -> None:
    walkers = squad("u", 2, blade("Saw", fp=1), blade("Claw", fp=3), Type="walker", L="3", rules=("Light Armour",))
    field = Stage([walkers], [squad("x", 1, L="9", A="0")])
    first, second = field.put("a.u", (20, 20), (22, 20))
    field.put("b.x", (21, 20))
    field.state.write("counters", (first, field.rules.names.model_counters["broken"]), 1)
    field.fight("a.u", "b.x")
    field.act("a.u")
    field.go(*[1] * 12)
    field.take("close-combat")
    assert (field.asked, field.decision.data["model"], field.decision.data["weapons"]) == ("blade", second, ["Saw", "Claw"])
    field.choose("blade", weapon=0)
    assert {(event["weapon"], *event["models"]) for event in field.events("hits.rolled") if event["unit"] == "a.u"} == {
        ("Claw", first),
        ("Saw", second),
    }


@pytest.mark.rule("GRW-VEHICLE-12", "GRW-TTEST-03")
def test_a_terrain_test_and_the_explosion_that_follows_it_have_dice_of_their_own() -> None:
    wagons = squad("u", 2, arms(), mm=50, L="1", Type="vehicle", B='10"')
    field = Stage([wagons], [squad("x", 1)], terrain=[piece("wood", 19, 23, 30, 30)])
    first, second = field.put("a.u", (20, 20), (23, 20))
    field.put("b.x", (60, 40))
    field.act("a.u")
    dice = ScriptedDice([1, 6, 6])
    field.go(source=dice)
    field.take("move")
    field.choose("march", moves=[{"model": first, "path": [[20.0, 22.5, 0.0]]}])
    field.choose("loss", model=first)
    assert field.event("vehicle.exploded")["units"] == ["a.u"]
    saves = [address for address in dice.asked if address.label == "save"]
    assert len(saves) == len(set(saves)) == 2
    assert field.game.state.standing(field.game.unit("a.u")).tolist() == [second]


@pytest.mark.rule("GRW-VEHICLE-14", "GRW-VEHICLE-07")
@pytest.mark.example("GRW-EX-18")
def test_results_of_an_earlier_round_do_not_count_twice() -> None:
    field = shoot_vehicle(6, 1, 1, life="5")
    (model,) = field.models("b.x")
    assert field.game.model_marked(model, "shaken")
    apply(field.state, field.rules, "round.ended", {})
    assert not field.game.model_marked(model, "shaken")
    assert field.game.model_count(model, "results") == 0


@pytest.mark.rule("GRW-SPECIAL-12", "GRW-MELEE-05")
def test_a_preacher_rolls_failed_blows_again() -> None:
    field = fought(squad("u", 2, blade(), rules=("Preacher",)), squad("x", 1, L="5", A="0"), 2, 6, 5, 6, 6, 3)
    rolled = field.events("hits.rolled")[0]
    assert (rolled["before"], rolled["dice"], rolled["hits"]) == ([2, 6], [5, 6], 2)
    assert "GRW-SPECIAL-12" in rolled["rules"]


@pytest.mark.rule("GRW-MELEE-03", "GRW-MELEE-04", "GRW-Q-37", "GRW-Q-38")
def test_models_strike_by_weapon_and_skill() -> None:
    """Two hands with two weapons choose once; a spear reaches two inches; another NK rolls by itself; none rolls nothing."""
    band = squad(
        "u",
        [(2, ["Sword", "Axe"]), (1, ["Spear"], {"NK": "3+", "A": "2"}), (1, ["Sword"], {"NK": "-"})],
        blade("Sword", rof=1),
        blade("Axe", fp=2),
        blade("Spear", 2, 1, 1),
    )
    field = Stage([band], [squad("x", 1, L="9", A="0")])
    field.put("a.u", (19, 20), (21, 20), (20, 22.9), (20, 19))
    field.put("b.x", (20, 20))
    field.fight("a.u", "b.x")
    field.act("a.u")
    field.go(*[1] * 12)
    field.take("close-combat")
    assert (field.asked, field.decision.data["weapons"]) == ("blade", ["Sword", "Axe"])
    field.choose("blade", weapon=1)
    rolled = {event["weapon"]: event for event in field.events("hits.rolled") if event["unit"] == "a.u"}
    assert {name: (len(each["dice"]), each["needed"], each["fp"]) for name, each in rolled.items()} == {
        "Axe": (2, 4, 2),
        "Spear": (3, 3, 1),
        "Sword": (0, 7, 0),
    }


@pytest.mark.parametrize(
    ("attacks", "target", "dice", "rw"),
    [(5, {"RW": "2+"}, 5, 2), (1, {"RW": "5+", "Type": "vehicle", "rules": ("Light Armour",), "L": "3"}, 1, None)],
)
@pytest.mark.rule("GRW-MELEE-06", "GRW-MELEE-07", "GRW-VEHICLE-01")
def test_blows_are_saved_by_rw_and_armour(attacks: int, target: dict[str, Any], dice: int, rw: int | None) -> None:
    given = {"A": "0", "L": "9"} | target
    field = fought(squad("u", 1, blade(fp=1), A=str(attacks)), squad("x", 1, **given), *[6] * dice, *[3] * dice, 6, 6)
    saved = field.events("saves.rolled")
    assert [event["needed"] for event in saved] == ([] if rw is None else [rw + 1])
    assert bool(field.events("hits.ignored")) == (rw is None)


@pytest.mark.rule("GRW-MELEE-03", "GRW-MELEE-10")
def test_it_is_told_that_nobody_reaches_to_strike_back() -> None:
    """The model in contact falls; the one behind it reaches nobody."""
    field = Stage([squad("u", 1, blade())], [squad("x", 2)])
    field.put("a.u", (20, 20))
    field.put("b.x", (21, 20), (23.5, 20))
    field.fight("a.u", "b.x")
    field.act("a.u")
    field.go(6, 1, 6)
    field.take("close-combat")
    field.choose("loss", model=field.models("b.x")[0])
    assert (field.event("combat.unreached")["unit"], field.event("combat.unreached")["target"]) == ("b.x", "a.u")
    assert [event["unit"] for event in field.events("hits.rolled")] == ["a.u"]


@pytest.mark.rule("GRW-VEHICLE-12")
def test_an_explosion_near_nobody_is_told_so() -> None:
    field = shoot_vehicle(6, 1, 6)
    assert field.event("vehicle.exploded")["units"] == []
    assert any("nobody" in line for line in field.sentences())
