"""Shooting, charging and fighting of this edition, for the steps that it shares with others.

Source: 8E-FALLBACK-05, 8E-OVERWATCH-01, 8E-ALLOC-02, 8E-CHARGE-01, -07, 8E-HEROIC-01, 8E-MOVE-08, 8E-FTARGET-01, -02,
8E-FIGHT-03, 8E-Q-50, -60, -66, -67, -88, 8E-HIT-02, 8E-WOUND-04.
"""

from __future__ import annotations

from resolver.attack.check import NOTHING, Check
from resolver.engine.decision import Data, Refusal
from resolver.families.wh40k.combat import Combat, Heroics
from resolver.rulesets.wh40k_8e import targets
from resolver.shared.moves.moving import Mover
from resolver.shared.units import engagement


def charge_refusal(mover: Mover, charged: frozenset[int], data: Data) -> Refusal | None:
    """The first model that was moved must end within 1 inch of a model of one of the targets (8E-CHARGE-07)."""
    game, state = mover.game, mover.game.state
    foes = state.bodies([model for target in sorted(charged) for model in state.standing(target)])
    first = data["moves"][0]["model"] if data["moves"] else None
    if first is None or not engagement.in_engagement(game, mover.bodies[[mover.row[first]]], foes).any():
        return Refusal("8E-CHARGE-07", "charge.first-model", {} if first is None else {"model": first})
    return None


PLAIN = Check(NOTHING, never=1)
"""Modifiers have no limit; an unmodified 1 always fails and nothing always succeeds."""

COMBAT = Combat(
    rolls={"hit": PLAIN, "wound": PLAIN},
    target_refusal=targets.refusal,
    sheltered=targets.is_sheltered,
    fires_once=False,
    falls_back_and_shoots="FLY",
    hit_penalties=targets.hit_penalties,
    cover=targets.cover,
    overwatch=True,
    allocated_first=False,
    near_at_start=False,
    charge_refusal=charge_refusal,
    charges_all=False,
    may_decline=True,
    heroics=Heroics(across=3.0, up=None, engaged=True, alone=True),
    flies_always=True,
    second_rank=1.0,
    strikes_interveners=False,
    opponent_first=False,
)
