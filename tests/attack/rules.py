"""Rules to test the kernels with: no edition, but shaped like one."""

from datasheets.values import Dice
from resolver.attack.check import NOTHING, Check
from resolver.attack.profile import AttackProfile, AttackRules

SIX = {"limit": 1, "always": 6, "never": 1}
SEQUENCE = ("hit", "wound", "allocate", "save", "damage")


def wound_need(strength: int, toughness: int) -> int:
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 3 if strength > toughness else 4 if strength == toughness else 5


def most_common(toughness: tuple[int, ...]) -> int:
    return max(toughness, key=lambda value: (toughness.count(value), value))


def wound(**more) -> Check:
    """A wound roll by strength and toughness."""
    return Check(**{"need": NOTHING, "contested": True} | SIX | more)


def attack_profile(attacks: Dice, hit: Check, wound: Check, **more) -> AttackProfile:
    """Attacks that hit and then wound."""
    return AttackProfile(attacks, (("hit", hit), ("wound", wound)), **more)


RULES = AttackRules(SEQUENCE, wound_need, most_common, save_never=1)
SPILLING = AttackRules(SEQUENCE, wound_need, most_common, spill=True)
