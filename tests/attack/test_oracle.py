"""An oracle that shares nothing with our code agrees with the exact odds: icepool (does not import under mutmut)."""

import icepool
import pytest

from datasheets.values import Dice
from resolver.attack import exact
from resolver.attack.check import Check
from resolver.attack.profile import Volley
from resolver.table.rerolls import Reroll
from tests.attack.rules import RULES
from tests.attack.test_agreement import ONES, SIX, attacks, unit


@pytest.mark.parametrize("save", [2, 4, 6])
@pytest.mark.parametrize("need", [2, 4, 6])
@pytest.mark.parametrize(("ones", "ap", "ignore"), [(False, 0, 7), (True, -1, 5), (True, -4, 6)])
@pytest.mark.parametrize("damage", ["1", "D3", "D6"])
def test_icepool_agrees(need, save, ones, ap, ignore, damage):
    """Dice mapped by hand, the unit as a Markov chain of exact rationals."""
    profile = attacks(
        "6", hit=Check(need, (), ONES if ones else Reroll(), **SIX), strength="5", penetration=ap, damage=Dice.parse(damage)
    )
    check = Check(ignore) if ignore < 7 else None
    target = unit(models=4, wounds=3, save=save, ignore=check)
    found = exact.kills(RULES, [Volley(profile)], target)
    assert found == pytest.approx(_oracle(need, save, ones, ap, ignore, damage), abs=1e-14)


def _oracle(need: int, save: int, ones: bool, ap: int, ignore: int, damage: str) -> list[float]:
    d6 = icepool.d6
    hit = d6.reroll({1}, depth=1) if ones else d6
    hits = (hit >= need).map(lambda good: good)
    wounds = d6 >= 3
    fails = d6.map(lambda face: face == 1 or face + ap < save)
    through = icepool.tupleize(hits, wounds, fails).map(all)
    amount = {"1": icepool.Die([1]), "D3": icepool.d3, "D6": d6}[damage]
    lost = amount.map(lambda points: points @ (d6 < ignore).map({True: 1, False: 0})) if ignore < 7 else amount
    blow = through.if_else(lost, 0)

    def strike(state: tuple[int, int], points: int) -> tuple[int, int]:
        dead, taken = state
        if dead == 4:
            return state
        return (dead + 1, 0) if taken + points >= 3 else (dead, taken + points)

    state = icepool.Die([(0, 0)])
    for _ in range(6):
        state = icepool.map(strike, state, blow)
    dead = state.marginals[0]
    return [float(dead.probability(number)) for number in range(5)]


@pytest.mark.parametrize(("text", "times"), [("D6", 2), ("D3+1", 2), ("2D6", 3)])
def test_icepool_agrees_about_the_highest_of_several_rolls(text, times):
    expression = Dice.parse(text)
    one = sum(icepool.d(sides) for sides in expression.kinds) + expression.constant
    highest = icepool.highest(one, one, *([one] if times == 3 else []))
    found = Dice(expression.terms, expression.constant, times)
    assert found.distribution() == {total: highest.probability(total) for total in highest.outcomes()}
    assert (found.mean, found.minimum, found.maximum) == (highest.mean(), expression.minimum, expression.maximum)
    assert found.number == times * expression.number
