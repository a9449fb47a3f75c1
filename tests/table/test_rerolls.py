"""Re-rolls as pure functions over the values of dice."""

from itertools import product

import pytest

from datasheets.values import Dice
from resolver.attack.steps import chances
from resolver.table.rerolls import Reroll, Throw, permitted_dice, wanted_dice

D3, D6, TWO = Dice.parse("D3"), Dice.parse("D6"), Dice.parse("2D6")
ONES, ALL, FAILED, NONE = Reroll.of((1,)), Reroll.of("all"), Reroll.of("failed"), Reroll()


@pytest.mark.rule("9E-REROLL-01")
def test_the_new_result_replaces_the_old():
    throw = Throw(TWO, (6, 1)).with_faces({1: 4})
    assert (throw.faces, throw.total) == ((6, 4), 10)


@pytest.mark.rule("9E-REROLL-02")
@pytest.mark.example("9E-EX-65")
def test_a_sum_is_rolled_again_with_all_its_dice():
    assert permitted_dice(Throw(TWO, (6, 1)), ALL) == (0, 1)


@pytest.mark.rule("9E-REROLL-03")
def test_only_dice_with_those_results_are_rolled_again():
    assert permitted_dice(Throw(Dice.parse("3D6"), (1, 4, 1)), ONES) == (0, 2)
    assert permitted_dice(Throw(D6, (2,)), ONES) == ()


@pytest.mark.rule("9E-REROLL-04")
@pytest.mark.example("9E-EX-05")
@pytest.mark.parametrize(("face", "again"), [(1, True), (2, True), (3, False)])
def test_a_d3_is_judged_by_its_halved_value(face, again):
    assert bool(permitted_dice(Throw(D3, (face,)), ONES)) is again


@pytest.mark.rule("9E-REROLL-05")
@pytest.mark.example("9E-EX-65")
def test_no_die_is_rolled_again_twice():
    once = Throw(D6, (1,)).with_faces({0: 1})
    assert permitted_dice(once, ONES) == ()
    assert permitted_dice(once, ALL) == ()
    assert permitted_dice(Throw(TWO, (1, 5)).with_faces({0: 1}), ALL) == ()
    with pytest.raises(ValueError, match="once only"):
        once.with_faces({0: 3})


@pytest.mark.rule("9E-REROLL-06")
@pytest.mark.rule("9E-REROLL-07")
@pytest.mark.example("9E-EX-65")
def test_unmodified_is_after_re_rolls():
    throw = Throw(D6, (2,))
    assert permitted_dice(throw, ONES) == ()
    assert Throw(D6, (1,)).with_faces({0: 6}).total == 6


def test_failed_rolls_only():
    assert permitted_dice(Throw(D6, (2,)), FAILED, failed=True) == (0,)
    assert permitted_dice(Throw(D6, (2,)), FAILED, failed=False) == ()
    assert permitted_dice(Throw(D6, (2,)), NONE, failed=True) == ()


def test_several_rules_are_one_re_roll():
    assert Reroll.join([]) == NONE
    assert Reroll.join([(1,), (2, 1)]) == Reroll.of((1, 2))
    assert Reroll.join([(1,), "failed"]) == FAILED
    assert Reroll.join(["failed", "all", (1,)]) == ALL
    with pytest.raises(ValueError, match="re-roll is of"):
        Reroll.of("some")


@pytest.mark.parametrize("text", ["D3", "D6", "2D3", "D6+D3+1"])
@pytest.mark.parametrize("reroll", [NONE, ALL, ONES, FAILED])
def test_chances_are_what_every_face_gives(text, reroll):
    """The distribution in closed form equals all throws and re-throws counted out."""
    expression, counted = Dice.parse(text), dict[int, float]()
    faces = [tuple(f) for f in product(range(1, 7), repeat=expression.number)]
    for first in faces:
        throw = Throw(expression, first)
        again = wanted_dice(throw, reroll)
        for second in faces if again else [first]:
            total = throw.with_faces({die: second[die] for die in again}).total if again else throw.total
            counted[total] = counted.get(total, 0.0) + 1 / len(faces) / (len(faces) if again else 1)
    assert dict(chances(expression, reroll)) == pytest.approx(counted)
