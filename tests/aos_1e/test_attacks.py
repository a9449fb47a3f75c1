"""Attacks: targets, the three rolls, damage after all attacks, mortal wounds, cover, who attacks when."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.engine.decision import Decision
from resolver.rulesets.aos_1e import declaring, fighting, reader
from resolver.rulesets.aos_1e.declaring import AttackOptions, Strike
from resolver.rulesets.aos_1e.sight import visible
from resolver.rulesets.aos_1e.valuation import forces, standing, weights
from resolver.shared.attacks.pools import Shots
from resolver.table.dice import SeededDice
from tests.aos_1e.field import Field, blade, bow, feature, unit, wizard
from tests.field import ability, moves

rule, example = pytest.mark.rule, pytest.mark.example


def strike(model: int, target: str, slot: int = 0, number: int | None = None, profile: int = 0) -> dict[str, Any]:
    return {"model": model, "slot": slot, "profile": profile, "target": target, "number": number}


def shooting(*weapons: Any, gap: float = 6.0, foe: Any = None, models: int = 1, **given: Any) -> Field:
    field = Field([unit("x", models, *(weapons or (bow(),)), **given)], [foe or unit("y", 1, blade(), Wounds="20")], "shoot")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (10.0 + (models - 1) * 1.5 + 1.0 + gap, 20.0))
    return field


def fight(*weapons: Any, foes: Any = (), gap: float = 0.5, **given: Any) -> Field:
    field = Field(
        [unit("x", 1, *(weapons or (blade(),)), **given)], list(foes) or [unit("y", 1, blade(), Wounds="20")], "fight"
    )
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (11.0 + gap, 20.0))
    return field


def still(field: Field) -> None:
    while field.battle and field.battle.decision and field.asked in ("pile-in", "allocate"):
        field.choose(**({"moves": []} if field.asked == "pile-in" else field.options()[0]))


@rule("AOS-MAKE-01")
@rule("AOS-MAKE-02")
@rule("AOS-MAKE-03")
@rule("AOS-MAKE-05")
@rule("AOS-TOOLS-06")
@example("AOS-EX-32")
@pytest.mark.parametrize(
    ("dice", "rolls", "damage"),
    [
        ((2,), (False, None, None), 0),
        ((3, 3), (True, False, None), 0),
        ((3, 4, 5), (True, True, True), 0),
        ((3, 4, 4), (True, True, False), 1),
    ],
)
def test_an_attack_hits_wounds_and_is_saved(dice: Any, rolls: Any, damage: int) -> None:
    field = shooting(bow(Hit="3+", Wound="4+"))
    field.go(*dice)
    field.choose("select", unit="a.x")
    made = field.event("attack.made")
    assert tuple(made[name] and made[name]["passed"] for name in ("hit", "wound", "save")) == rolls
    assert sum(event["wounds"] for event in field.events("wounds.lost")) == damage


@rule("AOS-MAKE-04")
@rule("AOS-MAKE-05")
@example("AOS-EX-02")
@example("AOS-EX-33")
@pytest.mark.parametrize(
    ("rend", "save", "die", "saved"),
    [("-1", "4+", 4, False), ("-1", "4+", 5, True), ("-3", "4+", 6, False), ("-", "2+", 1, False), ("-", "-", 6, None)],
)
def test_rend_is_taken_from_the_save_roll(rend: str, save: str, die: int, saved: bool | None) -> None:
    """No unmodified 6 saves by itself; a dash is no save (AOS-Q-22, -31)."""
    field = shooting(bow(Rend=rend), foe=unit("y", 1, blade(), Wounds="20", Save=save))
    field.go(4, 4, *([die] if save != "-" else []))
    field.choose("select", unit="a.x")
    made = field.event("attack.made")["save"]
    assert (made and made["passed"]) == saved


@rule("AOS-COVER-01")
@rule("AOS-SHIELD-03")
@example("AOS-EX-14")
@example("AOS-EX-33")
@pytest.mark.parametrize(
    ("save", "rend", "shields", "die", "passes"),
    [
        ("5+", "-1", 1, 4, True),
        ("5+", "-1", 1, 3, False),
        ("2+", "-", 0, 1, True),
        ("6+", "-", 2, 3, True),
        ("6+", "-", 2, 2, False),
    ],
)
def test_cover_and_shields_add_up(save: str, rend: str, shields: int, die: int, passes: bool) -> None:
    """No unmodified 1 fails by itself; two Mystic Shields by two wizards give 2 (AOS-Q-22, -23)."""
    wood = feature("wood", 20.0, 15.0, 30.0, 25.0)
    wizards = [wizard(f"w{n}") for n in range(shields)]
    field = Field(
        [unit("x", 1, bow(Rend=rend))], [unit("y", 2, blade(), Save=save, Wounds="9"), *wizards], "shoot", terrain=[wood]
    )
    field.put("a.x", (12.0, 20.0))
    field.put("b.y", (22.0, 20.0), (23.5, 20.0))
    from resolver.shared.effects.sources import sources

    bits = sum(1 << s.lasting for s in sources(field.game).every if s.name == "Mystic Shield" and s.lasting is not None)
    field.count("b.y", "lasting-own", bits)
    field.go(4, 4, die)
    field.choose("select", unit="a.x")
    assert field.event("attack.made")["save"]["passed"] is passes


@rule("AOS-COVER-01")
@rule("AOS-COVER-02")
@example("AOS-EX-38")
def test_cover_is_for_units_wholly_in_one_feature_and_not_in_the_combat_after_their_charge() -> None:
    wood = feature("wood", 20.0, 15.0, 30.0, 25.0)
    field = Field([unit("u", 2, blade()), unit("v", 2, blade())], [unit("y", 1, blade())], "fight", terrain=[wood])
    field.put("a.u", (22.0, 20.0), (24.0, 20.0))
    field.put("a.v", (28.0, 20.0), (31.0, 20.0))
    field.put("b.y", (40.0, 40.0))
    field.mark("a.u", "charged")

    def changes(key: str) -> int:
        unit = field.game.unit(key)
        return len(reader.target(field.game, unit).models[0].armour_changes)

    assert (changes("a.u"), changes("a.v")) == (0, 0)
    field.state.phase = field.rules.step("shoot")
    assert (changes("a.u"), changes("a.v")) == (1, 0)
    field.state.phase = field.rules.step("fight")
    field.state.write("unit_marks", 0, 0)
    assert changes("a.u") == 1


@rule("AOS-TARGET-01")
@rule("AOS-TARGET-04")
@rule("AOS-ATTACK-05")
@rule("AOS-ATTACK-04")
@example("AOS-EX-47")
def test_weapons_attack_what_they_reach_and_split_their_attacks() -> None:
    """Three attacks of 1 inch, one of 2 inches; P is 1.0 and Q 1.1 inches away."""
    weapons = (blade("Short", Attacks="3"), blade("Long", Range='2"'))
    field = fight(*weapons, foes=[unit("y", 1, blade(), Wounds="9"), unit("q", 1, blade(), Wounds="9")], gap=1.0)
    field.put("b.q", (7.9, 20.0))
    field.go(*[1] * 20)
    field.choose("pile-in", moves=[])
    far = field.refusal("strikes", strikes=[strike(0, "b.q")])
    assert far is not None
    assert far.rule == "AOS-TARGET-01"
    assert field.refusal("strikes", strikes=[strike(0, "b.y"), strike(0, "b.q", 1)]) is None
    assert field.refusal("strikes", strikes=[strike(0, "b.y"), strike(0, "b.y", 1)]) is None
    short = field.refusal("strikes", strikes=[strike(0, "b.y", number=2)])
    assert short is not None
    assert short.rule == "AOS-ATTACK-05"
    field.choose("strikes", strikes=[strike(0, "b.y"), strike(0, "b.q", 1)])
    declared = field.events("attacks.declared")[0]["attacks"]
    assert [(row["weapon"], row["target"], row["attacks"]) for row in declared] == [
        ("Short", "b.y", [3]),
        ("Long", "b.q", [1]),
    ]


@rule("AOS-ATTACK-02")
def test_a_model_with_two_weapons_of_one_profile_declares_all_their_attacks() -> None:
    shooter = unit("x", 2, bow(Attacks="2"))
    shooter["models"][0]["weapons"] = dict.fromkeys(shooter["models"][0]["weapons"], 2)
    field = Field([shooter], [unit("y", 1, blade(), Wounds="20")], "shoot")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (18.0, 20.0))
    field.go(*[1] * 20)
    field.choose("select", unit="a.x")
    (row,) = field.events("attacks.declared")[0]["attacks"]
    assert (row["models"], row["attacks"]) == ([0, 1], [4, 4])


@rule("AOS-TARGET-04")
@rule("AOS-TARGET-05")
@rule("AOS-MAKE-08")
@rule("AOS-MAKE-09")
def test_all_attacks_on_one_target_come_before_the_next_and_grouped_by_weapon() -> None:
    field = Field([unit("x", 2, bow(Attacks="2"))], [unit("y", 1, blade()), unit("z", 1, blade())], "shoot")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (20.0, 20.0))
    field.put("b.z", (20.0, 25.0))
    field.go(*[1] * 4)
    field.choose("select", unit="a.x")
    split = [strike(0, "b.y", number=1), strike(0, "b.z", number=1), strike(1, "b.y", number=2)]
    field.choose("strikes", strikes=split)
    began = [(event["target"], event["models"], event["attacks"]) for event in field.events("attacks.began")]
    assert began == [("b.y", [0, 1], [1, 2]), ("b.z", [0], [1])]


@rule("AOS-SHOOT-01")
@rule("AOS-SHOOT-03")
@rule("AOS-SHOOT-04")
@rule("AOS-ATTACK-03")
def test_every_missile_weapon_of_a_picked_unit_shoots_once() -> None:
    """What a declaration leaves out shoots at the closest unit that it can."""
    field = Field(
        [unit("x", 1, bow(), bow("Sling"), blade())], [unit("y", 1, blade(), Wounds="9"), unit("z", 1, blade())], "shoot"
    )
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (20.0, 20.0))
    field.put("b.z", (18.0, 25.0))
    field.go(1, 1)
    assert {"unit": None} in field.options("select")
    field.choose("select", unit="a.x")
    assert field.refusal("strikes", strikes=[strike(0, "b.y", 2)]) is not None
    field.choose("strikes", strikes=[strike(0, "b.y", 0)])
    assert {(event["weapon"], event["target"]) for event in field.events("attacks.began")} == {
        ("Bow", "b.y"),
        ("Sling", "b.z"),
    }
    assert len(field.events("unit.selected")) == 1


@rule("AOS-TARGET-02")
@rule("AOS-TARGET-03")
@rule("AOS-DAMAGE-02")
@example("AOS-EX-48")
def test_who_sees_through_whom_and_who_may_suffer() -> None:
    field = Field(
        [unit("x", 2, bow(Range='9"'), height=3.0), unit("z", 1, blade(), height=3.0)],
        [unit("y", 3, blade(), height=1.0)],
        "shoot",
    )
    field.put("a.x", (10.0, 20.0), (12.0, 20.0))
    field.put("a.z", (40.0, 40.0))
    field.put("b.y", (19.0, 20.0), (21.0, 20.0), (23.0, 20.0))
    assert AttackOptions(field.game, 0, ranged=True).refusal(Strike(0, 0, 0, field.game.unit("b.y"))) is None
    blocked = Field(
        [unit("x", 1, bow(), height=1.0), unit("z", 1, blade(), height=3.0)], [unit("y", 1, blade(), height=1.0)], "shoot"
    )
    blocked.put("a.x", (10.0, 20.0))
    blocked.put("a.z", (12.0, 20.0))
    blocked.put("b.y", (14.0, 20.0))
    refusal = AttackOptions(blocked.game, 0, ranged=True).refusal(Strike(0, 0, 0, blocked.game.unit("b.y")))
    assert refusal is not None
    assert refusal.rule == "AOS-TARGET-02"
    field.go(*[6, 6, 1] * 2)
    field.choose("select", unit="a.x")
    offered = {row["model"] for row in field.options("allocate")}
    assert offered == set(field.models("b.y"))


@rule("AOS-TARGET-02")
@pytest.mark.parametrize(("viewer", "height", "seen"), [(11.0, 5.0, True), (8.0, 0.0, False)])
def test_a_feature_is_not_in_the_way_of_who_stands_on_it(viewer: float, height: float, seen: bool) -> None:
    """Not even of who looks down from its middle at somebody close to its foot (AOS-Q-50)."""
    tower = feature("watchtower", 9.0, 18.0, 13.0, 22.0, height=5.0)
    field = Field([unit("x", 1, bow())], [unit("y", 1, blade())], "shoot", terrain=[tower])
    field.put("a.x", (viewer, 20.0), z=height)
    field.put("b.y", (14.0, 20.0))
    assert bool(visible(field.state, field.models("a.x"), field.models("b.y")).any()) is seen
    assert bool(visible(field.state, field.models("b.y"), field.models("a.x")).any()) is seen


@rule("AOS-ATTACK-01")
@rule("AOS-MAKE-06")
@rule("AOS-MAKE-07")
@rule("AOS-DAMAGE-03")
@rule("AOS-DAMAGE-04")
@rule("AOS-DAMAGE-05")
@example("AOS-EX-11")
def test_damage_comes_after_all_attacks_and_carries_over() -> None:
    field = shooting(bow(Damage="3", Attacks="2"), foe=unit("y", 5, blade(), Wounds="2"))
    field.put("b.y", *[(20.0 + 1.5 * n, 20.0) for n in range(5)])
    field.go(6, 6, 1, 6, 6, 1, 1)
    field.choose("select", unit="a.x")
    kinds = [event["kind"] for event in field.game.events]
    assert kinds.count("attack.made") == 2
    assert "wounds.lost" not in kinds[: len(kinds) - 1 - kinds[::-1].index("attack.made")]
    field.allocate()
    assert len(field.events("model.destroyed")) == 3
    assert field.event("damage.inflicted")["wounds"] == 6


@rule("AOS-ATTACK-01")
def test_damage_waits_for_the_attacks_of_the_last_weapon() -> None:
    field = shooting(bow(), bow("Sling"), foe=unit("y", 3, blade()))
    field.put("b.y", *[(20.0 + 1.5 * n, 20.0) for n in range(3)])
    field.go(6, 6, 1, 6, 6, 1)
    field.choose("select", unit="a.x")
    assert len(field.events("attack.made")) == 2
    assert [event["wounds"] for event in field.events("damage.inflicted")] == [2]


@rule("AOS-DAMAGE-05")
@rule("AOS-BSHOCK-01")
@rule("AOS-VICTORY-04")
@rule("AOS-VICTORY-07")
def test_a_slain_model_counts_for_battleshock_and_among_the_losses_of_its_army() -> None:
    field = shooting(foe=unit("y", 3, blade()))
    field.put("b.y", *[(20.0 + 1.5 * n, 20.0) for n in range(3)])
    field.go(6, 6, 1)
    field.choose("select", unit="a.x")
    field.allocate()
    game = field.game
    assert (game.count(1, "lost"), game.player_count(1, "removed"), game.player_count(0, "removed")) == (1, 1, 0)


@rule("AOS-MAKE-05")
@pytest.mark.parametrize(("poor", "save"), [(2, 6), (1, 3)])
def test_a_unit_saves_as_most_of_its_models_and_as_the_better_of_equally_many(poor: int, save: int) -> None:
    """AOS-EX-12."""
    models = [(poor, ["Sword"], {"Save": "6+"}), (1, ["Sword"], {"Save": "3+"})]
    field = shooting(foe=unit("y", models, blade()))
    field.put("b.y", *[(20.0 + 1.5 * n, 20.0) for n in range(poor + 1)])
    assert {model.save for model in reader.target(field.game, 1).models} == {save}


@rule("AOS-MAKE-02", "AOS-MAKE-03", "AOS-MAKE-04", "AOS-MORTAL-01", "AOS-TOOLS-10")
def test_what_one_model_carries_changes_its_own_attacks_alone() -> None:
    to = {"to": {"scope": "bearer"}}
    effects = [
        {"kind": "modify-roll", "roll": "hit", "operation": "add", "value": "1", **to},
        {"kind": "re-roll", "roll": "wound", "results": "failed", **to},
        {"kind": "attack-mortal-wounds", "roll": "hit", "needs": "6+", "number": "1", **to},
        {"kind": "modify-characteristic", "characteristic": "Rend", "operation": "subtract", "value": "1", "of": "weapons"},
    ]
    effects[-1] |= to
    made = unit("x", [(1, ["Bow"]), (1, ["Bow"])], bow())
    made["wargear"] = [{"id": "g1", "name": "Charm", "text": "It helps who carries it.", "effects": effects}]
    made["models"][1]["wargear"] = {"g1": 1}
    field = Field([made], [unit("y", 1, blade())], "shoot")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (20.0, 20.0))
    (held,) = AttackOptions(field.game, 0, ranged=True).held[0]
    found = [reader.attack(field.game, Shots(0, 1, (model,), held.row, True), 0) for model in (0, 1)]
    assert [len(dict(attack.rolls)["hit"].changes) for attack in found] == [0, 1]
    assert [dict(attack.rolls)["wound"].reroll == reader.FAILED for attack in found] == [False, True]
    assert [len(attack.triggers) for attack in found] == [0, 1]
    assert [attack.penetration for attack in found] == [0, -1]


@rule("AOS-ATTACK-03")
@rule("AOS-ATTACK-04")
def test_missile_weapons_are_for_the_shooting_phase_and_melee_weapons_for_combat() -> None:
    field = shooting(bow(), blade())
    found = [[held.row.label for held in AttackOptions(field.game, 0, ranged=ranged).held[0]] for ranged in (True, False)]
    assert found == [["Bow"], ["Sword"]]


@rule("AOS-SCENTAB-10")
def test_an_ensorcelled_unit_throws_failed_wound_rolls_again() -> None:
    field = shooting()
    field.lasts("a.x", "ensorcelled")
    field.go(6, 1, 5, 1)
    field.choose("select", unit="a.x")
    wound = field.event("attack.made")["wound"]
    assert (wound["first"], wound["dice"], wound["passed"]) == ([1], [5], True)


@rule("AOS-DAMAGE-01")
@rule("AOS-DAMAGE-03")
@rule("AOS-DAMAGE-07")
@example("AOS-EX-34")
def test_a_wounded_model_takes_the_next_wound_and_the_owner_chooses_then() -> None:
    field = shooting(bow(Damage="3"), foe=unit("y", 3, blade(), Wounds="3"))
    models = field.put("b.y", *[(20.0 + 1.5 * n, 20.0) for n in range(3)])
    field.wound(models[1], 1)
    field.go(6, 6, 1)
    field.choose("select", unit="a.x")
    assert field.decision.player == 1
    assert [row["model"] for row in field.options("allocate")] == [models[0], models[2]]
    field.choose("allocate", model=models[2])
    assert field.wounds("b.y")[-1] == 1
    assert not field.state.alive[models[1]]


@rule("AOS-TARGET-05")
@rule("AOS-MAKE-06")
@example("AOS-EX-51")
def test_surplus_attacks_are_lost_and_not_moved_to_another_unit() -> None:
    field = Field([unit("x", 2, bow(Attacks="2", Damage="5"))], [unit("p", 1, blade()), unit("q", 1, blade())], "shoot")
    field.row("a.x", 10.0, 20.0)
    field.put("b.p", (20.0, 20.0))
    field.put("b.q", (20.0, 25.0))
    field.go(*[6, 6, 1] * 4)
    field.choose("select", unit="a.x")
    field.choose("strikes", strikes=[strike(0, "b.p"), strike(1, "b.p")])
    assert len(field.events("attack.made")) == 4
    assert field.event("damage.inflicted")["wounds"] == 20
    assert field.game.on_table(field.game.unit("b.q"))


@rule("AOS-TOOLS-08")
@rule("AOS-TOOLS-09")
@rule("AOS-TOOLS-10")
@example("AOS-EX-16")
def test_failed_rolls_are_judged_before_modifiers_and_thrown_again_once() -> None:
    """To Hit 4+, +1, re-roll failed hits: a 3 hits with the modifier and is kept; a 2 is thrown again, once."""
    gift = [
        {"kind": "modify-roll", "roll": "hit", "operation": "add", "value": "1"},
        {"kind": "re-roll", "roll": "hit", "results": "failed"},
    ]
    for dice, hit, first in (((3, 1), True, []), ((2, 3, 1), True, [2]), ((2, 1), False, [2])):
        field = shooting(bow(), abilities=[ability("Gift", *gift)])
        field.go(*dice)
        field.choose("select", unit="a.x")
        made = field.event("attack.made")["hit"]
        assert (made["passed"], list(made.get("first", []))) == (hit, first), dice


@rule("AOS-MORTAL-01")
@rule("AOS-MORTAL-02")
def test_mortal_wounds_of_attacks_wait_and_are_allocated_with_the_others() -> None:
    fire = {"kind": "attack-mortal-wounds", "roll": "hit", "needs": "6+", "number": "2", "to": {"scope": "weapon"}}
    field = shooting(bow(Attacks="2", effects=[fire]), foe=unit("y", 1, blade(), Wounds="9", Save="2+"))
    field.go(6, 1, 6, 6, 6)
    field.choose("select", unit="a.x")
    assert [event["number"] for event in field.events("mortal-wounds.scored")] == [2, 2]
    assert (field.event("damage.inflicted")["wounds"], field.event("damage.inflicted")["mortal"]) == (0, 4)
    assert field.wounds("b.y") == [5]


@rule("AOS-COMBAT-01")
@rule("AOS-COMBAT-02")
@rule("AOS-COMBAT-03")
@rule("AOS-COMBAT-04")
@rule("AOS-COMBAT-05")
@example("AOS-EX-27")
def test_units_are_picked_in_turn_until_all_have_attacked_once() -> None:
    foes = [unit(f"y{n}", 1, blade(), Wounds="9") for n in range(3)]
    field = Field([unit("x", 1, blade(), Wounds="9")], foes, "fight", turn=0)
    field.put("a.x", (20.0, 20.0))
    for n, (x, y) in enumerate([(21.5, 20.0), (18.5, 20.0), (20.0, 21.5)]):
        field.put(f"b.y{n}", (x, y))
    field.go(*[1] * 40)
    order = []
    while field.battle and field.battle.decision and field.game.step.phase == "combat":
        if field.asked == "select":
            assert {"unit": None} not in field.options()
        order += [field.decision.player] if field.asked in ("select",) else []
        field.choose(**(field.options()[0] if field.asked != "pile-in" else {"moves": []}))
    assert [event["unit"] for event in field.events("unit.selected")][:4] == ["a.x", "b.y0", "b.y1", "b.y2"]


@rule("AOS-COMBAT-04")
def test_the_players_pick_by_turns_while_both_have_units() -> None:
    a, b = ([unit(f"{side}{n}", 1, blade(), Wounds="9") for n in range(2)] for side in "xy")
    field = Field(a, b, "fight", turn=0)
    for n in range(2):
        field.put(f"a.x{n}", (20.0, 20.0 + 9.0 * n))
        field.put(f"b.y{n}", (21.5, 20.0 + 9.0 * n))
    field.go(*[1] * 20)
    while field.asked in ("select", "pile-in"):
        field.choose(**(field.options()[0] if field.asked == "select" else {"moves": []}))
        if len(field.events("unit.selected")) == 4:
            break
    assert [event["unit"] for event in field.events("unit.selected")] == ["a.x0", "b.y0", "a.x1", "b.y1"]


@rule("AOS-COMBAT-01")
@pytest.mark.parametrize(("gap", "marks", "may"), [(3.0, (), True), (3.1, (), False), (9.0, ("charged",), True)])
def test_who_may_attack_in_combat(gap: float, marks: Any, may: bool) -> None:
    field = fight(gap=gap)
    field.mark("a.x", *marks)
    assert (0 in fighting.eligible(field.game, 0)) is may


@rule("AOS-COMBAT-02")
@rule("AOS-COMBAT-03")
def test_a_player_without_an_eligible_unit_is_skipped_even_first() -> None:
    field = fight()
    field.state.turn = 0
    field.mark("a.x", "acted")
    field.state.go = 0
    assert fighting.next_to_fight(field.game) == (1, [1])


@rule("AOS-COMBAT-06")
@rule("AOS-COMBAT-08")
def test_a_unit_piles_in_and_then_attacks_with_every_melee_weapon() -> None:
    field = fight(blade(), blade("Horns"), gap=2.5)
    field.go(1, 1, 1)
    field.choose("pile-in", moves=moves((0, 12.4, 20.0)))
    still(field)
    kinds = [event["kind"] for event in field.game.events if event.get("unit") == "a.x"]
    assert kinds.index("unit.moved") < kinds.index("attacks.began")
    assert [e["weapon"] for e in field.events("attacks.began") if e["unit"] == "a.x"] == ["Sword", "Horns"]


def test_random_attacks_are_rolled_when_targets_are_picked_and_damage_for_each_attack() -> None:
    """AOS-Q-30."""
    field = shooting(bow(Attacks="D6", Damage="D3"), foe=unit("y", 1, blade(), Wounds="30", Save="-"))
    field.go(2, 6, 6, 6, 6, 6, 1)
    field.choose("select", unit="a.x")
    counted = field.event("attacks.counted")["models"]
    assert [(row["attacks"], row["dice"]) for row in counted] == [(2, [2])]
    assert field.event("damage.inflicted")["wounds"] == 3 + 1


@rule("AOS-ATTACK-05", "AOS-Q-30")
def test_each_model_rolls_for_its_own_number_of_attacks() -> None:
    field = shooting(bow(Attacks="D6"), models=8, foe=unit("y", 1, blade(), Wounds="30", Save="-"))
    field.go(source=SeededDice(1))
    field.choose("select", unit="a.x")
    assert len({row["attacks"] for row in field.event("attacks.counted")["models"]}) > 1


def test_what_falls_with_wounds_is_read_when_it_is_needed() -> None:
    """AOS-Q-30: reach, number and need of a weapon by the wounds that its bearer has left."""
    table = [
        {"wounds": [6, 10], "characteristics": {"Move": '12"'}, "weapons": {"w0": {"Range": '20"', "Attacks": "3"}}},
        {"wounds": [1, 5], "characteristics": {"Move": '6"'}, "weapons": {"w0": {"Range": '8"', "Attacks": "1"}}},
    ]
    field = shooting(bow(Range="*", Attacks="*"), gap=10.0, Wounds="10", Move="*", table=table)
    assert declaring.has_target(field.game, 0, ranged=True)
    field.wound(0, 5)
    assert not declaring.has_target(field.game, 0, ranged=True)


@rule("AOS-Q-30")
@pytest.mark.parametrize("printed", ["*", "-"])
@pytest.mark.parametrize("column", ["Hit", "Wound"])
def test_a_weapon_whose_need_nobody_says_is_not_used_and_listed(column: str, printed: str) -> None:
    """Real artillery prints "*" and has no table; a battle with it goes on."""
    field = shooting(bow("Mortar", **{column: printed}), bow("Bow"))
    assert [weapon.name for weapon in field.game.armies.loadouts[0].slots] == ["Bow"]
    (listed,) = (each for each in field.game.armies.unresolved if each["name"] == "Mortar")
    assert listed["text"] == f"To {column}: {printed}"


def test_who_plans_fights_first_where_the_enemy_has_yet_to_attack() -> None:
    """A greedy program sees no difference; what has attacked already can wait."""
    own = [unit("x", 3, blade()), unit("z", 3, blade())]
    foes = [unit("y", 3, blade()), unit("w", 3, blade())]
    field = Field(own, foes, "fight")
    for place, (ours, theirs) in enumerate((("a.x", "b.y"), ("a.z", "b.w"))):
        field.row(ours, 10.0, 10.0 + 20.0 * place)
        field.row(theirs, 10.0, 11.5 + 20.0 * place)
    field.mark("b.y", "acted")
    kind = field.rules.decisions["select"]
    decision = Decision(1, 0, "select", "", "AOS-COMBAT-03", {"to": "fight", "units": ["a.x", "a.z"], "optional": False})
    options = [{"unit": "a.x"}, {"unit": "a.z"}]
    assert kind.plan is not None
    assert kind.worth is not None
    first, second = kind.worth(field.game, decision, options)
    assert first == second
    first, second = kind.plan.worth(field.game, decision, options, {})
    assert second > first
    assert forces.relief(field.game, field.game.unit("a.x"), field.game.unit("b.y")) == 0.0


def test_who_plans_fears_less_beside_friends() -> None:
    """An enemy that may attack any of several units attacks one of them; who goes ahead alone is the one."""
    dangers = []
    for friend in (20.0, 2.0):
        field = Field([unit("x", 3, blade()), unit("z", 3, blade())], [unit("y", 6, blade(Damage="2"))], "move")
        field.row("a.x", 10.0, 20.0)
        field.row("a.z", 16.0, 20.0 - friend)
        field.row("b.y", 10.0, 28.0)
        place = standing.place_of(field.game, 0, [], weights.PLANNED)
        dangers.append(place.danger())
        assert standing.place_of(field.game, 0, [], weights.GREEDY).danger() > place.danger() or friend > 10.0
    assert dangers[1] < dangers[0]


def test_who_plans_charges_a_strong_enemy_rather_where_friends_fight_it() -> None:
    """Friends share the answer, and go on with what one unit alone does not finish."""
    values = []
    for beside in (40.0, 0.0):
        field = Field(
            [unit("x", 3, blade()), unit("z", 3, blade())],
            [unit("y", 1, blade(Attacks="8", Damage="2"), Wounds="12", Save="4+")],
            "charge",
        )
        field.row("a.x", 10.0, 20.0)
        field.put("b.y", (12.0, 26.0))
        field.row("a.z", 13.5, 26.0 - beside if beside < 20.0 else 44.0)
        kind = field.rules.decisions["select"]
        decision = Decision(1, 0, "select", "", "AOS-CHARGE-01", {"to": "charge", "units": ["a.x"], "optional": True})
        assert kind.plan is not None
        values += kind.plan.worth(field.game, decision, [{"unit": "a.x"}], {})
    assert values[1] > values[0]
