"""The numbers of an attack, given to the kernels of `resolver/attack`.

Source: 9E-ATTACK-01, 9E-HIT-01..05, 9E-WOUND-01..05, 9E-SAVE-01..03, 9E-DAMAGE-03, 9E-BLAST-01..03, 9E-RAPID-01,
9E-OVERW-04, 9E-Q-39, 9E-Q-45; 8E-HIT-01, 8E-WOUND-02, 8E-RAPID-01, 8E-OVERWATCH-04, 8E-Q-58, 8E-Q-61.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from datasheets.values import Dice
from resolver.attack.check import Check
from resolver.families.wh40k.combat import Blast

STEPS = ("hit", "wound", "allocate", "save", "damage")
"""The sequence of an attack (9E-ATTACK-01, 8E-ATTACK-01)."""
OVERWATCH = 6
"""The unmodified hit roll that hits in Overwatch (9E-OVERW-04, 8E-OVERWATCH-04)."""
RAPID_FIRE = 2
"""A Rapid Fire weapon makes so many times its attacks at half range."""


def wound_need(strength: int, toughness: int) -> int:
    """Return the wound roll that is needed (9E-WOUND-01, 8E-WOUND-02)."""
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 4 if strength == toughness else 3 if strength > toughness else 5


def unit_toughness(toughness: Sequence[int]) -> int:
    """Return the Toughness of a unit: that of most of its models and, among equally many, the highest (9E-Q-45).

    Where the player of the unit chooses (8E-Q-61) a higher one is never worse, so that is it too.
    """
    return max(set(toughness), key=lambda value: (list(toughness).count(value), value))


def hit_check(roll: Check, skill: int | None) -> Check:
    """Return a hit roll with a Ballistic or Weapon Skill, or what is enough if that is less.

    With a skill of None, "-", it never hits (9E-DS-07, -08).
    """
    if skill is None:
        return roll if roll.automatic else Check(7, only=7)
    return replace(roll, need=min(skill, roll.need))


@dataclass(frozen=True, slots=True)
class AttackNumber:
    """How the number of a weapon's attacks comes about, for `AttackProfile`."""

    least_attacks: int = 0
    most_attacks: bool = False
    times: int = 1


def attack_number(attacks: Dice, blast: Blast | None = None, models: int = 0, *, doubled: bool = False) -> AttackNumber:
    """Return what Blast makes of the attacks against so many models, and Rapid Fire at half range after that.

    9E-Q-39, 8E-Q-58.
    """
    found = AttackNumber(times=RAPID_FIRE if doubled else 1)
    if blast is None or attacks.fixed:
        return found
    least = blast.least if models >= blast.least_from else 0
    return replace(found, least_attacks=least, most_attacks=models >= blast.most_from)
