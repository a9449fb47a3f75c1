"""What dice must show: to hit, to save; what armour leaves of FP; whether a hit takes a whole model. Said once for
battles, odds and programs.

Source: GRW-RANGED-05..08, GRW-MELEE-05..09, GRW-SUPPRESS-02, GRW-VEHICLE-01..04, GRW-Q-19..22, -48, -50.
"""

from __future__ import annotations

from functools import lru_cache

from resolver.attack.check import NO_REROLL, NOTHING, Check
from resolver.rulesets.grundregelwerk.traits import Armour
from resolver.table.rerolls import Reroll

LEAST = 2
"""No die needs less: a 1 always fails (GRW-Q-20)."""
SUPPRESSION = 6
"""What Suppressive Fire hits on (GRW-SUPPRESS-02)."""


@lru_cache(maxsize=1024)
def hit_check(skill: int | None, *, harder: int = 0, suppressing: bool = False, again: bool = False) -> Check:
    """Return the test of a hit roll.

    Args:
        skill: FK or NK; None where the model has none.
        harder: how much hard cover makes it harder.
        again: failed rolls are thrown again, once (Preacher).
    """
    need = NOTHING if skill is None else SUPPRESSION if suppressing else max(skill + harder, LEAST)
    return Check(need, reroll=Reroll.of("failed") if again else NO_REROLL, never=LEAST - 1)


def fp_after(fp: int, armour: Armour | None) -> int | None:
    """Return the FP of a hit after armour, never below 0; None where armour ignores the hit (GRW-Q-21)."""
    if armour is None:
        return fp
    return None if fp < armour.ignores else max(fp - armour.reduces, 0)


@lru_cache(maxsize=1024)
def save_check(rw: int | None, fp: int, cover: int) -> Check:
    """Return the test of a save: RW, worse by FP and better by cover."""
    need = NOTHING if rw is None else max(rw + fp - cover, LEAST)
    return Check(need, never=LEAST - 1)


def takes_whole_model(fp: int, rw: int | None, *, eternal: bool) -> bool:
    """Tell whether an unsaved hit takes a whole model: FP after armour above the printed RW (GRW-Q-22)."""
    return not eternal and rw is not None and fp > rw
