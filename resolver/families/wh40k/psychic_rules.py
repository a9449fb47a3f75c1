"""What an edition says about psychic powers, as numbers and flags."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PsychicRules:
    """One edition.

    Args:
        back_and_forth: does a player make one attempt at a time, with any of its psykers, until it wants no more?
        once_each: may each psyker attempt every power once in a turn? Else a player once in a round, but for Smite.
        after_fall_back: may units manifest that fell back?
        least_denies: how many powers a psyker can deny for which its datasheet says less.
        slain_alone: is a psyker one model, from which powers are measured, and whose death by Perils of the Warp strikes the
            rest of its unit too?
    """

    back_and_forth: bool
    once_each: bool
    after_fall_back: bool
    least_denies: int
    slain_alone: bool
