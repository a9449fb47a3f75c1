"""What things are worth to a program that plays: one table, in Power. Change a number here and it plays otherwise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each consideration counts.

    A unit is worth its Power. Of that, `kills` is spread over its models, `wounds` over its wounds and `wiped` is for the
    last model. `marker` is what holding a marker is worth (a Victory Point in each Command phase), `approach` the share
    of it that counts before the unit is there, `spare` the share where another unit holds the marker already.
    """

    kills: float = 0.7
    wounds: float = 0.2
    wiped: float = 0.1
    marker: float = 3.0
    approach: float = 0.7
    spare: float = 0.15
    shooting: float = 1.0
    charging: float = 0.9
    threat: float = 0.4
    reply: float = 0.5
    hidden: float = 0.4
    """What is left of a threat by shooting where nothing is seen now: the enemy moves too."""
    engaged: float = 0.05
    """Each model that gets to fight."""
    speed: float = 0.1
    """Starting aboard, for each inch that the transport is quicker, for each point of Power carried."""
    spell: float = 0.5
    """An effect of a psychic power that is not damage."""
    perils: float = 0.15
    arms: float = 0.02
    """What a model's weapons count for each point of Strength times damage, when one of several models must go."""


WEIGHTS = Weights()
