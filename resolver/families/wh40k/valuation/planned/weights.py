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
    marker: float = 3.0
    last: float = 0.3
    ruin: float = 0.5
    """How much more losses count for an army of which hardly anything is left."""
    goal: float = 0.7
    """The share of a marker that counts for a unit on its way there."""
    other: float = 0.05
    """What counts of a marker that is not the unit's goal."""
    role: float = 1.0
    """What counts of the harm that a unit does and takes at a marker, when goals are given."""
    idle: float = 0.8
    """What a unit is worth without a goal: free to go where it does most."""
    second: float = 0.5
    third: float = 0.25
    """What a second and a third unit at the same marker add."""
    lost: float = 0.5
    """How much less a marker counts that the enemy can shoot or charge its holder from."""
    usual: float = 0.4
    """The risk that other units at a marker are taken to run."""
    coming: float = 0.25
    """The share of the enemies within a move of a marker that are taken to come."""
    end: float = 0.5
    """What a marker counts that is only counted at the end of the battle, where others were counted before."""
    wait: float = 0.85
    """What is left of a point for each battle round that it takes until it is scored."""
    every: float = 0.75
    """What each scoring of the next two counts where both players score at the end of every turn."""
    slain: float = 0.75
    """What a point for the Warlord counts, as a share of a marker."""
    shared: float = 0.3
    """What of a threat counts to a unit that is not the enemy's best target."""
    hidden: float = 0.4
    """What is left of a threat by shooting where nothing is seen now: the enemy moves too."""
    locked: float = 0.4
    """What is left of a threat by shooting to a unit in combat."""
    bound: float = 0.3
    """What is left of a threat by an enemy in combat with others."""
    sheltered: float = 0.3
    """What is left of a threat by shooting to a character behind others."""
    guard: float = 3.0
    """How near those others are, in inches."""
    warlord: float = 0.7
    """What the Warlord is worth beside its Power, as a share of a marker."""
    shooting: float = 1.0
    charging: float = 0.9
    threat: float = 1.0
    reply: float = 0.5
    """What counts of the answer to a charge."""
    holds: float = 0.3
    """What counts of the shooting that an enemy in combat cannot do."""
    aboard: float = 1.0
    """What counts of the harm that a unit cannot do while it is aboard a transport."""
    out: float = 3.0
    """How far from its transport a unit gets out, in inches."""
    army_lost: float = 40.0
    """What it is worth not to lose the whole army, when ahead on points."""
    steady: float = 0.6
    """What counts of the markers held now for the turns to come."""
    lethal: float = 1.0
    """How much more a unit's worth counts for all that it takes in a turn, in the first battle round."""
    burden: float = 0.25
    """How much of its marker's worth an enemy unit loses with its last model."""


PLAN = PlanWeights()
