"""Chains of checks that no edition has: an attack may need other rolls than to hit and to wound, or fewer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasheets.values import Change, Dice
from resolver.attack import exact, roll, sample
from resolver.attack.check import Check
from resolver.attack.profile import (
    AttackProfile,
    AttackRules,
    DamageTable,
    Plight,
    TargetModel,
    TargetProfile,
    Trigger,
    Volley,
)
from resolver.table.dice import ScriptedDice
from resolver.table.rerolls import Reroll
from tests.attack import rolled

ONE, TWO = Dice(constant=1), Dice(constant=2)
OWN = AttackRules(("aim", "pierce", "allocate", "save", "damage"), save_never=1, spill=True)
"""Both rolls by the weapon's own numbers; nobody has a strength or a resistance."""
SINGLE = AttackRules(("shot", "allocate", "save", "damage"))
"""One roll of the attacker, one of the target."""
LATE = AttackRules(
    ("aim", "force", "allocate", "save", "damage"), contest=lambda strength, resistance: 4 + resistance - strength
)


def brittle(plight: Plight, face: int) -> Plight | str:
    """A table on which a model cracks on 1 to 3, and breaks when it cracks again or on a 6."""
    cracks = face <= 3
    return "broken" if face == 6 or (cracks and plight.results) else Plight(("cracked",)) if cracks else plight


TABLED = AttackRules(
    ("shot", "allocate", "save", "damage"), table=DamageTable(("cracked", "broken", "spent"), "spent", brittle)
)
"""Models roll on a table for each wound that they lose."""
UNITS = TargetProfile.of(TargetModel(2, 4), 3, lost=1)
MIXED = TargetProfile((TargetModel(1, None), TargetModel(2, 5, ignore=Check(5)), TargetModel(2, 3)))
CASES = {
    "own numbers": (OWN, AttackProfile(TWO, (("aim", Check(3)), ("pierce", Check(4))), penetration=-1, damage=TWO), UNITS),
    "own numbers, again": (
        OWN,
        AttackProfile(ONE, (("aim", Check(4, reroll=Reroll.of("failed"))), ("pierce", Check(4, (Change("add", 1),))))),
        MIXED,
    ),
    "a single roll": (SINGLE, AttackProfile(Dice(constant=3), (("shot", Check(4)),), penetration=-2), UNITS),
    "a single roll that does more": (
        SINGLE,
        AttackProfile(ONE, (("shot", Check(4)),), triggers=(Trigger("shot", 6, extra_hits=TWO),)),
        MIXED,
    ),
    "a contest of another name": (
        LATE,
        AttackProfile(
            TWO,
            (("aim", Check(3)), ("force", Check(6, contested=True))),
            strength=Dice.parse("D3"),
            triggers=(Trigger("aim", 6, passes="force"), Trigger("force", 6, mortal_wounds=ONE)),
        ),
        TargetProfile((TargetModel(1, 5, resistance=3), TargetModel(1, 5, resistance=3), TargetModel(2, 4, resistance=2))),
    ),
    "a table for each wound": (
        TABLED,
        AttackProfile(TWO, (("shot", Check(3)),), damage=TWO),
        TargetProfile((TargetModel(4, 5, plight=Plight()), TargetModel(1, None), TargetModel(3, 6, plight=Plight()))),
    ),
    "a table, wounds ignored, mortal wounds": (
        TABLED,
        AttackProfile(TWO, (("shot", Check(4)),), triggers=(Trigger("shot", 6, mortal_wounds=ONE, instead=True),)),
        TargetProfile((TargetModel(2, 5, ignore=Check(5), ignore_mortal=Check(6), plight=Plight()), TargetModel(2, 5))),
    ),
    "a table, damage that goes on": (
        replace(TABLED, spill=True),
        AttackProfile(TWO, (("shot", Check(4)),), damage=Dice(constant=3)),
        TargetProfile((TargetModel(2, None, plight=Plight()),) * 3),
    ),
    "models lost at once": (
        TABLED,
        AttackProfile(TWO, (("shot", Check(4)),)),
        TargetProfile((TargetModel(3, 5, plight=Plight(), whole=True), TargetModel(2, 5, whole=True), TargetModel(2, 5))),
    ),
}


@pytest.mark.parametrize(("rules", "profile", "target"), CASES.values(), ids=CASES)
def test_rolled_exact_and_sampled_come_to_the_same(
    rules: AttackRules, profile: AttackProfile, target: TargetProfile
) -> None:
    volleys, n = [Volley(profile)], 1 << 15
    kills = exact.kills(rules, volleys, target)
    assert kills == pytest.approx(rolled.kills(rules, volleys, target), abs=1e-12)
    counts = sample.kills(rules, volleys, target, n, seed=3)
    assert np.all(np.abs(counts - n * kills) <= 4.5 * np.sqrt(n * kills * (1 - kills)) + 1.0)


def test_a_weapon_with_numbers_of_its_own_asks_for_no_resistance() -> None:
    def never() -> int:
        raise AssertionError

    profile = AttackProfile(ONE, (("aim", Check(3)), ("pierce", Check(4))))
    with ScriptedDice([3, 4, 1]) as dice:
        steps = roll.attack(OWN, profile, never, dice, rolled.ADDRESS)
        assert rolled.through(steps, UNITS, [1, 2, 2]) == (0, 2, 2)


def test_a_roll_that_the_chain_has_and_the_weapon_has_not_is_an_error() -> None:
    with pytest.raises(KeyError, match="pierce"):
        exact.kills(OWN, [Volley(AttackProfile(ONE, (("aim", Check(3)),)))], UNITS)


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (("hit", "allocate", "save", "damage", "wound"), "the last step is"),
        (("hit", "allocate", "save"), "the last step is"),
        (("hit", "hit", "damage"), "stands twice"),
    ],
)
def test_a_chain_that_cannot_be_rolled_is_refused_at_once(steps: tuple[str, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        AttackRules(steps)
