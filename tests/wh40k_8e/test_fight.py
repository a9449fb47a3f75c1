"""The Fight phase of 8th edition: order, pile in, targets, weapons, consolidate."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.families.wh40k.attacks.fight import next_to_fight
from resolver.families.wh40k.attacks.melee import MeleeSituation
from resolver.table.dice import SeededDice
from tests.field import ability, blade, moves, unit
from tests.wh40k_8e.field import Field

rule, example = pytest.mark.rule, pytest.mark.example
LASTING = {"W": "50", "Sv": "2+"}


def blow(model: int, target: str, number: int = 1, slot: int = 0, profile: int = 0) -> dict[str, Any]:
    return {"model": model, "slot": slot, "profile": profile, "target": target, "number": number}


def hold(field: Field) -> None:
    """Answer moves of the Fight phase by standing still until something else is asked."""
    while field.asked in ("pile-in", "consolidate"):
        field.choose(moves=[])


def hold_to_end(field: Field) -> None:
    """Stand still in all moves of the Fight phase, and take what is first of everything else."""
    while field.battle and field.battle.decision and field.game.step.name == "fight":
        if field.asked == "select":
            field.choose(unit=field.decision.data["units"][0])
        elif field.asked in ("pile-in", "consolidate"):
            field.choose(moves=[])
        else:
            field.choose(**field.options()[0])


def melee(*weapons: Any, foe: Any = None, gap: float = 0.5, a: Any = None, **given: Any) -> Field:
    """One model of a and one unit of b near each other, a about to fight in its own turn."""
    field = Field([a or unit("x", 1, *weapons, **given)], [foe or unit("y", 1, W="20")], "fight")
    field.put("a.x", (10.0, 20.0))
    field.row("b.y", 11.0 + gap, 20.0)
    return field


def fighters(field: Field) -> dict[int, Any]:
    return {row["model"]: row for row in field.decision.data["fighters"]}


def broken_rule(refusal: Any) -> str | None:
    return refusal.rule if refusal else None


@rule("8E-FIGHT-01")
@pytest.mark.parametrize(
    ("gap", "marks", "eligible"), [(1.0, (), True), (1.1, (), False), (5.0, ("charged",), True), (5.0, (), False)]
)
def test_who_is_eligible_to_fight(gap: float, marks: Any, eligible: bool) -> None:
    field = melee(blade(), gap=gap)
    field.mark("a.x", *marks)
    assert (field.game.unit("a.x") in next_to_fight(field.game)[1]) is eligible


@rule("8E-FIGHT-01")
@rule("8E-FIGHT-03")
@rule("8E-Q-81")
def test_both_players_fight_and_nobody_may_decline() -> None:
    field = Field([unit("x", 1, **LASTING), unit("z", 1, **LASTING)], [unit("y", 1, **LASTING)], "fight")
    field.put("a.x", (10, 20))
    field.put("a.z", (11.5, 21.2))
    field.put("b.y", (11.5, 20))
    field.go(source=SeededDice(1))
    assert field.decision.player == 0, "the player whose turn it is begins"
    assert field.decision.data == {"to": "fight", "units": ["a.x", "a.z"], "optional": False}
    assert field.refusal("select", unit=None)
    hold_to_end(field)
    assert [event["unit"] for event in field.events("unit.fights")] == ["a.x", "b.y", "a.z"]


@rule("8E-FIGHT-02")
@rule("8E-FIGHT-03")
@rule("8E-FIGHT-04")
@rule("8E-FIGHT-05")
@example("8E-EX-85")
def test_chargers_first_then_alternately_from_the_player_whose_turn_it_is() -> None:
    field = Field([unit("q", 1, **LASTING), unit("p", 1, **LASTING)], [unit(name, 1, **LASTING) for name in "rst"], "fight")
    field.put("a.p", (10, 20))
    field.put("b.r", (11.5, 20))
    field.put("a.q", (10, 30))
    field.put("b.s", (11.5, 30))
    field.put("b.t", (10, 31.5))
    field.mark("a.p", "charged")
    field.pair("a.p", "b.r", "charge-target")
    field.go(source=SeededDice(1))
    hold_to_end(field)
    assert [event["unit"] for event in field.events("unit.fights")] == ["a.p", "a.q", "b.r", "b.s", "b.t"]


@rule("8E-FIGHT-02")
def test_the_player_whose_turn_it_is_chooses_the_order_of_the_chargers() -> None:
    field = Field([unit("p", 1, **LASTING), unit("q", 1, **LASTING)], [unit("r", 1, **LASTING)], "fight")
    field.put("a.p", (10, 20))
    field.put("a.q", (13, 20))
    field.put("b.r", (11.5, 20))
    for key in ("a.p", "a.q"):
        field.mark(key, "charged")
        field.pair(key, "b.r", "charge-target")
    field.go(source=SeededDice(1))
    assert (field.decision.player, field.decision.data["units"]) == (0, ["a.p", "a.q"])
    field.choose("select", unit="a.q")
    hold_to_end(field)
    assert [event["unit"] for event in field.events("unit.fights")] == ["a.q", "a.p", "b.r"]


@rule("8E-Q-68")
@rule("8E-FIGHT-01")
def test_a_unit_that_comes_near_becomes_eligible() -> None:
    field = Field([unit("x", 1, W="9")], [unit("y", 1, Sv="6+"), unit("z", 1, W="9")], "fight")
    (model,) = field.put("a.x", (10, 20))
    field.put("b.y", (11.5, 20))
    field.put("b.z", (10, 24.3))
    field.go(6, 6, 1, 1, 1)
    field.choose("pile-in", moves=[])
    field.choose("consolidate", moves=moves((model, 10.0, 22.5)))
    assert (field.asked, field.decision.subject) == ("pile-in", "b.z")


@rule("8E-Q-68")
@rule("8E-FIGHT-01")
@rule("8E-FTARGET-02")
@rule("8E-Q-88")
def test_a_charger_without_enemies_near_piles_in_and_consolidates() -> None:
    field = Field([unit("x", 1)], [unit("y", 1, W="9"), unit("z", 1, W="9")], "fight")
    (model,) = field.put("a.x", (10, 20))
    field.put("b.y", (14.5, 20))
    field.put("b.z", (10, 21.5))
    field.mark("a.x", "charged")
    field.pair("a.x", "b.y", "charge-target")
    field.go(source=SeededDice(1))
    field.choose("pile-in", moves=[])
    assert field.asked == "consolidate", "it makes no attacks: its target is out of reach, and the other was not charged"
    assert not field.events("attacks.counted")
    assert broken_rule(field.refusal("consolidate", moves=moves((model, 12.0, 20.0)))) == "8E-CONSOL-01"
    assert field.refusal("consolidate", moves=moves((model, 10.0, 20.4))) is None


@rule("8E-FIGHT-06")
@rule("8E-PILEIN-01")
@rule("8E-CONSOL-01")
@rule("8E-Q-14")
@rule("8E-Q-68")
def test_pile_in_attack_consolidate() -> None:
    for kind, rule in (("pile-in", "8E-PILEIN-01"), ("consolidate", "8E-CONSOL-01")):
        field = melee(blade(), gap=0.8, foe=unit("y", 1, W="20"))
        (model,) = field.models("a.x")
        field.go(1, 1)
        if kind == "consolidate":
            field.choose("pile-in", moves=[])
            assert field.events("attack.made")
        assert not field.events("attack.made") or kind == "consolidate"
        assert field.refusal(kind, moves=moves((model, 10.5, 20.0))) is None
        assert field.refusal(kind, moves=[]) is None
        assert broken_rule(field.refusal(kind, moves=moves((model, 9.9, 20.0)))) == rule
        assert (
            broken_rule(field.refusal(kind, moves=[{"model": model, "path": [[8.4, 20.0, 0.0], [10.4, 20.0, 0.0]]}])) == rule
        )
    order = [event["kind"] for event in field.game.events if event["kind"] in ("unit.moved", "attack.made")]
    assert order[:2] == ["unit.moved", "attack.made"]


@rule("8E-PILEIN-01")
@rule("8E-Q-68")
def test_the_nearest_model_counts_and_who_touches_it_stays() -> None:
    field = Field([unit("x", 1)], [unit("y", 1, W="9"), unit("z", 1, W="9")], "fight")
    (model,) = field.put("a.x", (10, 20))
    field.put("b.y", (11.9, 20))
    field.put("b.z", (10, 23))
    field.go(source=SeededDice(1))
    assert broken_rule(field.refusal("pile-in", moves=moves((model, 10.0, 21.0)))) == "8E-PILEIN-01"
    assert field.refusal("pile-in", moves=moves((model, 10.9, 20.0))) is None
    field = Field([unit("x", 1)], [unit("y", 1, W="9")], "fight")
    (model,) = field.put("a.x", (10, 20))
    field.put("b.y", (11, 20))
    field.go(source=SeededDice(1))
    assert broken_rule(field.refusal("pile-in", moves=moves((model, 9.9, 20.4)))) == "8E-PILEIN-01"


@rule("8E-FTARGET-01")
@example("8E-EX-84")
def test_two_ranks_fight() -> None:
    field = Field([unit("x", 3, blade(), blade("Other"))], [unit("y", 1, W="20")], "fight")
    field.put("b.y", (20.0, 20.0))
    a, b, c = field.put("a.x", (18.2, 20.0), (17.55, 21.78), (15.9, 22.7))
    field.go(1, 1)
    field.choose("pile-in", moves=[])
    bodies = field.state.bodies([a, b, c])
    gaps = [
        round(float(((bodies.x[i] - x) ** 2 + (bodies.y[i] - y) ** 2) ** 0.5) - 1.0, 1)
        for i, (x, y) in ((0, (20.0, 20.0)), (1, (20.0, 20.0)), (1, (18.2, 20.0)), (2, (17.55, 21.78)))
    ]
    assert gaps[0] <= 1.0 < gaps[1]
    assert gaps[2] <= 1.0
    assert gaps[3] <= 1.0
    assert sorted(fighters(field)) == sorted([a, b])
    assert broken_rule(field.refusal("melee", attacks=[blow(c, "b.y")])) == "8E-FTARGET-01"


@rule("8E-FTARGET-02")
@rule("8E-Q-88")
def test_a_charger_attacks_only_what_it_charged_even_beside_an_intervening_hero() -> None:
    field = Field([unit("x", 1, blade(), blade("Other"))], [unit(name, 1, W="9") for name in ("y", "hero")], "fight")
    (model,) = field.put("a.x", (10, 20))
    field.put("b.y", (11.5, 20))
    field.put("b.hero", (10, 21.5))
    field.mark("a.x", "charged")
    field.mark("b.hero", "intervened")
    field.pair("a.x", "b.y", "charge-target")
    field.go(source=SeededDice(1))
    field.choose("pile-in", moves=[])
    assert fighters(field)[model]["targets"] == ["b.y"]
    assert broken_rule(field.refusal("melee", attacks=[blow(model, "b.hero")])) == "8E-FTARGET-02"
    for charged, targets in ((False, ["b.y", "b.hero"]),):
        field = Field([unit("x", 1, blade(), blade("Other"))], [unit(name, 1, W="9") for name in ("y", "hero")], "fight")
        (model,) = field.put("a.x", (10, 20))
        field.put("b.y", (11.5, 20))
        field.put("b.hero", (10, 21.5))
        field.go(source=SeededDice(1))
        field.choose("pile-in", moves=[])
        assert fighters(field)[model]["targets"] == targets, charged


@rule("8E-FTARGET-03")
@rule("8E-FTARGET-04")
@rule("8E-FTARGET-05")
@rule("8E-FTARGET-06")
@rule("8E-MELEE-04")
@rule("8E-MELEE-05")
def test_attacks_are_split_among_targets_and_weapons_before_any_die() -> None:
    claw, fist = blade("Claw"), blade("Fist", S="x2")
    field = Field([unit("x", 2, claw, fist, A="3")], [unit("y", 1, **LASTING), unit("z", 1, **LASTING)], "fight")
    one, two = field.put("a.x", (10.0, 20.0), (10.0, 21.3))
    field.put("b.y", (11.5, 20.0))
    field.put("b.z", (11.5, 21.3))
    field.go(*([1] * 6), source=None)
    field.choose("pile-in", moves=[])
    split = [blow(one, "b.y", 1, 0), blow(one, "b.y", 1, 1), blow(one, "b.z", 1, 1), blow(two, "b.z", 3, 0)]
    assert field.refusal("melee", attacks=split) is None
    assert broken_rule(field.refusal("melee", attacks=split[:-1])) == "8E-MELEE-01"
    assert broken_rule(field.refusal("melee", attacks=[*split, blow(one, "b.y", 1, 0)])) == "8E-MELEE-01"
    field.choose("melee", attacks=split)
    assert not field.events("attack.made")
    groups = field.decision.data["groups"]
    field.choose("resolve", group=next(i for i, group in enumerate(groups) if group["target"] == "b.z"))
    while field.asked == "resolve":
        field.choose("resolve", group=0)
    targets = [event["target"] for event in field.events("attack.made")]
    assert targets == sorted(targets, reverse=True)
    assert targets.count("b.y") == 2


@rule("8E-MELEE-01")
@rule("8E-MELEE-06")
@rule("8E-MELEE-02")
@example("8E-EX-07")
def test_a_model_makes_as_many_attacks_as_its_characteristic_by_its_weapon_skill() -> None:
    field = melee(blade(), A="2", WS="5+", BS="2+", foe=unit("y", 1, W="20", A="-"))
    field.go(4, 5, 1)
    hold(field)
    mine = [event for event in field.events("attack.made") if event["unit"] == "a.x"]
    assert [event["hit"]["passed"] for event in mine] == [False, True]


@rule("8E-MELEE-03")
@rule("8E-MELEE-05")
@rule("8E-Q-22")
def test_who_has_no_melee_weapon_uses_the_close_combat_weapon_and_nobody_else() -> None:
    field = melee()
    field.go(1, 1)
    field.choose("pile-in", moves=[])
    assert field.events("attacks.began")[0]["weapon"] == "Close combat weapon"
    field = melee(blade("Axe"), blade("Knife"))
    field.go(1, 1)
    field.choose("pile-in", moves=[])
    (model,) = field.models("a.x")
    assert broken_rule(field.refusal("melee", attacks=[blow(model, "b.y", 1, slot=-1)])) == "8E-MELEE-03"
    assert fighters(field)[model]["attacks"] == 1, "a second weapon adds no attack"


@rule("8E-SHEET-05")
@rule("8E-Q-76")
@pytest.mark.parametrize("characteristics", [{"WS": "-"}, {"A": "-"}])
def test_models_without_weapon_skill_or_attacks_cannot_fight(characteristics: dict[str, str]) -> None:
    field = melee(blade(), **characteristics)
    field.go(1, 1, 1)
    field.choose("pile-in", moves=[])
    assert field.asked == "consolidate"
    assert not field.events("targets.declared")


@rule("8E-Q-84")
def test_models_slain_before_their_unit_is_picked_make_no_attacks() -> None:
    field = Field([unit("x", 1, W="9")], [unit("y", 2, blade(), Sv="6+")], "fight")
    field.put("a.x", (10.0, 20.0))
    first, second = field.put("b.y", (11.5, 20.0), (11.5, 21.2))
    field.mark("a.x", "charged")
    field.pair("a.x", "b.y", "charge-target")
    field.go(6, 6, 1, 1, 1, 1)
    hold(field)
    field.choose("allocate", model=first)
    hold(field)
    counted = field.events("attacks.counted")[-1]
    assert [row["model"] for row in counted["models"]] == [second]


@rule("8E-WARLORD-05")
@rule("8E-WARLORD-04")
@rule("8E-Q-12")
@example("8E-EX-108")
@pytest.mark.parametrize(("charged", "attacks"), [(True, 5), (False, 4)])
def test_legendary_fighter(charged: bool, attacks: int) -> None:
    """One attack more after a successful charge, until the end of the turn's Fight phase; the next turn as before."""
    from resolver.families.wh40k.moves import charge

    declared = [
        {"kind": "warlord", "subject": "x-m0"},
        {"kind": "warlord-trait", "subject": "x-m0", "value": "legendary-fighter"},
    ]
    field = Field(
        [unit("x", 1, blade(), A="4", keywords=("CHARACTER",), **LASTING)],
        [unit("y", 1, **LASTING)],
        "charges" if charged else "fight",
        declarations=(declared, ()),
    )
    (model,) = field.put("a.x", (10.0, 20.0))
    field.put("b.y", (13.0 if charged else 11.5, 20.0))
    if charged:
        for _ in charge.note_start(field.game):
            pass
    field.go(source=SeededDice(3))
    if charged:
        field.choose("select", unit="a.x")
        field.choose("charge-move", moves=moves((model, 11.6, 20.0)))
    while not field.events("attacks.counted"):
        field.choose(**field.options()[-1])
    first = next(event for event in field.events("attacks.counted") if event["unit"] == "a.x")
    assert first["models"][0]["attacks"] == attacks


@rule("8E-SHEET-09")
@rule("8E-FTARGET-01")
@pytest.mark.parametrize(("words", "able"), [(("INFANTRY",), False), (("FLY",), True)])
@pytest.mark.parametrize("attacker", ["a", "b"])
def test_who_keeps_aloof_fights_with_few(words: Any, able: bool, attacker: str) -> None:
    """Neither attacks the other, whoever of both it is."""
    high = ability("High", {"kind": "aloof", "keywords": ["FLY"], "to": {"scope": "unit"}})
    field = Field([unit("x", 1, keywords=words)], [unit("y", 1, abilities=[high])], "fight")
    field.put("a.x", (10.0, 10.0))
    field.put("b.y", (11.5, 10.0))
    key = "a.x" if attacker == "a" else "b.y"
    assert bool(MeleeSituation(field.game, field.game.unit(key)).reach) is able
