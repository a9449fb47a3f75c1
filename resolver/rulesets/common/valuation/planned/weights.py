"""What things are worth to a program that plans: one table, in Power, beside that of `valuation.weights`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlanWeights:
    """How much each consideration counts.

    `marker` is what it is worth to control a marker, and what it is worth that the enemy does not. What is taken an
    army counts whole in the first battle round and `last` in the last one of about `rounds`: what is left then decides
    nothing any more.
    """

    rounds: int = 5
    marker: float = 5.0
    last: float = 0.3
    ruin: float = 1.5
    """How much more losses count for an army of which hardly anything is left."""
    goal: float = 0.7
    """The share of a marker that counts for a unit on its way there."""
    other: float = 0.05
    """What counts of a marker that is not the unit's goal."""
    second: float = 0.5
    third: float = 0.25
    """What a second and a third unit at the same marker add."""
    lost: float = 0.5
    """How much less a marker counts that the enemy can shoot or charge its holder from."""
    control: float = 0.8
    """The share of a marker that counts for who controls it by a single model."""
    warlord: float = 0.7
    """What the Warlord is worth beside its Power, as a share of a marker."""
    shooting: float = 1.0
    charging: float = 0.9
    threat: float = 0.4
    burden: float = 0.25
    """How much of its marker's worth an enemy unit loses with its last model."""


PLAN = PlanWeights()
