"""The reference problem P1 and its harder sisters: numbers that others have computed (resolvers.md, section 3)."""

import numpy as np
import pytest

from datasheets.values import Dice
from resolver.attack import exact
from resolver.attack.check import Check
from resolver.attack.profile import TargetModel, TargetProfile, Volley
from tests.attack.rules import RULES, attack_profile, wound

HIT = Check(3, limit=1, always=6, never=1)


def test_p1_is_exact():
    profile = attack_profile(Dice(constant=10), HIT, wound(), strength=Dice(constant=4), penetration=-1)
    target = TargetProfile.of(TargetModel(resistance=4, wounds=2, save=3), 10)
    kills = exact.kills(RULES, [Volley(profile)], target)
    assert np.round(kills[:5], 6) == pytest.approx([0.484517, 0.445755, 0.067290, 0.002419, 0.000019], abs=1e-12)
    assert exact.mean(kills) == pytest.approx(0.5876687158, abs=5e-11)
    assert kills.sum() == pytest.approx(1.0, abs=1e-12)
    assert len(kills) == 11


@pytest.mark.parametrize(("attacks", "mean"), [(10, 0.790292), (20, 1.719189), (40, 3.593749)])
def test_d3_damage_against_three_wounds(attacks, mean):
    profile = attack_profile(
        Dice(constant=attacks), HIT, wound(), strength=Dice(constant=4), penetration=-1, damage=Dice.parse("D3")
    )
    target = TargetProfile.of(TargetModel(resistance=4, wounds=3, save=3), attacks)
    assert exact.mean(exact.kills(RULES, [Volley(profile)], target)) == pytest.approx(mean, abs=1e-6)
