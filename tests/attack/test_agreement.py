"""One attack profile, three uses: rolled, exact and sampled come to the same."""

import numpy as np
import pytest

from datasheets.values import Change, Dice
from resolver.attack import exact, sample
from resolver.attack.check import Check
from resolver.attack.profile import TargetModel, TargetProfile, Trigger, Volley
from resolver.table.rerolls import Reroll
from tests.attack import rolled
from tests.attack.rules import RULES, SIX, SPILLING, attack_profile, wound

SURE = Check(7, automatic=True)
PLUS, MINUS = (Change("add", 1),), (Change("subtract", 1),)
ONES, FAILED, ALL = Reroll.of((1,)), Reroll.of("failed"), Reroll.of("all")
FNP5, FNP6 = Check(5), Check(6)


def attacks(number="1", need=3, strength="4", **more):
    hit = more.pop("hit", Check(need, **SIX))
    return attack_profile(Dice.parse(number), hit, more.pop("wound", wound()), strength=Dice.parse(strength), **more)


def sure(number="1", **more):
    """Attacks that hit and wound without a die, so that all other dice can be followed."""
    return attacks(number, hit=Check(7, automatic=True), wound=SURE, **more)


def model(resistance=4, wounds=2, save=3, **more):
    return TargetModel(wounds, save, resistance, **more)


def unit(models=3, lost=0, **more):
    return TargetProfile.of(model(**more), models, lost)


CASES = {
    "plain": (attacks("3"), unit()),
    "damage 2, first wounded": (attacks("3", damage=Dice.parse("2"), penetration=-2), unit(wounds=3, lost=1)),
    "damage D3": (attacks("3", damage=Dice.parse("D3"), penetration=-1), unit(wounds=3)),
    "damage D6+1, reduced": (attacks("2", damage=Dice.parse("D6+1")), unit(wounds=5, damage_changes=MINUS)),
    "damage halved": (attacks("2", damage=Dice.parse("D6")), unit(wounds=4, damage_changes=(Change("divide", 2),))),
    "damage at most 1": (attacks("3", damage=Dice.parse("D3")), unit(most_damage=1)),
    "damage at least 3": (attacks("2", damage=Dice.parse("D6"), least_damage=3), unit(wounds=5)),
    "damage again": (attacks("2", damage=Dice.parse("D6"), damage_reroll=ALL), unit(wounds=5, save=None)),
    "damage again on 1": (sure("2", damage=Dice.parse("2D3"), damage_reroll=ONES), unit(wounds=4, save=None)),
    "damage the better of two": (attacks("2", damage=Dice(((1, 6),), times=2)), unit(wounds=5, save=None)),
    "damage the best of three, again on 1": (
        sure("1", damage=Dice(((1, 3),), 1, times=3), damage_reroll=ONES),
        unit(wounds=4, save=None),
    ),
    "damage the better of two, again": (sure("1", damage=Dice(((1, 6),), times=2), damage_reroll=ALL), unit(wounds=6)),
    "attacks the better of two": (
        attack_profile(Dice(((1, 3),), times=2), Check(3, **SIX), wound(), strength=Dice.parse("4")),
        unit(models=2),
    ),
    "other dice": (sure("2", damage=Dice.parse("D4+D3"), damage_reroll=ALL), unit(wounds=5, save=None)),
    "D8 attacks": (sure("D8", attacks_reroll=ALL), unit(models=4, save=None)),
    "ones again": (attacks("2", hit=Check(3, (), ONES, **SIX), wound=wound(reroll=ONES)), unit()),
    "failed again": (attacks("2", hit=Check(4, MINUS, FAILED, **SIX)), unit()),
    "all again": (attacks("1", hit=Check(4, MINUS, ALL, **SIX), wound=wound(reroll=ALL)), unit(armour_reroll=ONES)),
    "only sixes": (attacks("3", hit=Check(2, PLUS, only=6, **SIX)), unit()),
    "hits without a roll": (attacks("3", hit=Check(7, automatic=True)), unit()),
    "wounds without a roll": (attacks("3", wound=SURE), unit()),
    "fixed wound roll": (attacks("3", wound=wound(need=2, contested=False, changes=MINUS)), unit(resistance=9)),
    "invulnerable": (attacks("3", penetration=-3), unit(fixed_save=5)),
    "no save": (attacks("3"), unit(save=None)),
    "cover": (attacks("3", penetration=-1), unit(armour_changes=PLUS)),
    "ignores": (sure("2", damage=Dice.parse("D3")), unit(wounds=3, save=4, ignore=FNP5, ignore_mortal=FNP5)),
    "random attacks": (attacks("D3"), unit(models=2)),
    "blast": (attacks("D6", least_attacks=3, times=2), unit(models=2, wounds=1)),
    "most attacks": (attacks("D3", most_attacks=True), unit(models=2)),
    "attacks again": (attacks("D3", attacks_reroll=ALL), unit(models=2)),
    "random strength": (attacks("2", strength="2D6"), unit(resistance=7)),
    "extra hits": (attacks("2", triggers=(Trigger("hit", 6, extra_hits=Dice.parse("1")),)), unit()),
    "D3 extra hits": (
        attacks("1", wound=SURE, triggers=(Trigger("hit", 5, extra_hits=Dice.parse("D3")),)),
        unit(save=None, wounds=1),
    ),
    "auto wound": (attacks("2", triggers=(Trigger("hit", 6, passes="wound"),)), unit()),
    "auto wound and extra": (
        attacks("1", triggers=(Trigger("hit", 6, passes="wound"), Trigger("hit", 6, extra_hits=Dice.parse("2")))),
        unit(),
    ),
    "modified trigger": (
        attacks("2", hit=Check(4, PLUS, **SIX), triggers=(Trigger("hit", 6, False, extra_hits=Dice.parse("1")),)),
        unit(),
    ),
    "mortal wounds": (attacks("2", triggers=(Trigger("wound", 6, mortal_wounds=Dice.parse("2")),)), unit()),
    "mortal wounds ignored": (
        attacks("2", hit=Check(7, automatic=True), triggers=(Trigger("wound", 5, mortal_wounds=Dice.parse("2")),)),
        unit(ignore_mortal=FNP5),
    ),
    "mortal wounds instead": (
        attacks("2", triggers=(Trigger("wound", 6, mortal_wounds=Dice.parse("D3"), instead=True),)),
        unit(wounds=3),
    ),
    "mortal wounds on hits": (attacks("2", triggers=(Trigger("hit", 6, mortal_wounds=Dice.parse("1")),)), unit()),
    "rending": (attacks("2", triggers=(Trigger("wound", 6, penetration=(Change("subtract", 3),)),)), unit()),
    "hard hits": (
        attacks("2", triggers=(Trigger("hit", 5, strength=(Change("multiply", 2),), damage=PLUS),)),
        unit(wounds=3),
    ),
    "wounds on 3 whatever it needs": (attacks("3", wound=wound(always=3, changes=MINUS)), unit(resistance=9)),
    "a modified 3 is enough": (attacks("3", wound=wound(need=3, changes=MINUS)), unit(resistance=9)),
    "never wounds on 3": (attacks("3", strength="9", wound=wound(never=3, reroll=FAILED)), unit()),
    "every hit is mortal": (
        attacks("2", triggers=(Trigger("hit", 0, mortal_wounds=Dice.parse("1"), instead=True),)),
        unit(ignore_mortal=FNP5),
    ),
    "every automatic hit scores two": (
        attacks("2", hit=Check(7, automatic=True), triggers=(Trigger("hit", 0, extra_hits=Dice.parse("1")),)),
        unit(),
    ),
    "a wound without a roll is one": (
        attacks(
            "2",
            triggers=(
                Trigger("hit", 5, passes="wound"),
                Trigger("wound", 0, mortal_wounds=Dice.parse("2"), instead=True),
                Trigger("hit", 6, extra_hits=Dice.parse("1")),
            ),
        ),
        unit(),
    ),
    "sixes pierce": (
        attacks("3", penetration=-3, triggers=(Trigger("wound", 6, pierces=True),)),
        unit(save=4, fixed_save=3, wounds=1),
    ),
    "damage that goes on": (
        sure("2", damage=Dice.parse("D3"), spill=True),
        unit(models=4, wounds=1, save=None, ignore=FNP6),
    ),
    "more damage against some": (
        attacks("3", damage=Dice.parse("D3"), damage_reroll=ONES),
        TargetProfile((model(wounds=3), model(wounds=3, damage=Dice.parse("D6+2")), model(damage=Dice.parse("3")))),
    ),
    "mixed unit": (
        attacks("4", damage=Dice.parse("2"), penetration=-1),
        TargetProfile((model(3, 1, 6), model(3, 1, 6), model(5, 3, 2, fixed_save=4, ignore=FNP6))),
    ),
    "mixed unit, mortal wounds": (
        attacks("1", hit=Check(7, automatic=True), triggers=(Trigger("wound", 4, mortal_wounds=Dice.parse("3")),)),
        TargetProfile((model(4, 1, 6, ignore_mortal=FNP5), model(4, 1, 4), model(4, 3, 2, ignore_mortal=FNP6))),
    ),
}
SPILLED = {
    "spill": (attacks("2", damage=Dice.parse("3")), unit(models=3, wounds=2)),
    "spill and ignore": (
        sure("2", damage=Dice.parse("D3")),
        TargetProfile((model(4, 1, None, ignore=FNP5), model(4, 2, 4, ignore=FNP6), model(4, 2, 4))),
    ),
}
GRID = [pytest.param(RULES, *case, id=name) for name, case in CASES.items()]
GRID += [pytest.param(SPILLING, *case, id=name) for name, case in SPILLED.items()]


@pytest.mark.sample(14)
@pytest.mark.parametrize(("rules", "profile", "target"), GRID)
def test_exact_is_rolled_in_every_way(rules, profile, target):
    volleys = [Volley(profile)]
    found = exact.kills(rules, volleys, target)
    assert found == pytest.approx(rolled.kills(rules, volleys, target), abs=1e-12)
    assert found.sum() == pytest.approx(1.0, abs=1e-12)


@pytest.mark.sample(14)
@pytest.mark.parametrize(("rules", "profile", "target"), GRID)
def test_sample_agrees_with_exact(rules, profile, target):
    volleys, n = [Volley(profile, 2)], 1 << 16
    wounds = exact.damage(rules, volleys, target)
    counts = sample.wounds(rules, volleys, target, n, seed=5)
    assert counts.sum() == n
    error = np.sqrt(n * wounds * (1 - wounds)) + 1e-9
    assert np.all(np.abs(counts - n * wounds) <= 4.5 * error + 1.0)


def test_volleys_follow_one_another_on_the_wounded_model():
    target = unit(models=3, wounds=3)
    volleys = [Volley(attacks("2", damage=Dice.parse("2"))), Volley(attacks("D3"), 2)]
    assert exact.kills(RULES, volleys, target) == pytest.approx(rolled.kills(RULES, volleys, target), abs=1e-12)


def test_long_lines_go_diagonal_by_diagonal():
    """Beyond DENSE places the matrix is applied by its diagonals; both ways agree."""
    profile, target = attacks("12", damage=Dice.parse("D3"), penetration=-1), unit(models=60, wounds=3)
    assert target.models[0].wounds * len(target.models) > exact.DENSE
    short = exact.kills(RULES, [Volley(profile)], unit(models=12, wounds=3))
    assert exact.kills(RULES, [Volley(profile)], target)[:13] == pytest.approx(short, abs=1e-12)


def test_damage_counts_what_is_lost_only():
    profile, target = attacks("1", hit=Check(7, automatic=True), wound=SURE, damage=Dice.parse("3")), unit(save=None)
    assert exact.damage(RULES, [Volley(profile)], target) == pytest.approx([0, 0, 1, 0, 0, 0, 0])
    assert exact.mean(exact.damage(RULES, [Volley(profile, 2)], target)) == pytest.approx(4.0)


def test_ranges_of_simulations_add_up():
    volleys, target = [Volley(attacks("D3", damage=Dice.parse("D3")))], unit()
    whole = sample.kills(RULES, volleys, target, 50_000, seed=9)
    parts = [sample.kills(RULES, volleys, target, n, 9, first) for first, n in ((0, 1), (1, 20_000), (20_001, 29_999))]
    assert np.array_equal(whole, sum(parts))
    assert not np.array_equal(whole, sample.kills(RULES, volleys, target, 50_000, seed=10))
    assert sample.kills(RULES, volleys, target, 10, seed=-3).sum() == 10


def test_a_unit_needs_a_living_model():
    for models, lost in ((0, 0), (2, 2), (2, -1)):
        with pytest.raises(ValueError, match="no such unit"):
            unit(models=models, lost=lost)
