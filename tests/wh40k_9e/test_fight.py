"""The Fight phase: order, pile in, who fights, attacks, weapons, consolidate."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.engine.prose import LogWriter
from resolver.families.wh40k.attacks.fight import next_to_fight
from resolver.table.dice import SeededDice
from tests.dice import RecordingDice
from tests.field import INFANTRY, Field, blade, gun, moves, unit, wall

rule, example = pytest.mark.rule, pytest.mark.example
CHAINSWORD = blade(
    "Chainsword", effects=[{"kind": "extra-attacks", "number": "1", "on": "fight", "to": {"scope": "weapon"}}]
)
DEVASTATING = {
    "kind": "modify-characteristic",
    "characteristic": "A",
    "operation": "add",
    "value": "2",
    "on": "charge",
    "to": {"scope": "unit"},
    "until": "turn-end",
}


def blow(model: int, target: str, number: int = 1, slot: int = 0, profile: int = 0) -> dict[str, Any]:
    return {"model": model, "slot": slot, "profile": profile, "target": target, "number": number}


def hold(field: Field) -> None:
    """Answer moves of the Fight phase by standing still until something else is asked."""
    while field.asked in ("pile-in", "consolidate"):
        field.choose(moves=[])


def melee(*weapons: Any, foe: Any = None, gap: float = 0.5, a: Any = None, **given: Any) -> Field:
    """One model of a and one unit of b within Engagement Range, a about to fight."""
    field = Field([a or unit("x", 1, *weapons, **given)], [foe or unit("y", 1, W="20")], "fight", turn=1)
    field.put("a.x", (10.0, 20.0))
    field.row("b.y", 11.0 + gap, 20.0)
    return field


def fighters(field: Field) -> dict[int, Any]:
    return {row["model"]: row for row in field.decision.data["fighters"]}


@rule("9E-FIGHT-02")
@rule("9E-FIGHT-06")
@pytest.mark.parametrize(
    ("gap", "marks", "eligible"), [(1.0, (), True), (1.1, (), False), (5.0, ("charged",), True), (5.0, (), False)]
)
def test_who_is_eligible_to_fight(gap: float, marks: Any, eligible: bool) -> None:
    field = melee(blade(), gap=gap)
    field.mark("a.x", *marks)
    assert (field.game.unit("a.x") in next_to_fight(field.game)[1]) is eligible


@rule("9E-FIGHT-06")
def test_a_player_with_an_eligible_unit_cannot_decline() -> None:
    field = Field([unit("x", 1), unit("z", 1)], [unit("y", 1, W="9")], "fight", turn=1)
    field.put("a.x", (10, 20))
    field.put("a.z", (11.5, 21.2))
    field.put("b.y", (11.5, 20))
    field.go()
    assert field.decision.data == {"to": "fight", "units": ["a.x", "a.z"], "optional": False}
    assert field.refusal("select", unit=None)


@rule("9E-FIGHT-01")
@rule("9E-FIGHT-03")
@rule("9E-FIGHT-04")
@rule("9E-FIRST-01")
@example("9E-EX-57")
def test_charging_units_first_then_alternately_from_the_player_whose_turn_it_is_not() -> None:
    big = {"W": "50", "Sv": "2+"}
    field = Field([unit("a1", 1, **big), unit("a2", 1, **big)], [unit("b1", 1, **big), unit("b2", 1, **big)], "fight")
    field.put("a.a1", (10, 20))
    field.put("b.b1", (11.5, 20))
    field.put("a.a2", (10, 30))
    field.put("b.b2", (11.5, 30))
    field.mark("a.a1", "charged")
    field.pair("a.a1", "b.b1", "charge-target")
    field.go(*([1] * 4))
    hold(field)
    assert field.decision.player == 1
    assert field.decision.data["units"] == ["b.b1", "b.b2"]
    field.choose("select", unit="b.b2")
    hold_to_end(field)
    assert [event["unit"] for event in field.events("unit.fights")] == ["a.a1", "b.b2", "a.a2", "b.b1"]


def hold_to_end(field: Field) -> None:
    """Stand still in all moves of the Fight phase."""
    while field.battle and field.battle.decision and field.game.step.name == "fight":
        assert field.asked in ("pile-in", "consolidate", "select")
        if field.asked == "select":
            field.choose(unit=field.decision.data["units"][0])
        else:
            field.choose(moves=[])


@rule("9E-FIGHT-04")
def test_when_one_player_is_done_the_other_goes_on() -> None:
    field = Field([unit("x", 1, W="50")], [unit(name, 1, W="9") for name in ("p", "q", "r")], "fight")
    field.put("a.x", (11.5, 20))
    for name, at in (("p", (10.0, 20.0)), ("q", (13.0, 20.0)), ("r", (11.5, 21.5))):
        field.put(f"b.{name}", at)
    field.go(*([1] * 4))
    field.choose("select", unit="b.p")
    hold(field)
    field.choose("melee", attacks=[blow(field.models("a.x")[0], "b.q", slot=-1)])
    hold_to_end(field)
    assert [event["unit"] for event in field.events("unit.fights")] == ["b.p", "a.x", "b.q", "b.r"]


@rule("9E-FIGHT-05")
def test_a_unit_that_becomes_eligible_may_fight() -> None:
    field = Field([unit("x", 1, W="9")], [unit("y", 1, W="1", Sv="7+"), unit("z", 1, W="9")], "fight", turn=1)
    model = field.put("a.x", (10, 20))[0]
    field.put("b.y", (11.5, 20))
    field.put("b.z", (10, 24.3))
    field.go(6, 6, 1, 1)
    field.choose("pile-in", moves=[])
    field.choose("consolidate", moves=moves((model, 10.0, 22.5)))
    assert field.decision.subject == "b.z"
    assert field.asked == "pile-in"


@rule("9E-FIGHTUNIT-01")
@example("9E-EX-22")
@rule("9E-MATT-01")
@rule("9E-MWPN-01")
@rule("9E-MWPN-05")
def test_pile_in_then_attacks_by_weapon_then_consolidate() -> None:
    claws, fist = blade("Lightning claws"), blade("Power fist", S="x2")
    rows = [(1, ["Lightning claws"], {"A": "3"}), (2, ["Lightning claws"]), (2, ["Power fist"])]
    field = Field(
        [unit("x", rows, claws, fist, A="2", WS="7+")],
        [unit("y", 1, W="20", base={"shape": "hull", "mm": [152.4, 25.4]})],
        "fight",
        turn=1,
    )
    field.row("a.x", 10, 20, 0.2)
    field.put("b.y", (12.5, 21.5))
    field.go(*([1] * 11), 1)
    field.choose("pile-in", moves=[])
    groups = field.decision.data["groups"]
    field.choose("resolve", group=next(i for i, group in enumerate(groups) if group["weapon"] == "Power fist"))
    began = [(event["weapon"], sum(event["attacks"])) for event in field.events("attacks.began")]
    assert began == [("Power fist", 4), ("Lightning claws", 7)]
    assert field.asked == "consolidate"


@rule("9E-MATT-01")
@example("9E-EX-21")
def test_a_model_makes_as_many_attacks_as_its_characteristic() -> None:
    field = melee(blade(), blade("Other"), A="2")
    field.go(1, 1)
    hold(field)
    assert fighters(field)[field.models("a.x")[0]]["attacks"] == 2
    for number in (1, 3):
        refusal = field.refusal("melee", attacks=[blow(field.models("a.x")[0], "b.y", number)])
        assert refusal
        assert refusal.rule == "9E-MATT-01"
    field.choose("melee", attacks=[blow(field.models("a.x")[0], "b.y", 2)])
    assert len(field.events("attack.made")) == 2


@rule("9E-MELEE-02")
@rule("9E-MELEE-03")
@rule("9E-MELEE-04")
@rule("9E-MELEE-01")
@example("9E-EX-43")
def test_which_models_fight() -> None:
    field = Field([unit("x", 5, blade(), blade("Other"))], [unit("y", 2, W="20")], "fight", turn=1)
    field.put("b.y", (20.0, 20.0), (30.0, 20.0))
    x, y, z, v, u = field.put("a.x", (18.6, 20.0), (17.1, 20.0), (15.6, 20.0), (28.2, 20.0), (26.7, 20.0))
    field.go(*([1] * 3))
    field.choose("pile-in", moves=[])
    assert sorted(fighters(field)) == sorted([x, y, v])
    for out in (z, u):
        refusal = field.refusal("melee", attacks=[blow(out, "b.y")])
        assert refusal
        assert refusal.rule == "9E-MELEE-04"


@rule("9E-DS-07")
@rule("9E-DS-09")
@pytest.mark.parametrize("characteristics", [{"WS": "-"}, {"A": "-"}])
def test_models_without_weapon_skill_or_attacks_cannot_fight(characteristics: dict[str, str]) -> None:
    field = melee(blade(), **characteristics)
    field.go(*([1] * 4))
    field.choose("pile-in", moves=[])
    assert field.asked == "consolidate"
    assert not field.events("targets.declared")


@rule("9E-MTGT-02")
@rule("9E-MTGT-06")
@rule("9E-FIGHT-02")
@example("9E-EX-68")
def test_a_charging_unit_attacks_only_its_targets_and_who_intervened() -> None:
    field = Field(
        [unit("x", 1, blade(), A="2", W="9")],
        [unit("t", 1, W="9"), unit("u", 1, W="9"), unit("h", 1, W="9", keywords=("CHARACTER",))],
        "fight",
    )
    field.put("a.x", (11.5, 20))
    for name, at in (("t", (10.0, 20.0)), ("u", (13.0, 20.0)), ("h", (11.5, 21.5))):
        field.put(f"b.{name}", at)
    field.mark("a.x", "charged")
    field.pair("a.x", "b.t", "charge-target")
    field.mark("b.h", "intervened")
    field.go(*([1] * 9))
    hold(field)
    model = field.models("a.x")[0]
    assert set(fighters(field)[model]["targets"]) == {"b.t", "b.h"}
    refusal = field.refusal("melee", attacks=[blow(model, "b.u", 2)])
    assert refusal
    assert refusal.rule == "9E-MTGT-02"


@rule("9E-MTGT-06")
@rule("9E-FIGHT-02")
@example("9E-EX-68")
def test_a_charger_without_a_target_piles_in_and_consolidates_only() -> None:
    field = Field([unit("x", 1, blade(), W="9")], [unit("u", 1, W="9")], "fight")
    field.put("a.x", (11.5, 20))
    field.put("b.u", (13.0, 20.0))
    field.mark("a.x", "charged")
    field.go(1, 1)
    assert field.asked == "pile-in"
    field.choose(moves=[])
    assert field.asked == "consolidate"
    assert not field.events("attacks.began")


@rule("9E-MWPN-02")
@example("9E-EX-68")
def test_a_model_without_a_melee_weapon_uses_the_close_combat_weapon() -> None:
    field = melee(gun(), foe=unit("y", 1, W="9", Sv="7+"))
    field.go(3, 4, 1)
    field.choose("pile-in", moves=[])
    began = field.events("attacks.began")[0]
    assert (began["weapon"], began["attacks"]) == ("Close combat weapon", [1])
    made = field.events("attack.made")[0]
    assert made["wound"]["needed"] == 4
    assert field.wounds("b.y") == [8]


@rule("9E-MWPN-02")
def test_the_close_combat_weapon_is_only_for_models_without_another() -> None:
    field = melee(blade(), blade("Other"))
    field.go()
    hold(field)
    refusal = field.refusal("melee", attacks=[blow(field.models("a.x")[0], "b.y", slot=-1)])
    assert refusal
    assert refusal.rule == "9E-MWPN-02"


@rule("9E-MWPN-01")
def test_ranged_weapons_are_not_used_in_melee() -> None:
    field = melee(gun(), blade(), blade("Axe"))
    field.go()
    field.choose("pile-in", moves=[])
    refusal = field.refusal("melee", attacks=[blow(field.models("a.x")[0], "b.y", slot=0)])
    assert refusal
    assert refusal.rule == "9E-MWPN-01"
    assert field.refusal("melee", attacks=[blow(field.models("a.x")[0], "b.y", slot=2)]) is None


@rule("9E-MWPN-03")
@rule("9E-MWPN-04")
@rule("9E-MTGT-01")
@rule("9E-MTGT-04")
def test_attacks_may_be_split_between_weapons_profiles_and_targets() -> None:
    fists = blade("Fists", profiles=[{"name": "Crush", "S": "x2"}, {"name": "Sweep"}])
    field = Field([unit("x", 1, fists, blade(), A="4")], [unit("y", 1, W="20"), unit("z", 1, W="20")], "fight", turn=1)
    field.put("a.x", (11.5, 20))
    field.put("b.y", (10.0, 20.0))
    field.put("b.z", (13.0, 20.0))
    field.go(*([1] * 4))
    hold(field)
    model = field.models("a.x")[0]
    rows = [blow(model, "b.y", 1, 0, 0), blow(model, "b.y", 1, 0, 1), blow(model, "b.z", 1, 1), blow(model, "b.y", 1, 1)]
    field.choose("melee", attacks=rows)
    chosen, declared = field.event("weapons.chosen"), field.event("targets.declared")
    assert {row["weapon"] for row in chosen["weapons"]} == {"Fists (Crush)", "Fists (Sweep)", "Blade"}
    assert {(row["weapon"], row["target"]) for row in declared["attacks"]} == {
        ("Fists (Crush)", "b.y"),
        ("Fists (Sweep)", "b.y"),
        ("Blade", "b.y"),
        ("Blade", "b.z"),
    }
    assert not field.events("attacks.began")


@rule("9E-MTGT-05")
@rule("9E-MWPN-05")
def test_one_target_after_the_other() -> None:
    field = Field(
        [unit("x", 1, blade(), blade("Axe"), A="4")], [unit("y", 1, W="20"), unit("z", 1, W="20")], "fight", turn=1
    )
    field.put("a.x", (11.5, 20))
    field.put("b.y", (10.0, 20.0))
    field.put("b.z", (13.0, 20.0))
    field.go(*([1] * 4))
    hold(field)
    model = field.models("a.x")[0]
    field.choose("melee", attacks=[blow(model, target, 1, slot) for target in ("b.y", "b.z") for slot in (0, 1)])
    groups = field.decision.data["groups"]
    assert len(groups) == 4
    field.choose("resolve", group=next(i for i, g in enumerate(groups) if g["target"] == "b.z"))
    assert {group["target"] for group in field.decision.data["groups"]} == {"b.y"}
    field.choose("resolve", group=0)
    assert [event["target"] for event in field.events("attacks.began")] == ["b.z", "b.z", "b.y", "b.y"]


@rule("9E-MWPN-06")
def test_declared_attacks_are_made_though_the_target_is_out_of_reach() -> None:
    field = Field([unit("x", 2, blade(S="8"), blade("Axe", S="8"))], [unit("y", 2, Sv="7+")], "fight", turn=1)
    one, two = field.put("a.x", (10.0, 20.0), (10.0, 21.2))
    near, _ = field.put("b.y", (11.5, 20.0), (14.0, 20.0))
    field.go(6, 6, 1, 6, 6, 1)
    hold(field)
    field.choose("melee", attacks=[blow(one, "b.y", 1, 0), blow(two, "b.y", 1, 1)])
    field.choose("resolve", group=0)
    field.choose("allocate", model=near)
    assert field.models("b.y") == []


@rule("9E-MTGT-03")
def test_the_attacked_unit_must_be_in_reach_of_the_model() -> None:
    field = Field([unit("x", 2, blade(), blade("Axe"))], [unit("y", 1, W="9"), unit("z", 1, W="9")], "fight", turn=1)
    one, two = field.put("a.x", (10.0, 20.0), (12.5, 20.0))
    field.put("b.y", (8.5, 20.0))
    field.put("b.z", (14.0, 20.0))
    field.go(*([1] * 9))
    hold(field)
    assert fighters(field)[one]["targets"] == ["b.y"]
    refusal = field.refusal("melee", attacks=[blow(one, "b.z"), blow(two, "b.z")])
    assert refusal
    assert refusal.rule == "9E-MTGT-03"


@rule("9E-AIS-08")
@rule("9E-OUT-03")
@example("9E-EX-33")
@pytest.mark.parametrize(("charged", "outrider", "sergeant"), [(False, 3, 4), (True, 5, 6)])
def test_chainswords_and_devastating_charges(charged: bool, outrider: int, sergeant: int) -> None:
    ability = {"name": "Devastating Charge", "text": ".", "aura": False, "external": False, "effects": [DEVASTATING]}
    squad = unit(
        "x",
        [(1, ["Chainsword", "Blade"]), (1, ["Chainsword", "Blade"], {"A": "3"})],
        CHAINSWORD,
        blade(),
        A="2",
        abilities=[ability],
    )
    field = Field([squad], [unit("y", 1, W="50")], "charges" if charged else "fight", turn=0 if charged else 1)
    start = 10.0 if not charged else 8.0
    one, two = field.put("a.x", (start, 20.0), (start, 21.2))
    field.put("b.y", (start + 1.5 if not charged else 13.0, 20.6))
    if charged:
        field.mark("a.x", "charge-near")
        field.go(6, 6, *([1] * 20))
        field.choose("select", unit="a.x")
        field.choose("charge-move", moves=moves((one, 11.4, 20.0), (two, 11.4, 21.2)))
    else:
        field.go(*([1] * 20))
    while field.asked != "melee":
        field.choose(**({"moves": []} if field.asked in ("pile-in",) else {"unit": None}))
    rows = fighters(field)
    assert rows[one]["attacks"] + rows[one]["extra"]["0"] == outrider
    assert rows[two]["attacks"] + rows[two]["extra"]["0"] == sergeant
    short = field.refusal("melee", attacks=[blow(one, "b.y", outrider, 1), blow(two, "b.y", sergeant, 0)])
    assert short
    assert short.rule == "9E-AIS-08"
    assert (
        field.refusal(
            "melee", attacks=[blow(one, "b.y", outrider - 1, 1), blow(one, "b.y", 1, 0), blow(two, "b.y", sergeant, 0)]
        )
        is None
    )


@rule("9E-PILEIN-01")
@rule("9E-PILEIN-02")
@rule("9E-PILEIN-03")
@rule("9E-CONS-01")
@rule("9E-CONS-02")
@rule("9E-CONS-03")
@pytest.mark.parametrize("kind", ["pile-in", "consolidate"])
def test_short_moves_go_closer_to_the_closest_enemy(kind: str) -> None:
    rules = {
        "pile-in": ("9E-PILEIN-01", "9E-PILEIN-02", "9E-PILEIN-03"),
        "consolidate": ("9E-CONS-01", "9E-CONS-02", "9E-CONS-03"),
    }
    far, closer, touching = rules[kind]
    field = Field([unit("x", 3, WS="-", W="9")], [unit("y", 1, W="9", WS="-")], "fight", turn=1)
    near, back, touch = field.put("a.x", (18.5, 20.0), (16.5, 20.0), (20.0, 21.0))
    field.put("b.y", (20.0, 20.0))
    field.go()
    if kind == "consolidate":
        field.choose("pile-in", moves=[])

    def broken_move_rule(*steps: tuple[int, float, float]) -> str | None:
        refusal = field.refusal(kind, moves=moves(*steps))
        return refusal.rule if refusal else None

    assert broken_move_rule((back, 17.3, 21.0)) is None
    assert broken_move_rule((back, 15.8, 20.0)) == closer
    assert broken_move_rule((back, 16.5, 20.0)) is None
    assert broken_move_rule((back, 18.6, 22.5)) == far or broken_move_rule((back, 19.6, 17.8)) == far
    assert broken_move_rule((touch, 20.9, 20.6)) in (touching, "9E-MOVE-07", closer)
    assert broken_move_rule((touch, 20.1, 21.0)) == touching
    assert broken_move_rule((near, 19.0, 20.0)) is None
    assert broken_move_rule((near, 19.0, 20.0), (back, 13.7, 20.0)) is not None
    assert broken_move_rule() is None


@rule("9E-COH-04")
def test_a_pile_in_ends_in_coherency() -> None:
    field = Field([unit("x", 2, WS="-", W="9")], [unit("y", 1, W="9", WS="-")], "fight", turn=1)
    near, _ = field.put("a.x", (17.9, 20.0), (15.1, 20.0))
    field.put("b.y", (20.0, 20.0))
    field.mark("a.x", "charged")
    field.go()
    refusal = field.refusal("pile-in", moves=moves((near, 18.9, 20.0)))
    assert refusal
    assert refusal.rule == "9E-COH-04"


@rule("9E-AIRHI-01")
@pytest.mark.parametrize(("words", "towards_aircraft"), [(INFANTRY, False), (("FLY",), True)])
def test_aircraft_do_not_count_as_the_closest_unless_the_unit_flies(words: Any, towards_aircraft: bool) -> None:
    field = Field(
        [unit("x", 1, W="9", keywords=words)], [unit("y", 1, W="9", keywords=("AIRCRAFT",)), unit("z", 1, W="9")], "fight"
    )
    model = field.put("a.x", (10.0, 20.0))[0]
    field.put("b.y", (13.0, 20.0))
    field.put("b.z", (5.0, 20.0))
    field.mark("a.x", "charged")
    field.go()
    towards = field.refusal("pile-in", moves=moves((model, 11.0, 20.0)))
    away = field.refusal("pile-in", moves=moves((model, 9.0, 20.0)))
    assert (towards is None) is towards_aircraft
    assert (away is None) is not towards_aircraft


@rule("9E-FLY-05")
def test_flying_gives_no_freedom_in_a_pile_in() -> None:
    field = Field([unit("x", 1, W="9", keywords=("FLY",))], [unit("y", 1, W="9")], "fight", terrain=[wall(11, 19, 11.2, 21)])
    model = field.put("a.x", (10.0, 20.0))[0]
    field.put("b.y", (13.8, 20.0))
    field.mark("a.x", "charged")
    field.go()
    refusal = field.refusal("pile-in", moves=moves((model, 12.3, 20.0)))
    assert refusal
    assert refusal.rule == "9E-PILEIN-01"


def test_every_offered_melee_and_move_is_legal() -> None:
    fists = blade("Fists", profiles=[{"name": "Crush", "S": "x2"}, {"name": "Sweep"}])
    field = Field([unit("x", 4, fists, CHAINSWORD, A="2")], [unit("y", 4, W="3"), unit("z", 1, W="9")], "fight", turn=1)
    field.row("a.x", 10, 20, 0.3)
    field.row("b.y", 10, 21.9, 0.3)
    field.put("b.z", (16.5, 20.0))
    field.go(*([1] * 60))
    seen = set()
    while field.battle and field.battle.decision and field.game.step.name == "fight":
        offers = field.options()
        assert offers
        assert all(field.refusal("", **offer) is None for offer in offers)
        seen.add(field.asked)
        field.choose(**offers[0])
    assert {"pile-in", "melee", "consolidate"} <= seen
    assert any(event["poses"] for event in field.events("unit.moved"))


@rule("9E-AIS-08")
@rule("9E-DICEADV-01")
def test_additional_attacks_that_are_rolled_have_dice_of_their_own_and_are_told() -> None:
    wild = {"kind": "extra-attacks", "number": "D6", "on": "fight", "to": {"scope": "weapon"}}
    field = melee(blade("Left", effects=[wild]), blade("Right", effects=[wild]), A="2")
    dice = RecordingDice(SeededDice(3))
    field.go(source=dice)
    hold(field)
    row = field.event("attacks.counted")["models"][0]
    assert row["dice"] == [face for address, face in dice.record.items() if address.label == "attacks"]
    assert len(row["dice"]) == 2
    assert row["extra"] == sum(row["dice"])
    assert row["attacks"] == 2
    told = f"1 model of x can fight, with {2 + row['extra']} attacks."
    assert LogWriter(field.game.armies, field.game.ruleset).sentence(field.event("attacks.counted")) == told


@rule("9E-MTGT-03")
@rule("9E-TARGET-04")
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("target", "broken"),
    [
        ("near", None),
        ("far", "9E-MTGT-02"),
        ("off", "9E-TARGET-04"),
        ("nobody", "9E-TARGET-04"),
        ("mate", "9E-TARGET-04"),
        ("own", "9E-TARGET-04"),
    ],
)
def test_whom_a_model_may_attack_in_melee(player: int, target: str, broken: str | None) -> None:
    """Both armies have the same units, the far ones first: which army a unit is of, and its place in it, change nothing."""
    rows = [unit(name, 1, W="9") for name in ("far", "off", "near", "beside")]
    fighters = [unit("mate", 1, W="9"), unit("own", 1, blade(), W="9")]
    field = Field(fighters if player == 0 else rows, rows if player == 0 else fighters, "fight", turn=player)
    us, them = ("a", "b") if player == 0 else ("b", "a")
    field.put(f"{us}.own", (20.0, 20.0))
    field.put(f"{us}.mate", (20.0, 18.5))
    field.put(f"{them}.near", (21.5, 20.0))
    field.put(f"{them}.beside", (20.0, 21.5))
    field.put(f"{them}.far", (21.5, 30.0))
    field.mark(f"{us}.own", "charged")
    for name in ("near", "beside"):
        field.pair(f"{us}.own", f"{them}.{name}", "charge-target")
    field.go(source=SeededDice(1))
    hold(field)
    key = f"{us if target in ('mate', 'own') else them}.{target}"
    refusal = field.refusal("melee", attacks=[blow(field.models(f"{us}.own")[0], key)])
    assert (refusal.rule if refusal else None) == broken
