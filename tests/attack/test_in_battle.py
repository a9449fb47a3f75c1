"""Attacks inside a 9th edition battle: who is asked, what abilities do to the rolls, what happens to models, the log."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from resolver.engine.decision import Choice
from resolver.families.wh40k.attacks import attack_profiles, target_profiles
from resolver.shared.attacks import attacks
from resolver.shared.attacks.pools import Shots
from resolver.table.dice import ScriptedDice
from tests.field import BLAST, Field, ability, blade, gun, unit

Row = dict[str, Any]
OTHERS = [unit("y")]


def effect(kind: str, scope: str = "unit", **given: Any) -> Row:
    return {"kind": kind, "to": {"scope": scope}, **given}


def duel(attacker: Row, target: Row, gap: float = 6.0) -> Field:
    """Both units in rows, `gap` inches apart; another unit of each army stands far away."""
    field = Field([attacker, unit("far")], [target, unit("far")], size=(200, 100))
    field.row("a.x", 20, 20)
    field.row("b.y", 20, 21 + gap)
    field.put("a.far", (150, 90))
    field.put("b.far", (180, 90))
    return field


def pool(field: Field, *, half: bool = False, number: int = 0, overwatch: bool = False, profile: int = 0) -> Shots:
    """All models of a.x attack b.y with their first weapon."""
    game = field.game
    models = tuple(field.models("a.x"))
    weapon = game.armies.loadouts[game.state.loadout[models[0]]].slots[0].profiles[profile]
    ranged = weapon.characteristics["Range"] != "Melee"
    return Shots(
        unit=game.unit("a.x"),
        target=game.unit("b.y"),
        models=models,
        weapon=weapon,
        ranged=ranged,
        numbers=() if ranged else (number,) * len(models),
        half_range=(half,) * len(models),
        target_models=len(field.models("b.y")),
        reacting=overwatch,
    )


def play(field: Field, script: Any, faces: Iterable[int], answers: Iterable[int] = ()) -> list[list[int]]:
    """Run a script with these dice; every decision is an allocation. Returns what was offered each time."""
    offered, asked = [], iter(answers)
    with ScriptedDice(faces) as dice:
        field.game.dice = dice
        try:
            decision = next(script)
            while True:
                assert decision.kind == "allocate"
                offered.append(decision.data["models"])
                decision = script.send(Choice(decision.id, decision.kind, {"model": next(asked)}))
        except StopIteration:
            return offered


def shoot(field: Field, faces: Iterable[int], answers: Iterable[int] = (), **given: Any) -> list[list[int]]:
    return play(field, attacks.resolve(field.game, pool(field, **given)), faces, answers)


def kernel(field: Field, **given: Any) -> Any:
    return attack_profiles.attack(field.game, pool(field, **given), 0)


def attacked_model(field: Field, model: int = 0, **given: Any) -> Any:
    now = attack_profiles.attack_context(field.game, pool(field, **given), 0)
    return target_profiles.target_model(field.game, field.models("b.y")[model], now)


def target(models: Any = 5, *weapons: Row, **given: Any) -> Row:
    return unit("y", models, *weapons, **{"W": "2", **given})


def shooter(models: int = 1, *weapons: Row, **given: Any) -> Row:
    return unit("x", models, *(weapons or (gun(type="Heavy 1"),)), **given)


@pytest.mark.rule("9E-ALLOC-01")
@pytest.mark.rule("9E-ALLOC-02")
@pytest.mark.example("9E-EX-54")
def test_who_must_be_struck():
    """The first attack may go to any model; while that one is marked, all go to it; wounded, it stays so for the battle."""
    field = duel(shooter(2), target())
    models = field.models("b.y")
    offered = shoot(field, [6, 6, 6, 6, 6, 6], [models[3]])
    assert offered == [models]
    assert [event["model"] for event in field.events("attack.allocated")] == [models[3], models[3]]
    field.state.write("marks", ..., field.rules.names.model_marks.mask_without("phase"), np.bitwise_and)
    assert target_profiles.struck_first(field.game, field.game.unit("b.y")) == models
    field.state.write("wounds", models[3], 1)
    assert target_profiles.struck_first(field.game, field.game.unit("b.y")) == [models[3]]


@pytest.mark.rule("9E-ALLOC-02")
def test_several_models_qualify():
    field = duel(shooter(), target())
    models = field.models("b.y")
    field.state.write("wounds", [models[1], models[4]], 1)
    assert shoot(field, [6, 6, 6], [models[4]]) == [[models[1], models[4]]]


@pytest.mark.rule("9E-MORTAL-03")
@pytest.mark.rule("9E-MORTAL-04")
@pytest.mark.rule("9E-SSTR-02")
@pytest.mark.rule("9E-SSTR-04")
def test_mortal_wounds_are_allocated_like_attacks():
    field = duel(shooter(), target(2))
    first, second = field.models("b.y")
    script = attacks.mortal_wounds(field.game, field.game.unit("b.y"), 3, "Smite", 0, (5,))
    assert play(field, script, [], [second]) == [[first, second]]
    assert field.state.wounds[[first, second]].tolist() == [1, 0]
    assert field.state.alive[[first, second]].tolist() == [True, False]
    assert field.event("mortal-wounds.suffered")["dice"] == [5]
    play(field, attacks.mortal_wounds(field.game, field.game.unit("b.y"), 9, "Smite", 0), [])
    assert field.event("unit.destroyed")["by"] == 0
    assert [event["wounds"] for event in field.events("wounds.lost")] == [1, 1, 1, 1]


def test_every_packet_of_mortal_wounds_has_its_own_dice():
    """Two packets on one unit in one phase ignore wounds by different dice."""
    field = duel(shooter(), target(1, W="9", abilities=[ability("Stubborn", effect("ignore-wounds", needs="5+"))]))
    seen = []
    for faces in ([5, 4], [2, 6]):
        with ScriptedDice(faces) as dice:
            field.game.dice = dice
            for _ in attacks.mortal_wounds(field.game, field.game.unit("b.y"), 2, "Smite", 0):
                raise AssertionError
            seen += dice.asked
    assert len(set(seen)) == 4
    assert field.wounds("b.y") == [7]


def test_the_log_tells_an_attack_before_its_damage():
    field = duel(shooter(1, gun(type="Heavy 3", D="2", AP="-1")), target(2))
    shoot(field, [2, 3, 1, 6, 4, 4], [field.models("b.y")[0]])
    assert [event["kind"] for event in field.game.events] == [
        "attacks.began",
        "attack.made",
        "attack.made",
        "attack.allocated",
        "attack.made",
        "wounds.lost",
        "model.destroyed",
    ]
    missed, bounced, hit = field.events("attack.made")
    assert missed["hit"] == {"dice": [2], "result": 2, "needed": 3, "passed": False}
    assert (missed["wound"], missed["allocated"], missed["rules"]) == (None, None, ["9E-HIT-01"])
    assert bounced["wound"]["passed"] is False
    assert "9E-WOUND-04" in bounced["rules"]
    modifiers = [{"what": "roll", "by": "-1", "characteristic": "AP"}]
    saved = {"dice": [4], "result": 3, "needed": 4, "passed": False, "kind": "armour", "modifiers": modifiers}
    assert hit["save"] == saved
    assert hit["damage"]["damage"] == 2
    assert {"9E-HIT-03", "9E-WOUND-01", "9E-SAVE-01", "9E-DAMAGE-01"} <= set(hit["rules"])


def test_attacks_are_lost_when_nobody_is_left():
    field = duel(shooter(2, gun(type="Heavy 2")), target(1, W="1"))
    shoot(field, [6, 6, 1])
    assert field.event("attacks.began")["attacks"] == [2, 2]
    assert len(field.events("attack.made")) == 1
    assert field.event("unit.destroyed")["by"] == 0


@pytest.mark.rule("9E-NUMATT-01")
@pytest.mark.rule("9E-BLAST-02")
@pytest.mark.rule("9E-BLAST-03")
@pytest.mark.parametrize(("models", "faces", "attacks_made"), [(5, [1], 1), (6, [1], 3), (10, [5], 5), (11, [], 6)])
def test_blast_counts_the_models_of_the_target(models, faces, attacks_made):
    field = duel(shooter(1, gun(type="Heavy D6", effects=[BLAST])), target(models))
    shoot(field, faces + [1] * attacks_made)
    began = field.event("attacks.began")
    assert (began["attacks"], began["dice"]) == ([attacks_made], [faces])


@pytest.mark.rule("9E-RAPID-01")
def test_rapid_fire_and_its_dice():
    field = duel(shooter(2, gun(type="Rapid Fire D3")), target())
    shoot(field, [3, 6] + [1] * 10, half=True)
    assert field.event("attacks.began")["attacks"] == [4, 6]


@pytest.mark.rule("9E-BIGGUNS-04")
@pytest.mark.parametrize(
    ("words", "gap", "total"), [(("VEHICLE",), 0.5, -1), (("VEHICLE",), 2.0, 0), (("INFANTRY",), 0.5, 0)]
)
def test_big_guns_in_a_melee(words, gap, total):
    field = duel(shooter(keywords=words), target(), gap)
    assert kernel(field).check("hit").result(4) == 4 + total
    field = duel(shooter(1, gun(type="Assault 1"), keywords=words), target(), gap)
    assert kernel(field).check("hit").result(4) == 4


@pytest.mark.rule("9E-HIT-05")
@pytest.mark.rule("9E-HEAVY-01")
def test_penalties_add_up_to_one():
    field = duel(shooter(keywords=("INFANTRY", "MONSTER")), target(), 0.5)
    field.mark("a.x", "moved")
    assert len(kernel(field).check("hit").changes) == 2
    assert kernel(field).check("hit").result(4) == 3


@pytest.mark.rule("9E-ASSAULT-02")
def test_an_advance_costs_assault_weapons_one():
    field = duel(shooter(1, gun(type="Assault 1")), target())
    assert kernel(field).check("hit").result(4) == 4
    field.mark("a.x", "advanced", "moved")
    assert kernel(field).check("hit").result(4) == 3


def test_what_lifts_penalties():
    steady = ability("Steady", effect("permit", action="shoot-without-penalty"))
    field = duel(shooter(abilities=[steady]), target())
    field.mark("a.x", "moved")
    assert kernel(field).check("hit").result(4) == 4
    calm = ability(
        "Calm", effect("ignore-modifiers", roll="hit"), effect("modify-roll", roll="hit", operation="add", value="1")
    )
    field = duel(shooter(abilities=[calm]), target())
    field.mark("a.x", "moved")
    assert kernel(field).check("hit").result(4) == 5


@pytest.mark.rule("9E-HIT-01")
@pytest.mark.rule("9E-HIT-02")
def test_skill_and_automatic_hits():
    field = duel(shooter(1, gun(), BS="5+", WS="2+"), target())
    assert kernel(field).check("hit").need == 5
    assert kernel(duel(shooter(1, blade(), BS="5+", WS="2+"), target()), number=1).check("hit").need == 2
    flamer = gun(type="Heavy 2", effects=[effect("auto-hit", "weapon")])
    field = duel(shooter(1, flamer), target(1))
    shoot(field, [2, 2])
    assert [event["hit"] for event in field.events("attack.made")] == [None, None]
    assert all(event["rules"][0] == "9E-HIT-02" for event in field.events("attack.made"))


@pytest.mark.rule("9E-OVERW-04")
def test_overwatch_and_what_makes_it_better():
    assert kernel(duel(shooter(BS="2+"), target()), overwatch=True).check("hit").passing == (False,) * 5 + (True,)
    alert = ability("Alert", effect("overwatch", needs="5+"))
    assert (
        kernel(duel(shooter(abilities=[alert]), target()), overwatch=True).check("hit").passing == (False,) * 4 + (True,) * 2
    )


@pytest.mark.rule("9E-WPN-04")
@pytest.mark.rule("9E-WPN-05")
@pytest.mark.example("9E-EX-09")
@pytest.mark.parametrize(
    ("weapon", "bearer", "strength"),
    [("x2", "6", 12), ("User", "5", 5), ("+1", "4", 5), ("7", "3", 7), ("x2", "-", 4), ("User", "-", 4)],
)
def test_strength_of_an_attack(weapon, bearer, strength):
    field = duel(shooter(1, blade(S=weapon), S=bearer), target())
    assert kernel(field, number=1).strength.constant == strength


@pytest.mark.rule("9E-WPN-05")
@pytest.mark.rule("9E-MODC-02")
@pytest.mark.example("9E-EX-10")
def test_a_power_fist_and_a_blessing():
    blessed = ability("Blessed", effect("modify-characteristic", characteristic="S", operation="add", value="1"))
    field = duel(shooter(1, blade(S="x2"), abilities=[blessed]), target())
    assert kernel(field, number=1).strength.constant == 9


@pytest.mark.rule("9E-WPN-07")
def test_abilities_of_a_profile_are_for_its_attacks_only():
    rows = [
        {"name": "Plain"},
        {"name": "Sure", "effects": [effect("modify-roll", "weapon", roll="hit", operation="add", value="1")]},
    ]
    field = duel(shooter(1, gun(profiles=rows)), target())
    assert [kernel(field, profile=profile).check("hit").result(3) for profile in (0, 1)] == [3, 4]


@pytest.mark.rule("9E-MODC-07")
def test_random_strength_is_rolled_for_each_attack():
    field = duel(shooter(1, gun(type="Heavy 2", S="2D6")), target(1, T="7"))
    shoot(field, [6, 1, 2, 3, 6, 6, 6, 2])
    made = field.events("attack.made")
    assert [event["wound"]["needed"] for event in made] == [6, 3]
    assert [event["strength"] for event in made] == [{"dice": [1, 2], "strength": 3}, {"dice": [6, 6], "strength": 12}]


def test_the_toughness_of_most_models_counts():
    mixed = unit("y", [(2, [], {"T": "8"}), (3, [], {"T": "4"})])
    field = duel(shooter(3), mixed)
    assert target_profiles.toughness(field.game, field.game.unit("b.y")) == 4
    field.state.write("alive", field.models("b.y")[3:], False)
    assert target_profiles.toughness(field.game, field.game.unit("b.y")) == 8


@pytest.mark.rule("9E-INVUL-01")
@pytest.mark.rule("9E-INVUL-02")
def test_the_best_invulnerable_save_is_used():
    shields = [ability(f"Shield {save}", effect("invulnerable-save", save=save)) for save in ("6+", "4+", "5+")]
    field = duel(shooter(1, gun(type="Heavy 1", AP="-3")), target(1, abilities=shields))
    assert attacked_model(field).fixed_save == 4
    shoot(field, [6, 6, 3])
    assert field.event("attack.made")["save"] == {
        "dice": [3],
        "result": 3,
        "needed": 4,
        "passed": False,
        "kind": "invulnerable",
        "modifiers": [{"what": "needed", "by": "=4", "ability": "Shield 4+", "unit": "b.y"}],
    }


@pytest.mark.rule("9E-IGNORE-01")
def test_one_rule_ignores_a_wound():
    stubborn = ability("Stubborn", effect("ignore-wounds", needs="6+"))
    warded = ability("Warded", effect("ignore-wounds", needs="5+", against="mortal"))
    field = duel(shooter(1, gun(type="Heavy 1", D="2")), target(1, abilities=[stubborn, warded]))
    assert (attacked_model(field).ignore.need, attacked_model(field).ignore_mortal.need) == (6, 5)
    shoot(field, [6, 6, 1, 5, 6])
    assert [(event["dice"], event["ignored"]) for event in field.events("wounds.ignored")] == [([5], False), ([6], True)]
    assert field.event("wounds.lost")["ignored"] == 1
    assert field.wounds("b.y") == [1]


def test_abilities_that_change_damage():
    tough = ability(
        "Tough", effect("modify-damage", operation="subtract", value="2", minimum=1), effect("maximum-damage", value=3)
    )
    field = duel(
        shooter(1, gun(type="Heavy 1", D="D6", effects=[effect("minimum-damage", "weapon", value=3)])),
        target(1, W="9", abilities=[tough]),
    )
    for face, lost in ((1, 1), (4, 2), (6, 3)):
        before = field.wounds("b.y")[0]
        shoot(field, [6, 6, 1, face])
        assert before - field.wounds("b.y")[0] == lost


@pytest.mark.rule("9E-MORTAL-05")
def test_weapons_that_inflict_mortal_wounds():
    cursed = gun(type="Heavy 1", effects=[effect("attack-mortal-wounds", "weapon", roll="wound", needs="6+", number="D3")])
    field = duel(shooter(1, cursed), target(1, W="5"))
    shoot(field, [6, 6, 1, 5])
    kinds = [event["kind"] for event in field.game.events]
    assert kinds.index("attack.made") < kinds.index("wounds.lost") < kinds.index("mortal-wounds.suffered")
    assert field.event("attack.made")["triggers"] == ["mortal-wounds"]
    assert field.event("mortal-wounds.suffered")["number"] == 3
    assert field.wounds("b.y") == [1]


def test_additional_hits_are_told_by_themselves():
    wild = gun(type="Heavy 1", effects=[effect("extra-hits", "weapon", needs="6+", number="D3")])
    field = duel(shooter(1, wild), target(1, W="5"))
    shoot(field, [6, 5, 1, 3, 2, 5, 6])
    first, second, third = field.events("attack.made")
    assert first["triggers"] == ["extra-hits"]
    assert second["extra"] == {"dice": [3], "hits": 2}
    assert [event["hit"] is None for event in (first, second, third)] == [False, True, True]
    assert second["triggers"] == third["triggers"] == ["additional-hit"]
    assert field.wounds("b.y") == [4]


def test_rolls_that_change_the_attack():
    rending = gun(
        type="Heavy 1",
        effects=[
            effect(
                "modify-attack", "weapon", roll="wound", needs="6+", characteristic="AP", operation="subtract", value="3"
            ),
            effect("modify-attack", "weapon", roll="hit", needs="6+", characteristic="D", operation="add", value="1"),
            effect("modify-attack", "weapon", roll="hit", needs="5+", characteristic="S", operation="multiply", value="2"),
        ],
    )
    field = duel(shooter(1, rending), target(1, W="9", Sv="2+"))
    shoot(field, [6, 6, 4])
    made = field.event("attack.made")
    assert (made["wound"]["needed"], made["save"]["result"], made["damage"]["damage"]) == (2, 1, 2)


def test_auto_wounds_skip_the_wound_roll():
    sure = gun(type="Heavy 1", effects=[effect("auto-wound", "weapon", needs="6+")])
    field = duel(shooter(1, sure), target(1, W="9", T="9"))
    shoot(field, [6, 1])
    assert field.event("attack.made")["wound"] is None
    assert field.wounds("b.y") == [8]


@pytest.mark.rule("9E-REROLL-05")
def test_re_rolls_by_abilities():
    ones = ability("Aim", effect("re-roll", roll="hit", results=[1]))
    field = duel(shooter(1, gun(type="Heavy 2"), abilities=[ones]), target(1, W="9"))
    shoot(field, [1, 1, 1, 6, 1])
    first, second = field.events("attack.made")
    assert first["hit"] == {"dice": [1], "result": 1, "needed": 3, "passed": False, "first": [1]}
    assert second["hit"]["first"] == [1]
    both = [
        ability("One", effect("re-roll", roll="hit", results=[1])),
        ability("All", effect("re-roll", roll="hit", results="all")),
    ]
    assert kernel(duel(shooter(abilities=both), target())).check("hit").reroll.which == "all"


@pytest.mark.rule("9E-REROLL-05")
def test_a_limited_number_of_re_rolls_is_used_up():
    """One hit roll may be re-rolled: the first that fails; the log counts it, the next pool of the phase has none left."""
    once = ability("Lucky", effect("re-roll", roll="hit", results="all", most=1))
    field = duel(shooter(1, gun(type="Heavy 3"), abilities=[once]), target(1, W="9"))
    shoot(field, [2, 2, 2, 2])
    assert ["first" in event["hit"] for event in field.events("attack.made")] == [True, False, False]
    shoot(field, [2, 2, 2])
    assert not any("first" in event["hit"] for event in field.events("attack.made")[3:])


def test_what_is_done_to_attacks_against_a_unit():
    shroud = ability(
        "Shroud", effect("modify-roll", roll="hit", operation="subtract", value="1", when=["shooting", "targeted"])
    )
    field = duel(shooter(), target(abilities=[shroud]))
    assert kernel(field).check("hit").result(4) == 3
    field = duel(shooter(abilities=[shroud]), target())
    assert kernel(field).check("hit").result(4) == 4
    field = duel(shooter(1, blade()), target(abilities=[shroud]))
    assert kernel(field, number=1).check("hit").result(4) == 4


def test_an_unstable_weapon_destroys_its_bearer_after_its_attacks():
    """Supercharge: all attacks with the weapon are made, then the bearer goes, once; nobody destroyed it (9E-Q-28)."""
    risky = gun("Plasma", type="Heavy 2", effects=[effect("destroy-bearer", "bearer", roll="hit", results=[1])])
    field = duel(shooter(3, risky), target(1, W="9"))
    first, second, third = field.models("a.x")
    shoot(field, [1, 1, 2, 3, 1, 6, 2, 2])
    assert field.state.alive[[first, second, third]].tolist() == [False, True, True]
    assert field.event("model.destroyed")["by"] is None
    kinds = [event["kind"] for event in field.game.events]
    assert kinds.index("model.destroyed") == kinds.index("attack.made") + 3
    assert len(field.events("attack.made")) == 6


def test_a_re_rolled_1_harms_nobody():
    risky = gun("Plasma", type="Heavy 1", effects=[effect("destroy-bearer", "bearer", roll="hit", results=[1])])
    field = duel(shooter(1, risky, abilities=[ability("Aim", effect("re-roll", roll="hit", results=[1]))]), target(1, W="9"))
    shoot(field, [1, 2])
    assert not field.events("model.destroyed")


def test_a_weapon_that_harms_its_own_unit():
    hot = gun("Hot", type="Heavy 3", effects=[effect("harm-bearer", "bearer", roll="hit", results=[1], number="D3")])
    field = duel(shooter(1, hot, W="9"), target(1, W="9"))
    shoot(field, [1, 2, 1, 5, 2])
    assert [event["number"] for event in field.events("mortal-wounds.suffered")] == [3, 1]
    assert field.wounds("a.x") == [5]


def test_a_dead_attacker_makes_no_more_attacks():
    field = duel(shooter(2), target(1, W="9"))
    field.state.write("alive", 0, False)
    field.state.write("on_table", 0, False)
    shots = Shots(
        **{**{name: getattr(pool(field), name) for name in Shots.__slots__}, "models": (0, 1), "half_range": (False, False)}
    )
    play(field, attacks.resolve(field.game, shots), [2])
    assert [event["model"] for event in field.events("attack.made")] == [1]


SCATTER = effect("extra-hits", needs="6+", number="1")
CUTS = effect("attack-mortal-wounds", roll="wound", needs="6+", number="1")


@pytest.mark.rule("9E-MORTAL-03")
def test_a_mortal_wound_is_not_where_the_next_hit_was_allocated():
    field = duel(unit("x", 1, blade(effects=[SCATTER, CUTS])), unit("y", 3, W="2", Sv="2+"))
    play(field, attacks.resolve(field.game, pool(field, number=1)), [6, 6, 6, 1], [2])
    made = [(row["hit"] is not None, row["allocated"]) for row in field.events("attack.made")]
    assert made == [(True, field.models("b.y")[0]), (False, None)]


@pytest.mark.rule("9E-ATTACK-01")
def test_no_additional_hit_is_rolled_out_against_nobody():
    field = duel(unit("x", 1, blade(effects=[SCATTER], AP="-6")), unit("y", 1, W="1"))
    play(field, attacks.resolve(field.game, pool(field, number=1)), [6, 5, 1])
    assert [row["wound"] is not None for row in field.events("attack.made")] == [True, False]
    assert field.event("unit.destroyed")["unit"] == "b.y"


RESTLESS = [
    ability("Shield", effect("invulnerable-save", save="3+")),
    ability("Blessed", effect("re-roll", roll="armour-save", results="failed")),
]


@pytest.mark.rule("9E-INVUL-01")
@pytest.mark.parametrize(("save", "faces", "passed"), [("armour", (2, 4), True), ("invulnerable", (2,), False)])
def test_the_player_chooses_between_saves_of_which_neither_is_better_on_every_die(save, faces, passed) -> None:
    """4+ with a second throw, or 3+ without: the first passes more often, the second with a 3."""
    field = duel(unit("x", 1, gun("Cannon", '36"', "Heavy 1")), target(1, Sv="4+", abilities=RESTLESS))
    script = attacks.resolve(field.game, pool(field))
    with ScriptedDice((6, 6, *faces)) as dice:
        field.game.dice = dice
        decision = next(script)
        assert (decision.kind, decision.player, decision.rule) == ("save", 1, "9E-INVUL-01")
        (model,) = field.models("b.y")
        saves = [{"save": "armour", "needed": 4}, {"save": "invulnerable", "needed": 3}]
        assert decision.data == {"model": model, "saves": saves}
        kind = field.game.ruleset.decisions["save"]
        assert list(kind.options(field.game, decision)) == [{"save": "armour"}, {"save": "invulnerable"}]
        with pytest.raises(StopIteration):
            script.send(Choice(decision.id, "save", {"save": save}))
    made = field.event("attack.made")["save"]
    assert (made["kind"], made["passed"]) == (save, passed)


@pytest.mark.rule("9E-INVUL-01")
@pytest.mark.parametrize(("printed", "save"), [("3+", "armour"), ("5+", "invulnerable")])
def test_nobody_is_asked_which_save_is_made_where_one_is_as_good_on_every_die(printed: str, save: str) -> None:
    field = duel(unit("x", 1, gun("Cannon", '36"', "Heavy 1")), target(1, Sv=printed, abilities=RESTLESS[:1]))
    shoot(field, (6, 6, 5))
    assert field.event("attack.made")["save"]["kind"] == save


@pytest.mark.rule("9E-MODC-07")
def test_a_random_toughness_is_rolled_for_each_wound_roll() -> None:
    """D3 and one more, for each of the two models; the higher of the two counts, where they differ."""
    tough = [ability("Hide", effect("modify-characteristic", characteristic="T", operation="add", value="1", of="models"))]
    field = duel(unit("x", 2, gun("Cannon", '36"', "Heavy 1")), unit("y", 2, T="D3", W="9", abilities=tough))
    first, _ = field.models("b.y")
    shoot(field, (6, 1, 6, 4, 6, 6, 2, 3, 3, 6), [first, first])
    made = field.events("attack.made")
    assert [event["toughness"]["dice"] for event in made] == [[1, 6], [2, 3]]
    assert [event["wound"]["needed"] for event in made] == [4, 3]


@pytest.mark.rule("9E-MODC-07")
def test_a_random_strength_of_a_model_is_rolled_for_each_attack() -> None:
    """Here the doubling comes before what is added, and the bearer's Toughness has no say."""
    strong = [ability("Might", effect("modify-characteristic", characteristic="S", operation="add", value="1", of="models"))]
    field = duel(unit("x", 1, blade(S="x2"), S="D3", abilities=strong), target(1, W="9"), gap=0.5)
    shoot(field, (3, 6, 4, 6, 3, 1, 5, 6), number=2)
    assert [event["wound"]["needed"] for event in field.events("attack.made")] == [3, 5]


def effect_ability(name: str, kind: str, scope: str = "unit", aura: bool = False, **values: Any) -> Row:
    """An ability with one effect, for the log to name."""
    return ability(name, effect(kind, scope, **values), aura=aura)


@pytest.mark.rule("9E-HIT-05")
@pytest.mark.rule("9E-HEAVY-01")
def test_the_log_names_what_modifies_a_hit_roll_and_how_much_counts():
    worse = effect_ability("Fog", "modify-roll", roll="hit", operation="subtract", value="1")
    worse["effects"][0]["when"] = ["targeted"]
    field = duel(shooter(1, gun(type="Heavy 1")), target(1, abilities=[worse]))
    field.mark("a.x", "moved")
    shoot(field, [5, 1])
    hit = field.event("attack.made")["hit"]
    assert hit["modifiers"] == [
        {"what": "roll", "by": "-1", "ability": "Fog", "unit": "b.y"},
        {"what": "roll", "by": "-1", "rule": "9E-HEAVY-01"},
        {"what": "limit", "by": "-1", "rule": "9E-HIT-05"},
    ]
    assert (hit["dice"], hit["result"]) == ([5], 4)


@pytest.mark.rule("9E-MODC-01")
def test_the_log_names_what_changes_the_characteristics_that_an_attack_compares():
    strong = effect_ability("Fury", "modify-characteristic", characteristic="S", of="models", operation="add", value="1")
    tough = effect_ability("Hide", "modify-characteristic", characteristic="T", of="models", operation="add", value="1")
    field = duel(shooter(1, blade("Maul", S="x2"), abilities=[strong]), target(1, T="4", abilities=[tough]))
    play(field, attacks.resolve(field.game, pool(field, number=1)), [6, 1])
    wound = field.event("attack.made")["wound"]
    assert wound["printed"] == {"S": 4, "T": 4}
    assert wound["modifiers"] == [
        {"what": "S", "by": "+1", "ability": "Fury", "unit": "a.x"},
        {"what": "S", "by": "x2", "weapon": "Maul"},
        {"what": "T", "by": "+1", "ability": "Hide", "unit": "b.y"},
    ]
    assert wound["needed"] == 3  # (4 x 2) + 1 against 4 + 1


@pytest.mark.rule("9E-OVERW-04")
def test_in_overwatch_the_log_says_that_a_six_is_needed():
    field = duel(shooter(1, gun(type="Heavy 1")), target(1))
    play(field, attacks.resolve(field.game, pool(field, overwatch=True)), [5])
    hit = field.event("attack.made")["hit"]
    assert (hit["needed"], hit["passed"]) == (6, False)
    assert hit["modifiers"] == [{"what": "needed", "by": "=6", "rule": "9E-OVERW-04"}]
