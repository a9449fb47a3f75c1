"""Shooting, charging and fighting of this edition, for the steps that it shares with others.

Source: 9E-SHOOT-04, 9E-FALL-04, 9E-BLAST-01..03, 9E-OVERW-01, 9E-ALLOC-02, 9E-CHARGE-02, 9E-CHGUNIT-04, -05, 9E-HEROIC-02,
-03, 9E-CHGFLY-01..04, 9E-MELEE-03, 9E-MTGT-02, 9E-FIGHT-01, 9E-HIT-03..05, 9E-WOUND-03..05.
"""

from __future__ import annotations

from datasheets.systems import system
from resolver.attack.check import NOTHING, Check
from resolver.engine.decision import Data, Refusal
from resolver.families.wh40k.combat import Blast, Combat, Heroics
from resolver.rulesets.wh40k_9e import targets
from resolver.shared.moves.moving import Mover
from resolver.shared.units import engagement


def charge_refusal(mover: Mover, charged: frozenset[int], data: Data) -> Refusal | None:
    """The unit must end within Engagement Range of every target (9E-CHGUNIT-04)."""
    state = mover.game.state
    for target in sorted(charged):
        if not engagement.in_engagement(mover.game, mover.bodies, state.bodies(state.standing(target))).any():
            return Refusal("9E-CHGUNIT-04", "charge.not-reached", {"target": mover.game.key(target)})
    return None


PLAIN = Check(NOTHING, limit=system("wh40k-9e").most_modified, always=6, never=1)
"""How far modifiers go stands in the system's data, from which sheets have it too.

An unmodified 6 to hit or wound succeeds, an unmodified 1 fails.
"""

COMBAT = Combat(
    rolls={"hit": PLAIN, "wound": PLAIN},
    target_refusal=targets.refusal,
    sheltered=targets.is_sheltered,
    joint_refusals=(targets.engaged_first,),
    barred=targets.is_barred,
    fires_once=True,
    falls_back_and_shoots="TITANIC",
    hit_penalties=targets.hit_penalties,
    blast=Blast(least=3, least_from=6, most_from=11),
    overwatch=False,
    allocated_first=True,
    near_at_start=True,
    charge_refusal=charge_refusal,
    charges_all=True,
    may_decline=False,
    heroics=Heroics(across=3.0, up=5.0, engaged=False, alone=False),
    flies_always=False,
    second_rank=0.5,
    strikes_interveners=True,
    opponent_first=True,
)
