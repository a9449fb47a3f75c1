"""The reference problem P1: ten attacks, 3+ to hit, 4+ to wound, save 3+ after AP -1, damage 1, two wounds each.

And a harder one: D3 damage, three wounds, a 6+ to ignore each. The baseline is a plain Python loop over single attacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from bench.timing import Measurement, measure
from datasheets.values import Dice
from resolver.attack import exact, roll, sample
from resolver.attack.check import Check
from resolver.attack.profile import AttackProfile, TargetModel, TargetProfile, Volley
from resolver.families.wh40k.attacks.attack_rules import hit_check
from resolver.rulesets.wh40k_9e.combat import COMBAT
from resolver.rulesets.wh40k_9e.edition import RULES
from resolver.table.dice import Address, SeededDice

ROLLS = (("hit", hit_check(COMBAT.rolls["hit"], 3)), ("wound", replace(COMBAT.rolls["wound"], contested=True)))
P1 = AttackProfile(Dice(constant=10), ROLLS, Dice(constant=4), penetration=-1)
TARGET = TargetProfile.of(TargetModel(resistance=4, wounds=2, save=3), 10)
HARD = replace(P1, damage=Dice.parse("D3"))
TOUGH = TargetProfile.of(TargetModel(resistance=4, wounds=3, save=3, ignore=Check(6)), 10)
SIMULATIONS = 1 << 18


def plain(random: Random, simulations: int) -> list[int]:
    """P1 as a player would program it: one die after the other."""
    counts = [0] * 11
    for _ in range(simulations):
        kills, left = 0, 2
        for _ in range(10):
            if random.randrange(6) >= 2 and random.randrange(6) >= 3 and random.randrange(6) < 3:
                left -= 1
                if left == 0:
                    kills, left = kills + 1, 2
        counts[kills] += 1
    return counts


def roll_attacks() -> None:
    """One attack of P1 after the other with the engine's dice and steps."""
    dice, model = SeededDice(1), TARGET.models[0]
    for number in range(10):
        steps, answer = roll.attack(RULES, P1, lambda: 4, dice, Address(0, 1, 0, "shooting", number=number)), None
        try:
            while True:
                answer = model if isinstance(steps.send(answer), roll.Allocate) else None
        except StopIteration:
            pass


def tables() -> Iterator[tuple[str, list[Measurement]]]:
    """Measure."""
    random, volley, hard = Random(1), [Volley(P1)], [Volley(HARD)]
    yield (
        "P1, simulated",
        [
            measure("plain Python", "simulations/s", lambda: plain(random, 2000), 2000),
            measure("rolled by the engine's steps", "simulations/s", roll_attacks),
            measure("sampled", "simulations/s", lambda: sample.kills(RULES, volley, TARGET, SIMULATIONS, 1), SIMULATIONS),
        ],
    )
    yield (
        "Whole distributions, exact",
        [
            measure("plain Python, 10,000 simulations of P1", "answers/s", lambda: plain(random, 10_000)),
            measure("P1, exact", "answers/s", lambda: exact.kills(RULES, volley, TARGET)),
            measure("D3 damage, 3 wounds, 6+ to ignore, exact", "answers/s", lambda: exact.kills(RULES, hard, TOUGH)),
            measure(
                "the same, 100 attacks", "answers/s", lambda: exact.kills(RULES, hard * 10, TargetProfile(TOUGH.models * 10))
            ),
        ],
    )
