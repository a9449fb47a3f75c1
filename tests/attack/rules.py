"""Rules to test the kernels with: no edition, but shaped like one."""

from resolver.attack.profile import SEQUENCE, AttackRules


def wound_need(strength: int, toughness: int) -> int:
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 3 if strength > toughness else 4 if strength == toughness else 5


def most_common(toughness: tuple[int, ...]) -> int:
    return max(toughness, key=lambda value: (toughness.count(value), value))


RULES = AttackRules(SEQUENCE, wound_need, most_common, wound_limit=1, wound_always=6, wound_never=1, save_never=1)
SPILLING = AttackRules(SEQUENCE, wound_need, most_common, spill=True)
