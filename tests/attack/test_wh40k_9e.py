"""The dice rules of attacks in 9th edition, with the ledger's examples: rolled attacks with scripted dice."""

from dataclasses import replace

import pytest

from datasheets.values import Change, Dice
from resolver.attack import exact, roll
from resolver.attack.check import Check
from resolver.attack.profile import AttackProfile, TargetModel, TargetProfile, Trigger, Volley
from resolver.attack.roll import Inflict, Rolled
from resolver.attack.steps import Hit, contest_check, save_checks
from resolver.families.wh40k.attacks import attack_rules
from resolver.families.wh40k.attacks.attack_rules import attack_number, unit_toughness, wound_need
from resolver.rulesets.wh40k_9e.combat import COMBAT
from resolver.rulesets.wh40k_9e.edition import RULES
from resolver.table.dice import Address, ScriptedDice
from resolver.table.rerolls import Reroll
from tests.attack.rolled import ADDRESS, through

WOUND = replace(COMBAT.rolls["wound"], contested=True)
ONE = Dice(constant=1)


def plus(total: int) -> tuple[Change, ...]:
    return (Change("add", total),) if total >= 0 else (Change("subtract", -total),)


def attacks(skill=3, number=ONE, **more) -> AttackProfile:
    rolls = (("hit", more.pop("hit", hit_check(skill))), ("wound", replace(WOUND, **more.pop("wound", {}))))
    return AttackProfile(number, rolls, more.pop("strength", Dice(constant=4)), **more)


def hit_check(skill: int | None, *changes: Change, **more) -> Check:
    return attack_rules.hit_check(replace(COMBAT.rolls["hit"], changes=changes, **more), skill)


def model(wounds=2, save: int | None = 3, **more) -> TargetModel:
    return TargetModel(wounds, save, more.pop("resistance", 4), **more)


def resolve(profile: AttackProfile, target: TargetProfile, faces: list[int]) -> tuple[tuple[int, ...], list[object]]:
    """One attack with these dice, none too many: the wounds that the models have left, and the kernel's steps."""
    seen: list[object] = []

    def record_steps():
        steps, answer = roll.attack(RULES, profile, lambda: target.models[0].resistance, dice, ADDRESS), None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration:
                return
            seen.append(step)
            answer = yield step

    with ScriptedDice(faces) as dice:
        left = through(record_steps(), target, [m.wounds for m in target.models])
    return left, seen


def hits(check: Check, face: int) -> bool:
    _, seen = resolve(attacks(hit=check), TargetProfile.of(model(), 1), [face, 1] if check.passes(face) else [face])
    first = seen[0]
    assert isinstance(first, Rolled)
    assert first.step == "hit"
    return bool(first.passes) and len(seen) > 1


@pytest.mark.rule("9E-HIT-01")
@pytest.mark.parametrize("skill", [2, 3, 4, 5, 6])
def test_a_hit_needs_the_skill_or_more(skill):
    assert [hits(hit_check(skill), face) for face in (2, 3, 4, 5)] == [face >= skill for face in (2, 3, 4, 5)]


@pytest.mark.rule("9E-HIT-01")
def test_nobody_hits_without_a_skill():
    assert not any(hits(hit_check(None), face) for face in range(1, 7))


@pytest.mark.rule("9E-HIT-02")
def test_automatic_hits_take_no_die():
    left, seen = resolve(attacks(hit=hit_check(None, automatic=True)), TargetProfile.of(model(), 1), [4, 2])
    assert [step.step for step in seen if isinstance(step, Rolled)] == ["wound", "save", "damage"]
    assert left == (1,)


@pytest.mark.rule("9E-HIT-03")
def test_an_unmodified_6_hits():
    assert hits(hit_check(6, *plus(-1)), 6)


@pytest.mark.rule("9E-HIT-04")
def test_an_unmodified_1_misses():
    assert not hits(hit_check(2, *plus(1)), 1)


@pytest.mark.rule("9E-HIT-05")
@pytest.mark.rule("9E-WOUND-05")
@pytest.mark.example("9E-EX-19")
@pytest.mark.parametrize(("total", "counts"), [(-3, -1), (-2, -1), (-1, -1), (0, 0), (1, 1), (2, 1), (3, 1)])
def test_hit_and_wound_rolls_are_modified_by_one_at_most(total, counts):
    assert hit_check(4, *plus(total)).result(3) == 3 + counts
    profile = attacks(wound={"changes": plus(total)})
    _, seen = resolve(profile, TargetProfile.of(model(), 1), [6, 3, 6] if counts > 0 else [6, 3])
    assert seen[1].step == "wound"
    assert seen[1].result == 3 + counts


@pytest.mark.rule("9E-HIT-05")
def test_modifiers_are_added_up_before_the_limit():
    assert hit_check(4, *plus(-3) + plus(2)).result(4) == 3
    assert hit_check(4, *plus(-1) + plus(2) + plus(1)).result(4) == 5


@pytest.mark.example("9E-EX-52")
@pytest.mark.rule("9E-HIT-01")
@pytest.mark.rule("9E-HIT-03")
@pytest.mark.rule("9E-HIT-04")
@pytest.mark.rule("9E-HIT-05")
@pytest.mark.parametrize(
    ("skill", "changes", "faces"),
    [
        (3, plus(-1) + plus(-1), {3: False, 4: True, 6: True}),
        (3, plus(1) + plus(1), {1: False, 2: True}),
        (6, plus(-1), {5: False, 6: True}),
    ],
)
def test_hits_with_modifiers(skill, changes, faces):
    assert {face: hits(hit_check(skill, *changes), face) for face in faces} == faces


@pytest.mark.rule("9E-OVERW-04")
def test_overwatch_hits_on_unmodified_sixes_only():
    check = hit_check(2, *plus(1), only=6)
    assert [hits(check, face) for face in (1, 5, 6)] == [False, False, True]


@pytest.mark.rule("9E-WOUND-01")
@pytest.mark.example("9E-EX-28")
@pytest.mark.parametrize(
    ("strength", "toughness", "need"),
    [
        *((8, 4, 2), (9, 4, 2), (7, 4, 3), (5, 4, 3), (4, 4, 4), (3, 4, 5), (2, 4, 6), (1, 4, 6)),
        *((3, 5, 5), (2, 5, 6), (4, 8, 6), (5, 8, 5), (3, 7, 6), (4, 7, 5)),
    ],
)
def test_the_wound_table(strength, toughness, need):
    assert wound_need(strength, toughness) == need
    profile = attacks(strength=Dice(constant=strength))
    _, seen = resolve(profile, TargetProfile.of(model(resistance=toughness), 1), [6, 1])
    assert seen[1].need == need


@pytest.mark.rule("9E-WOUND-01")
@pytest.mark.parametrize(("toughness", "unit"), [((4, 4, 5), 4), ((4, 5), 5), ((5, 4), 5), ((3, 3, 6, 6, 5), 6), ((4,), 4)])
def test_a_mixed_unit_has_the_toughness_of_most_of_its_models(toughness, unit):
    assert unit_toughness(toughness) == unit


@pytest.mark.rule("9E-WOUND-02")
def test_a_failed_wound_roll_ends_the_attack():
    left, seen = resolve(attacks(), TargetProfile.of(model(), 1), [6, 3])
    assert left == (2,)
    assert [step.step for step in seen] == ["hit", "wound"]


@pytest.mark.rule("9E-WOUND-03")
@pytest.mark.rule("9E-WOUND-05")
def test_an_unmodified_6_wounds():
    profile = attacks(strength=ONE, wound={"changes": plus(-1)})
    left, _ = resolve(profile, TargetProfile.of(model(resistance=9), 1), [6, 6, 1])
    assert left == (1,)


@pytest.mark.rule("9E-WOUND-04")
def test_an_unmodified_1_does_not_wound():
    profile = attacks(strength=Dice(constant=9), wound={"changes": plus(1)})
    left, _ = resolve(profile, TargetProfile.of(model(), 1), [6, 1])
    assert left == (2,)


@pytest.mark.rule("9E-SAVE-01")
@pytest.mark.rule("9E-SAVE-02")
@pytest.mark.example("9E-EX-20")
@pytest.mark.parametrize(("face", "result", "saved"), [(3, 2, False), (4, 3, True)])
def test_ap_modifies_the_save(face, result, saved):
    left, seen = resolve(attacks(penetration=-1), TargetProfile.of(model(), 1), [6, 6, face])
    save = next(step for step in seen if isinstance(step, Rolled) and step.step == "save")
    assert (save.result, save.passes) == (result, saved)
    assert left == ((2,) if saved else (1,))


@pytest.mark.rule("9E-SAVE-02")
def test_more_than_the_limit_of_hit_rolls_modifies_a_save():
    left, _ = resolve(attacks(penetration=-3), TargetProfile.of(model(save=2), 1), [6, 6, 4])
    assert left == (1,)


@pytest.mark.rule("9E-SAVE-03")
def test_an_unmodified_1_does_not_save():
    target = TargetProfile.of(model(save=2, armour_changes=plus(3)), 1)
    assert resolve(attacks(), target, [6, 6, 1])[0] == (1,)


@pytest.mark.example("9E-EX-53")
@pytest.mark.rule("9E-SAVE-02")
@pytest.mark.rule("9E-SAVE-03")
@pytest.mark.rule("9E-INVUL-01")
@pytest.mark.rule("9E-INVUL-03")
def test_armour_or_invulnerable_save():
    checks = save_checks(RULES, model(fixed_save=5), -3)
    assert [checks["armour"].passes(face) for face in (6, 5)] == [True, False]
    assert [checks["fixed"].passes(face) for face in (5, 4, 1)] == [True, False, False]
    assert not save_checks(RULES, model(fixed_save=5), -4)["armour"].passes(6)


@pytest.mark.rule("9E-INVUL-01")
@pytest.mark.parametrize(("ap", "kind"), [(0, "armour"), (-1, "armour"), (-2, "armour"), (-3, "fixed")])
def test_one_save_is_made_with_the_better_of_the_two(ap, kind):
    _, seen = resolve(attacks(penetration=ap), TargetProfile.of(model(fixed_save=5), 1), [6, 6, 6])
    assert [step.save for step in seen if isinstance(step, Rolled) and step.step == "save"] == [kind]


@pytest.mark.rule("9E-INVUL-03")
def test_ap_never_touches_an_invulnerable_save():
    target = TargetProfile.of(model(save=None, fixed_save=4), 1)
    assert resolve(attacks(penetration=-6), target, [6, 6, 4])[0] == (2,)


@pytest.mark.rule("9E-DAMAGE-01")
@pytest.mark.rule("9E-MODC-07")
def test_damage_is_the_weapons_rolled_for_each_attack():
    profile = attacks(damage=Dice.parse("D3"))
    assert resolve(profile, TargetProfile.of(model(wounds=5), 1), [6, 6, 1, 3])[0] == (3,)
    assert resolve(profile, TargetProfile.of(model(wounds=5), 1), [6, 6, 1, 5])[0] == (2,)


@pytest.mark.rule("9E-DAMAGE-02")
@pytest.mark.rule("9E-DAMAGE-03")
@pytest.mark.example("9E-EX-36")
def test_damage_beyond_a_model_is_lost():
    target = TargetProfile.of(model(), 3)
    left, seen = resolve(attacks(damage=Dice(constant=3)), target, [6, 6, 1])
    assert left == (0, 2, 2)
    assert seen[-1] == Inflict(2, excess=1)
    state = exact.kills(RULES, [Volley(attacks(hit=hit_check(None, automatic=True), damage=Dice(constant=9)))], target)
    assert list(state[2:]) == [0.0, 0.0]


@pytest.mark.rule("9E-MORTAL-01")
@pytest.mark.rule("9E-MORTAL-02")
@pytest.mark.rule("9E-MORTAL-03")
@pytest.mark.rule("9E-MORTAL-04")
@pytest.mark.example("9E-EX-36")
def test_mortal_wounds_go_on_to_the_next_model():
    target = TargetProfile.of(model(fixed_save=2), 3)
    with ScriptedDice([]) as dice:
        left = through(roll.mortal_wounds(3, dice, ADDRESS), target, [2, 2, 2])
    assert left == (0, 1, 2)
    with ScriptedDice([]) as dice:
        assert through(roll.mortal_wounds(99, dice, ADDRESS), target, [2, 2, 2]) == (0, 0, 0)


@pytest.mark.rule("9E-MORTAL-01")
def test_mortal_wounds_are_applied_one_at_a_time():
    inflicted = []
    steps, answer = roll.mortal_wounds(3, ScriptedDice([]), ADDRESS), None
    try:
        while True:
            step = steps.send(answer)
            answer = model() if isinstance(step, roll.Allocate) else None
            inflicted += [step.wounds] if isinstance(step, Inflict) else []
    except StopIteration:
        assert inflicted == [1, 1, 1]


MORTAL = Trigger("wound", 6, mortal_wounds=Dice(constant=2))


@pytest.mark.rule("9E-MORTAL-05")
def test_normal_damage_comes_before_mortal_wounds():
    target = TargetProfile.of(model(wounds=3), 2)
    left, seen = resolve(attacks(damage=Dice(constant=2), triggers=(MORTAL,)), target, [6, 6, 1])
    assert [(step.wounds, step.mortal) for step in seen if isinstance(step, Inflict)] == [(2, False), (1, True), (1, True)]
    assert left == (0, 2)


@pytest.mark.rule("9E-MORTAL-06")
def test_a_save_does_not_stop_the_mortal_wounds():
    assert resolve(attacks(triggers=(MORTAL,)), TargetProfile.of(model(wounds=3), 1), [6, 6, 6])[0] == (1,)


@pytest.mark.rule("9E-MORTAL-07")
def test_what_reduces_damage_leaves_mortal_wounds_alone():
    target = TargetProfile.of(model(wounds=5, damage_changes=plus(-1)), 1)
    assert resolve(attacks(damage=Dice(constant=2), triggers=(MORTAL,)), target, [6, 6, 1])[0] == (2,)


@pytest.mark.rule("9E-IGNORE-01")
def test_each_wound_lost_may_be_ignored_once():
    target = TargetProfile.of(model(wounds=3, ignore=Check(5), ignore_mortal=Check(6)), 1)
    left, seen = resolve(attacks(damage=Dice(constant=3), triggers=(MORTAL,)), target, [6, 6, 1, 5, 4, 6, 5, 6])
    assert left == (1,)
    assert [step.need for step in seen if isinstance(step, Rolled) and step.step == "ignore"] == [5, 5, 5, 6, 6]


@pytest.mark.rule("9E-IGNORE-01")
@pytest.mark.rule("9E-DAMAGE-03")
def test_a_destroyed_model_ignores_no_more():
    target = TargetProfile.of(model(wounds=1, ignore=Check(5)), 1)
    assert resolve(attacks(damage=Dice(constant=3)), target, [6, 6, 1, 5, 4])[0] == (0,)


def roll_attack_number(expression: str, faces: list[int], *, blast: bool = False, **more) -> int:
    """Roll how many attacks a weapon makes when its dice show these faces, none too many."""
    number = attack_number(Dice.parse(expression), COMBAT.blast if blast else None, **more)
    profile = AttackProfile(
        Dice.parse(expression),
        attacks().rolls,
        least_attacks=number.least_attacks,
        most_attacks=number.most_attacks,
        times=number.times,
    )
    with ScriptedDice(faces) as dice:
        return roll.number_of_attacks(profile, dice, ADDRESS)[0]


@pytest.mark.rule("9E-NUMATT-01")
@pytest.mark.example("9E-EX-14")
@pytest.mark.parametrize(
    ("expression", "faces", "attacks"), [("1", [], 1), ("3", [], 3), ("D6", [5], 5), ("2D6", [5, 2], 7)]
)
def test_the_number_of_attacks_is_the_weapons(expression, faces, attacks):
    assert roll_attack_number(expression, faces) == attacks


def test_attacks_are_rolled_with_the_dice_that_are_printed():
    assert roll_attack_number("D4+2D8", [4, 8, 7]) == 19
    with pytest.raises(ValueError, match="a D4 has no face 5"):
        roll_attack_number("D4", [5])


@pytest.mark.rule("9E-RAPID-01")
@pytest.mark.parametrize(("half", "attacks"), [(True, 4), (False, 2)])
def test_rapid_fire_doubles_at_half_range(half, attacks):
    assert roll_attack_number("2", [], doubled=half) == attacks


BLAST = [
    pytest.param("D6", 5, [1], False, 1, marks=pytest.mark.rule("9E-BLAST-01")),
    pytest.param("D6", 6, [2], False, 3, marks=[pytest.mark.example("9E-EX-17"), pytest.mark.rule("9E-BLAST-02")]),
    pytest.param("D6", 10, [5], False, 5, marks=pytest.mark.rule("9E-BLAST-02")),
    pytest.param("D6", 11, [], False, 6, marks=[pytest.mark.example("9E-EX-18"), pytest.mark.rule("9E-BLAST-03")]),
    pytest.param("D3", 6, [6], False, 3, marks=pytest.mark.rule("9E-BLAST-02")),
    pytest.param("D3", 6, [1], False, 3, marks=pytest.mark.rule("9E-BLAST-02")),
    pytest.param("2D6", 10, [1, 1], False, 3, marks=pytest.mark.rule("9E-BLAST-02")),
    pytest.param("2D6", 11, [], False, 12, marks=pytest.mark.rule("9E-BLAST-03")),
    pytest.param("D6", 11, [], True, 12, marks=[pytest.mark.rule("9E-BLAST-03"), pytest.mark.rule("9E-RAPID-01")]),
    pytest.param("D6", 6, [1], True, 6, marks=[pytest.mark.rule("9E-BLAST-02"), pytest.mark.rule("9E-RAPID-01")]),
    pytest.param("2", 11, [], False, 2, marks=pytest.mark.rule("9E-BLAST-03")),
    pytest.param("1", 6, [], False, 1, marks=pytest.mark.rule("9E-BLAST-02")),
]


@pytest.mark.example("9E-EX-51")
@pytest.mark.parametrize(("expression", "models", "faces", "half", "attacks"), BLAST)
def test_blast(expression, models, faces, half, attacks):
    assert roll_attack_number(expression, faces, blast=True, models=models, doubled=half) == attacks


@pytest.mark.rule("9E-ATTACK-01")
def test_the_sequence_of_an_attack():
    _, seen = resolve(attacks(), TargetProfile.of(model(), 1), [6, 6, 1])
    named = [step.step if isinstance(step, Rolled) else type(step).__name__ for step in seen]
    assert named == ["hit", "wound", "Allocate", "save", "damage", "Inflict"]


@pytest.mark.rule("9E-REROLL-05")
@pytest.mark.rule("9E-REROLL-06")
@pytest.mark.rule("9E-REROLL-07")
@pytest.mark.example("9E-EX-65")
def test_re_rolled_hits():
    ones = hit_check(3, *plus(-1), reroll=Reroll.of((1,)))
    _, seen = resolve(attacks(hit=ones), TargetProfile.of(model(), 1), [2])
    assert (seen[0].faces, seen[0].first) == ((2,), ())
    _, seen = resolve(attacks(hit=ones), TargetProfile.of(model(), 1), [1, 1])
    assert (seen[0].faces, seen[0].first, seen[0].passes) == ((1,), (1,), False)
    _, seen = resolve(attacks(hit=ones), TargetProfile.of(model(), 1), [1, 6, 1])
    assert (seen[0].faces, seen[0].passes) == ((6,), True)


@pytest.mark.rule("9E-REROLL-06")
def test_a_roll_that_fails_only_after_modifiers_has_not_failed_for_a_re_roll():
    failed = hit_check(3, *plus(-1), reroll=Reroll.of("failed"))
    assert [failed.again[face - 1] for face in (2, 3)] == [True, False]


@pytest.mark.rule("9E-OVERW-04")
@pytest.mark.rule("9E-REROLL-06")
def test_what_fails_in_overwatch_is_everything_but_the_unmodified_6():
    watched = hit_check(2, *plus(1), reroll=Reroll.of("failed"), only=6)
    assert watched.again == (True, True, True, True, True, False)
    assert watched.chance == pytest.approx(1 / 6 + 5 / 36)


@pytest.mark.rule("9E-REROLL-05")
def test_re_rolls_of_a_limited_number_of_dice_run_out():
    plain = attacks()
    free = attacks(hit=hit_check(3, reroll=Reroll.of("all")), wound={"reroll": Reroll.of("all")})
    spare = roll.Spare(plain, 1)
    with ScriptedDice([2, 3, 3]) as dice:
        seen = list(roll.attack(RULES, free, lambda: 4, dice, ADDRESS, spare))
    assert [(step.step, step.faces, step.first) for step in seen] == [("hit", (3,), (2,)), ("wound", (3,), ())]
    assert spare.left == 0


def test_dice_of_an_attack_have_addresses_of_their_own():
    profile = attacks(damage=Dice.parse("2D3"), triggers=(Trigger("hit", 6, extra_hits=Dice.parse("D3")),))
    dice = ScriptedDice([6, 6, 1, 2, 2, 5, 6, 1, 1, 1, 1, 4, 6, 6])
    target = TargetProfile.of(model(wounds=9), 2)
    steps = roll.attack(RULES, profile, lambda: 4, dice, Address(1, 2, 1, "fight", 3, 1, 4, "hit", 17))
    left = through(steps, target, [9, 9])
    assert left == (5, 9)
    assert dice.left == 1
    assert len(set(dice.asked)) == len(dice.asked) == 13
    assert {address.number for address in dice.asked} == {17}


@pytest.mark.rule("9E-MODC-05")
@pytest.mark.parametrize(
    ("strength", "changed", "toughness", "needed"),
    [(2, -1, 2, 6), (3, -5, 1, 4), (2, -2, 1, 4), (3, -1, 1, 2), (3, -1, 2, 4), (3, 0, 2, 3)],
)
@pytest.mark.parametrize("whose", ["bearer_changes", "strength_changes"])
def test_strength_is_never_modified_below_1(whose: str, strength: int, changed: int, toughness: int, needed: int) -> None:
    check = contest_check(RULES, attacks(**{whose: plus(changed)}), WOUND, Hit(), strength, toughness)
    assert check.need == needed
